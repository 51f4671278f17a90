"""The ratings of one server, brought forward game by game. Pure: the same results give the same digits."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import db
from bot.standings.ratings import OVERALL, Entrant, Skill, rate_game


class RatingHistory:
    """Ratings by title and person, and what each game changed about them."""

    def __init__(self, ratings: Iterable[db.Rating] = ()) -> None:
        self.ratings = {(rating.key, rating.person): rating for rating in ratings}
        self.steps: list[db.RatingStep] = []

    def add_game(self, results: Sequence[db.Result]) -> None:
        """A finished game: rated at its title, and with all other titles of the server."""
        if not changes_ratings(results):
            return
        for key in (results[0].key, OVERALL):
            self._enter(results, key)

    def _enter(self, results: Sequence[db.Result], key: str) -> None:
        entrants = [Entrant(self._skill(key, one.person), one.place, one.share) for one in results]
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
        """What is believed of somebody; a newcomer is a stranger."""
        known = None if user_id is None else self.ratings.get((key, user_id))
        return Skill() if known is None else Skill(known.mu, known.sigma)


def changes_ratings(results: Sequence[db.Result]) -> bool:
    """Whether a game changes ratings."""
    return len(results) > 1 and all(one.rated and one.counted for one in results)


def build_rating_history(results: Iterable[db.Result]) -> RatingHistory:
    """All ratings of a server from all its results."""
    ledger = RatingHistory()
    for game in games_in_order(results):
        ledger.add_game(game)
    return ledger


def games_in_order(results: Iterable[db.Result]) -> Iterator[tuple[db.Result, ...]]:
    """The results game by game in the order of ending; games that ended together go by their codes."""
    ordered = sorted(results, key=lambda one: (one.ended, one.game, one.seat))
    for _, game in groupby(ordered, key=lambda one: one.game):
        yield tuple(game)
