"""Lines of a leaderboard: form, and which users are listed."""

from pathlib import Path

import pytest

import db
from bot.standings import leaderboards
from bot.standings.ratings import IDLE_AFTER_MS
from db.clock import DAY
from render.standings import views
from tests.empty_store import open_empty_store
from tests.standings.finished_games import FinishedGame, game_results, insert_finished_games

SERVER = 50


def test_a_board_shows_as_many_results_as_its_picture_has_room_for() -> None:
    assert leaderboards.FORM_LENGTH == views.FORM_LENGTH


@pytest.mark.parametrize(
    ("places", "form"),
    [
        ([[1], [2], [3]], ["won", "between", "lost"]),
        ([[1, 2], [3]], ["won", "won", "lost"]),
        ([[1], [2, 3]], ["won", "lost", "lost"]),
        ([[1, 2, 3]], ["won", "won", "won"]),
    ],
)
def test_form_is_first_last_or_between(places: list[list[int]], form: list[str]) -> None:
    assert [leaderboards.form_of(one) for one in game_results(FinishedGame(1, places), "G1", 50)] == form


async def test_who_has_not_played_for_long_or_hides_is_not_on_the_board(tmp_path: Path) -> None:
    now = 400 * DAY
    async with open_empty_store(tmp_path) as store:
        await insert_finished_games(
            store,
            SERVER,
            [
                FinishedGame(now - IDLE_AFTER_MS - 1, [[1], [2]]),
                FinishedGame(now - IDLE_AFTER_MS, [[3], [4], [5]]),
            ],
        )
        async with store.write() as tx:
            await db.users.update_preferences(tx, 4, hidden=True)
        lines = await leaderboards.standings(store, SERVER, "lofoten", "ever", now)
    assert [(line.place, line.user_id) for line in lines] == [(1, 3), (2, 5)]
