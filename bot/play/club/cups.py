"""Cups: any user can open one; all games start when the last entrant joins, and the last game ends it."""

from collections.abc import Sequence
from dataclasses import replace

import db
from bot.play.club.pairings import MAX_ENTRANTS, MIN_ENTRANTS, cup_tables, games_per_player
from bot.play.core import Actor, Denied, GameService, outbox_messages, timers, update_user_profile
from bot.play.core.authorization import MAX_GAMES_PER_USER
from bot.play.core.pace import PACES
from bot.play.lobby import lobby
from bot.play.notify import cup_games
from bot.play.turns import resignation
from db.clock import DAY

OPEN_FOR_MS = 14 * DAY  # A cup that has not filled by then is closed.
GATHERING: tuple[db.cups.Status, ...] = ("gathering",)
SIZES = range(MIN_ENTRANTS, MAX_ENTRANTS + 1)


async def open_cup(
    service: GameService, key: str, host: Actor, *, server: int, channel: int, size: int, pace: str | None
) -> db.Cup:
    """Open a cup with its host entered, and enqueue its card. Raises Denied if that is not possible."""
    async with service.transaction() as tx:
        chosen = pace or (await db.servers.get(tx, server)).settings.pace
        if key not in service.games or size not in SIZES:
            raise Denied("not_a_choice")
        if chosen not in PACES:
            raise Denied("cup_needs_clock")
        await _check_game_limit(service, tx, key, size, host.id)
        for existing in await db.cups.list_for_server(tx, server, GATHERING):
            if existing.key == key and any(
                other.person == host.id for other in await db.cups.list_entrants(tx, existing.code)
            ):
                raise Denied("cup_open_already", code=existing.code)
        cup = await db.cups.create(tx, db.Cup(server, channel, key, chosen, size))
        await _enter(tx, cup, host)
        closes, payload = tx.now + OPEN_FOR_MS, timers.CupTimer(cup=cup.code)
        await timers.schedule(tx, timers.CUP, payload, _timer_key(cup), closes)
        return cup


async def enter(service: GameService, code: str, actor: Actor) -> db.Cup:
    """Enter a cup. The last entrant starts it."""
    async with service.transaction() as tx:
        cup = await load_gathering(tx, code)
        entrants = await db.cups.list_entrants(tx, code)
        if any(one.person == actor.id for one in entrants):
            raise Denied("in_cup_already")
        await _check_game_limit(service, tx, cup.key, cup.size, actor.id)
        await _enter(tx, cup, actor)
        if len(entrants) + 1 == cup.size:
            await db.timers.cancel(tx, keys=[_timer_key(cup)])
            cup = await start(service, tx, cup)
        return cup


async def leave(service: GameService, code: str, user_id: int) -> None:
    """Leave a cup before it starts. A cup without entrants is closed."""
    async with service.transaction() as tx:
        cup = await load_gathering(tx, code)
        if not await db.cups.remove_entrant(tx, cup, user_id):
            raise Denied("not_in_cup")
        if not await db.cups.list_entrants(tx, code):
            cup = await _close(tx, cup)
        await cup_games.post_cup_card(tx, cup)


async def start(service: GameService, tx: db.Transaction, cup: db.Cup) -> db.Cup:
    user_ids = [one.person for one in await db.cups.list_entrants(tx, cup.code)]
    max_seats = service.games[cup.key].info.seats[1]
    terms = lobby.TableTerms(cup.key, cup.channel, cup.server, pace=cup.pace, rated=True)
    games: list[tuple[str, Sequence[int]]] = []
    for table in cup_tables(len(user_ids), max_seats):
        seated = [user_ids[number] for number in table]
        snapshot = await lobby.start_with(service, tx, terms, seated)
        games.append((snapshot.code, seated))
    await db.cups.insert_seats(tx, cup, games)
    cup = await db.cups.update(tx, cup, replace(cup, status="running", started=tx.now))
    await cup_games.post_cup_card(tx, cup)
    return cup


async def withdraw(service: GameService, code: str, user_id: int) -> bool:
    """Resign from all running games of a cup. Returns whether the finished ones still count.

    They count if at least half are finished. Otherwise only some entrants would have met this one.
    """
    async with service.transaction() as tx:
        entrants = await db.cups.list_entrants(tx, code)
        cup = require_active_entrant(await db.cups.find(tx, code), entrants, user_id)
        seats = await db.cups.seats_by_game(tx, code)
        own = [game for game, seated in seats.items() if any(one.person == user_id for one in seated)]
        over = await db.results.list_for_games(tx, own)
        struck = 2 * len(over) < len(own)
        await db.cups.mark_withdrawn(tx, cup, user_id, struck=struck)
        for game in own:
            if game not in over:
                await resignation.resign_if_playing(service, tx, game, user_id)
        await cup_games.update_cup(tx, code)
        return not struck


def require_active_entrant(cup: db.Cup | None, entrants: Sequence[db.CupEntrant], user_id: int) -> db.Cup:
    """Return the cup. Raises Denied unless it is running and the user has not withdrawn from it."""
    if cup is None or cup.status != "running":
        raise Denied("cup_not_running")
    entrant = next((one for one in entrants if one.person == user_id), None)
    if entrant is None:
        raise Denied("not_in_cup")
    if entrant.withdrawn is not None:
        raise Denied("withdrawn_already")
    return cup


async def close_unfilled(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: close a cup that did not fill."""
    cup = await db.cups.find(tx, timers.CupTimer.model_validate(timer.payload).cup)
    if cup is not None and cup.status == "gathering":
        await cup_games.post_cup_card(tx, await _close(tx, cup))


async def record_posted(
    service: GameService, cup: db.Cup, message: int, channel: int, files: dict[str, int]
) -> None:
    """Store the message that shows the cup's table."""
    async with service.store.write() as tx:
        now = await db.cups.find(tx, cup.code)
        if now is not None:
            await db.cups.update(tx, now, replace(now, message=message, channel=channel, files=files))


async def load_gathering(reads: db.Reads, code: str) -> db.Cup:
    cup = await db.cups.find(reads, code)
    if cup is None or cup.status == "closed":
        raise Denied("cup_closed")
    if cup.status != "gathering":
        raise Denied("cup_started")
    return cup


async def _enter(tx: db.Transaction, cup: db.Cup, actor: Actor) -> None:
    await update_user_profile(tx, actor)
    await db.cups.add_entrants(tx, cup, actor.id)
    await outbox_messages.request_dm_channel(tx, actor.id)
    await cup_games.post_cup_card(tx, cup)


async def _close(tx: db.Transaction, cup: db.Cup) -> db.Cup:
    await db.timers.cancel(tx, keys=[_timer_key(cup)])
    return await db.cups.update(tx, cup, replace(cup, status="closed", ended=tx.now))


async def _check_game_limit(
    service: GameService, tx: db.Transaction, key: str, size: int, user_id: int
) -> None:
    """Raise Denied if the games of the cup would exceed the user's limit of running games."""
    more = games_per_player(size, service.games[key].info.seats[1])
    now = len(await db.players.list_games(tx, user_id))
    if now + more > MAX_GAMES_PER_USER:
        raise Denied("too_many_for_cup", n=now, more=more, most=MAX_GAMES_PER_USER)


def _timer_key(cup: db.Cup) -> str:
    return f"cup {cup.code}"
