"""Delayed moves are committed after a few seconds, unless the player goes back or moves otherwise."""

import db
from bot.play.core import timers
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import delayed_moves
from rules.game import Move, Seat
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, TableFixture
from tests.play.turn_ends import find_last_action, next_actions


async def start_at_last_action(tables: TableFixture) -> tuple[GameSnapshot, Seat, Move]:
    """Play Explorers until one action is left. Returns the snapshot, seat and a move that ends the turn."""
    code = await tables.start_game(ASTRID, BJORN, game="explorers")
    while True:
        snapshot = await tables.snapshot(code)
        seat = min(snapshot.owing_seats())
        if move := find_last_action(snapshot):
            return snapshot, seat, move
        actor = next(one for one in ACTORS if one.id == snapshot.players[seat].person)
        await tables.play(code, actor, str(next_actions(snapshot)[0]))


async def test_what_ends_a_turn_is_made_by_itself(tables: TableFixture) -> None:
    snapshot, seat, move = await start_at_last_action(tables)
    await delayed_moves.schedule(tables.service, snapshot, seat, (move,))
    await tables.advance(delayed_moves.COMMIT_DELAY_MS - 1)
    waiting = await tables.snapshot(snapshot.code)
    assert waiting.owing_seats() == {seat}
    pending = await delayed_moves.find_pending(tables.store, waiting, seat)
    assert pending is not None
    assert pending.moves == (move,)
    await tables.advance(1)
    assert (await tables.snapshot(snapshot.code)).owing_seats() == {1 - seat}
    last = (await db.entries.read_effective_log(tables.store, snapshot.code))[-1]
    assert (last.seat, last.text) == (seat, str(move))


async def test_it_can_be_taken_back(tables: TableFixture) -> None:
    snapshot, seat, move = await start_at_last_action(tables)
    await delayed_moves.schedule(tables.service, snapshot, seat, (move,))
    await delayed_moves.cancel(tables.service, snapshot, seat)
    await tables.advance(2 * delayed_moves.COMMIT_DELAY_MS)
    after = await tables.snapshot(snapshot.code)
    assert after.owing_seats() == {seat}
    assert after.row.ply == snapshot.row.ply
    assert await delayed_moves.find_pending(tables.store, after, seat) is None


async def test_nothing_comes_of_it_once_something_else_was_done(tables: TableFixture) -> None:
    snapshot, seat, move = await start_at_last_action(tables)
    await delayed_moves.schedule(tables.service, snapshot, seat, (move,))
    actor = next(one for one in ACTORS if one.id == snapshot.players[seat].person)
    await tables.undo(snapshot.code, actor)
    assert await delayed_moves.find_pending(tables.store, await tables.snapshot(snapshot.code), seat) is None
    await tables.advance(2 * delayed_moves.COMMIT_DELAY_MS)
    assert (await tables.snapshot(snapshot.code)).owing_seats() == {seat}


async def test_it_is_made_once_however_it_comes(tables: TableFixture) -> None:
    snapshot, seat, move = await start_at_last_action(tables)
    await delayed_moves.schedule(tables.service, snapshot, seat, (move,))
    made = await delayed_moves.commit_now(tables.service, snapshot.code, seat)
    assert made is not None
    assert made.snapshot.owing_seats() == {1 - seat}
    assert await delayed_moves.commit_now(tables.service, snapshot.code, seat) is None
    await tables.advance(2 * delayed_moves.COMMIT_DELAY_MS)
    assert (await tables.snapshot(snapshot.code)).row.ply == made.snapshot.row.ply


async def test_it_is_made_although_others_have_moved_meanwhile(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, game="shipwrights")
    snapshot = await tables.snapshot(code)
    assert snapshot.owing_seats() == {0, 1}
    chosen = snapshot.legal(0)[0]
    await delayed_moves.schedule(tables.service, snapshot, 0, (chosen,))
    other = next(one for one in ACTORS if one.id == snapshot.players[1].person)
    await tables.play(code, other, str(snapshot.legal(1)[0]))
    await tables.advance(delayed_moves.COMMIT_DELAY_MS)
    entries = await db.entries.read_effective_log(tables.store, code)
    assert [(each.seat, each.text) for each in entries[-2:]][-1] == (0, str(chosen))


async def test_nothing_is_made_for_whoever_sits_there_now(tables: TableFixture) -> None:
    snapshot, seat, move = await start_at_last_action(tables)
    await delayed_moves.schedule(tables.service, snapshot, seat, (move,))
    async with tables.store.write() as tx:
        await db.players.replace_user(tx, snapshot.code, seat, ACTORS[2].id)
    assert await delayed_moves.find_pending(tables.store, await tables.snapshot(snapshot.code), seat) is None
    await tables.advance(2 * delayed_moves.COMMIT_DELAY_MS)
    assert (await tables.snapshot(snapshot.code)).row.ply == snapshot.row.ply


async def test_what_would_mean_something_else_by_then_is_not_made(tables: TableFixture) -> None:
    snapshot, seat, move = await start_at_last_action(tables)
    await delayed_moves.schedule(tables.service, snapshot, seat, (move,))
    key = timers.delayed_move_key(snapshot.code, seat)
    timer = await db.timers.find(tables.store, key)
    assert timer is not None
    changed = {**timer.payload, "meant": ["something else"]}
    async with tables.store.write() as tx:
        await db.timers.schedule(tx, db.NewTimer(timer.kind, key, timer.due, changed, game=snapshot.code))
    await tables.advance(2 * delayed_moves.COMMIT_DELAY_MS)
    assert (await tables.snapshot(snapshot.code)).row.ply == snapshot.row.ply


async def test_only_what_its_button_tells_whole_is_held(tables: TableFixture) -> None:
    snapshot, seat, move = await start_at_last_action(tables)
    end = snapshot.legal(seat)[-1]
    assert end.kind == "end"
    assert delayed_moves.can_be_delayed(snapshot.game, (move,))
    assert not delayed_moves.can_be_delayed(snapshot.game, (move, end))
