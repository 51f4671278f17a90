"""`skald check` reports which games use which component values."""

import asyncio
from pathlib import Path

import db
from bot.play.core.rules_registry import RulesRegistry
from rules import GAMES, load_pack
from tests.app.skald_process import run_skald
from tests.manual_clock import HandClock
from tests.play.table_fixture import ASTRID, BJORN, TableFixture


async def store_games(folder: Path, address: str) -> None:
    """Store a game with current values, and one of a pack that was removed."""
    pack = folder / "gone"
    pack.mkdir()
    (pack / "lofoten.toml").write_text('[goods]\nmead = { en = "ale", fr = "bière" }\n', encoding="utf-8")
    async with await db.Store.open(address) as store:
        top = TableFixture(store, HandClock(1))
        await top.start_game(ASTRID, BJORN, game="borealis")
        games = load_pack(pack)
        await RulesRegistry(games).store_components(store)
        top.service.games = games
        await top.start_game(ASTRID, BJORN)


def test_which_games_go_by_which_values(tmp_path: Path) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    asyncio.run(store_games(tmp_path, address))
    done = run_skald(tmp_path, "check", SKALD_DATABASE=address)
    assert done.returncode == 0, done.stdout
    pack = load_pack(tmp_path / "gone")["lofoten"].pack
    assert pack != GAMES["lofoten"].pack
    assert "games: 1 of borealis with the built-in values\n" in done.stdout
    assert f"games: 1 of lofoten with the values they were dealt from ({pack})\n" in done.stdout
