"""The score sheet of Shipwrights: points by ships, buildings and strength, for up to five."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, OAK_LIGHT
from render.kit.plates import beam, medal, tint, vellum_panel, wood_panel
from render.kit.seats import put_seat
from render.kit.textures import Tone
from render.kit.type import fitted, font
from render.shipwrights.pieces import evening
from render.shipwrights.pointing import Pointers
from render.shipwrights.yard import put_day
from rules.game import Outcome, ScoreRow, Seat
from rules.shipwrights.view import View

LEFT, SHEET_WIDTH = 24, 1152
SHEET_TOP = 384
FIRST_COLUMN = 172
ROWS_TOP = 562
TOTAL = 132
STEPS = {1: 196, 2: 158, 3: 130}
LOWEST_STEP = 104
PALE = "#5A5040"
ICONS = {"ships": "drakkar", "military": "war_flag", "gold_left": "coin"}


def row_height(rows: int) -> int:
    """As high as fits the tallest picture."""
    return min(114, (1590 - 44 - TOTAL - ROWS_TOP) // rows)


def total_top(rows: int) -> int:
    return ROWS_TOP + rows * row_height(rows) + 10


def height_for(rows: int) -> int:
    return total_top(rows) + TOTAL + 44


def column(players: int) -> int:
    return (SHEET_WIDTH - FIRST_COLUMN - 16) // players


def step_look(place: int) -> tuple[Tone, str]:
    """The wood of a step of the podium, and its edge."""
    return ("oak", GOLD) if place == 1 else ("dark", OAK_LIGHT)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One score sheet, from the last view and the outcome."""

    view: View
    outcome: Outcome
    names: tuple[str, ...]
    pointers: Pointers

    @property
    def _players(self) -> int:
        return len(self.view.players)

    @property
    def _winners(self) -> tuple[Seat, ...]:
        return self.outcome.ranking[0]

    def _x(self, seat: Seat) -> float:
        return LEFT + FIRST_COLUMN + column(self._players) * (seat + 0.5)

    def paint(self) -> Page:
        rows = self.outcome.sheet
        count = max(1, len(rows))
        end, height = total_top(count), height_for(count)
        page = Page(evening(WIDTH).image.crop((0, 0, WIDTH, height)))
        page.put_corner(beam(WIDTH + 20, 100), -10, -6)
        put_day(page, 62, self.view, self.pointers)
        page.put_corner(vellum_panel(SHEET_WIDTH, height - SHEET_TOP - 22, 30, 81), LEFT, SHEET_TOP)
        wide = column(self._players)
        for seat in self._winners:
            shade = tint(wide - 10, end - SHEET_TOP - 24, 24, "#F4C64E", 0.38)
            page.put_corner(shade, self._x(seat) - wide / 2 + 5, SHEET_TOP + 18)
        for seat in range(self._players):
            self._head(page, seat)
        for number, row in enumerate(rows):
            self._row(page, number, row, row_height(count))
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
        """A step of the podium, with the player's mark and name under it."""
        place, x, wide = self._place(seat), self._x(seat), column(self._players)
        won = place == 1
        step = STEPS.get(place, LOWEST_STEP)
        top = SHEET_TOP - step + 24
        tone, edge = step_look(place)
        wood = wood_panel(wide - 18, step + 20, 18, tone, 90, edge, 5)
        page.put_corner(wood, x - (wide - 18) / 2, top)
        if place in STEPS:
            page.put(medal(place, 92), x, top + 62)
        else:
            page.number(x, top + 50, place, 52, "#C9BFAE")
        if won:
            page.put(icon("crown", 92), x, top - 34)
        put_seat(page, x, 442, seat, 76, self.names[seat])
        name = fitted(self.names[seat], "title", 46, wide - 14, otherwise=f"{seat + 1}")
        page.line(x, 518, name, anchor="middle")

    def _row(self, page: Page, number: int, row: ScoreRow, high: int) -> None:
        top = ROWS_TOP + number * high
        if number % 2 == 0:
            page.put_corner(tint(SHEET_WIDTH - 36, high - 6, 18, "#B08A4A", 0.22), LEFT + 18, top + 3)
        y = top + high / 2
        page.put(icon(row.about or ICONS.get(row.category, "points"), min(92, high - 12)), LEFT + 96, y)
        best = max(row.points)
        for seat, points in enumerate(row.points):
            leads = points == best and points > 0
            face = font("number", 56 if leads else 50, 900 if leads else 600)
            shown = "–" if row.about and not points else str(points)
            page.text(self._x(seat), y, shown, face, INK if leads else PALE)

    def _totals(self, page: Page, top: float) -> None:
        page.put_corner(wood_panel(SHEET_WIDTH - 36, TOTAL, 22, "oak", 95, GOLD, 5), LEFT + 18, top)
        page.put(icon("points", 104), LEFT + 96, top + TOTAL / 2)
        page.put(icon("crown", 54), LEFT + 96, top + TOTAL / 2 - 2)
        for seat in range(self._players):
            won = seat in self._winners
            size = 80 if won else 64
            colour = GOLD_LIGHT if won else BONE
            page.number(self._x(seat), top + TOTAL / 2, self.outcome.totals[seat], size, colour)
