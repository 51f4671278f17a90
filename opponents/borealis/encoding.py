"""Components of Borealis encoded as numbers for the simulator: cards, tracks, teams of scientists.

Species, vehicles, colours and sites are numbered from 0 in the order of `rules.borealis.pieces`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.borealis import pieces
from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, OBJECTIVES, SCORE_CARDS, SPECIES, VEHICLES, Board

SITES = (0, 1, 2)
KINDS = (0, 1, 2, 3, 4)
"""Indices of the five species, or of the five vehicles."""


class Card(NamedTuple):
    """An animal card. `arrows` is 3 × the colour that goes left + the colour that goes right."""

    species: int
    vehicle: int
    arrows: int
    stars: int


@lru_cache(maxsize=1024)
def encode_card(card: pieces.Card) -> Card:
    arrows = 3 * COLOURS.index(card.left) + COLOURS.index(card.right)
    return Card(SPECIES.index(card.species), VEHICLES.index(card.vehicle), arrows, card.stars)


# A team of scientists is one number with two bits per colour: there are at most three of each.
TEAM_UNITS = (16, 4, 1)
"""Number that one scientist of each colour adds to the encoding of a team."""


def encode_team(team: pieces.Team) -> int:
    return 16 * team.yellow + 4 * team.pink + team.blue


def _colours(team: int) -> tuple[int, int, int]:
    return team >> 4 & 3, team >> 2 & 3, team & 3


COLOURS_OF = tuple(_colours(team) for team in range(64))
SIZE_OF = tuple(sum(_colours(team)) for team in range(64))
GOES_LEFT = tuple(TEAM_UNITS[arrows // 3] for arrows in range(9))
GOES_RIGHT = tuple(TEAM_UNITS[arrows % 3] for arrows in range(9))


def _can_play(team: int, arrows: int) -> bool:
    left, right = arrows // 3, arrows % 3
    colours = _colours(team)
    return colours[left] >= 2 if left == right else colours[left] > 0 and colours[right] > 0


PLAYABLE = tuple(tuple(_can_play(team, arrows) for arrows in range(9)) for team in range(64))
"""PLAYABLE[team][arrows]: True if a card with these arrows can be played where the team is."""


@dataclass(frozen=True, slots=True)
class Tracks:
    """The three tracks of a board. `vehicles[site][flag]` advance a flag from that space."""

    vehicles: tuple[tuple[tuple[int, ...], ...], ...]
    points: tuple[tuple[int, ...], ...]


class EncodedComponents:
    """The components as the simulator uses them."""

    def __init__(self, components: Components) -> None:
        self.groups = components.groups.points
        stars = components.stars
        self.returned, self.objective, self.refresh = stars.returned, stars.objective, stars.refresh
        self.numbers = {key: components.objectives.of(key).number for key in OBJECTIVES}
        self.points = {key: components.score_cards.of(key).points for key in SCORE_CARDS}
        self.level_pair = components.score_cards.level_pair
        self.tracks: dict[Board, Tracks] = {}
        for board, tracks in components.board_tracks.items():
            leads = tuple(
                (*(tuple(VEHICLES.index(each) for each in space.vehicles) for space in track[1:]), ())
                for track in tracks
            )
            self.tracks[board] = Tracks(leads, tuple(tuple(s.points for s in track) for track in tracks))
