"""Loading a game with its players by one statement, or by a second one if it changed meanwhile."""

from typing import Any

import pytest

import db
from db import Game, Store


@pytest.mark.parametrize("changed", [False, True])
async def test_a_game_that_changed_while_it_was_read_is_read_once_more(
    store: Store, game: Game, monkeypatch: pytest.MonkeyPatch, changed: bool
) -> None:
    async with store.write() as tx:
        rows, read = tx.rows, list[dict[str, Any]]()

        async def read_rows(query: Any, values: dict[str, Any]) -> Any:
            """Return players from before a change at first."""
            found = await rows(query, values)
            read.append(values)
            before = [{**row, "seen": row["seen"] - 1, "people_name": "Nobody"} for row in found]
            return before if changed and len(read) == 1 else found

        monkeypatch.setattr(tx, "rows", read_rows)
        loaded = await db.loaded_games.load(tx, game.code.lower())
    assert loaded is not None
    assert loaded.game == game
    assert "Nobody" not in [user.name for user in loaded.users]
    assert read == [read[0]] * (2 if changed else 1)
    assert await db.loaded_games.load(store, "XXXXX") is None
