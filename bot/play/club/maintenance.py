"""Maintenance: closes seasons, and recomputes all results and ratings every night, in batches."""

import db
from bot.play.core import GameService, outbox_messages, timers
from bot.play.turns.ending import season_timer
from bot.standings import seasons
from bot.standings.recompute import recompute_ratings, recompute_results
from db.clock import DAY, HOUR

NIGHTLY_AT_MS = 4 * HOUR  # Since midnight UTC.
GAMES_PER_BATCH = 50


async def ensure_timer(service: GameService) -> None:
    """Set the nightly timer if it is missing."""
    if await db.timers.find(service.store, timers.MAINTENANCE) is None:
        async with service.store.write() as tx:
            await _schedule_batch(tx, None)


async def run_batch(service: GameService, timer: db.Timer) -> None:
    """Timer handler: recompute one batch of games, or one server's ratings, and schedule the next batch.

    Small batches do not block other timers.
    """
    store, progress = service.store, timers.MaintenanceTimer.model_validate(timer.payload)
    codes: tuple[str, ...] = ()
    if not progress.server:
        codes = await db.games.list_finished_after(store, progress.after, GAMES_PER_BATCH)
    for code in codes:
        await recompute_results(store, service.games, code)
    next_server = next((one for one in await db.results.list_servers(store) if one > progress.server), None)
    next_batch: timers.MaintenanceTimer | None = None
    if len(codes) == GAMES_PER_BATCH:
        next_batch = timers.MaintenanceTimer(after=codes[-1])
    elif next_server is not None:
        await recompute_ratings(store, next_server)
        next_batch = timers.MaintenanceTimer(server=next_server)
    async with store.write() as tx:
        if await db.timers.complete(tx, timer):
            await _schedule_batch(tx, next_batch)


async def _schedule_batch(tx: db.Transaction, progress: timers.MaintenanceTimer | None) -> None:
    payload = progress or timers.MaintenanceTimer()
    due = next_run(tx.now) if progress is None else tx.now
    await timers.schedule(tx, timers.MAINTENANCE, payload, timers.MAINTENANCE, due)


def next_run(now: int) -> int:
    """The next nightly run after `now`, in ms.

    >>> next_run(5 * HOUR) == DAY + NIGHTLY_AT_MS
    True
    """
    return (now - NIGHTLY_AT_MS) // DAY * DAY + DAY + NIGHTLY_AT_MS


async def close_season(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: close a season, enqueue its podium, and begin the next."""
    season = timers.SeasonTimer.model_validate(timer.payload)
    row = await db.seasons.find(tx, season.server, season.start)
    if row is None or row.closed is not None:
        return
    if await seasons.close_season(tx, season.server, season.start):
        payload = outbox_messages.SeasonOver(server=season.server, start=season.start)
        await outbox_messages.post(tx, payload, key=f"season {season.server} {season.start}")
    following = await seasons.begin_season(tx, season.server, row.until)
    if following is not None:
        await db.timers.schedule(tx, season_timer(season.server, following))
