"""/table verify: problems of a game, and the seed of finished games only."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.table.verify import PROBLEM_TEXTS, report_lines
from bot.i18n import LANGUAGES, locale_for
from bot.play.history.verify import Flaw, VerificationReport, verify_game
from rules import GAMES
from tests.chat.discord_driver import Chat, text_of
from tests.play.recorded_games import SEED, RecordedGame, record_game

USER_IDS = (11, 12)


async def report_on(store: db.Store, game: RecordedGame) -> VerificationReport:
    verdict = await verify_game(store, (GAMES,), game.row.code)
    assert verdict is not None
    return verdict


async def test_the_seed_is_told_of_a_finished_game_only(store: db.Store) -> None:
    running, finished = await record_game(store, USER_IDS, 12), await record_game(store, USER_IDS)
    for language in LANGUAGES:
        locale = locale_for(language)
        told = "\n".join(report_lines(await report_on(store, running), locale, store.now))
        assert SEED.hex() not in told
        assert running.row.commitment is not None
        assert running.row.commitment in told
        assert SEED.hex() in "\n".join(report_lines(await report_on(store, finished), locale, store.now))


@pytest.mark.parametrize(
    ("flaw", "english"),
    [
        (Flaw("seed_not_sealed"), "seed isn’t the one that was sealed"),
        (Flaw("opening_not_sealed"), "opening isn’t the one that was sealed"),
        (Flaw("components_gone"), "no longer exist"),
        (Flaw("log_gaps"), "gaps"),
        (Flaw("options_do_not_fit"), "doesn’t fit the rules"),
        (Flaw("entry_impossible", {"ply": 9}), "Entry 9 isn’t possible"),
        (Flaw("entry_leads_elsewhere", {"ply": 9}), "Entry 9 leads to a board that differs"),
        (Flaw("board_not_of_log"), "board doesn’t match"),
        (Flaw("result_not_of_log"), "result doesn’t match"),
    ],
)
async def test_what_does_not_fit_is_told_in_the_readers_language(
    store: db.Store, flaw: Flaw, english: str
) -> None:
    row = (await record_game(store, USER_IDS, 2)).row
    verdict = VerificationReport(row, 3, (flaw,))
    told, in_french = (
        "\n".join(report_lines(verdict, locale_for(language), store.now)) for language in ("en", "fr")
    )
    assert english in told
    assert "Verified" not in told
    assert PROBLEM_TEXTS[flaw.code].format_map(flaw.values) not in in_french


async def test_a_report_names_five_problems_at_most(store: db.Store) -> None:
    flaws = tuple(Flaw("entry_impossible", {"ply": ply}) for ply in range(1, 8))
    row = (await record_game(store, USER_IDS, 2)).row
    told = report_lines(VerificationReport(row, 3, flaws), locale_for("en"), store.now)
    assert sum("isn’t possible at that point" in line for line in told) == 5


async def test_a_game_replayed_from_a_change_of_rules_says_from_where(store: db.Store) -> None:
    row = (await record_game(store, USER_IDS, 2)).row
    (summary, *_) = report_lines(VerificationReport(row, 3, (), since=3), locale_for("en"), store.now)
    assert summary.startswith("**Verified** from entry 3 on")
    (summary, *_) = report_lines(VerificationReport(row, 3, ()), locale_for("en"), store.now)
    assert summary.startswith("**Verified.**")
    assert "all 3 entries" in summary


async def test_skalds_opening_of_a_voyage_is_vouched_for_only_if_it_was_sealed(store: db.Store) -> None:
    row = replace((await record_game(store, USER_IDS, 2)).row, begins=9)
    deal: Any = SimpleNamespace(commitment="the seal of the week")
    for flaws, is_sealed in (
        ((), True),
        ((Flaw("log_gaps"),), True),
        ((Flaw("opening_not_sealed"),), False),
        ((Flaw("log_gaps"), Flaw("opening_not_sealed")), False),
    ):
        told = "\n".join(
            report_lines(VerificationReport(row, 3, flaws, deal=deal), locale_for("en"), store.now)
        )
        assert ("Skald’s 8 opening moves are the ones sealed" in told) is is_sealed
        assert ("the seal of the week" in told) is is_sealed


async def test_the_seed_of_a_deal_that_others_still_play_is_told_when_it_is_unsealed(store: db.Store) -> None:
    row = replace((await record_game(store, USER_IDS)).row, sealed_until=5_000)
    report = VerificationReport(row, 3, ())
    before, at = ("\n".join(report_lines(report, locale_for("en"), now)) for now in (4_999, 5_000))
    assert "Others still play this deal. The seed is revealed <t:5:R>" in before
    assert SEED.hex() not in before
    assert SEED.hex() in at


async def test_an_entry_that_leads_elsewhere_is_named_in_french(store: db.Store) -> None:
    verdict = VerificationReport(
        (await record_game(store, USER_IDS, 2)).row, 3, (Flaw("entry_leads_elsewhere", {"ply": 9}),)
    )
    assert "L’entrée 9 mène à un plateau différent" in "\n".join(
        report_lines(verdict, locale_for("fr"), store.now)
    )


async def test_anybody_can_have_a_game_checked(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    row = (await chat.snapshot(code)).row
    answer = await chat.user("eira").slash(chat.thread(), "table verify")
    assert answer.ephemeral
    told = text_of(answer.response)
    assert "Verified." in told
    assert row.commitment is not None
    assert row.commitment in told
    assert row.seed is not None
    assert row.seed.hex() not in told
