"""Taking back: freely up to a barrier, behind it by everybody's consent."""

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, seat_of
from bot.play.core.game_log import BY_VOTE, FORCED, GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history.story import slips_of, stood
from bot.play.turns import votes
from bot.play.turns.turns import follow
from rules.game import Refusal, Seat


async def can_undo(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> bool:
    return snapshot.running and bool(await _slips(reads, snapshot, seat))


async def undo(
    service: GameService, code: str, actor: Actor, *, interaction: int, all_of_it: bool = False
) -> GameSnapshot:
    """Take back the visitor's latest move, or all they can, and play again what others did since."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = seat_of(snapshot, actor.id)
        slips = await _slips(tx, snapshot, seat)
        if not slips:
            raise Denied("nothing_to_undo")
        first = slips[0] if all_of_it else slips[-1]
        log, since = await _taken_back(tx, snapshot, first, person=actor.id, interaction=interaction)
        for entry in since:
            if entry.kind == "move" and entry.seat not in (None, seat) and entry.by != FORCED:
                assert entry.seat is not None
                move = snapshot.game.parse(entry.text)
                step = snapshot.game.apply(log.snapshot.state, entry.seat, move)
                log.move(entry.seat, move, step, person=entry.person, by=entry.by)
        await log.save(tx)
        return await follow(tx, log, seat)


async def own_last(reads: db.Reads, snapshot: GameSnapshot, person: int) -> tuple[db.Entry, int] | None:
    """Somebody's latest move in force, and how many moves of others came after it."""
    log = await db.entries.in_force(reads, snapshot.code)
    # What was played by earlier rules stands.
    since = snapshot.row.rules_since or 0
    entries = [entry for entry in log if entry.kind == "move" and entry.ply > since]
    for index in range(len(entries) - 1, -1, -1):
        if entries[index].person == person:
            others = sum(entry.seat != entries[index].seat for entry in entries[index + 1 :])
            return entries[index], others
    return None


async def ask(service: GameService, code: str, actor: Actor, ply: int) -> None:
    """Ask the others whether somebody may take back what stands behind a barrier."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = votes.check_plays(snapshot, actor)
        found = await own_last(tx, snapshot, actor.id)
        if found is None or found[0].ply != ply:
            raise Refusal("stale")
        if not votes.asked(snapshot, "undo", seat):
            raise Denied("nobody_to_ask")
        if await db.votes.open_at(tx, snapshot.code, kind="undo"):
            raise Denied("asked_already")
        payload = {"ply": ply, "made": found[0].at, "later": found[1]}
        await votes.ask(tx, snapshot, "undo", seat=seat, by=actor.id, payload=payload)


@votes.decides("undo")
async def _after_vote(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    vote: db.Vote,
    result: str,
    answered: bool,  # noqa: ARG001 - part of what every decision is given
) -> None:
    """Take back the move and all that came after; boards and hands that changed are sent anew."""
    if result != "yes":
        return
    game, ply = snapshot.game, int(vote.payload["ply"])
    in_force = await db.entries.in_force(tx, snapshot.code)
    slip = next(entry for entry in in_force if entry.ply == ply)
    log, _ = await _taken_back(tx, snapshot, slip, person=vote.opened_by, by=BY_VOTE)
    await log.save(tx)
    changed = [
        player.seat
        for player in snapshot.players
        if not player.caretaker
        and game.view(snapshot.state, player.seat) != game.view(log.snapshot.state, player.seat)
    ]
    row = log.snapshot.row
    await db.outbox.add(
        tx,
        outbox_messages.about(row, outbox_messages.Card(ply=row.ply)),
        *outbox_messages.hands(row, changed),
    )
    await follow(tx, log, slip.seat)


async def _slips(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> list[db.Entry]:
    log = await db.entries.since_kept(reads, snapshot.code, snapshot.row.ply)
    return slips_of(db.entries.effective(log), seat)


async def _taken_back(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    slip: db.Entry,
    *,
    person: int | None,
    by: str | None = None,
    interaction: int | None = None,
) -> tuple[GameLog, tuple[db.Entry, ...]]:
    """A log that goes back to before an entry in force, and the entries in force that came after it."""
    state, entries = await stood(tx, snapshot, slip.ply - 1)
    in_force = db.entries.effective(entries)
    back_to = max(entry.ply for entry in in_force if entry.ply < slip.ply)
    log = GameLog(snapshot)
    log.take_back(slip, back_to, state, person=person, by=by, interaction=interaction)
    return log, tuple(entry for entry in in_force if entry.ply > slip.ply)
