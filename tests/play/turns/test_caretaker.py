"""The caretaker plays the seat of an absent player, turn by turn, until they are back."""

from itertools import count

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.turns import caretaker
from bot.play.turns.turns import MAX_THINKING_MS, MIN_THINKING_MS, thinking_time_ms
from db.clock import DAY, MINUTE
from rules.game import Refusal, Seat
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, TableFixture
from tests.play.vote_helpers import ask_about_seat

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

EIRA = Actor(9, "Eira", "fr")
interactions = count(10_000)


async def hand_over(tables: TableFixture, code: str, seat: Seat, *, reason: str) -> None:
    async with tables.store.write() as tx:
        await caretaker.hand_over(tx, await tables.service.load(tx, code), seat, reason=reason)


async def start_with_caretaker(tables: TableFixture, *people: Actor) -> tuple[str, Seat, Actor]:
    """Start a game and hand the seat that is to move over to the caretaker."""
    code = await tables.start_game(*people, game="borealis")
    while len((await tables.snapshot(code)).owing_seats()) > 1:
        await tables.play_last_move(code)
    (seat,) = (await tables.snapshot(code)).owing_seats()
    await hand_over(tables, code, seat, reason="vote")
    return code, seat, ACTORS[seat]


async def entries_of_kind(tables: TableFixture, code: str, kind: str) -> list[db.Entry]:
    return [entry for entry in await db.entries.read_log(tables.store, code) if entry.kind == kind]


async def test_the_caretaker_plays_a_turn_after_a_while(tables: TableFixture) -> None:
    code, seat, _ = await start_with_caretaker(tables, ASTRID, BJORN)
    ply = (await tables.snapshot(code)).row.ply
    await tables.advance(MIN_THINKING_MS - 1)
    assert (await tables.snapshot(code)).row.ply == ply
    await tables.advance(MINUTE)
    assert seat not in (await tables.snapshot(code)).owing_seats()
    played = await db.entries.read_log(tables.store, code, since=ply)
    assert {(entry.kind, entry.seat, entry.by, entry.person) for entry in played} == {
        ("move", seat, "caretaker", None)
    }


def test_how_long_the_caretaker_seems_to_think_is_told_by_nothing_hidden() -> None:
    pauses = {thinking_time_ms("AB2CD", ply) for ply in range(50)}
    assert all(MIN_THINKING_MS <= pause < MAX_THINKING_MS for pause in pauses)
    assert len(pauses) > 40


async def test_the_table_is_told_who_is_played_for_and_they_are_called(tables: TableFixture) -> None:
    _, seat, owner = await start_with_caretaker(tables, ASTRID, BJORN)
    (notice,) = await tables.take_posts("notice")
    assert notice.payload == {
        "code": "caretaker_plays",
        "values": {"seat": seat},
        "mentions": [owner.id],
    }


async def test_it_plays_each_time_the_seat_owes_a_move_also_after_a_restart(tables: TableFixture) -> None:
    code, seat, _ = await start_with_caretaker(tables, ASTRID, BJORN)
    for _ in range(2):
        tables.use_store(tables.store)
        await tables.advance(10 * MINUTE)
        assert seat not in (await tables.snapshot(code)).owing_seats()
        while seat not in (await tables.snapshot(code)).owing_seats():
            await tables.play_last_move(code)
    assert (await tables.player_of(code, ACTORS[seat].id)).caretaker_since is not None


async def test_a_seat_is_handed_over_once(tables: TableFixture) -> None:
    code, seat, _ = await start_with_caretaker(tables, ASTRID, BJORN)
    await hand_over(tables, code, seat, reason="timeout")
    await ask_about_seat(tables, code, seat)
    assert len(await entries_of_kind(tables, code, "caretaker")) == 1
    assert await db.votes.list_open(tables.store, code) == ()


async def test_what_the_table_is_asked_about_a_seat_is_over_once_it_is_played_for(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    (seat,) = (await tables.snapshot(code)).owing_seats()
    await ask_about_seat(tables, code, seat)
    (vote,) = await db.votes.list_open(tables.store, code)
    await hand_over(tables, code, seat, reason="timeout")
    closed = await db.votes.find(tables.store, vote.id)
    assert closed is not None
    assert closed.result == "caretaker"


async def test_the_owner_takes_their_seat_back_and_their_hand_with_it(tables: TableFixture) -> None:
    code, seat, owner = await start_with_caretaker(tables, ASTRID, BJORN)
    await tables.take_posts("hand")
    await caretaker.reclaim(tables.service, code, owner, interaction_id=next(interactions))
    assert [post.payload["seat"] for post in await tables.take_posts("hand")] == [seat]
    await tables.advance(DAY)
    snapshot = await tables.snapshot(code)
    assert seat in snapshot.owing_seats()
    assert not snapshot.players[seat].has_caretaker
    assert len(await entries_of_kind(tables, code, "reclaim")) == 1
    with pytest.raises(Denied) as denied:
        await caretaker.reclaim(tables.service, code, owner, interaction_id=next(interactions))
    assert denied.value.code == "plays_already"
    with pytest.raises(Refusal) as refused:
        await caretaker.reclaim(tables.service, code, EIRA, interaction_id=next(interactions))
    assert refused.value.code == "not_seated"


async def test_an_own_move_takes_the_seat_back_too(tables: TableFixture) -> None:
    code, seat, _ = await start_with_caretaker(tables, ASTRID, BJORN)
    await tables.play_last_move(code)
    assert not (await tables.snapshot(code)).players[seat].has_caretaker
    assert len(await entries_of_kind(tables, code, "reclaim")) == 1


async def test_a_slip_of_another_is_taken_back_without_the_moves_of_the_caretaker(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")  # all exchange cards at the same time
    await hand_over(tables, code, 2, reason="vote")
    assert await tables.play_last_move(code) is ASTRID
    await tables.advance(MINUTE)
    assert (await tables.snapshot(code)).owing_seats() == {1}
    await tables.undo(code, ASTRID)
    assert (await tables.snapshot(code)).owing_seats() == {0, 1}
    in_force = await db.entries.read_effective_log(tables.store, code)
    (played,) = [entry for entry in in_force if entry.kind == "move"]
    assert (played.seat, played.by) == (2, "caretaker")


async def test_whoever_is_away_gets_no_hands(tables: TableFixture) -> None:
    code, seat, _ = await start_with_caretaker(tables, ASTRID, BJORN)
    await tables.take_posts("hand")
    await tables.advance(10 * MINUTE)
    while seat not in (await tables.snapshot(code)).owing_seats():
        await tables.play_last_move(code)
    await tables.advance(10 * MINUTE)
    later = {post.payload["seat"] for post in await tables.take_posts("hand")}
    assert later == {1 - seat}
