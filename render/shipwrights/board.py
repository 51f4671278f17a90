"""The board of Shipwrights: the whole table, or a reader's own village with the others below."""

from collections.abc import Mapping
from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.plates import beam
from render.shipwrights.pieces import green, shore
from render.shipwrights.pointing import Pointers
from render.shipwrights.village import LARGE, LINE, SMALL, Scale, Village
from render.shipwrights.yard import HEIGHT, Yard, put_day
from rules.game import Seat
from rules.shipwrights.pieces import GOODS, Card
from rules.shipwrights.view import View

TABLE_TOP = 112
LINE_PITCH = LINE + 6


def table_scale(players: int) -> Scale:
    return LARGE if players <= 3 else SMALL


def table_height(players: int) -> int:
    return TABLE_TOP + players * table_scale(players).height + 12


def own_height(players: int) -> int:
    if players == 2:
        return HEIGHT + SMALL.height + 6
    return HEIGHT + (players - 1) * LINE_PITCH + 8


@dataclass(frozen=True, slots=True)
class Board:
    """One picture of the board: the view, who sits where, and what is pointed out."""

    view: View
    names: tuple[str, ...]
    ship_names: Mapping[Card, str]
    pointers: Pointers

    def paint(self) -> Page:
        return self._table() if self.view.seat is None else self._own(self.view.seat)

    def _village(self, seat: Seat) -> Village:
        return Village(self.view, self.names, seat, self.pointers)

    def _table(self) -> Page:
        players = len(self.view.players)
        scale = table_scale(players)
        page = Page(green(WIDTH).image.crop((0, 0, WIDTH, table_height(players))))
        self._beam(page)
        for place, seat in enumerate(self.view.order):
            self._village(seat).paint(page, TABLE_TOP + place * scale.height, scale)
        return page

    def _beam(self, page: Page) -> None:
        """The day, what a purchase costs and gives, and the deck."""
        view = self.view
        page.put_corner(beam(WIDTH + 20, 100), -10, -6)
        put_day(page, 62, view, self.pointers)
        for name, amount, x in (("coin", view.price_gold, 316), ("worker", view.price_workers, 428)):
            page.put(icon(name, 62), x, 38)
            page.number(x + 36, 39, amount, 50, anchor="lm")
        page.put(icon("becomes", 56), 542, 38)
        for number, good in enumerate(GOODS):
            x = 622 + number * 122
            page.put(icon(good, 66), x, 38)
            page.number(x + 40, 39, "?" if view.price is None else view.price.of(good), 50, anchor="lm")
        if self.pointers.changes.price:
            page.put(icon("spark", 50), 956, 20)
        page.put(icon("card_back", 66), 1060, 37)
        page.number(1098, 39, view.deck, 50, anchor="lm")

    def _own(self, seat: Seat) -> Page:
        players = len(self.view.players)
        page = Page(shore(WIDTH).image.crop((0, 0, WIDTH, own_height(players))))
        Yard(self.view, seat, self.names[seat], self.ship_names, self.pointers).paint(page)
        others = [(seat + step) % players for step in range(1, players)]
        if len(others) == 1:
            self._village(others[0]).paint(page, HEIGHT, SMALL)
            return page
        for place, other in enumerate(others):
            self._village(other).paint_line(page, HEIGHT + place * LINE_PITCH)
        return page
