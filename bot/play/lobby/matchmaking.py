"""The waiting list: whoever waits for the same is brought together, and the game begins by itself.

Those whose hours fit come together at once: the hours of the day in which they usually move. Whoever has
waited for a day takes anybody who has too.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import GAMES_AT_ONCE, Actor, check_room, see
from bot.play.core.game_service import GameService
from bot.play.core.pace import CHOICES
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from db.clock import DAY, HOUR

PATIENT_AFTER, AT_MOST = DAY, 7 * DAY
"""From when on hours do not matter any more, and for how long somebody stays on the list."""
LOOKED_BACK = 60 * DAY
FEWEST_MOVES = 20
"""Of whoever has moved less often nobody knows their hours: they fit with everybody."""
SHARED = 1 / 3
"""So much of what somebody plays must fall into the hours of the others."""
PAIR = 2


async def wait(
    service: GameService,
    key: str,
    actor: Actor,
    *,
    server: int,
    channel: int,
    pace: str | None,
    seats: int | None,
) -> GameSnapshot | None:
    """Somebody waits for a table; gives it if they were the last it needed."""
    async with service.change() as tx:
        game = service.games.get(key)
        chosen = pace or (await db.servers.find(tx, server)).settings.pace
        number = seats or (max(PAIR, game.info.seats[0]) if game else PAIR)
        if game is None or chosen not in CHOICES or not _seats(game.info.seats, number):
            raise Denied("not_a_choice")
        await see(tx, actor)
        await check_room(tx, actor.id)
        one = db.Waiter(server, key, actor.id, chosen, number, channel, tx.now)
        await db.matchmaking.wait(tx, one)
        await outbox_messages.open_door(tx, actor.id)
        await _watch(tx, one, tx.now + PATIENT_AFTER)
        return await _bring_together(service, tx, one)


async def stop(service: GameService, server: int, person: int) -> None:
    """Somebody waits for nothing on a server any more."""
    async with service.change() as tx:
        theirs = await db.matchmaking.of(tx, server, person)
        if not theirs:
            raise Denied("not_waiting")
        await _off(tx, theirs)


async def look(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Somebody has waited for a day, or for as long as anybody does."""
    about = timers.OfWaiting.model_validate(timer.payload)
    every = await db.matchmaking.of(tx, about.server, about.person)
    one = next((each for each in every if each.key == about.key), None)
    if one is None:
        return
    if tx.now >= one.since + AT_MOST:
        await _off(tx, [one])
    else:
        await _watch(tx, one, one.since + AT_MOST)
        await _bring_together(service, tx, one)


async def _bring_together(service: GameService, tx: db.Transaction, one: db.Waiter) -> GameSnapshot | None:
    """Begin a game for somebody with those who wait for the same, if enough of them fit."""
    every = await db.matchmaking.alike(tx, one)
    if len(every) < one.seats:
        return None
    hours = await _hours(tx, [each.person for each in every])
    group = [one]
    for other in every:
        fits = all(_fit(tx.now, other, each, hours) for each in group)
        if len(group) < one.seats and other.person != one.person and fits and await _has_room(tx, other):
            group.append(other)
    if len(group) < one.seats:
        return None
    group.sort(key=lambda each: (each.since, each.person))
    await _off(tx, group)
    return await lobby.begin_with(
        service,
        tx,
        one.key,
        [each.person for each in group],
        server=one.server,
        channel=one.channel,
        pace=one.pace,
        rated=False,
    )


def _fit(now: int, one: db.Waiter, other: db.Waiter, hours: dict[int, Sequence[int]]) -> bool:
    patient = all(now >= each.since + PATIENT_AFTER for each in (one, other))
    return patient or hours_fit(hours[one.person], hours[other.person])


def hours_fit(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether those who moved in these hours of the day, each time they did, are often there together."""
    if min(len(one), len(other)) < FEWEST_MOVES:
        return True
    return min(_within(one, other), _within(other, one)) >= SHARED


def _within(one: Collection[int], other: Collection[int]) -> float:
    """How much of one happens in the hours of the other, or in the hour before or after."""
    there = {(hour + by) % 24 for hour in other for by in (-1, 0, 1)}
    return sum(hour in there for hour in one) / len(one)


async def _hours(reads: db.Reads, people: Sequence[int]) -> dict[int, Sequence[int]]:
    moved = await db.entries.moved_at(reads, people, reads.now - LOOKED_BACK)
    return {person: [at // HOUR % 24 for at in _visits(times)] for person, times in moved.items()}


def _visits(times: Sequence[int]) -> list[int]:
    """The moves of a visit count as one: many a turn takes several."""
    ordered = sorted(times)
    return ordered[:1] + [later for earlier, later in pairwise(ordered) if later // HOUR != earlier // HOUR]


async def _has_room(reads: db.Reads, one: db.Waiter) -> bool:
    return len(await db.games.of_person(reads, one.person)) < GAMES_AT_ONCE


async def _watch(tx: db.Transaction, one: db.Waiter, due: int) -> None:
    payload = timers.OfWaiting(server=one.server, key=one.key, person=one.person)
    await db.timers.set(tx, timers.timer(timers.WAITING, payload, _key(one), due, person=one.person))


async def _off(tx: db.Transaction, those: Sequence[db.Waiter]) -> None:
    await db.matchmaking.stop(tx, *those)
    await db.timers.cancel(tx, keys=[_key(one) for one in those])


def _key(one: db.Waiter) -> str:
    return f"waiting {one.server} {one.key} {one.person}"


def _seats(possible: tuple[int, int], number: int) -> bool:
    return max(PAIR, possible[0]) <= number <= possible[1]
