"""A few hundred forged interactions: each gets a response, and none changes what it may not."""

from collections import Counter
from pathlib import Path
from random import Random

from bot.chat.messages.custom_id import parse_custom_id
from bot.play.core.rate_limit import BURST
from tests.chat.simulator import real_time_sleeps
from tests.fuzz.forged_interactions import PANEL_VERBS, InteractionForger
from tests.fuzz.fuzzer import start_fuzzer

INTERACTIONS = 300


async def test_whatever_is_sent_is_answered_and_changes_nothing_it_may_not(tmp_path: Path) -> None:
    async with start_fuzzer(tmp_path, seed=1) as fuzz:
        report = await fuzz.run(INTERACTIONS)
    assert report.problems == []
    assert report.sent == INTERACTIONS
    assert report.moves > 5
    assert {"tap", "form", "command", "completion", "replayed"} <= report.kinds.keys()


async def test_who_floods_is_asked_to_slow_down_whatever_they_send(tmp_path: Path) -> None:
    async with start_fuzzer(tmp_path, seed=2) as fuzz:
        report = await fuzz.run(60, flood=30)
    assert report.problems == []
    assert report.kinds["flood"] == 2 * (BURST + 5)


def test_everything_on_a_panel_is_forged_with_and_without_a_plan() -> None:
    forger = InteractionForger(Random(1), [])
    forger.versions, forger.moves = {"AAAAA": 3}, ["sail 1 north"]
    taps = [
        parse_custom_id(data["custom_id"]) for _, data in (forger.panel_component() for _ in range(2_000))
    ]
    verbs = Counter(custom_id.verb for custom_id in taps if custom_id is not None)
    assert verbs.keys() == set(PANEL_VERBS)
    assert {"short", "several", "pick", "page"} <= {
        custom_id.verb for custom_id in taps if custom_id and "~" in custom_id.args
    }


async def test_what_skald_sleeps_for_comes_by_the_simulation_s_clock_alone(tmp_path: Path) -> None:
    """Otherwise a later action would wait for the end of an earlier sleep."""
    async with start_fuzzer(tmp_path, seed=1) as fuzz:
        pending, in_real_time = real_time_sleeps(fuzz.chat.env)
        assert pending
        assert in_real_time == []
