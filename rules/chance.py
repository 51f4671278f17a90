"""The only source of randomness: SHA-256(seed ‖ counter) with rejection sampling, reproducible."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from pydantic import ConfigDict

T = TypeVar("T")
_SPAN = 1 << 256


@dataclass(frozen=True, slots=True)
class Chance:
    """A random generator as a value: a secret seed and the number of draws so far.

    >>> first, rest = Chance(b"seed").below(6)
    >>> first == Chance(b"seed").below(6)[0], rest.counter
    (True, 1)
    """

    __pydantic_config__ = ConfigDict(ser_json_bytes="hex", val_json_bytes="hex")

    seed: bytes
    counter: int = 0

    def below(self, bound: int) -> tuple[int, "Chance"]:
        """Return a uniform number from 0 to bound − 1, and the generator after the draw."""
        number, counter = _draw_below(bound, self.seed, self.counter)
        return number, Chance(self.seed, counter)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Chance"]:
        """Return the items in random order (Fisher-Yates), and the generator after the draws."""
        deck = list(items)
        counter = self.counter
        for last in range(len(deck) - 1, 0, -1):
            pick, counter = _draw_below(last + 1, self.seed, counter)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck), Chance(self.seed, counter)


def _draw_below(bound: int, seed: bytes, counter: int) -> tuple[int, int]:
    """Return the next uniform number below `bound`, and the counter after it."""
    fair = _SPAN - _SPAN % bound
    while True:
        number = int.from_bytes(sha256(seed + counter.to_bytes(8, "big")).digest(), "big")
        counter += 1
        if number < fair:
            return number % bound, counter


def commitment(seed: bytes) -> str:
    """Return the hash shown when a game starts. It proves the seed that is shown at the end."""
    return sha256(seed).hexdigest()
