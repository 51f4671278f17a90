"""The pieces of Borealis: animal cards, scientists, sites and camps, objective and score cards."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

Species = Literal["polar_bear", "arctic_fox", "snowy_owl", "harp_seal", "puffin"]
SpeciesCount = Literal[
    "polar_bear", "polar_bear_2", "polar_bear_3", "polar_bear_4",
    "arctic_fox", "arctic_fox_2", "arctic_fox_3", "arctic_fox_4",
    "snowy_owl", "snowy_owl_2", "snowy_owl_3", "snowy_owl_4",
    "harp_seal", "harp_seal_2", "harp_seal_3", "harp_seal_4",
    "puffin", "puffin_2", "puffin_3", "puffin_4",
]  # fmt: skip
"""One to four animals of a species, as events name them."""
Vehicle = Literal["sleigh", "zeppelin", "submarine", "kayak", "skis"]
Colour = Literal["yellow", "pink", "blue"]
Site = Literal["left", "middle", "right"]
Place = Literal["left_camp", "left", "middle", "right", "right_camp"]
Side = Literal["i", "ii"]
Board = Literal["i", "ii_1", "ii_2", "ii_3", "ii_4"]
ObjectiveKind = Literal["animal", "scientist", "vehicle"]
ObjectiveKey = Literal[
    "balanced_ecosystem", "richness_of_nature", "spotting_list", "favorite_research_object",
    "specialists_retreat", "comparing_notes", "morning_shift", "splitting_up", "organized_expedition",
    "combing_the_area", "bold_explorers", "promising_direction",
]  # fmt: skip
ScoreCardKey = Literal[
    "territorial_animals", "common_destination", "expansive_species", "untrodden_path", "farewell_party",
    "interspecies_relationships", "safe_return", "mating_season", "outer_lands", "popular_vehicle",
]  # fmt: skip

SPECIES: tuple[Species, ...] = get_args(Species)
SPECIES_COUNTS: tuple[SpeciesCount, ...] = get_args(SpeciesCount)
VEHICLES: tuple[Vehicle, ...] = get_args(Vehicle)
COLOURS: tuple[Colour, ...] = get_args(Colour)
SITES: tuple[Site, ...] = get_args(Site)
PLACES: tuple[Place, ...] = get_args(Place)
OBJECTIVES: tuple[ObjectiveKey, ...] = get_args(ObjectiveKey)
SCORE_CARDS: tuple[ScoreCardKey, ...] = get_args(ScoreCardKey)


class Card(NamedTuple):
    """An animal card: the scientist it sends to the left, the one it sends to the right, printed stars."""

    species: Species
    vehicle: Vehicle
    left: Colour
    right: Colour
    stars: int = 0


def species_counts(cards: Iterable[Card]) -> tuple[SpeciesCount, ...]:
    """Return the animals on these cards, each species once with its number."""
    numbers = Counter(card.species for card in cards)
    keys = {f"{species}_{number}" if number > 1 else species for species, number in numbers.items()}
    return tuple(key for key in SPECIES_COUNTS if key in keys)


class Team(NamedTuple):
    """Scientists in one place, by colour."""

    yellow: int = 0
    pink: int = 0
    blue: int = 0


class Space(NamedTuple):
    """A space of an exploration track: the two vehicles that lead to it (none for the start), its points."""

    vehicles: tuple[Vehicle, ...]
    points: int


HAND_SIZE = 4
POOL_SIZE = 4
LAST_ROUND_CARDS = 7
"""Number of cards on one site that makes the current round the last."""
