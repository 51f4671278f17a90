"""The setup, and the exchange of all players before the first round."""

from dataclasses import replace

import pytest

from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import Team
from rules.game import Refusal
from tests.rules.borealis.notation import legal_notations, play, step
from tests.rules.borealis.states import GAME, card, pile, player, supply, table
from tests.rules.events import event_kinds


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t24_setup(seats: int) -> None:
    """Nine scientists, three flags at the start, two stars and four cards each; four cards in the pool."""
    state = GAME.setup(seats, BorealisOptions(), seed(1))
    for each in state.players:
        assert each.places == (Team(), Team(1, 1, 1), Team(1, 1, 1), Team(1, 1, 1), Team())
        assert (each.flags, each.stars, len(each.hand), each.sites) == ((0, 0, 0), 2, 4, ((), (), ()))
    assert len(state.supply.pool) == 4
    assert len(state.supply.deck) == 100 - 4 - 4 * seats
    assert len(set(state.score_cards)) == 2
    kinds = [GAME.components.objectives.of(objective.card).kind for objective in state.objectives]
    assert kinds == ["animal", "scientist", "vehicle"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t24_every_player_can_get_the_five_stars_of_every_objective(seats: int) -> None:
    """Six, nine or twelve rewards: the table never runs out of them."""
    ready = player("BFO", "BFO", "BF", hand=(card(arrows="yp"),) * 4, flags=(0, 0, 5))
    objectives = ("balanced_ecosystem", "comparing_notes", "bold_explorers")
    camp = (Team(1, 1, 0), Team(0, 0, 1), Team(1, 1, 1), Team(1, 1, 1), Team(0, 0, 2))
    state = table(*([ready._replace(places=camp)] * seats), objectives=objectives)
    for _ in range(seats):
        state = play(state, "observe 1 right", "draw")
    assert [each.stars - 2 for each in state.players] == [15] * seats


def test_chance_deals_the_boards_of_side_ii() -> None:
    tables = [GAME.setup(2, BorealisOptions(side="ii"), seed(number)) for number in range(12)]
    assert len({table.players[0].board for table in tables}) > 1


def test_side_i_is_the_same_for_everybody_and_side_ii_different_for_each() -> None:
    for number in range(10):
        same = GAME.setup(4, BorealisOptions(side="i"), seed(number))
        other = GAME.setup(4, BorealisOptions(side="ii"), seed(number))
        assert {each.board for each in same.players} == {"i"}
        assert {each.board for each in other.players} == {"ii_1", "ii_2", "ii_3", "ii_4"}


def test_anybody_may_be_the_first_player_and_every_card_can_come() -> None:
    deals = [GAME.setup(3, BorealisOptions(), seed(number)) for number in range(200)]
    assert {state.first for state in deals} == {0, 1, 2}
    assert len({key for state in deals for key in state.score_cards}) == 10
    assert len({objective.card for state in deals for objective in state.objectives}) == 12


def test_any_part_of_the_hand_can_be_exchanged() -> None:
    state = table(phase="exchange", round=0)
    assert len(legal_notations(state)) == 16
    assert GAME.to_act(state) == {0, 1}


def test_the_exchange_is_carried_out_once_everybody_has_chosen() -> None:
    hand = pile("BFOS")
    state = table(
        player(hand=hand),
        player(hand=hand),
        phase="exchange",
        round=0,
        first=1,
        active=1,
        supply=supply((card("puffin"), card("puffin", "kayak"), card("puffin", "skis"))),
    )
    waiting = step(state, "exchange 13", seat=0)
    assert event_kinds(waiting.events) == []
    assert waiting.state.players[0].hand == hand
    assert GAME.to_act(waiting.state) == {1}
    done = step(waiting.state, "exchange 4", seat=1)
    assert done.barrier
    # The first player draws first; new cards come last in the hand.
    assert done.state.players[1].hand == (*hand[:3], card("puffin"))
    assert done.state.players[0].hand == (hand[1], hand[3], card("puffin", "kayak"), card("puffin", "skis"))
    assert done.state.supply.discards == (hand[3], hand[0], hand[2])
    assert (done.state.phase, done.state.active, done.state.round) == ("action", 1, 1)


def test_a_hand_is_exchanged_only_once() -> None:
    waiting = step(table(phase="exchange", round=0), "exchange none", seat=0)
    assert not waiting.barrier
    with pytest.raises(Refusal, match="not_your_turn"):
        step(waiting.state, "exchange 1", seat=0)
    started = step(waiting.state, "exchange none", seat=1).state
    with pytest.raises(Refusal, match="illegal"):
        step(started, "exchange 1")


def test_nobody_sees_what_the_others_exchange_before_having_chosen() -> None:
    state = table(phase="exchange", round=0)
    views = {
        GAME.view(step(state, f"exchange {cards}", seat=0).state, 1).model_dump_json()
        for cards in ("none", "2", "1234")
    }
    assert len(views) == 1
    mine = GAME.view(step(state, "exchange 24", seat=0).state, 0)
    assert mine.exchanging == (2, 4)


def test_the_last_to_choose_learns_the_others_choices_and_cannot_go_back() -> None:
    state = replace(table(phase="exchange", round=0), first=1, active=1)
    waiting = step(state, "exchange none", seat=0).state
    done = step(waiting, "exchange none", seat=1)
    assert event_kinds(done.events) == ["hand_kept", "hand_kept"]
    assert done.barrier
