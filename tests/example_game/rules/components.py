"""The components of Runes: the model of `components.toml`, with the totals it must meet."""

from functools import cached_property
from typing import Literal, Self, get_args

from pydantic import NonNegativeInt, PositiveInt, model_validator

from rules.components import Data, GameComponents, MarkedByKey, Name, Provenance

Rune = Literal["ice", "cattle", "giant", "sun"]
Stones = tuple[Rune, ...]

RUNES: tuple[Rune, ...] = get_args(Rune)
MAX_SEATS = 3


class RuneData(Data):
    strength: PositiveInt
    stones: PositiveInt
    name: Name


class Runes(MarkedByKey[Rune, RuneData]): ...


class Hand(Data):
    provenance: Provenance
    stones: PositiveInt


class Points(Data):
    provenance: Provenance
    stone: PositiveInt
    unused_cast: NonNegativeInt


class Components(GameComponents):
    runes: Runes
    hand: Hand
    points: Points

    @model_validator(mode="after")
    def enough_for_all_to_cast(self) -> Self:
        found, wanted = len(self.all_stones), MAX_SEATS * (self.hand.stones + 1)
        if found < wanted:
            raise ValueError(f"{found} stones, and {wanted} are needed")
        return self

    @cached_property
    def all_stones(self) -> Stones:
        return tuple(rune for rune in RUNES for _ in range(self.runes.of(rune).stones))

    @cached_property
    def all_names(self) -> dict[str, Name]:
        return {rune: self.runes.of(rune).name for rune in RUNES}
