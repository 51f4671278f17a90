"""High scores of a server, in the total and by category, and milestones."""

from dataclasses import replace
from pathlib import Path

import db
from bot.standings.high_scores import (
    MIN_EARLIER_GAMES,
    TOTAL,
    Milestone,
    beaten_high_scores,
    best_scores,
    milestones_reached,
    server_high_scores,
)
from rules.game import Outcome, ScoreRow
from tests.empty_store import open_empty_store
from tests.standings.finished_games import FinishedGame, game_results, insert_finished_games

A, B = 1, 2
SERVER = 50


def game_between(number: int, scores: tuple[int, int], winner: int = A) -> list[db.Result]:
    places = [[winner], [B if winner == A else A]]
    return game_results(
        FinishedGame(number * 1000, places, key="explorers", scores=scores), f"G{number:03}", 50
    )


def games_won_by_a(number: int) -> list[db.Result]:
    return [one for each in range(number) for one in game_between(each, (40, 30))]


def sheet(first: int, second: int, *more: ScoreRow) -> Outcome:
    """A score sheet with points for islands and outposts; `more` are tie-breaker rows after them."""
    rows = (ScoreRow("islands", (first, 3)), ScoreRow("outposts", (second, 2)), *more)
    return Outcome("winter", ((0,), (1,)), (first + second, 5), rows)


def test_who_reached_a_record_first_keeps_it() -> None:
    found = best_scores([*game_between(1, (50, 20)), *game_between(2, (50, 20), winner=B)], {})
    assert (found[TOTAL].points, found[TOTAL].user_id, found[TOTAL].game) == (50, A, "G001")


def test_each_line_of_the_sheet_has_a_record_but_not_what_parts_a_tie_nor_a_single_card() -> None:
    outcome = sheet(12, 6, ScoreRow("dead_vikings", (99, 99)))
    with_card = replace(outcome, sheet=(ScoreRow("building", (9, 0), "church"), *outcome.sheet))
    assert {
        key: best.points for key, best in best_scores(game_between(1, (18, 5)), {"G001": outcome}).items()
    } == {
        TOTAL: 18,
        "islands": 12,
        "outposts": 6,
    }
    assert "building" not in best_scores(game_between(1, (18, 5)), {"G001": with_card})


def test_a_record_is_told_with_the_one_before() -> None:
    new = f"G{MIN_EARLIER_GAMES:03}"
    ((best, before),) = beaten_high_scores(
        [*games_won_by_a(MIN_EARLIER_GAMES), *game_between(MIN_EARLIER_GAMES, (41, 30), winner=B)], {}, new
    )
    assert (best.points, best.user_id) == (41, B)
    assert (before.points, before.user_id) == (40, A)
    assert (
        beaten_high_scores(
            [*games_won_by_a(MIN_EARLIER_GAMES), *game_between(MIN_EARLIER_GAMES, (40, 30))], {}, new
        )
        == ()
    ), "as much is no record"


def test_few_games_have_no_records_to_break() -> None:
    earlier = games_won_by_a(MIN_EARLIER_GAMES - 1)
    assert (
        beaten_high_scores(
            [*earlier, *game_between(MIN_EARLIER_GAMES, (90, 30))], {}, f"G{MIN_EARLIER_GAMES:03}"
        )
        == ()
    )


def test_round_numbers_are_milestones() -> None:
    ten = games_won_by_a(10)
    assert milestones_reached(ten, ten, "G009") == (Milestone("games", 10), Milestone("wins", 10, A))
    nine = games_won_by_a(9)
    assert milestones_reached(nine, nine, "G008") == ()


async def test_whoever_hides_holds_no_record(tmp_path: Path) -> None:
    async with open_empty_store(tmp_path) as store:
        await insert_finished_games(
            store, SERVER, [FinishedGame(1000, [[A], [B]], key="explorers", scores=(50, 40))]
        )
        assert (await server_high_scores(store, SERVER, "explorers"))[TOTAL].user_id == A
        async with store.write() as tx:
            await db.users.update_preferences(tx, A, hidden=True)
        best = (await server_high_scores(store, SERVER, "explorers"))[TOTAL]
        assert (best.user_id, best.points) == (B, 40)
