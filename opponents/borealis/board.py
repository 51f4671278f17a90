"""A player's board in the light model."""

from opponents.borealis.box import KINDS, SIZE_OF, Box, Card, light, packed
from rules.borealis.state import Player


class Board:
    """What belongs to one player."""

    __slots__ = (
        "counts",
        "crafts",
        "flags",
        "hand",
        "leads",
        "points",
        "printed",
        "prospects",
        "seat",
        "stacks",
        "stars",
        "teams",
    )

    def __init__(self) -> None:
        self.seat = 0
        self.hand: list[Card] = []
        self.stacks: list[list[int]] = [[], [], []]
        """The species of the cards on each site, the first played first."""
        self.counts = [0] * 15
        """How often each species lies on each site: site × 5 + species."""
        self.crafts = [0] * 5
        """How often each vehicle is in play."""
        self.teams = [0] * 5
        self.flags = [0] * 3
        self.stars = 0
        self.printed = 0
        """Stars on the cards in play."""
        self.leads: tuple[tuple[tuple[int, ...], ...], ...] = ()
        self.points: tuple[tuple[int, ...], ...] = ()
        self.prospects: tuple[list[float], list[float]] | None = None
        """What `worth` found out about this board; forgotten when it no longer holds."""

    def copy(self) -> "Board":
        other = Board.__new__(Board)
        other.seat, other.stars, other.printed = self.seat, self.stars, self.printed
        other.hand = self.hand[:]
        first, second, third = self.stacks
        other.stacks = [first[:], second[:], third[:]]
        other.counts, other.crafts = self.counts[:], self.crafts[:]
        other.teams, other.flags = self.teams[:], self.flags[:]
        other.leads, other.points = self.leads, self.points
        other.prospects = self.prospects
        return other

    def in_camps(self) -> int:
        return SIZE_OF[self.teams[0]] + SIZE_OF[self.teams[4]]


def board_of(player: Player, seat: int, box: Box) -> Board:
    board = Board()
    board.seat = seat
    board.hand = [light(card) for card in player.hand]
    for site, cards in enumerate(player.sites):
        for card in map(light, cards):
            board.stacks[site].append(card.species)
            board.counts[len(KINDS) * site + card.species] += 1
            board.crafts[card.vehicle] += 1
            board.printed += card.stars
    board.teams = [packed(team) for team in player.places]
    board.flags = [*player.flags]
    board.stars = player.stars
    tracks = box.tracks[player.board]
    board.leads, board.points = tracks.leads, tracks.points
    return board
