"""Digests: a daily DM for users who want it, and a weekly message for servers with a results channel."""

from datetime import timedelta

import db
from bot.play.core import Availability, GameService, availability_of, outbox_messages, timers
from bot.play.turns.votes import voters
from bot.standings.voyages import week_at
from db.clock import DAY, HOUR, WEEK

DIGEST_HOUR = 9  # In the user's time zone.
WEEKLY_DIGEST_AT_MS = 9 * HOUR  # Since Monday, midnight UTC.


async def ensure_timer(service: GameService) -> None:
    """Set the weekly timer if it is missing."""
    if await db.timers.find(service.store, timers.WEEK_DIGEST) is None:
        async with service.store.write() as tx:
            await _schedule_weekly(tx)


async def set_daily_digest(tx: db.Transaction, user_id: int, *, daily: bool) -> None:
    """Schedule a user's daily digest, or cancel it."""
    if not daily:
        await db.timers.cancel(tx, keys=[_timer_key(user_id)])
    elif await db.timers.find(tx, _timer_key(user_id)) is None:
        await outbox_messages.request_dm_channel(tx, user_id)
        await _schedule_daily(tx, user_id)


async def post_daily_digest(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: enqueue a user's daily digest, if they still want it, and schedule the next."""
    user_id = timers.DailyDigestTimer.model_validate(timer.payload).person
    if not (await db.users.get(tx, user_id)).preferences.digest:
        return
    key = f"digest {db.hash_text(f'{user_id} {timer.due}')[:12]}"  # Hashed: keys must not contain ids.
    payload = outbox_messages.DailyDigest(person=user_id, since=tx.now - DAY)
    await outbox_messages.post(tx, payload, key=key, lane=f"word {user_id}")
    await _schedule_daily(tx, user_id)


async def post_weekly_digests(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: enqueue the weekly digest of each server with a results channel."""
    for server in await db.results.list_servers(tx):
        if (await db.servers.get(tx, server)).settings.results is not None:
            payload = outbox_messages.WeeklyDigest(server=server, since=timer.due - WEEK, until=timer.due)
            await outbox_messages.post(tx, payload, key=f"week {server} {timer.due}")
    await _schedule_weekly(tx)


async def games_awaiting_vote(service: GameService, user_id: int) -> tuple[str, ...]:
    """Codes of the running games with an open vote in which the user has not voted yet."""
    found = []
    for game in await db.players.list_games(service.store, user_id, ("running",)):
        snapshot = await service.snapshot(game.code)
        for vote in await db.votes.list_open(service.store, game.code) if snapshot.has("votes") else ():
            answered = await db.votes.ballots_by_user(service.store, vote.id)
            if user_id in voters(snapshot, vote.kind, vote.seat) and user_id not in answered:
                found.append(game.code)
                break
    return tuple(found)


def next_morning(availability: Availability, now: int) -> int:
    """The next morning in the user's time zone (ms), or later if they are asleep or away."""
    today = availability.local_date(now)
    at = availability.midnight(today) + DIGEST_HOUR * HOUR
    if at <= now:
        at = availability.midnight(today + timedelta(days=1)) + DIGEST_HOUR * HOUR
    return availability.next_reachable(at)


async def _schedule_daily(tx: db.Transaction, user_id: int) -> None:
    availability = (await availability_of(tx, [user_id]))[user_id]
    due = next_morning(availability, tx.now)
    payload = timers.DailyDigestTimer(person=user_id)
    await timers.schedule(tx, timers.DAY_DIGEST, payload, _timer_key(user_id), due, user_id=user_id)


async def _schedule_weekly(tx: db.Transaction) -> None:
    due = week_at(tx.now - WEEKLY_DIGEST_AT_MS) + WEEK + WEEKLY_DIGEST_AT_MS
    await timers.schedule(tx, timers.WEEK_DIGEST, timers.WeeklyDigestTimer(), timers.WEEK_DIGEST, due)


def _timer_key(user_id: int) -> str:
    return f"digest {user_id}"
