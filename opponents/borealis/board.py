"""A player's board in the simulator."""

from opponents.borealis.encoding import KINDS, SIZE_OF, Card, EncodedComponents, encode_card, encode_team
from rules.borealis.state import Player


class Board:
    """The pieces of one player as flat lists of numbers."""

    __slots__ = (
        "card_values", "flags", "hand", "printed_stars", "seat", "species_counts", "stacks", "stars",
        "teams", "track_points", "track_vehicles", "vehicle_counts",
    )  # fmt: skip

    def __init__(self) -> None:
        self.seat = 0
        self.hand: list[Card] = []
        self.stacks: list[list[int]] = [[], [], []]
        """Species of the cards on each site, in the order played."""
        self.species_counts = [0] * 15
        """Number of cards by site × 5 + species."""
        self.vehicle_counts = [0] * 5
        """Number of cards in play by vehicle."""
        self.teams = [0] * 5
        self.flags = [0] * 3
        self.stars = 0
        self.printed_stars = 0
        """Stars on the cards in play."""
        self.track_vehicles: tuple[tuple[tuple[int, ...], ...], ...] = ()
        self.track_points: tuple[tuple[int, ...], ...] = ()
        self.card_values: tuple[list[float], list[float]] | None = None
        """Cache of `evaluation.card_values`; None when it is invalid."""

    def copy(self) -> "Board":
        other = Board.__new__(Board)
        other.seat, other.stars, other.printed_stars = self.seat, self.stars, self.printed_stars
        other.hand = self.hand[:]
        first, second, third = self.stacks
        other.stacks = [first[:], second[:], third[:]]
        other.species_counts, other.vehicle_counts = self.species_counts[:], self.vehicle_counts[:]
        other.teams, other.flags = self.teams[:], self.flags[:]
        other.track_vehicles, other.track_points = self.track_vehicles, self.track_points
        other.card_values = self.card_values
        return other

    def in_camps(self) -> int:
        return SIZE_OF[self.teams[0]] + SIZE_OF[self.teams[4]]


def encode_board(player: Player, seat: int, components: EncodedComponents) -> Board:
    board = Board()
    board.seat = seat
    board.hand = [encode_card(card) for card in player.hand]
    for site, cards in enumerate(player.sites):
        for card in map(encode_card, cards):
            board.stacks[site].append(card.species)
            board.species_counts[len(KINDS) * site + card.species] += 1
            board.vehicle_counts[card.vehicle] += 1
            board.printed_stars += card.stars
    board.teams = [encode_team(team) for team in player.places]
    board.flags = [*player.flags]
    board.stars = player.stars
    tracks = components.tracks[player.board]
    board.track_vehicles, board.track_points = tracks.vehicles, tracks.points
    return board
