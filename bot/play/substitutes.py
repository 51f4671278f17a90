"""Substitutes: the table looks for somebody to play on in the place of one who is away."""

import db
from bot.play import clocks, posts, votes
from bot.play.log import Log
from bot.play.people import Visitor, check_room, see
from bot.play.position import Position
from bot.play.refusals import Denied
from bot.play.tables import Tables
from bot.play.turns import follow
from rules.game import Seat


async def look_for(tx: db.Transaction, position: Position, seat: Seat) -> None:
    """Ask whether anybody of the server would take a seat; it is still said whose it was once it is taken."""
    payload = {"person": position.players[seat].person}
    await votes.ask(tx, position, "substitute", seat=seat, payload=payload)


async def take_seat(
    tables: Tables, code: str, vote: int, visitor: Visitor, *, server: int | None, interaction: int
) -> Position:
    """A substitute sits down in the place of somebody who is away, with their hand."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        asked = await db.votes.find(tx, vote)
        if asked is None or (asked.game, asked.kind) != (position.code, "substitute") or asked.seat is None:
            raise Denied("seat_not_free")
        if asked.closed is not None:
            raise Denied("seat_taken")
        if position.seat_of(visitor.id) is not None:
            raise Denied("seated_already")
        if server is None or server != position.row.server:
            raise Denied("other_server")
        await check_room(tx, visitor.id)
        await see(tx, visitor)
        return await _sit_down(tables, tx, position, asked, asked.seat, visitor, interaction)


async def _sit_down(
    tables: Tables,
    tx: db.Transaction,
    position: Position,
    asked: db.Vote,
    seat: Seat,
    visitor: Visitor,
    interaction: int,
) -> Position:
    code, before = position.code, position.players[seat].person
    await votes.close(tx, asked, "taken")
    await db.players.reseat(tx, code, seat, visitor.id)
    await clocks.give_all_time(tx, position, seat)
    log = Log(await tables.load(tx, code))
    log.note("substitute", seat, person=visitor.id, interaction=interaction)
    position = await log.save(tx)
    key = f"substitute {position.row.ply}"
    values: dict[str, str | int] = {"seat": seat, "code": code}
    if before is not None:
        values["before"] = before
        given_away = posts.Notice(code="seat_given_away", values=values)
        await posts.tell(tx, before, given_away, key=key, game=code)
    taken = posts.Notice(code="seat_taken", values=values, mentions=(visitor.id,))
    await posts.say(tx, code, taken, key=key)
    await posts.tell(tx, visitor.id, posts.Notice(code="seat_is_yours", values=values), key=key, game=code)
    position = await follow(tx, log, None)
    await db.posts.add(tx, *posts.hands(position.row, (seat,)))
    return position
