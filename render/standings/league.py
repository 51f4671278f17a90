"""A month of a league: every division with ranks, promotions and relegations."""

from collections.abc import Sequence

from render.kit import Page, Picture, fit_text, icon
from render.kit.palette import GOLD_LIGHT, INK, NIGHT, PALE
from render.kit.plates import tint, vellum_panel
from render.kit.type import MIN_FONT_PX, Line
from render.standings.backgrounds import allowed_height, night
from render.standings.parts import ACROSS, BEAM, LEFT, name_line, put_empty_note, put_head, put_right_aligned
from render.standings.views import LeagueDivision, LeagueRow, LeagueView

TOP = BEAM + 18
BETWEEN, UNDER = 16, 12
HALF = (ACROSS - BETWEEN) // 2
LABEL, ROW, MARGIN = 54, 49, 10
PLACE_X, MOVES_X, NAME_X = 34, 76, 98
PLAYED, POINTS, MANY_POINTS = 78, 70, 100
"""Widths of the columns on the right; the last for points like 12.5."""
MOVES = {"up": ("form_won", "#3E8E5A"), "down": ("form_lost", "#B4493C")}
SIGN = 34


def panel_height(rows: int) -> int:
    return LABEL + rows * ROW + MARGIN


def league(view: LeagueView) -> Picture:
    parted = _columns(view.divisions)
    wide = HALF if len(parted) > 1 else ACROSS
    tall = max((sum(panel_height(len(each.rows)) + UNDER for each in column) for column in parted), default=0)
    page = Page(night(allowed_height(TOP + tall + 8)))
    pages = f"{view.page}/{view.pages}" if view.pages > 1 else ""
    put_head(page, view.title, " · ".join(filter(None, (view.subtitle, pages))))
    if view.empty:
        put_empty_note(page, view.empty)
    for number, column in enumerate(parted):
        top = TOP
        for division in column:
            _division(page, LEFT + number * (HALF + BETWEEN), top, wide, division)
            top += panel_height(len(division.rows)) + UNDER
    return page.encode()


def _columns(divisions: tuple[LeagueDivision, ...]) -> list[list[LeagueDivision]]:
    """Distribute divisions over two columns, row by row."""
    if len(divisions) < 2:
        return [[*divisions]] if divisions else []
    return [[*divisions[::2]], [*divisions[1::2]]]


def _division(page: Page, left: float, top: float, wide: int, division: LeagueDivision) -> None:
    page.put_corner(tint(wide, LABEL - 6, 16, NIGHT, 0.72), left, top)
    label = fit_text(division.label, "letter", 42, wide - 60, fallback=" ")
    page.text_line(left + 24, top + LABEL / 2 - 3, label, GOLD_LIGHT)
    top += LABEL
    page.put_corner(vellum_panel(wide, len(division.rows) * ROW + MARGIN, 18, 60), left, top)
    points = room_for_points(division.rows)
    for number, row in enumerate(division.rows):
        y = top + MARGIN / 2 + (number + 0.5) * ROW
        _row(page, left, y, wide, row, points=points, placed=division.begun)


def room_for_points(rows: Sequence[LeagueRow]) -> int:
    return POINTS if all(len(row.points) < 4 for row in rows) else MANY_POINTS


def set_points(row: LeagueRow, room: int) -> Line:
    return fit_text(row.points, "number", 44, room, 900)


def _row(page: Page, left: float, y: float, wide: int, row: LeagueRow, *, points: int, placed: bool) -> None:
    ink = PALE if row.struck else INK
    if row.moves:
        name, colour = MOVES[row.moves]
        page.put(tint(wide - 20, ROW - 5, 12, colour, 0.3), left + wide / 2, y)
        page.put(icon(name, SIGN), left + MOVES_X, y)
    place = str(row.place) if placed and not row.struck else "–"
    page.text_line(
        left + PLACE_X, y, fit_text(place, "number", 42, 52, 800), ink if placed else PALE, "middle"
    )
    end = left + wide - 22
    put_right_aligned(page, end, y, fit_text(row.played, "number", MIN_FONT_PX, PLAYED, 600), PALE)
    if not row.struck:
        put_right_aligned(page, end - PLAYED - 10, y, set_points(row, points), INK)
    room = round(end - PLAYED - points - 20 - left - NAME_X)
    page.text_line(left + NAME_X, y, name_line(row.name, MIN_FONT_PX + 4, room), ink)
