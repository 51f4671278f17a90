"""Substitutes: the table looks for somebody to play on in the place of one who is away."""

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages
from bot.play.core.authorization import Visitor, check_room, host_only, see
from bot.play.core.game_log import Log
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.turns import opponents, votes
from bot.play.turns.turns import follow
from rules.game import Seat


async def look_for(tx: db.Transaction, position: Position, seat: Seat) -> None:
    """Ask whether anybody of the server would take a seat; it is still said whose it was once it is taken."""
    payload = {"person": position.players[seat].person}
    await votes.ask(tx, position, "substitute", seat=seat, payload=payload)


async def offer_seat(tables: Tables, code: str, person: int, seat: Seat | None = None) -> None:
    """The host lets somebody take the seat of a computer player while the game goes on: the last one's,
    unless they say whose."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        host_only(position, person)
        if not position.opponents or position.private:
            raise Denied("no_opponent_here")
        seat = max(position.opponents) if seat is None else seat
        if seat not in position.opponents:
            raise Denied("not_a_choice")
        if await db.votes.open_at(tx, position.code, seat=seat):
            raise Denied("asked_already")
        await look_for(tx, position, seat)


async def seat_opponent(tables: Tables, code: str, vote: int, visitor: Visitor) -> Position:
    """A computer player sits down in the place of somebody who is away; those who play may choose that."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        votes.check_plays(position, visitor)
        asked = await _asked(tx, position, vote)
        if position.row.rated:
            raise Denied("rated_needs_people")
        assert asked.seat is not None
        opponent = await opponents.free_one(tx, position)
        if opponent is None or asked.seat in position.opponents:
            raise Denied("seat_taken")
        await _reseat(tx, position, asked, opponent)
        log = Log(await tables.load(tx, code))
        log.note("substitute", asked.seat)
        position = await log.save(tx)
        return await follow(tx, log, None)


async def _reseat(tx: db.Transaction, position: Position, asked: db.Vote, opponent: int) -> None:
    """Skald plays that seat from now on, and both the table and who sat there are told."""
    code, seat = position.code, asked.seat
    assert seat is not None
    await votes.close(tx, asked, "taken")
    await db.players.reseat(tx, code, seat, opponent)
    await db.players.update(tx, code, {seat: {"caretaker_since": tx.now}})
    values: dict[str, str | int] = {"seat": seat, "code": code, "before": position.players[seat].person or 0}
    key = f"substitute {position.row.ply}"
    await outbox_messages.say(tx, code, outbox_messages.Notice(code="seat_taken", values=values), key=key)
    if before := position.players[seat].person:
        given_away = outbox_messages.Notice(code="seat_given_away", values=values)
        await outbox_messages.tell(tx, before, given_away, key=key, game=code)


async def _asked(tx: db.Transaction, position: Position, vote: int) -> db.Vote:
    """The question who takes a seat, as long as it is open."""
    asked = await db.votes.find(tx, vote)
    if asked is None or (asked.game, asked.kind) != (position.code, "substitute") or asked.seat is None:
        raise Denied("seat_not_free")
    if asked.closed is not None:
        raise Denied("seat_taken")
    return asked


async def take_seat(
    tables: Tables, code: str, vote: int, visitor: Visitor, *, server: int | None, interaction: int
) -> Position:
    """A substitute sits down in the place of somebody who is away, with their hand."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        asked = await _asked(tx, position, vote)
        if position.seat_of(visitor.id) is not None:
            raise Denied("seated_already")
        if server is None or server != position.row.server:
            raise Denied("other_server")
        await check_room(tx, visitor.id)
        await see(tx, visitor)
        assert asked.seat is not None
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
    left = before or position.people[seat].id
    await votes.close(tx, asked, "taken")
    await db.players.reseat(tx, code, seat, visitor.id)
    await clocks.give_all_time(tx, position, seat)
    log = Log(await tables.load(tx, code))
    log.note("substitute", seat, person=visitor.id, interaction=interaction)
    position = await log.save(tx)
    key = f"substitute {position.row.ply}"
    values: dict[str, str | int] = {"seat": seat, "code": code}
    values["before"] = left
    if before is not None:
        given_away = outbox_messages.Notice(code="seat_given_away", values=values)
        await outbox_messages.tell(tx, before, given_away, key=key, game=code)
    await outbox_messages.say(tx, code, outbox_messages.Notice(code="seat_taken", values=values), key=key)
    await outbox_messages.tell(
        tx, visitor.id, outbox_messages.Notice(code="seat_is_yours", values=values), key=key, game=code
    )
    position = await follow(tx, log, None)
    await db.outbox.add(tx, *outbox_messages.hands(position.row, (seat,)))
    return position
