"""The state of Borealis: immutable values."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.borealis.moves import HandCards
from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import Board, Card, ObjectiveKey, ScoreCardKey, Site, Team
from rules.chance import Chance
from rules.engine import TurnState
from rules.game import Seat

Phase = Literal["exchange", "action", "draw", "gather", "over"]
Cards = tuple[Card, ...]

LEFT_CAMP, RIGHT_CAMP = 0, 4
"""Indices into the five places of scientists, left to right: a camp, the three sites, the other camp."""


class Player(NamedTuple):
    """The pieces of one player. Cards of a site are in the order they were played."""

    board: Board
    hand: Cards
    sites: tuple[Cards, Cards, Cards]
    places: tuple[Team, Team, Team, Team, Team]
    flags: tuple[int, int, int]
    stars: int
    objectives: tuple[ObjectiveKey, ...] = ()
    exchanging: HandCards | None = None

    @property
    def teams(self) -> tuple[Team, Team, Team]:
        """The scientists on the three sites."""
        return self.places[1:4]

    @property
    def in_camps(self) -> int:
        return sum(self.places[LEFT_CAMP]) + sum(self.places[RIGHT_CAMP])

    @property
    def cards_in_play(self) -> Cards:
        left, middle, right = self.sites
        return left + middle + right


class Supply(NamedTuple):
    """The animal cards in no hand and on no board. The top of deck and discards is the last card."""

    deck: Cards
    pool: Cards
    discards: Cards = ()
    last_discarded: Cards = ()
    """Cards of the latest regrouping or exchange, even if shuffled into the deck since."""


class Objective(NamedTuple):
    """An objective card on the table: the seats that reached it, and whether it is still in the game."""

    card: ObjectiveKey
    reached_by: tuple[Seat, ...] = ()
    open: bool = True


@dataclass(frozen=True)
class State(TurnState[Player]):
    """Everything on the table, hidden or not."""

    chance: Chance
    options: BorealisOptions
    first: Seat
    active: Seat
    phase: Phase
    round: int
    players: tuple[Player, ...]
    supply: Supply
    score_cards: tuple[ScoreCardKey, ScoreCardKey]
    objectives: tuple[Objective, Objective, Objective]
    played: Site | None = None
    refreshed: bool = False
    last_round: bool = False
