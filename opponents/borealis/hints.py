"""What the score cards and the objectives add to what a card would bring on each site of a board.

Each of them changes the worths of the species (`animals`) or of the vehicles (`crafts`): site × 5 + number.
"""

from collections.abc import Callable, Mapping

from opponents.borealis.board import Board
from opponents.borealis.box import KINDS, SITES
from opponents.borealis.counts import has_neighbours, least_flag, level, of_one_species, species_on
from opponents.borealis.simulator import Goal, Table
from opponents.borealis.weights import Weights
from rules.borealis.pieces import ObjectiveKey, ScoreCardKey

# What the score cards add. `share` is how much of their points counts now, `lean` how much of a promise.

Hint = Callable[[Table, Board, list[float], list[float], float, float], None]


def _on_site(worths: list[float], site: int, worth: float) -> None:
    for index in range(5 * site, 5 * site + 5):
        worths[index] += worth


def _advancing(board: Board, crafts: list[float], site: int, worth: float) -> None:
    for vehicle in board.leads[site][board.flags[site]]:
        crafts[5 * site + vehicle] += worth


def _territorial(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, _l: float
) -> None:
    for site, stack in enumerate(board.stacks):
        if stack and not has_neighbours(stack):
            animals[5 * site + stack[-1]] -= share * table.box.points["territorial_animals"]


def _common(
    table: Table, board: Board, _a: list[float], crafts: list[float], share: float, _l: float
) -> None:
    now = level(board.flags, table.box)
    for site in SITES:
        then = board.flags[:]
        then[site] += 1
        _advancing(board, crafts, site, share * (level(then, table.box) - now))


def _expansive(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, lean: float
) -> None:
    points = table.box.points["expansive_species"]
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
    table: Table, board: Board, _a: list[float], crafts: list[float], share: float, lean: float
) -> None:
    each, now = table.box.points["untrodden_path"], least_flag(board)
    for site in SITES:
        flag, points = board.flags[site], board.points[site]
        if flag + 1 < len(points) and points[flag] == now:
            others = [board.points[other][board.flags[other]] for other in SITES if other != site]
            then = min(points[flag + 1], *others)
            _advancing(board, crafts, site, each * (max(share, 0.5) * (then - now) + lean))


def _interspecies(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, _l: float
) -> None:
    points = table.box.points["interspecies_relationships"]
    for site in SITES:
        different = species_on(board, site)
        if different in (1, 2):
            worth = share * points if different == 1 else -share * points
            for species in KINDS:
                if not board.counts[5 * site + species]:
                    animals[5 * site + species] += worth


def _mating(
    table: Table, board: Board, animals: list[float], _c: list[float], share: float, _l: float
) -> None:
    points = table.box.points["mating_season"]
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
    points = table.box.points["outer_lands"]
    left, middle, right = map(len, board.stacks)
    _on_site(animals, 0, points * (share * (left == middle) + lean))
    _on_site(animals, 1, -points * (share * ((left == middle + 1) + (right == middle + 1)) + lean))
    _on_site(animals, 2, points * (share * (right == middle) + lean))


def _popular(
    table: Table, board: Board, _a: list[float], crafts: list[float], _s: float, lean: float
) -> None:
    points, most = table.box.points["popular_vehicle"], max(board.crafts)
    for vehicle, count in enumerate(board.crafts):
        worth = points if count == most else lean * points if count == most - 1 else 0
        for site in SITES:
            crafts[5 * site + vehicle] += worth


SCORE_HINTS: Mapping[ScoreCardKey, Hint] = {
    "territorial_animals": _territorial,
    "common_destination": _common,
    "expansive_species": _expansive,
    "untrodden_path": _untrodden,
    "interspecies_relationships": _interspecies,
    "mating_season": _mating,
    "outer_lands": _outer,
    "popular_vehicle": _popular,
}
"""Those that are about cards and flags; those about scientists are in `scientists`."""


# What the objectives add: `steps[n]` is what a step is worth when so many are missing before it.

Steps = tuple[float, ...]
Aim = Callable[[Board, int, list[float], list[float], Steps], None]
MOST_STEPS = 10


def steps_worth(table: Table, goal: Goal, weights: Weights) -> Steps:
    """Nothing for a step that comes too late: once somebody reached it, the card goes with the round."""
    stars = table.box.objective
    near = stars * weights.reach
    if goal.reached:
        return (0.0, near, *(0.0,) * MOST_STEPS)
    left = table.rounds_left()
    far = stars * weights.towards
    return (0.0, near, *(far / steps if steps <= left + 1 else 0.0 for steps in range(2, MOST_STEPS + 2)))


def _balanced(board: Board, number: int, animals: list[float], _c: list[float], steps: Steps) -> None:
    missing = sum(max(0, number - len(stack)) for stack in board.stacks)
    for site, stack in enumerate(board.stacks):
        if len(stack) < number:
            _on_site(animals, site, steps[missing])


def _richness(board: Board, number: int, animals: list[float], _c: list[float], steps: Steps) -> None:
    tallest = max(map(len, board.stacks))
    for site, stack in enumerate(board.stacks):
        if len(stack) == tallest:
            _on_site(animals, site, steps[max(0, number - tallest)])


def _spotting(board: Board, number: int, animals: list[float], _c: list[float], steps: Steps) -> None:
    new = [species for species in KINDS if not of_one_species(board, species)]
    for species in new:
        for site in SITES:
            animals[5 * site + species] += steps[max(0, number - len(KINDS) + len(new))]


def _favorite(board: Board, number: int, animals: list[float], _c: list[float], steps: Steps) -> None:
    for species in KINDS:
        worth = steps[max(0, number - of_one_species(board, species))]
        for site in SITES:
            animals[5 * site + species] += worth


def _organized(board: Board, number: int, _a: list[float], crafts: list[float], steps: Steps) -> None:
    for vehicle, count in enumerate(board.crafts):
        for site in SITES:
            crafts[5 * site + vehicle] += steps[max(0, number - count)]


def _combing(board: Board, number: int, _a: list[float], crafts: list[float], steps: Steps) -> None:
    missing = sum(max(0, number - flag) for flag in board.flags)
    for site, flag in enumerate(board.flags):
        if flag < number:
            _advancing(board, crafts, site, steps[missing])


def _bold(board: Board, number: int, _a: list[float], crafts: list[float], steps: Steps) -> None:
    for site, flag in enumerate(board.flags):
        _advancing(board, crafts, site, steps[max(0, number - flag)])


def _promising(board: Board, number: int, _a: list[float], crafts: list[float], steps: Steps) -> None:
    low, high = min(board.flags), max(board.flags)
    missing = max(0, number - high + low)
    for site, flag in enumerate(board.flags):
        if flag == high:
            _advancing(board, crafts, site, steps[missing])
        elif board.flags.count(low) == 1 and flag == low:
            _advancing(board, crafts, site, -steps[min(MOST_STEPS, missing + 1)])


GOAL_HINTS: Mapping[ObjectiveKey, Aim] = {
    "balanced_ecosystem": _balanced,
    "richness_of_nature": _richness,
    "spotting_list": _spotting,
    "favorite_research_object": _favorite,
    "organized_expedition": _organized,
    "combing_the_area": _combing,
    "bold_explorers": _bold,
    "promising_direction": _promising,
}
"""Those that are about cards and flags; those about scientists are in `scientists`."""
