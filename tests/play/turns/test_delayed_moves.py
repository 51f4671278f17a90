"""What is final and plain is made in a moment, unless whoever chose it goes back or does something else."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.core import timers
from bot.play.core.snapshot import Position
from bot.play.turns import delayed_moves
from rules.game import Move, Seat
from tests.play.table_fixture import ASTRID, BJORN, PEOPLE, Tabletop, opened_tabletop


@pytest.fixture
async def top(tmp_path: Path) -> AsyncIterator[Tabletop]:
    async with opened_tabletop(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


async def at_the_last_action(top: Tabletop) -> tuple[Position, Seat, Move]:
    """A turn of Explorers with one action left, and a move that ends it."""
    code = await top.start(ASTRID, BJORN, game="explorers")
    while True:
        position = await top.position(code)
        seat = min(position.owing())
        moves = [move for move in position.legal(seat) if move.kind != "end"]
        for move in moves:
            after = position.game.apply(position.state, seat, move).state
            if delayed_moves.can_be_held(position.game, (move,)) and seat not in position.game.to_act(after):
                return position, seat, move
        visitor = next(one for one in PEOPLE if one.id == position.players[seat].person)
        await top.play(code, visitor, str(moves[0]))


async def test_what_ends_a_turn_is_made_by_itself(top: Tabletop) -> None:
    position, seat, move = await at_the_last_action(top)
    await delayed_moves.hold(top.tables, position, seat, (move,))
    await top.go(delayed_moves.MOMENT - 1)
    waiting = await top.position(position.code)
    assert waiting.owing() == {seat}
    held = await delayed_moves.find(top.store, waiting, seat)
    assert held is not None
    assert held.moves == (move,)
    await top.go(1)
    assert (await top.position(position.code)).owing() == {1 - seat}
    last = (await db.entries.in_force(top.store, position.code))[-1]
    assert (last.seat, last.text) == (seat, str(move))


async def test_it_can_be_taken_back(top: Tabletop) -> None:
    position, seat, move = await at_the_last_action(top)
    await delayed_moves.hold(top.tables, position, seat, (move,))
    await delayed_moves.drop(top.tables, position, seat)
    await top.go(2 * delayed_moves.MOMENT)
    after = await top.position(position.code)
    assert after.owing() == {seat}
    assert after.row.ply == position.row.ply
    assert await delayed_moves.find(top.store, after, seat) is None


async def test_nothing_comes_of_it_once_something_else_was_done(top: Tabletop) -> None:
    position, seat, move = await at_the_last_action(top)
    await delayed_moves.hold(top.tables, position, seat, (move,))
    visitor = next(one for one in PEOPLE if one.id == position.players[seat].person)
    await top.undo(position.code, visitor)
    assert await delayed_moves.find(top.store, await top.position(position.code), seat) is None
    await top.go(2 * delayed_moves.MOMENT)
    assert (await top.position(position.code)).owing() == {seat}


async def test_it_is_made_once_however_it_comes(top: Tabletop) -> None:
    position, seat, move = await at_the_last_action(top)
    await delayed_moves.hold(top.tables, position, seat, (move,))
    made = await delayed_moves.make_now(top.tables, position.code, seat)
    assert made is not None
    assert made.position.owing() == {1 - seat}
    assert await delayed_moves.make_now(top.tables, position.code, seat) is None
    await top.go(2 * delayed_moves.MOMENT)
    assert (await top.position(position.code)).row.ply == made.position.row.ply


async def test_it_is_made_although_others_have_moved_meanwhile(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, game="shipwrights")
    position = await top.position(code)
    assert position.owing() == {0, 1}
    chosen = position.legal(0)[0]
    await delayed_moves.hold(top.tables, position, 0, (chosen,))
    other = next(one for one in PEOPLE if one.id == position.players[1].person)
    await top.play(code, other, str(position.legal(1)[0]))
    await top.go(delayed_moves.MOMENT)
    entries = await db.entries.in_force(top.store, code)
    assert [(each.seat, each.text) for each in entries[-2:]][-1] == (0, str(chosen))


async def test_nothing_is_made_for_whoever_sits_there_now(top: Tabletop) -> None:
    position, seat, move = await at_the_last_action(top)
    await delayed_moves.hold(top.tables, position, seat, (move,))
    async with top.store.write() as tx:
        await db.players.reseat(tx, position.code, seat, PEOPLE[2].id)
    assert await delayed_moves.find(top.store, await top.position(position.code), seat) is None
    await top.go(2 * delayed_moves.MOMENT)
    assert (await top.position(position.code)).row.ply == position.row.ply


async def test_what_would_mean_something_else_by_then_is_not_made(top: Tabletop) -> None:
    position, seat, move = await at_the_last_action(top)
    await delayed_moves.hold(top.tables, position, seat, (move,))
    key = timers.held_key(position.code, seat)
    timer = await db.timers.find(top.store, key)
    assert timer is not None
    changed = {**timer.payload, "meant": ["something else"]}
    async with top.store.write() as tx:
        await db.timers.set(tx, db.NewTimer(timer.kind, key, timer.due, changed, game=position.code))
    await top.go(2 * delayed_moves.MOMENT)
    assert (await top.position(position.code)).row.ply == position.row.ply


async def test_only_what_its_button_tells_whole_is_held(top: Tabletop) -> None:
    position, seat, move = await at_the_last_action(top)
    end = position.legal(seat)[-1]
    assert end.kind == "end"
    assert delayed_moves.can_be_held(position.game, (move,))
    assert not delayed_moves.can_be_held(position.game, (move, end))
