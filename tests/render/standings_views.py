"""Views of standings with names of every kind, as large as they can get."""

from io import BytesIO
from typing import Any, get_args

from PIL import Image

from render import FACES, Picture
from render.standings.views import (
    ROWS_ON_PAGE,
    ChanceLine,
    ChanceMoment,
    ChancesView,
    CupCell,
    CupRow,
    CupView,
    Curve,
    CurvePoint,
    Fact,
    LeaderboardRow,
    LeaderboardView,
    LeagueDivision,
    LeagueRow,
    LeagueView,
    PodiumPlace,
    PodiumView,
    PosterPlayer,
    PosterView,
    ProfileView,
    Rival,
    SoloRow,
    SoloView,
    StandingsView,
    SuccessesView,
    SuccessLine,
    TitleRecord,
    VoyageView,
)
from rules.success_sheet import Sign

NAMES = (
    "Sigrid",
    "Björn 🐻‍❄️",
    "אורי כהן",
    "",
    "محمد الأمين",
    "𝕱𝖗𝖊𝖞𝖆 ⚓",
    "W" * 100,
    "—",
    "さくら",
    "\u202e\u0000",
    "Z̷̧̬͔a",
    "x",
)


LONG = "Explorateurs de la mer du Nord et de toutes les îles alentour, sans fin"


def row(place: int, name: str = "Sigrid", **fields: Any) -> LeaderboardRow:
    about: dict[str, Any] = {
        "rating": 1300 - place * 20,
        "low": 1300 - place * 20 - 40 - place,
        "high": 1300 - place * 20 + 40 + place,
        "games": 12,
        "wins": 4,
        "best": 88,
        "form": ("won", "between", "lost"),
    }
    return LeaderboardRow(place=place, name=name, **(about | fields))


def board(count: int, **fields: Any) -> LeaderboardView:
    rows = tuple(row(place + 1, NAMES[place]) for place in range(count))
    return LeaderboardView(**({"title": "Overall", "subtitle": "All time", "rows": rows} | fields))


def curve(label: str, *values: int, provisional: bool = False) -> Curve:
    points = tuple(CurvePoint(at=at * 1000, value=value) for at, value in enumerate(values))
    return Curve(label=label, points=points, provisional=provisional)


def profile(**fields: Any) -> ProfileView:
    about: dict[str, Any] = {
        "subtitle": LONG,
        "medals": (1, 0, 120),
        "curves": tuple(curve(LONG, 1000, 990 + at, 1100) for at in range(6)),
        "first_day": "12 janvier 2026",
        "last_day": "3 novembre 2026",
        "titles": tuple(TitleRecord(title=LONG, told=LONG, rating=1024) for _ in range(6)),
        "rivals_label": "Rivaux",
        "rivals": tuple(Rival(name=name, ahead=100, behind=100, level=100) for name in NAMES),
        "facts": tuple(Fact(label=LONG, value=LONG) for _ in range(9)),
    }
    return ProfileView(**({"name": "Sigrid"} | about | fields))


def podium(*places: int) -> PodiumView:
    return PodiumView(
        title="Automne 2026",
        subtitle=LONG,
        places=tuple(
            PodiumPlace(place=place, name=NAMES[number % len(NAMES)], points=64)
            for number, place in enumerate(places)
        ),
        empty="Nobody played.",
    )


def poster(seats: int, *, story: int = 3, **fields: Any) -> PosterView:
    return PosterView(
        title=LONG,
        subtitle="3 novembre 2026",
        headline=LONG,
        about=LONG,
        players=tuple(
            PosterPlayer(seat=seat, name=NAMES[seat], place=seat + 1, score=50 - seat)
            for seat in range(seats)
        ),
        story=(LONG,) * story,
        **({"board": flat("#204060", 900, 1200)} | fields),
    )


def flat(colour: str, width: int = 1200, height: int = 900) -> Picture:
    data = BytesIO()
    Image.new("RGB", (width, height), colour).save(data, "JPEG", quality=90)
    return Picture(data.getvalue(), "jpg", width, height)


def league(divisions: int, size: int) -> LeagueView:
    rows = tuple(
        LeagueRow(
            place=place + 1,
            name=NAMES[place],
            points="11.5",
            played="6/6",
            moves=("up", "", "down")[min(place, 2)],
            struck=place == size - 1,
        )
        for place in range(size)
    )
    parted = tuple(LeagueDivision(label=f"{LONG} {number}", rows=rows) for number in range(divisions))
    return LeagueView(title=LONG, subtitle="novembre 2026", page=1, pages=2, divisions=parted)


def cup(size: int) -> CupView:
    """Everybody has more against those below, but for a tie and an open game; the last one has left."""
    rows = tuple(
        CupRow(
            place=place + 1,
            name=NAMES[place],
            cells=tuple(_cup_cell(place, other, size) for other in range(size)),
            points="4.5",
            worth="12",
            played="3/4",
            struck=place == size - 1,
        )
        for place in range(size)
    )
    return CupView(title=LONG, subtitle="Week 2", rows=rows, worth="SB", note=LONG)


def _cup_cell(place: int, other: int, size: int) -> CupCell | None:
    if place == other:
        return None
    if {place, other} == {0, size - 1}:
        return CupCell()
    if {place, other} == {1, 2}:
        return CupCell(taken="level", text="1")
    return CupCell(taken="more", text="2") if place < other else CupCell(taken="less", text="0.5")


VIEWS: dict[str, StandingsView] = {
    **{
        f"league of {divisions} by {size}": league(divisions, size)
        for divisions, size in ((1, 4), (1, 7), (2, 5), (3, 4), (8, 6))
    },
    "league of none": LeagueView(title="Lofoten", empty="Nobody has signed on."),
    **{f"board of {count}": board(count, empty="Nobody yet.") for count in (0, 1, 3, 10, ROWS_ON_PAGE)},
    "board with mine apart": board(
        11, mine=row(317, is_me=True), page=2, pages=42, title=LONG, subtitle=LONG
    ),
    "board by points": LeaderboardView(title="Season", by="points", rows=(row(1, low=None, high=None),)),
    "board of computer players": board(2, rows=(row(1, "Torsten ⚙"), row(2, "Aud ⚙", medals=(1, 0, 0)))),
    "profile against computer players": profile(
        rivals=tuple(Rival(name=f"{who} ⚙", ahead=3, behind=2, level=1) for who in FACES)
    ),
    "poster with computer players": PosterView(
        title="Lofoten",
        players=tuple(
            PosterPlayer(seat=seat, name=name) for seat, name in enumerate(("Liv", "Liv ⚙", "Snorri ⚙"))
        ),
    ),
    "board of strangers": board(2, rows=(row(1, provisional=True, medals=(99, 1, 2), best=None, form=()),)),
    "solo": SoloView(
        title=LONG, rows=tuple(SoloRow(place=1, name=name, score=97, about=LONG) for name in NAMES)
    ),
    "solo of nobody": SoloView(title="Solo", empty=LONG * 4),
    "solo with mine apart": SoloView(title="Solo", mine=SoloRow(place=40, name="", score=-3, when="today")),
    "profile": profile(),
    "profile of one game": profile(curves=(curve("Overall", 1000),), titles=(), rivals=(), facts=()),
    "profile of nobody": ProfileView(name="", empty="No finished game yet."),
    **{
        f"sheet of {count}": SuccessesView(
            title=LONG,
            subtitle=LONG,
            sign=sign,
            rank=LONG,
            ranks=(0, 3, count),
            ahead=LONG,
            lines=tuple(SuccessLine(label=LONG, done=number % 3 > 0) for number in range(count)),
        )
        for count, sign in zip((8, 12, 19, 20), get_args(Sign), strict=True)
    },
    "cup": cup(5),
    "voyage": VoyageView(
        title=LONG,
        subtitle="Week 47",
        name="Sigrid",
        score=61,
        about=LONG,
        facts=(Fact(label=LONG, value="52"),) * 2,
    ),
    "chances": ChancesView(
        title="Lofoten",
        subtitle=LONG,
        lines=tuple(
            ChanceLine(seat=seat, name=NAMES[seat], won=seat == 1, chances=chances)
            for seat, chances in enumerate(((34, 60, 55, 20, 0), (33, 25, 40, 70, 100), (33, 15, 5, 10, 0)))
        ),
        moments=(ChanceMoment(turn=1, seat=0), ChanceMoment(turn=3, seat=1)),
        first="Deal",
        last="End",
    ),
    "podium": podium(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    "podium shared": podium(1, 1, 3, 3, 3, 3, 3),
    "podium of one": podium(1),
    "podium of nobody": podium(),
    **{f"poster of {seats}": poster(seats) for seats in (1, 2, 3, 4, 5)},
    "poster without a count": PosterView(title="Lofoten", players=(PosterPlayer(seat=1, name=""),)),
}
