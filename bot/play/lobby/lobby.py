"""Gathering at a table: opening it, joining, leaving, agreeing, starting, another round."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages
from bot.play.core.authorization import Visitor, check_room, host_only, see
from bot.play.core.game_log import Log
from bot.play.core.game_service import Tables
from bot.play.core.pace import CHOICES, UNTIMED
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.lobby import invitations
from bot.play.lobby.archive import close, watch_silence
from bot.play.notify import cleanup, turn_notifications
from bot.play.turns import opponents
from bot.play.turns.turns import caretaker_due
from db.clock import HOUR
from db.games import Starts
from opponents.opening import moves_of
from rules.chance import commitment
from rules.game import Lesson, Seat

SEED_BYTES = 32
DEALS = 24
"""So often is dealt anew where somebody shall have the first move."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A deal that others play too: its seed, until when that is not told, and what the house has opened
    with."""

    seed: bytes
    until: int
    opening: str = ""


async def open_table(
    tables: Tables,
    key: str,
    options: dict[str, Any],
    host: Visitor,
    *,
    server: int | None,
    channel: int,
    language: str,
    pace: str | None = None,
    rated: bool = False,
    starts: Starts = "host",
    guests: Sequence[int] = (),
    company: tuple[str, int] | None = None,
) -> Position:
    """A new table, whose card comes by the outbox; its pace is the server's own unless the host names one.

    `company` are the level and the number of opponents who sit there from the beginning. Without a server the
    channel is the host's direct messages, where they play with opponents alone.
    """
    if server is None and (guests or rated):
        raise Denied("alone_in_private")
    async with tables.change() as tx:
        position = await _open(
            tables,
            tx,
            key,
            options,
            host,
            server=server,
            channel=channel,
            language=language,
            pace=pace,
            rated=rated,
            starts=starts,
        )
        if company is not None:
            position = await _accompanied(tables, tx, position, *company)
        others = [guest for guest in guests if guest != host.id]
        await invitations.invite(tx, position.row, others[: position.game.info.seats[1] - 1])
        called = position.server is not None and position.server.settings.called is not None
        if called and len(position.players) + len(others) < position.game.info.seats[1]:
            await _call_role(tx, position.row, host.id)
        return position


async def _call_role(tx: db.Transaction, row: db.Game, host: int) -> None:
    """Who wants to hear of new tables learns of this one, at most once an hour from the same host."""
    hour = db.hash_of(f"{row.server} {host} {tx.now // HOUR}")[:12]  # which names nobody
    await db.outbox.add(
        tx, outbox_messages.post(outbox_messages.RoleCalled(), key=f"role {hour}", game=row.code)
    )


async def play_now(
    tables: Tables, key: str, visitor: Visitor, *, channel: int, level: str, lesson: Lesson | None = None
) -> Position:
    """A game against an opponent that has begun in somebody's direct messages; the first move is theirs.

    A lesson brings its own deal.
    """
    async with tables.change() as tx:
        position = await _open(
            tables,
            tx,
            key,
            {},
            visitor,
            server=None,
            channel=channel,
            language=None,
            pace=UNTIMED,
            rated=False,
            starts="host",
        )
        seats = lesson.seats if lesson else max(2, position.game.info.seats[0])
        if seats > 1:
            position = await _accompanied(tables, tx, position, level, seats - 1)
        seed = lesson.seed if lesson else None
        return await _begin(tables, tx, position, visitor.id, None, first=0, seed=seed)


async def _open(
    tables: Tables,
    tx: db.Transaction,
    key: str,
    options: dict[str, Any],
    host: Visitor,
    *,
    server: int | None,
    channel: int,
    language: str | None,
    pace: str | None,
    rated: bool,
    starts: Starts,
    spoken: str | None = None,
) -> Position:
    """A new table; `language` is the server's where none was chosen yet, `spoken` that of the table."""
    game = tables.games[key]
    await see(tx, host)
    await check_room(tx, host.id)
    if server is None:
        pace = pace or UNTIMED
    else:
        known = await db.servers.find(tx, server)
        if known.language is None and language:
            await db.servers.update(tx, server, language=language)
        pace = pace or known.settings.pace
    check_rated(pace, rated=rated)
    row = await db.games.create(
        tx,
        key=key,
        rules_version=game.info.rules_version,
        pack=game.pack,
        options=game.info.options.model_validate(options).model_dump(),
        server=server,
        channel=channel,
        host=host.id,
        pace=pace,
        rated=rated,
        starts=starts,
        language=spoken,
    )
    row = await db.players.join(tx, row, host.id)
    await outbox_messages.open_door(tx, host.id)
    await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
    await watch_silence(tx, row)
    return await tables.load(tx, row.code)


async def begin_with(
    tables: Tables,
    tx: db.Transaction,
    key: str,
    people: Sequence[int],
    *,
    server: int | None,
    channel: int,
    pace: str,
    rated: bool,
    options: Mapping[str, Any] | None = None,
    sealed: Sealed | None = None,
) -> Position:
    """A table that nobody had to gather at: these people sit there in this order, and the game has begun."""
    game = tables.games[key]
    row = await db.games.create(
        tx,
        key=key,
        rules_version=game.info.rules_version,
        pack=game.pack,
        options=game.info.options.model_validate(options or {}).model_dump(),
        server=server,
        channel=channel,
        host=people[0],
        pace=pace,
        rated=rated,
    )
    for person in people:
        row = await db.players.join(tx, row, person)
    if sealed is None:
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
    await watch_silence(tx, row)
    return await _begin(tables, tx, await tables.load(tx, row.code), people[0], None, sealed=sealed)


async def join(tables: Tables, code: str, visitor: Visitor, *, interaction: int | None = None) -> Position:
    """Take a seat. The last who finds one starts the game, or has the host called to do so."""
    async with tables.change() as tx:
        return await _join(tables, tx, code, visitor, interaction=interaction)


async def _join(
    tables: Tables, tx: db.Transaction, code: str, visitor: Visitor, *, interaction: int | None
) -> Position:
    position = await _gathering(tables, tx, code)
    await see(tx, visitor)
    if position.seat_of(visitor.id) is not None:
        raise Denied("seated_already")
    if position.private:
        raise Denied("alone_in_private")
    row, leaving = position.row, opponents.last_of(position)
    if position.full and leaving is None:
        raise Denied("table_full")
    await check_room(tx, visitor.id)
    if position.full and leaving is not None:
        row = await db.players.leave(tx, row, leaving)
    row = await db.players.join(tx, row, visitor.id)
    await outbox_messages.open_door(tx, visitor.id)
    was_invited = await invitations.taken(tx, row, visitor.id)
    position = await _gathered(tables, tx, row)
    if position.full and row.starts == "full":
        return await _begin(tables, tx, position, visitor.id, interaction)
    if position.full or was_invited:
        await _call_host(tx, position)
    return position


async def add_opponent(
    tables: Tables, code: str, person: int, level: str, *, interaction: int | None = None
) -> Position:
    """An opponent of that level sits down; with one at the table the game is not rated."""
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        if position.full:
            raise Denied("table_full")
        position = await _accompanied(tables, tx, position, level, 1)
        if position.full and position.row.starts == "full":
            return await _begin(tables, tx, position, person, interaction)
        return position


async def _accompanied(
    tables: Tables, tx: db.Transaction, position: Position, level: str, number: int
) -> Position:
    free = position.game.info.seats[1] - len(position.players)
    row = await opponents.sit_down(tx, position.row, level, min(number, free))
    return await _gathered(tables, tx, await db.games.update(tx, row, rated=False))


async def dismiss_opponent(tables: Tables, code: str, person: int, opponent: int) -> Position:
    """An opponent leaves the table before the game."""
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        if opponent not in {position.people[seat].id for seat in position.opponents}:
            raise Denied("not_at_table")
        return await _gathered(tables, tx, await db.players.leave(tx, position.row, opponent))


async def decline(tables: Tables, code: str, person: int) -> None:
    """Somebody who was invited does not wish to play."""
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        if position.seat_of(person) is not None:
            raise Denied("seated_already")
        row = await db.games.update(tx, position.row)
        if not await invitations.declined(tx, row, person):
            raise Denied("not_invited")
        position = await _gathered(tables, tx, row)
        await _call_host(tx, position)


async def leave(tables: Tables, code: str, person: int) -> Position:
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        if position.seat_of(person) is None:
            raise Denied("not_at_table")
        return await walk_away(tables, tx, position, person)


async def walk_away(tables: Tables, tx: db.Transaction, position: Position, person: int) -> Position:
    """Somebody leaves a lobby: another is its host then, or it is closed."""
    row = await db.players.leave(tx, position.row, person)
    staying = [other for other in position.people_at(position.seats) if other != person]
    if not staying:
        row = await close(tx, row)
    elif row.host == person:
        row = await db.games.update(tx, row, host=staying[0])
    return await _gathered(tables, tx, row)


async def set_option(tables: Tables, code: str, person: int, field: str, value: str) -> Position:
    """Agree on an option of the game; a value that it does not have raises pydantic's ValidationError."""
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        agreed = {**position.options().model_dump(), field: value}
        options = position.game.info.options.model_validate(agreed)
        row = await db.games.update(tx, position.row, options=options.model_dump())
        return await _gathered(tables, tx, row)


async def set_pace(tables: Tables, code: str, person: int, pace: str) -> Position:
    """Agree on a pace; without a clock a table is not rated."""
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        if pace not in CHOICES:
            raise Denied("not_a_choice")
        rated = position.row.rated and pace != UNTIMED
        return await _gathered(tables, tx, await db.games.update(tx, position.row, pace=pace, rated=rated))


async def set_rated(tables: Tables, code: str, person: int, *, rated: bool) -> Position:
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        check_rated(position.row.pace, rated=rated)
        if rated and position.opponents:
            raise Denied("rated_needs_people")
        return await _gathered(tables, tx, await db.games.update(tx, position.row, rated=rated))


async def set_starts(tables: Tables, code: str, person: int, starts: Starts, *, interaction: int) -> Position:
    """Agree on what starts the game; where everybody is there already it starts at once."""
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        position = await _gathered(tables, tx, await db.games.update(tx, position.row, starts=starts))
        if starts == "full" and position.full:
            return await _begin(tables, tx, position, person, interaction)
        return position


async def set_language(tables: Tables, code: str, person: int, language: str) -> Position:
    """Agree on the language that Skald speaks at the table."""
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        return await _gathered(tables, tx, await db.games.update(tx, position.row, language=language))


async def start(tables: Tables, code: str, person: int, *, interaction: int) -> Position:
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        return await _begin(tables, tx, position, person, interaction)


async def _begin(
    tables: Tables,
    tx: db.Transaction,
    position: Position,
    person: int,
    interaction: int | None,
    *,
    first: Seat | None = None,
    seed: bytes | None = None,
    sealed: Sealed | None = None,
) -> Position:
    """Deal, and begin; `first` is whose move it shall be at first, where the deal decides that, and `seed`
    the deal itself where it is given."""
    game, fewest = position.game, position.game.info.seats[0]
    if len(position.players) < fewest:
        raise Denied("more_players_needed", n=fewest)
    await opponents.take_over(tx, position)
    seed = sealed.seed if sealed else seed
    given = seed is not None
    for _ in range(DEALS):
        seed = seed if given and seed is not None else new_seed()
        state = game.setup(len(position.players), position.options(), seed)
        if given or first is None or first in game.to_act(state):
            break
    assert seed is not None
    log = Log(await tables.load(tx, position.code))
    log.setup(state, person=person, interaction=interaction)
    if sealed is not None and sealed.opening:
        log.opening(moves_of(game, sealed.opening))
    begun: db.GameChanges = {
        "status": "running",
        "seed": seed,
        "commitment": commitment(seed),
        "started": tx.now,
    }
    if sealed is not None:
        begun |= {"sealed_until": sealed.until, "begins": 1 + len(sealed.opening.splitlines())}
    await log.save(tx, **begun)
    position = await clocks.wind(tx, log, caretaker_due(tx, log.position))
    row = position.row
    await invitations.lapse(tx, row)
    if sealed is None:
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Opening()))
    await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Card(ply=row.ply)))
    return position


async def _call_host(tx: db.Transaction, position: Position) -> None:
    """The host learns that nobody else is awaited, once for the same people; asleep, when they wake."""
    row, host = position.row, position.row.host
    if host is None or not await is_complete(tx, position):
        return
    people = " ".join(map(str, sorted(position.people_at(position.seats))))
    payload, name = outbox_messages.TableFull(person=host), f"{row.code} full {db.hash_of(people)[:12]}"
    free = await turn_notifications.awake(tx, (host,))
    await db.outbox.add(
        tx, outbox_messages.post(payload, key=name, game=row.code, lane=name, not_before=free[host])
    )


async def is_complete(reads: db.Reads, position: Position) -> bool:
    """Whether a table can start and awaits nobody: it is full, or all who were invited have answered."""
    if position.row.status != "lobby" or len(position.players) < position.game.info.seats[0]:
        return False
    return position.full or not (await db.invitations.to(reads, position.code)).awaited


async def rematch(
    tables: Tables, played: Position, visitor: Visitor, *, interaction: int | None = None
) -> Position:
    """Another round of a finished game: joined if one of its players has opened it, else opened."""
    async with tables.change() as tx:
        row = played.row
        if row.sealed_until is not None:
            raise Denied("one_try")
        since = row.ended or row.created
        for lobby in await db.games.opened_in(tx, row.channel, ("lobby",)):
            again = lobby.key == row.key and lobby.created >= since
            if again and lobby.host is not None and played.seat_of(lobby.host) is not None:
                there = await tables.load(tx, lobby.code)
                seated = there.seat_of(visitor.id) is not None
                if seated:
                    return there
                return await _join(tables, tx, lobby.code, visitor, interaction=interaction)
        position = await _open(
            tables,
            tx,
            row.key,
            dict(row.options),
            visitor,
            server=row.server,
            channel=row.channel,
            language=None,
            pace=row.pace,
            rated=row.rated,
            starts=row.starts,
            spoken=row.language,
        )
        for level in opponents.levels_at(played):
            position = await _accompanied(tables, tx, position, level, 1)
        others = tuple(one for one in played.people_at(played.seats) if one != visitor.id)
        if others:
            notice = outbox_messages.Notice(code="another_round", mentions=others)
            await outbox_messages.say(tx, position.code, notice, key="again")
        return position


async def _gathered(tables: Tables, tx: db.Transaction, row: db.Game) -> Position:
    """The card shows who is there and what is agreed on now, and what that overtakes goes."""
    await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
    position = await tables.load(tx, row.code)
    await cleanup.sweep(tx, position)
    return position


async def _gathering(tables: Tables, tx: db.Transaction, code: str) -> Position:
    position = await tables.load(tx, code)
    if position.row.status == "closed":
        raise Denied("table_closed")
    if position.row.status != "lobby":
        raise Denied("started_already")
    return position


def check_rated(pace: str, *, rated: bool) -> None:
    if rated and pace == UNTIMED:
        raise Denied("rated_needs_clock")


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)
