"""`skald check` reports which games use which component values, and what is wrong with folder and packs."""

import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import db
from bot.app import installation_check
from bot.app.installation_check import check_installation
from bot.app.settings import Settings
from bot.play.core.rules_registry import RulesRegistry
from rules import GAMES, load_pack
from tests.manual_clock import HandClock
from tests.play.table_fixture import ASTRID, BJORN, TableFixture


async def findings(**values: Any) -> dict[bool, list[str]]:
    """Returns what a check finds, in order: what is wrong, and what is not."""
    results = await check_installation(Settings.model_validate(values))
    return {ok: [result.line for result in results if result.ok is ok] for ok in (False, True)}


async def test_values_of_a_pack_and_games_that_are_gone_are_told(
    tmp_path: Path, store: db.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = store.engine.url.render_as_string()
    pack, broken = tmp_path / "pack", tmp_path / "broken"
    for folder, text in ((pack, '[goods]\nmead = { en = "ale", fr = "bière" }\n'), (broken, "[nothing]\n")):
        folder.mkdir()
        (folder / "lofoten.toml").write_text(text, encoding="utf-8")
    tables = TableFixture(store, HandClock(1))
    tables.service.games = load_pack(pack)
    code = await tables.start_game(ASTRID, BJORN)
    await tables.start_game(ASTRID, BJORN, game="borealis")
    values = {"data": tmp_path, "database": database}
    digest = load_pack(pack)["lofoten"].pack
    found = await findings(**values, packs=pack)
    assert found[False] == []
    assert "packs: good, correcting lofoten" in found[True]
    assert f"games: 1 of lofoten with the values of your pack ({digest})" in found[True]
    assert "games: 1 of borealis with the built-in values" in found[True]
    found = await findings(**values)
    assert found[False] == []
    assert "packs: none" in found[True]
    assert f"games: 1 of lofoten with today's values, as theirs are missing ({digest})" in found[True]
    await RulesRegistry(tables.service.games).store_components(store)
    kept = f"games: 1 of lofoten with the values they were dealt from ({digest})"
    assert kept in (await findings(**values))[True]
    (line,) = (await findings(**values, packs=broken))[False]
    assert line.startswith("packs: ")
    async with store.write() as tx:
        await tx.execute(sa.update(db.games.table).values(rules_version=0))
    assert any(
        line.endswith(", by rules 0 until the next start") for line in (await findings(**values))[True]
    )
    async with store.write() as tx:
        await tx.execute(sa.delete(db.entries.table).where(db.entries.table.c.game == code))
    (line,) = (await findings(**values))[False]
    assert re.fullmatch(rf"database: game {code}: the log has 0 entries .* \(and 1 more\)", line)
    others = {key: game for key, game in GAMES.items() if key != "lofoten"}
    monkeypatch.setattr(installation_check, "GAMES", others)
    monkeypatch.setattr(installation_check, "painter_mismatch", lambda: None)
    gone = "games: 1 of lofoten, which this Skald does not have; they wait"
    assert (await findings(**values))[False] == [line, gone]


async def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    found = await findings(data=file / "data", database=f"sqlite+aiosqlite:///{tmp_path}/none.db")
    assert found[False] == ["settings: SKALD_DATA: expected a folder that can be written to"]
    assert "database: none yet, made when Skald starts" in found[True]
