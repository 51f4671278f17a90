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
        number, counter = _below(bound, self.seed, self.counter)
        return number, Chance(self.seed, counter)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Chance"]:
        """The items in a random order, and the chance that remains."""
        deck = list(items)
        counter = self.counter
        for last in range(len(deck) - 1, 0, -1):
            pick, counter = _below(last + 1, self.seed, counter)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck), Chance(self.seed, counter)


def _below(bound: int, seed: bytes, counter: int) -> tuple[int, int]:
    """The next number below a bound, and the counter behind it."""
    fair = _SPAN - _SPAN % bound
    while True:
        number = int.from_bytes(sha256(seed + counter.to_bytes(8, "big")).digest(), "big")
        counter += 1
        if number < fair:
            return number % bound, counter


def commitment(seed: bytes) -> str:
    """What is shown when a game starts, so that the seed shown at its end can be checked."""
    return sha256(seed).hexdigest()
