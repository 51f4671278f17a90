"""Terms of the evaluation for score cards and objectives.

Each term adds to the values of species (`animals`) or `vehicles`, indexed by site × 5 + index.
"""

from collections.abc import Callable, Mapping

from opponents.borealis.board import Board
from opponents.borealis.encoding import KINDS, SITES
from opponents.borealis.scoring import (
    common_destination_points,
    has_neighbours,
    lowest_flag_points,
    species_in_play,
    species_on,
)
from opponents.borealis.simulator import Objective, Table
from opponents.borealis.weights import Weights
from rules.borealis.pieces import ObjectiveKey, ScoreCardKey

# Terms of score cards. `share`: the share of their points that counts now; `lean`: that of potential.

ScoreCardTerm = Callable[[Table, Board, list[float], list[float], float, float], None]


def _add_to_site(values: list[float], site: int, value: float) -> None:
    for index in range(5 * site, 5 * site + 5):
        values[index] += value


def _add_to_flag(board: Board, vehicles: list[float], site: int, value: float) -> None:
    for vehicle in board.track_vehicles[site][board.flags[site]]:
        vehicles[5 * site + vehicle] += value


def _territorial(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, _l: float
) -> None:
    for site, stack in enumerate(board.stacks):
        if stack and not has_neighbours(stack):
            animals[5 * site + stack[-1]] -= share * table.components.points["territorial_animals"]


def _common(
    table: Table, board: Board, _a: list[float], vehicles: list[float], share: float, _l: float
) -> None:
    now = common_destination_points(board.flags, table.components)
    for site in SITES:
        then = board.flags[:]
        then[site] += 1
        _add_to_flag(board, vehicles, site, share * (common_destination_points(then, table.components) - now))


def _expansive(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, lean: float
) -> None:
    points = table.components.points["expansive_species"]
    for site in SITES:
        height = len(board.stacks[site])
        beside = [
            stack[height] for other, stack in enumerate(board.stacks) if other != site and len(stack) > height
        ]
        if len(beside) == 1:
            animals[5 * site + beside[0]] += lean * points
        elif len(beside) == 2 and beside[0] == beside[1]:
            animals[5 * site + beside[0]] += points * max(share, 0.8)


def _untrodden(
    table: Table, board: Board, _a: list[float], vehicles: list[float], share: float, lean: float
) -> None:
    each, now = table.components.points["untrodden_path"], lowest_flag_points(board)
    for site in SITES:
        flag, points = board.flags[site], board.track_points[site]
        if flag + 1 < len(points) and points[flag] == now:
            others = [board.track_points[other][board.flags[other]] for other in SITES if other != site]
            then = min(points[flag + 1], *others)
            _add_to_flag(board, vehicles, site, each * (max(share, 0.5) * (then - now) + lean))


def _interspecies(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, _l: float
) -> None:
    points = table.components.points["interspecies_relationships"]
    for site in SITES:
        different = species_on(board, site)
        if different in (1, 2):
            value = share * points if different == 1 else -share * points
            for species in KINDS:
                if not board.species_counts[5 * site + species]:
                    animals[5 * site + species] += value


def _mating(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, _l: float
) -> None:
    points = table.components.points["mating_season"]
    for site, stack in enumerate(board.stacks):
        if stack:
            top = stack[-1]
            length = 1
            while length < len(stack) and stack[-1 - length] == top:
                length += 1
            if length <= 2:
                animals[5 * site + top] += max(share, 0.5) * (points if length == 1 else -points)


def _outer(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, lean: float
) -> None:
    points = table.components.points["outer_lands"]
    left, middle, right = map(len, board.stacks)
    _add_to_site(animals, 0, points * (share * (left == middle) + lean))
    _add_to_site(animals, 1, -points * (share * ((left == middle + 1) + (right == middle + 1)) + lean))
    _add_to_site(animals, 2, points * (share * (right == middle) + lean))


def _popular(
    table: Table, board: Board, _a: list[float], vehicles: list[float], _s: float, lean: float
) -> None:
    points, most = table.components.points["popular_vehicle"], max(board.vehicle_counts)
    for vehicle, count in enumerate(board.vehicle_counts):
        value = points if count == most else lean * points if count == most - 1 else 0
        for site in SITES:
            vehicles[5 * site + vehicle] += value


SCORE_CARD_TERMS: Mapping[ScoreCardKey, ScoreCardTerm] = {
    "territorial_animals": _territorial,
    "common_destination": _common,
    "expansive_species": _expansive,
    "untrodden_path": _untrodden,
    "interspecies_relationships": _interspecies,
    "mating_season": _mating,
    "outer_lands": _outer,
    "popular_vehicle": _popular,
}
"""Score cards about cards and flags; those about scientists are in `scientists`."""


# Terms of objectives. `steps[n]` is the value of a step when n steps are missing.

StepValues = tuple[float, ...]
ObjectiveTerm = Callable[[Board, int, list[float], list[float], StepValues], None]
MAX_STEPS = 10


def step_values(table: Table, objective: Objective, weights: Weights) -> StepValues:
    """Return the values of steps towards an objective; 0 for those too late, when it is about to leave."""
    stars = table.components.objective
    near = stars * weights.reach
    if objective.reached:
        return (0.0, near, *(0.0,) * MAX_STEPS)
    left = table.min_rounds_left()
    far = stars * weights.towards
    return (0.0, near, *(far / steps if steps <= left + 1 else 0.0 for steps in range(2, MAX_STEPS + 2)))


def _balanced(board: Board, number: int, animals: list[float], _c: list[float], steps: StepValues) -> None:
    missing = sum(max(0, number - len(stack)) for stack in board.stacks)
    for site, stack in enumerate(board.stacks):
        if len(stack) < number:
            _add_to_site(animals, site, steps[missing])


def _richness(board: Board, number: int, animals: list[float], _c: list[float], steps: StepValues) -> None:
    tallest = max(map(len, board.stacks))
    for site, stack in enumerate(board.stacks):
        if len(stack) == tallest:
            _add_to_site(animals, site, steps[max(0, number - tallest)])


def _spotting(board: Board, number: int, animals: list[float], _c: list[float], steps: StepValues) -> None:
    new = [species for species in KINDS if not species_in_play(board, species)]
    for species in new:
        for site in SITES:
            animals[5 * site + species] += steps[max(0, number - len(KINDS) + len(new))]


def _favorite(board: Board, number: int, animals: list[float], _c: list[float], steps: StepValues) -> None:
    for species in KINDS:
        value = steps[max(0, number - species_in_play(board, species))]
        for site in SITES:
            animals[5 * site + species] += value


def _organized(board: Board, number: int, _a: list[float], vehicles: list[float], steps: StepValues) -> None:
    for vehicle, count in enumerate(board.vehicle_counts):
        for site in SITES:
            vehicles[5 * site + vehicle] += steps[max(0, number - count)]


def _combing(board: Board, number: int, _a: list[float], vehicles: list[float], steps: StepValues) -> None:
    missing = sum(max(0, number - flag) for flag in board.flags)
    for site, flag in enumerate(board.flags):
        if flag < number:
            _add_to_flag(board, vehicles, site, steps[missing])


def _bold(board: Board, number: int, _a: list[float], vehicles: list[float], steps: StepValues) -> None:
    for site, flag in enumerate(board.flags):
        _add_to_flag(board, vehicles, site, steps[max(0, number - flag)])


def _promising(board: Board, number: int, _a: list[float], vehicles: list[float], steps: StepValues) -> None:
    low, high = min(board.flags), max(board.flags)
    missing = max(0, number - high + low)
    for site, flag in enumerate(board.flags):
        if flag == high:
            _add_to_flag(board, vehicles, site, steps[missing])
        elif board.flags.count(low) == 1 and flag == low:
            _add_to_flag(board, vehicles, site, -steps[min(MAX_STEPS, missing + 1)])


OBJECTIVE_TERMS: Mapping[ObjectiveKey, ObjectiveTerm] = {
    "balanced_ecosystem": _balanced,
    "richness_of_nature": _richness,
    "spotting_list": _spotting,
    "favorite_research_object": _favorite,
    "organized_expedition": _organized,
    "combing_the_area": _combing,
    "bold_explorers": _bold,
    "promising_direction": _promising,
}
"""Objectives about cards and flags; those about scientists are in `scientists`."""
