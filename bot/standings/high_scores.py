"""High scores and milestones of a server per game: in the total and in each category of the score sheet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import db
from bot.standings.results import load_outcome
from rules.game import Outcome, ScoreRow

TOTAL = ""  # The category of the total score.
MIN_EARLIER_GAMES = 5  # With fewer, a high score is not news.
ROUND_NUMBERS = (10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000)


@dataclass(frozen=True, slots=True)
class HighScore:
    """The most points in a category, and the first user who reached them."""

    category: str
    points: int
    user_id: int
    game: str


@dataclass(frozen=True, slots=True)
class Milestone:
    """A round number of games played on a server, or of a user's wins."""

    kind: Literal["games", "wins"]
    number: int
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class GameNews:
    """The high scores that a game beat, each with the one before, and the milestones it reached."""

    broken: tuple[tuple[HighScore, HighScore], ...] = ()
    milestones: tuple[Milestone, ...] = ()


async def server_high_scores(reads: db.Reads, server: int, key: str) -> dict[str, HighScore]:
    """The high scores of a game on a server, without hidden users."""
    results = await db.results.list_for_title(reads, server, key)
    return best_scores(await _visible_results(reads, results), await _load_outcomes(reads, server, key))


async def game_news(reads: db.Reads, game: db.Game) -> GameNews:
    """The high scores and milestones of a finished game on the server where it counts."""
    server = game.standings_server
    if server is None:
        return GameNews()
    every = await db.results.list_for_title(reads, server, game.key)
    until = next((one.ended for one in every if one.game == game.code), None)
    if until is None:
        return GameNews()
    every = tuple(one for one in every if (one.ended, one.game) <= (until, game.code))
    shown, outcomes = await _visible_results(reads, every), await _load_outcomes(reads, server, game.key)
    return GameNews(
        beaten_high_scores(shown, outcomes, game.code), milestones_reached(every, shown, game.code)
    )


def best_scores(results: Iterable[db.Result], outcomes: Mapping[str, Outcome]) -> dict[str, HighScore]:
    """The high scores in the total and in each row of the score sheet, by category."""
    found: dict[str, HighScore] = {}
    for one in sorted(results, key=lambda result: (result.ended, result.game, result.seat)):
        for category, points in _points_by_category(one, outcomes.get(one.game)):
            known = found.get(category)
            if one.person is not None and points > (known.points if known else 0):
                found[category] = HighScore(category, points, one.person, one.game)
    return found


def beaten_high_scores(
    results: Sequence[db.Result], outcomes: Mapping[str, Outcome], code: str
) -> tuple[tuple[HighScore, HighScore], ...]:
    """The high scores that a game beat, each with the one before it."""
    earlier = [one for one in results if one.game != code]
    if len({one.game for one in earlier}) < MIN_EARLIER_GAMES:
        return ()
    before, now = best_scores(earlier, outcomes), best_scores(results, outcomes)
    return tuple(
        (best, before[category]) for category, best in now.items() if category in before and best.game == code
    )


def milestones_reached(
    results: Sequence[db.Result], shown: Sequence[db.Result], code: str
) -> tuple[Milestone, ...]:
    """The milestones reached by a game, which must be the last of these results."""
    found = []
    games = len({one.game for one in results})
    if games in ROUND_NUMBERS:
        found.append(Milestone("games", games))
    for winner in (one.person for one in shown if one.game == code and one.place == 1):
        wins = sum(one.person == winner and one.place == 1 for one in shown)
        if wins in ROUND_NUMBERS:
            found.append(Milestone("wins", wins, winner))
    return tuple(found)


def _points_by_category(result: db.Result, outcome: Outcome | None) -> Iterator[tuple[str, int]]:
    if result.score is not None:
        yield TOTAL, result.score
    for row in _scoring_rows(outcome) if outcome else ():
        # Rows about a single card do not occur in every game.
        if not row.about:
            yield row.category, row.points[result.seat]


def _scoring_rows(outcome: Outcome) -> Iterator[ScoreRow]:
    """The rows of the sheet that add up to the totals; later rows are tie-breakers."""
    counted = tuple(0 for _ in outcome.totals)
    for row in outcome.sheet:
        if counted == outcome.totals:
            return
        yield row
        counted = tuple(sum(pair) for pair in zip(counted, row.points, strict=True))


async def _visible_results(reads: db.Reads, results: Sequence[db.Result]) -> tuple[db.Result, ...]:
    """The results of users who may be named: neither hidden nor computer opponents."""
    names = await db.users.display_names(reads, [one.person for one in results])
    return tuple(
        one
        for one in results
        if one.person is not None
        and one.person not in db.users.COMPUTER_PLAYER_IDS
        and not names[one.person].hidden
    )


async def _load_outcomes(reads: db.Reads, server: int, key: str) -> dict[str, Outcome]:
    stored = await db.games.outcomes(reads, server, key)
    return {code: load_outcome(outcome) for code, outcome in stored.items()}
