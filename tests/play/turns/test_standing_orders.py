"""Standing orders: which move an order plays, and when."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Literal

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.game_log import BY_ORDER
from bot.play.core.refusals import Denied
from bot.play.turns import autoplay, caretaker, ending, standing_orders, votes
from bot.play.turns.standing_orders import MAX_ORDERS, Instruction, has_loss, is_move_prefix, move_for
from db.clock import DAY, MINUTE
from rules import GAMES
from rules.game import Event, Move, Refusal, Seat, Step
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture
from tests.plies import random_plies

SEED = bytes(range(32))
AUTOPLAY_WINDOW_MS = 6 * MINUTE


def test_an_order_needs_exactly_one_fitting_move() -> None:
    game = GAMES["shipwrights"]
    state = game.setup(2, game.info.options(), SEED)
    seat = min(game.to_act(state))
    moves = game.legal(state, seat)
    assert move_for(game, state, seat, Instruction(words=moves[0].tokens())) == moves[0]
    assert move_for(game, state, seat, Instruction(words=moves[0].tokens()[:1])) is None
    assert move_for(game, state, seat, Instruction(words=moves[0].tokens(), when="alone")) is None


class Pass(Move):
    """The only useful move of the test game."""


class Forbidden(Move):
    """A move that the cards of a determinization do not allow."""


class Robbed(Event):
    """A loss of seat 0, which another seat may not notice."""

    loser_field: ClassVar[str | None] = "seat"
    seat: int = 0


@dataclass(frozen=True)
class RobberyGame:
    """Seat 1 moves twice after the pass of seat 0, and may rob it: in the true deal or in another."""

    robs_in: str
    robs_with_move: int = 1

    def legal(self, state: str, seat: int) -> tuple[Move, ...]:
        assert seat in self.to_act(state)
        return (Forbidden(), Pass()) if seat == 1 else (Pass(),)

    def to_act(self, state: str) -> frozenset[int]:
        passed = state.count("passed")
        return frozenset({1}) if passed in (1, 2) else frozenset({0})

    def reshuffle(self, state: str, seat: int, seed: bytes) -> str:  # noqa: ARG002
        return "imagined"

    def apply(self, state: str, seat: int, move: Move) -> Step[str]:
        if isinstance(move, Forbidden):
            raise Refusal("not_allowed")
        lost = state.startswith(self.robs_in) and seat == 1 and state.count("passed") == self.robs_with_move
        return Step(f"{state} passed", (Robbed(),) if lost else (), barrier=True)


SAFE_PASS = Instruction(words=("pass",), when="safe", until="game")


@pytest.mark.parametrize(
    ("robs_in", "with_move", "safe"),
    [("true", 1, True), ("imagined", 1, False), ("imagined", 2, False), ("imagined", 3, True)],
)
def test_a_safe_order_goes_by_what_its_owner_can_know_and_not_by_the_true_deal(
    robs_in: str, with_move: int, safe: bool
) -> None:
    game: Any = RobberyGame(robs_in, with_move)
    assert (move_for(game, "true", 0, SAFE_PASS) is not None) == safe
    assert move_for(game, "true", 0, SAFE_PASS.model_copy(update={"when": "always"})) == Pass()


@pytest.mark.parametrize(("tried", "safe"), [(1, True), (2, False)])
def test_the_search_for_danger_ends_after_so_many_moves(
    tried: int, safe: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing_orders, "MAX_MOVES_TRIED", tried)
    game: Any = RobberyGame("imagined")
    assert (move_for(game, "true", 0, SAFE_PASS) is not None) == safe


def test_an_order_ends_with_a_loss_of_its_owner_that_they_saw() -> None:
    unseen = Robbed(audience=frozenset({1}))
    assert has_loss([Robbed(seat=1), Robbed()], 0)
    assert not has_loss([Robbed(seat=1), unseen], 0)


@pytest.mark.parametrize("key", GAMES)
def test_every_standing_order_of_a_game_begins_a_move_of_it(key: str) -> None:
    game = GAMES[key]
    orders = game.standing_orders
    assert orders
    assert len({order.key for order in orders}) == len(orders)
    for order in orders:
        assert order.owed <= set(game.info.owed)
        for words in order.prefixes:
            assert is_move_prefix(game, words), words


@pytest.mark.parametrize("words", [(), ("wave",), ("load", "maybe"), ("stop", "now")])
def test_an_order_for_a_move_that_no_game_has_is_refused(words: tuple[str, ...]) -> None:
    assert not is_move_prefix(GAMES["lofoten"], words)


@pytest.mark.parametrize("key", GAMES)
def test_a_standing_order_makes_no_move_but_those_it_names(key: str) -> None:
    game = GAMES[key]
    for number in range(3):
        dealt = game.setup(2, game.info.options(), bytes([number]) * 32)
        for state, seat, _, _ in random_plies(game, dealt, Random(number), 400):
            ways = {move.kind for move in game.legal(state, seat)}
            assert not ways <= {"end", "stop", "enough", "drop"}, "such a turn ends by itself"
            for order in game.standing_orders:
                move = move_for(game, state, seat, Instruction(named=order.key, until="game"))
                named = {words[0] for words in order.prefixes}
                if move is None:
                    assert order.owed or not ways & named
                else:
                    assert move in game.legal(state, seat)
                    assert any(move.tokens()[: len(words)] == words for words in order.prefixes)


def test_whoever_keeps_the_iron_at_night_gives_back_oak_and_wool_first() -> None:
    game = GAMES["shipwrights"]
    for number in range(40):
        dealt = game.setup(2, game.info.options(), bytes([number]) * 32)
        for state, seat, _, _ in random_plies(game, dealt, Random(number), 600):
            goods = {move.tokens()[1] for move in game.legal(state, seat) if move.kind == "return"}
            if "iron" in goods and len(goods) > 1:
                move = move_for(game, state, seat, Instruction(named="keep_iron", until="game"))
                assert move is not None
                assert move.tokens()[:1] == ("return",)
                assert move.tokens()[1] != "iron"
                return
    raise AssertionError("nobody ever had too much")


# At a table


async def start_with_card_played(tables: TableFixture) -> tuple[str, Actor, Seat]:
    """Start a game and play one card. Returns its code, and the actor and seat that may stop now."""
    code = await tables.start_game(ASTRID, BJORN, pace="none")
    seat = min((await tables.snapshot(code)).owing_seats())
    actor = (ASTRID, BJORN)[seat]
    await tables.play(code, actor, "side left")
    return code, actor, seat


async def moves_by_order(tables: TableFixture, code: str) -> list[str]:
    return [
        entry.text
        for entry in await db.entries.read_effective_log(tables.store, code)
        if entry.by == BY_ORDER
    ]


@pytest.mark.parametrize("until", ["once", "game"])
async def test_an_order_is_carried_out_once_or_as_often_as_it_can_be(
    tables: TableFixture, until: Literal["once", "game"]
) -> None:
    code, actor, seat = await start_with_card_played(tables)
    await standing_orders.give(tables.service, code, actor, Instruction(words=("stop",), until=until))
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_order(tables, code) == ["stop"]
    left = await db.standing_orders.list_in_force(tables.store, code, seat=seat)
    assert len(left) == (until == "game")


async def test_an_order_for_a_week_ends_with_it_and_its_owner_is_told(tables: TableFixture) -> None:
    code, actor, seat = await start_with_card_played(tables)
    await standing_orders.give(tables.service, code, actor, Instruction(words=("steal",), until="week"))
    given = await db.standing_orders.list_in_force(tables.store, code, seat=seat)
    await tables.advance(6 * DAY)
    assert await standing_orders.expired_orders(tables.service, await tables.snapshot(code), given) == []
    await tables.advance(2 * DAY)
    for _ in range(2):
        await tables.finish_turn(code)
    await tables.take_posts("private_notice")
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await db.standing_orders.list_in_force(tables.store, code, seat=seat) == ()
    told = [post.payload["notice"]["code"] for post in await tables.take_posts("private_notice")]
    assert told == ["order_over"]


async def test_an_order_ends_when_another_player_has_the_seat(tables: TableFixture) -> None:
    code, actor, seat = await start_with_card_played(tables)
    await standing_orders.give(tables.service, code, actor, Instruction(words=("steal",), until="game"))
    (given,) = await db.standing_orders.list_in_force(tables.store, code, seat=seat)
    snapshot = await tables.snapshot(code)
    of_former_player = replace(given, person=CARA.id)
    assert await standing_orders.expired_orders(tables.service, snapshot, [given, of_former_player]) == [
        of_former_player
    ]


async def test_an_order_ends_with_the_first_loss_after_it_was_given(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, actor, seat = await start_with_card_played(tables)
    await standing_orders.give(tables.service, code, actor, Instruction(words=("steal",), until="loss"))
    given = await db.standing_orders.list_in_force(tables.store, code, seat=seat)
    monkeypatch.setattr(Event, "is_loss_for", lambda _, loser: loser == seat)  # Whatever happens is a loss.
    assert await standing_orders.expired_orders(tables.service, await tables.snapshot(code), given) == []
    await tables.finish_turn(code)
    assert await standing_orders.expired_orders(tables.service, await tables.snapshot(code), given) == list(
        given
    )


async def test_there_is_an_end_to_orders(tables: TableFixture) -> None:
    code, actor, seat = await start_with_card_played(tables)
    for _ in range(MAX_ORDERS):
        await standing_orders.give(tables.service, code, actor, Instruction(words=("steal",), until="game"))
    with pytest.raises(Denied, match="too_many_orders"):
        await standing_orders.give(tables.service, code, actor, Instruction(words=("steal",), until="game"))
    assert len(await db.standing_orders.list_in_force(tables.store, code, seat=seat)) == MAX_ORDERS


async def test_no_order_is_carried_out_on_a_seat_that_the_caretaker_plays(tables: TableFixture) -> None:
    code, actor, seat = await start_with_card_played(tables)
    await standing_orders.give(tables.service, code, actor, Instruction(words=("stop",), until="game"))
    given = await db.standing_orders.list_in_force(tables.store, code, seat=seat)
    assert standing_orders.choose_order(await tables.snapshot(code), seat, given) is not None
    async with tables.store.write() as tx:
        await caretaker.hand_over(tx, await tables.service.load(tx, code), seat, reason="vote")
    assert standing_orders.choose_order(await tables.snapshot(code), seat, given) is None


async def test_no_order_outlives_its_game(tables: TableFixture) -> None:
    code, actor, _ = await start_with_card_played(tables)
    await standing_orders.give(tables.service, code, actor, Instruction(words=("steal",), until="game"))
    await tables.resign(code, actor)
    assert (await tables.snapshot(code)).is_over
    assert await db.standing_orders.list_in_force(tables.store, code) == ()


async def test_an_order_is_thought_of_again_where_its_owner_moved_meanwhile(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, actor, _ = await start_with_card_played(tables)
    await standing_orders.give(tables.service, code, actor, Instruction(words=("stop",), until="game"))
    look_at = standing_orders.expired_orders

    async def at_the_same_moment(*given: Any) -> list[db.Order]:
        monkeypatch.setattr(autoplay.standing_orders, "expired_orders", look_at)
        found = await look_at(*given)
        await tables.play(code, actor, "stop")
        return found

    monkeypatch.setattr(autoplay.standing_orders, "expired_orders", at_the_same_moment)
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_order(tables, code) == []


async def test_an_order_is_carried_out_although_the_table_voted_while_it_was_thought_of(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, actor, seat = await start_with_card_played(tables)
    await standing_orders.give(tables.service, code, actor, Instruction(words=("stop",), until="game"))
    await ending.ask_to_end(tables.service, code, actor)
    (vote,) = await db.votes.list_open(tables.store, code)
    look_at = standing_orders.expired_orders

    async def at_the_same_moment(*given: Any) -> list[db.Order]:
        monkeypatch.setattr(autoplay.standing_orders, "expired_orders", look_at)
        await votes.cast_vote(tables.service, code, vote.id, (BJORN, ASTRID)[seat], "no")
        return await look_at(*given)

    monkeypatch.setattr(autoplay.standing_orders, "expired_orders", at_the_same_moment)
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_order(tables, code) == []
    await tables.advance(AUTOPLAY_WINDOW_MS)
    assert await moves_by_order(tables, code) == ["stop"]
