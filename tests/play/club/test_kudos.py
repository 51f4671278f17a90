"""Kudos: for whom somebody sat at a table with, once a game, and for nobody else."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.club import kudos
from bot.play.core.refusals import Denied
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture, open_table_fixture


@pytest.fixture
async def top(tmp_path: Path) -> AsyncIterator[TableFixture]:
    async with open_table_fixture(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


async def refused(top: TableFixture, code: str, giver: int, receiver: int | None) -> str:
    with pytest.raises(Denied) as denied:
        await kudos.give(top.service, await top.snapshot(code), giver, receiver)
    return denied.value.code


async def test_kudos_go_to_others_of_a_game_that_is_over_and_once(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    assert await refused(top, code, ASTRID.id, 1) == "kudos_when_over"
    await top.resign(code, BJORN)
    snapshot = await top.snapshot(code)
    own, other = snapshot.seat_of(ASTRID.id), snapshot.seat_of(BJORN.id)
    assert await refused(top, code, ASTRID.id, own) == "kudos_for_others"
    assert await refused(top, code, CARA.id, own) == "kudos_players_only"
    assert await refused(top, code, ASTRID.id, 7) == "kudos_unreachable"
    assert await kudos.give(top.service, snapshot, ASTRID.id, other) == BJORN.name
    assert await refused(top, code, ASTRID.id, other) == "kudos_given"
    assert [(one.giver, one.receiver) for one in await db.kudos.list_for_game(top.store, code)] == [
        (ASTRID.id, BJORN.id)
    ]
