"""The coach in words: which reasons say something."""

from dataclasses import replace

from bot.i18n import locale_for
from bot.views.coach import counted_rows, moves_text, reason_text, says_something
from opponents import BY_TRIAL, ONLY_MOVE
from rules import GAMES
from rules.game import Outcome, Phrase, ScoreRow
from tests.views.views_in_memory import reader_view_at


def test_a_stored_reason_of_an_older_version_reads_as_one_by_trial() -> None:
    game_text = locale_for("en").game_text(GAMES["lofoten"], ("Astrid", "Bjørn"))
    by_trial, old = Phrase(key=BY_TRIAL), Phrase(key="told_long_ago")
    assert not says_something(game_text, by_trial)
    assert not says_something(game_text, old)
    assert says_something(game_text, Phrase(key=ONLY_MOVE))
    assert says_something(game_text, Phrase(key="lead", values={"warehouse": 2}))
    assert reason_text(game_text, old) == reason_text(game_text, by_trial)


def test_only_the_rows_of_a_score_sheet_that_add_up_to_the_totals_are_counted() -> None:
    ships, goods, tie = (
        ScoreRow(key, points) for key, points in (("a", (5, 3)), ("b", (0, 2)), ("c", (1, 4)))
    )
    outcome = Outcome(ranking=((1,), (0,)), totals=(5, 5), reason="end", sheet=(ships, goods, tie))
    assert counted_rows(outcome) == (ships, goods)
    assert counted_rows(replace(outcome, totals=(6, 9))) == (ships, goods, tie)
    assert counted_rows(replace(outcome, totals=(9, 9))) == ()


def test_a_move_that_is_repeated_is_told_once_with_how_often() -> None:
    game = GAMES["explorers"]
    unload = game.parse("unload mainland 1 none none none")
    state = game.setup(2, game.info.options(), bytes(32))
    while unload not in game.legal(state, seat := min(game.to_act(state))):
        state = game.apply(state, seat, game.legal(state, seat)[0]).state
    reader = reader_view_at(game, state, seat, 2, "en")
    once = moves_text(reader, seat, (unload,))
    assert once
    assert moves_text(reader, seat, (unload, unload)) == f"{once} (×2)"
