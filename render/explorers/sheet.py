"""The score sheet of Explorers: seven areas, up to four players, and what broke a tie."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, OAK_LIGHT
from render.kit.plates import beam, medal, tint, vellum_panel, wood_panel
from render.kit.scenes import DAWN, coast
from render.kit.seats import put_seat
from render.kit.shadows import vignette
from render.kit.sprites import Sprite, sprite
from render.kit.type import fitted, font
from rules.explorers.scoring import TIE_BREAKERS
from rules.explorers.view import View
from rules.game import Outcome, ScoreRow, Seat

LEFT, SHEET_WIDTH = 24, 1152
SHEET_TOP = 330
FIRST_COLUMN = 176
ROWS_TOP, ROW = 490, 106
TOTAL = 150
STEPS = (190, 140, 106, 72)
"""How high each place stands."""
PALE = "#5A5040"
ROW_ICONS = {
    "livestock": "livestock_sheep",
    "outposts": "outpost",
    "enemy_ships": "enemy_ship",
    "settlements": "settlement",
    "viking_deaths": "dead_viking",
    "islands": "island",
    "captain": "viking",
    "dead_vikings": "dead_viking",
    "settlements_raided": "settlement",
}


def total_top(rows: int) -> int:
    return ROWS_TOP + rows * ROW + 12


def height_for(rows: int) -> int:
    return max(1400, total_top(rows) + TOTAL + 54) if rows < 9 else 1600


def column_width(players: int) -> int:
    return (SHEET_WIDTH - FIRST_COLUMN - 12) // players


@sprite
def daybreak(width: int, height: int) -> Sprite:
    """The coast at dawn, behind the sheet."""
    ground = coast(width, height, DAWN, 12).convert("RGBA")
    ground.alpha_composite(vignette(width, height, 0.5))
    return Sprite(ground.convert("RGB"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One score sheet, from the last view and the outcome."""

    view: View
    outcome: Outcome
    names: tuple[str, ...]

    @property
    def _rows(self) -> tuple[ScoreRow, ...]:
        return self.outcome.sheet

    @property
    def _column(self) -> int:
        return column_width(len(self.names))

    def _x(self, seat: Seat) -> float:
        return LEFT + FIRST_COLUMN + self._column * (seat + 0.5)

    @property
    def _winners(self) -> tuple[Seat, ...]:
        return self.outcome.ranking[0]

    def paint(self) -> Page:
        rows = len(self._rows)
        end, height = total_top(rows), height_for(rows)
        page = Page(daybreak(WIDTH, height).image)
        page.put_corner(beam(WIDTH + 20, 100), -10, -6)
        title = font("title", 52, 900)
        page.text(WIDTH / 2, 41, "EXPLORERS OF THE NORTH SEA", title, "#1c120a")
        page.text(WIDTH / 2, 38, "EXPLORERS OF THE NORTH SEA", title, GOLD_LIGHT)
        page.put_corner(vellum_panel(SHEET_WIDTH, height - SHEET_TOP - 28, 30, 82), LEFT, SHEET_TOP)
        for seat in self._winners:
            column = tint(self._column - 16, end - SHEET_TOP - 26, 24, "#F4C64E", 0.38)
            page.put_corner(column, self._x(seat) - self._column / 2 + 8, SHEET_TOP + 20)
        for seat in range(len(self.names)):
            self._head(page, seat)
        for number, row in enumerate(self._rows):
            self._row(page, number, row)
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
        width = min(self._column, 420) - 24
        step = STEPS[place - 1]
        top = SHEET_TOP - step + 26
        won = place == 1
        oak = wood_panel(width, step + 20, 18, "oak" if won else "dark", 90, GOLD if won else OAK_LIGHT, 5)
        page.put_corner(oak, x - width / 2, top)
        if place <= 3:
            page.put(medal(place, 100 if place < 3 else 84), x, top + step / 2 - 10)
        else:
            page.number(x, top + step / 2 - 6, place, 48)
        if won:
            page.put(icon("crown", 92), x, top - 26)
        put_seat(page, x, 394, seat, 70, self.names[seat])
        name = fitted(self.names[seat], "title", 46, self._column - 20, otherwise=f"{seat + 1}")
        page.line(x, 456, name, anchor="middle")

    def _row(self, page: Page, number: int, row: ScoreRow) -> None:
        top = ROWS_TOP + number * ROW
        breaker = row.category in TIE_BREAKERS
        if number % 2 == 0:
            page.put_corner(tint(SHEET_WIDTH - 36, ROW - 6, 18, "#B08A4A", 0.22), LEFT + 18, top + 3)
        y = top + ROW / 2
        page.put(icon(ROW_ICONS[row.category], 88), LEFT + 96, y)
        if breaker:
            page.text(LEFT + 34, y, "=", font("number", 48, 850), PALE)
        for seat, points in enumerate(row.points):
            best = points == max(row.points) and points > 0
            face = font("number", 56, 850 if best else 550)
            x = self._x(seat)
            if row.category == "captain":
                captains = self.view.players[seat].captains
                for index, captain in enumerate(captains):
                    page.put(icon(f"captain_{captain}", 66), x - 60 - 70 * (len(captains) - 1 - index), y)
                x += 30
            page.text(x, y, str(points), face, INK if best else PALE)

    def _totals(self, page: Page, top: float) -> None:
        page.put_corner(wood_panel(SHEET_WIDTH - 36, TOTAL, 22, "oak", 95, GOLD, 5), LEFT + 18, top)
        page.put(icon("points", 110), LEFT + 96, top + TOTAL / 2)
        page.put(icon("crown", 58), LEFT + 96, top + TOTAL / 2 - 2)
        for seat, total in enumerate(self.outcome.totals):
            won = seat in self._winners
            tone = GOLD_LIGHT if won else BONE
            page.number(self._x(seat), top + TOTAL / 2, total, 88 if won else 70, tone)
