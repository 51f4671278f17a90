"""A substitute takes over an absent player's seat, with its hand and a full clock."""

from itertools import count

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import moves, substitutes, votes
from db.clock import DAY, MINUTE
from rules.game import Refusal, Seat
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, CARA, SERVER, TableFixture
from tests.play.vote_helpers import ask_about_seat

EIRA = Actor(9, "Eira", "fr")
interactions = count(10_000)


async def open_seat_offer(tables: TableFixture) -> tuple[db.Vote, Seat, Actor]:
    """Start a game and offer the seat to move. Returns the vote, the seat and its absent player."""
    code = await tables.start_game(ASTRID, BJORN)
    (seat,) = (await tables.snapshot(code)).owing_seats()
    await ask_about_seat(tables, code, seat)
    (vote,) = await db.votes.list_open(tables.store, code)
    await votes.cast_vote(tables.service, code, vote.id, ACTORS[1 - seat], "substitute")
    (offer,) = await db.votes.list_open(tables.store, code, kind="substitute")
    return offer, seat, ACTORS[seat]


async def take_seat(
    tables: TableFixture, offer: db.Vote, who: Actor, *, server: int | None = SERVER
) -> GameSnapshot:
    return await substitutes.take_seat(
        tables.service, offer.game, offer.id, who, server=server, interaction_id=next(interactions)
    )


async def substitute_entries(tables: TableFixture, code: str) -> list[db.Entry]:
    return [entry for entry in await db.entries.read_log(tables.store, code) if entry.kind == "substitute"]


async def test_a_substitute_sits_down_with_the_hand(tables: TableFixture) -> None:
    offer, seat, absent = await open_seat_offer(tables)
    before = await tables.snapshot(offer.game)
    snapshot = await take_seat(tables, offer, EIRA)
    assert snapshot.players[seat].person == EIRA.id
    assert snapshot.view(seat) == before.view(seat)
    assert snapshot.seat_of(absent.id) is None
    with pytest.raises(Refusal) as refused:
        await moves.play(tables.service, offer.game, absent, "pass", interaction_id=next(interactions))
    assert refused.value.code == "not_seated"
    (entry,) = await substitute_entries(tables, offer.game)
    assert (entry.seat, entry.person) == (seat, EIRA.id)
    ply = (await tables.snapshot(offer.game)).row.ply
    await moves.play(
        tables.service, offer.game, EIRA, str(snapshot.legal(seat)[0]), interaction_id=next(interactions)
    )
    assert (await tables.snapshot(offer.game)).row.ply > ply


async def test_both_are_told_and_only_the_substitute_gets_hands(tables: TableFixture) -> None:
    offer, seat, absent = await open_seat_offer(tables)
    code = offer.game
    await tables.take_posts("hand")
    await take_seat(tables, offer, EIRA)
    kept = {"seat": seat, "code": code, "before": absent.id}
    left = await db.outbox.claim(tables.store, now=tables.clock.at + DAY, limit=100)
    told = {post.payload["person"]: post.payload["notice"] for post in left if post.kind == "private_notice"}
    assert {person: (notice["code"], notice["values"]) for person, notice in told.items()} == {
        absent.id: ("seat_given_away", kept),
        EIRA.id: ("seat_is_yours", kept),
    }
    assert [post.payload["seat"] for post in left if post.kind == "hand"] == [seat]
    (said,) = [
        notice for notice in await tables.take_posts("notice") if notice.payload["code"] == "seat_taken"
    ]
    # Whoever sits down has just tapped, and is told the rest in private.
    assert (said.payload["values"], said.payload["mentions"]) == (kept, [])


async def test_the_seat_is_taken_once_and_not_by_those_who_may_not(tables: TableFixture) -> None:
    offer, seat, absent = await open_seat_offer(tables)
    for who, server, why in (
        (ACTORS[1 - seat], SERVER, "seated_already"),
        (absent, SERVER, "seated_already"),
        (EIRA, SERVER + 1, "other_server"),
        (EIRA, None, "other_server"),
    ):
        with pytest.raises(Denied) as refused:
            await take_seat(tables, offer, who, server=server)
        assert refused.value.code == why
    await take_seat(tables, offer, EIRA)
    for who in (EIRA, CARA):
        with pytest.raises(Denied) as refused:
            await take_seat(tables, offer, who)
        assert refused.value.code == "seat_taken"
    assert len(await substitute_entries(tables, offer.game)) == 1


async def test_if_nobody_sits_down_the_table_is_asked_again(tables: TableFixture) -> None:
    offer, seat, _ = await open_seat_offer(tables)
    await tables.advance(DAY)
    (vote,) = await db.votes.list_open(tables.store, offer.game)
    assert (vote.kind, vote.seat) == ("overdue", seat)


async def test_the_seat_is_not_free_any_more_when_its_owner_moves(tables: TableFixture) -> None:
    offer, seat, absent = await open_seat_offer(tables)
    await tables.play_last_move(offer.game)
    with pytest.raises(Denied) as refused:
        await take_seat(tables, offer, EIRA)
    assert refused.value.code == "seat_taken"
    assert (await tables.snapshot(offer.game)).players[seat].person == absent.id


async def test_a_computer_player_takes_a_seat_that_somebody_left(tables: TableFixture) -> None:
    offer, seat, absent = await open_seat_offer(tables)
    staying = ACTORS[1 - seat]
    with pytest.raises((Denied, Refusal)):
        await substitutes.seat_opponent(tables.service, offer.game, offer.id, EIRA)
    snapshot = await substitutes.seat_opponent(tables.service, offer.game, offer.id, staying)
    assert snapshot.opponent_seats == {seat}
    assert snapshot.seat_of(absent.id) is None
    await tables.advance(MINUTE)
    assert seat not in (await tables.snapshot(offer.game)).owing_seats(), "and plays on"
    with pytest.raises(Denied, match="seat_taken"):
        await take_seat(tables, offer, EIRA)


async def test_a_seat_of_a_rated_game_stays_with_its_owner(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow", rated=True)
    async with tables.store.write() as tx:
        await substitutes.ask_for_substitute(tx, await tables.service.load(tx, code), 0)
    (offer,) = await db.votes.list_open(tables.store, code, kind="substitute")
    with pytest.raises(Denied, match="rated_needs_people"):
        await substitutes.seat_opponent(tables.service, code, offer.id, BJORN)
    with pytest.raises(Denied, match="seat_not_free"):
        await take_seat(tables, offer, EIRA)
    assert (await tables.snapshot(code)).players[0].person == ASTRID.id


async def test_the_host_lets_a_newcomer_take_the_seat_of_a_computer_player(tables: TableFixture) -> None:
    code = await tables.open_lobby(ASTRID, game="shipwrights", computer_opponents=("apprentice", 2))
    await lobby.start(tables.service, code, ASTRID.id, interaction_id=tables.next_interaction_id())
    with pytest.raises((Denied, Refusal)):
        await substitutes.offer_seat(tables.service, code, EIRA.id)
    with pytest.raises(Denied, match="not_a_choice"):
        await substitutes.offer_seat(tables.service, code, ASTRID.id, seat=0)
    await substitutes.offer_seat(tables.service, code, ASTRID.id, seat=1)
    (offered,) = await db.votes.list_open(tables.store, code, kind="substitute")
    await tables.advance(MINUTE)  # the opponents move meanwhile
    snapshot = await take_seat(tables, offered, EIRA)
    assert snapshot.seat_of(EIRA.id) == 1
    assert snapshot.opponent_seats == {2}
    assert not snapshot.players[1].has_caretaker


async def test_without_computer_players_there_is_no_seat_to_offer(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    with pytest.raises(Denied, match="no_opponent_here"):
        await substitutes.offer_seat(tables.service, code, ASTRID.id)
