"""The score sheet of Lofoten: how each warehouse was decided, what else gave points, and who won."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, OAK_LIGHT
from render.kit.plates import beam, medal, put_points, put_tab, tint, vellum_panel, wood_panel
from render.kit.seats import put_seat
from render.kit.type import fitted, font
from render.lofoten.cards import MEASURE_ICONS, cabin_colour, put_rule_line
from render.lofoten.marks import POSITIONS, ship_at
from render.lofoten.pieces import better_ship, evening
from rules.game import Outcome, ScoreRow, Seat
from rules.lofoten.view import View, WarehouseView

LEFT, SHEET_WIDTH = 24, 1152
SHEET_TOP = 390
FIRST_COLUMN = 300
COLUMN = (SHEET_WIDTH - FIRST_COLUMN) // 2
ROWS_TOP = 602
TALLEST = 1590
TOTAL = 150
PALE = "#5A5040"
GOODS_SHIFT, POINTS_SHIFT = 84, 84
"""How far left of a column's middle its goods stand, and how far right its points."""
JARL_SHIFT = 12
"""A Jarl tied to a warehouse stands between the two."""
LINE_ICONS = {"goods_stored": "cabin", "coins_left": "coin"}


def row_height(rows: int) -> int:
    """Lower rows where there are many, so that the sheet still suits a phone."""
    return min(126, (TALLEST - ROWS_TOP - TOTAL - 74) // rows)


def total_top(rows: int) -> int:
    return ROWS_TOP + rows * row_height(rows) + 14


def height_for(rows: int) -> int:
    return total_top(rows) + TOTAL + 60


@dataclass(frozen=True, slots=True)
class Sheet:
    """One score sheet, from the last view and the outcome."""

    view: View
    outcome: Outcome
    names: tuple[str, ...]

    @property
    def _lines(self) -> tuple[ScoreRow, ...]:
        """All that is no warehouse: longships, a Jarl, what decided between equal points."""
        return tuple(row for row in self.outcome.sheet if row.category != "warehouse")

    @property
    def _rows(self) -> int:
        return len(self.view.warehouses) + len(self._lines)

    @property
    def _winners(self) -> tuple[Seat, ...]:
        return self.outcome.ranking[0]

    def _x(self, seat: Seat) -> float:
        return LEFT + FIRST_COLUMN + COLUMN * (seat + 0.5)

    def paint(self) -> Page:
        end, height = total_top(self._rows), height_for(self._rows)
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
        for number, row in enumerate(self._lines, len(self.view.warehouses)):
            self._line(page, number, row)
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
        row = row_height(self._rows)
        top = ROWS_TOP + number * row
        if number % 2 == 0:
            page.put_corner(tint(SHEET_WIDTH - 36, row - 6, 18, "#B08A4A", 0.22), LEFT + 18, top + 3)
        return top + row / 2

    def _warehouse(self, page: Page, number: int, store: WarehouseView) -> None:
        """What it pays, what each side has of what it counts, and what that gives."""
        y = self._band(page, number)
        small = row_height(self._rows) < 110
        put_tab(page, LEFT + 52, y, str(number + 1), 56)
        cabin = "cabin" if store.good else "empty_cabin"
        if store.level == 2:
            page.put(icon(cabin, 92, cabin_colour(store)), LEFT + 124, y)
            put_rule_line(page, LEFT + 238, y, store)
        else:
            page.put(icon(cabin, 100 if small else 128), LEFT + 152, y)
            put_points(page, LEFT + 260, y, store.points, 80 if small else 88)
        if store.good:
            page.put(icon(store.good, 60 if small else 78), LEFT + (136 if store.level == 2 else 178), y + 17)
        for alliance in self.view.alliances:
            if alliance.warehouse == number and alliance.owner is not None:
                page.put(icon(f"jarl_{alliance.jarl}", 70), self._x(alliance.owner) - JARL_SHIFT, y)
        for seat in (0, 1):
            ahead = store.scores[seat] > 0
            x = self._x(seat)
            counted = font("number", 54, 700 if ahead else 550)
            page.text(x - GOODS_SHIFT, y, str(store.counts[seat]), counted, INK if ahead else PALE)
            if store.level == 2:
                page.put(icon(MEASURE_ICONS[store.measure], 52), x - GOODS_SHIFT - 66, y)
            self._points(page, x + POINTS_SHIFT, y, store.scores[seat], small)

    def _points(self, page: Page, x: float, y: float, points: int, small: bool) -> None:
        if not points:
            page.text(x, y, "0", font("number", 50, 550), PALE)
            return
        page.put(icon("laurel", 88 if small else 122), x, y)
        page.text(x, y, str(points), font("number", 46 if small else 54, 900), INK)

    def _line(self, page: Page, number: int, row: ScoreRow) -> None:
        """Points of longships and Jarls with what gave them; or what decided between equal points."""
        y = self._band(page, number)
        if row.category in LINE_ICONS:
            page.put(icon(LINE_ICONS[row.category], 80), LEFT + 146, y)
            for seat in (0, 1):
                best = row.points[seat] == max(row.points)
                face = font("number", 54, 850 if best else 550)
                page.text(self._x(seat), y, str(row.points[seat]), face, INK if best else PALE)
            return
        if row.category == "jarl":
            page.put(icon(f"jarl_{row.about}", 84), LEFT + 146, y)
        else:
            page.put(better_ship(92), LEFT + 146, y)
        if row.category == "ship_a":
            put_tab(page, LEFT + 56, y, "A", 56)
        for seat in (0, 1):
            if row.category == "upgrades":
                count = sum(ship_at(self.view.fleets[seat], place).upgraded for place in POSITIONS)
                face = font("number", 54, 700 if count else 550)
                page.text(self._x(seat) - GOODS_SHIFT, y, str(count), face, INK if count else PALE)
            self._points(
                page, self._x(seat) + POINTS_SHIFT, y, row.points[seat], row_height(self._rows) < 110
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
