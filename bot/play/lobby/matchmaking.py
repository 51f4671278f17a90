"""The waiting list: whoever waits for the same is brought together, and the game begins by itself.

Those whose hours fit come together at once: the hours of the day in which they usually move. Whoever has
waited for a day takes anybody who has too.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import MAX_GAMES_PER_USER, Actor, check_game_limit, update_user_profile
from bot.play.core.game_service import GameService
from bot.play.core.pace import PACE_CHOICES
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from db.clock import DAY, HOUR

ANY_HOURS_AFTER_MS, MAX_WAIT_MS = DAY, 7 * DAY
"""From when on hours do not matter any more, and for how long somebody stays on the list."""
ACTIVITY_WINDOW_MS = 60 * DAY
MIN_MOVES = 20
"""Of whoever has moved less often nobody knows their hours: they fit with everybody."""
MIN_OVERLAP = 1 / 3
"""So much of what somebody plays must fall into the hours of the others."""
MIN_SEATS = 2


async def join_waiting_list(
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
    async with service.transaction() as tx:
        game = service.games.get(key)
        chosen = pace or (await db.servers.get(tx, server)).settings.pace
        number = seats or (max(MIN_SEATS, game.info.seats[0]) if game else MIN_SEATS)
        if game is None or chosen not in PACE_CHOICES or not _is_valid_size(game.info.seats, number):
            raise Denied("not_a_choice")
        await update_user_profile(tx, actor)
        await check_game_limit(tx, actor.id)
        one = db.MatchRequest(server, key, actor.id, chosen, number, channel, tx.now)
        await db.matchmaking.upsert(tx, one)
        await outbox_messages.request_dm_channel(tx, actor.id)
        await _set_timer(tx, one, tx.now + ANY_HOURS_AFTER_MS)
        return await _match(service, tx, one)


async def leave_waiting_list(service: GameService, server: int, user_id: int) -> None:
    """Somebody waits for nothing on a server any more."""
    async with service.transaction() as tx:
        theirs = await db.matchmaking.list_for_user(tx, server, user_id)
        if not theirs:
            raise Denied("not_waiting")
        await _remove(tx, theirs)


async def check_waiting(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Somebody has waited for a day, or for as long as anybody does."""
    about = timers.MatchmakingTimer.model_validate(timer.payload)
    every = await db.matchmaking.list_for_user(tx, about.server, about.person)
    one = next((each for each in every if each.key == about.key), None)
    if one is None:
        return
    if tx.now >= one.since + MAX_WAIT_MS:
        await _remove(tx, [one])
    else:
        await _set_timer(tx, one, one.since + MAX_WAIT_MS)
        await _match(service, tx, one)


async def _match(service: GameService, tx: db.Transaction, one: db.MatchRequest) -> GameSnapshot | None:
    """Begin a game for somebody with those who wait for the same, if enough of them fit."""
    every = await db.matchmaking.list_matching(tx, one)
    if len(every) < one.seats:
        return None
    hours = await _active_hours(tx, [each.person for each in every])
    group = [one]
    for other in every:
        fits = all(_can_match(tx.now, other, each, hours) for each in group)
        if len(group) < one.seats and other.person != one.person and fits and await _has_room(tx, other):
            group.append(other)
    if len(group) < one.seats:
        return None
    group.sort(key=lambda each: (each.since, each.person))
    await _remove(tx, group)
    return await lobby.start_with(
        service,
        tx,
        one.key,
        [each.person for each in group],
        server=one.server,
        channel=one.channel,
        pace=one.pace,
        rated=False,
    )


def _can_match(
    now: int, one: db.MatchRequest, other: db.MatchRequest, hours: dict[int, Sequence[int]]
) -> bool:
    patient = all(now >= each.since + ANY_HOURS_AFTER_MS for each in (one, other))
    return patient or hours_overlap(hours[one.person], hours[other.person])


def hours_overlap(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether those who moved in these hours of the day, each time they did, are often there together."""
    if min(len(one), len(other)) < MIN_MOVES:
        return True
    return min(_overlap(one, other), _overlap(other, one)) >= MIN_OVERLAP


def _overlap(one: Collection[int], other: Collection[int]) -> float:
    """How much of one happens in the hours of the other, or in the hour before or after."""
    there = {(hour + by) % 24 for hour in other for by in (-1, 0, 1)}
    return sum(hour in there for hour in one) / len(one)


async def _active_hours(reads: db.Reads, user_ids: Sequence[int]) -> dict[int, Sequence[int]]:
    moved = await db.entries.move_times_by_user(reads, user_ids, reads.now - ACTIVITY_WINDOW_MS)
    return {
        user_id: [at // HOUR % 24 for at in _first_of_each_hour(times)] for user_id, times in moved.items()
    }


def _first_of_each_hour(times: Sequence[int]) -> list[int]:
    """The moves of a visit count as one: many a turn takes several."""
    ordered = sorted(times)
    return ordered[:1] + [later for earlier, later in pairwise(ordered) if later // HOUR != earlier // HOUR]


async def _has_room(reads: db.Reads, one: db.MatchRequest) -> bool:
    return len(await db.games.list_for_user(reads, one.person)) < MAX_GAMES_PER_USER


async def _set_timer(tx: db.Transaction, one: db.MatchRequest, due: int) -> None:
    payload = timers.MatchmakingTimer(server=one.server, key=one.key, person=one.person)
    await db.timers.schedule(
        tx, timers.new_timer(timers.MATCHMAKING, payload, _timer_key(one), due, user_id=one.person)
    )


async def _remove(tx: db.Transaction, those: Sequence[db.MatchRequest]) -> None:
    await db.matchmaking.delete(tx, *those)
    await db.timers.cancel(tx, keys=[_timer_key(one) for one in those])


def _timer_key(one: db.MatchRequest) -> str:
    return f"waiting {one.server} {one.key} {one.person}"


def _is_valid_size(possible: tuple[int, int], number: int) -> bool:
    return max(MIN_SEATS, possible[0]) <= number <= possible[1]
