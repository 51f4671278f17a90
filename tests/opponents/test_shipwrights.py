"""The AI of Shipwrights: sensible afternoons and picks, a simulator that equals the rules."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from bench.rivals import GREEDY
from opponents import LEVELS, Level, choose, explain, rank_moves
from opponents.shipwrights import create_ai
from opponents.shipwrights.plans import draw_call
from opponents.shipwrights.simulator import Table
from rules import GAMES
from rules.game import Seat
from rules.shipwrights.game import Shipwrights
from rules.shipwrights.moves import END, PICK, Finish
from rules.shipwrights.pieces import Card, Goods
from rules.shipwrights.state import Held, State
from tests.plies import final_outcome

game = GAMES["shipwrights"]
AI = create_ai(game)
assert isinstance(game, Shipwrights)
LONGEST = 45
"""No game of beginners lasts longer."""


def deal(seats: int, name: str) -> State:
    state = game.setup(seats, game.info.options(), sha256(name.encode()).digest())
    assert isinstance(state, State)
    return state


def play_game(seats: int, name: str, level: Level = "apprentice") -> Iterator[tuple[State, Seat]]:
    """A game among opponents: every moment with who is to move, and the end."""
    state = deal(seats, name)
    while owing := game.to_act(state):
        seat = min(owing)
        yield state, seat
        move = choose(game, state, seat, level=level, salt=f"{name} {state.day}").move
        state = game.apply(state, seat, move).state
    yield state, -1


def afternoon_state(*hand: Card, seats: int = 2) -> State:
    """The first turn of a game, with this hand."""
    for state, _ in play_game(seats, "an afternoon"):
        if state.stage == "afternoon":
            held = tuple(Held(card, number) for number, card in enumerate(hand))
            player = state.player._replace(hand=held)
            return replace(state, players=state.players_with(state.active, player))
    raise AssertionError("no afternoon")


@pytest.mark.parametrize("level", LEVELS)
def test_the_fourth_ship_is_finished_when_it_wins(level: Level) -> None:
    state = afternoon_state("blacksmith")
    player = state.player._replace(
        fleet=("busse", "skeid", "skeid"), workshops=("skute", None), mill=Goods(1, 1, 1), gold=4, workers=3
    )
    state = replace(state, players=state.players_with(state.active, player))
    idea = choose(game, state, state.active, level=level, salt="the last ship")
    assert isinstance(idea.move, Finish)
    assert explain(game, state, state.active, (idea.move,), salt="salt").key == "last_ship"


@pytest.mark.parametrize("level", LEVELS)
def test_the_craftsman_a_ship_waits_for_is_kept(level: Level) -> None:
    state = next(state for state, _ in play_game(2, "a morning") if state.stage == "morning")
    seat = state.first
    player = state.players[seat]._replace(
        workshops=("skeid", None), craftsmen=("woodcarver",), mill=Goods(2, 2, 1)
    )
    sets = (("blacksmith", "berserker", "watchman"), *state.sets[1:])
    state = replace(state, players=state.players_with(seat, player), sets=sets)
    idea = choose(game, state, seat, level=level, salt="a morning")
    assert idea.move == PICK["blacksmith"]
    assert explain(game, state, seat, (idea.move,), salt="salt").key == "crew"


def test_a_plan_with_a_trader_goes_on_as_it_began() -> None:
    state = afternoon_state("trader", "blacksmith")
    player = state.player._replace(workshops=("skute", None), mill=Goods(3, 0, 0), gold=1, workers=1)
    state = replace(state, players=state.players_with(state.active, player))
    seat = state.active
    for _ in range(6):
        if state.active != seat or state.stage not in ("afternoon", "trader"):
            break
        state = game.apply(state, seat, choose(game, state, seat, level="sailor", salt="trade").move).state
        if state.players[seat].fleet:
            break
    assert state.players[seat].fleet == ("skute",)


@pytest.mark.parametrize("seats", [2, 5])
def test_games_of_apprentices_end(seats: int) -> None:
    *_, (state, _) = play_game(seats, "beginners")
    assert game.outcome(state) is not None
    assert state.day <= LONGEST


@pytest.mark.parametrize(
    ("level", "every", "most"), [("apprentice", 7, 12), ("sailor", 7, 12), ("captain", 13, 4)]
)
def test_nothing_hidden_makes_a_difference(level: Level, every: int, most: int) -> None:
    seen = 0
    for ply, (state, seat) in enumerate(play_game(3, "hidden")):
        if ply % every or seat < 0 or len(game.legal(state, seat)) < 2:
            continue
        idea = choose(game, state, seat, level=level, salt=str(ply))
        assert idea.move in game.legal(state, seat)
        other = game.reshuffle(state, seat, sha256(str(ply).encode()).digest())
        assert choose(game, other, seat, level=level, salt=str(ply)) == idea
        seen += 1
        if seen == most:
            break


@pytest.mark.parametrize("seats", [2, 4])
def test_the_light_table_keeps_to_the_rules(seats: int) -> None:
    """Simulated afternoons and nights have the results of the rules."""
    planner, draft = AI.planner, AI.draft
    compared = 0
    for state, seat in play_game(seats, f"light {seats}", "sailor"):
        if state.stage != "afternoon" or state.active != seat:
            continue
        table = Table(planner, draft, state, Random(0))
        assert tuple(table.points()) == game.current_scores(state)
        plans = planner.plans(state.players, table.turn_context(seat))
        assert draw_call(plans[0], ()) is None
        for plan in plans[:4]:
            after = state
            for move in plan.moves[:-1]:
                after = game.apply(after, seat, move).state
            assert plan.moves[-1] == END
            if after.active != seat or after.stage != "afternoon":
                continue  # nothing was left to do, so that the turn is over already
            for owner, player in enumerate(plan.players):
                expected = after.players[owner]
                assert player == (expected._replace(hand=()) if owner == seat else expected)
            compared += 1
            last = state.turn_index(seat) == seats - 1
            if last and not any(held.card == "chieftain" for held in state.players[seat].hand):
                compare_night(after, seat, simulated_after(state, seat, plans.index(plan)))
    assert compared > 60


def simulated_after(state: State, seat: Seat, number: int) -> Table:
    table = Table(AI.planner, AI.draft, state, Random(0))
    table.play_plan(seat, AI.planner.plans(state.players, table.turn_context(seat))[number])
    table.night()
    return table


def compare_night(state: State, seat: Seat, table: Table) -> None:
    state = game.apply(state, seat, END).state
    while state.stage in ("dusk", "night"):
        owing = min(game.to_act(state))
        state = game.apply(state, owing, choose(game, state, owing, level="sailor", salt="").move).state
    ignored: dict[str, Any] = {"hand": (), "discarded": (), "passed": (), "returning": None}
    if state.stage == "over":
        ignored |= {"pioneers": 0, "mill": Goods()}  # they count for nothing any more
        outcome = final_outcome(game, state)
        assert tuple(table.points()) == outcome.totals
        assert {s for s, share in enumerate(table.victory_shares()) if share} == set(outcome.ranking[0])
    else:
        assert table.first == state.first
        mine = [*table.deck, *table.discards, *(card for cards in table.sets for card in cards)]
        theirs = [
            *state.deck,
            *state.discards,
            *state.buried,
            *(card for cards in state.sets for card in cards),
        ]
        assert sorted(mine) == sorted(theirs)
    for player, expected in zip(table.players, state.players, strict=True):
        assert player._replace(**ignored) == expected._replace(**ignored)


@pytest.mark.parametrize("seats", [2, 4])
def test_those_wait_for_their_turn_who_come_after(seats: int) -> None:
    days = set()
    for state, seat in play_game(seats, f"waiting {seats}"):
        if state.stage == "afternoon" and state.day not in days:
            days.add(state.day)
            place = state.order.index(seat)
            context = Table(AI.planner, AI.draft, state, Random(0)).turn_context(seat)
            waiting = {other for other, waits in enumerate(context.still_to_play) if waits}
            assert waiting == set(state.order[place + 1 :])
        if len(days) == seats:
            return


def test_no_plan_is_considered_twice() -> None:
    state = afternoon_state("skute", "ferje", "blacksmith", "king", "labourer")
    table = Table(AI.planner, AI.draft, state, Random(0))
    plans = AI.planner.plans(state.players, table.turn_context(state.active))
    assert len(plans) > 5
    assert len({plan.moves for plan in plans}) == len(plans)


def test_a_sailor_beats_one_who_looks_one_move_ahead() -> None:
    won = 0
    for number in range(4):
        state, rng = deal(2, f"greedy {number // 2}"), Random(number)
        while owing := game.to_act(state):
            seat = min(owing)
            if seat == number % 2:
                move = choose(game, state, seat, level="sailor", salt=str(rng.random())).move
            else:
                move = GREEDY["shipwrights"](state, seat, rng)
            state = game.apply(state, seat, move).state
        outcome = final_outcome(game, state)
        won += number % 2 in outcome.ranking[0]
    assert won >= 2


def test_chances_and_ideas_are_sound() -> None:
    for ply, (state, seat) in enumerate(play_game(3, "chances", "sailor")):
        chances = AI.win_probabilities(state, Random(ply))
        assert sum(chances) == pytest.approx(1)
        if seat < 0:
            assert max(chances) in (1, 0.5)
            break
        if ply % 5:
            continue
        for idea in rank_moves(game, state, seat, level="sailor", salt=str(ply)):
            assert idea.move in game.legal(state, seat)
