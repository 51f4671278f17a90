"""A sheet of successes: what a person may achieve over all their games of a title, and what it makes them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

Sign = Literal["snowflake", "horn", "compass", "axe"]
"""What each success puts on the sheet."""


@dataclass(frozen=True, slots=True)
class Title:
    """What somebody may call themselves, from so many successes on."""

    key: str
    needs: int


@dataclass(frozen=True, slots=True)
class SuccessSheet:
    """The successes in the order of the sheet, and the titles from the least to the greatest."""

    successes: tuple[str, ...]
    titles: tuple[Title, ...]
    sign: Sign

    def count(self, achieved: Collection[str]) -> int:
        """How many lines of the sheet are filled; each counts once."""
        return len(set(achieved) & set(self.successes))

    def title(self, achieved: Collection[str]) -> str:
        count = self.count(achieved)
        return [title.key for title in self.titles if title.needs <= count][-1]

    def next_title(self, achieved: Collection[str]) -> Title | None:
        """The title to come; None for whoever has the greatest."""
        count = self.count(achieved)
        return next((title for title in self.titles if title.needs > count), None)
