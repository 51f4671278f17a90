"""Kudos go to other players of the same game, once per game."""

import pytest

import db
from bot.play.club import kudos
from bot.play.core.refusals import Denied
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture


async def refusal_code(tables: TableFixture, code: str, giver: int, receiver: int | None) -> str:
    with pytest.raises(Denied) as denied:
        await kudos.give(tables.service, await tables.snapshot(code), giver, receiver)
    return denied.value.code


async def test_kudos_go_to_others_of_a_game_that_is_over_and_once(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    assert await refusal_code(tables, code, ASTRID.id, 1) == "kudos_when_over"
    await tables.resign(code, BJORN)
    snapshot = await tables.snapshot(code)
    own, other = snapshot.seat_of(ASTRID.id), snapshot.seat_of(BJORN.id)
    assert await refusal_code(tables, code, ASTRID.id, own) == "kudos_for_others"
    assert await refusal_code(tables, code, CARA.id, own) == "kudos_players_only"
    assert await refusal_code(tables, code, ASTRID.id, 7) == "kudos_unreachable"
    assert await kudos.give(tables.service, snapshot, ASTRID.id, other) == BJORN.name
    assert await refusal_code(tables, code, ASTRID.id, other) == "kudos_given"
    assert [(one.giver, one.receiver) for one in await db.kudos.list_for_game(tables.store, code)] == [
        (ASTRID.id, BJORN.id)
    ]
