"""The score sheet of Borealis: six rows, up to four columns, and who has won."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from render.borealis.pieces import night
from render.borealis.shared import CARD_BACK, put_title
from render.borealis.signs import score_sign
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, MUTED, OAK_LIGHT
from render.kit.plates import medal, tint, vellum_panel, wood_panel
from render.kit.seats import put_seat
from render.kit.type import fitted, font
from rules.borealis.pieces import ScoreCardKey
from rules.game import Outcome, ScoreRow, Seat

LEFT, SHEET_WIDTH = 24, 1152
SHEET_TOP = 372
FIRST_COLUMN = 220
ROWS_TOP, ROW = 546, 118
TOTAL = 140
PALE = "#5A5040"
STEPS = {1: 196, 2: 158, 3: 130, 4: 104}
GROUND_SEED = 61


def total_top(rows: int) -> int:
    return ROWS_TOP + rows * ROW + 14


def height_for(rows: int) -> int:
    return total_top(rows) + TOTAL + 50


def column_width(players: int) -> int:
    return (SHEET_WIDTH - FIRST_COLUMN - 16) // players


@dataclass(frozen=True, slots=True)
class Sheet:
    """One score sheet, from the outcome."""

    outcome: Outcome
    names: tuple[str, ...]

    @property
    def _column(self) -> int:
        return column_width(len(self.outcome.totals))

    def _x(self, seat: Seat) -> float:
        return LEFT + FIRST_COLUMN + self._column * (seat + 0.5)

    def paint(self) -> Page:
        rows = self.outcome.sheet
        end, height = total_top(len(rows)), height_for(len(rows))
        page = Page(night(WIDTH, height, GROUND_SEED).image)
        put_title(page)
        page.put_corner(vellum_panel(SHEET_WIDTH, height - SHEET_TOP - 24, 30, 81), LEFT, SHEET_TOP)
        for seat in self.outcome.ranking[0]:
            wash = tint(self._column - 12, end - SHEET_TOP - 22, 24, "#F4C64E", 0.38)
            page.put_corner(wash, self._x(seat) - self._column / 2 + 6, SHEET_TOP + 16)
        for seat in range(len(self.outcome.totals)):
            self._head(page, seat)
        for number, row in enumerate(rows):
            self._row(page, number, row)
        self._totals(page, end)
        return page

    def _place(self, seat: Seat) -> int:
        ahead = 0
        for group in self.outcome.ranking:
            if seat in group:
                break
            ahead += len(group)
        return ahead + 1

    def _head(self, page: Page, seat: Seat) -> None:
        """A step of the podium, with the player's mark and name under it."""
        place, x = self._place(seat), self._x(seat)
        won, width = place == 1, step_width(len(self.outcome.totals))
        top = SHEET_TOP - STEPS[place] + 26
        border = GOLD if won else OAK_LIGHT
        page.put_corner(
            wood_panel(width, STEPS[place] + 20, 18, "oak" if won else "dark", 90, border, 5),
            x - width / 2,
            top,
        )
        if place in (1, 2, 3):
            page.put(medal(place, 96), x, top + 64)
        else:
            page.text(x, top + 50, str(place), font("number", 52), MUTED)
        if won:
            page.put(icon("crown", 92), x, top - 32)
        put_seat(page, x, 432, seat, 78, self.names[seat])
        name = fitted(self.names[seat], "title", 46, self._column - 16, otherwise=f"{seat + 1}")
        page.line(x, 506, name, INK, "middle")

    def _row(self, page: Page, number: int, row: ScoreRow) -> None:
        top = ROWS_TOP + number * ROW
        y = top + ROW / 2
        if number % 2 == 0:
            page.put_corner(tint(SHEET_WIDTH - 36, ROW - 6, 18, "#B08A4A", 0.22), LEFT + 18, top + 3)
        self._sign(page, LEFT + 122, y, row)
        best = max(row.points)
        for seat, points in enumerate(row.points):
            leads = points == best > 0
            face = font("number", 58 if leads else 52, 900 if leads else 600)
            page.text(self._x(seat), y, str(points), face, INK if leads else PALE)

    def _sign(self, page: Page, x: float, y: float, row: ScoreRow) -> None:
        for key in get_args(ScoreCardKey):
            if row.about == key:
                page.put(score_sign(key), x, y)
                return
        _SIGNS[row.category](page, x, y)

    def _totals(self, page: Page, top: float) -> None:
        page.put_corner(wood_panel(SHEET_WIDTH - 36, TOTAL, 22, "oak", 95, GOLD, 5), LEFT + 18, top)
        page.put(icon("star", 106), LEFT + 122, top + TOTAL / 2 - 2)
        for seat, total in enumerate(self.outcome.totals):
            won = seat in self.outcome.ranking[0]
            page.number(self._x(seat), top + TOTAL / 2, total, 80 if won else 66, GOLD_LIGHT if won else BONE)


def step_width(players: int) -> int:
    return min(300, column_width(players) - 18)


def _species(page: Page, x: float, y: float) -> None:
    for place in (-1, 0, 1):
        page.put(icon("polar_bear", 78), x + place * 44, y)


def _exploration(page: Page, x: float, y: float) -> None:
    page.put(icon("flag", 100), x + 4, y)


def _bonus(page: Page, x: float, y: float) -> None:
    page.put(icon("card_back", 96, CARD_BACK), x - 12, y)
    page.put(icon("star", 64), x + 24, y + 22)


def _tokens(page: Page, x: float, y: float) -> None:
    for dx, dy in ((-30, 14), (30, 14), (0, -16)):
        page.put(icon("star", 66), x + dx, y + dy)


def _farthest_flag(page: Page, x: float, y: float) -> None:
    page.put(icon("flag", 84), x - 34, y)
    page.put(icon("slide", 64), x + 44, y)


_SIGNS: dict[str, Callable[[Page, float, float], None]] = {
    "species": _species,
    "exploration": _exploration,
    "bonus": _bonus,
    "tokens": _tokens,
    "farthest_flag": _farthest_flag,
}
