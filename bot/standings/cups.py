"""The table of a cup: points per opponent beaten, then Sonneborn-Berger.

Each game counts as a meeting of every two players: one point for an opponent beaten, half a point for a
tie. So a win in a duel is one point, and at a table of four the places bring three, two, one and none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

TIE_HALVES, WIN_HALVES = 1, 2
"""Points are counted in halves, to stay whole numbers; Sonneborn-Berger scores are in quarters."""

TablePlaces = Mapping[int, int | None]
"""The place of each user at one table of a cup; None for all of them while the game is running."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one user against another: points in halves, meetings finished, meetings in all."""

    halves: int = 0
    over: int = 0
    meetings: int = 0


@dataclass(frozen=True, slots=True)
class CupLine:
    """A user's line. `halves` are points in halves, `quarters` the Sonneborn-Berger score in quarters."""

    place: int
    user_id: int
    halves: int
    quarters: int
    played: int
    games: int
    struck: bool
    against: Mapping[int, Score] = field(default_factory=dict)


def cup_table(
    user_ids: Sequence[int], struck: frozenset[int], tables: Sequence[TablePlaces]
) -> tuple[CupLine, ...]:
    """The lines of a cup, the best first. Meetings with a struck (withdrawn) user do not count."""
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
                user_id=one,
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
