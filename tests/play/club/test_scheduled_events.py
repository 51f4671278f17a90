"""Scheduled events: which a server should have, and when they are posted anew."""

from bot.i18n import locale_for
from bot.play.club import cups, leagues, scheduled_events
from bot.views.scheduled_events import event_text
from rules import GAMES
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, CHANNEL, SERVER, TableFixture


async def test_a_server_has_events_for_its_cups_and_for_the_next_month_of_its_leagues(
    tables: TableFixture,
) -> None:
    cup = await cups.open_cup(
        tables.service, "lofoten", ASTRID, server=SERVER, channel=CHANNEL, size=4, pace="slow"
    )
    await leagues.sign_on(tables.service, "borealis", ASTRID, server=SERVER, channel=CHANNEL, pace="slow")
    await tables.take_posts("scheduled_event")
    async with tables.store.write() as tx:
        await scheduled_events.post_all(tx, SERVER)
    subjects = [post.payload["subject"] for post in await tables.take_posts("scheduled_event")]
    august = moment("2026-08-01")
    assert subjects == [f"cup {cup.code}", f"league borealis {august}"]
    planned = [await scheduled_events.load_planned(tables.store, SERVER, subject) for subject in subjects]
    assert [each and (each.kind, each.key, each.size) for each in planned] == [
        ("cup", "lofoten", 4),
        ("league", "borealis", None),
    ]
    assert planned[1] is not None
    assert (planned[1].start, planned[1].end) == (august, moment("2026-09-01"))
    named = [event_text(each, SERVER, GAMES, locale_for("en")).name for each in planned if each]
    assert cup.code in named[0]
    assert "August 2026" in named[1]
    assert await scheduled_events.load_planned(tables.store, SERVER, "regatta 1") is None
