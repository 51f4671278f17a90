"""How strong somebody is believed to be, and what one game changes about it: Plackett–Luce by openskill."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from openskill.models import PlackettLuce

OVERALL = "*"
"""The key under which all titles of a server are rated together."""
PROVISIONAL_BELOW = 5
"""So many rated games make a number to be relied on."""
IDLE_AFTER = 90 * 24 * 3_600_000
"""After so many milliseconds without a rated game somebody is hidden from the boards, and loses nothing."""
MIDDLE, STEP = 1000, 40
"""How the strength of a newcomer is shown, and a unit of it."""

# A seat is never weighed against others of its team, so weights are taken as they are.
_MODEL = PlackettLuce(gamma=lambda *_, **__: 1.0)
_MODEL.weight_bounds = None


@dataclass(frozen=True, slots=True)
class Skill:
    """A strength and how uncertain it is."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        return round(MIDDLE + STEP * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """Two times in three the true strength lies within so much of the one shown."""
        return round(STEP * self.sigma)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody at a finished table: his strength before, his place, how much of his play was his own."""

    skill: Skill
    place: int
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Change:
    """What a game did to a strength. `odds` is the chance to win that was given before."""

    before: Skill
    after: Skill
    odds: float


def rated(entrants: Sequence[Entrant]) -> tuple[Change, ...]:
    """What a game changes for each of two or more entrants, in their order; those who tie share a place."""
    teams = [[_MODEL.rating(entrant.skill.mu, entrant.skill.sigma)] for entrant in entrants]
    ranks = [float(entrant.place) for entrant in entrants]
    afterwards = [team[0] for team in _MODEL.rate(teams, ranks=ranks)]
    if any(entrant.share < 1 for entrant in entrants):
        weights = [
            [_weight(entrant.share, gained=after.mu >= entrant.skill.mu)]
            for entrant, after in zip(entrants, afterwards, strict=True)
        ]
        afterwards = [team[0] for team in _MODEL.rate(teams, ranks=ranks, weights=weights)]
    odds = _MODEL.predict_win(teams)
    return tuple(
        Change(entrant.skill, Skill(after.mu, after.sigma), chance)
        for entrant, after, chance in zip(entrants, afterwards, odds, strict=True)
    )


def _weight(share: float, *, gained: bool) -> float:
    """openskill multiplies gains by a weight but divides losses by it; a share shall count alike in both."""
    if gained:
        return share
    return 1 / share if share else inf
