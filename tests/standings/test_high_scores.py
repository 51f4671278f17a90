"""High scores of a server, in the total and by category, and milestones."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import db
from bot.standings.high_scores import (
    MIN_EARLIER_GAMES,
    TOTAL,
    GameNews,
    HighScore,
    HighScoreCache,
    Milestone,
    TitleHistory,
    game_news,
    server_high_scores,
)
from rules.game import Outcome, ScoreRow
from tests.empty_store import open_empty_store
from tests.standings.finished_games import FinishedGame, game_results, insert_finished_games

A, B, C = 1, 2, 3
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


def best_scores(results: list[db.Result], outcomes: dict[str, Outcome]) -> dict[str, HighScore]:
    history = TitleHistory()
    history.add(results, outcomes)
    return history.best_scores()


def news_of_last(earlier: list[db.Result], last: list[db.Result]) -> GameNews:
    history = TitleHistory()
    history.add(earlier, {})
    return history.add_last(last, {})


def test_a_seat_without_a_user_holds_no_record_and_takes_nobodys() -> None:
    winner, other = game_between(1, (50, 20))
    found = best_scores([replace(winner, person=None), other], {})
    assert (found[TOTAL].points, found[TOTAL].user_id) == (20, B)


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
    earlier = games_won_by_a(MIN_EARLIER_GAMES)
    ((best, before),) = news_of_last(earlier, game_between(MIN_EARLIER_GAMES, (41, 30), winner=B)).broken
    assert (best.points, best.user_id) == (41, B)
    assert (before.points, before.user_id) == (40, A)
    assert news_of_last(earlier, game_between(MIN_EARLIER_GAMES, (40, 30))).broken == (), "no record"


def test_few_games_have_no_records_to_break() -> None:
    earlier = games_won_by_a(MIN_EARLIER_GAMES - 1)
    assert news_of_last(earlier, game_between(MIN_EARLIER_GAMES, (90, 30))).broken == ()


def test_round_numbers_are_milestones() -> None:
    ten = news_of_last(games_won_by_a(9), game_between(9, (40, 30)))
    assert ten.milestones == (Milestone("games", 10), Milestone("wins", 10, A))
    assert news_of_last(games_won_by_a(8), game_between(8, (40, 30))).milestones == ()


@pytest.mark.parametrize("number", [25, 50, 100, 250])
def test_milestones_go_on_to_larger_round_numbers(number: int) -> None:
    nearly, reached = (
        news_of_last(games_won_by_a(n), game_between(n, (40, 30))) for n in (number - 2, number - 1)
    )
    assert nearly.milestones == ()
    assert reached.milestones == (Milestone("games", number), Milestone("wins", number, A))


async def record_and_report(
    store: db.Store, number: int, score: int, cache: HighScoreCache, winner: int = A, loser: int = B
) -> GameNews:
    """Insert one more finished game and return its news."""
    places = [[winner], [loser]]
    game = FinishedGame(number * 1000, places, key="explorers", scores=(score, 20), code=f"G{number:03}")
    (code,) = await insert_finished_games(store, SERVER, [game])
    row = await db.games.find(store, code)
    assert row is not None
    return await game_news(store, row, cache)


async def test_news_read_only_the_games_since_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    list_for_title = db.results.list_for_title

    async def counting(*given: Any, **named: Any) -> tuple[db.Result, ...]:
        found = await list_for_title(*given, **named)
        read.append(len(found))
        return found

    monkeypatch.setattr(db.results, "list_for_title", counting)
    cache = HighScoreCache()
    async with open_empty_store(tmp_path) as store:
        for number in range(1, 11):
            score = 40 + number
            news = await record_and_report(store, number, score, cache)
            fresh = await record_again(store, number)
            assert news == fresh, "the same as from all results"
            before = [pair[1].points for pair in news.broken]
            assert before == ([score - 1] if number > MIN_EARLIER_GAMES else [])
    assert max(read[::2]) <= 4, "two games at most, the last one known and the new one"


async def record_again(store: db.Store, number: int) -> GameNews:
    """The news of an earlier game, computed from all results."""
    row = await db.games.find(store, f"G{number:03}")
    assert row is not None
    return await game_news(store, row, HighScoreCache())


async def test_news_of_an_earlier_game_leave_out_the_later_ones(tmp_path: Path) -> None:
    cache = HighScoreCache()
    async with open_empty_store(tmp_path) as store:
        for number in range(1, 9):
            await record_and_report(store, number, 40 + number, cache)
        row = await db.games.find(store, "G007")
        assert row is not None
        ((best, before),) = (await game_news(store, row, cache)).broken
        assert (best.points, before.points) == (47, 46)


async def test_news_leave_out_who_has_hidden_or_was_erased_since(tmp_path: Path) -> None:
    cache = HighScoreCache()
    async with open_empty_store(tmp_path) as store:
        for number in range(1, 7):
            await record_and_report(store, number, 60, cache)
        async with store.write() as tx:
            await db.privacy.erase_user(tx, A)
        ((best, before),) = (await record_and_report(store, 7, 50, cache, winner=B, loser=C)).broken
        assert (best.user_id, before.user_id, before.points) == (B, B, 20)


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
