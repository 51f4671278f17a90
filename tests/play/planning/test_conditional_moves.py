"""Plans are played once if their effect is unchanged, whole or not at all, and only their owner sees them.

Covers `bot/play/planning/lookahead.py`.
"""

from collections.abc import Sequence
from random import Random

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.game_log import BY_PLAN
from bot.play.core.refusals import Denied
from bot.play.notify import turn_notifications
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, Line, PreparedTurn
from bot.play.turns import autoplay, caretaker
from bot.play.turns.turns import autoplay_timers
from db.clock import MINUTE
from rules import GAMES
from rules.game import Refusal, Seat
from tests.play.table_fixture import ACTORS, TableFixture

ASTRID, BJORN = ACTORS[:2]
AUTOPLAY_WINDOW_MS = 6 * MINUTE


async def start_with_waiting_player(tables: TableFixture, game: str) -> tuple[str, Actor, Seat]:
    """Start a game and play until a waiting player has a turn to prepare. Returns that player and seat."""
    code = await tables.start_game(ASTRID, BJORN, game=game, pace="none")
    for _ in range(200):
        snapshot = await tables.snapshot(code)
        for seat, actor in enumerate((ASTRID, BJORN)):
            if seat not in snapshot.owing_seats() and conditional_moves.preview_line(
                snapshot, seat, PreparedTurn()
            ):
                return code, actor, seat
        await tables.play_last_move(code)
    raise AssertionError("nobody ever waits")


async def prepare(tables: TableFixture, code: str, actor: Actor, seat: Seat, *, most: int = 30) -> list[str]:
    """Prepare first legal moves until the line ends or something is revealed. Returns the moves."""
    made: list[str] = []
    for _ in range(most):
        snapshot = await tables.snapshot(code)
        plan = await conditional_moves.find(tables.store, snapshot, actor.id) or PreparedTurn()
        preview = conditional_moves.preview_line(snapshot, seat, plan)
        assert preview is not None
        if preview.after is None or not preview.after.is_certain:
            break
        move = str(snapshot.game.legal(preview.state, seat)[0])
        made.append(move)
        await conditional_moves.add_moves(
            tables.service, code, actor.id, [move], seen=snapshot.row.version, after=len(preview.moves)
        )
    return made


async def moves_by_plan(tables: TableFixture, code: str) -> list[str]:
    entries = await db.entries.read_effective_log(tables.store, code)
    return [entry.text for entry in entries if entry.by == BY_PLAN]


async def play_until_turn_of(tables: TableFixture, code: str, seat: Seat) -> None:
    """Play for the others until that seat owes a move."""
    while seat not in (await tables.snapshot(code)).owing_seats():
        await tables.play_last_move(code)


@pytest.mark.parametrize("game", GAMES)
async def test_a_kept_plan_is_played_as_far_as_it_goes_and_only_then(tables: TableFixture, game: str) -> None:
    code, actor, seat = await start_with_waiting_player(tables, game)
    line = await prepare(tables, code, actor, seat)
    await conditional_moves.set_strictness(tables.service, code, actor.id, "legal")
    await conditional_moves.activate(tables.service, code, actor.id)
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_plan(tables, code) == [], "not before the turn has come"
    await play_until_turn_of(tables, code, seat)
    assert await moves_by_plan(tables, code) == [], "nor at once, which would tell that it was prepared"
    await tables.advance(AUTOPLAY_WINDOW_MS)
    played = await moves_by_plan(tables, code)
    assert played == line[: len(played)]
    assert await db.conditional_moves.find(tables.store, code, actor.id) is None or not played
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_plan(tables, code) == played, "never twice"


async def test_what_is_only_tried_out_is_never_played(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "borealis")
    await prepare(tables, code, actor, seat)
    await play_until_turn_of(tables, code, seat)
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_plan(tables, code) == []


async def test_a_changed_plan_is_kept_anew_or_not_played(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "borealis")
    await prepare(tables, code, actor, seat)
    await conditional_moves.activate(tables.service, code, actor.id)
    await conditional_moves.remove_last_move(tables.service, code, actor.id)
    await play_until_turn_of(tables, code, seat)
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_plan(tables, code) == []


async def test_a_plan_that_minds_the_whole_table_is_not_played_when_anything_changed(
    tables: TableFixture,
) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "explorers")
    await prepare(tables, code, actor, seat)
    await conditional_moves.set_strictness(tables.service, code, actor.id, "table")
    await conditional_moves.activate(tables.service, code, actor.id)
    await play_until_turn_of(tables, code, seat)
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_plan(tables, code) == []
    plan = await conditional_moves.find(tables.store, await tables.snapshot(code), actor.id)
    assert plan is not None
    assert plan.misfit == "table"
    assert plan.line.moves, "its owner can still look at it, and play it"


async def test_one_move_that_means_something_else_stops_the_whole(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "borealis")
    line = await prepare(tables, code, actor, seat)
    await conditional_moves.activate(tables.service, code, actor.id)
    row = await db.conditional_moves.find(tables.store, code, actor.id)
    assert row is not None
    plan = conditional_moves.from_row(row)
    other = plan.line.model_copy(update={"meant": (*plan.line.meant[:-1], "something else")})
    async with tables.store.write() as tx:
        changed = plan.model_copy(update={"line": other}).model_dump_json()
        await db.conditional_moves.upsert(
            tx, game=code, person=actor.id, seat=seat, text=changed, ply=row.ply
        )
    await play_until_turn_of(tables, code, seat)
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert len(line) > 0
    assert await moves_by_plan(tables, code) == [], "nothing is done by halves"


async def test_whoever_prepared_is_not_called_until_it_could_have_been_played(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "borealis")
    await prepare(tables, code, actor, seat)
    await conditional_moves.activate(tables.service, code, actor.id)
    await tables.advance(2 * MINUTE)
    await play_until_turn_of(tables, code, seat)
    (summons,) = await turn_notifications.pending_notifications(tables.store, await tables.snapshot(code))
    assert not summons.mention
    assert summons.not_before is not None
    assert summons.not_before > tables.clock.at + 4 * MINUTE


async def test_what_somebody_does_first_can_have_an_answer_of_its_own(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "explorers")
    await tables.play_last_move(code)  # the tile; what follows lies open
    snapshot = await tables.snapshot(code)
    deed = (await conditional_moves.opponent_moves_before(tables.service, snapshot, seat))[0]
    other, first = deed.seat, deed.move
    assert first in snapshot.legal(other)
    await conditional_moves.edit_reply_to(tables.service, code, actor.id, other, str(first))
    answer = await prepare(tables, code, actor, seat, most=1)
    await conditional_moves.edit_line(tables.service, code, actor.id, None)
    await conditional_moves.set_strictness(tables.service, code, actor.id, "legal")
    await conditional_moves.activate(tables.service, code, actor.id)
    rival = next(one for one in (ASTRID, BJORN) if one.id == snapshot.players[other].person)
    await tables.play(code, rival, str(first))
    plan = await conditional_moves.find(tables.store, await tables.snapshot(code), actor.id)
    assert plan is not None
    log = await db.entries.read_effective_log(tables.store, code)
    assert list(autoplay.line_for(plan, log).moves) == answer
    assert autoplay.line_for(plan, log[:-1]).moves == ()


async def test_what_somebody_did_before_a_plan_was_kept_is_not_done_since(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "borealis")
    await play_until_turn_of(tables, code, seat)
    snapshot = await tables.snapshot(code)
    *_, last = (
        entry for entry in await db.entries.read_effective_log(tables.store, code) if entry.seat != seat
    )
    assert last.seat is not None
    usual, other = str(snapshot.legal(seat)[0]), str(snapshot.legal(seat)[-1])
    done_already = Condition(seat=last.seat, move=last.text, line=Line(moves=(other,), meant=("",)))
    plan = PreparedTurn(line=Line(moves=(usual,), meant=("",)), conditions=(done_already,), kept=True)
    async with tables.store.write() as tx:
        text, ply = plan.model_dump_json(), snapshot.row.ply
        await db.conditional_moves.upsert(tx, game=code, person=actor.id, seat=seat, text=text, ply=ply)
        await db.timers.schedule(tx, *await autoplay_timers(tx, await tables.service.load(tx, code), {seat}))
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_plan(tables, code) == [usual]


async def test_a_plan_is_not_played_for_somebody_whose_seat_the_caretaker_plays(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "borealis")
    await prepare(tables, code, actor, seat)
    await conditional_moves.activate(tables.service, code, actor.id)
    async with tables.store.write() as tx:
        await caretaker.hand_over(tx, await tables.service.load(tx, code), seat, reason="vote")
    await play_until_turn_of(tables, code, seat)
    assert await conditional_moves.due_plans(tables.store, await tables.snapshot(code)) == {}


async def test_a_tap_that_is_heard_twice_lengthens_a_plan_once(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "explorers")
    (move,) = await prepare(tables, code, actor, seat, most=1)
    version = (await tables.snapshot(code)).row.version
    with pytest.raises(Refusal, match="stale"):
        await conditional_moves.add_moves(tables.service, code, actor.id, [move], seen=version, after=0)
    plan = await conditional_moves.find(tables.store, await tables.snapshot(code), actor.id)
    assert plan is not None
    assert plan.line.moves == (move,)


async def test_a_plan_goes_no_further_than_a_reveal(tables: TableFixture) -> None:
    code, actor, seat = await start_with_waiting_player(tables, "lofoten")
    line = await prepare(tables, code, actor, seat)
    snapshot = await tables.snapshot(code)
    with pytest.raises(Refusal):
        await conditional_moves.add_moves(
            tables.service, code, actor.id, line[:1], seen=snapshot.row.version, after=len(line)
        )


async def test_nobody_keeps_an_empty_plan_or_one_for_now(tables: TableFixture) -> None:
    code, actor, _ = await start_with_waiting_player(tables, "borealis")
    with pytest.raises(Denied, match="plan_is_empty"):
        await conditional_moves.activate(tables.service, code, actor.id)
    snapshot = await tables.snapshot(code)
    owing = min(snapshot.owing_seats())
    mover = next(one for one in (ASTRID, BJORN) if one.id == snapshot.players[owing].person)
    move = str(snapshot.legal(owing)[0])
    await conditional_moves.add_moves(
        tables.service, code, mover.id, [move], seen=snapshot.row.version, after=0
    )
    with pytest.raises(Denied, match="plan_is_now"):
        await conditional_moves.activate(tables.service, code, mover.id)


async def test_what_was_tried_out_can_be_played_at_ones_turn(tables: TableFixture) -> None:
    code, _, waiting = await start_with_waiting_player(tables, "explorers")
    snapshot = await tables.snapshot(code)
    owing = 1 - waiting
    mover = (ASTRID, BJORN)[owing]
    moves = await prepare(tables, code, mover, owing, most=2)
    await autoplay.play_now(
        tables.service, code, mover, interaction_id=tables.next_interaction_id(), seen=snapshot.row.version
    )
    log = await db.entries.read_effective_log(tables.store, code)
    assert [entry.text for entry in log if entry.ply > snapshot.row.ply and entry.by is None] == moves


@pytest.mark.parametrize("seed", range(6))
async def test_a_plan_never_makes_a_move_that_was_not_chosen(tables: TableFixture, seed: int) -> None:
    chance, chosen = Random(seed), set[str]()
    game = list(GAMES)[seed % len(GAMES)]
    code = await tables.start_game(ASTRID, BJORN, game=game, pace="none")
    for _ in range(12):
        snapshot = await tables.snapshot(code)
        if not snapshot.is_running:
            break
        for seat, actor in enumerate((ASTRID, BJORN)):
            if seat not in snapshot.owing_seats() and conditional_moves.preview_line(
                snapshot, seat, PreparedTurn()
            ):
                chosen |= set(await prepare_at_random(tables, code, actor, seat, chance))
        await tables.play_last_move(code)
        await tables.advance(AUTOPLAY_WINDOW_MS)
        played: Sequence[str] = await moves_by_plan(tables, code)
        assert set(played) <= chosen


async def prepare_at_random(
    tables: TableFixture, code: str, actor: Actor, seat: Seat, chance: Random
) -> list[str]:
    snapshot = await tables.snapshot(code)
    preview = conditional_moves.preview_line(
        snapshot, seat, await conditional_moves.find(tables.store, snapshot, actor.id) or PreparedTurn()
    )
    assert preview is not None
    moves = preview.after.legal(snapshot.game, seat) if preview.after else ()
    if not moves:
        return []
    move = str(chance.choice(moves))
    await conditional_moves.add_moves(
        tables.service, code, actor.id, [move], seen=snapshot.row.version, after=len(preview.moves)
    )
    await conditional_moves.set_strictness(
        tables.service, code, actor.id, chance.choice(["mine", "legal", "table"])
    )
    await conditional_moves.activate(tables.service, code, actor.id)
    return [move]
