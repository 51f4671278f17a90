"""Pictures of standings: leaderboards, profiles, podiums, posters, win probabilities, animations."""

from collections.abc import Callable, Mapping
from typing import Any

from render.kit import Picture
from render.standings import chances, cup, leaderboard, league, podium, poster, profile, successes, voyage
from render.standings.views import (
    ChancesView,
    CupView,
    LeaderboardView,
    LeagueView,
    PodiumView,
    PosterView,
    ProfileView,
    SoloView,
    StandingsView,
    SuccessesView,
    VoyageView,
)

__all__ = ["draw_standings"]


_PAINTERS: Mapping[type[StandingsView], Callable[[Any], Picture]] = {
    LeaderboardView: leaderboard.leaderboard,
    SoloView: leaderboard.solo_board,
    ProfileView: profile.profile,
    SuccessesView: successes.successes,
    CupView: cup.cup,
    LeagueView: league.league,
    VoyageView: voyage.voyage,
    PodiumView: podium.podium,
    PosterView: poster.poster,
    ChancesView: chances.chances,
}


def draw_standings(view: StandingsView) -> Picture:
    return _PAINTERS[type(view)](view)
