"""What the pictures of standings show. All words come in the reader's language; names may be anything."""

from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field, PlainSerializer

from render.kit.page import Picture
from rules.game import FrozenModel, Seat
from rules.success_sheet import Sign

ROWS_ON_PAGE = 12
"""How many people one board holds; one less where the reader's own row stands apart."""
DIVISIONS_ON_PAGE = 8
FORM_LENGTH = 5

Result = Literal["won", "between", "lost"]
"""A game of somebody's form: they came first (perhaps with others), neither first nor last, or last."""

Place = Annotated[int, Field(ge=1)]

KeptPicture = Annotated[
    Picture, PlainSerializer(lambda picture: sha256(picture.data).hexdigest(), return_type=str)
]
"""A picture set into another; written down, only its fingerprint counts."""


class LeaderboardRow(FrozenModel):
    """One person. `rating` is what the board ranks by, `low` and `high` its uncertainty where it has one.

    `medals` are the seasons closed in first, second and third place; `form` is oldest first.
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


class LeaderboardView(FrozenModel):
    """A page of a board. `mine` is the reader's own row where it is not on the page.

    `empty` is said where there are no rows.
    """

    title: str
    subtitle: str = ""
    page: int = 1
    pages: int = 1
    by: Literal["rating", "points"] = "rating"
    rows: tuple[LeaderboardRow, ...] = Field(default=(), max_length=ROWS_ON_PAGE)
    mine: LeaderboardRow | None = None
    empty: str = ""


class SoloRow(FrozenModel):
    """One high score. `about` is a word on it (the captain), `when` the day."""

    place: Place
    name: str
    score: int
    about: str = ""
    when: str = ""
    games: int = 0
    is_me: bool = False


class SoloView(FrozenModel):
    """The high scores of those who play alone."""

    title: str
    subtitle: str = ""
    page: int = 1
    pages: int = 1
    rows: tuple[SoloRow, ...] = Field(default=(), max_length=ROWS_ON_PAGE)
    mine: SoloRow | None = None
    empty: str = ""


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
    """What somebody has to show in one title; `told` says the rest: victories, and the usual score."""

    title: str
    told: str = ""
    rating: int | None = None
    provisional: bool = False


class Rival(FrozenModel):
    """Somebody met at tables: games in which the one or the other came out ahead, and ties."""

    name: str
    ahead: int
    behind: int
    level: int = 0


class Fact(FrozenModel):
    """Something to know of a person: a favourite, kudos, a title of Borealis."""

    label: str
    value: str


class ProfileView(FrozenModel):
    """A person. At most four curves, four titles, four rivals and six facts are drawn."""

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
    """One line of a success sheet."""

    label: str
    done: bool = False


class SuccessesView(FrozenModel):
    """Somebody's success sheet. `rank` is their title, `ranks` how many successes each title needs,
    `ahead` what is said of the next one."""

    title: str
    subtitle: str = ""
    sign: Sign
    rank: str
    ranks: tuple[int, ...] = ()
    ahead: str = ""
    lines: tuple[SuccessLine, ...] = Field(min_length=1, max_length=20)


Taken = Literal["more", "level", "less", "open"]
"""What somebody took from another: more than half, half, less, or nothing has been played yet."""


class CupCell(FrozenModel):
    """What somebody took from one of the others; `text` are points."""

    taken: Taken = "open"
    text: str = ""


class CupRow(FrozenModel):
    """Somebody in a cup; None stands among the cells where they would meet themselves."""

    place: Place
    name: str
    cells: tuple[CupCell | None, ...]
    points: str
    worth: str
    played: str = ""
    struck: bool = False


class CupView(FrozenModel):
    """The table of a cup, the rows and the cells of each in the same order.

    `worth` is what the column is called that parts those with the same points, and `note` explains it.
    """

    title: str
    subtitle: str = ""
    rows: tuple[CupRow, ...] = Field(default=(), max_length=8)
    worth: str = ""
    note: str = ""


Moves = Literal["", "up", "down"]
"""Where somebody would play next month, if this one ended now."""


class LeagueRow(FrozenModel):
    """Somebody in a division."""

    place: Place
    name: str
    points: str
    played: str = ""
    moves: Moves = ""
    struck: bool = False


class LeagueDivision(FrozenModel):
    """A division, by its places; before anything is played nobody has one."""

    label: str
    begun: bool = True
    rows: tuple[LeagueRow, ...] = Field(min_length=1, max_length=8)


class LeagueView(FrozenModel):
    """A month of a league, the top division first; `empty` is said where there are none."""

    title: str
    subtitle: str = ""
    page: int = 1
    pages: int = 1
    divisions: tuple[LeagueDivision, ...] = Field(default=(), max_length=DIVISIONS_ON_PAGE)
    empty: str = ""


class VoyageView(FrozenModel):
    """What somebody made of the voyage of the week. At most two facts are drawn."""

    title: str
    subtitle: str = ""
    name: str
    score: int
    about: str = ""
    facts: tuple[Fact, ...] = ()


class PodiumPlace(FrozenModel):
    """Somebody's place in a season or a cup; those who share a place share its number."""

    place: Place
    name: str
    points: int | str
    games: int = 0


class PodiumView(FrozenModel):
    """A season at its close. Places one to three stand on the podium, some more below it."""

    title: str
    subtitle: str = ""
    places: tuple[PodiumPlace, ...] = ()
    empty: str = ""


class PosterPlayer(FrozenModel):
    """Somebody at the table: the place they came to and their score, None where there was none."""

    seat: Seat
    name: str
    place: Place | None = None
    score: int | None = None


class PosterView(FrozenModel):
    """A finished game to be shared: the last board, who came where, three lines of story.

    `headline` is how it ended, `about` where it was played and how long.
    """

    title: str
    subtitle: str = ""
    headline: str = ""
    about: str = ""
    players: tuple[PosterPlayer, ...]
    story: tuple[str, ...] = Field(default=(), max_length=3)
    board: KeptPicture | None = None


class ChanceLine(FrozenModel):
    """Somebody's chances in percent: at the deal, and after each turn; and whether they won."""

    seat: Seat
    name: str
    won: bool = False
    chances: tuple[int, ...] = Field(min_length=2)


class ChanceMoment(FrozenModel):
    """A turn that decided something, and whose it was."""

    turn: Annotated[int, Field(ge=1)]
    seat: Seat


class ChancesView(FrozenModel):
    """How everybody's chances went in a game; `first` and `last` are said below the ends of the curve."""

    title: str
    subtitle: str = ""
    lines: tuple[ChanceLine, ...] = Field(min_length=1, max_length=5)
    moments: tuple[ChanceMoment, ...] = Field(default=(), max_length=3)
    first: str = ""
    last: str = ""


StandingsView = (
    LeaderboardView
    | SoloView
    | ProfileView
    | SuccessesView
    | CupView
    | LeagueView
    | VoyageView
    | PodiumView
    | PosterView
    | ChancesView
)
