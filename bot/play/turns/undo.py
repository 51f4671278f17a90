"""Taking back: freely up to a barrier, behind it by everybody's consent."""

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Visitor, seat_of
from bot.play.core.game_log import BY_VOTE, FORCED, Log
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.history.story import slips_of, stood
from bot.play.turns import votes
from bot.play.turns.turns import follow
from rules.game import Refusal, Seat


async def can_undo(reads: db.Reads, position: Position, seat: Seat) -> bool:
    return position.running and bool(await _slips(reads, position, seat))


async def undo(
    tables: Tables, code: str, visitor: Visitor, *, interaction: int, all_of_it: bool = False
) -> Position:
    """Take back the visitor's latest move, or all they can, and play again what others did since."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = seat_of(position, visitor.id)
        slips = await _slips(tx, position, seat)
        if not slips:
            raise Denied("nothing_to_undo")
        first = slips[0] if all_of_it else slips[-1]
        log, since = await _taken_back(tx, position, first, person=visitor.id, interaction=interaction)
        for entry in since:
            if entry.kind == "move" and entry.seat not in (None, seat) and entry.by != FORCED:
                assert entry.seat is not None
                move = position.game.parse(entry.text)
                step = position.game.apply(log.position.state, entry.seat, move)
                log.move(entry.seat, move, step, person=entry.person, by=entry.by)
        await log.save(tx)
        return await follow(tx, log, seat)


async def own_last(reads: db.Reads, position: Position, person: int) -> tuple[db.Entry, int] | None:
    """Somebody's latest move in force, and how many moves of others came after it."""
    log = await db.entries.in_force(reads, position.code)
    # What was played by earlier rules stands.
    since = position.row.rules_since or 0
    entries = [entry for entry in log if entry.kind == "move" and entry.ply > since]
    for index in range(len(entries) - 1, -1, -1):
        if entries[index].person == person:
            others = sum(entry.seat != entries[index].seat for entry in entries[index + 1 :])
            return entries[index], others
    return None


async def ask(tables: Tables, code: str, visitor: Visitor, ply: int) -> None:
    """Ask the others whether somebody may take back what stands behind a barrier."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = votes.check_plays(position, visitor)
        found = await own_last(tx, position, visitor.id)
        if found is None or found[0].ply != ply:
            raise Refusal("stale")
        if not votes.asked(position, "undo", seat):
            raise Denied("nobody_to_ask")
        if await db.votes.open_at(tx, position.code, kind="undo"):
            raise Denied("asked_already")
        payload = {"ply": ply, "made": found[0].at, "later": found[1]}
        await votes.ask(tx, position, "undo", seat=seat, by=visitor.id, payload=payload)


@votes.decides("undo")
async def _after_vote(
    tx: db.Transaction,
    position: Position,
    vote: db.Vote,
    result: str,
    answered: bool,  # noqa: ARG001 - part of what every decision is given
) -> None:
    """Take back the move and all that came after; boards and hands that changed are sent anew."""
    if result != "yes":
        return
    game, ply = position.game, int(vote.payload["ply"])
    in_force = await db.entries.in_force(tx, position.code)
    slip = next(entry for entry in in_force if entry.ply == ply)
    log, _ = await _taken_back(tx, position, slip, person=vote.opened_by, by=BY_VOTE)
    await log.save(tx)
    changed = [
        player.seat
        for player in position.players
        if not player.caretaker
        and game.view(position.state, player.seat) != game.view(log.position.state, player.seat)
    ]
    row = log.position.row
    await db.outbox.add(
        tx,
        outbox_messages.about(row, outbox_messages.Card(ply=row.ply)),
        *outbox_messages.hands(row, changed),
    )
    await follow(tx, log, slip.seat)


async def _slips(reads: db.Reads, position: Position, seat: Seat) -> list[db.Entry]:
    log = await db.entries.since_kept(reads, position.code, position.row.ply)
    return slips_of(db.entries.effective(log), seat)


async def _taken_back(
    tx: db.Transaction,
    position: Position,
    slip: db.Entry,
    *,
    person: int | None,
    by: str | None = None,
    interaction: int | None = None,
) -> tuple[Log, tuple[db.Entry, ...]]:
    """A log that goes back to before an entry in force, and the entries in force that came after it."""
    state, entries = await stood(tx, position, slip.ply - 1)
    in_force = db.entries.effective(entries)
    back_to = max(entry.ply for entry in in_force if entry.ply < slip.ply)
    log = Log(position)
    log.take_back(slip, back_to, state, person=person, by=by, interaction=interaction)
    return log, tuple(entry for entry in in_force if entry.ply > slip.ply)
