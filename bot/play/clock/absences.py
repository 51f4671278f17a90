"""Absences: declared ahead or ended early. Time already charged to clocks is not given back."""

from datetime import date

import db
from bot.play.clock.clocks import change_availability
from bot.play.core import Actor, Availability, Denied, GameService, availability_of, update_user_profile
from bot.play.core.availability import DECLARED

MAX_AWAY_DAYS = 60
MAX_DAYS_AHEAD = 366


async def declare_absence(
    service: GameService, actor: Actor, days: int, *, first_day: date | None = None
) -> None:
    """Add an absence from now on, or from midnight of a later day. Raises Denied if out of range."""
    if not 1 <= days <= MAX_AWAY_DAYS:
        raise Denied("days_away_between", n=MAX_AWAY_DAYS)
    async with service.transaction() as tx:
        await update_user_profile(tx, actor)
        availability = (await availability_of(tx, (actor.id,))).get(actor.id, Availability())
        today = availability.local_date(tx.now)
        if first_day is not None and not 0 <= (first_day - today).days <= MAX_DAYS_AHEAD:
            raise Denied("days_away_within_a_year")
        start = tx.now if first_day is None or first_day == today else availability.midnight(first_day)

        async def add_absence() -> None:
            await db.absences.add(tx, actor.id, start, availability.add_days(start, days), DECLARED)

        await change_availability(tx, actor.id, add_absence)


async def end_absence(service: GameService, actor: Actor) -> bool:
    """End current absences and delete future ones. Returns False if there were none."""
    async with service.transaction() as tx:
        absences = (await db.absences.list_by_user(tx, (actor.id,)))[actor.id]
        ahead = [each for each in absences if each.until > tx.now and each.cause == DECLARED]

        async def end_all() -> None:
            for absence in ahead:
                await db.absences.end(tx, absence)

        await change_availability(tx, actor.id, end_all)
        return bool(ahead)
