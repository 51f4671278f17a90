"""Erasing a user: what becomes of the votes in their games."""

import pytest

import db
from bot.play.account import privacy
from bot.play.core.authorization import Actor
from bot.play.turns import caretaker, ending, substitutes
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture

pytestmark = pytest.mark.usefixtures("trivial_caretaker")


@pytest.mark.parametrize(("erased", "left"), [(ASTRID, []), (CARA, ["end"])])
async def test_a_vote_ends_with_the_user_who_opened_it(
    tables: TableFixture, erased: Actor, left: list[str]
) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    await ending.ask_to_end(tables.service, code, ASTRID)
    await privacy.erase_user(tables.service, erased.id)
    assert [vote.kind for vote in await db.votes.list_open(tables.store, code)] == left


async def test_the_offer_of_a_seat_ends_with_its_player_only(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    async with tables.store.write() as tx:
        snapshot = await caretaker.hand_over(tx, await tables.service.load(tx, code), 0, reason="vote")
        await substitutes.ask_for_substitute(tx, snapshot, 0)
    for erased, offers in ((BJORN, 1), (ASTRID, 0)):
        await privacy.erase_user(tables.service, erased.id)
        assert len(await db.votes.list_open(tables.store, code, kind="substitute")) == offers
