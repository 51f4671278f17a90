"""A reader's own board, large: fleet on the sea, shoreline, stores, workshops, people and things."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, OAK_LIGHT, SHIELD
from render.kit.plates import beam, put_points, vellum_panel, wood_panel
from render.kit.seats import put_seat
from render.kit.shadows import well
from render.kit.type import fitted, font
from render.shipwrights.cards import modifiers, ship_name
from render.shipwrights.marks import WORKSHOP_PARTS, Part
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
from render.shipwrights.pointing import Box, Pointers, put_delta
from render.shipwrights.village import standing
from rules.game import Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import GOODS, PLACES_FOR_CRAFTSMEN, Card
from rules.shipwrights.state import Phase
from rules.shipwrights.view import PlayerView, View, WorkshopView

HEIGHT = 1202
"""Where a reader's own board ends."""
SEA = 950
"""How far the fleet and the shoreline reach."""
FLEET_SIZES = ((226, 196), (182, 150), (150, 134))
"""The width of a ship's plate and of the ship, in a fleet of up to four, of five, and of more."""
PRICE = (208, 262)
STORE = (564, 150)
STORE_TOP = 458
SLOT = 66
MOST_SLOTS = 12
WORKSHOP = (564, 340)
WORKSHOP_TOP = 620
SHIP_CARD = (248, 310, 228)
CHIP = (136, 70)
ROW_TOP, ROW = 974, 216
TOOL = (132, 190)
CRAFTSMAN = (130, 190)
BUILDING = (98, 90)
WELL = "#120b06"
TOO_MANY = "#FFA79A"
PHASES: dict[Phase, str] = {
    "stock": "sunrise",
    "morning": "sunrise",
    "afternoon": "midday",
    "chieftain": "midday",
    "trader": "midday",
    "night": "moon",
    "over": "moon",
}


@dataclass(frozen=True, slots=True)
class Yard:
    """One player's own board."""

    view: View
    seat: Seat
    name: str
    ship_names: Mapping[Card, str]
    pointers: Pointers

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
        self.pointers.place(page, self.seat, part, box)

    def _beam(self, page: Page) -> None:
        view, player = self.view, self.player
        page.put_corner(beam(WIDTH + 20, 100), -10, -6)
        put_seat(page, 54, 38, self.seat, 68, self.name)
        signs = standing(view, self.seat)
        room = 560 - len(signs) * 70
        title = fitted(self.name, "title", 56, room, 900, otherwise=f"{self.seat + 1}")
        page.line(102, 43, title, "#1c120a")
        page.line(102, 40, title, GOLD_LIGHT)
        for number, (part, sign) in enumerate(signs):
            x = 102 + title.width + 50 + number * 70
            page.put(icon(sign, 64), x, 38)
            if part:
                self._point(page, part, (x - 34, 4, 68, 68))
        put_points(page, 726, 39, player.points, 80)
        page.put(icon("war_flag", 70), 824, 40)
        page.number(862, 39, player.military, 54, anchor="lm")
        put_day(page, 1016, view, self.pointers)

    # The sea and its shore

    def _fleet(self, page: Page) -> None:
        fleet = self.player.fleet
        places = max(4, len(fleet))
        pitch = SEA / places
        plate, size = FLEET_SIZES[min(places, 6) - 4]
        for number in range(places):
            x = 6 + pitch * (number + 0.5)
            if number >= len(fleet):
                page.put(ghost("skeid", size, "#0c2230", 0.42), x, 168)
                page.put_corner(well(plate, 62, 18, "#0b1a24", 0.30), x - plate / 2, 244)
                continue
            ship = fleet[number]
            page.put(ship_at_sea(ship.card, size), x, 168)
            page.put_corner(wood_panel(plate, 62, 18, "dark", 7, OAK_LIGHT, 3), x - plate / 2, 244)
            self._merits(page, x - plate / 2, ship, plate)
            box = (x - plate / 2, 98, plate, 208)
            self.pointers.item(page, self.seat, "fleet", number, box)
        if self.pointers.intended and (self.seat, "fleet") in self.pointers.intended.touched:
            x = 6 + pitch * (min(len(fleet), places - 1) + 0.5)
            self.pointers.meant(page, (x - plate / 2, 98, plate, 208))

    def _merits(self, page: Page, left: float, ship: Face, plate: int) -> None:
        put_points(page, left + 36, 275, ship.points, 60)
        if ship.military:
            page.put(icon("war_flag", 48), left + 84, 275)
            page.number(left + 116, 276, ship.military, 42)
        else:
            page.put(icon("trade_flag", 48), left + 94, 275)
        if plate < FLEET_SIZES[0][0]:
            return
        changes = modifiers(ship)
        for number, (name, gain) in enumerate(changes):
            page.put(modifier(name, gain, 40), left + plate - 26 - (len(changes) - 1 - number) * 46, 278)

    def _shoreline(self, page: Page) -> None:
        gold = self.player.gold

        def at(number: int) -> tuple[float, float]:
            return 44 + number * 72.5, 400 + 5 * math.sin(number * 0.9)

        for number in range(13):
            x, y = at(number)
            page.put(stone(number), x, y)
            if number != gold:
                page.number(x, y, number, 40, INK, stroke=0)
        x, y = at(min(gold, 12))
        page.put(gold_ship(78), x, y - 54)
        page.put(icon("coin", 92), x, y)
        page.text(x, y + 2, str(gold), font("number", 56, 900), INK, stroke=5, edge=GOLD_LIGHT)
        self._point(page, "gold", (x - 52, y - 90, 104, 142))

    def _price(self, page: Page) -> None:
        """The back on top of the deck: what a purchase gives of each resource."""
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
        box = (left, top, width, height)
        if self.pointers.changes.price:
            self.pointers.changed(page, box)
        if self.pointers.intended and self.pointers.intended.price:
            self.pointers.meant(page, box)
        page.put(icon("card_back", 56), left + 66, 414)
        page.number(left + 104, 414, self.view.deck, 48, anchor="lm")

    # Mill and village

    def _stores(self, page: Page) -> None:
        player = self.player
        goods = [good for good in GOODS for _ in range(player.mill.of(good))]
        self._store(page, 24, "mill", goods, player.mill_capacity)
        self._store(page, 612, "long_house", ["worker"] * player.workers, 8)
        self._night(page)
        self._mill_marks(page, goods)
        self._point(page, "workers", (612, STORE_TOP, *STORE))

    def _mill_marks(self, page: Page, goods: Sequence[str]) -> None:
        """What changed is marked where it lies; what would change stands beside, good by good."""
        columns = self._columns(len(goods), self.player.mill_capacity)
        for good in GOODS:
            if (self.seat, good) in self.pointers.changes.parts and good in goods[: 2 * columns]:
                row, column = divmod(goods.index(good), columns)
                corner = 24 + 136 + column * SLOT, STORE_TOP + 9 + row * SLOT
                self.pointers.changed(page, (*corner, SLOT - 4, SLOT - 4))
        meant = self.pointers.intended
        deltas = (
            [(good, meant.touched[self.seat, good]) for good in GOODS if (self.seat, good) in meant.touched]
            if meant
            else []
        )
        for place, (good, delta) in enumerate(deltas):
            y = STORE_TOP + STORE[1] / 2 + (place - (len(deltas) - 1) / 2) * 54
            page.put(icon(good, 52), 24 + STORE[0] - 120, y)
            put_delta(page, 24 + STORE[0] - 48, y, delta)

    def _night(self, page: Page) -> None:
        """What the evening would bring, beside the village: gold for each worker and from ships, workers."""
        player = self.player
        if self._columns(player.workers, 8) > 4:
            return
        left = 612 + STORE[0] - 84
        page.put(icon("moon", 58), left - 54, STORE_TOP + STORE[1] / 2)
        rows = (("coin", player.workers + player.daily_gold, -33), ("worker", player.daily_workers, 33))
        for sign, amount, shift in rows:
            y = STORE_TOP + STORE[1] / 2 + shift
            page.number(left + 32, y, f"+{amount}", 40, anchor="rm")
            page.put(icon(sign, 46), left + 58, y)

    def _columns(self, pieces: int, capacity: int) -> int:
        return min(MOST_SLOTS, max(pieces, capacity) + 1) // 2

    def _store(self, page: Page, left: int, sign: str, pieces: Sequence[str], capacity: int) -> None:
        page.put_corner(wood_panel(*STORE, 24, "oak", 40 + left % 7), left, STORE_TOP)
        page.put(icon(sign, 96), left + 68, STORE_TOP + 52)
        page.put(pill(118, 52, SHIELD, GOLD), left + 68, STORE_TOP + 118)
        colour = BONE if len(pieces) <= capacity else TOO_MANY
        page.number(left + 68, STORE_TOP + 118, f"{len(pieces)}/{capacity}", 40, colour, stroke=0)
        columns = self._columns(len(pieces), capacity)
        for place in range(2 * columns):
            x, y = left + 136 + (place % columns) * SLOT, STORE_TOP + 9 + (place // columns) * SLOT
            if place < max(capacity, len(pieces)):
                page.put_corner(well(SLOT - 6, SLOT - 4, 14, WELL, 0.40), x, y)
            if place < len(pieces):
                page.put(icon(pieces[place], SLOT - 14), x + SLOT / 2 - 3, y + SLOT / 2 - 2)
        beyond = len(pieces) - 2 * columns
        if beyond > 0:
            page.number(left + STORE[0] - 14, STORE_TOP + 104, f"+{beyond}", 44, GOLD_LIGHT, "rm")

    # Workshops

    def _workshop(self, page: Page, left: int, number: int, workshop: WorkshopView | None) -> None:
        top = WORKSHOP_TOP
        page.put_corner(vellum_panel(*WORKSHOP, 24, 50 + number), left, top)
        if workshop is None:
            page.put_corner(wood_panel(528, 304, 18, "dark", 66), left + 18, top + 18)
            page.put(ghost("skeid", 250), left + 282, top + 170)
        else:
            self._ship(page, left, top, workshop)
        page.put_corner(ribbon(68, 90), left + 24, top + 2)
        page.text(left + 58, top + 36, "AB"[number], font("letter", 54), BONE)
        self._point(page, WORKSHOP_PARTS[number], (left, top, *WORKSHOP))

    def _ship(self, page: Page, left: int, top: int, workshop: WorkshopView) -> None:
        ship = workshop.ship
        width, height, art = SHIP_CARD
        page.put_corner(ship_card(ship.card, *SHIP_CARD), left + 14, top + 15)
        name = ship_name(self.ship_names.get(ship.card, ship.card), 42, width - 44)
        page.line(left + 14 + width / 2, top + 15 + 14 + art + (height - 28 - art) / 2, name, anchor="middle")
        y = top + 15 + art - 28
        put_points(page, left + 66, y, ship.points, 74)
        if ship.military:
            page.put(icon("war_flag", 68), left + 182, y)
            page.number(left + 224, y, ship.military, 48)
        else:
            page.put(icon("trade_flag", 68), left + 210, y)
        changes = modifiers(ship)
        for number, (name_of, gain) in enumerate(changes):
            page.put(modifier(name_of, gain, 52), left + 226 - (len(changes) - 1 - number) * 60, top + 64)
        for number, (sign, amount, missing) in enumerate(_needs(workshop)):
            x, low = left + 274 + (number % 2) * 142, top + 14 + (number // 2) * 80
            self._need(page, x, low, sign, amount, missing)

    def _need(self, page: Page, left: float, top: float, sign: str, amount: int, missing: int) -> None:
        width, height = CHIP
        page.put_corner(chip(width, height, missing == 0), left, top)
        y = top + height / 2 + 1
        if amount:
            page.put(icon(sign, 52), left + 40, y)
            page.number(left + 84, y, amount, 44, INK, stroke=0)
        else:
            page.put(icon(sign, 58), left + 52, y)
        if missing:
            page.put(lack(48), left + width - 18, top + 18)
            page.number(left + width - 18, top + 18, missing, 38, stroke=0)
        else:
            page.put(icon("fulfilled", 38), left + width - 20, top + 20)

    # Tool, craftsmen, buildings

    def _row(self, page: Page) -> None:
        page.put_corner(wood_panel(1160, ROW, 24, "dark", 61), 20, ROW_TOP)
        top = ROW_TOP + 13
        self._tool(page, 34, top)
        for place in range(PLACES_FOR_CRAFTSMEN):
            left = 180 + place * 140
            box = (left, top, *CRAFTSMAN)
            if place < len(self.player.craftsmen):
                craftsman = self.player.craftsmen[place]
                page.put_corner(craftsman_card(craftsman, *CRAFTSMAN), left, top)
                self.pointers.item(page, self.seat, "craftsmen", place, box)
                self.pointers.craftsman(page, self.seat, craftsman, box)
            else:
                page.put_corner(well(*CRAFTSMAN, 20, WELL, 0.40), left, top)
                page.put(ghost("hammer", 84), left + CRAFTSMAN[0] / 2, top + CRAFTSMAN[1] / 2)
        meant = self.pointers.intended
        if meant and (self.seat, "craftsmen") in meant.touched:
            place = min(len(self.player.craftsmen), PLACES_FOR_CRAFTSMEN - 1)
            self.pointers.meant(page, (180 + place * 140, top, *CRAFTSMAN))
        if self.pointers.row_lost(self.seat, "craftsmen"):
            self.pointers.changed(page, (180, top, 3 * 140 + CRAFTSMAN[0], CRAFTSMAN[1]))
        self._buildings(page, 752, top)

    def _tool(self, page: Page, left: int, top: int) -> None:
        tool = self.player.tool
        x = left + TOOL[0] / 2
        if tool is None:
            page.put_corner(well(*TOOL, 20, WELL, 0.40), left, top)
            page.put(ghost("bow_saw", 92), x, top + TOOL[1] / 2)
        else:
            page.put_corner(tool_card(tool.card, *TOOL), left, top)
            y = top + TOOL[1] - 46
            if tool.spares:
                page.put(icon(tool.spares, 66), x, y)
                page.put(icon("struck", 80), x, y)
            else:
                carried = [good for good in GOODS if self.player.cart.of(good)]
                for place, good in enumerate(carried):
                    page.put(icon(good, 38), x + (place - (len(carried) - 1) / 2) * 36, y)
        self._point(page, "tool", (left, top, *TOOL))

    def _buildings(self, page: Page, left: int, top: int) -> None:
        built = self.player.buildings
        width, height = BUILDING
        for place in range(8):
            x, y = left + (place % 4) * 104, top + (place // 4) * 98
            page.put_corner(well(*BUILDING, 16, WELL, 0.40), x, y)
            if place < len(built):
                page.put(icon(built[place].building.card, 78), x + 42, y + 42)
                put_points(page, x + 74, y + 66, built[place].points, 50)
                self.pointers.item(page, self.seat, "buildings", place, (x, y, *BUILDING))
            else:
                page.put(ghost("long_house", 58), x + width / 2, y + height / 2)
        meant = self.pointers.intended
        if meant and (self.seat, "buildings") in meant.touched:
            place = min(len(built), 7)
            box = (left + (place % 4) * 104, top + (place // 4) * 98, *BUILDING)
            self.pointers.meant(page, box)


def put_day(page: Page, x: float, view: View, pointers: Pointers) -> None:
    """The hour of the day, and which day it is; on the last one an hourglass runs."""
    page.put(icon(PHASES[view.phase], 74), x, 38)
    page.number(x + 46, 39, view.day or 1, 58, GOLD_LIGHT, "lm")
    if view.last_day:
        page.put(icon("hourglass", 64), x + 144, 37)
    if pointers.changes.day:
        page.put(icon("spark", 50), x + 100, 18)


def _needs(workshop: WorkshopView) -> list[tuple[str, int, int]]:
    """Each need: its icon, how much of it (0 for a craftsman), and how much lacks."""
    ship = workshop.ship
    needs = [("coin", ship.gold, workshop.gold_lacking), ("worker", ship.workers, workshop.workers_lacking)]
    needs += [(good, ship.goods.of(good), workshop.goods_lacking.of(good)) for good in GOODS]
    people = [(need.craftsman, 0, 1 if need.found is None else 0) for need in workshop.craftsmen]
    return [need for need in needs if need[1]] + people
