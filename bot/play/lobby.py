"""Gathering at a table: opening it, joining, leaving, agreeing, starting, another round."""

import secrets
from typing import Any

import db
from bot.play import clocks, posts
from bot.play.archive import watch_silence
from bot.play.log import Log
from bot.play.pace import CHOICES, UNTIMED
from bot.play.people import Visitor, check_room, host_only, see
from bot.play.position import Position
from bot.play.refusals import Denied
from bot.play.tables import Tables
from rules.chance import commitment

SEED_BYTES = 32


async def open_table(
    tables: Tables,
    key: str,
    options: dict[str, Any],
    host: Visitor,
    *,
    server: int,
    channel: int,
    language: str,
    pace: str | None = None,
    rated: bool = False,
) -> Position:
    """A new table; its pace is the server's own unless the host names one."""
    async with tables.change() as tx:
        return await _open(
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
        )


async def _open(
    tables: Tables,
    tx: db.Transaction,
    key: str,
    options: dict[str, Any],
    host: Visitor,
    *,
    server: int,
    channel: int,
    language: str | None,
    pace: str | None,
    rated: bool,
) -> Position:
    game = tables.games[key]
    await see(tx, host)
    await check_room(tx, host.id)
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
    )
    row = await db.players.join(tx, row, host.id)
    await watch_silence(tx, row)
    return await tables.load(tx, row.code)


async def join(tables: Tables, code: str, visitor: Visitor) -> Position:
    async with tables.change() as tx:
        return await _join(tables, tx, code, visitor)


async def _join(tables: Tables, tx: db.Transaction, code: str, visitor: Visitor) -> Position:
    position = await _gathering(tables, tx, code)
    await see(tx, visitor)
    if position.seat_of(visitor.id) is not None:
        raise Denied("seated_already")
    if len(position.players) >= position.game.info.seats[1]:
        raise Denied("table_full")
    await check_room(tx, visitor.id)
    return await _gathered(tables, tx, await db.players.join(tx, position.row, visitor.id))


async def leave(tables: Tables, code: str, person: int) -> Position:
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        if position.seat_of(person) is None:
            raise Denied("not_at_table")
        return await walk_away(tables, tx, position, person)


async def walk_away(tables: Tables, tx: db.Transaction, position: Position, person: int) -> Position:
    """Somebody leaves a lobby: another is its host then, or it is closed."""
    row = await db.players.leave(tx, position.row, person)
    staying = [player.person for player in position.players if player.person != person]
    if not staying:
        row = await db.games.update(tx, row, status="closed")
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
        return await _gathered(tables, tx, await db.games.update(tx, position.row, rated=rated))


async def start(tables: Tables, code: str, person: int, *, interaction: int) -> Position:
    async with tables.change() as tx:
        position = await _gathering(tables, tx, code)
        host_only(position, person)
        game, fewest = position.game, position.game.info.seats[0]
        if len(position.players) < fewest:
            raise Denied("more_players_needed", n=fewest)
        seed = new_seed()
        log = Log(position)
        log.setup(
            game.setup(len(position.players), position.options(), seed),
            person=person,
            interaction=interaction,
        )
        await log.save(tx, status="running", seed=seed, commitment=commitment(seed), started=tx.now)
        position = await clocks.wind(tx, log)
        row = position.row
        await db.posts.add(tx, posts.about(row, posts.Opening()), posts.about(row, posts.Card(ply=row.ply)))
        return position


async def rematch(tables: Tables, played: Position, visitor: Visitor) -> Position:
    """Another round of a finished game: joined if one of its players has opened it, else opened."""
    async with tables.change() as tx:
        row = played.row
        since = row.ended or row.created
        for lobby in await db.games.opened_in(tx, row.channel, ("lobby",)):
            again = lobby.key == row.key and lobby.created >= since
            if again and lobby.host is not None and played.seat_of(lobby.host) is not None:
                there = await tables.load(tx, lobby.code)
                seated = there.seat_of(visitor.id) is not None
                return there if seated else await _join(tables, tx, lobby.code, visitor)
        assert row.server is not None
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
        )
        await db.posts.add(tx, posts.about(position.row, posts.Place()))
        others = tuple(one for one in played.people_at(played.seats) if one != visitor.id)
        if others:
            notice = posts.Notice(code="another_round", mentions=others)
            await posts.say(tx, position.code, notice, key="again")
        return position


async def _gathered(tables: Tables, tx: db.Transaction, row: db.Game) -> Position:
    await db.posts.add(tx, posts.about(row, posts.Lobby()))
    return await tables.load(tx, row.code)


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
