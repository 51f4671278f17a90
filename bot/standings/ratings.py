"""How strong somebody is believed to be, and what one game changes about it: Plackett–Luce by openskill."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from openskill.models import PlackettLuce

from db.clock import DAY

OVERALL = "*"
"""The key under which all titles of a server are rated together."""
PROVISIONAL_BELOW_GAMES = 5
"""So many rated games make a number to be relied on."""
IDLE_AFTER_MS = 90 * DAY
"""After so long without a rated game somebody is hidden from the boards, and loses nothing."""
DISPLAY_MEAN, DISPLAY_SCALE = 1000, 40
"""How the strength of a newcomer is shown, and a unit of it."""

_MODEL = PlackettLuce(gamma=lambda *_, **__: 1.0)


@dataclass(frozen=True, slots=True)
class Skill:
    """A strength and how uncertain it is."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def displayed(self) -> int:
        return round(DISPLAY_MEAN + DISPLAY_SCALE * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """Two times in three the true strength lies within so much of the one shown."""
        return round(DISPLAY_SCALE * self.sigma)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody at a finished table: their strength before, their place, how much they played themselves."""

    skill: Skill
    place: int
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game did to a strength. `odds` is the chance to win that was given before."""

    before: Skill
    after: Skill
    odds: float


def rate_game(entrants: Sequence[Entrant]) -> tuple[RatingChange, ...]:
    """What a game changes for each of two or more entrants, in their order; those who tie share a place."""
    teams = [[_MODEL.rating(entrant.skill.mu, entrant.skill.sigma)] for entrant in entrants]
    ranks = [float(entrant.place) for entrant in entrants]
    afterwards = [team[0] for team in _MODEL.rate(teams, ranks=ranks)]
    odds = _MODEL.predict_win(teams)
    return tuple(
        RatingChange(entrant.skill, _partial_update(entrant, Skill(after.mu, after.sigma)), chance)
        for entrant, after, chance in zip(entrants, afterwards, odds, strict=True)
    )


def _partial_update(entrant: Entrant, whole: Skill) -> Skill:
    """A strength after that share of a change; openskill's own weights would divide losses by it."""
    if entrant.share == 1:
        return whole
    before, share = entrant.skill, entrant.share
    # With time that passes a strength grows a little uncertain, whoever played.
    variance = before.sigma**2 + _MODEL.tau**2
    learnt = share * (1 - whole.sigma**2 / variance)
    return Skill(before.mu + share * (whole.mu - before.mu), sqrt(variance * (1 - learnt)))
