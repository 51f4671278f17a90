"""High scores and milestones of a server per game: in the total and in each category of the score sheet."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from cachetools import LRUCache

import db
from bot.standings.rating_history import games_in_order
from bot.standings.results import load_outcome
from db.clock import DAY
from rules.game import Outcome, ScoreRow

TOTAL = ""  # The category of the total score.
MIN_EARLIER_GAMES = 5  # With fewer, a high score is not news.
MAX_HISTORIES = 64
MAX_HISTORY_AGE_MS = DAY  # Results may be corrected at night.
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


class TitleHistory:
    """Results of one title on a server, added game by game: best scores of each user, games and wins.

    `until` are the end and the code of the last game added; `since` (ms) is when the history was begun.
    """

    def __init__(self, since: int = 0) -> None:
        self.since = since
        self.until = (0, "")
        self.games = 0
        self.wins: Counter[int] = Counter()
        self._best: dict[tuple[int, str], tuple[int, int, str, int]] = {}

    def user_ids(self) -> set[int]:
        return {user_id for user_id, _ in self._best}

    def add(self, results: Iterable[db.Result], outcomes: Mapping[str, Outcome]) -> None:
        """Add the results of games that ended after all games added so far."""
        for game in games_in_order(results):
            self.games += 1
            self.until = (game[0].ended, game[0].game)
            for one in game:
                if one.person is None:
                    continue
                self.wins[one.person] += one.place == 1
                for category, points in _points_by_category(one, outcomes.get(one.game)):
                    known = self._best.get((one.person, category))
                    if points > (0 if known is None else -known[0]):
                        # In the order of records: most points first, then the first who reached them.
                        self._best[one.person, category] = (-points, one.ended, one.game, one.seat)

    def best_scores(self, hidden: Collection[int] = ()) -> dict[str, HighScore]:
        """The high scores in the total and in each row of the score sheet, by category."""
        first: dict[str, tuple[tuple[int, int, str, int], int]] = {}
        for (user_id, category), reached in self._best.items():
            if user_id not in hidden and (category not in first or reached < first[category][0]):
                first[category] = reached, user_id
        return {
            category: HighScore(category, -reached[0], user_id, reached[2])
            for category, (reached, user_id) in first.items()
        }

    def add_last(
        self, own: Sequence[db.Result], outcomes: Mapping[str, Outcome], hidden: Collection[int] = ()
    ) -> GameNews:
        """Add one more game. Returns the high scores it beat and the milestones it reached."""
        has_high_scores, before = self.games >= MIN_EARLIER_GAMES, self.best_scores(hidden)
        self.add(own, outcomes)
        broken = [
            (best, before[category])
            for category, best in self.best_scores(hidden).items()
            if has_high_scores and category in before and best.game == own[0].game
        ]
        winners = [one.person for one in own if one.place == 1 and one.person not in (None, *hidden)]
        wins = [Milestone("wins", self.wins[winner], winner) for winner in winners if winner is not None]
        milestones = [Milestone("games", self.games), *wins]
        return GameNews(tuple(broken), tuple(one for one in milestones if one.number in ROUND_NUMBERS))


class HighScoreCache:
    """Histories of titles in memory, so that the news of a game need only the games since the last one."""

    def __init__(self) -> None:
        self._histories: LRUCache[tuple[int, str], TitleHistory] = LRUCache(MAX_HISTORIES)

    def history_before(self, server: int, game: db.Game, now: int) -> TitleHistory:
        """The history of the games before this one, as far as it is known; else an empty one."""
        known = self._histories.get((server, game.key))
        if known is None or now - known.since > MAX_HISTORY_AGE_MS or known.until >= (game.ended, game.code):
            return TitleHistory(now)
        return known

    def save(self, server: int, key: str, history: TitleHistory) -> None:
        known = self._histories.get((server, key))
        if known is None or known.until <= history.until:
            self._histories[server, key] = history


async def server_high_scores(reads: db.Reads, server: int, key: str) -> dict[str, HighScore]:
    """The high scores of a game on a server, without hidden users."""
    history, results = TitleHistory(), await db.results.list_for_title(reads, server, key)
    history.add(results, await _load_outcomes(reads, results))
    return history.best_scores(await _hidden_users(reads, history.user_ids()))


async def game_news(reads: db.Reads, game: db.Game, cache: HighScoreCache) -> GameNews:
    """The high scores and milestones of a finished game on the server where it counts."""
    server, end = game.standings_server, (game.ended or 0, game.code)
    if server is None:
        return GameNews()
    while True:
        history = cache.history_before(server, game, reads.now)
        since = history.until
        results = [
            one
            for one in await db.results.list_for_title(reads, server, game.key, since=since[0])
            if since < (one.ended, one.game) <= end
        ]
        outcomes = await _load_outcomes(reads, results)
        user_ids = history.user_ids() | {one.person for one in results if one.person is not None}
        hidden = await _hidden_users(reads, user_ids)
        if history.until == since:  # Else another game was added meanwhile.
            break
    own = [one for one in results if one.game == game.code]
    if not own:
        return GameNews()
    history.add([one for one in results if one.game != game.code], outcomes)
    news = history.add_last(own, outcomes, hidden)
    cache.save(server, game.key, history)
    return news


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


async def _hidden_users(reads: db.Reads, user_ids: Collection[int]) -> frozenset[int]:
    """Those of the users who may not be named: hidden ones, computer opponents, and erased ones."""
    names = await db.users.display_names(reads, user_ids)
    return frozenset(
        user_id
        for user_id in user_ids
        if user_id in db.users.COMPUTER_PLAYER_IDS or names[user_id].hidden or names[user_id].name is None
    )


async def _load_outcomes(reads: db.Reads, results: Sequence[db.Result]) -> dict[str, Outcome]:
    stored = await db.games.outcomes(reads, {one.game for one in results})
    return {code: load_outcome(outcome) for code, outcome in stored.items()}
