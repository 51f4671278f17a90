"""Leagues: members play every month in divisions, which are cups.

When a month ends, unfinished games are adjudicated (`adjudication.py`) and the next month begins. Each step
is an idempotent transaction of its own, so a restart in between does no harm.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import db
from bot.play.club import cups, scheduled_events
from bot.play.club.adjudication import adjudicate
from bot.play.club.pairings import games_per_player
from bot.play.core import Actor, Denied, GameService, outbox_messages, timers, update_user_profile
from bot.play.core.authorization import MAX_GAMES_PER_USER
from bot.play.core.pace import PACES
from bot.play.notify.cup_games import CupStandings, load_standings
from bot.standings.cups import CupLine
from bot.standings.leagues import MAX_DIVISION_SIZE, divisions_of, remaining_sizes, strength_order
from bot.standings.seasons import month_at


async def sign_on(
    service: GameService, key: str, actor: Actor, *, server: int, channel: int, pace: str | None
) -> db.League:
    """Sign the actor on from the next month. The first member founds the league."""
    async with service.transaction() as tx:
        if key not in service.games:
            raise Denied("not_a_choice")
        chosen = await db.leagues.clubs.pace(tx, server, key, pace)
        if chosen not in PACES:
            raise Denied("league_needs_clock")
        league = await db.leagues.clubs.find_or_create(tx, db.League(server, key, channel, chosen, tx.now))
        if any(one.person == actor.id for one in await db.leagues.list_members(tx, server, key)):
            raise Denied("signed_on_already")
        await update_user_profile(tx, actor)
        await db.leagues.add_member(tx, league, actor.id)
        await outbox_messages.request_dm_channel(tx, actor.id)
        if await db.timers.find(tx, _timer_key(league)) is None:
            await _set_timer(tx, league)
        await scheduled_events.post_next_month(tx, server, key)
        return league


async def sign_off(service: GameService, key: str, user_id: int, *, server: int) -> None:
    """Sign a user off from the next month; this month's games continue."""
    async with service.transaction() as tx:
        league = await db.leagues.find(tx, server, key)
        if league is None or not await db.leagues.remove_member(tx, league, user_id):
            raise Denied("not_signed_on")
        await scheduled_events.post_next_month(tx, server, key)


async def start_month(service: GameService, timer: db.Timer) -> None:
    """Timer handler: adjudicate last month's unfinished games, and start the new month's divisions."""
    payload = timers.LeagueTimer.model_validate(timer.payload)
    league = await db.leagues.find(service.store, payload.server, payload.key)
    month = month_at(service.now()).start
    if league is not None:
        for division in await db.cups.list_divisions(service.store, league.server, league.key):
            if division.month != month and division.status == "running":
                for game in await db.cups.seats_by_game(service.store, division.code):
                    await adjudicate(service, game)
        async with service.store.write() as tx:
            await _create_divisions(service, tx, league, month)
        for division in await db.cups.list_divisions(service.store, league.server, league.key, month):
            async with service.store.write() as tx:
                current = await db.cups.find(tx, division.code)
                if current is not None and current.status == "gathering":
                    await cups.start(service, tx, current)
    async with service.store.write() as tx:
        if await db.timers.complete(tx, timer) and league is not None:
            await _set_timer(tx, league)
            await scheduled_events.post_next_month(tx, league.server, league.key)


async def _create_divisions(service: GameService, tx: db.Transaction, league: db.League, month: int) -> None:
    """Create the divisions of a month, unless they exist already."""
    # Locks the league's row (for_update), so that no other process creates them too.
    await db.leagues.find(tx, league.server, league.key)
    if await db.cups.list_divisions(tx, league.server, league.key, month):
        return
    ratings = await _ratings(tx, league.server, league.key)
    last_month = month_at(month - 1).start
    last_divisions = [
        tuple(line.user_id for line in one.lines)
        for one in await load_divisions(tx, league.server, league.key, last_month)
    ]
    members = await _available_members(service, tx, league)
    divisions = divisions_of(
        strength_order(members, last_divisions, ratings), remaining_sizes(members, last_divisions)
    )
    for number, user_ids in enumerate(divisions, start=1):
        division = db.Cup(
            league.server,
            league.channel,
            league.key,
            league.pace,
            size=len(user_ids),
            month=month,
            division=number,
        )
        cup = await db.cups.create(tx, division)
        await db.cups.add_entrants(tx, cup, *user_ids)


async def load_divisions(reads: db.Reads, server: int, key: str, month: int) -> tuple[CupStandings, ...]:
    """Load the divisions of a month, the top one first, each by place and within a place by rating."""
    ratings = await _ratings(reads, server, key)
    divisions = await load_standings(reads, *await db.cups.list_divisions(reads, server, key, month))
    return tuple(replace(one, lines=by_place(one.lines, ratings)) for one in divisions)


def by_place(lines: Sequence[CupLine], ratings: Mapping[int, float]) -> tuple[CupLine, ...]:
    """The lines of a division by place; ties by rating."""
    return tuple(sorted(lines, key=lambda line: (line.place, -ratings.get(line.user_id, 0.0))))


async def _ratings(reads: db.Reads, server: int, key: str) -> dict[int, float]:
    return {one.person: one.mu for one in await db.ratings.list_for_title(reads, server, key)}


async def _available_members(service: GameService, reads: db.Reads, league: db.League) -> list[int]:
    """The members for whom a month's games do not exceed the limit of running games."""
    games_per_month = games_per_player(MAX_DIVISION_SIZE, service.games[league.key].info.seats[1])
    members = await db.leagues.list_members(reads, league.server, league.key)
    return [
        one.person
        for one in members
        if len(await db.players.list_games(reads, one.person)) + games_per_month <= MAX_GAMES_PER_USER
    ]


async def _set_timer(tx: db.Transaction, league: db.League) -> None:
    payload = timers.LeagueTimer(server=league.server, key=league.key)
    await timers.schedule(tx, timers.LEAGUE, payload, _timer_key(league), month_at(tx.now).until)


def _timer_key(league: db.League) -> str:
    return f"league {league.server} {league.key}"
