"""Random plans in random games: autoplay never plays a move that the owner did not choose."""

import asyncio
import sys
from collections.abc import Collection, Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.game_log import BY_PLAN
from bot.play.planning import conditional_moves, lookahead
from bot.play.planning.conditional_moves import Line, PreparedTurn
from bot.play.planning.lookahead import event_digest, turn_state
from bot.play.turns.autoplay import resolve_plan
from db.clock import MINUTE
from rules import GAMES
from rules.game import AnyGame, Refusal, Seat
from tests.play.table_fixture import ACTORS, TableFixture
from tests.plies import random_plies

ASTRID, BJORN = ACTORS[:2]
AUTOPLAY_WINDOW_MS = 6 * MINUTE
SOURCE = Path(__file__).parents[3]


async def add_random_moves(tables: TableFixture, code: str, actor: Actor, rng: Random, most: int) -> None:
    """Append random moves to the edited line, also beyond a reveal."""
    for _ in range(most):
        snapshot = await tables.snapshot(code)
        seat = snapshot.seat_of(actor.id)
        assert seat is not None
        plan = await conditional_moves.find(tables.store, snapshot, actor.id) or PreparedTurn()
        preview = conditional_moves.preview_line(snapshot, seat, plan)
        moves = preview.after.legal(snapshot.game, seat) if preview and preview.after else ()
        if preview is None or not moves:
            return
        move, version = str(rng.choice(moves)), snapshot.row.version
        await conditional_moves.add_moves(
            tables.service, code, actor.id, [move], seen=version, after=len(preview.moves)
        )


async def add_random_branch(tables: TableFixture, code: str, actor: Actor, rng: Random) -> None:
    """Add a random condition: for a reveal, for a move that fails, or for an opponent's move."""
    snapshot = await tables.snapshot(code)
    seat = snapshot.seat_of(actor.id)
    assert seat is not None
    plan = await conditional_moves.find(tables.store, snapshot, actor.id) or PreparedTurn()
    try:
        match rng.choice(["shows", "else", "deed"]):
            case "shows":
                shown = conditional_moves.possible_reveals(snapshot, seat, plan, len(plan.line.moves))
                digests = [event_digest(event) for event in shown][:3]
                await conditional_moves.edit_if_revealed(tables.service, code, actor.id, digests)
            case "else":
                await conditional_moves.edit_fallback(tables.service, code, actor.id)
            case _:
                opponent_moves = await conditional_moves.opponent_moves_before(tables.service, snapshot, seat)
                opponent_move = rng.choice(opponent_moves)
                await conditional_moves.edit_reply_to(
                    tables.service, code, actor.id, opponent_move.seat, str(opponent_move.move)
                )
    except Refusal:
        return
    await add_random_moves(tables, code, actor, rng, 3)
    await conditional_moves.edit_line(tables.service, code, actor.id, None)


async def prepare_random_plan(
    tables: TableFixture, code: str, actor: Actor, rng: Random
) -> PreparedTurn | None:
    await conditional_moves.drop(tables.service, code, actor.id)
    await add_random_moves(tables, code, actor, rng, rng.randrange(1, 9))
    if await conditional_moves.find(tables.store, await tables.snapshot(code), actor.id) is None:
        return None
    for _ in range(rng.randrange(3)):
        await add_random_branch(tables, code, actor, rng)
    await conditional_moves.set_strictness(
        tables.service, code, actor.id, rng.choice(["mine", "table", "legal", "legal"])
    )
    await conditional_moves.activate(tables.service, code, actor.id)
    return await conditional_moves.find(tables.store, await tables.snapshot(code), actor.id)


def chosen_sequences(plan: PreparedTurn) -> Iterator[tuple[str, ...]]:
    """All move sequences the owner has chosen: a line, or a line up to a branch and the branch."""
    yield plan.line.moves
    for each in plan.conditions:
        yield each.line.moves if each.seat is not None else (*plan.line.moves[: each.after], *each.line.moves)


async def autoplayed_runs(tables: TableFixture, code: str) -> list[tuple[Seat | None, tuple[str, ...]]]:
    """The seat and moves of each run of moves played by a plan."""
    entries = [
        entry for entry in await db.entries.read_effective_log(tables.store, code) if entry.kind == "move"
    ]
    rows = groupby(entries, key=lambda entry: (entry.seat, entry.by))
    return [(seat, tuple(entry.text for entry in row)) for (seat, by), row in rows if by == BY_PLAN]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
@pytest.mark.slow
async def test_only_what_was_chosen_is_played_in_the_order_it_was_chosen_and_once(
    tables: TableFixture, game: str, seed: int
) -> None:
    rng, kept = Random(f"{game} {seed}"), dict[Seat, PreparedTurn]()
    code = await tables.start_game(ASTRID, BJORN, game=game, pace="none")
    runs_seen = 0
    for _ in range(14):
        snapshot = await tables.snapshot(code)
        if not snapshot.is_running:
            break
        for seat, actor in enumerate((ASTRID, BJORN)):
            if seat not in snapshot.owing_seats() and (
                plan := await prepare_random_plan(tables, code, actor, rng)
            ):
                kept[seat] = plan
        seat = min(snapshot.owing_seats())
        await tables.play(code, (ASTRID, BJORN)[seat], str(rng.choice(snapshot.legal(seat))))
        kept.pop(seat, None)
        before = [await db.conditional_moves.find(tables.store, code, one.id) for one in (ASTRID, BJORN)]
        await tables.advance(AUTOPLAY_WINDOW_MS)
        rows = await autoplayed_runs(tables, code)
        for seat_played, moves in rows[runs_seen:]:
            assert seat_played is not None
            plan = kept.pop(seat_played)
            assert before[seat_played] is not None
            assert any(way[: len(moves)] == moves for way in chosen_sequences(plan)), (moves, plan)
        runs_seen = len(rows)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_ends_at_a_reveal_goes_no_further(game: str) -> None:
    rules, rng = GAMES[game], Random(game)
    dealt, seen = rules.setup(2, rules.info.options(), bytes(32)), 0
    for state, seat, move, step in random_plies(rules, dealt, rng, 300):
        if step.reveals:
            seen += 1
            meant = lookahead.effect_digest(rules, state, seat, move, step)
            line = Line(moves=(str(move),), meant=(meant,))
            assert resolve_plan(rules, state, seat, PreparedTurn(line=line, kept=True)).moves == (move,)
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_makes_no_difference_to_what_can_be_prepared(game: str) -> None:
    """After a reveal the offered moves do not depend on hidden information."""
    rules, rng = GAMES[game], Random(game)
    dealt, looked = rules.setup(2, rules.info.options(), bytes(32)), 0
    for ply, (state, seat, move, step) in enumerate(random_plies(rules, dealt, rng, 200)):
        if step.reveals and looked <= 12:
            looked += 1
            other = rules.reshuffle(state, seat, bytes([ply]))
            offered = []
            for true in (state, other):
                ahead = lookahead.look_ahead(rules, seat, lookahead.BeliefState(true), str(move))
                assert ahead is not None
                shown = lookahead.possible_reveals(rules, lookahead.BeliefState(true), seat, str(move))
                moves = ahead.after.legal(rules, seat) if ahead.after else ()
                digests = {event_digest(event) for event in shown}
                branch = belief_after_first_reveal(rules, true, seat, str(move), digests)
                offered.append((moves, ahead.effect, digests, branch))
            assert offered[0] == offered[1]
    assert looked


def belief_after_first_reveal(
    rules: AnyGame, state: Any, seat: Seat, move: str, digests: Collection[str]
) -> tuple[str, Any] | None:
    """Returns what the seat would see and could choose after the first of these events."""
    belief = lookahead.BeliefState(state)
    after = lookahead.belief_after_reveal(rules, belief, seat, move, sorted(digests)[:1]) if digests else None
    if after is None:
        return None
    return lookahead.view_digest(rules, after.state, seat), after.legal(rules, seat)


@pytest.mark.parametrize("game", ["lofoten", "explorers", "borealis"])
def test_a_belief_after_a_reveal_is_certain_only_if_the_table_would_look_so(game: str) -> None:
    rules, rng, certain = GAMES[game], Random(game), 0
    dealt = rules.setup(2, rules.info.options(), bytes(32))
    for state, seat, move, step in random_plies(rules, dealt, rng):
        if step.reveals and seat in rules.to_act(step.state):
            belief = lookahead.BeliefState(state)
            possible = {
                event_digest(event) for event in lookahead.possible_reveals(rules, belief, seat, str(move))
            }
            seen = [digest for event in step.events if (digest := event_digest(event)) in possible]
            after = lookahead.belief_after_reveal(rules, belief, seat, str(move), seen[:1])
            if after is not None and after.is_certain:
                certain += 1
                assert rules.view(after.state, seat) == rules.view(step.state, seat)
        if certain == 3:
            break
    assert certain


async def start_with_active_plan(tables: TableFixture, game: str) -> tuple[str, Actor, Seat]:
    """Start a game and play until it is the turn of a player with an active plan."""
    code, rng = await tables.start_game(ASTRID, BJORN, game=game, pace="none"), Random(1)
    while True:
        snapshot = await tables.snapshot(code)
        for seat, actor in enumerate((ASTRID, BJORN)):
            if (
                seat in snapshot.owing_seats()
                or conditional_moves.preview_line(snapshot, seat, PreparedTurn()) is None
            ):
                continue
            await add_random_moves(tables, code, actor, rng, 9)
            await conditional_moves.set_strictness(tables.service, code, actor.id, "legal")
            await conditional_moves.activate(tables.service, code, actor.id)
            while seat not in (await tables.snapshot(code)).owing_seats():
                await tables.play_last_move(code)
            return code, actor, seat
        await tables.play_last_move(code)


@pytest.mark.parametrize("game", ["lofoten", "borealis"])
async def test_killed_in_the_middle_of_it_nothing_is_played_and_then_all_of_it_once(
    tables: TableFixture, game: str, tmp_path: Path
) -> None:
    code, actor, _ = await start_with_active_plan(tables, game)
    ply = (await tables.snapshot(code)).row.ply
    url, late = f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}", str(tables.clock.at + AUTOPLAY_WINDOW_MS)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.play.killed_while_playing", url, late, cwd=SOURCE
    )
    assert await child.wait() == -9
    assert (await tables.snapshot(code)).row.ply == ply
    assert await db.conditional_moves.find(tables.store, code, actor.id) is not None
    await tables.advance(2 * AUTOPLAY_WINDOW_MS)
    played = await autoplayed_runs(tables, code)
    assert len(played) == 1
    await tables.advance(2 * AUTOPLAY_WINDOW_MS)
    assert await autoplayed_runs(tables, code) == played


async def test_what_was_played_and_taken_back_is_not_played_again(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, game="explorers", pace="none")
    while (snapshot := await tables.snapshot(code)).owing_seats() != {0} or snapshot.owed(0) == "captains":
        await tables.play_last_move(code)
    turn = turn_state(snapshot.game, snapshot.state, 1)
    quiet = next(
        move for move in snapshot.game.legal(turn, 1) if not snapshot.game.apply(turn, 1, move).barrier
    )
    version = snapshot.row.version
    await conditional_moves.add_moves(tables.service, code, BJORN.id, [str(quiet)], seen=version, after=0)
    await conditional_moves.set_strictness(tables.service, code, BJORN.id, "legal")
    await conditional_moves.activate(tables.service, code, BJORN.id)
    while 1 not in (await tables.snapshot(code)).owing_seats():
        await tables.play_last_move(code)
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await autoplayed_runs(tables, code) == [(1, (str(quiet),))]
    await tables.undo(code, BJORN)
    await tables.advance(2 * AUTOPLAY_WINDOW_MS)
    assert await autoplayed_runs(tables, code) == []
    assert (await tables.snapshot(code)).owing_seats() == {1}


async def test_a_move_that_was_taken_back_makes_no_condition_true(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, game="explorers", pace="none")
    while True:
        snapshot = await tables.snapshot(code)
        owing = min(snapshot.owing_seats())
        waiting, other = 1 - owing, (ASTRID, BJORN)[owing]
        moves = [move for move in snapshot.legal(owing) if move.kind in ("sail", "march", "load")]
        if (
            len(snapshot.owing_seats()) == 1
            and len(moves) > 1
            and conditional_moves.preview_line(snapshot, waiting, PreparedTurn())
        ):
            break
        await tables.play_last_move(code)
    owner = (ASTRID, BJORN)[waiting]
    await conditional_moves.edit_reply_to(tables.service, code, owner.id, owing, str(moves[0]))
    await add_random_moves(tables, code, owner, Random(3), 1)
    plan = await conditional_moves.find(tables.store, await tables.snapshot(code), owner.id)
    assert plan is not None
    assert plan.conditions[0].line.moves
    await conditional_moves.activate(tables.service, code, owner.id)
    await tables.play(code, other, str(moves[0]))
    await tables.undo(code, other)
    while waiting not in (await tables.snapshot(code)).owing_seats():
        snapshot = await tables.snapshot(code)
        ending = [move for move in snapshot.legal(owing) if move != moves[0]]
        await tables.play(code, other, str(ending[-1]))
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await autoplayed_runs(tables, code) == []
