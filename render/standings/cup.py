"""The cross table of a cup."""

from typing import Literal

from render.kit import Page, Picture, Sprite, fit_text, icon
from render.kit.palette import BONE, GOLD, INK, INK_SOFT, NIGHT, PALE
from render.kit.plates import tint, vellum_panel
from render.kit.type import MIN_FONT_PX, layout_line
from render.standings.backgrounds import allowed_height, night
from render.standings.parts import ACROSS, LEFT, name_line, put_head, put_number, put_place
from render.standings.views import CupCell, CupRow, CupView, Taken

HEAD_Y, ROWS_TOP = 136, 176
ROW, BETWEEN = 122, 10
PLACE_X, NAME_X, NAME_WIDTH = 76, 130, 246
CELLS_LEFT, CELLS_RIGHT = 392, 950
POINTS_X, WORTH_X = 1012, 1116
WIDEST_CELL, CELL_HEIGHT = 120, 88
NOTE, STRIP = 70, 60
Ground = Taken | Literal["self"]
GROUNDS: dict[Ground, tuple[str, float]] = {
    "more": ("#3E8E5A", 0.55),
    "level": ("#8A93A0", 0.5),
    "less": ("#B4493C", 0.45),
    "open": ("#B08A4A", 0.3),
    "self": (NIGHT, 0.7),
}


def step(people: int) -> float:
    return min(WIDEST_CELL, (CELLS_RIGHT - CELLS_LEFT) / people)


def cell_ground(people: int, taken: Ground) -> Sprite:
    colour, strength = GROUNDS[taken]
    return tint(round(step(people)) - 8, CELL_HEIGHT, 14, colour, strength)


def cup(view: CupView) -> Picture:
    people = len(view.rows)
    room = ROWS_TOP + people * ROW + (NOTE if view.note else 0) + 10
    page = Page(night(allowed_height(room)))
    put_head(page, view.title, view.subtitle)
    page.put_corner(tint(ACROSS, STRIP, 16, NIGHT, 0.6), LEFT, HEAD_Y - STRIP / 2)
    for number in range(people):
        page.text_line(
            _column(number, people), HEAD_Y, layout_line(str(number + 1), "number", 44, 800), GOLD, "middle"
        )
    page.put(icon("season_points", 66), POINTS_X, HEAD_Y - 2)
    page.text_line(WORTH_X, HEAD_Y, fit_text(view.worth, "letter", 42, 106, fallback=" "), GOLD, "middle")
    begun = any(cell is not None and cell.taken != "open" for row in view.rows for cell in row.cells)
    for number, row in enumerate(view.rows):
        _row(page, number, row, people, placed=begun and not row.struck)
    if view.note:
        page.put_corner(tint(ACROSS, STRIP, 16, NIGHT, 0.6), LEFT, ROWS_TOP + people * ROW)
        note = fit_text(view.note, "letter", MIN_FONT_PX + 2, ACROSS - 40, fallback=" ")
        page.text_line(LEFT + 20, ROWS_TOP + people * ROW + STRIP / 2, note, BONE)
    return page.encode()


def _column(number: int, people: int) -> float:
    return CELLS_LEFT + (number + 0.5) * step(people)


def _row(page: Page, number: int, row: CupRow, people: int, *, placed: bool) -> None:
    """Draw a row; before the first game it has no rank."""
    top = ROWS_TOP + number * ROW
    middle = top + (ROW - BETWEEN) / 2
    page.put_corner(vellum_panel(ACROSS, ROW - BETWEEN, 20, 50 + number % 3), LEFT, top)
    if placed:
        put_place(page, PLACE_X, middle, row.place, 84, INK_SOFT)
    else:
        page.text_line(PLACE_X, middle, layout_line("–", "number", 56, 800), PALE, "middle")
    ink = PALE if row.struck else INK
    page.text_line(NAME_X, middle - 24, name_line(row.name, 46, NAME_WIDTH), ink)
    page.put(icon("games", 44), NAME_X + 22, middle + 28)
    page.text_line(NAME_X + 56, middle + 28, fit_text(row.played, "number", 40, NAME_WIDTH - 60, 700), PALE)
    for other, cell in enumerate(row.cells):
        _cell(page, _column(other, people), middle, cell, people)
    if not row.struck:
        put_number(page, POINTS_X, middle, row.points, 92, 56, 900)
        put_number(page, WORTH_X, middle, row.worth, 92, 42, 600)


def _cell(page: Page, x: float, y: float, cell: CupCell | None, people: int) -> None:
    """Draw a result against another player; None is the dark cell on the diagonal."""
    page.put(cell_ground(people, "self" if cell is None else cell.taken), x, y)
    if cell is not None:
        put_number(page, x, y, cell.text, round(step(people)) - 10, 46, 800)
