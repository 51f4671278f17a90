"""What a seat, or a spectator, may know of a game of Borealis."""

from typing import Literal

from rules.borealis.pieces import (
    Board,
    Card,
    ObjectiveKey,
    ObjectiveKind,
    ScoreCardKey,
    Side,
    Site,
    Space,
    Team,
)
from rules.game import Record, Seat

Phase = Literal["exchange", "action", "draw", "gather", "over"]


class SiteView(Record):
    """An observation site with its scientists and cards, and the exploration track below it."""

    site: Site
    team: Team
    cards: tuple[Card, ...]  # the first played, at the bottom, first
    flag: int  # 0 to 7: the space the flag stands on
    track: tuple[Space, ...]  # 8 spaces, the start first
    species_points: int  # for the groups of one species on this site
    flag_points: int


class ScoreView(Record):
    """What a player would score if the game ended now: the six rows of the score sheet."""

    species: int
    exploration: int
    bonus: int
    score_cards: tuple[int, int]  # in the order of the table's score cards
    tokens: int
    total: int


class PlayerView(Record):
    """A player's board and all of it that lies open."""

    seat: Seat
    board: Board
    sites: tuple[SiteView, SiteView, SiteView]  # left, middle, right
    left_camp: Team
    right_camp: Team
    stars: int  # tokens held
    hand_size: int
    objectives: tuple[ObjectiveKey, ...]  # reached, in that order
    score: ScoreView


class ObjectiveView(Record):
    """An objective card. While open it can be reached; once reached it goes at the end of that round."""

    card: ObjectiveKey
    kind: ObjectiveKind
    open: bool
    reached_by: tuple[Seat, ...]
    stars: int
    met_by: tuple[Seat, ...]  # whose board shows the condition now, counted or not


class ScoreCardView(Record):
    """A score card, and what each seat would get for it now."""

    card: ScoreCardKey
    points: tuple[int, ...]


class HandCardView(Record):
    """A card of the reader's hand: where it could be played, and where the flag would then advance."""

    card: Card
    sites: tuple[Site, ...]
    advances: tuple[Site, ...]


class View(Record):
    """The whole table as one reader may see it."""

    seat: Seat | None
    phase: Phase
    to_act: frozenset[Seat]
    active: Seat
    first: Seat  # who holds the first player pawn
    round: int  # from 1; 0 during the opening exchange
    side: Side
    pool: tuple[Card, ...]  # A to D
    deck: int  # cards left to draw
    discards: tuple[Card, ...]  # face up, the latest last
    score_cards: tuple[ScoreCardView, ScoreCardView]
    objectives: tuple[ObjectiveView, ObjectiveView, ObjectiveView]  # animal, scientist, vehicle
    players: tuple[PlayerView, ...]  # by seat
    hand: tuple[HandCardView, ...] | None  # the reader's own: cards 1 to 4, the latest last
    exchanging: tuple[int, ...] | None  # the reader's own choice of the opening, numbers of hand cards
    played: Site | None  # where the active player has just put a card, while he draws
    gathering: int  # scientists in the active player's camps, while he chooses their site
    refreshed: bool  # the active player has already renewed the pool this turn
    last_round: bool  # somebody has a seventh card on a site
