"""Digests: a message a day for whoever wants it, and one a week on each server that collects its results."""

from datetime import timedelta

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.availability import Habits, habits_of
from bot.play.core.game_service import GameService
from bot.play.turns.votes import asked
from db.clock import DAY, HOUR

MORNING = 9
"""The hour at which a day is told, where somebody lives."""
WEEK = 7 * DAY
MONDAY = 4 * DAY
"""1970 began on a Thursday, so this was the first Monday."""
WEEK_TOLD = 9 * HOUR
"""When on a Monday, in UTC, the week is told."""


async def keep(service: GameService) -> None:
    """See to it that the weeks are told."""
    if await db.timers.find(service.store, timers.WEEK_DIGEST) is None:
        async with service.store.write() as tx:
            await _watch_week(tx)


async def wanted(tx: db.Transaction, person: int, *, daily: bool) -> None:
    """Somebody wants a message a day, or no more."""
    if not daily:
        await db.timers.cancel(tx, keys=[_key(person)])
    elif await db.timers.find(tx, _key(person)) is None:
        await outbox_messages.open_door(tx, person)
        await _watch_day(tx, person)


async def day_over(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Tell somebody their day, if they still want it, and see to the next."""
    person = timers.OfDay.model_validate(timer.payload).person
    if not (await db.users.find(tx, person)).preferences.digest:
        return
    key = f"digest {db.hash_of(f'{person} {timer.due}')[:12]}"  # which names nobody
    payload = outbox_messages.DayTold(person=person, since=tx.now - DAY)
    await db.outbox.add(tx, outbox_messages.post(payload, key=key, lane=f"word {person}"))
    await _watch_day(tx, person)


async def week_over(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Tell each server its week, where it has a channel for results."""
    for server in await db.results.servers(tx):
        if (await db.servers.find(tx, server)).settings.results is not None:
            payload = outbox_messages.WeekTold(server=server, since=timer.due - WEEK, until=timer.due)
            await db.outbox.add(tx, outbox_messages.post(payload, key=f"week {server} {timer.due}"))
    await _watch_week(tx)


async def votes_awaiting(service: GameService, person: int) -> tuple[str, ...]:
    """The games in which somebody has been asked something and has not answered."""
    found = []
    for game in await db.games.of_person(service.store, person, ("running",)):
        snapshot = await service.snapshot(game.code)
        for vote in await db.votes.open_at(service.store, game.code) if snapshot.voting else ():
            answered = await db.votes.ballots(service.store, vote.id)
            if person in asked(snapshot, vote.kind, vote.seat) and person not in answered:
                found.append(game.code)
                break
    return tuple(found)


def next_morning(habits: Habits, now: int) -> int:
    """The next morning where somebody lives; later if they sleep longer or are away."""
    today = habits.day_of(now)
    at = habits.midnight(today) + MORNING * HOUR
    if at <= now:
        at = habits.midnight(today + timedelta(days=1)) + MORNING * HOUR
    return habits.free_from(at)


async def _watch_day(tx: db.Transaction, person: int) -> None:
    habits = (await habits_of(tx, [person]))[person]
    due = next_morning(habits, tx.now)
    timer = timers.timer(timers.DAY_DIGEST, timers.OfDay(person=person), _key(person), due, person=person)
    await db.timers.set(tx, timer)


async def _watch_week(tx: db.Transaction) -> None:
    first = MONDAY + WEEK_TOLD
    due = (tx.now - first) // WEEK * WEEK + WEEK + first
    await db.timers.set(tx, timers.timer(timers.WEEK_DIGEST, timers.OfWeek(), timers.WEEK_DIGEST, due))


def _key(person: int) -> str:
    return f"digest {person}"
