"""The games of a voyage or a challenge reveal their deal when nobody plays it any more."""

import pytest

from bot.play.club import seals, voyages
from bot.play.core.refusals import Denied
from bot.play.turns import coach
from bot.standings.voyages import WEEK
from tests.play.table_fixture import ASTRID, SERVER, TableFixture

pytestmark = pytest.mark.at("2026-11-17T12:00")


async def start_voyage(tables: TableFixture) -> str:
    await voyages.ensure_timer(tables.service)
    await tables.advance(voyages.FIRST_DEAL_DELAY_MS)
    return (await voyages.set_out(tables.service, ASTRID, server=SERVER, channel=900)).code


async def test_the_coach_helps_with_a_voyage_once_its_week_is_over(tables: TableFixture) -> None:
    code, advice = await start_voyage(tables), coach.AdviceCache()
    with pytest.raises(Denied, match="no_advice_on_voyage"):
        await advice.advise(tables.service, await tables.snapshot(code), ASTRID.id)
    await tables.advance(WEEK)
    snapshot = await tables.snapshot(code)
    assert snapshot.row.sealed_until is None
    assert await advice.advise(tables.service, snapshot, ASTRID.id)


async def test_a_lifted_seal_refreshes_the_card_once(tables: TableFixture) -> None:
    code = await start_voyage(tables)
    await tables.take_posts("refresh")
    async with tables.store.write() as tx:
        await seals.lift(tx, [code, "unknown"])
        await seals.lift(tx, [code])
    assert len(await tables.take_posts("refresh")) == 1
