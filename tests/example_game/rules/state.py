"""The state of Runes: immutable values."""

from dataclasses import dataclass
from typing import NamedTuple

from rules.chance import Chance
from tests.example_game.rules.components import Rune, Stones
from tests.example_game.rules.options import RunesOptions


class Player(NamedTuple):
    hand: Stones
    laid: Rune | None = None
    shown: Stones = ()  # in each round so far
    taken: Stones = ()
    may_cast: bool = True


@dataclass(frozen=True)
class State:
    """Everything on the table, hidden or not."""

    chance: Chance
    options: RunesOptions
    players: tuple[Player, ...]
    bag: Stones
    waiting: Stones = ()  # since a tie
    gone: Stones = ()  # cast, or lost in a tie

    def with_player(self, seat: int, player: Player) -> tuple[Player, ...]:
        return (*self.players[:seat], player, *self.players[seat + 1 :])
