"""Skill ratings: the Plackett–Luce model of openskill."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from openskill.models import PlackettLuce

from db.clock import DAY

OVERALL = "*"  # The key of the rating over all games of a server.
PROVISIONAL_BELOW_GAMES = 5
IDLE_AFTER_MS = 90 * DAY  # Since the last rated game; idle users leave the boards and lose no rating.
DISPLAY_MEAN, DISPLAY_SCALE = 1000, 40
"""A newcomer's displayed rating, and displayed points per unit of skill."""

_MODEL = PlackettLuce(gamma=lambda *_, **__: 1.0)


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill estimate and its uncertainty.

    >>> Skill(mu=26.0, sigma=2.0).displayed, Skill(mu=26.0, sigma=2.0).margin
    (1040, 80)
    """

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def displayed(self) -> int:
        return round(DISPLAY_MEAN + DISPLAY_SCALE * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """One standard deviation: the true skill is within it about two times in three."""
        return round(DISPLAY_SCALE * self.sigma)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a finished game: skill before, place, and the share of moves they made themselves."""

    skill: Skill
    place: int
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A skill before and after a game. `odds` is the win probability before it."""

    before: Skill
    after: Skill
    odds: float


def rate_game(entrants: Sequence[Entrant]) -> tuple[RatingChange, ...]:
    """Rate a game of two or more entrants. Returns their changes in the same order.

    Entrants who tie have the same place.

    >>> won, lost = rate_game([Entrant(Skill(), place=1), Entrant(Skill(), place=2)])
    >>> won.after.displayed > won.before.displayed == lost.before.displayed > lost.after.displayed
    True
    """
    teams = [[_MODEL.rating(entrant.skill.mu, entrant.skill.sigma)] for entrant in entrants]
    ranks = [float(entrant.place) for entrant in entrants]
    afterwards = [team[0] for team in _MODEL.rate(teams, ranks=ranks)]
    odds = _MODEL.predict_win(teams)
    return tuple(
        RatingChange(entrant.skill, _partial_update(entrant, Skill(after.mu, after.sigma)), chance)
        for entrant, after, chance in zip(entrants, afterwards, odds, strict=True)
    )


def _partial_update(entrant: Entrant, whole: Skill) -> Skill:
    """The skill after the entrant's share of the change. openskill's weights would divide losses by it."""
    if entrant.share == 1:
        return whole
    before, share = entrant.skill, entrant.share
    # Uncertainty grows a little with every game, whatever the share.
    variance = before.sigma**2 + _MODEL.tau**2
    learnt = share * (1 - whole.sigma**2 / variance)
    return Skill(before.mu + share * (whole.mu - before.mu), sqrt(variance * (1 - learnt)))
