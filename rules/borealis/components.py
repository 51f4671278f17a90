"""The components of Borealis: the model of `components.toml`, with the totals it must meet."""

from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from rules.borealis.pieces import (
    COLOURS,
    LAST_ROUND_CARDS,
    OBJECTIVES,
    SCORE_CARDS,
    SITES,
    SPECIES,
    VEHICLES,
    Board,
    Card,
    Colour,
    ObjectiveKey,
    ObjectiveKind,
    ScoreCardKey,
    Site,
    Space,
    Species,
    Vehicle,
)
from rules.components import ByKey, Data, GameComponents, MarkedByKey, Name, Provenance, check_totals

Arrows = Literal["yy", "yp", "yb", "py", "pp", "pb", "by", "bp", "bb"]
"""First letters of the scientist who goes left and of the one who goes right."""
Track = Annotated[tuple[tuple[Vehicle, Vehicle], ...], Field(min_length=7, max_length=7)]
TrackPoints = Annotated[tuple[NonNegativeInt, ...], Field(min_length=8, max_length=8)]
Tracks = tuple[tuple[Space, ...], tuple[Space, ...], tuple[Space, ...]]
"""The three tracks of a board, left to right; the first space of each is the start."""

LETTERS: dict[str, Colour] = {colour[0]: colour for colour in COLOURS}
CARDS_PER_KIND = 4


class SpeciesNames(MarkedByKey[Species, Name]): ...


class VehicleNames(MarkedByKey[Vehicle, Name]): ...


class ScientistNames(MarkedByKey[Colour, Name]): ...


class CardsOfSpecies(ByKey[Vehicle, tuple[Arrows, ...]]): ...


class AnimalCards(MarkedByKey[Species, CardsOfSpecies]):
    """All animal cards. A card with two scientists of one colour has the bonus."""

    bonus: NonNegativeInt

    @model_validator(mode="after")
    def check_counts(self) -> Self:
        check_totals(
            *(
                (f"cards of {species} and {vehicle}", len(self.of(species).of(vehicle)), CARDS_PER_KIND)
                for species in SPECIES
                for vehicle in VEHICLES
            )
        )
        return self


class Points(Data):
    provenance: Provenance
    outer: TrackPoints
    middle: TrackPoints

    def of(self, site: Site) -> tuple[int, ...]:
        return self.middle if site == "middle" else self.outer


class BoardTracks(ByKey[Site, Track]): ...


class Boards(MarkedByKey[Board, BoardTracks]): ...


class Groups(Data):
    """Points by the number of animals of one species on one site, starting with 0 animals."""

    provenance: Provenance
    points: Annotated[
        tuple[NonNegativeInt, ...], Field(min_length=LAST_ROUND_CARDS + 1, max_length=LAST_ROUND_CARDS + 1)
    ]


class Stars(Data):
    provenance: Provenance
    start: NonNegativeInt
    returned: NonNegativeInt
    objective: PositiveInt
    refresh: NonNegativeInt


class ObjectiveCard(Data):
    kind: ObjectiveKind
    number: PositiveInt
    name: Name


class Objectives(MarkedByKey[ObjectiveKey, ObjectiveCard]): ...


class ScoreCard(Data):
    points: PositiveInt
    name: Name


class ScoreCards(MarkedByKey[ScoreCardKey, ScoreCard]):
    level_pair: PositiveInt
    """Points of Common Destination if only two flags are level."""


class Components(GameComponents):
    names: dict[str, Name]
    species: SpeciesNames
    vehicles: VehicleNames
    scientists: ScientistNames
    cards: AnimalCards
    tracks: Points
    boards: Boards
    groups: Groups
    stars: Stars
    objectives: Objectives
    score_cards: ScoreCards

    def animal_cards(self) -> tuple[Card, ...]:
        return tuple(
            Card(species, vehicle, LETTERS[left], LETTERS[right], self.cards.bonus if left == right else 0)
            for species in SPECIES
            for vehicle in VEHICLES
            for left, right in self.cards.of(species).of(vehicle)
        )

    def objectives_of(self, kind: ObjectiveKind) -> tuple[ObjectiveKey, ...]:
        return tuple(key for key in OBJECTIVES if self.objectives.of(key).kind == kind)

    @cached_property
    def board_tracks(self) -> dict[Board, Tracks]:
        boards: tuple[Board, ...] = ("i", "ii_1", "ii_2", "ii_3", "ii_4")
        return {board: self._tracks(self.boards.of(board)) for board in boards}

    def _tracks(self, board: BoardTracks) -> Tracks:
        left, middle, right = (_spaces(board.of(site), self.tracks.of(site)) for site in SITES)
        return left, middle, right

    @cached_property
    def all_names(self) -> dict[str, Name]:
        return {
            **self.names,
            **{key: self.species.of(key) for key in SPECIES},
            **{key: self.vehicles.of(key) for key in VEHICLES},
            **{key: self.scientists.of(key) for key in COLOURS},
            **{key: self.objectives.of(key).name for key in OBJECTIVES},
            **{key: self.score_cards.of(key).name for key in SCORE_CARDS},
        }


def _spaces(track: tuple[tuple[Vehicle, Vehicle], ...], points: tuple[int, ...]) -> tuple[Space, ...]:
    return tuple(Space(*space) for space in zip(((), *track), points, strict=True))
