"""A score sheet: a podium with names, a column for each player, a band for each row, the totals below.

What is a game's own is a `Form` of measures, its title, its rows and the sign of its totals.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, MUTED, OAK_LIGHT, PALE
from render.kit.plates import medal, tint, vellum_panel, wood_panel
from render.kit.seats import put_seat, seat_mark
from render.kit.sprites import Request
from render.kit.type import fitted, font, line
from rules.game import Outcome, ScoreRow, Seat

LEFT, SHEET_WIDTH = 24, 1152
TALLEST = 1600
"""No picture is higher."""
MEDALS = 3
CAPTION_X, RAISED = 34, 18
"""Where the name of a row begins, and how much higher its numbers stand for it."""


BESIDE_SIZE, BESIDE_LEADING = 40, 38
"""The lettering of a name beside its sign, and how far its lines are apart."""


class Step(NamedTuple):
    """A step of the podium; from the fourth place on it bears a number, and `size` is its lettering."""

    height: int
    size: int
    drop: int
    """From the top of the step to the middle of its medal."""


class Total(NamedTuple):
    """The plank of the totals, and how large the numbers on it are."""

    height: int
    won: int
    other: int


class Face(NamedTuple):
    """How a number is lettered."""

    size: int
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The measures of a game's score sheet."""

    top: int
    first_column: int
    rows_top: int
    row: int
    """The height of a row, where there are not too many."""
    gap: int
    """Between the last row and the totals."""
    total: Total
    foot: int
    """From the totals to the end of the picture."""
    below: int
    """From the sheet to the end of the picture."""
    steps: tuple[Step, ...]
    """By place; the last is for all that follow."""
    step_inset: int
    crown: int
    crown_rise: int
    wash_inset: int
    wash_top: int
    mark: int
    """The size of a seat's mark."""
    best: Face
    """The best number of a row."""
    other: Face
    seed: int = 81
    spare: int = 0
    """What is left free on the right of the columns."""
    room: int = TALLEST
    """The height that rows must fit in; they are lower for it."""
    shortest: int = 0
    step_widest: int = SHEET_WIDTH
    step_sunk: int = 26
    place_colour: str = MUTED
    place_edge: int | None = None

    def row_height(self, rows: int) -> int:
        """Lower rows where there are many, so that the sheet still suits a phone."""
        rest = self.rows_top + self.gap + self.total.height + self.foot
        return min(self.row, (self.room - rest) // rows)

    def total_top(self, rows: int) -> int:
        return self.rows_top + rows * self.row_height(rows) + self.gap

    def height(self, rows: int) -> int:
        return min(TALLEST, max(self.shortest, self.total_top(rows) + self.total.height + self.foot))

    def column(self, players: int) -> int:
        return (SHEET_WIDTH - self.first_column - self.spare) // players

    def step(self, place: int) -> Step:
        return self.steps[min(place, len(self.steps)) - 1]

    def step_width(self, players: int) -> int:
        return min(self.step_widest, self.column(players) - self.step_inset)

    # The pieces a sheet is made of

    def panel(self, rows: int) -> Request:
        return vellum_panel.request(SHEET_WIDTH, self.height(rows) - self.top - self.below, 30, self.seed)

    def wash(self, rows: int, players: int) -> Request:
        """Behind the column of who has won."""
        height = self.total_top(rows) - self.top - self.wash_top - 6
        return tint.request(self.column(players) - 2 * self.wash_inset, height, 24, "#F4C64E", 0.38)

    def band(self, rows: int) -> Request:
        """Behind every other row."""
        return tint.request(SHEET_WIDTH - 36, self.row_height(rows) - 6, 18, "#B08A4A", 0.22)

    def step_panel(self, place: int, players: int) -> Request:
        width, height = self.step_width(players), self.step(place).height + 20
        if place == 1:
            return wood_panel.request(width, height, 18, "oak", 90, GOLD, 5)
        return wood_panel.request(width, height, 18, "dark", 90, OAK_LIGHT, 5)

    def total_panel(self) -> Request:
        return wood_panel.request(SHEET_WIDTH - 36, self.total.height, 22, "oak", 95, GOLD, 5)

    def sprites(self, rows: Iterable[int], players: Sequence[int]) -> Iterator[Request]:
        """Every one of them, for sheets of so many rows and players."""
        for count in rows:
            yield from (self.panel(count), self.band(count))
            yield from (self.wash(count, number) for number in players)
        for number in players:
            yield from (self.step_panel(place, number) for place in range(1, number + 1))
        for seat in range(max(players)):
            yield seat_mark.request(seat, self.mark)
            if seat < MEDALS:
                yield medal.request(seat + 1, self.step(seat + 1).size)
        yield icon.request("crown", self.crown)
        yield self.total_panel()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One score sheet, to be laid on a page piece by piece."""

    form: Form
    outcome: Outcome
    names: tuple[str, ...]
    rows: int
    called: tuple[str, ...] = ()
    """What the rows of the outcome are called, if that is said."""

    @property
    def height(self) -> int:
        """Of the whole picture."""
        return self.form.height(self.rows)

    @property
    def row_height(self) -> int:
        return self.form.row_height(self.rows)

    @property
    def players(self) -> int:
        return len(self.outcome.totals)

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def column(self) -> int:
        return self.form.column(self.players)

    def x(self, seat: Seat) -> float:
        """The middle of a player's column."""
        return LEFT + self.form.first_column + self.column * (seat + 0.5)

    def won(self, seat: Seat) -> bool:
        return seat in self.outcome.ranking[0]

    def place(self, seat: Seat) -> int:
        ahead = 0
        for group in self.outcome.ranking:
            if seat in group:
                break
            ahead += len(group)
        return ahead + 1

    def put_ground(self, page: Page) -> None:
        """The sheet itself, with the columns of those who have won set off."""
        form = self.form
        page.put_corner(form.panel(self.rows).fetch(), LEFT, form.top)
        wash = form.wash(self.rows, self.players).fetch()
        for seat in self.outcome.ranking[0]:
            page.put_corner(wash, self.x(seat) - self.column / 2 + form.wash_inset, form.top + form.wash_top)

    def put_step(self, page: Page, seat: Seat) -> None:
        """A player's step of the podium, with a medal, and a crown for who has won."""
        form, place, x = self.form, self.place(seat), self.x(seat)
        step = form.step(place)
        top = form.top - step.height + form.step_sunk
        panel = form.step_panel(place, self.players).fetch()
        page.put_corner(panel, x - form.step_width(self.players) / 2, top)
        if place <= MEDALS:
            page.put(medal(place, step.size), x, top + step.drop)
        else:
            page.number(x, top + step.drop, place, step.size, form.place_colour, stroke=form.place_edge)
        if place == 1:
            page.put(icon("crown", form.crown), x, top - form.crown_rise)

    def put_name(self, page: Page, seat: Seat, *, mark_y: int, name_y: int, inset: int) -> None:
        """A player's mark, and their name under it."""
        x, name = self.x(seat), self.names[seat]
        put_seat(page, x, mark_y, seat, self.form.mark, name)
        shown = fitted(name, "title", 46, self.column - inset, otherwise=f"{seat + 1}")
        page.line(x, name_y, shown, anchor="middle")

    def put_band(self, page: Page, number: int) -> float:
        """A row's band; where its middle is."""
        top = self.form.rows_top + number * self.row_height
        if number % 2 == 0:
            page.put_corner(self.form.band(self.rows).fetch(), LEFT + 18, top + 3)
        return top + self.row_height / 2

    def name(self, row: ScoreRow) -> str:
        return self.called[self.outcome.sheet.index(row)] if self.called else ""

    def put_caption(self, page: Page, y: float, row: ScoreRow) -> float:
        """What a row is called, at its foot; where the middle of all else in it is then."""
        if not (name := self.name(row)):
            return y
        caption = fitted(name, "letter", 40, SHEET_WIDTH - 2 * CAPTION_X)
        page.line(LEFT + CAPTION_X, y + self.row_height / 2 - 22, caption, PALE)
        return y - RAISED

    def put_beside(self, page: Page, x: float, y: float, row: ScoreRow) -> None:
        """What a row is called, from beside its sign to the first column, on two lines where one is short."""
        name, width = self.name(row), round(LEFT + self.form.first_column - x)
        lines = [name] if name else []
        if line(name, "letter", BESIDE_SIZE).width > width and " " in name:
            lines = _halved(name)
        for place, part in enumerate(lines):
            at = y + (place - (len(lines) - 1) / 2) * BESIDE_LEADING
            page.line(x, at, fitted(part, "letter", BESIDE_SIZE, width), PALE)

    def put_value(self, page: Page, x: float, y: float, text: str, best: bool) -> None:
        """A number of a row."""
        face = self.form.best if best else self.form.other
        page.text(x, y, text, font("number", face.size, face.weight), INK if best else PALE)

    def put_totals(self, page: Page) -> float:
        """The plank with everybody's total; where its middle is."""
        top, total = self.form.total_top(self.rows), self.form.total
        page.put_corner(self.form.total_panel().fetch(), LEFT + 18, top)
        middle = top + total.height / 2
        for seat, points in enumerate(self.outcome.totals):
            size, colour = (total.won, GOLD_LIGHT) if self.won(seat) else (total.other, BONE)
            page.number(self.x(seat), middle, points, size, colour)
        return middle


def _halved(name: str) -> list[str]:
    """A name on two lines, as even as its words allow."""
    words = name.split(" ")
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(halves, key=lambda half: max(map(len, half))))


def put_points_sign(page: Page, x: float, y: float, size: int, crown: int) -> None:
    """The sign of the totals: a crowned shield."""
    page.put(icon("points", size), x, y)
    page.put(icon("crown", crown), x, y - 2)


def is_best(points: int, row: tuple[int, ...]) -> bool:
    return points == max(row) > 0
