"""Success sheets: achievements a user collects over all games of one title, and the titles they earn."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

Sign = Literal["snowflake", "horn", "compass", "axe"]
"""The mark that fills a line of the sheet."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title earned with `needs` successes."""

    key: str
    needs: int


def titles(**needs: int) -> tuple[Title, ...]:
    return tuple(Title(key, number) for key, number in needs.items())


@dataclass(frozen=True, slots=True)
class SuccessSheet:
    """Successes in the order of the sheet, and titles in ascending order; the first needs none."""

    successes: tuple[str, ...]
    titles: tuple[Title, ...]
    sign: Sign

    def count(self, achieved: Collection[str]) -> int:
        """Return the number of filled lines; a success achieved twice counts once."""
        return len(set(achieved) & set(self.successes))

    def title(self, achieved: Collection[str]) -> str:
        count = self.count(achieved)
        return [title.key for title in self.titles if title.needs <= count][-1]

    def next_title(self, achieved: Collection[str]) -> Title | None:
        """Return the next title to earn, or None if the user has the highest."""
        count = self.count(achieved)
        return next((title for title in self.titles if title.needs > count), None)


NO_SUCCESSES = SuccessSheet((), (), "axe")
