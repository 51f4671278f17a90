"""Undo: freely up to a barrier, beyond it by a vote of all other players."""

from typing import Unpack

import db
from bot.play.core import Actor, Denied, GameLog, GameService, GameSnapshot, Seen, outbox_messages
from bot.play.core.game_log import BY_VOTE, FORCED, Origin
from bot.play.history.story import state_after, undoable_moves
from bot.play.turns import votes
from bot.play.turns.turns import after_move
from rules.game import Move, Refusal, Seat


async def can_undo(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> bool:
    return snapshot.is_running and bool(await _load_undoable_moves(reads, snapshot, seat))


async def load_ways_back(
    reads: db.Reads, snapshot: GameSnapshot, seat: Seat, log: tuple[db.Entry, ...]
) -> frozenset[Move]:
    """Return the legal moves that only take back moves which the seat can undo. `log` holds those moves."""
    if not snapshot.game.info.reversible_kinds or seat not in snapshot.owing_seats():
        return frozenset()
    undoable = undoable_moves(db.entries.effective_entries(log), seat)
    if not undoable:
        return frozenset()
    state, _ = await state_after(reads, snapshot, undoable[0].ply - 1, log)
    made = [snapshot.game.parse(entry.text) for entry in undoable]
    return snapshot.game.ways_back(state, seat, made)


async def undo(
    service: GameService,
    code: str,
    actor: Actor,
    *,
    interaction_id: int,
    all_moves: bool = False,
    seen: Seen | None = None,
) -> GameSnapshot:
    """Take back the actor's latest move, or all they can, and replay what others did since.

    Raises Refusal("stale") if the player saw something else (a double tap), and Denied if no move can be
    taken back. Buttons of earlier releases have a version that was never checked.
    """
    async with service.player_transaction(code, actor.id) as (tx, snapshot, seat):
        if isinstance(seen, str) and not snapshot.is_unchanged(seat, seen):
            raise Refusal("stale")
        undoable = await _load_undoable_moves(tx, snapshot, seat)
        if not undoable:
            raise Denied("nothing_to_undo")
        first = undoable[0] if all_moves else undoable[-1]
        log, since = await _rewind(tx, snapshot, first, user_id=actor.id, interaction_id=interaction_id)
        for entry in since:
            if entry.kind == "move" and entry.seat not in (None, seat) and entry.by != FORCED:
                assert entry.seat is not None
                move = snapshot.game.parse(entry.text)
                step = snapshot.game.apply(log.snapshot.state, entry.seat, move)
                log.add_move(entry.seat, move, step, user_id=entry.person, by=entry.by)
        await log.save(tx)
        return await after_move(tx, log, seat)


async def last_own_move(reads: db.Reads, snapshot: GameSnapshot, user_id: int) -> tuple[db.Entry, int] | None:
    """A user's latest effective move, and the number of other players' moves after it."""
    log = await db.entries.read_effective_log(reads, snapshot.code)
    # Moves played under earlier rules cannot be undone.
    since = snapshot.row.rules_since or 0
    entries = [entry for entry in log if entry.kind == "move" and entry.ply > since]
    for index in range(len(entries) - 1, -1, -1):
        if entries[index].person == user_id:
            others = sum(entry.seat != entries[index].seat for entry in entries[index + 1 :])
            return entries[index], others
    return None


async def ask_to_undo(service: GameService, code: str, actor: Actor, ply: int) -> None:
    """Open a vote on whether the actor may take back a move behind a barrier."""
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        seat = votes.require_active_seat(snapshot, actor)
        found = await last_own_move(tx, snapshot, actor.id)
        if found is None or found[0].ply != ply:
            raise Refusal("stale")
        if not votes.voters(snapshot, "undo", seat):
            raise Denied("nobody_to_ask")
        if await db.votes.list_open(tx, snapshot.code, kind="undo"):
            raise Denied("asked_already")
        payload = {"ply": ply, "made": found[0].at, "later": found[1]}
        await votes.open_vote(tx, snapshot, "undo", seat=seat, by=actor.id, payload=payload)


@votes.on_result("undo")
async def _apply_vote(tx: db.Transaction, snapshot: GameSnapshot, closed: votes.ClosedVote) -> None:
    """Take back the move and all that came after, and post the card and the hands that changed."""
    if closed.result != "yes":
        return
    game, ply = snapshot.game, int(closed.vote.payload["ply"])
    in_force = await db.entries.read_effective_log(tx, snapshot.code)
    undone = next(entry for entry in in_force if entry.ply == ply)
    log, _ = await _rewind(tx, snapshot, undone, user_id=closed.vote.opened_by, by=BY_VOTE)
    await log.save(tx)
    changed = [
        player.seat
        for player in snapshot.players
        if not player.has_caretaker
        and game.view(snapshot.state, player.seat) != game.view(log.snapshot.state, player.seat)
    ]
    row = log.snapshot.row
    await db.outbox.enqueue(
        tx,
        outbox_messages.game_post(row, outbox_messages.TurnCard(ply=row.ply)),
        *outbox_messages.hand_posts(row, changed),
    )
    await after_move(tx, log, undone.seat)


async def _load_undoable_moves(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> list[db.Entry]:
    log = await db.entries.read_log_since_checkpoint(reads, snapshot.code, snapshot.row.ply)
    return undoable_moves(db.entries.effective_entries(log), seat)


async def _rewind(
    tx: db.Transaction, snapshot: GameSnapshot, undone: db.Entry, **origin: Unpack[Origin]
) -> tuple[GameLog, tuple[db.Entry, ...]]:
    """Start a log that goes back to before `undone`. Returns it and the effective entries after `undone`."""
    state, entries = await state_after(tx, snapshot, undone.ply - 1)
    in_force = db.entries.effective_entries(entries)
    log = GameLog(snapshot)
    log.add_undo(undone, max(each.ply for each in in_force if each.ply < undone.ply), state, **origin)
    return log, tuple(entry for entry in in_force if entry.ply > undone.ply)
