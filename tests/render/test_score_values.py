"""Score sheets and standings show each player's own numbers beside the right name."""

from itertools import count
from typing import Any

import pytest
from PIL import Image

from bot.i18n import LANGUAGES, locale_for
from render import PAINTERS, Picture
from render.kit.page import DrawCall, Page
from render.kit.sprite_cache import SPRITE_CACHE, Sprite, SpriteKey
from render.standings import draw_standings as picture_of
from render.standings.backgrounds import MIN_HEIGHT
from render.standings.views import (
    CupCell,
    CupRow,
    CupView,
    LeaderboardRow,
    LeaderboardView,
    PodiumPlace,
    PodiumView,
    PosterPlayer,
    PosterView,
    SoloRow,
    SoloView,
    StandingsView,
)
from rules import GAMES
from rules.game import Outcome, ScoreRow
from tests.render import borealis_games, explorers_games, lofoten_games, shipwrights_games
from tests.render.drawing import draw_score_sheet

pytestmark = pytest.mark.quick

NAMES = ("Astrid", "Bjørn", "Chloé", "Dag")
BACKGROUNDS = {"evening", "daybreak", "night"}
SLATE = {"_slate": (1_200, 1_600), "_landscape": (1_200, MIN_HEIGHT)}
ROWS = {
    "explorers": ("livestock", "outposts", "enemy_ships", "settlements", "viking_deaths", "islands"),
    "shipwrights": ("ships", "military", "gold_left"),
    "borealis": ("species", "exploration", "bonus", "tokens"),
}


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[Page]:
    """Every page encoded from now on, drawn with blank sprites that keep their keys."""
    kept: list[Page] = []

    def blank(request: SpriteKey, _: object) -> Sprite:
        sizes = [value for value in request.values if isinstance(value, int)]
        if request.name in SLATE:
            return Sprite(Image.new("RGB", SLATE[request.name]), key=request)
        if request.name in BACKGROUNDS:
            return Sprite(Image.new("RGB", (sizes[0], sizes[1] if len(sizes) > 1 else 2_000)), key=request)
        return Sprite(Image.new("RGBA", (1, 1)), key=request)

    def keep(page: Page) -> Picture:
        kept.append(page)
        return Picture(b"", "webp", page.image.width, page.image.height)

    monkeypatch.setattr(SPRITE_CACHE, "get", blank)
    monkeypatch.setattr(Page, "encode", keep)
    return kept


def texts(page: Page) -> list[DrawCall]:
    return [each for each in page.draw_calls if each.what == "text"]


def at(page: Page, text: str | int) -> tuple[float, float]:
    """Position of a text that is on the page once."""
    ((x, y),) = ((each.x, each.y) for each in texts(page) if each.values[0] == str(text))
    return x, y


def last_view(key: str, seats: int) -> Any:
    found: Any = {
        "explorers": explorers_games.states,
        "shipwrights": shipwrights_games.states,
        "borealis": borealis_games.states,
        "lofoten": lambda _: lofoten_games.states("one"),
    }[key](seats)
    return GAMES[key].view(found[-1], None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "seats"), [("lofoten", 2), ("explorers", 4), ("shipwrights", 5), ("borealis", 4)]
)
def test_every_line_of_a_score_sheet_is_named_in_whole_words(
    key: str, seats: int, language: str, pages: list[Page]
) -> None:
    game, points = GAMES[key], tuple(range(seats))
    about_a_piece = {"warehouse", "jarl", "ship_a", "building", "score_card"}
    rows = tuple(ScoreRow(name, points) for name in game.info.categories if name not in about_a_piece)
    outcome = Outcome("over", tuple((seat,) for seat in range(seats)), points, rows)
    called = tuple(map(locale_for(language).game_text(game, NAMES).score_category, rows))
    draw_score_sheet(PAINTERS[key], last_view(key, seats), outcome, (*NAMES, "Eira")[:seats], called)
    written = " ".join(str(each.values[0]) for each in texts(pages[0]))
    for name in called:
        assert name in written


@pytest.mark.parametrize("key", sorted(ROWS))
def test_every_line_of_a_score_sheet_has_each_players_own_points(key: str, pages: list[Page]) -> None:
    seats, numbers = 3, count(101)
    rows = tuple(ScoreRow(name, tuple(next(numbers) for _ in range(seats))) for name in ROWS[key])
    totals = tuple(next(numbers) for _ in range(seats))
    outcome = Outcome("over", ((2,), (0,), (1,)), totals, rows)
    draw_score_sheet(PAINTERS[key], last_view(key, seats), outcome, NAMES[:seats])
    (page,) = pages
    columns = [at(page, name)[0] for name in NAMES[:seats]]
    assert columns == sorted(columns)
    half = (columns[1] - columns[0]) / 2
    written_at = []
    for points in (*(row.points for row in rows if row.category != "gold_left"), totals):
        places = [at(page, value) for value in points]
        assert [abs(x - column) < half for (x, _), column in zip(places, columns, strict=True)] == [True] * 3
        assert len({y for _, y in places}) == 1
        written_at.append(places[0][1])
    assert written_at == sorted(written_at), "from the first line to the total"
    crowns = [each for each in page.draw_calls if each.what == "icon" and each.values[0] == "crown"]
    assert any(abs(crown.x - columns[2]) < half for crown in crowns)
    assert not any(abs(crown.x - column) < half for crown in crowns for column in columns[:2])
    medals = [each for each in page.draw_calls if each.what == "medal"]
    for seat, place in ((2, 1), (0, 2), (1, 3)):
        (won,) = (medal.values[0] for medal in medals if abs(medal.x - columns[seat]) < half)
        assert won == place


def test_the_score_sheet_of_lofoten_has_each_sides_goods_and_points(pages: list[Page]) -> None:
    view = lofoten_games.views(None)[-1]
    numbers = count(101)
    stores = tuple(
        store.model_copy(
            update={
                "counts": (next(numbers), next(numbers)),
                "scores": (next(numbers), next(numbers)),
                "good": good,
            }
        )
        for store, good in zip(view.warehouses, ("mead", "sheep", None) * 5, strict=False)
    )
    outcome = Outcome("over", ((1,), (0,)), (next(numbers), next(numbers)))
    draw_score_sheet(PAINTERS["lofoten"], view.model_copy(update={"warehouses": stores}), outcome, NAMES[:2])
    (page,) = pages
    (mine, _), (theirs, _) = at(page, outcome.totals[0]), at(page, outcome.totals[1])
    assert mine < theirs
    for store in stores:
        goods, points = (
            [at(page, value) for value in store.counts],
            [at(page, value) for value in store.scores],
        )
        assert [x for x, _ in goods] < [mine, theirs] < [x for x, _ in points]
        assert goods[0][0] < points[0][0] < goods[1][0] < points[1][0]
        (row,) = {y for _, y in (*goods, *points)}
        shown = {each.values[0] for each in page.draw_calls if each.what == "icon" and abs(each.y - row) < 30}
        assert shown & {"mead", "sheep", "fish"} == {store.good} - {None}
        assert ("cabin" if store.good else "empty_cabin") in shown


def picture(pages: list[Page], view: StandingsView) -> Page:
    picture_of(view)
    return pages[-1]


def test_a_leaderboard_has_everybodys_own_figures_under_the_right_sign(pages: list[Page]) -> None:
    rows = tuple(
        LeaderboardRow(
            place=place, name=name, rating=1000 + place, games=200 + place, wins=300 + place, best=400 + place
        )
        for place, name in enumerate(NAMES, start=1)
    )
    page = picture(pages, LeaderboardView(title="Lofoten", rows=rows))
    signs = {each.values[0]: each.x for each in page.draw_calls if each.what == "icon"}
    for row in rows:
        _, y = at(page, row.name)
        figures = {"games": row.games, "crown": row.wins, "best": row.best, "rating": row.rating}
        for sign, value in figures.items():
            x, beside = at(page, value)
            assert abs(beside - y) < 30
            assert abs(x - signs[sign]) < 40, f"{sign} stands in another column"


def test_high_scores_and_a_podium_have_everybodys_own(pages: list[Page]) -> None:
    solo = tuple(
        SoloRow(place=place, name=name, score=500 + place, games=600 + place)
        for place, name in enumerate(NAMES, start=1)
    )
    page = picture(pages, SoloView(title="Alone", rows=solo))
    signs = {each.values[0]: each.x for each in page.draw_calls if each.what == "icon"}
    for row in solo:
        _, y = at(page, row.name)
        for sign, value in (("best", row.score), ("games", row.games)):
            assert at(page, value)[0] == pytest.approx(signs[sign], abs=40)
            assert at(page, value)[1] == pytest.approx(y, abs=30)
    places = tuple(
        PodiumPlace(place=place, name=name, points=700 + place, games=800 + place)
        for place, name in enumerate(NAMES[:3], start=1)
    )
    page = picture(pages, PodiumView(title="Season", places=places))
    steps = {each.name: at(page, each.name)[0] for each in places}
    for each in places:
        assert steps[each.name] == pytest.approx(at(page, each.points)[0], abs=60)
        (medal,) = (put for put in page.draw_calls if put.what == "medal" and put.values[0] == each.place)
        assert medal.x == pytest.approx(steps[each.name], abs=60)


def test_a_cup_has_in_each_cell_what_its_row_took_from_its_column(pages: list[Page]) -> None:
    people = NAMES[:3]
    rows = tuple(
        CupRow(
            place=number + 1,
            name=name,
            cells=tuple(
                None if other == number else CupCell(text=str(10 * number + other + 500), taken="more")
                for other in range(3)
            ),
            points=str(900 + number),
            worth=str(950 + number),
            played=str(970 + number),
        )
        for number, name in enumerate(people)
    )
    page = picture(pages, CupView(title="Cup", rows=rows, worth="Worth"))
    heads = [at(page, number)[0] for number in (1, 2, 3)]
    for number, row in enumerate(rows):
        _, y = at(page, row.name)
        for other, cell in enumerate(row.cells):
            if cell is not None:
                x, beside = at(page, cell.text)
                assert x == pytest.approx(heads[other], abs=2)
                assert beside == pytest.approx(y, abs=40)
        points, worth = at(page, row.points), at(page, row.worth)
        assert heads[-1] < points[0] < worth[0] == pytest.approx(at(page, "Worth")[0], abs=2)
        assert points[1] == worth[1] == pytest.approx(y, abs=40), number


def test_a_poster_has_everybodys_score_by_their_place(pages: list[Page]) -> None:
    players = tuple(
        PosterPlayer(seat=seat, name=name, place=place, score=100 + seat)
        for seat, name, place in zip(range(3), NAMES, (2, 3, 1), strict=False)
    )
    page = picture(pages, PosterView(title="Saga", headline="Won", players=players))
    for player in players:
        height = at(page, player.name)[1]
        nearest = min(players, key=lambda other: abs(at(page, other.score or 0)[1] - height))
        assert nearest is player
    by_place = sorted(players, key=lambda player: player.place or 0)
    heights = [at(page, player.name)[1] for player in by_place]
    assert heights == sorted(heights)
