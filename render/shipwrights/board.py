"""The board of Shipwrights: the whole table, or the reader's own board with the others below."""

from dataclasses import dataclass

from render.kit import WIDTH, Page, icon
from render.kit.plates import beam
from render.painter import PictureRequest
from render.shipwrights.numbering import APART
from render.shipwrights.overlay import Overlay
from render.shipwrights.own_board import HEIGHT, Names, OwnBoard, put_day
from render.shipwrights.pieces import green, shore
from render.shipwrights.village_row import LARGE, LEFT, SMALL, Scale, VillageRow
from rules.game import Seat
from rules.shipwrights.pieces import GOODS
from rules.shipwrights.view import View

TABLE_TOP = 112
BRIEF = {4: 182, 5: 136}
"""Row height of opponents below the reader's own board, where there are too many for a full row."""


def table_scale(players: int) -> Scale:
    return LARGE if players <= 3 else SMALL


def own_scale(players: int) -> Scale:
    return LARGE if players == 2 else SMALL


def own_height(players: int) -> int:
    pitch = BRIEF[players] + 4 if players in BRIEF else own_scale(players).height
    return HEIGHT + (players - 1) * pitch + 4


@dataclass(frozen=True, slots=True)
class Board:
    request: PictureRequest[View]
    names: Names
    overlay: Overlay

    @property
    def view(self) -> View:
        return self.request.view

    def paint(self) -> Page:
        page = self._table() if self.view.seat is None or self._among_others() else self._own(self.view.seat)
        self.overlay.put_numbers(page)
        return page

    def _among_others(self) -> bool:
        """True if an answer is about one of many opponents, whose brief rows are too small for numbers."""
        numbering, players = self.overlay.numbering, len(self.view.players)
        if players not in BRIEF or numbering is None:
            return False
        seats = {seat for part, seat, _ in numbering.numbers if part not in APART}
        return bool(seats - {self.view.seat})

    def _village(self, seat: Seat) -> VillageRow:
        return VillageRow(self.view, self.request.names, seat, self.overlay)

    def _table(self) -> Page:
        players = len(self.view.players)
        scale = table_scale(players)
        page = Page(green(WIDTH).image.crop((0, 0, WIDTH, TABLE_TOP + players * scale.height + 12)))
        self._beam(page)
        for place, seat in enumerate(self._rows()):
            self._village(seat).paint(page, TABLE_TOP + place * scale.height, scale)
        return page

    def _rows(self) -> tuple[Seat, ...]:
        """Seats in the order of the day, the reader last."""
        order, seat = self.view.order, self.view.seat
        if seat is None:
            return order
        place = order.index(seat) + 1
        return *order[place:], *order[:place]

    def _beam(self, page: Page) -> None:
        """Draw the day, the price and goods of a purchase, and the deck."""
        view = self.view
        page.put_corner(beam(WIDTH + 20, 100), -10, -6)
        put_day(page, 62, view, self.overlay)
        for name, amount, x in (("coin", view.price_gold, 316), ("worker", view.price_workers, 428)):
            page.put(icon(name, 62), x, 38)
            page.number(x + 36, 39, amount, 50, anchor="lm")
        page.put(icon("becomes", 56), 542, 38)
        for number, good in enumerate(GOODS):
            x = 622 + number * 122
            page.put(icon(good, 66), x, 38)
            page.number(x + 40, 39, "?" if view.price is None else view.price.of(good), 50, anchor="lm")
        page.part("price", 280, 2, 950, 76)
        if self.overlay.changes.price:
            page.put(icon("spark", 50), 956, 20)
        page.put(icon("card_back", 66), 1060, 37)
        page.number(1098, 39, view.deck, 50, anchor="lm")
        page.part("deck", 1020, 2, 1190, 76)

    def _own(self, seat: Seat) -> Page:
        players = len(self.view.players)
        page = Page(shore(WIDTH).image.crop((0, 0, WIDTH, own_height(players))))
        OwnBoard(self.view, seat, self.request.names[seat], self.names, self.overlay).paint(page)
        others = [(seat + step) % players for step in range(1, players)]
        for place, other in enumerate(others):
            if players in BRIEF:
                self._village(other).paint_brief(page, HEIGHT + place * (BRIEF[players] + 4), BRIEF[players])
            else:
                scale = own_scale(players)
                top = HEIGHT + place * scale.height
                page.part("opponent", LEFT, top, WIDTH - LEFT, top + scale.height - 10)
                self._village(other).paint(page, top, scale)
        return page
