"""The ratings of one server, updated game by game. Pure: the same results give the same digits."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import db
from bot.standings.ratings import OVERALL, Entrant, Skill, rate_game


class RatingHistory:
    """Ratings by game and user, and the rating steps of the games added."""

    def __init__(self, ratings: Iterable[db.Rating] = ()) -> None:
        self.ratings = {(rating.key, rating.person): rating for rating in ratings}
        self.steps: list[db.RatingStep] = []

    def add_game(self, results: Sequence[db.Result]) -> None:
        """Rate a finished game for its own title and for the overall rating. Ignores unrated games."""
        if not changes_ratings(results):
            return
        for key in (results[0].key, OVERALL):
            self._rate(results, key)

    def _rate(self, results: Sequence[db.Result], key: str) -> None:
        entrants = [
            Entrant(self._skill(key, one.person), one.place, one.share * one.weight) for one in results
        ]
        for one, change in zip(results, rate_game(entrants), strict=True):
            if one.person is None or one.server is None or not one.share:
                continue
            known = self.ratings.get((key, one.person))
            self.ratings[key, one.person] = db.Rating(
                server=one.server,
                key=key,
                person=one.person,
                mu=change.after.mu,
                sigma=change.after.sigma,
                games=1 + (known.games if known else 0),
                last=one.ended,
            )
            self.steps.append(
                db.RatingStep(
                    game=one.game,
                    key=key,
                    person=one.person,
                    server=one.server,
                    mu_before=change.before.mu,
                    sigma_before=change.before.sigma,
                    mu=change.after.mu,
                    sigma=change.after.sigma,
                    odds=change.odds,
                    at=one.ended,
                )
            )

    def _skill(self, key: str, user_id: int | None) -> Skill:
        """The user's current skill; the default for a newcomer."""
        known = None if user_id is None else self.ratings.get((key, user_id))
        return Skill() if known is None else Skill(known.mu, known.sigma)


def changes_ratings(results: Sequence[db.Result]) -> bool:
    """True if a game with these results changes ratings."""
    return len(results) > 1 and all(one.rated and one.counted for one in results)


def build_rating_history(results: Iterable[db.Result]) -> RatingHistory:
    """Rate all games of a server from its results."""
    history = RatingHistory()
    for game in games_in_order(results):
        history.add_game(game)
    return history


def games_in_order(results: Iterable[db.Result]) -> Iterator[tuple[db.Result, ...]]:
    """The results game by game, ordered by end time and then by code."""
    ordered = sorted(results, key=lambda one: (one.ended, one.game, one.seat))
    for _, game in groupby(ordered, key=lambda one: one.game):
        yield tuple(game)
