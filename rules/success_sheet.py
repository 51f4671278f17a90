"""Success sheets: achievements a user collects over all games of one title, and the titles they earn."""

from collections.abc import Collection, Sequence
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


def highest_steps(successes: Sequence[str]) -> tuple[str, ...]:
    """Leave out what a higher step of the same series includes; steps end with their number.

    >>> highest_steps(("win", "score_40", "score_60", "score_50", "solo_60"))
    ('win', 'score_60', 'solo_60')
    """
    highest: dict[str, int] = {}
    for series, step in map(_series_and_step, successes):
        highest[series] = max(step, highest.get(series, step))
    return tuple(each for each in successes if (of := _series_and_step(each))[1] == highest[of[0]])


def _series_and_step(success: str) -> tuple[str, int]:
    series, _, step = success.rpartition("_")
    return (series, int(step)) if step.isdecimal() else (success, 0)


NO_SUCCESSES = SuccessSheet((), (), "axe")
