"""What happens by itself: a season closes and the next begins; at night all ratings are made again."""

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.game_service import GameService
from bot.play.turns.ending import season_timer
from bot.standings import seasons
from bot.standings.recompute import remake_ratings, remake_results
from db.clock import DAY, HOUR

NIGHT = 4 * HOUR
"""When in the day, in UTC, everything is made again."""
GAMES_AT_ONCE = 50


async def keep(service: GameService) -> None:
    """See to it that the nights have their work."""
    if await db.timers.find(service.store, timers.NIGHT) is None:
        async with service.store.write() as tx:
            await _next_part(tx, None)


async def work(service: GameService, timer: db.Timer) -> None:
    """A part of the night's work: some games, then a server at a time, so that other timers need not wait."""
    store, so_far = service.store, timers.Night.model_validate(timer.payload)
    codes = () if so_far.server else await db.games.finished(store)
    codes = codes[so_far.done : so_far.done + GAMES_AT_ONCE]
    for code in codes:
        await remake_results(store, service.games, code)
    following = next((one for one in await db.results.servers(store) if one > so_far.server), None)
    rest: timers.Night | None = None
    if len(codes) == GAMES_AT_ONCE:
        rest = timers.Night(done=so_far.done + GAMES_AT_ONCE)
    elif following is not None:
        await remake_ratings(store, following)
        rest = timers.Night(server=following)
    async with store.write() as tx:
        if await db.timers.finish(tx, timer):
            await _next_part(tx, rest)


async def _next_part(tx: db.Transaction, rest: timers.Night | None) -> None:
    due = next_night(tx.now) if rest is None else tx.now
    await db.timers.set(tx, timers.timer(timers.NIGHT, rest or timers.Night(), timers.NIGHT, due))


def next_night(now: int) -> int:
    return (now - NIGHT) // DAY * DAY + DAY + NIGHT


async def season_over(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Close a season with its podium, and begin the next."""
    season = timers.OfSeason.model_validate(timer.payload)
    kept = await db.seasons.find(tx, season.server, season.start)
    if kept is None or kept.closed is not None:
        return
    if await seasons.close(tx, season.server, season.start):
        payload = outbox_messages.SeasonOver(server=season.server, start=season.start)
        await db.outbox.add(tx, outbox_messages.post(payload, key=f"season {season.server} {season.start}"))
    begun = await seasons.begin(tx, season.server, kept.until)
    if begun is not None:
        await db.timers.set(tx, season_timer(season.server, begun))
