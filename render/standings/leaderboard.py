"""Leaderboards: rank, name, rating with uncertainty, games, wins, best score and form."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from render.kit import Canvas, Page, Picture, Sprite, fit_text, icon, sprite
from render.kit.palette import (
    BLUE_DARK,
    BONE,
    GOLD,
    INK,
    INK_SOFT,
    IRON,
    IRON_DARK,
    IRON_LIGHT,
    PALE,
    VELLUM,
    down,
)
from render.kit.plates import vellum_panel
from render.kit.shadows import colour_layer, round_mask, with_shadow
from render.kit.type import layout_line
from render.standings.backgrounds import allowed_height, night
from render.standings.parts import (
    ACROSS,
    LEFT,
    name_line,
    put_empty_note,
    put_head,
    put_medals,
    put_name,
    put_number,
    put_page_number,
    put_place,
    put_right_aligned,
)
from render.standings.views import LeaderboardRow, LeaderboardView, SoloRow, SoloView

R = TypeVar("R", LeaderboardRow, SoloRow)

SIGNS_Y, ROWS_TOP = 130, 170
PITCH, TIGHT_PITCH = 130, 115
"""Distance from row to row, and the distance where there are more than ten rows."""
MAX_ROWS_AT_PITCH = 10
BETWEEN_ROWS = 10
OWN_ROW_GAP = 30
"""Extra distance above the reader's own row where it is not on the page."""
PLACE_X, NAME_X, NAME_WIDTH = 84, 156, 270
BAR_LEFT, BAR_RIGHT = 436, 704
GAMES_X, WINS_X, BEST_X, FORM_X = 758, 842, 930, 1080
FORM_STEP = 34
BAR_WIDTHS = range(40, BAR_RIGHT - BAR_LEFT, 8)
"""Bar lengths are rounded to these steps, to limit the number of sprites."""
SCORE_X, SOLO_GAMES_X, SOLO_NAME_WIDTH = 1010, 1122, 770
FORM_ICONS = {"won": ("form_won", -13), "between": ("form_between", 0), "lost": ("form_lost", 13)}


def pitch_for(panels: int) -> int:
    return PITCH if panels <= MAX_ROWS_AT_PITCH else TIGHT_PITCH


def height_for(rows: int, mine: bool) -> int:
    panels = rows + mine
    return allowed_height(ROWS_TOP + panels * pitch_for(panels) + (OWN_ROW_GAP if mine else 0) + 14)


def row_panel(number: int, pitch: int, mine: bool) -> Sprite:
    """The panel of a row; the reader's own has a rim."""
    border, width = (GOLD, 8) if mine else ("", 0)
    return vellum_panel(ACROSS, pitch - BETWEEN_ROWS, 22, 70 + number % 3, border, width)


@sprite
def uncertainty(width: int, sure: bool) -> Sprite:
    """A bar for a rating with its uncertainty; grey for a provisional rating."""
    canvas = Canvas(width + 24, 48, box=width + 24)
    face = down("#4F93C4", BLUE_DARK) if sure else down(IRON_LIGHT, IRON)
    end = BLUE_DARK if sure else IRON_DARK
    canvas.box(12, 17, width, 14, 7, face)
    for x in (10, width + 7):
        canvas.box(x, 10, 7, 28, 3, end)
    canvas.circle((width + 24) / 2, 24, 14, GOLD if sure else VELLUM)
    return with_shadow(canvas.bevel(3, 18).outline(2.4).to_image(), 3, 2, 0.35, 0.3)


@sprite
def rail() -> Sprite:
    return Sprite(colour_layer("#B89F6C", round_mask(BAR_RIGHT - BAR_LEFT, 10, 5), 0.75))


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps ratings to x positions on the rail."""

    low: int
    high: int

    @classmethod
    def of(cls, rows: tuple[LeaderboardRow, ...]) -> "Scale":
        ends = [end for row in rows for end in (row.low, row.high, row.rating) if end is not None]
        return cls(min(ends), max(ends))

    def x(self, value: int) -> float:
        span = max(1, self.high - self.low)
        return BAR_LEFT + 22 + (value - self.low) / span * (BAR_RIGHT - BAR_LEFT - 44)


def leaderboard(view: LeaderboardView) -> Picture:
    page, rows = _begin(view), (*view.rows, *((view.mine,) if view.mine else ()))
    if rows:
        _signs(page, view)
        _put_rows(page, view.rows, view.mine, partial(_row, page, Scale.of(rows)))
    return page.encode()


def solo_board(view: SoloView) -> Picture:
    page = _begin(view)
    if view.rows or view.mine:
        page.put(icon("laurel", 68), PLACE_X, SIGNS_Y)
        put_page_number(page, NAME_X, SIGNS_Y, view.page, view.pages)
        page.put(icon("best", 60), SCORE_X, SIGNS_Y)
        page.put(icon("games", 60), SOLO_GAMES_X, SIGNS_Y)
        _put_rows(page, view.rows, view.mine, partial(_solo_row, page))
    return page.encode()


def _begin(view: LeaderboardView | SoloView) -> Page:
    page = Page(night(height_for(len(view.rows), view.mine is not None)))
    put_head(page, view.title, view.subtitle)
    if not view.rows and view.mine is None:
        put_empty_note(page, view.empty)
    return page


def _put_rows(page: Page, rows: tuple[R, ...], mine: R | None, put_row: Callable[[R, float], None]) -> None:
    """Draw each row with its panel, and the reader's own row set apart if it is not among them.

    `put_row` draws a row by its middle.
    """
    pitch = pitch_for(len(rows) + (mine is not None))

    def put(row: R, number: int, top: float, is_mine: bool) -> None:
        page.put_corner(row_panel(number, pitch, is_mine), LEFT, top)
        middle = top + (pitch - BETWEEN_ROWS) / 2
        put_place(page, PLACE_X, middle, row.place, 102, INK_SOFT)
        put_row(row, middle)

    for number, row in enumerate(rows):
        put(row, number, ROWS_TOP + number * pitch, row.is_me)
    if mine:
        top = ROWS_TOP + len(rows) * pitch
        _dots(page, top + OWN_ROW_GAP / 2 - BETWEEN_ROWS / 2)
        put(mine, len(rows), top + OWN_ROW_GAP, True)


def _signs(page: Page, view: LeaderboardView) -> None:
    page.put(icon("laurel", 68), PLACE_X, SIGNS_Y)
    put_page_number(page, NAME_X, SIGNS_Y, view.page, view.pages)
    page.put(
        icon("rating" if view.by == "rating" else "season_points", 66), (BAR_LEFT + BAR_RIGHT) / 2, SIGNS_Y
    )
    page.put(icon("games", 60), GAMES_X, SIGNS_Y)
    page.put(icon("crown", 62), WINS_X, SIGNS_Y)
    page.put(icon("best", 60), BEST_X, SIGNS_Y)
    page.put(icon("form_won", 42), FORM_X - 26, SIGNS_Y - 2)
    page.put(icon("form_lost", 42), FORM_X + 26, SIGNS_Y + 2)


def _dots(page: Page, y: float) -> None:
    for step in (-1, 0, 1):
        page.put(icon("form_between", 30, BONE), 600 + step * 40, y)


def _row(page: Page, scale: Scale, row: LeaderboardRow, middle: float) -> None:
    if any(row.medals):
        put_name(page, NAME_X, middle - 24, row.name, 46, NAME_WIDTH, INK)
        put_medals(page, NAME_X, middle + 28, row.medals)
    else:
        put_name(page, NAME_X, middle, row.name, 52, NAME_WIDTH, INK)
    _rating(page, row, middle, scale)
    put_number(page, GAMES_X, middle, row.games, 84)
    put_number(page, WINS_X, middle, row.wins, 80, weight=850)
    put_number(page, BEST_X, middle, "–" if row.best is None else row.best, 92)
    first = FORM_X - (len(row.form) - 1) / 2 * FORM_STEP
    for step, result in enumerate(row.form):
        name, lower = FORM_ICONS[result]
        page.put(icon(name, 38), first + step * FORM_STEP, middle + lower)


def _rating(page: Page, row: LeaderboardRow, middle: float, scale: Scale) -> None:
    centre = (BAR_LEFT + BAR_RIGHT) / 2
    if row.low is None or row.high is None:
        page.text_line(centre, middle, fit_text(str(row.rating), "number", 64, 240, 850), INK, "middle")
        return
    shown = f"{row.rating}?" if row.provisional else str(row.rating)
    page.text_line(BAR_LEFT + 4, middle - 22, fit_text(shown, "number", 58, 164, 850), INK)
    put_right_aligned(
        page, BAR_RIGHT, middle - 21, layout_line(f"±{(row.high - row.low) // 2}", "number", 38, 650), PALE
    )
    page.put(rail(), centre, middle + 32)
    reach = round(scale.x(row.high) - scale.x(row.low))
    length = max(BAR_WIDTHS[0], reach // BAR_WIDTHS.step * BAR_WIDTHS.step)
    page.put(uncertainty(length, not row.provisional), scale.x(row.rating), middle + 32)


def _solo_row(page: Page, row: SoloRow, middle: float) -> None:
    has_detail = bool(row.about or row.when)
    page.text_line(NAME_X, middle - 24 * has_detail, name_line(row.name, 50, SOLO_NAME_WIDTH), INK)
    if has_detail:
        said = " · ".join(part for part in (row.about, row.when) if part)
        page.text_line(NAME_X, middle + 28, fit_text(said, "letter", 40, SOLO_NAME_WIDTH), PALE)
    page.text_line(SCORE_X, middle, fit_text(str(row.score), "number", 66, 130, 850), INK, "middle")
    put_number(page, SOLO_GAMES_X, middle, row.games, 92)
