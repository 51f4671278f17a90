"""The table of a cup: points per opponent beaten, then Sonneborn-Berger.

Each game counts as a meeting of every two players: one point for an opponent beaten, half a point for a
tie. So a win in a duel is one point, and at a table of four the places bring three, two, one and none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from bot.standings.standing import shared_places

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
    """The lines of a cup, the best first. Meetings with a struck user do not count.

    >>> lines = cup_table((1, 2, 3), frozenset(), [{1: 1, 2: 2, 3: 2}])
    >>> [(line.place, line.user_id, line.halves / 2) for line in lines]
    [(1, 1, 2.0), (2, 2, 0.5), (2, 3, 0.5)]
    """
    against = _scores_by_opponent(user_ids, tables)
    counted = {
        user_id: {other: score for other, score in met.items() if not struck & {user_id, other}}
        for user_id, met in against.items()
    }
    halves = {user_id: sum(score.halves for score in met.values()) for user_id, met in counted.items()}
    quarters = {
        user_id: sum(score.halves * halves[other] for other, score in met.items())
        for user_id, met in counted.items()
    }

    def rank(user_id: int) -> tuple[bool, int, int]:
        return user_id in struck, -halves[user_id], -quarters[user_id]

    ordered = sorted(user_ids, key=rank)
    lines = []
    for place, user_id in zip(shared_places([*map(rank, ordered)]), ordered, strict=True):
        places = [table[user_id] for table in tables if user_id in table]
        lines.append(
            CupLine(
                place=place,
                user_id=user_id,
                halves=halves[user_id],
                quarters=quarters[user_id],
                played=sum(each is not None for each in places),
                games=len(places),
                struck=user_id in struck,
                against=against[user_id],
            )
        )
    return tuple(lines)


def _scores_by_opponent(
    user_ids: Sequence[int], tables: Sequence[TablePlaces]
) -> dict[int, dict[int, Score]]:
    against: dict[int, dict[int, Score]] = {user_id: {} for user_id in user_ids}
    for table in tables:
        for user_id, other in permutations([one for one in table if one in against], 2):
            before = against[user_id].get(other, Score())
            against[user_id][other] = _add_meeting(before, table[user_id], table[other])
    return against


def _add_meeting(score: Score, place: int | None, other_place: int | None) -> Score:
    if place is None or other_place is None:
        return Score(score.halves, score.over, score.meetings + 1)
    won = WIN_HALVES if place < other_place else TIE_HALVES if place == other_place else 0
    return Score(score.halves + won, score.over + 1, score.meetings + 1)
