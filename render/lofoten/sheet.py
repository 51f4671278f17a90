"""The score sheet of Lofoten: who won each warehouse, and the game."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, OAK_LIGHT
from render.kit.plates import beam, medal, put_points, put_tab, tint, vellum_panel, wood_panel
from render.kit.seats import put_seat
from render.kit.type import fitted, font
from render.lofoten.pieces import evening
from rules.game import Outcome, ScoreRow, Seat
from rules.lofoten.view import View, WarehouseView

LEFT, SHEET_WIDTH = 24, 1152
SHEET_TOP = 390
FIRST_COLUMN = 300
COLUMN = (SHEET_WIDTH - FIRST_COLUMN) // 2
ROWS_TOP, ROW = 602, 126
TOTAL = 150
PALE = "#5A5040"
GOODS_SHIFT, POINTS_SHIFT = 84, 84
"""How far left of a column's middle its goods stand, and how far right its points."""
BREAKER_ICONS = {"goods_stored": "cabin", "coins_left": "coin"}


def total_top(rows: int) -> int:
    return ROWS_TOP + rows * ROW + 14


def height_for(rows: int) -> int:
    return total_top(rows) + TOTAL + 60


@dataclass(frozen=True, slots=True)
class Sheet:
    """One score sheet, from the last view and the outcome."""

    view: View
    outcome: Outcome
    names: tuple[str, ...]

    @property
    def _breakers(self) -> tuple[ScoreRow, ...]:
        return tuple(row for row in self.outcome.sheet if row.category != "warehouse")

    @property
    def _winners(self) -> tuple[Seat, ...]:
        return self.outcome.ranking[0]

    def _x(self, seat: Seat) -> float:
        return LEFT + FIRST_COLUMN + COLUMN * (seat + 0.5)

    def paint(self) -> Page:
        rows = len(self.view.warehouses) + len(self._breakers)
        end, height = total_top(rows), height_for(rows)
        page = Page(evening(WIDTH, height).image)
        page.put_corner(beam(WIDTH + 20, 100), -10, -6)
        page.text(40, 41, "LOFOTEN", font("title", 56, 900), "#1c120a", "lm")
        page.text(40, 38, "LOFOTEN", font("title", 56, 900), GOLD_LIGHT, "lm")
        page.put_corner(vellum_panel(SHEET_WIDTH, height - SHEET_TOP - 28, 30, 81), LEFT, SHEET_TOP)
        for seat in self._winners:
            column = tint(COLUMN - 24, end - SHEET_TOP - 26, 24, "#F4C64E", 0.38)
            page.put_corner(column, self._x(seat) - COLUMN / 2 + 12, SHEET_TOP + 20)
        for seat in (0, 1):
            self._head(page, seat)
        for number, store in enumerate(self.view.warehouses):
            self._warehouse(page, number, store)
        for number, row in enumerate(self._breakers, len(self.view.warehouses)):
            self._breaker(page, number, row)
        self._totals(page, end)
        return page

    def _place(self, seat: Seat) -> int:
        ahead = 0
        for group in self.outcome.ranking:
            if seat in group:
                return ahead + 1
            ahead += len(group)
        return ahead + 1

    def _head(self, page: Page, seat: Seat) -> None:
        """A step of the podium, with the player's name under it."""
        place, x = self._place(seat), self._x(seat)
        won = place == 1
        step = 200 if won else 142
        top = SHEET_TOP - step + 26
        page.put_corner(
            wood_panel(
                COLUMN - 60, step + 20, 18, "oak" if won else "dark", 90, GOLD if won else OAK_LIGHT, 5
            ),
            x - (COLUMN - 60) / 2,
            top,
        )
        page.put(medal(place, 124), x, top + (92 if won else 74))
        if won:
            page.put(icon("crown", 104), x, top - 34)
        name = fitted(self.names[seat], "title", 52, COLUMN - 150, otherwise=f"{seat + 1}")
        width = name.width + 96
        put_seat(page, x - width / 2 + 40, 486, seat, 82, self.names[seat])
        page.line(x - width / 2 + 96, 488, name)
        page.put(icon("tile", 58), x - GOODS_SHIFT, 566)
        page.put(icon("points", 58), x + POINTS_SHIFT, 566)

    def _band(self, page: Page, number: int) -> float:
        top = ROWS_TOP + number * ROW
        if number % 2 == 0:
            page.put_corner(tint(SHEET_WIDTH - 36, ROW - 6, 18, "#B08A4A", 0.22), LEFT + 18, top + 3)
        return top + ROW / 2

    def _warehouse(self, page: Page, number: int, store: WarehouseView) -> None:
        y = self._band(page, number)
        put_tab(page, LEFT + 62, y, str(number + 1), 56)
        page.put(icon("cabin" if store.good else "empty_cabin", 128), LEFT + 160, y)
        if store.good:
            page.put(icon(store.good, 78), LEFT + 186, y + 20)
        put_points(page, LEFT + 262, y, store.points, 88)
        for seat in (0, 1):
            ahead = store.scores[seat] > 0
            x = self._x(seat)
            total = font("number", 54, 700 if ahead else 550)
            page.text(x - GOODS_SHIFT, y, str(store.totals[seat]), total, INK if ahead else PALE)
            if ahead:
                page.put(icon("laurel", 122), x + POINTS_SHIFT, y)
                page.text(x + POINTS_SHIFT, y, str(store.scores[seat]), font("number", 54, 900), INK)
            else:
                page.text(x + POINTS_SHIFT, y, "0", font("number", 50, 550), PALE)

    def _breaker(self, page: Page, number: int, row: ScoreRow) -> None:
        """What decided between equal points."""
        y = self._band(page, number)
        page.put(icon(BREAKER_ICONS.get(row.category, "points"), 100), LEFT + 160, y)
        for seat in (0, 1):
            best = row.points[seat] == max(row.points)
            page.text(
                self._x(seat),
                y,
                str(row.points[seat]),
                font("number", 54, 850 if best else 550),
                INK if best else PALE,
            )

    def _totals(self, page: Page, top: float) -> None:
        page.put_corner(wood_panel(SHEET_WIDTH - 36, TOTAL, 22, "oak", 95, GOLD, 5), LEFT + 18, top)
        page.put(icon("points", 118), LEFT + 160, top + TOTAL / 2)
        page.put(icon("crown", 62), LEFT + 160, top + TOTAL / 2 - 2)
        for seat in (0, 1):
            won = seat in self._winners
            page.number(
                self._x(seat),
                top + TOTAL / 2,
                self.outcome.totals[seat],
                88 if won else 70,
                GOLD_LIGHT if won else BONE,
            )
