"""What happens by itself: a season closes and the next begins; at night all ratings are made again."""

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.game_service import GameService
from bot.play.turns.ending import season_timer
from bot.standings import seasons
from bot.standings.recompute import recompute_ratings, recompute_results
from db.clock import DAY, HOUR

NIGHTLY_AT_MS = 4 * HOUR
"""When in the day, in UTC, everything is made again."""
GAMES_PER_BATCH = 50


async def ensure_timer(service: GameService) -> None:
    """See to it that the nights have their work."""
    if await db.timers.find(service.store, timers.MAINTENANCE) is None:
        async with service.store.write() as tx:
            await _schedule_batch(tx, None)


async def run_batch(service: GameService, timer: db.Timer) -> None:
    """A part of the night's work: some games, then a server at a time, so that other timers need not wait."""
    store, so_far = service.store, timers.MaintenanceTimer.model_validate(timer.payload)
    codes = () if so_far.server else await db.games.list_finished_codes(store)
    codes = codes[so_far.done : so_far.done + GAMES_PER_BATCH]
    for code in codes:
        await recompute_results(store, service.games, code)
    following = next((one for one in await db.results.list_servers(store) if one > so_far.server), None)
    rest: timers.MaintenanceTimer | None = None
    if len(codes) == GAMES_PER_BATCH:
        rest = timers.MaintenanceTimer(done=so_far.done + GAMES_PER_BATCH)
    elif following is not None:
        await recompute_ratings(store, following)
        rest = timers.MaintenanceTimer(server=following)
    async with store.write() as tx:
        if await db.timers.complete(tx, timer):
            await _schedule_batch(tx, rest)


async def _schedule_batch(tx: db.Transaction, rest: timers.MaintenanceTimer | None) -> None:
    due = next_run(tx.now) if rest is None else tx.now
    await db.timers.schedule(
        tx, timers.new_timer(timers.MAINTENANCE, rest or timers.MaintenanceTimer(), timers.MAINTENANCE, due)
    )


def next_run(now: int) -> int:
    return (now - NIGHTLY_AT_MS) // DAY * DAY + DAY + NIGHTLY_AT_MS


async def close_season(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Close a season with its podium, and begin the next."""
    season = timers.SeasonTimer.model_validate(timer.payload)
    kept = await db.seasons.find(tx, season.server, season.start)
    if kept is None or kept.closed is not None:
        return
    if await seasons.close_season(tx, season.server, season.start):
        payload = outbox_messages.SeasonOver(server=season.server, start=season.start)
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(payload, key=f"season {season.server} {season.start}")
        )
    begun = await seasons.begin_season(tx, season.server, kept.until)
    if begun is not None:
        await db.timers.schedule(tx, season_timer(season.server, begun))
