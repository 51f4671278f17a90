"""Replays of a log: parts of them, and what of them the current rules can read."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.play.core.game_log import BY_ORDER, BY_PLAN
from bot.play.history import story
from bot.play.history.story import Replay, ReplayedEntry
from tests.play.table_fixture import ASTRID, BJORN, TableFixture


def replay(*states: str | None, before: str | None = "0") -> Replay:
    """A replay with a move to each of these states, from entry 2 on."""
    rows: list[Any] = [SimpleNamespace(ply=ply) for ply in range(2, 2 + len(states))]
    return Replay(
        before, tuple(ReplayedEntry(row, (), state) for row, state in zip(rows, states, strict=True))
    )


@pytest.mark.parametrize(
    ("whole", "readable"),
    [
        (("0", "1", "2"), ("0", "1", "2")),
        ((None, "1", "2"), ("1", "2")),
        (("0", None, "2", "3"), ("2", "3")),
        ((None, "1", None, "3"), ("3",)),
        (("0", "1", None), (None,)),
        ((None,), (None,)),
    ],
)
def test_the_readable_part_begins_after_the_last_state_that_the_rules_cannot_read(
    whole: tuple[str | None, ...], readable: tuple[str | None, ...]
) -> None:
    part = replay(*whole[1:], before=whole[0]).readable_part()
    assert (part.before, *(each.state for each in part.entries)) == readable


def test_a_replay_is_divided_at_an_entry() -> None:
    whole = replay("1", "2", "3")
    assert [each.state for each in whole.until(3).entries] == ["1", "2"]
    assert (whole.since(3).before, [each.state for each in whole.since(3).entries]) == ("2", ["3"])
    assert [whole.state_at(ply) for ply in (1, 2, 4, 9)] == ["0", "1", "3", "3"]
    assert (whole.after, replay().after) == ("3", "0")


def test_turns_in_a_row_that_a_plan_or_an_order_played_are_counted_by_turn() -> None:
    moves = [(0, BY_PLAN), (0, BY_PLAN), (1, BY_ORDER), (0, None), (0, BY_ORDER), (1, "caretaker")]
    rows: list[Any] = [SimpleNamespace(kind="move", seat=seat, by=by) for seat, by in moves]
    rows.insert(1, SimpleNamespace(kind="resume", seat=None, by=None))
    entries = tuple(ReplayedEntry(row, (), None) for row in rows)
    assert Replay(None, entries).autoplayed_turns() == 3


async def test_after_a_restart_the_state_after_each_entry_is_that_of_the_replay(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await tables.play_random_turns(code, (ASTRID, BJORN), 2)
    snapshot = await tables.snapshot(code)
    replayed = await story.replay_range(tables.store, snapshot, 1, snapshot.row.ply)
    assert len(replayed.entries) > 6
    for each in replayed.entries:
        tables.use_store(tables.store)  # without the states in memory
        snapshot = await tables.snapshot(code)
        state, _ = await story.state_after(tables.store, snapshot, each.entry.ply)
        assert state == each.state
    with pytest.raises(LookupError, match="no state at or before entry 0"):
        await story.state_after(tables.store, snapshot, 0)
