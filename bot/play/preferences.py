"""What people choose for themselves: where they live, when they sleep, where they are told, hints, boards."""

from collections.abc import Iterable

import db
from bot.play.calls import WAYS
from bot.play.clocks import live_otherwise
from bot.play.habits import is_night, zone_named
from bot.play.people import Visitor, see
from bot.play.refusals import Denied
from bot.play.tables import Tables


async def set_zone(tables: Tables, visitor: Visitor, zone: str) -> None:
    if zone_named(zone) is None:
        raise Denied("no_such_zone", zone=zone[:40])
    async with tables.change() as tx:
        await see(tx, visitor)

        async def move() -> None:
            await db.people.update(tx, visitor.id, timezone=zone)

        await live_otherwise(tx, visitor.id, move)


async def set_sleep(tables: Tables, visitor: Visitor, hours: tuple[int, int] | None) -> None:
    """Minutes after midnight; None for whoever may be woken at any time."""
    if hours is not None and not is_night(*hours):
        raise Denied("night_too_long")
    async with tables.change() as tx:
        if (await db.people.find(tx, visitor.id)).timezone is None:
            raise Denied("zone_first")

        async def sleep() -> None:
            await db.people.prefer(tx, visitor.id, sleep=hours)

        await live_otherwise(tx, visitor.id, sleep)


async def choose_ways(tables: Tables, visitor: Visitor, ways: str) -> None:
    """In the thread, by direct message, or both."""
    if ways not in WAYS:
        raise Denied("not_a_choice")
    async with tables.change() as tx:
        await db.people.prefer(tx, visitor.id, tell=ways)


async def choose_next(tables: Tables, visitor: Visitor, *, wanted: bool) -> None:
    """Whether to be told that one's turn comes next."""
    async with tables.change() as tx:
        await db.people.prefer(tx, visitor.id, next=wanted)


async def hide(tables: Tables, person: int, *, hidden: bool) -> None:
    """Hide from boards, or come back."""
    async with tables.change() as tx:
        await db.people.prefer(tx, person, hidden=hidden)


async def see_hints(tables: Tables, person: db.Person, keys: Iterable[str]) -> None:
    """Remember which hints somebody has been shown."""
    async with tables.change() as tx:
        await db.people.update(tx, person.id, hints_seen=person.hints_seen | set(keys))


async def stop_hints(tables: Tables, person: int) -> None:
    async with tables.change() as tx:
        await db.people.prefer(tx, person, hints=False)


async def bring_hints_back(tables: Tables, person: int) -> None:
    """Hints again, from the first on."""
    async with tables.change() as tx:
        await db.people.update(tx, person, hints_seen=frozenset())
        await db.people.prefer(tx, person, hints=True)
