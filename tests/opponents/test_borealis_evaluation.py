"""The evaluation of Borealis: objectives and score cards by the rules, potential in the right order."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from opponents.borealis import create_ai, playouts, policy
from opponents.borealis.ai import MAX_GAMES, MIN_GAMES, PROBABILITY_TURNS, victory_shares
from opponents.borealis.board import Board
from opponents.borealis.encoding import KINDS, PLAYABLE, SITES, Card, EncodedComponents, encode_team
from opponents.borealis.evaluation import card_values, flag_values, group_values, remaining_share
from opponents.borealis.evaluation_terms import OBJECTIVE_TERMS, SCORE_CARD_TERMS, step_values
from opponents.borealis.plans import Plan, plans
from opponents.borealis.playouts import rank_by_playouts, turns_left
from opponents.borealis.scientists import STEPS_MISSING, ScientistValues
from opponents.borealis.scoring import CONDITIONS
from opponents.borealis.simulator import Objective, Table
from opponents.borealis.weights import TUNED, Weights
from rules.borealis.game import Borealis
from rules.borealis.moves import DRAW, Observe
from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import LAST_ROUND_CARDS, Team
from rules.borealis.state import State
from rules.game import Move, Seat
from tests.plies import plies as game_plies

GAME = Borealis()
COMPONENTS = EncodedComponents(GAME.components)
PLAIN = Weights(**dict.fromkeys(Weights._fields, 0.0))._replace(reach=1.0, star=1.0, next_turn=1.0, later=1.0)
"""No potential: what can be scored at once counts in full."""
FOX, OWL, SEAL, BEAR, PUFFIN = KINDS


def deal(number: int, seats: int = 2) -> State:
    return GAME.setup(seats, BorealisOptions(side="i"), sha256(f"deal {number}".encode()).digest())


def random_tables() -> Iterator[Table]:
    """Yield the table at every turn of a random game in which cards are played where that is possible."""
    rng = Random(2)

    def observe_if_possible(state: State, seat: Seat) -> Move:
        moves = GAME.legal(state, seat)
        return rng.choice([move for move in moves if isinstance(move, Observe)] or moves)

    for ply in game_plies(GAME, deal(2), observe_if_possible):
        if ply.before.phase == "action":
            yield Table(ply.before, COMPONENTS, rng)


TABLES = list(random_tables())


def sketch(*stacks: Sequence[int], last_round: bool = False, **changes: Any) -> tuple[Table, Board]:
    """Return a table without score cards and objectives, and a board with these cards, bottom first."""
    table = TABLES[0].copy(Random(0))
    table.score_cards, table.objectives = (), []  # type: ignore[assignment]
    table.last_round = last_round
    board = table.boards[table.active]
    board.stacks = [list(stack) for stack in stacks]
    board.species_counts = [stack.count(species) for stack in board.stacks for species in KINDS]
    board.vehicle_counts, board.flags = [0] * 5, [0] * 3
    for name, value in changes.items():
        setattr(board, name, value)
    table.tallest = max(len(stack) for each in table.boards for stack in each.stacks)
    board.card_values = None
    return table, board


@pytest.mark.parametrize("key", OBJECTIVE_TERMS)
def test_the_last_step_of_an_objective_counts_its_stars(key: Any) -> None:
    reached = 0
    for table in TABLES[::3]:
        board = table.boards[table.active]
        missed = [number for number in range(1, 7) if not CONDITIONS[key](board, number, 0)]
        for number in missed[:2]:
            trial = table.copy(Random(0))
            trial.last_round, trial.score_cards = True, ()  # type: ignore[assignment]
            trial.objectives = [Objective(key, number, frozenset(), True)]
            owner = trial.boards[trial.active]
            owner.card_values = None
            animals, vehicles = card_values(trial, owner, PLAIN)
            before = trial.score(owner)
            for kind, site in itertools.product(KINDS, SITES):
                if len(owner.stacks[site]) == LAST_ROUND_CARDS:
                    continue
                after = trial.copy(Random(0))
                mover = after.boards[after.active]
                mover.hand = [Card(kind, kind, 0, 0)]
                after.observe(0, site)
                gained = after.score(mover) - before
                assert animals[5 * site + kind] + vehicles[5 * site + kind] == gained, (number, board.stacks)
                reached += bool(after.objectives[0].reached)
    assert reached


def test_a_step_counts_less_the_more_are_missing_and_nothing_if_it_comes_too_late() -> None:
    table, _ = sketch((), (), ())
    stars = COMPONENTS.objective
    for rounds in range(1, LAST_ROUND_CARDS + 1):
        table.tallest = LAST_ROUND_CARDS - rounds
        done, last, *further = step_values(table, Objective("bold_explorers", 3, frozenset(), True), TUNED)
        in_time = [value for value in further if value]
        assert (done, last) == (0, stars * TUNED.reach)
        assert len(in_time) == rounds, "one step a round, and the last one"
        assert further == [*in_time, *[0.0] * (len(further) - rounds)]
        assert all(2 / 3 <= after / value < 1 for value, after in pairwise(in_time))
        assert in_time[0] < last
    done, last, *further = step_values(table, Objective("bold_explorers", 3, frozenset({1}), True), TUNED)
    assert (done, last, any(further)) == (0, stars * TUNED.reach, False), "it leaves at the end of the round"


@pytest.mark.parametrize("key", STEPS_MISSING)
def test_no_step_of_scientists_is_missing_where_the_objective_is_reached(key: Any) -> None:
    rng = Random(key)
    board = TABLES[0].boards[0].copy()
    met = 0
    for _ in range(300):
        board.teams = [encode_team(Team(*(rng.randrange(3) for _ in range(3)))) for _ in range(5)]
        number, returned = rng.randint(1, 6), rng.randrange(7)
        is_met = CONDITIONS[key](board, number, returned)
        assert (STEPS_MISSING[key](board.teams, number, returned) <= 0) is is_met
        met += is_met
    assert 0 < met < 300


def test_each_scientist_missing_is_a_step() -> None:
    nobody = encode_team(Team())
    for present in range(3):
        pair = encode_team(Team(present))
        assert (
            STEPS_MISSING["specialists_retreat"]([pair, nobody, nobody, nobody, pair], 5, 0)
            == 5 - 2 * present
        )
        assert STEPS_MISSING["comparing_notes"]([pair, nobody, nobody, nobody, nobody], 4, 0) == 4 - present
        assert STEPS_MISSING["splitting_up"]([nobody, pair, pair, nobody, nobody], 1, 0) == 2 * max(
            0, present - 1
        )
        waiting = STEPS_MISSING["morning_shift"]([pair, nobody, nobody, nobody, pair], 3, 0)
        assert waiting == max(1, 1 + 3 - 2 * present), "and one to bring them back"


def test_scientists_count_their_points_and_stars_in_the_last_round() -> None:
    rng = Random("scientists")
    for key in ("safe_return", "farewell_party"):
        table, board = sketch((), (), (), last_round=True)
        table.score_cards = (key,)  # type: ignore[assignment]
        table.objectives = [Objective("comparing_notes", 3, frozenset(), True)]
        values = ScientistValues(table, board, PLAIN)
        before = table.score(board) - values.value(board.teams)
        for _ in range(40):
            board.teams = [encode_team(Team(*(rng.randrange(3) for _ in range(3)))) for _ in range(5)]
            stars = COMPONENTS.objective * CONDITIONS["comparing_notes"](board, 3, 0)
            assert values.value(board.teams) + before == table.score(board) + stars


def test_an_objective_that_cannot_be_reached_any_more_is_nothing_to_scientists() -> None:
    table, board = sketch((), (), ())
    crowd = [encode_team(Team(3)), 0, 0, 0, 0]
    weights = PLAIN._replace(team_goal=1.0)

    def gain(*goals: Objective) -> float:
        table.objectives = list(goals)
        values = ScientistValues(table, board, weights)
        return values.value(crowd)

    stars = COMPONENTS.objective
    assert gain(Objective("comparing_notes", 3, frozenset(), True)) == stars
    assert gain(Objective("comparing_notes", 5, frozenset(), True)) == pytest.approx(stars / 3)
    assert gain(Objective("comparing_notes", 4, frozenset({1 - board.seat}), True)) == 0
    assert gain(Objective("comparing_notes", 3, frozenset({1 - board.seat}), True)) == stars
    assert gain(Objective("comparing_notes", 3, frozenset({board.seat}), True)) == 0
    assert gain(Objective("comparing_notes", 3, frozenset(), False)) == 0


def test_rest_in_camps_is_worth_something_until_it_is_crowded() -> None:
    table, board = sketch((), (), ())
    values = ScientistValues(table, board, PLAIN._replace(rest=1.0, crowd=0.25))
    worth = [
        values.value([encode_team(Team(*team)), 0, 0, 0, 0]) for team in ((0,), (1,), (2,), (2, 1), (2, 2))
    ]
    assert worth == [0, 0.75, 1, 0.75, 0]
    table.last_round = True
    assert ScientistValues(table, board, TUNED).value([63, 0, 0, 0, 63]) == 0, "nobody comes back any more"


def score_card_value(
    key: Any, share: float, lean: float, *stacks: Sequence[int], **changes: Any
) -> list[float]:
    """Return what a score card adds to the species and vehicles on each site."""
    table, board = sketch(*stacks, **changes)
    animals, vehicles = [0.0] * 15, [0.0] * 15
    SCORE_CARD_TERMS[key](table, board, animals, vehicles, share, lean)
    return animals + vehicles


STACKS = ((FOX, OWL), (OWL, OWL, BEAR), (SEAL,))


@pytest.mark.parametrize(
    ("key", "least"),
    [
        ("territorial_animals", 0.0), ("common_destination", 0.0), ("interspecies_relationships", 0.0),
        ("outer_lands", 0.0), ("mating_season", 0.5), ("untrodden_path", 0.5), ("expansive_species", 0.8),
        ("popular_vehicle", 1.0),
    ],
)  # fmt: skip
def test_early_a_score_card_counts_in_part(key: Any, least: float) -> None:
    """What can still be lost or won counts less than what stays."""
    changes: dict[str, Any] = {"flags": [1, 1, 2], "vehicle_counts": [1, 2, 2, 0, 1]}
    stacks = ((FOX, OWL), (FOX, OWL, BEAR), (FOX,))
    for each in (STACKS, stacks):
        full = score_card_value(key, 1.0, 0.0, *each, **changes)
        part = score_card_value(key, 0.25, 0.0, *each, **changes)
        assert part == pytest.approx([max(0.25, least) * value for value in full])


def test_a_row_that_lacks_two_cards_leans_to_the_species_that_is_there() -> None:
    points = COMPONENTS.points["expansive_species"]
    values = score_card_value("expansive_species", 1.0, 0.5, (FOX,), (), ())
    assert {place: value for place, value in enumerate(values) if value} == {
        5 + FOX: points / 2, 10 + FOX: points / 2,
    }  # fmt: skip
    assert not any(score_card_value("expansive_species", 1.0, 0.5, (FOX,), (OWL,), ()))


def test_cards_lean_to_the_sides_for_outer_lands() -> None:
    points = COMPONENTS.points["outer_lands"]
    values = score_card_value("outer_lands", 0.0, 0.5, (FOX,), (OWL,), ())
    assert values[:15] == [points / 2] * 5 + [-points / 2] * 5 + [points / 2] * 5
    now = score_card_value("outer_lands", 1.0, 0.0, (FOX, OWL), (OWL,), (FOX,))
    assert now[:15] == [0.0] * 5 + [-points] * 5 + [points] * 5


def test_the_second_most_vehicle_is_a_hope_for_the_popular_one() -> None:
    points = COMPONENTS.points["popular_vehicle"]
    values = score_card_value("popular_vehicle", 1.0, 0.25, (), (), (), vehicle_counts=[3, 2, 1, 0, 3])
    assert values[15:20] == [points, points / 4, 0, 0, points]
    assert values[15:] == values[15:20] * 3


def test_the_lowest_flag_leans_forward_for_the_untrodden_path() -> None:
    """The card counts the flag that scores least, so only that one matters."""
    _, board = sketch((), (), (), flags=[0, 2, 2])
    points = board.track_points
    assert points[0][0] < min(points[1][2], points[2][2])
    values = score_card_value("untrodden_path", 0.0, 0.5, (), (), (), flags=[0, 2, 2])[15:]
    helped = {5 * 0 + vehicle for vehicle in board.track_vehicles[0][0]}
    assert {place for place, value in enumerate(values) if value} == helped


def test_a_group_has_more_potential_the_more_cards_can_follow() -> None:
    weights = PLAIN._replace(grow_0=1.0, grow_1=2.0, grow_2=3.0, grow_3=4.0)
    points = COMPONENTS.groups
    table, board = sketch((FOX, FOX), (OWL,), ())
    table.tallest = 0  # Everything counts in full.
    assert remaining_share(table) == 1
    potential = [
        (value - points[count + 1] + points[count]) / remaining_share(table)
        for value, count in zip(group_values(table, board, weights), board.species_counts, strict=True)
    ]
    room = [(LAST_ROUND_CARDS - 1 - size) / LAST_ROUND_CARDS for size in (2, 1, 0)]
    assert potential[FOX] == pytest.approx(3 * room[0])
    assert potential[OWL] == pytest.approx(room[0])
    assert potential[5 + OWL] == pytest.approx(2 * room[1])
    assert potential[5 + FOX] == pytest.approx(room[1])
    assert potential[10:] == pytest.approx([room[2]] * 5)
    table.last_round = True
    now = [points[count + 1] - points[count] for count in board.species_counts]
    assert group_values(table, board, weights) == pytest.approx(now)


def test_a_full_site_takes_no_card_and_another_species_is_worth_less() -> None:
    full = (FOX,) * LAST_ROUND_CARDS
    table, board = sketch(full, (FOX, OWL), ())
    assert group_values(table, board, TUNED)[:5] == [0.0] * 5
    table.tallest = 2
    alone, mixed = (
        group_values(table, board, PLAIN._replace(second_species=penalty)) for penalty in (0.0, -1.0)
    )
    lost = [one - other for one, other in zip(alone, mixed, strict=True)]
    share = remaining_share(table)
    assert lost[5:] == pytest.approx([0, 0, *[2 * share] * 3, *[0] * 5]), "two species are there already"
    tall = group_values(table, sketch((FOX,), (), (OWL,))[1], PLAIN._replace(tall=1.0))
    flat = group_values(table, sketch((FOX,), (), (OWL,))[1], PLAIN)
    assert [one - other for one, other in zip(tall, flat, strict=True)] == pytest.approx(
        [share] * 5 + [0] * 5 + [share] * 5
    )


def test_the_spaces_after_the_next_one_count_by_their_weight() -> None:
    weights = PLAIN._replace(flag=0.5, flag_far=0.25)
    for flag in range(len(TABLES[0].boards[0].track_points[0])):
        table, board = sketch((), (), (), flags=[flag] * 3)
        table.tallest = 0
        share = remaining_share(table)
        values = flag_values(table, board, weights)
        for site in SITES:
            points, leads = board.track_points[site], board.track_vehicles[site][flag]
            steps = [after - before for before, after in pairwise(points)][flag:]
            expected = sum(
                step * weight for step, weight in zip(steps, (1, 0.5 * share, 0.25 * share), strict=False)
            )
            for vehicle in KINDS:
                assert values[5 * site + vehicle] == pytest.approx(expected if vehicle in leads else 0)


def hand_values(board: Board, table: Table) -> list[float]:
    """Return the best value of each card of the hand where it can be played now."""
    animals, vehicles = card_values(table, board, PLAIN)
    return [
        max(
            (
                animals[5 * site + card.species] + vehicles[5 * site + card.vehicle]
                for site in SITES
                if PLAYABLE[board.teams[site + 1]][card.arrows]
            ),
            default=0,
        )
        for card in board.hand
    ]


def test_the_next_turn_is_worth_its_best_card_and_a_part_of_the_others() -> None:
    playable = 0
    for table in TABLES[::2]:
        board = table.boards[table.active]
        board.card_values = None
        animals, vehicles = card_values(table, board, PLAIN)
        values = hand_values(board, table)
        worth = [value + card.stars for value, card in zip(values, board.hand, strict=True) if value > 0]
        best = max(worth, default=0)
        weights = PLAIN._replace(others=0.5)
        found = policy.next_turn_value(board, board.teams, animals, vehicles, weights)
        assert found == pytest.approx(best + 0.5 * (sum(worth) - best))
        for place in range(len(board.hand)):
            rest = [
                v + c.stars
                for n, (v, c) in enumerate(zip(values, board.hand, strict=True))
                if v > 0 and n != place
            ]
            found = policy.next_turn_value(board, board.teams, animals, vehicles, PLAIN, place)
            assert found == pytest.approx(max(rest, default=0))
        playable += len(worth)
    assert playable


def test_a_card_is_worth_its_best_site_and_less_without_its_scientists() -> None:
    teams = [0, encode_team(Team(3, 3, 3)), 0, 0, 0]
    animals, vehicles = [0.0] * 15, [0.0] * 15
    animals[0], animals[5] = 2.0, 3.0
    card = Card(0, 0, 0, 1)
    weights = PLAIN._replace(later=0.5)
    assert policy.card_potential(card, teams, animals, vehicles, weights) == 2 + 1
    vehicles[5] = 2.0
    assert policy.card_potential(card, teams, animals, vehicles, weights) == (3 + 2) / 2 + 1


def with_pool(table: Table, stars: int) -> Table:
    trial = table.copy(Random(0))
    trial.boards[trial.active].stars = stars
    trial.refreshed = False
    return trial


@pytest.mark.parametrize("rich", [False, True])
def test_a_poor_pool_is_renewed_by_those_who_can_pay(rich: bool) -> None:
    cost = COMPONENTS.refresh
    table = with_pool(TABLES[0], cost if rich else cost - 1)
    seat, stars = table.active, table.boards[table.active].stars
    held, pool = len(table.boards[seat].hand), table.pool[:]
    policy.draw_card(table, TUNED._replace(renew=1e6))
    assert table.boards[seat].stars == (0 if rich else stars)
    assert len(table.boards[seat].hand) == held + 1
    assert (table.discards[-len(pool) :] == pool) is rich, "the whole pool is discarded"
    kept = [one for one, other in zip(pool, table.pool, strict=True) if one == other]
    assert rich or len(kept) >= len(pool) - 1
    assert table.active != seat


def test_the_best_card_of_the_pool_is_taken_unless_an_unknown_one_promises_more() -> None:
    for table in TABLES[::4]:
        trial = with_pool(table, 0)
        board = trial.boards[trial.active]
        values = policy.card_potentials(trial, board, trial.pool, TUNED)
        best = trial.pool[values.index(max(values))]
        policy.draw_card(trial, TUNED._replace(unseen=0.0))
        assert board.hand[-1] == best
        blind = with_pool(table, 0)
        top = blind.deck[-1]
        policy.draw_card(blind, TUNED._replace(unseen=1e6))
        assert blind.boards[table.active].hand[-1] == top


def test_weak_cards_are_replaced_but_none_in_the_last_round() -> None:
    for table in TABLES[::4]:
        board = table.boards[table.active]
        values = policy.card_potentials(table, board, board.hand, TUNED)
        weights = TUNED._replace(weak=sorted(values)[1])
        weak = policy.cards_to_replace(table, board, weights)
        if policy.can_observe(board) or board.in_camps():
            assert set(weak) == {place for place, value in enumerate(values) if value < weights.weak}
        assert [values[place] for place in weak] == sorted(values[place] for place in weak)
        exchanged = policy.cards_to_exchange(table, board, TUNED._replace(first_hand=sorted(values)[1]))
        assert set(exchanged) == {place for place, value in enumerate(values) if value < sorted(values)[1]}
        last = table.copy(Random(0))
        last.last_round = True
        assert policy.cards_to_replace(last, last.boards[last.active], weights) == ()


def test_scientists_gather_where_the_most_cards_can_be_played() -> None:
    """Without score cards and objectives only the next turn counts; in the last round there is none."""
    table, board = sketch((), (), ())
    board.teams = [encode_team(Team(2)), 0, 0, encode_team(Team(0, 1)), encode_team(Team(1))]
    board.hand = [Card(FOX, 0, 1, 0)]  # Yellow goes left, pink goes right.
    values = policy.gather_values(table, board, PLAIN)
    assert values[0] == values[1] == 0 < values[2]
    assert policy.regroup_value(table, board, PLAIN._replace(pause=2.0)) == pytest.approx(
        3 * COMPONENTS.returned - 2 + values[2]
    )
    table.last_round = True
    assert policy.gather_values(table, board, PLAIN) == [0, 0, 0]
    board.teams[0] = board.teams[4] = 0
    assert policy.regroup_value(table, board, PLAIN._replace(pause=2.0)) == -2


def test_to_end_the_game_is_worth_more_to_whom_it_finds_ahead() -> None:
    table, board = sketch((FOX,) * (LAST_ROUND_CARDS - 1), (), ())
    board.teams = [0, *[encode_team(Team(1, 1, 1))] * 3, 0]
    board.hand = [Card(FOX, 0, 1, 0)]
    weights = PLAIN._replace(ending=1.0)
    quiet = {site: value for value, _, site in policy.observations(table, board, PLAIN)}
    ending = {site: value for value, _, site in policy.observations(table, board, weights)}
    ahead = table.score(board) - max(table.score(other) for other in table.boards if other is not board)
    assert ahead
    assert ending[0] - quiet[0] == pytest.approx(ahead)
    assert (ending[1], ending[2]) == (quiet[1], quiet[2])
    board.stars -= 2 * ahead
    assert policy.lead(table, board) == -ahead


def test_an_observation_counts_what_it_scores_and_what_can_follow() -> None:
    """In the last round nothing follows."""
    for table in TABLES[::3]:
        trial = table.copy(Random(0))
        trial.last_round, trial.score_cards, trial.objectives = True, (), []  # type: ignore[assignment]
        board = trial.boards[trial.active]
        board.card_values = None
        before = trial.score(board)
        for value, place, site in policy.observations(trial, board, PLAIN):
            if len(board.stacks[site]) < LAST_ROUND_CARDS:
                after = trial.copy(Random(0))
                after.observe(place, site)
                assert value == after.score(after.boards[board.seat]) - before


class Scripted:
    """A plan whose playouts end with a given lead."""

    def __init__(self, lead: int, seat: int) -> None:
        self.lead, self.seat, self.played = lead, seat, 0

    def __call__(self, table: Table) -> None:
        self.played += 1
        for board in table.boards:
            board.stars = 100 + (self.lead if board.seat == self.seat else 0)
            board.printed_stars = 0
            board.species_counts, board.flags = [0] * 15, [0] * 3


@pytest.mark.parametrize("candidates", [2, 3, 5, 8])
def test_playouts_keep_to_their_budget_and_find_the_best(
    candidates: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "play_to_end", lambda *_: None)
    table, board = sketch((), (), ())
    scripts = [Scripted(lead, board.seat) for lead in range(candidates)]
    found = [Plan(DRAW, 0.0, script) for script in scripts]
    for turns, few in ((int(60 * candidates * turns_left(table)), False), (0, True)):
        for script in scripts:
            script.played = 0
        ranked = rank_by_playouts(table, board.seat, found, TUNED, Random(1), turns=turns)
        assert [plan.play for plan, _ in ranked[:2]] == [scripts[-1], scripts[-2]]
        played = sum(script.played for script in scripts)
        assert few or turns / 2 < played * turns_left(table) <= turns
        assert min(script.played for script in scripts) >= playouts.MIN_DETERMINIZATIONS
        assert not few or min(script.played for script in scripts) == playouts.MIN_DETERMINIZATIONS


def test_a_win_by_one_point_is_worth_more_than_many_points() -> None:
    table, board = sketch((), (), ())

    def result(lead: int) -> float:
        trial = table.copy(Random(0))
        Scripted(lead, board.seat)(trial)
        return playouts._evaluate(trial, board.seat)

    assert result(0) == 0
    assert result(1) == -result(-1) > 7
    assert result(2) - result(1) > result(30) - result(29)
    assert result(1) - result(-1) > result(20) - result(2)


def test_the_turns_left_follow_from_the_tallest_site() -> None:
    table, _ = sketch((FOX,), (), ())
    early = turns_left(table)
    table.tallest += 1
    assert early > turns_left(table) > len(table.boards)
    table.last_round = True
    assert turns_left(table) == len(table.boards) / 2
    many = Table(deal(1, 4), COMPONENTS, Random(0))
    assert turns_left(many) == 2 * turns_left(Table(deal(1, 2), COMPONENTS, Random(0)))


def phase_plans(table: Table, phase: Any, weights: Weights = TUNED) -> list[Plan]:
    return plans(replace(deal(1), phase=phase), table, table.active, weights)


def test_cards_are_exchanged_from_the_weakest_on() -> None:
    for table in TABLES[:3]:
        board = table.boards[table.active]
        values = policy.card_potentials(table, board, board.hand, TUNED)
        weakest = sorted(range(len(values)), key=lambda place: (values[place], place))
        sets = {
            "".join(str(place + 1) for place in sorted(weakest[:n])) or "none" for n in range(len(values) + 1)
        }
        for limit, chosen in ((1e6, "1234"), (-1e6, "none")):
            found = phase_plans(table, "exchange", TUNED._replace(first_hand=limit))
            assert {plan.move.cards for plan in found} == sets
            assert found[0].move.cards == chosen
        trial = table.copy(Random(0))
        seat = table.active
        before = trial.boards[seat].hand[:]
        found[-1].play(trial)
        kept = [card for n, card in enumerate(before) if str(n + 1) not in found[-1].move.cards]
        assert trial.boards[seat].hand[: len(kept)] == kept


def test_the_pool_is_offered_card_by_card_and_renewed_for_stars() -> None:
    for table in TABLES[::5]:
        for stars in (COMPONENTS.refresh - 1, COMPONENTS.refresh):
            trial = with_pool(table, stars)
            found = phase_plans(trial, "draw")
            takes = {str(plan.move): plan.value for plan in found if plan.move.kind == "take"}
            assert len(takes) == len(set(trial.pool))
            assert ("refresh" in {plan.move.kind for plan in found}) is (stars >= COMPONENTS.refresh)
            trial.refreshed = True
            assert "refresh" not in {plan.move.kind for plan in phase_plans(trial, "draw")}
            assert {plan.value for plan in found if plan.move == DRAW} == {TUNED.unseen}
            values = [plan.value for plan in found]
            assert values == sorted(values, reverse=True)
        best = policy.card_potentials(trial, trial.boards[trial.active], trial.pool, TUNED)
        poor = with_pool(table, COMPONENTS.refresh)
        (renewal,) = (plan.value for plan in phase_plans(poor, "draw") if plan.move.kind == "refresh")
        assert renewal == pytest.approx(TUNED.unseen + TUNED.renew - max(best))


def test_who_can_observe_regroups_for_those_in_the_camps_only() -> None:
    """In the last round no card is replaced; with empty camps at least one is."""
    table, board = sketch((), (), ())
    board.teams = [encode_team(Team(1)), 0, encode_team(Team(1, 1)), 0, 0]
    board.hand = [Card(FOX, 0, 1, 0), Card(OWL, 0, 0, 0)]

    def regroupings() -> list[str]:
        board.card_values = None
        return [plan.move.cards for plan in phase_plans(table, "action") if plan.move.kind == "regroup"]

    assert len(regroupings()) == 3
    assert "none" in regroupings()
    table.last_round = True
    assert regroupings() == ["none"]
    table.last_round = False
    board.teams[0] = 0
    assert regroupings() == [], "a card can be observed"
    board.hand = [Card(OWL, 0, 0, 0)]
    assert regroupings() == ["1"]


def test_equal_cards_are_planned_once() -> None:
    table, board = sketch((), (), ())
    board.teams = [0, encode_team(Team(1, 1)), 0, encode_team(Team(1, 1)), 0]
    board.hand = [Card(FOX, 0, 1, 0), Card(FOX, 0, 1, 0)]
    found = [plan for plan in phase_plans(table, "action") if plan.move.kind == "observe"]
    assert sorted(str(plan.move) for plan in found) == ["observe 1 left", "observe 1 right"]
    assert all(len(plan.continuation) == 1 for plan in found), "a card is drawn after it"
    table.last_round = True
    found = [plan for plan in phase_plans(table, "action") if plan.move.kind == "observe"]
    assert [plan.continuation for plan in found] == [(), ()]
    site = ("left", "right").index(str(found[0].move).split()[2]) * 2
    found[0].play(table)
    assert board.stacks[site] == [FOX]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_only_what_a_seat_does_not_see_is_dealt_anew(seat: int | None) -> None:
    table = Table(deal(1, 3), COMPONENTS, Random(0))
    other = table.determinize(seat, Random(1))
    hidden = [
        sorted([*each.deck, *(card for board in each.boards if board.seat != seat for card in board.hand)])
        for each in (table, other)
    ]
    assert hidden[0] == hidden[1]
    assert (other.pool, other.discards) == (table.pool, table.discards)
    assert other.deck != table.deck
    for before, after in zip(table.boards, other.boards, strict=True):
        assert len(before.hand) == len(after.hand)
        assert (before.hand == after.hand) is (before.seat == seat)


@pytest.mark.parametrize(
    ("flags", "signs"),
    [([0, 2, 3], (-1, 0, 1)), ([0, 0, 2], (0, 0, 1)), ([2, 1, 2], (1, -1, 1)), ([1, 1, 1], (1, 1, 1))],
)
def test_a_flag_far_ahead_of_the_last_is_promising(flags: list[int], signs: tuple[int, int, int]) -> None:
    """To advance the only last flag is a step back."""
    _, board = sketch((), (), (), flags=flags)
    animals, vehicles = [0.0] * 15, [0.0] * 15
    steps = (0.0, 9.0, *(6 / missing for missing in range(2, 12)))
    OBJECTIVE_TERMS["promising_direction"](board, 5, animals, vehicles, steps)
    for site, sign in zip(SITES, signs, strict=True):
        leads = board.track_vehicles[site][flags[site]]
        found = vehicles[5 * site : 5 * site + 5]
        missing = 5 - max(flags) + min(flags)
        worth = steps[missing] if sign > 0 else steps[missing + 1]
        assert found == [sign * worth if vehicle in leads else 0 for vehicle in KINDS]


@pytest.mark.parametrize(
    ("key", "number", "stacks", "values"),
    [
        ("balanced_ecosystem", 2, ((FOX, FOX), (FOX,), ()), (0, 3, 3)),
        ("richness_of_nature", 5, ((FOX, FOX), (FOX,), ()), (3, 0, 0)),
        ("favorite_research_object", 5, ((FOX, FOX), (OWL,), ()), (3, 3, 3)),
        ("spotting_list", 4, ((FOX,), (FOX,), ()), (0, 0, 0)),
    ],
)
def test_a_card_is_a_step_where_it_brings_an_objective_nearer(
    key: Any, number: int, stacks: Any, values: tuple[int, int, int]
) -> None:
    """Another fox, where three steps are missing."""
    _, board = sketch(*stacks)
    animals, vehicles = [0.0] * 15, [0.0] * 15
    OBJECTIVE_TERMS[key](board, number, animals, vehicles, tuple(map(float, range(12))))
    assert tuple(animals[FOX::5]) == values
    if key == "spotting_list":
        assert animals[OWL::5] == [3.0] * 3, "three species are missing"
    if key == "favorite_research_object":
        assert animals[SEAL::5] == [5.0] * 3
        assert animals[OWL::5] == [4.0] * 3


def test_a_tie_in_points_is_broken_by_the_farthest_flag_and_the_stars() -> None:
    table, board = sketch((), (), ())
    other = next(each for each in table.boards if each is not board)
    Scripted(0, board.seat)(table)
    assert victory_shares(table, 4.0) == (0.5, 0.5)
    assert victory_shares(table, 0.01) == (0.5, 0.5)
    board.stars += 4
    shares = victory_shares(table, 4.0)
    assert sum(shares) == pytest.approx(1)
    assert shares[board.seat] / shares[other.seat] == pytest.approx(math.e, rel=0.01), "the scale is e to one"
    board.stars -= 4 - 1
    other.printed_stars += 1
    assert table.score(board) == table.score(other)
    assert victory_shares(table, 1e-4)[board.seat] > 0.7, "more stars of their own"
    points = other.track_points[0]
    other.flags[0], other.printed_stars = 1, 1 - points[1]
    assert table.score(board) == table.score(other)
    assert victory_shares(table, 1e-3)[other.seat] > 0.99, "a flag counts before the stars"


def test_chances_are_estimated_by_as_many_games_as_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short games are cheap, so that more of them are played."""
    played: list[Table] = []
    monkeypatch.setattr(policy, "play_to_end", lambda table, _: played.append(table))
    counts = []
    for number in (0, 12, len(TABLES) // 2):
        state = replace(deal(2), phase="action", last_round=number > 12)
        site = state.players[0].hand[:1] * (number // 4)
        player = state.players[0]._replace(sites=(site, (), ()))
        state = replace(state, players=(player, state.players[1]))
        played.clear()
        create_ai(GAME).win_probabilities(state, Random(0))
        games, turns = len(played), turns_left(Table(state, COMPONENTS, Random(0)))
        assert games == MAX_GAMES or PROBABILITY_TURNS / 2 < games * turns <= PROBABILITY_TURNS
        counts.append(games)
    assert MIN_GAMES < counts[0] < counts[1] <= counts[2] == MAX_GAMES
