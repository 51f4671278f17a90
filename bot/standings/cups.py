"""The table of a cup: points for everybody left behind, then Sonneborn-Berger.

At a table everybody meets everybody: one point for each who came out behind, half a point for each who came
level. So a win between two is one point, and at a table of four the places bring three, two, one and none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

TIE_HALVES, WIN_HALVES = 1, 2
"""Points are counted in halves, and what is made of two of them in quarters."""

TablePlaces = Mapping[int, int | None]
"""A table of a cup: the place each person came to, or None for all of them while it is played."""


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody took from another: points in halves, and how many of their meetings are over."""

    halves: int = 0
    over: int = 0
    meetings: int = 0


@dataclass(frozen=True, slots=True)
class CupLine:
    """Somebody's line. `halves` are points, `quarters` what they are worth by those they were taken from."""

    place: int
    person: int
    halves: int
    quarters: int
    played: int
    games: int
    struck: bool
    against: Mapping[int, Score] = field(default_factory=dict)


def cup_table(
    user_ids: Sequence[int], struck: frozenset[int], tables: Sequence[TablePlaces]
) -> tuple[CupLine, ...]:
    """The lines of a cup, the best first. Nothing counts that was played with somebody who is struck."""
    against: dict[int, dict[int, Score]] = {one: {} for one in user_ids}
    for table in tables:
        for one, place in table.items():
            for other, theirs in table.items():
                if one != other and one in against and other in against:
                    against[one][other] = _add_meeting(against[one].get(other, Score()), place, theirs)
    counted = {
        one: {} if one in struck else {other: score for other, score in met.items() if other not in struck}
        for one, met in against.items()
    }
    halves = {one: sum(score.halves for score in met.values()) for one, met in counted.items()}
    quarters = {
        one: sum(score.halves * halves[other] for other, score in met.items()) for one, met in counted.items()
    }
    ordered = sorted(user_ids, key=lambda one: (one in struck, -halves[one], -quarters[one]))
    lines: list[CupLine] = []
    for number, one in enumerate(ordered, start=1):
        before = lines[-1] if lines else None
        level = before is not None and (before.halves, before.quarters, before.struck) == (
            halves[one],
            quarters[one],
            one in struck,
        )
        own = [table for table in tables if one in table]
        lines.append(
            CupLine(
                place=before.place if before is not None and level else number,
                person=one,
                halves=halves[one],
                quarters=quarters[one],
                played=sum(table[one] is not None for table in own),
                games=len(own),
                struck=one in struck,
                against=against[one],
            )
        )
    return tuple(lines)


def _add_meeting(so_far: Score, place: int | None, theirs: int | None) -> Score:
    if place is None or theirs is None:
        return Score(so_far.halves, so_far.over, so_far.meetings + 1)
    won = WIN_HALVES if place < theirs else TIE_HALVES if place == theirs else 0
    return Score(so_far.halves + won, so_far.over + 1, so_far.meetings + 1)
