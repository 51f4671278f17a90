"""Ratings are computed again if a game ended meanwhile."""

from typing import Any

import pytest

import db
from bot.standings import recompute
from tests.standings.finished_games import FinishedGame, insert_finished_games

SERVER = 50


async def test_a_game_that_ends_while_ratings_are_computed_counts(
    store: db.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await insert_finished_games(store, SERVER, [FinishedGame(1000, [[1], [2]], code="AAAAA")])
    later = [FinishedGame(2000, [[2], [1]], code="BBBBB")]
    list_for_server, read = db.results.list_for_server, list[int]()

    async def end_game_afterwards(reads: db.Reads, server: int) -> Any:
        results = await list_for_server(reads, server)
        read.append(len(results))
        if later:
            await insert_finished_games(store, SERVER, [later.pop()])
        return results

    monkeypatch.setattr(db.results, "list_for_server", end_game_afterwards)
    assert await recompute.recompute_ratings(store, SERVER) == 0, "the game has been counted when it ended"
    assert (read[0], read[-1]) == (2, 4)
    assert {rating.games for rating in await db.ratings.list_for_server(store, SERVER)} == {2}
