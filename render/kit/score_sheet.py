"""Score sheets: a podium with names, a column for each player, a band for each row, the totals below.

Each game provides a `SheetLayout`, a title, the icons of its rows and the icon of its totals.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, MUTED, OAK_LIGHT, PALE
from render.kit.plates import medal, tint, vellum_panel, wood_panel
from render.kit.seats import put_seat
from render.kit.sprite_cache import Sprite
from render.kit.type import fit_text, font, layout_line
from render.painter import PictureRequest
from rules.game import Outcome, ScoreRow, Seat

Row = TypeVar("Row")

LEFT, SHEET_WIDTH = 24, 1152
MAX_HEIGHT = 1600
MEDAL_PLACES = 3
CAPTION_X, CAPTION_RAISE = 34, 18
"""Left edge of a row's caption; the rest of that row is moved up by the second number."""
ROW_NAME_PX, ROW_NAME_LEADING = 40, 38


class PodiumStep(NamedTuple):
    """A step of the podium. `size` is that of its medal, or of its number from the fourth place on."""

    height: int
    size: int
    drop: int
    """From the top of the step to the middle of its medal."""


class TotalsStyle(NamedTuple):
    """The plank of the totals: its height, and the font sizes of the winners' and the other totals."""

    height: int
    won: int
    other: int


class NumberStyle(NamedTuple):
    size: int
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLayout:
    """The measures of a game's score sheet, in pixels."""

    top: int
    first_column: int
    rows_top: int
    row: int
    """Height of a row, unless many rows must share `max_height`."""
    gap: int
    """Between the last row and the totals."""
    total: TotalsStyle
    foot: int
    """From the totals to the end of the picture."""
    below: int
    """From the sheet to the end of the picture."""
    steps: tuple[PodiumStep, ...]
    """By place; the last is used for all later places."""
    step_inset: int
    crown: int
    crown_rise: int
    wash_inset: int
    wash_top: int
    mark: int
    """Size of a seat's mark."""
    mark_y: int
    name_y: int
    name_inset: int = 0
    """How much narrower than its column a name is."""
    best: NumberStyle
    """The best number of a row."""
    other: NumberStyle
    seed: int = 81
    right_margin: int = 0
    max_height: int = MAX_HEIGHT
    min_height: int = 0
    max_step_width: int = SHEET_WIDTH
    step_sunk: int = 26
    place_colour: str = MUTED
    place_edge: int | None = None

    def row_height(self, rows: int) -> int:
        """Returns `row`, or less where that many rows would exceed `max_height`."""
        rest = self.rows_top + self.gap + self.total.height + self.foot
        return min(self.row, (self.max_height - rest) // rows)

    def total_top(self, rows: int) -> int:
        return self.rows_top + rows * self.row_height(rows) + self.gap

    def height(self, rows: int) -> int:
        return min(MAX_HEIGHT, max(self.min_height, self.total_top(rows) + self.total.height + self.foot))

    def column(self, players: int) -> int:
        return (SHEET_WIDTH - self.first_column - self.right_margin) // players

    def step(self, place: int) -> PodiumStep:
        return self.steps[min(place, len(self.steps)) - 1]

    def step_width(self, players: int) -> int:
        return min(self.max_step_width, self.column(players) - self.step_inset)

    # The sprites of a sheet

    def panel(self, rows: int) -> Sprite:
        return vellum_panel(SHEET_WIDTH, self.height(rows) - self.top - self.below, 30, self.seed)

    def wash(self, rows: int, players: int) -> Sprite:
        """The wash behind a winner's column."""
        height = self.total_top(rows) - self.top - self.wash_top - 6
        return tint(self.column(players) - 2 * self.wash_inset, height, 24, "#F4C64E", 0.38)

    def band(self, rows: int) -> Sprite:
        """The wash behind every other row."""
        return tint(SHEET_WIDTH - 36, self.row_height(rows) - 6, 18, "#B08A4A", 0.22)

    def step_panel(self, place: int, players: int) -> Sprite:
        width, height = self.step_width(players), self.step(place).height + 20
        if place == 1:
            return wood_panel(width, height, 18, "oak", 90, GOLD, 5)
        return wood_panel(width, height, 18, "dark", 90, OAK_LIGHT, 5)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One score sheet with a number of `rows`. A game draws it on its own background with its own icons."""

    layout: SheetLayout
    request: PictureRequest[Any]
    rows: int

    @property
    def outcome(self) -> Outcome:
        assert self.request.outcome is not None
        return self.request.outcome

    @property
    def height(self) -> int:
        return self.layout.height(self.rows)

    @property
    def row_height(self) -> int:
        return self.layout.row_height(self.rows)

    @property
    def players(self) -> int:
        return len(self.outcome.totals)

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def column(self) -> int:
        return self.layout.column(self.players)

    def x(self, seat: Seat) -> float:
        """The middle of a player's column."""
        return LEFT + self.layout.first_column + self.column * (seat + 0.5)

    def rank(self, seat: Seat) -> int:
        """The seat's rank from 1; seats that tie share the better rank."""
        ahead = 0
        for group in self.outcome.ranking:
            if seat in group:
                break
            ahead += len(group)
        return ahead + 1

    def paint(
        self,
        page: Page,
        rows: Iterable[Row],
        put_row: Callable[[Page, float, Row], None],
        put_name: Callable[[Page, Seat], None] | None = None,
    ) -> float:
        """Draw podium, names, rows and totals. Returns the y of the middle of the totals.

        `put_row` draws a row at the given y; `put_name` replaces the usual mark with the name below.
        """
        self._put_ground(page)
        for seat in self.seats:
            self._put_step(page, seat)
            (put_name or self._put_name)(page, seat)
        for number, row in enumerate(rows):
            put_row(page, self._put_band(page, number), row)
        return self._put_totals(page)

    def _put_ground(self, page: Page) -> None:
        """Draw the sheet itself, with the winners' columns set off."""
        layout = self.layout
        page.put_corner(layout.panel(self.rows), LEFT, layout.top)
        wash = layout.wash(self.rows, self.players)
        for seat in self.outcome.ranking[0]:
            page.put_corner(
                wash, self.x(seat) - self.column / 2 + layout.wash_inset, layout.top + layout.wash_top
            )

    def _put_step(self, page: Page, seat: Seat) -> None:
        """Draw a player's step of the podium with a medal, and a crown for a winner."""
        layout, place, x = self.layout, self.rank(seat), self.x(seat)
        step = layout.step(place)
        top = layout.top - step.height + layout.step_sunk
        panel = layout.step_panel(place, self.players)
        page.put_corner(panel, x - layout.step_width(self.players) / 2, top)
        if place <= MEDAL_PLACES:
            page.put(medal(place, step.size), x, top + step.drop)
        else:
            page.number(x, top + step.drop, place, step.size, layout.place_colour, stroke=layout.place_edge)
        if place == 1:
            page.put(icon("crown", layout.crown), x, top - layout.crown_rise)

    def _put_name(self, page: Page, seat: Seat) -> None:
        x, name, layout = self.x(seat), self.request.names[seat], self.layout
        put_seat(page, x, layout.mark_y, seat, layout.mark, name)
        shown = fit_text(name, "title", 46, self.column - layout.name_inset, fallback=f"{seat + 1}")
        page.text_line(x, layout.name_y, shown, anchor="middle")

    def _put_band(self, page: Page, number: int) -> float:
        """Draw the band of a row. Returns the y of its middle."""
        top = self.layout.rows_top + number * self.row_height
        if number % 2 == 0:
            page.put_corner(self.layout.band(self.rows), LEFT + 18, top + 3)
        return top + self.row_height / 2

    def row_name(self, row: ScoreRow) -> str:
        return self.request.rows[self.outcome.sheet.index(row)] if self.request.rows else ""

    def put_caption(self, page: Page, y: float, row: ScoreRow) -> float:
        """Write a row's name at its foot. Returns the y for the rest of the row."""
        if not (name := self.row_name(row)):
            return y
        caption = fit_text(name, "letter", 40, SHEET_WIDTH - 2 * CAPTION_X)
        page.text_line(LEFT + CAPTION_X, y + self.row_height / 2 - 22, caption, PALE)
        return y - CAPTION_RAISE

    def put_row_name(self, page: Page, x: float, y: float, row: ScoreRow) -> None:
        """Write a row's name between its icon and the first column, on two lines where one is too short."""
        name, width = self.row_name(row), round(LEFT + self.layout.first_column - x)
        lines = [name] if name else []
        if layout_line(name, "letter", ROW_NAME_PX).width > width and " " in name:
            lines = _split_in_two(name)
        for place, part in enumerate(lines):
            at = y + (place - (len(lines) - 1) / 2) * ROW_NAME_LEADING
            page.text_line(x, at, fit_text(part, "letter", ROW_NAME_PX, width), PALE)

    def put_value(self, page: Page, x: float, y: float, text: str, best: bool) -> None:
        style = self.layout.best if best else self.layout.other
        page.text(x, y, text, font("number", style.size, style.weight), INK if best else PALE)

    def _put_totals(self, page: Page) -> float:
        """Draw the plank with all totals. Returns the y of its middle."""
        top, total = self.layout.total_top(self.rows), self.layout.total
        page.put_corner(wood_panel(SHEET_WIDTH - 36, total.height, 22, "oak", 95, GOLD, 5), LEFT + 18, top)
        middle = top + total.height / 2
        for seat, points in enumerate(self.outcome.totals):
            size, colour = (total.won, GOLD_LIGHT) if seat in self.outcome.ranking[0] else (total.other, BONE)
            page.number(self.x(seat), middle, points, size, colour)
        return middle


def _split_in_two(name: str) -> list[str]:
    """Split a name at a space into two lines of similar length."""
    words = name.split(" ")
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(halves, key=lambda half: max(map(len, half))))


def put_total_icon(page: Page, x: float, y: float, size: int, crown: int) -> None:
    """Draw the icon of the totals: a crowned shield."""
    page.put(icon("points", size), x, y)
    page.put(icon("crown", crown), x, y - 2)


def is_best(points: int, row: tuple[int, ...]) -> bool:
    return points == max(row) > 0
