"""A player's own board, large: fleet, shoreline, stores, workshops, people and things."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from render.kit import WIDTH, Page, fit_text, font, icon, put_seat
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, OAK_LIGHT, SHIELD
from render.kit.plates import beam, put_points, vellum_panel, wood_panel
from render.kit.shadows import well
from render.shipwrights.cards import modifiers
from render.shipwrights.highlights import WORKSHOP_PARTS, Part
from render.shipwrights.overlay import Box, Overlay
from render.shipwrights.pieces import (
    chip,
    craftsman_card,
    ghost,
    gold_ship,
    lack,
    modifier,
    pill,
    price_card,
    ribbon,
    ship_at_sea,
    ship_card,
    stack_edge,
    stone,
    tool_card,
)
from render.shipwrights.village_row import Need, needs, status_icons
from rules.game import Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import BUILDINGS, GOODS, MAX_CRAFTSMEN
from rules.shipwrights.state import Phase
from rules.shipwrights.view import PlayerView, View, WorkshopView

HEIGHT = 1036
"""Bottom of the own board."""
SEA = 950
"""Right edge of the fleet and the shoreline."""
FLEET_TOP, FLEET_PLATE = 214, 98
FLEET_SIZES = ((226, 176), (182, 160), (150, 134))
"""Width of a ship's plate and of the ship, in a fleet of up to four, of five, and of more."""
PRICE = (208, 262)
STORE_PANEL = (564, 140)
STORE_TOP = 452
GOOD = (132, 116)
WORKSHOP = (564, 262)
WORKSHOP_TOP = 602
SHIP_CARD = (212, 234, 156)
CHIP = (102, 72)
ROW_TOP, ROW = 876, 150
TOOL = CRAFTSMAN = (100, 126)
CRAFTSMAN_STEP = 108
BUILDING = (76, 126)
WELL = "#120b06"
TOO_MANY = "#FFA79A"
PHASES: dict[Phase, str] = {
    "stock": "sunrise",
    "morning": "sunrise",
    "afternoon": "midday",
    "chieftain": "midday",
    "trader": "midday",
    "dusk": "moon",
    "night": "moon",
    "over": "moon",
}
Names = Mapping[str, str]
"""Names of cards and pieces in the language of a picture, by key."""


@dataclass(frozen=True, slots=True)
class OwnBoard:
    view: View
    seat: Seat
    name: str
    names: Names
    overlay: Overlay

    @property
    def player(self) -> PlayerView:
        return self.view.players[self.seat]

    def paint(self, page: Page) -> None:
        self._beam(page)
        self._fleet(page)
        self._shoreline(page)
        self._price(page)
        self._stores(page)
        for number, workshop in enumerate(self.player.workshops):
            self._workshop(page, 24 + number * 588, number, workshop)
        self._row(page)

    def _point(self, page: Page, part: Part, box: Box) -> None:
        self.overlay.mark_part(page, self.seat, part, box)

    def _beam(self, page: Page) -> None:
        view, player = self.view, self.player
        page.put_corner(beam(WIDTH + 20, 100), -10, -6)
        put_seat(page, 54, 38, self.seat, 68, self.name)
        signs = status_icons(view, self.seat)
        room = 560 - len(signs) * 70
        title = fit_text(self.name, "title", 56, room, 900, fallback=f"{self.seat + 1}")
        page.text_line(102, 43, title, "#1c120a")
        page.text_line(102, 40, title, GOLD_LIGHT)
        for number, (part, sign) in enumerate(signs):
            x = 102 + title.width + 50 + number * 70
            page.put(icon(sign, 64), x, 38)
            if part:
                self._point(page, part, (x - 34, 4, 68, 68))
        self._point(page, "seat", (20, 4, 68, 68))
        put_points(page, 726, 39, player.points, 80)
        page.part("points", 682, 2, 772, 76)
        page.put(icon("war_flag", 70), 824, 40)
        page.number(862, 39, player.military, 54, anchor="lm")
        page.part("military", 786, 2, 916, 76)
        put_day(page, 1016, view, self.overlay)

    # The sea and its shore

    def _fleet(self, page: Page) -> None:
        fleet = self.player.fleet
        places = max(4, len(fleet))
        pitch = SEA / places
        plate, size = FLEET_SIZES[min(places, 6) - 4]
        page.part("fleet", 8, 96, SEA, FLEET_TOP + FLEET_PLATE)
        for number in range(places):
            x = 6 + pitch * (number + 0.5)
            left = x - plate / 2
            if number >= len(fleet):
                page.put(ghost("skeid", size, "#0c2230", 0.42), x, 152)
                page.put_corner(well(plate, FLEET_PLATE, 18, "#0b1a24", 0.30), left, FLEET_TOP)
                continue
            ship = fleet[number]
            page.put(ship_at_sea(ship.card, size), x, 148)
            panel = wood_panel(plate, FLEET_PLATE, 18, "dark", 7, OAK_LIGHT, 3)
            page.put_corner(panel, left, FLEET_TOP)
            name = fit_text(self.names[ship.card], "letter", 42, plate - 6)
            page.text_line(x, FLEET_TOP + 26, name, GOLD_LIGHT, "middle")
            self._merits(page, left, ship, plate)
            self.overlay.mark_item(page, self.seat, "fleet", number, (left, 96, plate, 216))
        if self.overlay.touches(self.seat, "fleet"):
            x = 6 + pitch * (min(len(fleet), places - 1) + 0.5)
            self.overlay.put_intended(page, (x - plate / 2, 96, plate, 216))

    def _merits(self, page: Page, left: float, ship: Face, plate: int) -> None:
        y = FLEET_TOP + 70
        put_points(page, left + 32, y, ship.points, 52)
        if ship.military:
            page.put(icon("war_flag", 44), left + 76, y)
            page.number(left + 106, y + 1, ship.military, 40)
        else:
            page.put(icon("trade_flag", 44), left + 84, y)
        changes = modifiers(ship)
        wide = plate == FLEET_SIZES[0][0]
        right, above = (left + plate - 26, y) if wide else (left + plate - 24, 118)
        for number, (name, gain) in enumerate(changes):
            page.put(modifier(name, gain, 40), right - (len(changes) - 1 - number) * 46, above)

    def _shoreline(self, page: Page) -> None:
        gold = self.player.gold

        def at(number: int) -> tuple[float, float]:
            return 44 + number * 72.5, 398 + 5 * math.sin(number * 0.9)

        for number in range(13):
            x, y = at(number)
            page.put(stone(number), x, y)
            if number != gold:
                page.number(x, y, number, 40, INK, stroke=0)
        x, y = at(min(gold, 12))
        page.put(gold_ship(78), x, y - 54)
        page.put(icon("coin", 92), x, y)
        page.text(x, y + 2, str(gold), font("number", 56, 900), INK, stroke=5, edge=GOLD_LIGHT)
        page.part("gold", 8, 356, SEA, 444)
        self._point(page, "gold", (x - 52, y - 90, 104, 142))

    def _price(self, page: Page) -> None:
        """Draw the back of the deck's top card: the goods that a purchase gives."""
        left, top = 968, 106
        width, height = PRICE
        for shift in (10, 5):
            page.put_corner(stack_edge(width, height), left + shift, top + shift)
        page.put_corner(price_card(width, height), left, top)
        price = self.view.price
        if price is None:
            page.put(icon("card_back", 150), left + width / 2, top + height / 2)
        else:
            for number, good in enumerate(GOODS):
                y = top + 52 + number * 79
                page.put(icon(good, 70), left + 70, y)
                page.number(left + 146, y, price.of(good), 58)
                self.overlay.spots["price", 0, number] = (left - 30, y - 36, 60, 60)
        box = (left, top, width, height)
        page.part("price", left, top, left + width, top + height)
        if self.overlay.changes.price:
            self.overlay.put_changed(page, box)
        if self.overlay.intended and self.overlay.intended.price:
            self.overlay.put_intended(page, box)
        page.put(icon("card_back", 56), left + 66, 414)
        page.number(left + 104, 414, self.view.deck, 48, anchor="lm")
        page.part("deck", left + 30, 386, left + 200, 446)

    # Mill and village

    def _stores(self, page: Page) -> None:
        player, top = self.player, STORE_TOP + 12
        self._store(page, 24, "mill", player.mill.total, player.mill_capacity)
        page.part("mill", 24, STORE_TOP, 24 + STORE_PANEL[0], STORE_TOP + STORE_PANEL[1])
        for number, good in enumerate(GOODS):
            self._amount(page, 24 + 140 + number * 140, top, good, good, player.mill.of(good))
        self._store(page, 612, "long_house", player.workers, player.village_capacity)
        page.part("village", 612, STORE_TOP, 612 + 300, STORE_TOP + STORE_PANEL[1])
        self._amount(page, 612 + 140, top, "worker", "workers", player.workers)
        self._night(page)

    def _store(self, page: Page, left: int, sign: str, pieces: int, capacity: int) -> None:
        page.put_corner(wood_panel(*STORE_PANEL, 24, "oak", 40 + left % 7), left, STORE_TOP)
        page.put(icon(sign, 88), left + 68, STORE_TOP + 48)
        page.put(pill(118, 52, SHIELD, GOLD), left + 68, STORE_TOP + 110)
        colour = BONE if pieces <= capacity else TOO_MANY
        page.number(left + 68, STORE_TOP + 110, f"{pieces}/{capacity}", 40, colour, stroke=0)

    def _amount(self, page: Page, left: float, top: float, sign: str, part: Part, amount: int) -> None:
        width, height = GOOD
        page.put_corner(well(width, height, 16, WELL, 0.40), left, top)
        page.put(icon(sign, 70), left + 42, top + height / 2)
        page.number(left + 100, top + height / 2 + 2, amount, 52)
        self._point(page, part, (left, top, width, height))

    def _night(self, page: Page) -> None:
        """Draw the income of the evening beside the village: gold per worker and from ships, and workers."""
        player, left = self.player, 612 + 300
        middle = STORE_TOP + STORE_PANEL[1] / 2
        page.put(icon("moon", 74), left + 46, middle)
        rows = (("coin", player.evening_gold, -33), ("worker", player.evening_workers, 33))
        for sign, amount, shift in rows:
            page.number(left + 176, middle + shift, f"{amount:+d}".replace("-", "−"), 46, anchor="rm")
            page.put(icon(sign, 54), left + 214, middle + shift)
        page.part("evening", left, STORE_TOP, 612 + STORE_PANEL[0], STORE_TOP + STORE_PANEL[1])

    # Workshops

    def _workshop(self, page: Page, left: int, number: int, workshop: WorkshopView | None) -> None:
        top = WORKSHOP_TOP
        page.put_corner(vellum_panel(*WORKSHOP, 24, 50 + number), left, top)
        page.part("workshop", left, top, left + 240, top + WORKSHOP[1])
        if workshop is None:
            page.put_corner(wood_panel(528, 226, 18, "dark", 66), left + 18, top + 18)
            page.put(ghost("skeid", 200), left + 282, top + 132)
        else:
            self._ship(page, left, top, workshop)
        page.put_corner(ribbon(60, 80), left + 20, top + 2)
        page.text(left + 50, top + 32, "AB"[number], font("letter", 48), BONE)
        self._point(page, WORKSHOP_PARTS[number], (left, top, *WORKSHOP))

    def _ship(self, page: Page, left: int, top: int, workshop: WorkshopView) -> None:
        ship = workshop.ship
        width, height, art = SHIP_CARD
        page.put_corner(ship_card(ship.card, *SHIP_CARD), left + 12, top + 14)
        name = fit_text(self.names[ship.card], "letter", 44, width - 32)
        page.text_line(
            left + 12 + width / 2, top + 14 + 14 + art + (height - 28 - art) / 2, name, anchor="middle"
        )
        y = top + 14 + art - 20
        put_points(page, left + 58, y, ship.points, 64)
        if ship.military:
            page.put(icon("war_flag", 60), left + 152, y)
            page.number(left + 192, y, ship.military, 44)
        else:
            page.put(icon("trade_flag", 60), left + 180, y)
        changes = modifiers(ship)
        for number, (name_of, gain) in enumerate(changes):
            page.put(modifier(name_of, gain, 46), left + 192 - (len(changes) - 1 - number) * 54, top + 56)
        page.part("needs", left + 234, top + 6, left + WORKSHOP[0] - 6, top + WORKSHOP[1] - 6)
        for number, need in enumerate(needs(workshop)):
            x, low = left + 238 + (number % 3) * 108, top + 14 + (number // 3) * 80
            put_need(page, x, low, need, CHIP, self.player.tool)

    # Tool, craftsmen, buildings

    def _row(self, page: Page) -> None:
        page.put_corner(wood_panel(1160, ROW, 24, "dark", 61), 20, ROW_TOP)
        top = ROW_TOP + 12
        self.put_tool(page, 32, top)
        page.part("tool", 32, top, 32 + TOOL[0], top + TOOL[1])
        page.part("craftsmen", 146, top, 146 + 4 * CRAFTSMAN_STEP, top + TOOL[1])
        page.part("buildings", 592, top, 1170, top + TOOL[1])
        self.put_craftsmen(page, 146, top)
        self._buildings(page, 592, top)

    def put_craftsmen(self, page: Page, left: int, top: int) -> None:
        for place in range(MAX_CRAFTSMEN):
            x = left + place * CRAFTSMAN_STEP
            if place < len(self.player.craftsmen):
                page.put_corner(craftsman_card(self.player.craftsmen[place], *CRAFTSMAN), x, top)
                self.overlay.mark_item(page, self.seat, "craftsmen", place, (x, top, *CRAFTSMAN))
            else:
                page.put_corner(well(*CRAFTSMAN, 20, WELL, 0.40), x, top)
                page.put(ghost("hammer", 64), x + CRAFTSMAN[0] / 2, top + CRAFTSMAN[1] / 2)
        if self.overlay.touches(self.seat, "craftsmen"):
            place = min(len(self.player.craftsmen), MAX_CRAFTSMEN - 1)
            self.overlay.put_intended(page, (left + place * CRAFTSMAN_STEP, top, *CRAFTSMAN))
        if self.overlay.row_lost(self.seat, "craftsmen"):
            width = (MAX_CRAFTSMEN - 1) * CRAFTSMAN_STEP + CRAFTSMAN[0]
            self.overlay.put_changed(page, (left, top, width, CRAFTSMAN[1]))

    def put_tool(self, page: Page, left: int, top: int) -> None:
        tool = self.player.tool
        x = left + TOOL[0] / 2
        if tool is None:
            page.put_corner(well(*TOOL, 20, WELL, 0.40), left, top)
            page.put(ghost("bow_saw", 70), x, top + TOOL[1] / 2)
        else:
            page.put_corner(tool_card(tool.card, *TOOL), left, top)
            y = top + TOOL[1] - 32
            if tool.spares:
                page.put(icon(tool.spares, 46), x, y)
                page.put(icon("struck", 56), x, y)
            else:
                carried = [good for good in GOODS if self.player.cart.of(good)]
                for place, good in enumerate(carried):
                    page.put(icon(good, 36), x + (place - (len(carried) - 1) / 2) * 28, y)
        self._point(page, "tool", (left, top, *TOOL))

    def _buildings(self, page: Page, left: int, top: int) -> None:
        built = self.player.buildings
        width, height = BUILDING
        for place in range(len(BUILDINGS)):
            x = left + place * 82
            page.put_corner(well(*BUILDING, 16, WELL, 0.40), x, top)
            if place < len(built):
                page.put(icon(built[place].building.card, 68), x + width / 2, top + 42)
                put_points(page, x + width / 2, top + 96, built[place].points, 50)
                self.overlay.mark_item(page, self.seat, "buildings", place, (x, top, *BUILDING))
            else:
                page.put(ghost("long_house", 50), x + width / 2, top + height / 2)
        if self.overlay.touches(self.seat, "buildings"):
            place = min(len(built), len(BUILDINGS) - 1)
            self.overlay.put_intended(page, (left + place * 82, top, *BUILDING))


def put_need(
    page: Page, left: float, top: float, need: Need, size: tuple[int, int], tool: Face | None
) -> None:
    """Draw a requirement and how much of it is lacking; the tool is drawn where it replaces it."""
    width, height = size
    page.put_corner(chip(width, height, not need.lacking), left, top)
    y = top + height / 2 + 2
    if need.amount:
        page.put(icon(need.sign, 46), left + 30, y)
        page.number(left + 70, y, need.amount, 42, INK, stroke=0)
    else:
        page.put(icon(need.sign, 52), left + 40, y)
    x, above = (left + width - 16, top + 18) if height > 60 else (left + width - 30, y - 2)
    if need.spared and tool is not None:
        page.put(icon(tool.card, 50), x, above)
    elif need.lacking:
        page.put(lack(46), x, above)
        page.number(x, above, need.lacking, 38, stroke=0)
    else:
        page.put(icon("fulfilled", 36), x, above)


def put_day(page: Page, x: float, view: View, overlay: Overlay) -> None:
    """Draw the hour and the number of the day; on the last day with an hourglass."""
    page.put(icon(PHASES[view.phase], 74), x, 38)
    page.number(x + 46, 39, view.day or 1, 58, GOLD_LIGHT, "lm")
    if view.last_day:
        page.put(icon("hourglass", 64), x + 144, 37)
    if overlay.changes.day:
        page.put(icon("spark", 50), x + 100, 18)
    page.part("day", x - 40, 2, x + 130, 76)
