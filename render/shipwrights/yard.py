"""A player's yard in landscape: stores and price, workshops, then cards, then tool, craftsmen and income.

The cards are those to choose from, else the hand, else the fleet.
"""

from collections import Counter
from dataclasses import dataclass

from render.kit import WIDTH, Page, fit_text, font, icon, put_seat
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, INK, SHIELD
from render.kit.plates import put_points, put_tab, vellum_panel, wood_panel
from render.kit.seats import seat_colour
from render.kit.shadows import well
from render.shipwrights.cards import PORTRAIT, WIDE, modifiers, put_card, put_wide_card
from render.shipwrights.highlights import WORKSHOP_PARTS, Part
from render.shipwrights.numbering import APART, card_spot
from render.shipwrights.overlay import Overlay
from render.shipwrights.own_board import TOO_MANY, WELL, Names, OwnBoard, put_need
from render.shipwrights.pieces import bench, fjord, ghost, lack, modifier, pill, price_card, ship_at_sea
from render.shipwrights.playable import is_playable
from render.shipwrights.portraits import sign_of
from render.shipwrights.village_row import missing_needs, needs
from rules.game import Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import GOODS
from rules.shipwrights.view import PlayerView, View, WorkshopView

LEFT, PANEL = 20, 1160
TOP, GAP = 18, 8
STORES = (598, 104)
STORE_STEPS = (112, 98, 94, 94, 94)
PRICE_LEFT, PRICE = 626, (554, 104)
WORKSHOP = (576, 196)
NEED, NEEDS_ACROSS = 134, 4
CARD_STEP, WIDE_STEP = 394, (WIDE.width + 8, WIDE.height + 6)
PORTRAITS = 3
"""More cards than this are drawn wide, in pairs."""
ROWS_WITH_WORKSHOPS = 2
"""With more rows of wide cards there is no room for the workshops, only for what they lack."""
ROW = 150
FLEET = 300
KEPT = (100, 126)
SMALL_WORKSHOP = (118, 126)
LOWERED = 16


@dataclass(frozen=True, slots=True)
class Yard:
    """Draws one player's yard, for its owner only."""

    view: View
    seat: Seat
    person: str
    names: Names
    overlay: Overlay

    @property
    def player(self) -> PlayerView:
        return self.view.players[self.seat]

    @property
    def offered(self) -> tuple[Face, ...]:
        return self.view.draft or self.view.drawn or ()

    @property
    def hand(self) -> tuple[Face, ...]:
        return self.view.hand or ()

    def paint(self) -> Page:
        cards = self.offered or self.hand
        rows = (len(cards) + 1) // 2 if len(cards) > PORTRAITS else 0
        has_workshops = rows <= ROWS_WITH_WORKSHOPS
        if not cards:
            room = FLEET
        else:
            room = rows * WIDE_STEP[1] if rows else PORTRAIT.height + GAP
        top = TOP + STORES[1] + GAP
        cards_top = top + (WORKSHOP[1] + GAP if has_workshops else 0)
        row_top = cards_top + room + GAP
        page = Page(bench(WIDTH).image.crop((0, 0, WIDTH, max(WIDTH * 2 // 3, row_top + ROW + GAP))))
        self.put_stores(page, TOP)
        if has_workshops:
            self.put_workshops(page, top)
        if cards:
            self._cards(page, cards_top, cards, wide=rows > 0)
        else:
            self._fleet(page, cards_top)
        self.put_belongings(page, row_top, has_workshops=has_workshops)
        self.overlay.put_numbers(page)
        return page

    # What the player has, and what a purchase gives

    def _lowered(self, *parts: str) -> int:
        """How far signs move down to make room above them for numbers of answers, or for gains and losses."""
        numbers = self.overlay.numbering.numbers if self.overlay.numbering else {}
        touched = self.overlay.intended.touched if self.overlay.intended else {}
        marked: set[str] = {part for owner, part in touched if owner == self.seat}
        marked |= {part for part, owner, _ in numbers if part in APART or owner == self.seat}
        return LOWERED if marked & set(parts) else 0

    def put_stores(self, page: Page, top: int) -> None:
        player, y = self.player, top + STORES[1] / 2
        page.put_corner(wood_panel(*STORES, 22, "oak", 44, seat_colour(self.seat), 5), LEFT, top)
        put_seat(page, 68, y, self.seat, 66, self.person)
        stores: tuple[tuple[Part, str, int], ...] = (
            ("gold", "coin", player.gold),
            ("workers", "worker", player.workers),
            *((good, good, player.mill.of(good)) for good in GOODS),
        )
        left, shift = 114, self._lowered("gold", "workers", *GOODS)
        for (part, sign, amount), step in zip(stores, STORE_STEPS, strict=True):
            page.put(icon(sign, 52), left + 28, y + shift)
            page.number(left + 58, y + 1 + shift, amount, 48, anchor="lm")
            self.overlay.mark_part(page, self.seat, part, (left - 2, top + 6, step - 4, STORES[1] - 12))
            left += step
        self._price(page, top)

    def _price(self, page: Page, top: int) -> None:
        view, y, left = self.view, top + PRICE[1] / 2, PRICE_LEFT
        shift = self._lowered("price")
        page.put_corner(price_card(*PRICE), left, top)
        for sign, cost, x in (("coin", view.price_gold, 44), ("worker", view.price_workers, 132)):
            page.put(icon(sign, 52), left + x, y)
            page.number(left + x + 28, y + 1, cost, 44, anchor="lm")
        page.put(icon("becomes", 42), left + 212, y)
        for number, good in enumerate(GOODS):
            x = left + 276 + number * 97
            amount = "?" if view.price is None else str(view.price.of(good))
            page.put(icon(good, 54), x, y + shift)
            page.number(x + 30, y + 1 + shift, amount, 46, anchor="lm")
            self.overlay.spots["price", 0, number] = (x - 18, top, 60, 60)
        if self.overlay.changes.price:
            self.overlay.put_changed(page, (left, top, *PRICE))
        if self.overlay.intended and self.overlay.intended.price:
            self.overlay.put_intended(page, (left, top, *PRICE))

    # Workshops

    def put_workshops(self, page: Page, top: int) -> None:
        for number, workshop in enumerate(self.player.workshops):
            left = LEFT + number * (WORKSHOP[0] + GAP)
            page.put_corner(vellum_panel(*WORKSHOP, 24, 50 + number), left, top)
            if workshop is None:
                page.put_corner(
                    wood_panel(WORKSHOP[0] - 32, WORKSHOP[1] - 28, 18, "dark", 66), left + 16, top + 14
                )
                page.put(ghost("skeid", 150), left + WORKSHOP[0] / 2, top + WORKSHOP[1] / 2)
            else:
                self._ship(page, left, top, workshop)
            put_tab(page, left + 40, top + 38, "AB"[number], 58)
            self.overlay.mark_part(page, self.seat, WORKSHOP_PARTS[number], (left, top, *WORKSHOP))

    def _ship(self, page: Page, left: int, top: int, workshop: WorkshopView) -> None:
        ship, y = workshop.ship, top + 38
        page.put(ship_at_sea(ship.card, 82), left + 110, y - 2)
        page.text_line(left + 156, y, fit_text(self.names[ship.card], "letter", 46, 160), INK)
        put_points(page, left + 350, y, ship.points, 58)
        page.put(icon("war_flag" if ship.military else "trade_flag", 52), left + 406, y)
        if ship.military:
            page.number(left + 444, y, ship.military, 42)
        for number, (sign, gain) in enumerate(modifiers(ship)):
            page.put(modifier(sign, gain, 44), left + WORKSHOP[0] - 34 - number * 54, y)
        for number, need in enumerate(needs(workshop)):
            column, row = number % NEEDS_ACROSS, number // NEEDS_ACROSS
            chip_left, chip_top = left + 14 + column * (NEED + 4), top + 76 + row * 58
            put_need(page, chip_left, chip_top, need, (NEED, 54), self.player.tool)

    # The cards

    def _cards(self, page: Page, top: int, cards: tuple[Face, ...], *, wide: bool) -> None:
        kept = not self.offered
        intended = Counter(self.overlay.intended.cards if self.overlay.intended else ())
        for place, face in enumerate(cards):
            playable = (
                not kept or self.view.phase not in ("afternoon", "trader") or is_playable(self.view, face)
            )
            if wide:
                left = LEFT + place % 2 * WIDE_STEP[0]
                low = top + place // 2 * WIDE_STEP[1]
                put_wide_card(page, left, low, face, self.names[face.card], dim=not playable)
                box = (left, low, WIDE.width, WIDE.height)
            else:
                left, low = LEFT + place * CARD_STEP, top
                put_card(page, left, low, face, self.names[face.card], PORTRAIT, dim=not playable)
                box = (left, low, PORTRAIT.width, PORTRAIT.height)
            self.overlay.spots[card_spot(kept, place)] = box
            if intended[face.card]:
                intended[face.card] -= 1
                self.overlay.put_intended(page, box)
        for place in range(len(cards), 0 if wide else PORTRAITS):
            page.put_corner(
                well(PORTRAIT.width, PORTRAIT.height, 26, WELL, 0.4), LEFT + place * CARD_STEP, top
            )

    def _fleet(self, page: Page, top: int) -> None:
        """Draw the ships built, in place of an empty hand."""
        fleet, height = self.player.fleet, FLEET - GAP
        page.put_corner(fjord(PANEL, height, 12), LEFT, top)
        places = max(4, len(fleet))
        pitch = PANEL / places
        for number in range(places):
            x = LEFT + pitch * (number + 0.5)
            if number >= len(fleet):
                page.put(ghost("skeid", 150, "#0c2230", 0.42), x, top + 130)
                continue
            ship = fleet[number]
            page.put(ship_at_sea(ship.card, 160), x, top + 112)
            name = fit_text(self.names[ship.card], "letter", 46, round(pitch) - 92)
            put_points(page, x - name.width / 2 - 8, top + 240, ship.points, 60)
            page.text(x + 34, top + 240, name.runs[0].text, font("letter", name.size), BONE, stroke=5)
        if self.overlay.touches(self.seat, "fleet") or (self.seat, "fleet") in self.overlay.changes.parts:
            put = self.overlay.put_intended if self.overlay.intended else self.overlay.put_changed
            put(page, (LEFT, top, PANEL, height))

    # Tool, craftsmen, and what else there is

    def put_belongings(self, page: Page, top: int, *, has_workshops: bool = True) -> None:
        """Draw tool and craftsmen, then buildings and fleet or workshops, then kept cards or the evening."""
        page.put_corner(wood_panel(PANEL, ROW, 24, "dark", 61), LEFT, top)
        board = OwnBoard(self.view, self.seat, self.person, self.names, self.overlay)
        board.put_tool(page, 32, top + 12)
        board.put_craftsmen(page, 146, top + 12)
        if has_workshops:
            self._built(page, 592, top)
        else:
            self._small_workshops(page, 592, top + 12)
        if self.offered:
            self._kept(page, 852, top + 12)
        else:
            self._evening(page, 846, top)

    def _built(self, page: Page, left: int, top: int) -> None:
        """Draw the buildings above the ships of the fleet, both small."""
        rows: tuple[tuple[Part, list[str], int], ...] = (
            ("buildings", [built.building.card for built in self.player.buildings], 42),
            ("fleet", [ship.card for ship in self.player.fleet], 108),
        )
        for part, signs, y in rows:
            pitch = min(60.0, 180 / max(1, len(signs) - 1))
            for place, sign in enumerate(signs):
                x = left + 32 + place * pitch
                page.put(icon(sign, 58), x, top + y)
                self.overlay.mark_item(page, self.seat, part, place, (x - 30, top + y - 30, 60, 60))
            if not signs:
                page.put(ghost("long_house" if part == "buildings" else "skeid", 50), left + 32, top + y)
            if self.overlay.touches(self.seat, part):
                self.overlay.put_intended(page, (left, top + y - 31, 246, 62))

    def _small_workshops(self, page: Page, left: int, top: int) -> None:
        for number, workshop in enumerate(self.player.workshops):
            x, y = (
                left + number * (SMALL_WORKSHOP[0] + 6) + SMALL_WORKSHOP[0] / 2,
                top + SMALL_WORKSHOP[1] / 2,
            )
            page.put_corner(well(*SMALL_WORKSHOP, 14, WELL, 0.4), x - SMALL_WORKSHOP[0] / 2, top)
            if workshop is None:
                page.put(ghost("hammer", 60), x, y)
            else:
                page.put(icon(workshop.ship.card, 100), x, y + 8)
                lacks = sum(amount for _, amount in missing_needs(workshop))
                page.put(lack(50) if lacks else icon("fulfilled", 44), x + 34, y + 36)
                if lacks:
                    page.number(x + 34, y + 36, lacks, 40, stroke=0)
            put_tab(page, x - 36, top + 24, "AB"[number], 46)

    def _kept(self, page: Page, left: int, top: int) -> None:
        """Draw the cards chosen so far."""
        for place in range(PORTRAITS):
            x = left + place * (KEPT[0] + 8)
            page.put_corner(well(*KEPT, 20, WELL, 0.4), x, top)
            if place < len(self.hand):
                page.put(icon(sign_of(self.hand[place].card), 92), x + KEPT[0] / 2, top + KEPT[1] / 2)
            else:
                page.put(icon("card_back", 60, dim=True), x + KEPT[0] / 2, top + KEPT[1] / 2)

    def _evening(self, page: Page, left: int, top: int) -> None:
        """Draw the load of the mill, and the income of the evening."""
        player, middle = self.player, top + ROW / 2
        page.put(icon("mill", 74), left + 62, top + 52)
        page.put(pill(118, 52, SHIELD, GOLD), left + 62, top + 112)
        colour = BONE if player.mill.total <= player.mill_capacity else TOO_MANY
        page.number(left + 62, top + 112, f"{player.mill.total}/{player.mill_capacity}", 40, colour, stroke=0)
        page.put(icon("moon", 66), left + 166, middle)
        rows = (("coin", player.evening_gold, -33), ("worker", player.evening_workers, 33))
        for sign, amount, shift in rows:
            page.number(left + 270, middle + shift, f"{amount:+d}".replace("-", "−"), 44, GOLD_LIGHT, "rm")
            page.put(icon(sign, 50), left + 298, middle + shift)
