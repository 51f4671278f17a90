"""The AI of Explorers: its simulator, its choices, its strength."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from bench.advice import played_turns, returns
from bench.opponents import play
from opponents import LEVELS, Idea, Level, choose, explain, rank_moves
from opponents.explorers import create_ai
from opponents.explorers.evaluation import Evaluator
from opponents.explorers.map_analysis import MapAnalysis
from opponents.explorers.simulator import (
    Party,
    apply_action,
    build_party,
    build_scene,
    legal_actions,
    to_move,
    turns_left,
)
from opponents.explorers.weights import Weights
from rules.explorers.chart import chart
from rules.explorers.game import Explorers
from rules.explorers.islands import complete_islands, islands
from rules.explorers.moves import Unload
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import ANIMALS, Captain
from rules.explorers.scoring import CATEGORIES, captain_points, scores
from rules.explorers.state import MAINLAND, SHORE, Longship, State
from rules.game import Seat
from tests.plies import plies, random_plies

GAME = Explorers()
AI = create_ai(GAME)


def deal(number: int, seats: int = 2) -> State:
    options = ExplorersOptions(board="random", cargo="any_three" if number == 2 else "two_livestock")
    return GAME.setup(seats, options, sha256(f"deal {number}".encode()).digest())


def test_the_light_model_acts_as_the_rules_do() -> None:
    """All its actions are legal and have the result of the rules; the actions it omits are pointless."""
    for number, seats in enumerate((1, 2, 4)):
        rng, state = Random(number), deal(number, seats)
        while owing := GAME.to_act(state):
            seat = min(owing)
            moves = GAME.legal(state, seat)
            if state.stage == "actions" and state.actions:
                scene = build_scene(state, seat, MapAnalysis(state.laid))
                party = build_party(state, seat)
                offered = {to_move(act, scene): act for act in legal_actions(party, scene)}
                assert set(offered) <= set(moves)
                left_out = {str(move) for move in set(moves) - set(offered)}
                assert all(words.split()[0] in ("unload", "march", "herd", "end") for words in left_out)
                move = rng.choice([*offered, *moves])
                if move in offered:
                    after = GAME.apply(state, seat, move).state
                    assert_same_turn(
                        apply_action(party, offered[move], scene), build_party(after, seat), party, after
                    )
            else:
                move = rng.choice(moves)
            state = GAME.apply(state, seat, move).state


def assert_same_turn(simulated: Party, after: Party, before: Party, state: State) -> None:
    """Compare parties, except for deaths in a fight and for turns that the simulator ends automatically."""
    fought = simulated.fights > before.fights
    if fought:
        simulated = simulated._replace(crew=after.crew, dead=after.dead, fights=0)
    if state.actions == 0:
        simulated = simulated._replace(left=after.left, turns=after.turns)
    assert simulated == after


def test_the_turns_that_are_left_are_counted_right() -> None:
    for seats in (1, 2, 3, 4):
        rng, state = Random(seats), deal(7, seats)
        expected: list[tuple[Seat, Seat, int, list[int]]] = []
        taken = [0] * seats
        while owing := GAME.to_act(state):
            seat = min(owing)
            if state.stage in ("place", "actions") and (not expected or expected[-1][2] != state.turn):
                taken[seat] += 1
                left = [turns_left(state, each) for each in range(seats)]
                expected.append((seat, seat, state.turn, [t + n for t, n in zip(taken, left, strict=True)]))
            moves = GAME.legal(state, seat)
            state = GAME.apply(
                state, seat, moves[-1] if state.stage == "actions" else rng.choice(moves)
            ).state
        for _, _, _, totals in expected:
            assert totals == taken


def play_at_random(number: int) -> State:
    """Return the end of a random game."""
    *_, last = random_plies(GAME, deal(number), Random(number))
    end: State = last.step.state
    return end


# The evaluation of the others counts on what is still to come.
EXACT_CAPTAINS: tuple[Captain, ...] = (
    "archer",
    "barbarian",
    "huntsman",
    "queen",
    "scout",
    "shieldmaiden",
    "tyrant",
    "watchman",
)


def test_at_the_end_a_party_is_worth_its_points() -> None:
    """With islands in full. Each captain adds the bonus of the rules."""
    weights, bonuses, held = Weights(islands=1.0, rivals=0.0), Counter[Captain](), 0
    for number in range(8):
        state = play_at_random(number)
        lands = [land for island in islands(state) for land in island.lands]
        for seat, player in enumerate(state.players):
            rng = Random(number + seat * (number % 2))  # In every second game all share the islands.
            player = player._replace(
                ashore=tuple((land, rng.randint(1, 4)) for land in sorted(rng.sample(lands, 3))),
                delivered=tuple(rng.choices(ANIMALS, k=6)),
                raided=(2, 3),
                dead=rng.randrange(3),
            )
            state = replace(state, players=state.players_with(seat, player))
        for seat, areas in enumerate(scores(state)):
            held += areas[CATEGORIES.index("islands")]
            scene = build_scene(state, seat, MapAnalysis(state.laid))
            party = build_party(state, seat)._replace(left=0, turns=0)
            alone = Evaluator(scene._replace(captains=()), weights).evaluate(party)
            assert alone == pytest.approx(sum(areas) - areas[CATEGORIES.index("captain")])
            for captain in EXACT_CAPTAINS:
                bonus = captain_points(captain, state, seat, complete_islands(state))
                helped = Evaluator(scene._replace(captains=(captain,)), weights).evaluate(party)
                assert helped - alone == pytest.approx(bonus), captain
                bonuses[captain] += bonus
    assert held
    assert set(EXACT_CAPTAINS) - set(+bonuses) <= {"scout"}


def test_islands_are_complete_where_the_rules_say_so() -> None:
    """Closed cells beside the Mainland are sea here, whether or not the rules think so."""
    state = play_at_random(3)
    waters = MapAnalysis(state.laid)
    for island in islands(state):
        isle = waters.islands[waters.island_of[island.lands[0]]]
        assert (set(isle.lands), isle.size) == (set(island.lands), island.size)
        assert not island.complete or not isle.openings


def sample_positions(
    seats: int, every: int, number: int = 7, level: Level = "apprentice"
) -> Iterator[tuple[State, Seat]]:
    """Yield positions with a choice from a game of apprentices."""
    state, ply = deal(number, seats), 0
    while owing := GAME.to_act(state):
        seat = max(owing)
        if ply % every == 0 and len(GAME.legal(state, seat)) > 1:
            yield state, seat
        state = GAME.apply(state, seat, choose_idea(state, seat, level, f"AB2CD {ply}").move).state
        ply += 1


def choose_idea(state: State, seat: Seat, level: Level, salt: str = "AB2CD") -> Idea:
    return choose(GAME, state, seat, level=level, salt=salt)


@pytest.mark.parametrize(
    ("seats", "every", "level"), [(1, 29, "sailor"), (2, 61, "sailor"), (4, 97, "apprentice")]
)
def test_ideas_are_legal_and_follow_from_what_the_seat_may_know(seats: int, every: int, level: Level) -> None:
    for state, seat in sample_positions(seats, every):
        ideas = rank_moves(GAME, state, seat, level=level, salt="AB2CD")
        assert {idea.move for idea in ideas} <= set(GAME.legal(state, seat))
        other = GAME.reshuffle(state, seat, sha256(b"another deal").digest())
        assert rank_moves(GAME, other, seat, level=level, salt="AB2CD") == ideas
        step = GAME.apply(state, seat, ideas[0].move)
        for move in ideas[0].continuation:
            assert not step.barrier
            step = GAME.apply(step.state, seat, move)


def state_with_hold(level_hold: tuple[str, ...], actions: int) -> State:
    """Return the action phase of a first turn, with the ship at the Mainland and animals aboard."""
    state = deal(5, 1)
    while state.stage == "place":
        state = GAME.apply(state, 0, GAME.legal(state, 0)[0]).state
    player = state.player._replace(ship=Longship(SHORE, 1, level_hold), ashore=((MAINLAND, 6),))  # type: ignore[arg-type]
    return replace(state, actions=actions, players=(player,))


@pytest.mark.parametrize(("alive", "is_hope"), [(7, True), (2, False)])
def test_a_settlement_is_no_hope_for_fewer_vikings_than_it_takes(alive: int, is_hope: bool) -> None:
    state = state_with_hold((), 3)
    land = next(land for land in chart(state.laid).lands if land != MAINLAND)
    party = build_party(state, 0)._replace(
        sea=SHORE, crew=2, ashore=((MAINLAND, alive - 2),) if alive > 2 else (), dead=7 - alive
    )
    scene = build_scene(state, 0, MapAnalysis(state.laid))
    without, beside = (
        Evaluator(scene).evaluate(party._replace(settlements=settlements))
        for settlements in ((), ((land, 5),))
    )
    assert (beside > without) is is_hope


@pytest.mark.parametrize("level", LEVELS)
def test_animals_are_delivered_where_that_takes_one_action(level: Level) -> None:
    state = state_with_hold(("pig", "horse"), 1)
    idea = choose_idea(state, 0, level)
    assert isinstance(idea.move, Unload)
    assert {idea.move.livestock, idea.move.second} == {"pig", "horse"}
    assert explain(GAME, state, 0, (idea.move,), salt="salt").key == "delivers"


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a_settlement_within_reach_is_raided(level: Level) -> None:
    state = deal(5, 1)
    while state.stage == "place":
        state = GAME.apply(state, 0, GAME.legal(state, 0)[0]).state
    map_ = chart(state.laid)
    sea = next(sea for sea in map_.seas if sea != SHORE and map_.beside(sea))
    land = map_.beside(sea)[0]
    player = state.player._replace(ship=Longship(sea, 3), ashore=((MAINLAND, 4),))
    state = replace(state, actions=2, players=(player,), settlements=((land, 3),))
    idea = choose_idea(state, 0, level)
    assert str(idea.move) == f"unload {map_.lands[land]} 3 none none none"
    assert explain(GAME, state, 0, (idea.move,), salt="salt").key == "raids"


def test_nobody_leaves_actions_unspent_for_long() -> None:
    """A game alone: hardly an action is given away, and it ends with points."""
    game = list(plies(GAME, deal(11, 1), lambda state, seat: choose_idea(state, seat, "apprentice").move))
    assert sum(ply.before.actions for ply in game if str(ply.move) == "end") <= 10
    assert GAME.current_scores(game[-1].step.state)[0] >= 5


@pytest.mark.parametrize("level", ["sailor", "captain"])
def test_in_the_last_turn_to_stop_is_always_considered(level: Level) -> None:
    """So nobody moves for the sake of moving where nothing can be gained any more."""
    last = [
        (state, seat)
        for state, seat in sample_positions(2, 1)
        if state.stage == "actions" and turns_left(state, seat) == 0
    ]
    assert last
    for state, seat in last[-6:]:
        ideas = rank_moves(GAME, state, seat, level=level, salt="AB2CD")
        assert any(str(idea.move) == "end" for idea in ideas)


def test_nobody_walks_to_and_fro() -> None:
    """An action without a gain is not spent: to and fro was half of all marches once."""
    walks = went_back = 0
    for turns in played_turns(GAME, 3, "sailor").values():
        walks += sum(len(turn.walks) for turn in turns)
        went_back += len([*returns(turns)])
    assert went_back <= 0.05 * walks


@pytest.mark.long
def test_the_sailor_beats_the_apprentice() -> None:
    """More is measured in bench/; this is as much as a quick test has time for."""
    assert sum(play("explorers", 2, {}, "sailor", "apprentice", number).won for number in range(2)) >= 1


def test_chances_add_up_and_follow_the_points() -> None:
    state = deal(3, 3)
    for seat in range(3):
        state = GAME.apply(state, seat, GAME.legal(state, seat)[0]).state
    first = AI.win_probabilities(state, Random(1))
    assert sum(first) == pytest.approx(1)
    assert max(first) < 0.6
    rich = state.players[2]._replace(raided=(5,) * 9)
    assert AI.win_probabilities(replace(state, players=state.players_with(2, rich)), Random(1))[2] > 0.8
