"""Days away: declared ahead, or ended early. It takes effect from now on: what is counted stays counted."""

from datetime import date

import db
from bot.play.clock.clocks import live_otherwise
from bot.play.core.authorization import Actor, see
from bot.play.core.availability import DECLARED, Habits, habits_of
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied

LONGEST_AWAY = 60
FURTHEST_AHEAD = 366


async def go_away(service: GameService, actor: Actor, days: int, *, first: date | None = None) -> None:
    """From now, or from the morning of a day to come, for so many days."""
    if not 1 <= days <= LONGEST_AWAY:
        raise Denied("days_away_between", n=LONGEST_AWAY)
    async with service.change() as tx:
        await see(tx, actor)
        habits = (await habits_of(tx, (actor.id,))).get(actor.id, Habits())
        today = habits.day_of(tx.now)
        if first is not None and not 0 <= (first - today).days <= FURTHEST_AHEAD:
            raise Denied("days_away_within_a_year")
        start = tx.now if first is None or first == today else habits.midnight(first)

        async def leave() -> None:
            await db.absences.add(tx, actor.id, start, habits.days_later(start, days), DECLARED)

        await live_otherwise(tx, actor.id, leave)


async def return_early(service: GameService, actor: Actor) -> bool:
    """End the days away that go on, and forget those to come; False where there are none."""
    async with service.change() as tx:
        known = (await db.absences.of(tx, (actor.id,)))[actor.id]
        ahead = [each for each in known if each.until > tx.now and each.cause == DECLARED]

        async def come_back() -> None:
            for absence in ahead:
                await db.absences.end(tx, absence)

        await live_otherwise(tx, actor.id, come_back)
        return bool(ahead)
