"""A check finds what was tampered with."""

import sqlite3
from pathlib import Path

import pytest

from db import Store
from tests.db.game_fixtures import play_moves, start_game


@pytest.mark.parametrize(
    ("tampering", "found"),
    [
        ("UPDATE games SET state = 'better'", "the state was changed"),
        ("DELETE FROM entries WHERE ply = 2", "the log has 2 entries where 3"),
        ("DELETE FROM entries WHERE ply = 3", "last log entry"),
        ("UPDATE entries SET state = 'better' WHERE ply = 1", "the state kept at entry 1"),
        ("DELETE FROM people", "points to a missing row of people"),
        ("UPDATE alembic_version SET version_num = '0004'", "the schema is 0004"),
    ],
)
async def test_a_check_finds_what_was_tampered_with(
    tmp_path: Path, sqlite_url: str, tampering: str, found: str
) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await play_moves(store, await start_game(store), "a", "b")
        assert await store.check() == ()
    with sqlite3.connect(tmp_path / "skald.db") as file:
        file.execute(tampering)
    file.close()
    async with await Store.open(sqlite_url, migrate=False) as store:
        findings = await store.check()
    assert any(found in finding.detail for finding in findings)
    assert {finding.game for finding in findings} <= {game.code, None}
