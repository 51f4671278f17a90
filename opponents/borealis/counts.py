"""The score cards and the objective cards on a board of the light model, as in the rules."""

from collections.abc import Callable, Mapping
from itertools import pairwise

from opponents.borealis.board import Board
from opponents.borealis.box import COLOURS_OF, KINDS, SITES, SIZE_OF, Box
from rules.borealis.pieces import ObjectiveKey, ScoreCardKey


def has_neighbours(stack: list[int]) -> bool:
    """Whether somewhere two neighbouring cards show one species."""
    return any(here == there for here, there in pairwise(stack))


def species_on(board: Board, site: int) -> int:
    """How many different species lie on a site."""
    return len(set(board.stacks[site]))


def pairs_on(stack: list[int]) -> int:
    """Two neighbours of one species that have no third beside them."""
    pairs, length, last = 0, 0, -1
    for species in stack:
        if species == last:
            length += 1
        else:
            pairs += length == 2
            length, last = 1, species
    return pairs + (length == 2)


def fullest_site(board: Board) -> int:
    teams = board.teams
    return max(SIZE_OF[teams[1]], SIZE_OF[teams[2]], SIZE_OF[teams[3]])


def level(flags: list[int], box: Box) -> int:
    different = len({*flags})
    if different == 1:
        return box.points["common_destination"]
    return box.level_pair if different == 2 else 0


def least_flag(board: Board) -> int:
    """The points of the flag that scores least."""
    flags, points = board.flags, board.points
    return min(points[0][flags[0]], points[1][flags[1]], points[2][flags[2]])


def rows(board: Board) -> int:
    """Rows of three animals of one species."""
    return sum(left == middle == right for left, middle, right in zip(*board.stacks, strict=False))


def outer(board: Board) -> int:
    left, middle, right = map(len, board.stacks)
    return (left > middle) + (right > middle)


Count = Callable[[Board, Box], int]
COUNTS: Mapping[ScoreCardKey, Count] = {
    "territorial_animals": lambda board, box: (
        box.points["territorial_animals"] * sum(not has_neighbours(stack) for stack in board.stacks)
    ),
    "common_destination": lambda board, box: level(board.flags, box),
    "expansive_species": lambda board, box: box.points["expansive_species"] * rows(board),
    "untrodden_path": lambda board, box: box.points["untrodden_path"] * least_flag(board),
    "farewell_party": lambda board, box: box.points["farewell_party"] * fullest_site(board),
    "interspecies_relationships": lambda board, box: (
        box.points["interspecies_relationships"] * sum(species_on(board, site) == 2 for site in SITES)
    ),
    "safe_return": lambda board, box: box.points["safe_return"] * board.in_camps(),
    "mating_season": lambda board, box: (
        box.points["mating_season"] * sum(pairs_on(stack) for stack in board.stacks)
    ),
    "outer_lands": lambda board, box: box.points["outer_lands"] * outer(board),
    "popular_vehicle": lambda board, box: box.points["popular_vehicle"] * max(board.crafts),
}
"""What each score card gives for a board."""


def of_one_species(board: Board, species: int) -> int:
    """Cards of a species in play, all sites together."""
    counts = board.counts
    return counts[species] + counts[5 + species] + counts[10 + species]


def resting(teams: list[int]) -> int:
    """The most scientists of one colour in the camps, either of them."""
    left, right = COLOURS_OF[teams[0]], COLOURS_OF[teams[4]]
    return max(left[0] + right[0], left[1] + right[1], left[2] + right[2])


Condition = Callable[[Board, int, int], bool]
CONDITIONS: Mapping[ObjectiveKey, Condition] = {
    "balanced_ecosystem": lambda board, number, _: min(map(len, board.stacks)) >= number,
    "richness_of_nature": lambda board, number, _: max(map(len, board.stacks)) >= number,
    "spotting_list": lambda board, number, _: (
        sum(of_one_species(board, species) > 0 for species in KINDS) >= number
    ),
    "favorite_research_object": lambda board, number, _: (
        max(of_one_species(board, species) for species in KINDS) >= number
    ),
    "specialists_retreat": lambda board, number, _: resting(board.teams) >= number,
    "comparing_notes": lambda board, number, _: (
        max(SIZE_OF[board.teams[0]], SIZE_OF[board.teams[4]]) >= number
    ),
    "morning_shift": lambda _, number, returned: returned >= number,
    "splitting_up": lambda board, number, _: fullest_site(board) <= number,
    "organized_expedition": lambda board, number, _: max(board.crafts) >= number,
    "combing_the_area": lambda board, number, _: min(board.flags) >= number,
    "bold_explorers": lambda board, number, _: max(board.flags) >= number,
    "promising_direction": lambda board, number, _: max(board.flags) - min(board.flags) >= number,
}
"""Whether a board, with so many scientists just brought back, meets the number on an objective card."""
