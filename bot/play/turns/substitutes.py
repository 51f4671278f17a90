"""Substitutes: the table looks for somebody to play on in the place of one who is away."""

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, check_room, host_only, see
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import opponents, votes
from bot.play.turns.turns import follow
from rules.game import Seat


async def look_for(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    """Ask whether anybody of the server would take a seat; it is still said whose it was once it is taken."""
    payload = {"person": snapshot.players[seat].person}
    await votes.ask(tx, snapshot, "substitute", seat=seat, payload=payload)


async def offer_seat(service: GameService, code: str, person: int, seat: Seat | None = None) -> None:
    """The host lets somebody take the seat of a computer player while the game goes on: the last one's,
    unless they say whose."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        host_only(snapshot, person)
        if not snapshot.opponents or snapshot.private:
            raise Denied("no_opponent_here")
        seat = max(snapshot.opponents) if seat is None else seat
        if seat not in snapshot.opponents:
            raise Denied("not_a_choice")
        if await db.votes.open_at(tx, snapshot.code, seat=seat):
            raise Denied("asked_already")
        await look_for(tx, snapshot, seat)


async def seat_opponent(service: GameService, code: str, vote: int, actor: Actor) -> GameSnapshot:
    """A computer player sits down in the place of somebody who is away; those who play may choose that."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        votes.check_plays(snapshot, actor)
        asked = await _asked(tx, snapshot, vote)
        if snapshot.row.rated:
            raise Denied("rated_needs_people")
        assert asked.seat is not None
        opponent = await opponents.free_one(tx, snapshot)
        if opponent is None or asked.seat in snapshot.opponents:
            raise Denied("seat_taken")
        await _reseat(tx, snapshot, asked, opponent)
        log = GameLog(await service.load(tx, code))
        log.note("substitute", asked.seat)
        snapshot = await log.save(tx)
        return await follow(tx, log, None)


async def _reseat(tx: db.Transaction, snapshot: GameSnapshot, asked: db.Vote, opponent: int) -> None:
    """Skald plays that seat from now on, and both the table and who sat there are told."""
    code, seat = snapshot.code, asked.seat
    assert seat is not None
    await votes.close(tx, asked, "taken")
    await db.players.reseat(tx, code, seat, opponent)
    await db.players.update(tx, code, {seat: {"caretaker_since": tx.now}})
    values: dict[str, str | int] = {"seat": seat, "code": code, "before": snapshot.players[seat].person or 0}
    key = f"substitute {snapshot.row.ply}"
    await outbox_messages.say(tx, code, outbox_messages.Notice(code="seat_taken", values=values), key=key)
    if before := snapshot.players[seat].person:
        given_away = outbox_messages.Notice(code="seat_given_away", values=values)
        await outbox_messages.tell(tx, before, given_away, key=key, game=code)


async def _asked(tx: db.Transaction, snapshot: GameSnapshot, vote: int) -> db.Vote:
    """The question who takes a seat, as long as it is open."""
    asked = await db.votes.find(tx, vote)
    if asked is None or (asked.game, asked.kind) != (snapshot.code, "substitute") or asked.seat is None:
        raise Denied("seat_not_free")
    if asked.closed is not None:
        raise Denied("seat_taken")
    return asked


async def take_seat(
    service: GameService, code: str, vote: int, actor: Actor, *, server: int | None, interaction: int
) -> GameSnapshot:
    """A substitute sits down in the place of somebody who is away, with their hand."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        asked = await _asked(tx, snapshot, vote)
        if snapshot.seat_of(actor.id) is not None:
            raise Denied("seated_already")
        if server is None or server != snapshot.row.server:
            raise Denied("other_server")
        await check_room(tx, actor.id)
        await see(tx, actor)
        assert asked.seat is not None
        return await _sit_down(service, tx, snapshot, asked, asked.seat, actor, interaction)


async def _sit_down(
    service: GameService,
    tx: db.Transaction,
    snapshot: GameSnapshot,
    asked: db.Vote,
    seat: Seat,
    actor: Actor,
    interaction: int,
) -> GameSnapshot:
    code, before = snapshot.code, snapshot.players[seat].person
    left = before or snapshot.users[seat].id
    await votes.close(tx, asked, "taken")
    await db.players.reseat(tx, code, seat, actor.id)
    await clocks.give_all_time(tx, snapshot, seat)
    log = GameLog(await service.load(tx, code))
    log.note("substitute", seat, person=actor.id, interaction=interaction)
    snapshot = await log.save(tx)
    key = f"substitute {snapshot.row.ply}"
    values: dict[str, str | int] = {"seat": seat, "code": code}
    values["before"] = left
    if before is not None:
        given_away = outbox_messages.Notice(code="seat_given_away", values=values)
        await outbox_messages.tell(tx, before, given_away, key=key, game=code)
    await outbox_messages.say(tx, code, outbox_messages.Notice(code="seat_taken", values=values), key=key)
    await outbox_messages.tell(
        tx, actor.id, outbox_messages.Notice(code="seat_is_yours", values=values), key=key, game=code
    )
    snapshot = await follow(tx, log, None)
    await db.outbox.add(tx, *outbox_messages.hands(snapshot.row, (seat,)))
    return snapshot
