"""A player's village at a glance: a row with everything that lies on his board and around it."""

from dataclasses import dataclass
from typing import NamedTuple

from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import GOLD_LIGHT, INK
from render.kit.plates import put_points, put_tab, vellum_panel, wood_panel
from render.kit.seats import put_seat, seat_colour
from render.kit.shadows import glow, well
from render.kit.type import fitted
from render.shipwrights.marks import WORKSHOP_PARTS, Part
from render.shipwrights.people import sign_of
from render.shipwrights.pieces import fjord, ghost, lack, ship_at_sea
from render.shipwrights.pointing import Pointers
from rules.game import Seat
from rules.shipwrights.pieces import GOODS, PLACES_FOR_CRAFTSMEN, Card
from rules.shipwrights.view import PlayerView, View, WorkshopView

LEFT, WIDTH = 16, 1168
HEAD = 76
LINE = 90
DISCARD = 50
"""The width of a card that was left unplayed, in the head of a row."""


class Scale(NamedTuple):
    """The measures of a row."""

    height: int
    column: int  # points and military
    fjord: int
    ship: int
    workshop: int
    workshop_ship: int
    craftsman: int  # a cell
    cell: int  # of tool and buildings
    cells: int  # of them side by side

    @property
    def room(self) -> int:
        """The height under the head of the row."""
        return self.height - HEAD - 38


SMALL = Scale(292, 88, 256, 114, 140, 124, 84, 76, 4)
LARGE = Scale(396, 104, 310, 148, 176, 146, 98, 70, 2)
SCALES = (SMALL, LARGE)
WELL = "#120b06"


def lacking(workshop: WorkshopView) -> tuple[tuple[str, int], ...]:
    """What a ship still needs, each by its icon."""
    needs = [("coin", workshop.gold_lacking), ("worker", workshop.workers_lacking)]
    needs += zip(GOODS, workshop.goods_lacking, strict=True)
    needs += [(need.craftsman, 1) for need in workshop.craftsmen if need.found is None]
    return tuple((name, amount) for name, amount in needs if amount)


def standing(view: View, seat: Seat) -> tuple[tuple[Part | None, str], ...]:
    """Signs beside a name: waited for, first player, first tomorrow, protected."""
    player = view.players[seat]
    found: tuple[tuple[bool, Part | None, str], ...] = (
        (seat in view.to_act, None, "awaited"),
        (seat == view.first, None, "crown"),
        (seat == view.tomorrow or player.pioneer, "pioneer", "pioneer_flag"),
        (player.watchman, "watchman", "guard"),
    )
    return tuple((part, name) for there, part, name in found if there)


def discarded(view: View, seat: Seat) -> tuple[Card, ...]:
    """What a player left unplayed, from the end of his turn until the next afternoon begins."""
    player = view.players[seat]
    return player.discarded if player.played or view.phase == "morning" else ()


@dataclass(frozen=True, slots=True)
class Village:
    """One player's row."""

    view: View
    names: tuple[str, ...]
    seat: Seat
    pointers: Pointers

    @property
    def player(self) -> PlayerView:
        return self.view.players[self.seat]

    # A row of two storeys

    def paint(self, page: Page, top: int, scale: Scale) -> None:
        seat = self.seat
        panel = wood_panel(WIDTH, scale.height - 10, 24, "dark", 60 + seat, seat_colour(seat), 6)
        page.put_corner(panel, LEFT, top)
        if seat == self.view.active:
            page.put_corner(glow(WIDTH, scale.height - 10, 24, GOLD_LIGHT, 12, 8), LEFT, top)
        page.put_corner(vellum_panel(WIDTH - 24, HEAD, 18, 70 + seat), LEFT + 12, top + 10)
        self._head(page, top + 10 + HEAD // 2)
        low, left = top + HEAD + 18, LEFT + 14
        self._worth(page, left, low, scale)
        left += scale.column + 8
        self._fleet(page, left, low, scale)
        left += scale.fjord + 10
        for number, workshop in enumerate(self.player.workshops):
            self._workshop(page, left, low, number, workshop, scale)
            left += scale.workshop + 8
        self._craftsmen(page, left + 2, low, scale)
        self._things(page, left + 2 * scale.craftsman + 10, low, scale)

    def _head(self, page: Page, y: float) -> None:
        name = self.names[self.seat]
        put_seat(page, LEFT + 54, y, self.seat, 62, name)
        signs, left_over = standing(self.view, self.seat), discarded(self.view, self.seat)
        room = 408 - len(signs) * 56 - len(left_over) * DISCARD
        page.line(LEFT + 96, y + 2, fitted(name, "title", 46, room, otherwise=f"{self.seat + 1}"))
        for number, (part, sign) in enumerate(signs):
            x = LEFT + 96 + 408 - (len(signs) - number - 0.5) * 56
            page.put(icon(sign, 52), x, y)
            if part:
                self.pointers.place(page, self.seat, part, (x - 30, y - 32, 60, 64))
        for number, card in enumerate(left_over):
            x = LEFT + 96 + room + (number + 0.5) * DISCARD
            page.put(icon(sign_of(card), DISCARD - 2), x, y)
            page.put(icon("refused", DISCARD // 2), x + 14, y + 18)
        player = self.player
        numbers: tuple[tuple[Part, str, int], ...] = (
            ("gold", "coin", player.gold),
            ("workers", "worker", player.workers),
            *((good, good, player.mill.of(good)) for good in GOODS),
            ("hand", "card_back", player.hand_size),
        )
        for number, (part, sign, amount) in enumerate(numbers):
            x = LEFT + 522 + number * 106
            page.put(icon(sign, 54), x + 28, y)
            page.number(x + 58, y + 1, amount, 42, INK, "lm", stroke=0)
            self.pointers.place(page, self.seat, part, (x - 2, y - 35, 108, 70))

    def _worth(self, page: Page, left: float, top: float, scale: Scale) -> None:
        middle, high = left + scale.column / 2, scale.room
        put_points(page, middle, top + high * 0.27, self.player.points, min(scale.column - 8, 92))
        page.put(icon("war_flag", 54), middle - 18, top + high * 0.76)
        page.number(middle + 24, top + high * 0.76, self.player.military, 44)

    def _fleet(self, page: Page, left: float, top: float, scale: Scale) -> None:
        page.put_corner(fjord(scale.fjord, scale.room, 12 + self.seat), left, top)
        fleet = self.player.fleet
        across = 2 if len(fleet) <= 4 else 3
        size = scale.ship if len(fleet) <= 4 else scale.fjord // 3
        for number in range(max(4, len(fleet))):
            x = left + scale.fjord * (number % across + 0.5) / across
            y = top + scale.room * (0.29 + 0.44 * (number // across))
            if number < len(fleet):
                page.put(ship_at_sea(fleet[number].card, size), x, y)
                box = (x - size // 2, y - size // 2 + 6, size, size - 12)
                self.pointers.item(page, self.seat, "fleet", number, box)
            elif len(fleet) <= 4:
                page.put(ghost("skeid", size, "#DFF3F6", 0.22), x, y)
        if self.pointers.intended and (self.seat, "fleet") in self.pointers.intended.touched:
            self.pointers.meant(page, (left, top, scale.fjord, scale.room))

    def _workshop(
        self, page: Page, left: float, top: float, number: int, workshop: WorkshopView | None, scale: Scale
    ) -> None:
        width, height = scale.workshop, scale.room
        part, x = WORKSHOP_PARTS[number], left + scale.workshop / 2
        if workshop is None:
            page.put_corner(well(width, height, 18, WELL, 0.42), left, top)
            page.put(ghost("hammer", 70), x, top + height / 2)
        else:
            page.put_corner(vellum_panel(width, height, 18, 50 + number), left, top)
            lacks = lacking(workshop)
            tall = scale is LARGE
            y = top + (88 if tall else height * 0.58)
            page.put(ship_at_sea(workshop.ship.card, scale.workshop_ship), x, y)
            if not lacks:
                page.put(icon("fulfilled", 62), left + width - 40, top + height - 34)
            elif tall:
                self._lacks(page, x, top + 150, lacks)
            else:
                page.put(lack(54), left + width - 28, top + height - 26)
                page.number(
                    left + width - 28, top + height - 26, sum(amount for _, amount in lacks), 38, stroke=0
                )
        put_tab(page, left + 26, top + 24, "AB"[number], 50)
        self.pointers.place(page, self.seat, part, (left, top, width, height))

    def _lacks(self, page: Page, x: float, top: float, lacks: tuple[tuple[str, int], ...]) -> None:
        """The things that lack, three in a line."""
        for place, (name, amount) in enumerate(lacks[:6]):
            across, down = (place % 2, place // 2)
            left = x - 76 + across * 78
            y = top + 20 + down * 46
            page.put(icon(name, 44), left + 24, y)
            page.number(left + 60, y, amount, 38, "#A3271D", stroke=0)

    def _craftsmen(self, page: Page, left: float, top: float, scale: Scale) -> None:
        cell, high = scale.craftsman, scale.room // 2 - 3
        for place in range(PLACES_FOR_CRAFTSMEN):
            x, y = left + (place % 2) * cell, top + (place // 2) * (high + 6)
            box = (x, y, cell - 6, high)
            middle = x + cell / 2 - 3, y + high / 2
            page.put_corner(well(cell - 6, high, 14, WELL, 0.42), x, y)
            if place < len(self.player.craftsmen):
                craftsman = self.player.craftsmen[place]
                page.put(icon(craftsman, cell - 16), *middle)
                self.pointers.item(page, self.seat, "craftsmen", place, box)
                self.pointers.craftsman(page, self.seat, craftsman, box)
            else:
                page.put(ghost("hammer", cell - 36), *middle)
        area = (left, top, 2 * cell - 6, scale.room)
        self._row_marks(page, "craftsmen", area)

    def _row_marks(self, page: Page, part: Part, area: tuple[float, float, int, int]) -> None:
        if self.pointers.row_lost(self.seat, part):
            self.pointers.changed(page, area)
        if self.pointers.intended and (self.seat, part) in self.pointers.intended.touched:
            self.pointers.meant(page, area)

    def _things(self, page: Page, left: float, top: float, scale: Scale) -> None:
        """The tool in the first cell, buildings in the others."""
        cell, rows = scale.cell, 8 // scale.cells
        pitch = (scale.room + 4) / rows
        for place in range(8):
            x, y = left + (place % scale.cells) * cell, top + (place // scale.cells) * pitch
            page.put_corner(well(cell - 6, round(pitch) - 6, 14, WELL, 0.42), x, y)
            middle = x + cell / 2 - 3, y + pitch / 2 - 3
            box = (x, y, cell - 6, round(pitch) - 6)
            if place == 0:
                tool = self.player.tool
                page.put(icon(tool.card, cell - 12) if tool else ghost("bow_saw", cell - 20), *middle)
                self.pointers.place(page, self.seat, "tool", box)
            elif place <= len(self.player.buildings):
                page.put(icon(self.player.buildings[place - 1].building.card, cell - 12), *middle)
                self.pointers.item(page, self.seat, "buildings", place - 1, box)
            else:
                page.put(ghost("long_house", cell - 24), *middle)
        area = (left, top, scale.cells * cell - 6, scale.room)
        if self.pointers.intended and (self.seat, "buildings") in self.pointers.intended.touched:
            self.pointers.meant(page, area)

    # A single line

    def paint_line(self, page: Page, top: int) -> None:
        """The same in brief, without what matters to its owner alone."""
        seat, player = self.seat, self.player
        y = top + LINE / 2
        page.put_corner(wood_panel(WIDTH, LINE, 20, "dark", 60 + seat, seat_colour(seat), 5), LEFT, top)
        if seat == self.view.active:
            page.put_corner(glow(WIDTH, LINE, 20, GOLD_LIGHT, 10, 6), LEFT, top)
        put_seat(page, LEFT + 46, y, seat, 64, self.names[seat])
        signs = standing(self.view, seat)
        for number, (part, sign) in enumerate(signs):
            x = LEFT + 98 + number * (40 if len(signs) < 3 else 26)
            page.put(icon(sign, 42), x, y)
            if part:
                self.pointers.place(page, seat, part, (x - 23, y - 30, 46, 60))
        put_points(page, LEFT + 200, y, player.points, 68)
        numbers: tuple[tuple[Part, str, int, int], ...] = (
            ("fleet", "skeid", len(player.fleet), 240),
            ("military", "war_flag", player.military, 334),
            ("gold", "coin", player.gold, 424),
            ("oak", "oak", player.mill.oak, 530),
            ("wool", "wool", player.mill.wool, 618),
            ("iron", "iron", player.mill.iron, 706),
        )
        for part, sign, amount, shift in numbers:
            x = LEFT + shift
            page.put(icon(sign, 62 if sign == "skeid" else 50), x + 27, y)
            page.number(x + 55, y + 1, amount, 42, anchor="lm")
            self.pointers.place(page, seat, part, (x, y - 38, 104 if part == "gold" else 90, 76))
        for place, craftsman in enumerate(player.craftsmen):
            x = LEFT + 826 + place * 45
            page.put(icon(craftsman, 46), x, y)
            self.pointers.item(page, seat, "craftsmen", place, (x - 23, y - 30, 46, 60))
            self.pointers.craftsman(page, seat, craftsman, (x - 23, y - 30, 46, 60))
        self._row_marks(page, "craftsmen", (LEFT + 802, y - 36, 184, 72))
        if player.tool:
            page.put(icon(player.tool.card, 50), LEFT + 1014, y)
        self.pointers.place(page, seat, "tool", (LEFT + 988, y - 34, 56, 68))
        for number, workshop in enumerate(player.workshops):
            x = LEFT + 1064 + number * 62
            content = ghost("hammer", 40) if workshop is None else ship_at_sea(workshop.ship.card, 62)
            page.put(content, x, y)
            self.pointers.place(page, seat, WORKSHOP_PARTS[number], (x - 31, y - 34, 62, 68))
