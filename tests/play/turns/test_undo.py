"""Undo beyond a barrier: all other players must agree, and their later moves are undone too."""

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.turns import undo
from db.clock import DAY
from rules.game import Refusal
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, CARA, TableFixture
from tests.play.vote_helpers import cast_vote, posted_notice_codes

STRANGER = Actor(9, "Eira", "en-GB")


async def start_past_barrier(tables: TableFixture) -> tuple[str, Actor, db.Entry]:
    """Start a game and finish one turn. Returns the code, the mover and the last move of that turn."""
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    while len((await tables.snapshot(code)).owing_seats()) > 1:
        await tables.play_last_move(code)
    to_move = await tables.user_to_move(code)
    mover = next(one for one in ACTORS if one.id == to_move)
    await tables.finish_turn(code)
    found = await undo.last_own_move(tables.store, await tables.snapshot(code), mover.id)
    assert found is not None
    return code, mover, found[0]


async def open_undo_vote(tables: TableFixture, code: str, mover: Actor, entry: db.Entry) -> db.Vote:
    await undo.ask_to_undo(tables.service, code, mover, entry.ply)
    (vote,) = await db.votes.list_open(tables.store, code, kind="undo")
    return vote


def other_actors(mover: Actor) -> list[Actor]:
    return [person for person in ACTORS if person is not mover]


async def test_all_others_can_let_somebody_take_a_move_back(tables: TableFixture) -> None:
    code, mover, entry = await start_past_barrier(tables)
    await tables.finish_turn(code)  # what others did since is taken back too
    later = await undo.last_own_move(tables.store, await tables.snapshot(code), mover.id)
    assert later is not None
    assert later[1] > 0
    await tables.take_posts("hand")
    vote = await open_undo_vote(tables, code, mover, entry)
    assert vote.payload == {"ply": entry.ply, "made": entry.at, "later": later[1]}
    first, second = other_actors(mover)
    assert not await cast_vote(tables, vote, first, "yes")
    assert await cast_vote(tables, vote, second, "yes")
    assert {post.payload["seat"] for post in await tables.take_posts("hand")} == {0, 1, 2}
    after = await tables.snapshot(code)
    assert after.owing_seats() == {after.seat_of(mover.id)}
    log = await db.entries.read_log(tables.store, code)
    (taken_back,) = [each for each in log if each.kind == "undo"]
    assert (taken_back.person, taken_back.by, taken_back.text) == (mover.id, "vote", str(entry.ply))
    in_force = await db.entries.read_effective_log(tables.store, code)
    assert all(each.ply < entry.ply for each in in_force if each.kind == "move")
    assert await db.games.find_state(tables.store, code) == await state_before(tables, code, entry.ply)
    await tables.finish_turn(code)  # and the game goes on from there
    assert after.seat_of(mover.id) not in (await tables.snapshot(code)).owing_seats()


async def state_before(tables: TableFixture, code: str, ply: int) -> str:
    """The state before an entry, replayed from the first entry of the log."""
    snapshot = await tables.snapshot(code)
    assert snapshot.row.seed is not None
    state = snapshot.game.setup(len(snapshot.players), snapshot.options(), snapshot.row.seed)
    for entry in await db.entries.read_log(tables.store, code):
        if entry.kind == "move" and entry.ply < ply and entry.seat is not None:
            state = snapshot.game.apply(state, entry.seat, snapshot.game.parse(entry.text)).state
    return snapshot.game.dump(state)


async def test_one_refusal_lets_the_move_stand(tables: TableFixture) -> None:
    code, mover, entry = await start_past_barrier(tables)
    before = await db.games.find_state(tables.store, code)
    vote = await open_undo_vote(tables, code, mover, entry)
    assert await cast_vote(tables, vote, other_actors(mover)[0], "no")
    assert await db.games.find_state(tables.store, code) == before
    assert "undo_no" in await posted_notice_codes(tables)


async def test_without_all_answers_the_move_stands_after_a_day(tables: TableFixture) -> None:
    code, mover, entry = await start_past_barrier(tables)
    before = await db.games.find_state(tables.store, code)
    await open_undo_vote(tables, code, mover, entry)
    await tables.advance(DAY)
    assert await db.games.find_state(tables.store, code) == before
    log = await db.entries.read_log(tables.store, code)
    assert [each.text for each in log if each.kind == "vote"] == ["undo late"]


async def test_a_new_move_ends_the_question(tables: TableFixture) -> None:
    code, mover, entry = await start_past_barrier(tables)
    vote = await open_undo_vote(tables, code, mover, entry)
    await tables.play_last_move(code)
    with pytest.raises(Denied) as refused:
        await cast_vote(tables, vote, other_actors(mover)[0], "yes")
    assert refused.value.code == "vote_over"
    assert "moved_on" in await posted_notice_codes(tables)


async def test_nobody_asks_about_a_move_of_another_or_twice(tables: TableFixture) -> None:
    code, mover, entry = await start_past_barrier(tables)
    for who, why in ((other_actors(mover)[0], "stale"), (STRANGER, "not_seated")):
        with pytest.raises(Refusal) as refused:
            await undo.ask_to_undo(tables.service, code, who, entry.ply)
        assert refused.value.code == why
    await undo.ask_to_undo(tables.service, code, mover, entry.ply)
    with pytest.raises(Denied) as denied:
        await undo.ask_to_undo(tables.service, code, mover, entry.ply)
    assert denied.value.code == "asked_already"
