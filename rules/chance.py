"""The one source of randomness: numbers drawn from SHA-256(seed ‖ counter), the same on every machine."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from pydantic import ConfigDict

T = TypeVar("T")
_SPAN = 1 << 256


@dataclass(frozen=True, slots=True)
class Chance:
    """A secret seed and how many numbers were drawn from it."""

    __pydantic_config__ = ConfigDict(ser_json_bytes="hex", val_json_bytes="hex")

    seed: bytes
    counter: int = 0

    def below(self, bound: int) -> tuple[int, "Chance"]:
        """A number from 0 to bound − 1, each equally likely, and the chance that remains."""
        fair = _SPAN - _SPAN % bound
        counter = self.counter
        while True:
            digest = sha256(self.seed + counter.to_bytes(8, "big")).digest()
            counter += 1
            number = int.from_bytes(digest, "big")
            if number < fair:
                return number % bound, Chance(self.seed, counter)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Chance"]:
        """The items in a random order, and the chance that remains."""
        deck = list(items)
        chance = self
        for last in range(len(deck) - 1, 0, -1):
            pick, chance = chance.below(last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck), chance


def commitment(seed: bytes) -> str:
    """What is shown when a game starts, so that the seed shown at its end can be checked."""
    return sha256(seed).hexdigest()
