"""Score cards and objective cards on a board of the simulator, equal to the rules."""

from collections.abc import Callable, Mapping
from itertools import pairwise

from opponents.borealis.board import Board
from opponents.borealis.encoding import COLOURS_OF, KINDS, SITES, SIZE_OF, EncodedComponents
from rules.borealis.pieces import ObjectiveKey, ScoreCardKey


def has_neighbours(stack: list[int]) -> bool:
    """True if two neighbouring cards show the same species."""
    return any(here == there for here, there in pairwise(stack))


def species_on(board: Board, site: int) -> int:
    """Return the number of different species on a site."""
    return len(set(board.stacks[site]))


def pairs_on(stack: list[int]) -> int:
    """Return the number of runs of exactly two cards of one species."""
    pairs, length, last = 0, 0, -1
    for species in stack:
        if species == last:
            length += 1
        else:
            pairs += length == 2
            length, last = 1, species
    return pairs + (length == 2)


def largest_team(board: Board) -> int:
    teams = board.teams
    return max(SIZE_OF[teams[1]], SIZE_OF[teams[2]], SIZE_OF[teams[3]])


def common_destination_points(flags: list[int], components: EncodedComponents) -> int:
    different = len({*flags})
    if different == 1:
        return components.points["common_destination"]
    return components.level_pair if different == 2 else 0


def lowest_flag_points(board: Board) -> int:
    """Return the points of the flag that scores least."""
    flags, points = board.flags, board.track_points
    return min(points[0][flags[0]], points[1][flags[1]], points[2][flags[2]])


def equal_rows(board: Board) -> int:
    """Return the number of rows of three animals of one species."""
    return sum(left == middle == right for left, middle, right in zip(*board.stacks, strict=False))


def taller_outer_sites(board: Board) -> int:
    left, middle, right = map(len, board.stacks)
    return (left > middle) + (right > middle)


ScoreFunction = Callable[[Board, EncodedComponents], int]
SCORE_FUNCTIONS: Mapping[ScoreCardKey, ScoreFunction] = {
    "territorial_animals": lambda board, components: (
        components.points["territorial_animals"] * sum(not has_neighbours(stack) for stack in board.stacks)
    ),
    "common_destination": lambda board, components: common_destination_points(board.flags, components),
    "expansive_species": lambda board, components: components.points["expansive_species"] * equal_rows(board),
    "untrodden_path": lambda board, components: (
        components.points["untrodden_path"] * lowest_flag_points(board)
    ),
    "farewell_party": lambda board, components: components.points["farewell_party"] * largest_team(board),
    "interspecies_relationships": lambda board, components: (
        components.points["interspecies_relationships"] * sum(species_on(board, site) == 2 for site in SITES)
    ),
    "safe_return": lambda board, components: components.points["safe_return"] * board.in_camps(),
    "mating_season": lambda board, components: (
        components.points["mating_season"] * sum(pairs_on(stack) for stack in board.stacks)
    ),
    "outer_lands": lambda board, components: components.points["outer_lands"] * taller_outer_sites(board),
    "popular_vehicle": lambda board, components: (
        components.points["popular_vehicle"] * max(board.vehicle_counts)
    ),
}
"""Points of each score card for a board."""


def species_in_play(board: Board, species: int) -> int:
    """Return the number of cards of a species on all sites."""
    counts = board.species_counts
    return counts[species] + counts[5 + species] + counts[10 + species]


def most_in_camps_of_colour(teams: list[int]) -> int:
    """Return the largest number of scientists of one colour in both camps."""
    left, right = COLOURS_OF[teams[0]], COLOURS_OF[teams[4]]
    return max(left[0] + right[0], left[1] + right[1], left[2] + right[2])


Condition = Callable[[Board, int, int], bool]
CONDITIONS: Mapping[ObjectiveKey, Condition] = {
    "balanced_ecosystem": lambda board, number, _: min(map(len, board.stacks)) >= number,
    "richness_of_nature": lambda board, number, _: max(map(len, board.stacks)) >= number,
    "spotting_list": lambda board, number, _: (
        sum(species_in_play(board, species) > 0 for species in KINDS) >= number
    ),
    "favorite_research_object": lambda board, number, _: (
        max(species_in_play(board, species) for species in KINDS) >= number
    ),
    "specialists_retreat": lambda board, number, _: most_in_camps_of_colour(board.teams) >= number,
    "comparing_notes": lambda board, number, _: (
        max(SIZE_OF[board.teams[0]], SIZE_OF[board.teams[4]]) >= number
    ),
    "morning_shift": lambda _, number, returned: returned >= number,
    "splitting_up": lambda board, number, _: largest_team(board) <= number,
    "organized_expedition": lambda board, number, _: max(board.vehicle_counts) >= number,
    "combing_the_area": lambda board, number, _: min(board.flags) >= number,
    "bold_explorers": lambda board, number, _: max(board.flags) >= number,
    "promising_direction": lambda board, number, _: max(board.flags) - min(board.flags) >= number,
}
"""condition(board, number on the card, scientists just brought back) -> True if it is met."""
