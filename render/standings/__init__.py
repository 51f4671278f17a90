"""Pictures of standings: leaderboards, profiles, podiums, posters, win probabilities, animations."""

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


def draw_standings(view: StandingsView) -> Picture:
    match view:
        case LeaderboardView():
            return leaderboard.leaderboard(view)
        case SoloView():
            return leaderboard.solo_board(view)
        case ProfileView():
            return profile.profile(view)
        case SuccessesView():
            return successes.successes(view)
        case CupView():
            return cup.cup(view)
        case LeagueView():
            return league.league(view)
        case VoyageView():
            return voyage.voyage(view)
        case PodiumView():
            return podium.podium(view)
        case PosterView():
            return poster.poster(view)
        case ChancesView():
            return chances.chances(view)
