"""The arithmetic of ratings, against the formulas as Weng and Lin published them (2011, algorithm 4)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from math import exp, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.standings.rating_history import build_rating_history
from bot.standings.ratings import OVERALL, Entrant, Skill, rate_game
from bot.standings.seasons import month_at, points_for, season_at, season_points
from tests.standings.finished_games import game_results, random_games

MU, SIGMA = 25.0, 25 / 3
BETA, TAU, KAPPA = 25 / 6, 25 / 300, 0.0001


def published_ratings(entrants: Sequence[Entrant]) -> list[tuple[float, float]]:
    """μ and σ of each after the game; a share is the part of the change that counts."""
    variances = [entrant.skill.sigma**2 + TAU**2 for entrant in entrants]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    strengths = [exp(entrant.skill.mu / c) for entrant in entrants]
    places = [entrant.place for entrant in entrants]
    after = []
    for i, entrant in enumerate(entrants):
        omega = delta = 0.0
        for q, place in enumerate(places):
            if place > places[i]:
                continue
            chance = strengths[i] / sum(
                s for s, other in zip(strengths, places, strict=True) if other >= place
            )
            tied = places.count(place)
            omega += ((i == q) - chance) / tied
            delta += chance * (1 - chance) / tied
        mu = entrant.skill.mu + entrant.share * variances[i] / c * omega
        kept = max(1 - entrant.share * variances[i] / c**2 * delta, KAPPA)
        after.append((mu, sqrt(variances[i] * kept)))
    return after


@st.composite
def entrant_lists(draw: st.DrawFn) -> list[Entrant]:
    skills = st.builds(Skill, st.floats(5, 45), st.floats(0.8, SIGMA))
    number = draw(st.integers(2, 5))
    groups = sorted(draw(st.lists(st.integers(1, number), min_size=number, max_size=number)))
    places = [1 + sum(other < group for other in groups) for group in groups]
    shares = st.sampled_from((1.0, 1.0, 0.75, 0.4, 0.05))
    return [Entrant(draw(skills), place, draw(shares)) for place in draw(st.permutations(places))]


@given(entrant_lists())
def test_a_game_changes_ratings_as_published(entrants: list[Entrant]) -> None:
    changes = rate_game(entrants)
    for change, (mu, sigma) in zip(changes, published_ratings(entrants), strict=True):
        assert change.after.mu == pytest.approx(mu, rel=1e-12)
        assert change.after.sigma == pytest.approx(sigma, rel=1e-12)


def test_a_long_record_leads_to_the_same_ratings_as_the_formulas() -> None:
    games = [
        game_results(game, f"G{number:03}", 1)
        for number, game in enumerate(random_games(range(1, 9), 150, until=10**12))
    ]
    expected: dict[tuple[str, int], tuple[float, float]] = {}
    for game in games:
        for key in (game[0].key, OVERALL):
            before = [expected.get((key, one.person), (MU, SIGMA)) for one in game]
            entrants = [Entrant(Skill(*skill), one.place) for skill, one in zip(before, game, strict=True)]
            for one, after in zip(game, published_ratings(entrants), strict=True):
                expected[key, one.person] = after
    ledger = build_rating_history([one for game in games for one in game])
    assert ledger.ratings.keys() == expected.keys()
    for key, rating in ledger.ratings.items():
        assert (rating.mu, rating.sigma) == pytest.approx(expected[key], rel=1e-9)


def test_the_order_of_reading_does_not_matter() -> None:
    made = [
        one
        for number, game in enumerate(random_games(range(1, 6), 40, until=10**12, every=0))
        for one in game_results(game, f"G{number:03}", 1)
    ]
    shuffled = list(made)
    Random(3).shuffle(shuffled)
    assert build_rating_history(shuffled).ratings == build_rating_history(made).ratings
    assert build_rating_history(shuffled).steps == build_rating_history(made).steps


def test_those_who_tie_from_the_same_rating_stay_level_and_the_weaker_gains() -> None:
    even = rate_game([Entrant(Skill(), 1), Entrant(Skill(), 1)])
    assert even[0].after == even[1].after
    assert even[0].after.mu == pytest.approx(MU)
    weak, strong = rate_game([Entrant(Skill(20, 4), 1), Entrant(Skill(30, 4), 1)])
    assert weak.after.mu > 20
    assert strong.after.mu < 30


def test_the_margin_of_a_place_does_not_matter() -> None:
    assert rate_game([Entrant(Skill(), 1), Entrant(Skill(), 2)]) == rate_game(
        [Entrant(Skill(), 1), Entrant(Skill(), 9)]
    )


@pytest.mark.parametrize("place", [1, 2])
def test_a_share_scales_gain_and_loss_alike(place: int) -> None:
    other = Entrant(Skill(), 3 - place)
    whole = rate_game([Entrant(Skill(), place), other])[0].after.mu - MU
    half = rate_game([Entrant(Skill(), place, 0.5), other])[0].after.mu - MU
    none = rate_game([Entrant(Skill(), place, 0.0), other])[0].after.mu - MU
    assert half == pytest.approx(whole / 2)
    assert none == 0


@pytest.mark.parametrize("share", [0.0, 0.75])
def test_a_share_counts_also_where_equals_tie(share: float) -> None:
    entrants = [Entrant(Skill(5.0, 1.5), 1, share if seat == 2 else 1.0) for seat in range(3)]
    after = rate_game(entrants)[2].after
    assert (after.mu, after.sigma) == pytest.approx(published_ratings(entrants)[2], rel=1e-12)


def test_odds_are_fair_and_favour_the_stronger() -> None:
    changes = rate_game([Entrant(Skill(30, 3), 2), Entrant(Skill(25, 3), 1), Entrant(Skill(20, 3), 3)])
    odds = [change.odds for change in changes]
    assert sum(odds) == pytest.approx(1)
    assert odds == sorted(odds, reverse=True)


@pytest.mark.parametrize(("mu", "shown"), [(25.0, 1000), (26.0, 1040), (24.0, 960), (37.5, 1500)])
def test_how_a_strength_is_shown(mu: float, shown: int) -> None:
    assert Skill(mu).displayed == shown


def test_what_does_not_count_changes_nothing() -> None:
    games = random_games(range(1, 4), 3, until=10**12)
    made = [one for number, game in enumerate(games) for one in game_results(game, f"G{number}", 1)]
    assert not build_rating_history(replace(one, counted=False) for one in made).ratings
    assert not build_rating_history(replace(one, rated=False) for one in made).ratings


def moment(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("at", "start", "until"),
    [
        ((2026, 1, 1), (2026, 1, 1), (2026, 4, 1)),
        ((2026, 3, 31, 23, 59, 59), (2026, 1, 1), (2026, 4, 1)),
        ((2026, 4, 1), (2026, 4, 1), (2026, 7, 1)),
        ((2026, 12, 31, 23, 59, 59), (2026, 10, 1), (2027, 1, 1)),
    ],
)
def test_a_season_is_a_quarter_of_the_year_in_utc(
    at: tuple[int, ...], start: tuple[int, ...], until: tuple[int, ...]
) -> None:
    season = season_at(moment(*at))
    assert (season.start, season.until) == (moment(*start), moment(*until))


def test_the_last_moment_of_a_month_belongs_to_it() -> None:
    last = moment(2028, 3, 1) - 1
    assert (month_at(last).start, month_at(last).until) == (moment(2028, 2, 1), moment(2028, 3, 1))


def test_places_bring_points_the_best_eight_whole_and_the_others_less_and_less() -> None:
    assert [points_for(place) for place in range(1, 7)] == [10, 6, 3, 1, 0, 0]
    assert season_points({1: 2, 3: 1}) == 23
    assert season_points({4: 16}) == 8 + 4
    assert season_points({2: 7, 1: 3, 5: 9}) == 3 * 10 + 5 * 6 + 2 * 6 // 2
    many = [season_points({1: wins}) for wins in range(8, 80, 8)]
    assert all(fewer < more for fewer, more in pairwise(many)), "there is always something to gain"
