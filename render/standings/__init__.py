"""Pictures of standings: boards, people, podiums, posters, films."""

from render.kit.page import Picture
from render.standings.leaderboard import leaderboard, solo_board
from render.standings.podium import podium
from render.standings.poster import poster
from render.standings.profile import profile
from render.standings.views import (
    LeaderboardView,
    PodiumView,
    PosterView,
    ProfileView,
    SoloView,
    StandingsView,
)

__all__ = ["drawn"]


def drawn(view: StandingsView) -> Picture:
    """The picture of any of these views."""
    match view:
        case LeaderboardView():
            return leaderboard(view)
        case SoloView():
            return solo_board(view)
        case ProfileView():
            return profile(view)
        case PodiumView():
            return podium(view)
        case PosterView():
            return poster(view)
