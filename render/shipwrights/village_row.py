"""A player's village as a row: everything on the board and around it."""

from dataclasses import dataclass
from typing import NamedTuple

from render.kit import Page, fit_text, icon, put_seat
from render.kit.palette import GOLD_LIGHT, INK
from render.kit.plates import put_points, put_tab, vellum_panel, wood_panel
from render.kit.seats import seat_colour
from render.kit.shadows import glow, well
from render.shipwrights.highlights import WORKSHOP_PARTS, Part
from render.shipwrights.overlay import Overlay
from render.shipwrights.pieces import fjord, ghost, ship_at_sea
from render.shipwrights.portraits import sign_of
from rules.game import Seat
from rules.shipwrights.pieces import GOODS, MAX_CRAFTSMEN, Card
from rules.shipwrights.view import PlayerView, View, WorkshopView

LEFT, WIDTH = 16, 1168
HEAD = 76
DISCARD = 50
"""Width of an unplayed card in the head of a row."""


class Scale(NamedTuple):
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
        """Height below the head of the row."""
        return self.height - HEAD - 38


SMALL = Scale(280, 88, 256, 108, 140, 104, 84, 76, 4)
LARGE = Scale(396, 104, 310, 148, 176, 146, 98, 70, 2)
WELL = "#120b06"
BRIEF_HEAD, BRIEF_SHIP, BRIEF_FLEET, BRIEF_WORKSHOP = 70, 84, 260, 222
TARGET = 92
"""Width of a craftsman or tool in the row of a possible target."""
KIND, CARRIED = 42, 30
"""Width of a missing resource's icon, and size of a resource on a cart."""


class Need(NamedTuple):
    """A requirement of a ship: icon, amount (0 for a craftsman), the amount that is lacking, and whether the
    owner's tool replaces it."""

    sign: str
    amount: int
    lacking: int
    spared: bool = False


def needs(workshop: WorkshopView) -> tuple[Need, ...]:
    ship = workshop.ship
    found = [
        Need("coin", ship.gold, workshop.gold_lacking),
        Need("worker", ship.workers, workshop.workers_lacking),
    ]
    # A tool replaces all of one resource.
    for good in GOODS:
        lacks = workshop.goods_lacking.of(good)
        spared = lacks > 0 and good == workshop.spared
        found.append(Need(good, ship.goods.of(good), 0 if spared else lacks, spared))
    people = (Need(need.craftsman, 0, 1 if need.found is None else 0) for need in workshop.craftsmen)
    return (*(need for need in found if need.amount), *people)


def missing_needs(workshop: WorkshopView) -> tuple[tuple[str, int], ...]:
    """Icons and amounts that a ship still lacks, without what the owner's tool replaces."""
    return tuple((need.sign, need.lacking) for need in needs(workshop) if need.lacking)


def status_icons(view: View, seat: Seat) -> tuple[tuple[Part | None, str], ...]:
    """Icons beside a name: waited for, first player, first tomorrow, protected."""
    player = view.players[seat]
    found: tuple[tuple[bool, Part | None, str], ...] = (
        (seat in view.to_act, None, "awaited"),
        (seat == view.first, None, "crown"),
        (seat == view.tomorrow or player.pioneer, "pioneer", "pioneer_flag"),
        (player.watchman, "watchman", "guard"),
    )
    return tuple((part, name) for there, part, name in found if there)


def unplayed_cards(view: View, seat: Seat) -> tuple[Card, ...]:
    """A player's unplayed cards, shown from the end of their turn until the next afternoon."""
    player = view.players[seat]
    return player.discarded if player.played or view.phase == "morning" else ()


@dataclass(frozen=True, slots=True)
class VillageRow:
    view: View
    names: tuple[str, ...]
    seat: Seat
    overlay: Overlay

    @property
    def player(self) -> PlayerView:
        return self.view.players[self.seat]

    # The full row

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
        self.overlay.mark_part(page, self.seat, "seat", (LEFT + 22, y - 32, 64, 64))
        signs, left_over = status_icons(self.view, self.seat), unplayed_cards(self.view, self.seat)
        room = 408 - len(signs) * 56 - len(left_over) * DISCARD
        page.text_line(LEFT + 96, y + 2, fit_text(name, "title", 46, room, fallback=f"{self.seat + 1}"))
        for number, (part, sign) in enumerate(signs):
            x = LEFT + 96 + 408 - (len(signs) - number - 0.5) * 56
            page.put(icon(sign, 52), x, y)
            if part:
                self.overlay.mark_part(page, self.seat, part, (x - 30, y - 32, 60, 64))
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
            self.overlay.mark_part(page, self.seat, part, (x - 2, y - 35, 108, 70))
            if part in ("gold", "workers", "hand"):
                page.part(part, x - 2, y - 35, x + 104, y + 35)
        page.part("mill", LEFT + 734, y - 35, LEFT + 1048, y + 35)

    def _worth(self, page: Page, left: float, top: float, scale: Scale) -> None:
        middle, high = left + scale.column / 2, scale.room
        put_points(page, middle, top + high * 0.27, self.player.points, min(scale.column - 8, 92))
        page.part("points", left, top, left + scale.column, top + high * 0.5)
        page.part("military", left, top + high * 0.55, left + scale.column, top + high)
        page.put(icon("war_flag", 54), middle - 18, top + high * 0.76)
        page.number(middle + 24, top + high * 0.76, self.player.military, 44)

    def _fleet(self, page: Page, left: float, top: float, scale: Scale) -> None:
        page.put_corner(fjord(scale.fjord, scale.room, 12 + self.seat), left, top)
        page.part("fleet", left, top, left + scale.fjord, top + scale.room)
        fleet = self.player.fleet
        across = 2 if len(fleet) <= 4 else 3
        size = scale.ship if len(fleet) <= 4 else scale.fjord // 3
        for number in range(max(4, len(fleet))):
            x = left + scale.fjord * (number % across + 0.5) / across
            y = top + scale.room * (0.29 + 0.44 * (number // across))
            if number < len(fleet):
                page.put(ship_at_sea(fleet[number].card, size), x, y)
                box = (x - size // 2, y - size // 2 + 6, size, size - 12)
                self.overlay.mark_item(page, self.seat, "fleet", number, box)
            elif len(fleet) <= 4:
                page.put(ghost("skeid", size, "#DFF3F6", 0.22), x, y)
        if self.overlay.intended and (self.seat, "fleet") in self.overlay.intended.touched:
            self.overlay.put_intended(page, (left, top, scale.fjord, scale.room))

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
            lacks = missing_needs(workshop)
            tall = scale is LARGE
            y = top + (88 if tall else 62)
            page.put(ship_at_sea(workshop.ship.card, scale.workshop_ship), x, y)
            if not lacks:
                page.put(icon("fulfilled", 62), left + width - 40, top + height - 34)
            elif tall:
                self._lacks(page, x, top + 150, lacks)
            else:
                _put_missing(page, left + 6, top + height - 56, width - 12, lacks)
        page.part("workshop", left, top, left + width, top + height)
        put_tab(page, left + 26, top + 24, "AB"[number], 50)
        self.overlay.mark_part(page, self.seat, part, (left, top, width, height))

    def _lacks(self, page: Page, x: float, top: float, lacks: tuple[tuple[str, int], ...]) -> None:
        """Draw what is lacking, three icons in a line."""
        for place, (name, amount) in enumerate(lacks[:6]):
            across, down = (place % 2, place // 2)
            left = x - 76 + across * 78
            y = top + 20 + down * 46
            page.put(icon(name, 44), left + 24, y)
            page.number(left + 60, y, amount, 38, "#A3271D", stroke=0)

    def _craftsmen(self, page: Page, left: float, top: float, scale: Scale) -> None:
        cell, high = scale.craftsman, scale.room // 2 - 3
        for place in range(MAX_CRAFTSMEN):
            x, y = left + (place % 2) * cell, top + (place // 2) * (high + 6)
            box = (x, y, cell - 6, high)
            middle = x + cell / 2 - 3, y + high / 2
            page.put_corner(well(cell - 6, high, 14, WELL, 0.42), x, y)
            if place < len(self.player.craftsmen):
                craftsman = self.player.craftsmen[place]
                page.put(icon(craftsman, cell - 16), *middle)
                self.overlay.mark_item(page, self.seat, "craftsmen", place, box)
            else:
                page.put(ghost("hammer", cell - 36), *middle)
        area = (left, top, 2 * cell - 6, scale.room)
        page.part("craftsmen", left, top, left + area[2], top + area[3])
        self._row_marks(page, "craftsmen", area)

    def _row_marks(self, page: Page, part: Part, area: tuple[float, float, int, int]) -> None:
        if self.overlay.row_lost(self.seat, part):
            self.overlay.put_changed(page, area)
        if self.overlay.touches(self.seat, part):
            self.overlay.put_intended(page, area)

    def _things(self, page: Page, left: float, top: float, scale: Scale) -> None:
        """Draw the tool in the first cell and buildings in the others."""
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
                self._cart(page, *middle)
                page.part("tool", *box[:2], box[0] + box[2], box[1] + box[3])
                self.overlay.mark_part(page, self.seat, "tool", box)
            elif place <= len(self.player.buildings):
                page.put(icon(self.player.buildings[place - 1].building.card, cell - 12), *middle)
                self.overlay.mark_item(page, self.seat, "buildings", place - 1, box)
            else:
                page.put(ghost("long_house", cell - 24), *middle)
        area = (left, top, scale.cells * cell - 6, scale.room)
        page.part("buildings", left + cell, top, left + area[2], top + area[3])
        if self.overlay.touches(self.seat, "buildings"):
            self.overlay.put_intended(page, area)

    def _cart(self, page: Page, x: float, y: float) -> None:
        carried = [good for good in GOODS if self.player.cart.of(good)]
        for place, good in enumerate(carried):
            page.put(icon(good, CARRIED), x + (place - (len(carried) - 1) / 2) * 22, y + 18)

    # The brief row

    def paint_brief(self, page: Page, top: int, height: int) -> None:
        """Draw a low row for one of many opponents: resources, then ships, people and things."""
        seat = self.seat
        page.put_corner(wood_panel(WIDTH, height, 20, "dark", 60 + seat, seat_colour(seat), 5), LEFT, top)
        if seat == self.view.active:
            page.put_corner(glow(WIDTH, height, 20, GOLD_LIGHT, 10, 6), LEFT, top)
        page.part("opponent", LEFT, top, LEFT + WIDTH, top + height)
        self._brief_head(page, top + 36)
        low, high = top + BRIEF_HEAD, height - BRIEF_HEAD - 10
        self._brief_fleet(page, low, high)
        for number, workshop in enumerate(self.player.workshops):
            self._brief_workshop(page, LEFT + 282 + number * 230, low, high, number, workshop)
        self._brief_things(page, low, high)

    def _brief_head(self, page: Page, y: float) -> None:
        seat, player, name = self.seat, self.player, self.names[self.seat]
        put_seat(page, LEFT + 42, y, seat, 56, name)
        self.overlay.mark_part(page, seat, "seat", (LEFT + 12, y - 30, 60, 60))
        signs = status_icons(self.view, seat)
        room = 396 - len(signs) * 48
        title = fit_text(name, "title", 44, room, fallback=f"{seat + 1}")
        page.text_line(LEFT + 80, y + 2, title, GOLD_LIGHT)
        for number, (part, sign) in enumerate(signs):
            x = LEFT + 80 + title.width + 30 + number * 48
            page.put(icon(sign, 44), x, y)
            if part:
                self.overlay.mark_part(page, seat, part, (x - 24, y - 30, 48, 60))
        put_points(page, LEFT + 512, y, player.points, 62)
        numbers: tuple[tuple[Part, str, int, int], ...] = (
            ("military", "war_flag", player.military, 548),
            ("gold", "coin", player.gold, 634),
            ("workers", "worker", player.workers, 740),
            ("oak", "oak", player.mill.oak, 826),
            ("wool", "wool", player.mill.wool, 908),
            ("iron", "iron", player.mill.iron, 990),
            ("hand", "card_back", player.hand_size, 1072),
        )
        for part, sign, amount, shift in numbers:
            x = LEFT + shift
            page.put(icon(sign, 46), x + 22, y)
            page.number(x + 48, y + 1, amount, 40, anchor="lm")
            self.overlay.mark_part(page, seat, part, (x - 4, y - 30, 100 if part == "gold" else 78, 60))

    def _brief_fleet(self, page: Page, top: float, high: int) -> None:
        fleet = self.player.fleet
        pitch = BRIEF_FLEET / max(4, len(fleet))
        size = min(BRIEF_SHIP, round(pitch) + 6)
        for number in range(max(4, len(fleet))):
            x, y = LEFT + 16 + pitch * (number + 0.5), top + high / 2
            if number < len(fleet):
                page.put(ship_at_sea(fleet[number].card, size), x, y)
                self.overlay.mark_item(page, self.seat, "fleet", number, (x - 35, top, 70, high))
            else:
                page.put(ghost("skeid", size - 14, "#DFF3F6", 0.16), x, y)

    def _brief_workshop(
        self, page: Page, left: float, top: float, high: int, number: int, workshop: WorkshopView | None
    ) -> None:
        if workshop is None:
            page.put_corner(well(BRIEF_WORKSHOP, high, 14, WELL, 0.42), left, top)
            page.put(ghost("hammer", 40), left + BRIEF_WORKSHOP / 2, top + high / 2)
        else:
            page.put_corner(vellum_panel(BRIEF_WORKSHOP, high, 14, 50 + number), left, top)
            page.put(ship_at_sea(workshop.ship.card, BRIEF_SHIP), left + 46, top + high / 2)
            lacks = missing_needs(workshop)
            if lacks:
                _put_missing(page, left + 88, top + 2, 132, lacks, 1 if high < 80 else 2)
            else:
                page.put(icon("fulfilled", 44), left + 150, top + high / 2)
        box = (left, top, BRIEF_WORKSHOP, high)
        self.overlay.mark_part(page, self.seat, WORKSHOP_PARTS[number], box)

    def _brief_things(self, page: Page, top: float, high: int) -> None:
        player, y = self.player, top + high / 2
        for place, craftsman in enumerate(player.craftsmen):
            x = LEFT + 770 + place * 48
            page.put(icon(craftsman, 50), x, y)
            self.overlay.mark_item(page, self.seat, "craftsmen", place, (x - 24, y - 28, 48, 56))
        self._row_marks(page, "craftsmen", (LEFT + 744, y - 30, 196, 60))
        if player.tool:
            page.put(icon(player.tool.card, 52), LEFT + 970, y)
            self._cart(page, LEFT + 970, y)
        self.overlay.mark_part(page, self.seat, "tool", (LEFT + 944, y - 29, 54, 58))
        pitch = min(50.0, 110 / max(1, len(player.buildings) - 1))
        for place, built in enumerate(player.buildings):
            middle = LEFT + 1028 + place * pitch
            page.put(icon(built.building.card, 50), middle, y)
            self.overlay.mark_item(page, self.seat, "buildings", place, (middle - 26, y - 28, 52, 56))

    # The row of a possible target

    def paint_target(self, page: Page, top: int, height: int) -> None:
        """Draw a low row with everything that a villager can take, large enough for numbers."""
        seat = self.seat
        page.put_corner(wood_panel(WIDTH, height, 20, "dark", 60 + seat, seat_colour(seat), 5), LEFT, top)
        self._brief_head(page, top + 38)
        for part in GOODS:  # numbers below, where they leave icon and amount visible
            left, box_top, width, box_height = self.overlay.spots[part, seat, 0]
            self.overlay.spots[part, seat, 0] = (left, box_top + 64, width, box_height)
            self.overlay.raised[part, seat, 0] = 64
        low, high = top + BRIEF_HEAD + 4, height - BRIEF_HEAD - 16
        for number, workshop in enumerate(self.player.workshops):
            left = LEFT + 14 + number * (BRIEF_WORKSHOP + 8)
            self._brief_workshop(page, left, low, high, number, workshop)
        for place in range(MAX_CRAFTSMEN):
            x = LEFT + 484 + place * TARGET
            page.put_corner(well(TARGET - 8, high, 14, WELL, 0.42), x, low)
            middle = x + TARGET / 2 - 4, low + high / 2
            if place < len(self.player.craftsmen):
                page.put(icon(self.player.craftsmen[place], 66), *middle)
                self.overlay.mark_item(page, seat, "craftsmen", place, (x, low, TARGET - 8, high))
            else:
                page.put(ghost("hammer", 44), *middle)
        self._row_marks(page, "craftsmen", (LEFT + 484, low, 4 * TARGET - 8, high))
        x = LEFT + 484 + 4 * TARGET
        page.put_corner(well(TARGET - 8, high, 14, WELL, 0.42), x, low)
        middle = x + TARGET / 2 - 4, low + high / 2
        page.put(icon(self.player.tool.card, 66) if self.player.tool else ghost("bow_saw", 44), *middle)
        self._cart(page, *middle)
        self.overlay.mark_part(page, seat, "tool", (x, low, TARGET - 8, high))
        fleet = self.player.fleet
        pitch = min(54.0, 136 / max(1, len(fleet) - 1))
        for place, ship in enumerate(fleet):
            page.put(ship_at_sea(ship.card, 62), x + TARGET + 30 + place * pitch, low + high / 2)


def _put_missing(
    page: Page, left: float, top: float, width: int, lacks: tuple[tuple[str, int], ...], rows: int = 1
) -> None:
    """Draw an icon for each missing piece.

    Without room for all, draw one for each kind, the hardest to get first, and the number of further pieces.
    """
    across = width // KIND
    signs = [name for name, amount in reversed(lacks) for _ in range(amount)]
    room = across * rows
    shown = signs
    if len(signs) > room:
        many = len(signs) - room >= 9  # two digits take the room of two icons
        shown = [*dict.fromkeys(signs)][: room - 1 - many]
    for place, sign in enumerate(shown):
        x, y = left + (place % across + 0.5) * KIND, top + (place // across + 0.5) * (KIND + 6)
        page.put(icon(sign, KIND - 2), x, y)
    if len(shown) < len(signs):
        last = left + width, top + (rows - 0.5) * (KIND + 6)
        page.number(*last, f"+{len(signs) - len(shown)}", 38, "#A3271D", "rm", stroke=0)
