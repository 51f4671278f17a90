"""Games that were begun under earlier rules or values: they go on under today's, from where they stand.

The log says so with an entry of its own, which keeps the state: what came before is not played again by rules
that were not there then.
"""

import logging

import db
from bot.play.core import outbox_messages
from bot.play.core.game_log import Log
from bot.play.core.game_service import Tables
from bot.play.core.rules_registry import goes_by
from bot.play.core.snapshot import Position
from bot.play.history.story import step_of
from bot.play.turns import votes
from bot.play.turns.turns import follow
from rules.game import Refusal

log = logging.getLogger(__name__)

UNFIT = "rules"
"""Why a game was archived: today's rules cannot go on from where it stands."""


async def take_up(tables: Tables) -> None:
    """At a start: keep today's values, and bring along every game that is not played by its own any more."""
    await tables.rulebooks.remember(tables.store)
    for row in await db.games.one_of_each_rules(tables.store):
        game = await tables.rulebooks.of(tables.store, row)
        if game is not None and not goes_by(game, row):
            for code in await db.games.by_rules(tables.store, row):
                await _take_up(tables, code)


async def _take_up(tables: Tables, code: str) -> None:
    async with tables.store.write() as tx:
        position = await tables.load(tx, code)
        game, row = position.game, position.row
        if goes_by(game, row):
            return  # another process was quicker
        if row.status == "lobby":
            await _agree_anew(tx, position)
        elif (state := position.state if _can_go_on(position) else await _replayed(tx, position)) is not None:
            entries = Log(position)
            entries.take_up(state, before=f"{row.rules_version} {row.pack}")
            await entries.save(
                tx,
                rules_version=game.info.rules_version,
                pack=game.pack,
                rules_since=row.ply + 1,
                last_activity=row.last_activity,  # it is not for us to break the silence
            )
            await _go_on(tx, entries)
            log.info("game %s goes on by rules %s", code, game.info.rules_version)
        elif position.running:
            await _set_aside(tx, position)
            log.warning("game %s cannot go on by today's rules", code)


async def _agree_anew(tx: db.Transaction, position: Position) -> None:
    """Nothing is dealt yet: what was agreed holds as far as it still can be."""
    info, row = position.game.info, position.row
    try:
        options = info.options.model_validate(row.options)
    except ValueError:
        options = info.options()
    await db.games.update(
        tx,
        row,
        rules_version=info.rules_version,
        pack=position.game.pack,
        options=options.model_dump(),
        last_activity=row.last_activity,
    )


def _can_go_on(position: Position) -> bool:
    """Whether today's rules can read where a game stands, and whoever must act there can."""
    if position.state is None:
        return False
    try:
        owing = position.game.to_act(position.state)
        return bool(owing) and all(position.game.legal(position.state, seat) for seat in owing)
    except (ValueError, LookupError, TypeError, AssertionError):
        return False


async def _replayed(tx: db.Transaction, position: Position) -> object | None:
    """Where the same moves lead by today's rules; None where they are not all possible."""
    game, row = position.game, position.row
    assert row.seed is not None
    try:
        options = game.info.options.model_validate(row.options)
        state = game.setup(len(position.players), options, row.seed)
        for entry in await db.entries.in_force(tx, row.code):
            state = step_of(game, state, entry).state
    except (Refusal, ValueError):
        return None
    return state if game.to_act(state) else None


async def _go_on(tx: db.Transaction, entries: Log) -> None:
    """What was prepared for the board as it was is looked at again, and the table is told."""
    position = entries.position
    for vote in await db.votes.open_at(tx, position.code, kind="undo"):
        await votes.close(tx, vote, "moved")
    await db.conditional_moves.drop_all(tx, position.code)
    for order in await db.orders.in_force(tx, position.code):
        if not _is_move(position, order):
            await db.orders.end(tx, order.id, "over")
    if position.running:
        await follow(tx, entries, None)
        said = outbox_messages.Notice(code="rules_changed")
        await outbox_messages.say(tx, position.code, said, key=f"rules {position.row.ply}")


def _is_move(position: Position, order: db.Order) -> bool:
    try:
        position.game.parse(" ".join(order.payload.get("words", ())))
    except Refusal:
        return False
    return True


async def _set_aside(tx: db.Transaction, position: Position) -> None:
    """It rests until there are rules that can read it; nobody's time runs."""
    row = position.row
    assert row.state_hash is not None
    entry = db.NewEntry("archive", row.state_hash, text=UNFIT, barrier=True)
    row = await db.entries.extend(tx, row, [entry], status="archived", last_activity=row.last_activity)
    still: db.PlayerChanges = {"charged_to": None}
    await db.players.update(tx, row.code, dict.fromkeys(position.seats, still))
    await votes.close_all(tx, position)
    await db.timers.cancel(tx, game=row.code)
    await outbox_messages.say(
        tx, row.code, outbox_messages.Notice(code="rules_unfit"), key=f"rules {row.ply}"
    )
