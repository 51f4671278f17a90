"""Cups: opened by anybody, started by whoever comes last, played by all at once, closed by the last game."""

from collections.abc import Sequence

import db
from bot.play.club.pairings import LEAST, MOST, games_each, tables_for
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import GAMES_AT_ONCE, Actor, see
from bot.play.core.game_service import GameService
from bot.play.core.pace import PACES
from bot.play.core.refusals import Denied
from bot.play.lobby import lobby
from bot.play.notify import cup_games
from bot.play.turns import resignation
from db.clock import DAY

OPEN_FOR = 14 * DAY
"""A cup that has not filled after so long is closed."""
GATHERING: tuple[db.cups.Status, ...] = ("gathering",)
SIZES = range(LEAST, MOST + 1)


async def open_cup(
    service: GameService, key: str, host: Actor, *, server: int, channel: int, size: int, pace: str | None
) -> db.Cup:
    """A new cup with its host in it; its card comes by the outbox."""
    async with service.change() as tx:
        chosen = pace or (await db.servers.find(tx, server)).settings.pace
        if key not in service.games or size not in SIZES:
            raise Denied("not_a_choice")
        if chosen not in PACES:
            raise Denied("cup_needs_clock")
        await _check_room(service, tx, key, size, host.id)
        for one in await db.cups.on_server(tx, server, GATHERING):
            if one.key == key and any(
                other.person == host.id for other in await db.cups.entrants(tx, one.code)
            ):
                raise Denied("cup_open_already", code=one.code)
        cup = await db.cups.open(tx, server=server, channel=channel, key=key, pace=chosen, size=size)
        await _enter(tx, cup, host)
        timer = timers.timer(timers.CUP, timers.OfCup(cup=cup.code), _key(cup), tx.now + OPEN_FOR)
        await db.timers.set(tx, timer)
        return cup


async def enter(service: GameService, code: str, actor: Actor) -> db.Cup:
    """Somebody joins; the last for whom there is room starts it."""
    async with service.change() as tx:
        cup = await gathering(tx, code)
        entrants = await db.cups.entrants(tx, code)
        if any(one.person == actor.id for one in entrants):
            raise Denied("in_cup_already")
        await _check_room(service, tx, cup.key, cup.size, actor.id)
        await _enter(tx, cup, actor)
        if len(entrants) + 1 == cup.size:
            await db.timers.cancel(tx, keys=[_key(cup)])
            cup = await start(service, tx, cup)
        return cup


async def leave(service: GameService, code: str, person: int) -> None:
    """Somebody thinks better of it before it starts; without anybody it is closed."""
    async with service.change() as tx:
        cup = await gathering(tx, code)
        if not await db.cups.leave(tx, cup, person):
            raise Denied("not_in_cup")
        if not await db.cups.entrants(tx, code):
            cup = await _close(tx, cup)
        await cup_games.show(tx, cup)


async def start(service: GameService, tx: db.Transaction, cup: db.Cup) -> db.Cup:
    """All games of a cup begin at once."""
    people = [one.person for one in await db.cups.entrants(tx, cup.code)]
    most_seats = service.games[cup.key].info.seats[1]
    games: list[tuple[str, Sequence[int]]] = []
    for table in tables_for(len(people), most_seats):
        seated = [people[number] for number in table]
        snapshot = await lobby.begin_with(
            service, tx, cup.key, seated, server=cup.server, channel=cup.channel, pace=cup.pace, rated=True
        )
        games.append((snapshot.code, seated))
    await db.cups.seat(tx, cup, games)
    cup = await db.cups.change(tx, cup, status="running", started=tx.now)
    await cup_games.show(tx, cup)
    return cup


async def withdraw(service: GameService, code: str, person: int) -> bool:
    """Somebody gives up all games they still play in a cup; says whether what they played still counts.

    It counts from half of their games on. Before that nobody shall gain by having met them already.
    """
    async with service.change() as tx:
        cup = await db.cups.find(tx, code)
        if cup is None or cup.status != "running":
            raise Denied("cup_not_running")
        entrant = next((one for one in await db.cups.entrants(tx, code) if one.person == person), None)
        if entrant is None:
            raise Denied("not_in_cup")
        if entrant.withdrawn is not None:
            raise Denied("withdrawn_already")
        seats = await db.cups.seats(tx, code)
        own = [game for game, seated in seats.items() if any(one.person == person for one in seated)]
        over = await db.results.of_games(tx, own)
        struck = 2 * len(over) < len(own)
        await db.cups.withdraw(tx, cup, person, struck=struck)
        for game in own:
            if game not in over:
                await resignation.give_up(service, tx, game, person)
        await cup_games.look_at(tx, code)
        return not struck


async def look(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """A cup that did not fill is closed."""
    cup = await db.cups.find(tx, timers.OfCup.model_validate(timer.payload).cup)
    if cup is not None and cup.status == "gathering":
        await cup_games.show(tx, await _close(tx, cup))


async def posted(
    service: GameService, cup: db.Cup, message: int, channel: int, files: dict[str, int]
) -> None:
    """Its table stands there now."""
    async with service.store.write() as tx:
        now = await db.cups.find(tx, cup.code)
        if now is not None:
            await db.cups.change(tx, now, message=message, channel=channel, files=files)


async def gathering(reads: db.Reads, code: str) -> db.Cup:
    cup = await db.cups.find(reads, code)
    if cup is None or cup.status == "closed":
        raise Denied("cup_closed")
    if cup.status != "gathering":
        raise Denied("cup_started")
    return cup


async def _enter(tx: db.Transaction, cup: db.Cup, actor: Actor) -> None:
    await see(tx, actor)
    await db.cups.enter(tx, cup, actor.id)
    await outbox_messages.open_door(tx, actor.id)
    await cup_games.show(tx, cup)


async def _close(tx: db.Transaction, cup: db.Cup) -> db.Cup:
    await db.timers.cancel(tx, keys=[_key(cup)])
    return await db.cups.change(tx, cup, status="closed", ended=tx.now)


async def _check_room(service: GameService, tx: db.Transaction, key: str, size: int, person: int) -> None:
    """Whether somebody can keep up with all games of a cup."""
    more = games_each(size, service.games[key].info.seats[1])
    now = len(await db.games.of_person(tx, person))
    if now + more > GAMES_AT_ONCE:
        raise Denied("too_many_for_cup", n=now, more=more, most=GAMES_AT_ONCE)


def _key(cup: db.Cup) -> str:
    return f"cup {cup.code}"
