"""Views of standings, drawn by the modules beside it. Texts are in the reader's language."""

from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field, PlainSerializer

from render.kit import Picture
from rules.game import FrozenModel, Seat
from rules.success_sheet import Sign

ROWS_ON_PAGE = 12
"""Rows on a page; one less if the reader's own row is appended."""
DIVISIONS_ON_PAGE = 8
FORM_LENGTH = 5

Result = Literal["won", "between", "lost"]
"""A result in a player's form: first (possibly shared), in between, or last."""

Place = Annotated[int, Field(ge=1)]

EmbeddedPicture = Annotated[
    Picture, PlainSerializer(lambda picture: sha256(picture.data).hexdigest(), return_type=str)
]
"""A picture inside a view; serialized as its hash."""


class _TitledView(FrozenModel):
    title: str
    subtitle: str = ""


class _PagedView(_TitledView):
    """One page of several. `empty` is the text without rows."""

    page: int = 1
    pages: int = 1
    empty: str = ""


class LeaderboardRow(FrozenModel):
    """One player. `rating` is the ranked value, `low` and `high` its uncertainty if known.

    `medals` are seasons closed in first, second and third place; `form` is oldest first.
    """

    place: Place
    name: str
    rating: int
    low: int | None = None
    high: int | None = None
    provisional: bool = False
    games: int = 0
    wins: int = 0
    best: int | None = None
    form: tuple[Result, ...] = Field(default=(), max_length=FORM_LENGTH)
    medals: tuple[int, int, int] = (0, 0, 0)
    is_me: bool = False


class LeaderboardView(_PagedView):
    """A page of a leaderboard. `mine` is the reader's row if it is not on the page."""

    by: Literal["rating", "points"] = "rating"
    rows: tuple[LeaderboardRow, ...] = Field(default=(), max_length=ROWS_ON_PAGE)
    mine: LeaderboardRow | None = None


class SoloRow(FrozenModel):
    """One high score. `about` is a detail such as the captain, `when` the day."""

    place: Place
    name: str
    score: int
    about: str = ""
    when: str = ""
    games: int = 0
    is_me: bool = False


class SoloView(_PagedView):
    rows: tuple[SoloRow, ...] = Field(default=(), max_length=ROWS_ON_PAGE)
    mine: SoloRow | None = None


class CurvePoint(FrozenModel):
    """A rating after a game; `at` in any unit that grows with time."""

    at: int
    value: int


class Curve(FrozenModel):
    """A rating over time, of one title or of all; the first is drawn boldest."""

    label: str
    points: tuple[CurvePoint, ...]
    provisional: bool = False


class TitleRecord(FrozenModel):
    """A player's results in one title; `told` is the rest: victories, and the usual score."""

    title: str
    told: str = ""
    rating: int | None = None
    provisional: bool = False


class Rival(FrozenModel):
    """An opponent: games finished ahead of them, behind them, and ties."""

    name: str
    ahead: int
    behind: int
    level: int = 0


class Fact(FrozenModel):
    """A fact about a player: a favourite, kudos, a title of Borealis."""

    label: str
    value: str


class ProfileView(FrozenModel):
    """A player. At most four curves, four titles, four rivals and six facts are drawn."""

    name: str
    subtitle: str = ""
    curves: tuple[Curve, ...] = ()
    first_day: str = ""
    last_day: str = ""
    titles: tuple[TitleRecord, ...] = ()
    rivals_label: str = ""
    rivals: tuple[Rival, ...] = ()
    facts: tuple[Fact, ...] = ()
    medals: tuple[int, int, int] = (0, 0, 0)
    empty: str = ""


class SuccessLine(FrozenModel):
    label: str
    done: bool = False


class SuccessesView(_TitledView):
    """A player's success sheet. `rank` is the title, `ranks` the successes needed for each title, `ahead` a
    text about the next one."""

    sign: Sign
    rank: str
    ranks: tuple[int, ...] = ()
    ahead: str = ""
    lines: tuple[SuccessLine, ...] = Field(min_length=1, max_length=20)


Taken = Literal["more", "level", "less", "open"]
"""Share of the points in games against another player: more than half, half, less, or not played yet."""


class CupCell(FrozenModel):
    """A result against one other player; `text` are points."""

    taken: Taken = "open"
    text: str = ""


class CupRow(FrozenModel):
    """A player in a cup; the cell on the diagonal is None."""

    place: Place
    name: str
    cells: tuple[CupCell | None, ...]
    points: str
    worth: str
    played: str = ""
    struck: bool = False


class CupView(_TitledView):
    """The cross table of a cup; rows and cells are in the same order.

    `worth` is the head of the tie-break column, and `note` explains it.
    """

    rows: tuple[CupRow, ...] = Field(default=(), max_length=8)
    worth: str = ""
    note: str = ""


Moves = Literal["", "up", "down"]
"""Promotion or relegation, if the month ended now."""


class LeagueRow(FrozenModel):
    place: Place
    name: str
    points: str
    played: str = ""
    moves: Moves = ""
    struck: bool = False


class LeagueDivision(FrozenModel):
    """A division by rank; unranked before the first game."""

    label: str
    begun: bool = True
    rows: tuple[LeagueRow, ...] = Field(min_length=1, max_length=8)


class LeagueView(_PagedView):
    """A month of a league, the top division first; `empty` is the text without divisions."""

    divisions: tuple[LeagueDivision, ...] = Field(default=(), max_length=DIVISIONS_ON_PAGE)


class VoyageView(_TitledView):
    """A player's result in the weekly voyage. At most two facts are drawn."""

    name: str
    score: int
    about: str = ""
    facts: tuple[Fact, ...] = ()


class PodiumPlace(FrozenModel):
    """A player's rank in a season or a cup; tied players share the rank."""

    place: Place
    name: str
    points: int | str
    games: int = 0


class PodiumView(_TitledView):
    """The end of a season. Ranks one to three stand on the podium, some more below it."""

    places: tuple[PodiumPlace, ...] = ()
    empty: str = ""


class PosterPlayer(FrozenModel):
    """A player of the game; `place` and `score` are None if there was no result."""

    seat: Seat
    name: str
    place: Place | None = None
    score: int | None = None


class PosterView(_TitledView):
    """A finished game: the last board, the ranking, three lines of story.

    `headline` is how it ended, `about` where it was played and how long.
    """

    headline: str = ""
    about: str = ""
    players: tuple[PosterPlayer, ...]
    story: tuple[str, ...] = Field(default=(), max_length=3)
    board: EmbeddedPicture | None = None


class ChanceLine(FrozenModel):
    """A player's win probability in percent, at the deal and after each turn."""

    seat: Seat
    name: str
    won: bool = False
    chances: tuple[int, ...] = Field(min_length=2)


class ChanceMoment(FrozenModel):
    """A decisive turn and its player."""

    turn: Annotated[int, Field(ge=1)]
    seat: Seat


class ChancesView(_TitledView):
    """Win probabilities over a game; `first` and `last` label the ends of the axis.

    `scale` labels the levels 0, 50 and 100 percent.
    """

    lines: tuple[ChanceLine, ...] = Field(min_length=1, max_length=5)
    moments: tuple[ChanceMoment, ...] = Field(default=(), max_length=3)
    scale: tuple[str, str, str] = ("0%", "50%", "100%")
    first: str = ""
    last: str = ""


StandingsView = (
    LeaderboardView | SoloView | ProfileView | SuccessesView | CupView | LeagueView | VoyageView | PodiumView
    | PosterView | ChancesView
)  # fmt: skip
