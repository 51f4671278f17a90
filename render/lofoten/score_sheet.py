"""The score sheet of Lofoten: warehouses, other points, tie-breakers and the podium."""

from dataclasses import dataclass

from render.kit import WIDTH, Page, fit_text, font, icon, put_seat
from render.kit.palette import INK, PALE
from render.kit.plates import put_points, put_tab
from render.kit.score_sheet import (
    LEFT,
    NumberStyle,
    PodiumStep,
    ScoreSheet,
    SheetLayout,
    TotalsStyle,
    put_total_icon,
)
from render.lofoten.cards import MEASURE_ICONS, cabin_colour, put_rule_line
from render.lofoten.highlights import POSITIONS, ship_at
from render.lofoten.market import put_title
from render.lofoten.pieces import better_ship, evening
from render.painter import PictureRequest
from rules.game import ScoreRow, Seat
from rules.lofoten.view import View, WarehouseView

LAYOUT = SheetLayout(
    top=390, first_column=366, rows_top=602, row=126, max_height=1590, gap=14,
    total=TotalsStyle(150, 88, 70), foot=60, below=28,
    steps=(PodiumStep(200, 124, 92), PodiumStep(142, 124, 74)), step_inset=60, crown=104, crown_rise=34,
    wash_inset=12, wash_top=20, mark=82, mark_y=486, name_y=488, best=NumberStyle(54, 850),
    other=NumberStyle(54, 550),
)  # fmt: skip
SIGN_X, NAME_X = LEFT + 62, LEFT + 112
SHIP = 68
GOODS_SHIFT, POINTS_SHIFT = 84, 84
"""Offsets of goods and points from the middle of a column."""
JARL_SHIFT = 12
"""Offset of a Jarl bound to a warehouse, between goods and points."""
LINE_ICONS = {"goods_stored": "cabin", "coins_left": "coin"}


def score_sheet(request: PictureRequest[View]) -> Page:
    """Draw the warehouses, then the other rows: longships, Jarls, tie-breakers."""
    assert request.outcome is not None
    rows: tuple[ScoreRow | tuple[int, WarehouseView], ...] = (
        *enumerate(request.view.warehouses),
        *(row for row in request.outcome.sheet if row.category != "warehouse"),
    )
    sheet = ScoreSheet(LAYOUT, request, len(rows))
    page = Page(evening(WIDTH, sheet.height).image)
    put_title(page)
    drawn = _Rows(request.view, sheet)
    put_total_icon(page, LEFT + 160, sheet.paint(page, rows, drawn.put, drawn.put_name), 118, 62)
    return page


@dataclass(frozen=True, slots=True)
class _Rows:
    view: View
    sheet: ScoreSheet

    @property
    def _small(self) -> bool:
        return self.sheet.row_height < 110

    def put(self, page: Page, y: float, row: ScoreRow | tuple[int, WarehouseView]) -> None:
        if isinstance(row, ScoreRow):
            self._line(page, y, row)
        else:
            self._warehouse(page, y, *row)

    def put_name(self, page: Page, seat: Seat) -> None:
        """Draw a player's mark and name in a line, and the heads of the two columns."""
        x, spoken = self.sheet.x(seat), self.sheet.request.names[seat]
        name = fit_text(spoken, "title", 52, self.sheet.column - 150, fallback=f"{seat + 1}")
        width = name.width + 96
        put_seat(page, x - width / 2 + 40, LAYOUT.mark_y, seat, LAYOUT.mark, spoken)
        page.text_line(x - width / 2 + 96, LAYOUT.name_y, name)
        page.put(icon("tile", 58), x - GOODS_SHIFT, 566)
        page.put(icon("points", 58), x + POINTS_SHIFT, 566)

    def _warehouse(self, page: Page, y: float, number: int, store: WarehouseView) -> None:
        """Draw a warehouse with its points, and each side's count and score."""
        small = self._small
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
                page.put(icon(f"jarl_{alliance.jarl}", 70), self.sheet.x(alliance.owner) - JARL_SHIFT, y)
        for seat in self.sheet.seats:
            ahead = store.scores[seat] > 0
            x = self.sheet.x(seat)
            counted = font("number", 54, 700 if ahead else 550)
            page.text(x - GOODS_SHIFT, y, str(store.counts[seat]), counted, INK if ahead else PALE)
            if store.level == 2:
                page.put(icon(MEASURE_ICONS[store.measure], 52), x - GOODS_SHIFT - 66, y)
            self._points(page, seat, y, store.scores[seat])

    def _points(self, page: Page, seat: Seat, y: float, points: int) -> None:
        x, small = self.sheet.x(seat) + POINTS_SHIFT, self._small
        if not points:
            page.text(x, y, "0", font("number", 50, 550), PALE)
            return
        page.put(icon("laurel", 88 if small else 122), x, y)
        page.text(x, y, str(points), font("number", 46 if small else 54, 900), INK)

    def _line(self, page: Page, y: float, row: ScoreRow) -> None:
        """Draw the points of longships and Jarls, or a tie-breaker."""
        self.sheet.put_row_name(page, NAME_X, y, row)
        if row.category in LINE_ICONS:
            page.put(icon(LINE_ICONS[row.category], 80), SIGN_X, y)
            for seat in self.sheet.seats:
                best = row.points[seat] == max(row.points)
                self.sheet.put_value(page, self.sheet.x(seat), y, str(row.points[seat]), best)
            return
        if row.category == "jarl":
            page.put(icon(f"jarl_{row.about}", 84), SIGN_X, y)
        else:
            page.put(better_ship(SHIP), SIGN_X, y)
        if row.category == "ship_a":
            put_tab(page, LEFT + 34, y + 20, "A", 52)
        for seat in self.sheet.seats:
            if row.category == "upgrades":
                count = sum(ship_at(self.view.fleets[seat], place).upgraded for place in POSITIONS)
                face = font("number", 54, 700 if count else 550)
                page.text(self.sheet.x(seat) - GOODS_SHIFT, y, str(count), face, INK if count else PALE)
            self._points(page, seat, y, row.points[seat])
