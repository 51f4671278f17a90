"""Records and milestones of a server at one title: the most points ever, in all and by each way to score."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import db
from bot.standings.results import read_outcome
from rules.game import Outcome, ScoreRow

TOTAL = ""
"""The category of the whole score."""
ENOUGH = 5
"""Before so many games a record is worth nothing."""
ROUND = (10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000)


@dataclass(frozen=True, slots=True)
class Best:
    """The most points of a category, and whose they are; who reached them first keeps them."""

    category: str
    points: int
    person: int
    game: str


@dataclass(frozen=True, slots=True)
class Milestone:
    """A round number: games of a title on a server, or somebody's victories at it."""

    kind: Literal["games", "wins"]
    number: int
    person: int | None = None


@dataclass(frozen=True, slots=True)
class News:
    """What a game has changed: the records it broke, each with the one before, and milestones."""

    broken: tuple[tuple[Best, Best], ...] = ()
    milestones: tuple[Milestone, ...] = ()


async def records_of(reads: db.Reads, server: int, key: str) -> dict[str, Best]:
    """The records of a title on a server, of people who do not hide."""
    results = await db.results.of_title(reads, server, key)
    return best_of(await _shown(reads, results), await _outcomes(reads, server, key))


async def news_of(reads: db.Reads, game: db.Game) -> News:
    """What a finished game has changed on the server where it counts."""
    server = game.counts_on
    if server is None:
        return News()
    every = await db.results.of_title(reads, server, game.key)
    until = next((one.ended for one in every if one.game == game.code), None)
    if until is None:
        return News()
    every = tuple(one for one in every if (one.ended, one.game) <= (until, game.code))
    shown, outcomes = await _shown(reads, every), await _outcomes(reads, server, game.key)
    return News(broken(shown, outcomes, game.code), milestones(every, shown, game.code))


def best_of(results: Iterable[db.Result], outcomes: Mapping[str, Outcome]) -> dict[str, Best]:
    """The records in the whole score and by each line of the score sheet."""
    found: dict[str, Best] = {}
    for one in sorted(results, key=lambda result: (result.ended, result.game, result.seat)):
        for category, points in _points(one, outcomes.get(one.game)):
            known = found.get(category)
            if one.person is not None and points > (known.points if known else 0):
                found[category] = Best(category, points, one.person, one.game)
    return found


def broken(
    results: Sequence[db.Result], outcomes: Mapping[str, Outcome], code: str
) -> tuple[tuple[Best, Best], ...]:
    """The records that game broke, each with the one before it."""
    earlier = [one for one in results if one.game != code]
    if len({one.game for one in earlier}) < ENOUGH:
        return ()
    before, now = best_of(earlier, outcomes), best_of(results, outcomes)
    return tuple(
        (best, before[category]) for category, best in now.items() if category in before and best.game == code
    )


def milestones(results: Sequence[db.Result], shown: Sequence[db.Result], code: str) -> tuple[Milestone, ...]:
    """The round numbers that a game, the last of these results, has brought."""
    found = []
    games = len({one.game for one in results})
    if games in ROUND:
        found.append(Milestone("games", games))
    for winner in (one.person for one in shown if one.game == code and one.place == 1):
        wins = sum(one.person == winner and one.place == 1 for one in shown)
        if wins in ROUND:
            found.append(Milestone("wins", wins, winner))
    return tuple(found)


def _points(result: db.Result, outcome: Outcome | None) -> Iterator[tuple[str, int]]:
    if result.score is not None:
        yield TOTAL, result.score
    for row in _adding_up(outcome) if outcome else ():
        # A line about one card is no way to score that every game has.
        if not row.about:
            yield row.category, row.points[result.seat]


def _adding_up(outcome: Outcome) -> Iterator[ScoreRow]:
    """The lines of the sheet up to where they come to the totals; what follows parts only those who tied."""
    counted = tuple(0 for _ in outcome.totals)
    for row in outcome.sheet:
        if counted == outcome.totals:
            return
        yield row
        counted = tuple(sum(pair) for pair in zip(counted, row.points, strict=True))


async def _shown(reads: db.Reads, results: Sequence[db.Result]) -> tuple[db.Result, ...]:
    """Those of people who may be named: neither hidden nor computer players."""
    people = {one.person for one in results if one.person is not None}
    known = await db.users.names_and_hiding(reads, people)
    named = {
        person for person, (_, hidden) in known.items() if not hidden and person not in db.users.OPPONENTS
    }
    return tuple(one for one in results if one.person in named)


async def _outcomes(reads: db.Reads, server: int, key: str) -> dict[str, Outcome]:
    stored = await db.games.outcomes(reads, server, key)
    return {code: read_outcome(outcome) for code, outcome in stored.items()}
