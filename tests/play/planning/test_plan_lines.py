"""Whatever is prepared, however the table changes: nothing is played that its owner did not choose."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

import db
from bot.play.core.authorization import Visitor
from bot.play.core.game_log import BY_PLAN
from bot.play.planning import conditional_moves, lookahead
from bot.play.planning.conditional_moves import Prepared, Track
from bot.play.planning.lookahead import mark_of, turn_of
from bot.play.turns.autoplay import fit
from db.clock import MINUTE
from rules import GAMES
from rules.game import Refusal, Seat
from tests.play.table_fixture import PEOPLE, Tabletop, opened_tabletop

ASTRID, BJORN = PEOPLE[:2]
LONG_ENOUGH = 6 * MINUTE
SOURCE = Path(__file__).parents[3]


@pytest.fixture
async def top(tmp_path: Path) -> AsyncIterator[Tabletop]:
    async with opened_tabletop(tmp_path, "2026-03-02 12:00") as made:
        yield made


async def lengthen(top: Tabletop, code: str, visitor: Visitor, chance: Random, most: int) -> None:
    """Choose further moves at random where the line stands, also for whatever is revealed."""
    for _ in range(most):
        position = await top.position(code)
        seat = position.seat_of(visitor.id)
        assert seat is not None
        plan = await conditional_moves.find(top.store, position, visitor.id) or Prepared()
        trial = conditional_moves.tried(position, seat, plan)
        moves = trial.then.legal(position.game, seat) if trial and trial.then else ()
        if trial is None or not moves:
            return
        move, version = str(chance.choice(moves)), position.row.version
        await conditional_moves.add(
            top.tables, code, visitor.id, [move], version=version, after=len(trial.moves)
        )


async def branch(top: Tabletop, code: str, visitor: Visitor, chance: Random) -> None:
    """Another line: for what may show, for a move that fails, or for what the other does first."""
    position = await top.position(code)
    seat = position.seat_of(visitor.id)
    assert seat is not None
    plan = await conditional_moves.find(top.store, position, visitor.id) or Prepared()
    try:
        match chance.choice(["shows", "else", "deed"]):
            case "shows":
                shown = conditional_moves.revelations(position, seat, plan, len(plan.line.moves))
                marks = [mark_of(event) for event in shown][:3]
                await conditional_moves.if_it_shows(top.tables, code, visitor.id, marks)
            case "else":
                await conditional_moves.or_else(top.tables, code, visitor.id)
            case _:
                deeds = await conditional_moves.deeds_before(top.tables, position, seat)
                deed = chance.choice(deeds)
                await conditional_moves.answer_to(top.tables, code, visitor.id, deed.seat, str(deed.move))
    except Refusal:
        return
    await lengthen(top, code, visitor, chance, 3)
    await conditional_moves.turn_to(top.tables, code, visitor.id, None)


async def prepare(top: Tabletop, code: str, visitor: Visitor, chance: Random) -> Prepared | None:
    await conditional_moves.drop(top.tables, code, visitor.id)
    await lengthen(top, code, visitor, chance, chance.randrange(1, 9))
    if await conditional_moves.find(top.store, await top.position(code), visitor.id) is None:
        return None
    for _ in range(chance.randrange(3)):
        await branch(top, code, visitor, chance)
    await conditional_moves.set_care(
        top.tables, code, visitor.id, chance.choice(["mine", "table", "legal", "legal"])
    )
    await conditional_moves.keep(top.tables, code, visitor.id)
    return await conditional_moves.find(top.store, await top.position(code), visitor.id)


def ways_through(plan: Prepared) -> Iterator[tuple[str, ...]]:
    """All that its owner has chosen: a line, or a line up to where another takes over."""
    yield plan.line.moves
    for each in plan.conditions:
        yield each.line.moves if each.seat is not None else (*plan.line.moves[: each.after], *each.line.moves)


async def rows_by_plan(top: Tabletop, code: str) -> list[tuple[Seat | None, tuple[str, ...]]]:
    """What was played as prepared: by whom, and which moves in a row."""
    entries = [entry for entry in await db.entries.in_force(top.store, code) if entry.kind == "move"]
    rows = groupby(entries, key=lambda entry: (entry.seat, entry.by))
    return [(seat, tuple(entry.text for entry in row)) for (seat, by), row in rows if by == BY_PLAN]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
async def test_only_what_was_chosen_is_played_in_the_order_it_was_chosen_and_once(
    top: Tabletop, game: str, seed: int
) -> None:
    chance, kept = Random(f"{game} {seed}"), dict[Seat, Prepared]()
    code = await top.start(ASTRID, BJORN, game=game, pace="none")
    told = 0
    for _ in range(14):
        position = await top.position(code)
        if not position.running:
            break
        for seat, visitor in enumerate((ASTRID, BJORN)):
            if seat not in position.owing() and (plan := await prepare(top, code, visitor, chance)):
                kept[seat] = plan
        seat = min(position.owing())
        await top.play(code, (ASTRID, BJORN)[seat], str(chance.choice(position.legal(seat))))
        kept.pop(seat, None)
        before = [await db.conditional_moves.find(top.store, code, one.id) for one in (ASTRID, BJORN)]
        await top.go(LONG_ENOUGH)
        rows = await rows_by_plan(top, code)
        for seat_played, moves in rows[told:]:
            assert seat_played is not None
            plan = kept.pop(seat_played)
            assert before[seat_played] is not None
            assert any(way[: len(moves)] == moves for way in ways_through(plan)), (moves, plan)
        told = len(rows)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_ends_at_a_reveal_goes_no_further(game: str) -> None:
    rules, chance = GAMES[game], Random(game)
    state = rules.setup(2, rules.info.options(), bytes(32))
    seen = 0
    for _ in range(300):
        owing = rules.to_act(state)
        if not owing:
            break
        seat = min(owing)
        move = chance.choice(rules.legal(state, seat))
        step = rules.apply(state, seat, move)
        if step.reveals:
            seen += 1
            meant = lookahead.meaning(rules, state, seat, move, step)
            line = Track(moves=(str(move),), meant=(meant,))
            assert fit(rules, state, seat, Prepared(line=line, kept=True)).moves == (move,)
        state = step.state
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_makes_no_difference_to_what_can_be_prepared(game: str) -> None:
    """Behind a reveal the same is offered, and told to be possible, whatever lies face down."""
    rules, chance = GAMES[game], Random(game)
    state = rules.setup(2, rules.info.options(), bytes(32))
    looked = 0
    for ply in range(200):
        owing = rules.to_act(state)
        if not owing or looked > 12:
            break
        seat = min(owing)
        move = chance.choice(rules.legal(state, seat))
        step = rules.apply(state, seat, move)
        if step.reveals:
            looked += 1
            other = rules.reshuffle(state, seat, bytes([ply % 256]))
            offered = []
            for true in (state, other):
                ahead = lookahead.think(rules, seat, lookahead.Thought(true), str(move))
                assert ahead is not None
                shown = lookahead.revelations(rules, lookahead.Thought(true), seat, str(move))
                moves = ahead.then.legal(rules, seat) if ahead.then else ()
                offered.append((moves, ahead.meant, {mark_of(event) for event in shown}))
            assert offered[0] == offered[1]
        state = step.state
    assert looked


async def kept_at(top: Tabletop, game: str) -> tuple[str, Visitor, Seat]:
    """A game where the turn of somebody has come who has kept a plan for it."""
    code, chance = await top.start(ASTRID, BJORN, game=game, pace="none"), Random(1)
    while True:
        position = await top.position(code)
        for seat, visitor in enumerate((ASTRID, BJORN)):
            if seat in position.owing() or conditional_moves.tried(position, seat, Prepared()) is None:
                continue
            await lengthen(top, code, visitor, chance, 9)
            await conditional_moves.set_care(top.tables, code, visitor.id, "legal")
            await conditional_moves.keep(top.tables, code, visitor.id)
            while seat not in (await top.position(code)).owing():
                await top.act(code)
            return code, visitor, seat
        await top.act(code)


@pytest.mark.parametrize("game", ["lofoten", "borealis"])
async def test_killed_in_the_middle_of_it_nothing_is_played_and_then_all_of_it_once(
    top: Tabletop, game: str, tmp_path: Path
) -> None:
    code, visitor, _ = await kept_at(top, game)
    ply = (await top.position(code)).row.ply
    url, late = f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}", str(top.clock.at + LONG_ENOUGH)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.play.killed_while_playing", url, late, cwd=SOURCE
    )
    assert await child.wait() == -9
    assert (await top.position(code)).row.ply == ply
    assert await db.conditional_moves.find(top.store, code, visitor.id) is not None
    await top.go(2 * LONG_ENOUGH)
    played = await rows_by_plan(top, code)
    assert len(played) == 1
    await top.go(2 * LONG_ENOUGH)
    assert await rows_by_plan(top, code) == played


async def test_what_was_played_and_taken_back_is_not_played_again(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, game="explorers", pace="none")
    while (position := await top.position(code)).owing() != {0} or position.owed(0) == "captains":
        await top.act(code)
    turn = turn_of(position.game, position.state, 1)
    quiet = next(
        move for move in position.game.legal(turn, 1) if not position.game.apply(turn, 1, move).barrier
    )
    version = position.row.version
    await conditional_moves.add(top.tables, code, BJORN.id, [str(quiet)], version=version, after=0)
    await conditional_moves.set_care(top.tables, code, BJORN.id, "legal")
    await conditional_moves.keep(top.tables, code, BJORN.id)
    while 1 not in (await top.position(code)).owing():
        await top.act(code)
    await top.go(LONG_ENOUGH)
    assert await rows_by_plan(top, code) == [(1, (str(quiet),))]
    await top.undo(code, BJORN)
    await top.go(2 * LONG_ENOUGH)
    assert await rows_by_plan(top, code) == []
    assert (await top.position(code)).owing() == {1}


async def test_a_move_that_was_taken_back_makes_no_condition_true(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, game="explorers", pace="none")
    while True:
        position = await top.position(code)
        owing = min(position.owing())
        waiting, other = 1 - owing, (ASTRID, BJORN)[owing]
        moves = [move for move in position.legal(owing) if move.kind in ("sail", "march", "load")]
        if (
            len(position.owing()) == 1
            and len(moves) > 1
            and conditional_moves.tried(position, waiting, Prepared())
        ):
            break
        await top.act(code)
    owner = (ASTRID, BJORN)[waiting]
    await conditional_moves.answer_to(top.tables, code, owner.id, owing, str(moves[0]))
    await lengthen(top, code, owner, Random(3), 1)
    plan = await conditional_moves.find(top.store, await top.position(code), owner.id)
    assert plan is not None
    assert plan.conditions[0].line.moves
    await conditional_moves.keep(top.tables, code, owner.id)
    await top.play(code, other, str(moves[0]))
    await top.undo(code, other)
    while waiting not in (await top.position(code)).owing():
        position = await top.position(code)
        ending = [move for move in position.legal(owing) if move != moves[0]]
        await top.play(code, other, str(ending[-1]))
    await top.go(LONG_ENOUGH)
    assert await rows_by_plan(top, code) == []
