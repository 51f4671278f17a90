"""Migration of stored games to changed rules or components, from their current state.

A log entry with a checkpoint marks the change, so that earlier moves are never replayed under later rules.
"""

import logging
from dataclasses import replace

import db
from bot.play.core import GameLog, GameService, GameSnapshot, outbox_messages
from bot.play.core.rules_registry import rules_match
from bot.play.history.story import apply_entry
from bot.play.turns import votes
from bot.play.turns.standing_orders import instruction_of, is_readable
from bot.play.turns.turns import after_move
from rules.game import Refusal

log = logging.getLogger(__name__)

RULES_UNFIT = "rules"
"""Text of the archive entry of a game that the current rules cannot continue."""


async def migrate_games(service: GameService) -> None:
    """Store the current component values, and migrate games whose own rules are gone. Runs at startup."""
    await service.rules_registry.store_components(service.store)
    for row in await db.games.list_one_per_rules(service.store):
        game = await service.rules_registry.rules_for(service.store, row)
        if game is not None and not rules_match(game, row):
            for code in await db.games.list_codes_by_rules(service.store, row):
                await _migrate_game(service, code)


async def _migrate_game(service: GameService, code: str) -> None:
    async with service.store.write() as tx:
        snapshot = await service.load(tx, code)
        game, row = snapshot.game, snapshot.row
        if rules_match(game, row):
            return  # another process has migrated it
        if row.status == "lobby":
            await _migrate_lobby(tx, snapshot)
        elif (
            state := snapshot.state if _can_continue(snapshot) else await _replay(tx, snapshot)
        ) is not None:
            entries = GameLog(snapshot)
            entries.add_rules_change(state, before=f"{row.rules_version} {row.pack}")
            # A migration is no activity of the players.
            migrated = replace(
                row, rules_version=game.info.rules_version, pack=game.pack, rules_since=row.ply + 1
            )
            await entries.save(tx, migrated)
            await _after_migration(tx, entries)
            log.info("game %s goes on by rules %s", code, game.info.rules_version)
        elif snapshot.is_running:
            await _archive(tx, snapshot)
            log.warning("game %s cannot go on by today's rules", code)


async def _migrate_lobby(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Update the rules of a game that has not started. Options that no longer fit are reset."""
    info, row = snapshot.game.info, snapshot.row
    try:
        options = info.options.model_validate(row.options)
    except ValueError:
        options = info.options()
    migrated = replace(
        row, rules_version=info.rules_version, pack=snapshot.game.pack, options=options.model_dump()
    )
    await db.games.update(tx, row, migrated)


def _can_continue(snapshot: GameSnapshot) -> bool:
    """True if the current rules can read the state and offer a move to every seat that must act."""
    if snapshot.state is None:
        return False
    try:
        owing = snapshot.game.to_act(snapshot.state)
        return bool(owing) and all(snapshot.game.legal(snapshot.state, seat) for seat in owing)
    except (ValueError, LookupError, TypeError, AssertionError):
        return False


async def _replay(tx: db.Transaction, snapshot: GameSnapshot) -> object | None:
    """Replay the log under the current rules. Returns the state, or None if a move is no longer legal.

    A game from a position of another game has no deal to replay from.
    """
    game, row = snapshot.game, snapshot.row
    if row.continues is not None:
        return None
    assert row.seed is not None
    try:
        options = game.info.options.model_validate(row.options)
        state = game.setup(len(snapshot.players), options, row.seed)
        for entry in await db.entries.read_effective_log(tx, row.code):
            state = apply_entry(game, state, entry).state
    except (Refusal, ValueError):
        return None
    return state if game.to_act(state) else None


async def _after_migration(tx: db.Transaction, entries: GameLog) -> None:
    """Drop undo votes, plans and orders that no longer apply, and notify the table."""
    snapshot = entries.snapshot
    for vote in await db.votes.list_open(tx, snapshot.code, kind="undo"):
        await votes.close_vote(tx, vote, "moved")
    await db.conditional_moves.delete_all(tx, snapshot.code)
    for order in await db.standing_orders.list_in_force(tx, snapshot.code):
        try:
            readable = is_readable(snapshot.game, instruction_of(order))
        except Refusal:
            readable = False
        if not readable:
            await db.standing_orders.end(tx, order.id, "over")
    if snapshot.is_running:
        await after_move(tx, entries, None)
        notice = outbox_messages.Notice(code="rules_changed")
        await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"rules {snapshot.row.ply}")


async def _archive(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Archive a game until rules are installed that can read it. Clocks and timers stop."""
    row = snapshot.row
    assert row.state_hash is not None
    entry = db.NewEntry("archive", row.state_hash, text=RULES_UNFIT, barrier=True)
    row = await db.entries.append(tx, row, [entry], changed=replace(row, status="archived"))
    stopped: db.PlayerChanges = {"charged_to": None}
    await db.players.update(tx, row.code, dict.fromkeys(snapshot.seats, stopped))
    await votes.close_all(tx, snapshot)
    await db.timers.cancel(tx, game=row.code)
    await outbox_messages.post_notice(
        tx, row.code, outbox_messages.Notice(code="rules_unfit"), key=f"rules {row.ply}"
    )
