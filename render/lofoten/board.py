"""The board of Lofoten: market, fleets, warehouses, purses, as one reader sees them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import (
    BONE,
    CHANGED,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    INTENDED,
    MUTED,
    OAK_DARK,
    VELLUM_DARK,
)
from render.kit.plates import (
    badge_plate,
    beam,
    plank_panel,
    put_choice,
    put_points,
    put_tab,
    vellum_panel,
    wood_panel,
)
from render.kit.seats import put_seat, seat_colour
from render.kit.shadows import glow, rim, well
from render.kit.sprites import Sprite
from render.kit.type import fitted, font
from render.lofoten.cards import (
    FREE_JARL,
    JARL,
    MEASURE_ICONS,
    cabin_colour,
    put_every_good,
    put_free_jarl,
    put_jarl,
    put_rule,
)
from render.lofoten.choosing import Numbered, Spot
from render.lofoten.marks import POSITIONS, Changes, Intention, Position, ship_at, zone_beyond
from render.lofoten.pieces import (
    MARKET,
    amount_tile,
    chart,
    dock_mark,
    empty_stack,
    flipped_tile,
    goods_tile,
    longship,
    mooring_post,
    order_chip,
    pointer,
    stack_of_tiles,
    wheel_ring,
    wheel_wood,
    zone_hook,
)
from render.lofoten.places import PLACES
from rules.components import Name
from rules.game import Seat
from rules.lofoten.pieces import SHIELDS, Effect, ShipKey, Tile
from rules.lofoten.view import AllianceView, CardInPlay, ShipView, StackView, View, WarehouseView

HEIGHT = 1598
PITCH = 190
RADIUS = 204
MARKET_MIDDLE = (MARKET[1] + MARKET[3]) // 2
FLEET_Y = (322, 956)  # far side, near side
PLATE = (350, 300)
TAG = (184, 300)
STORE = (282, 390)
STORE_TOP = 1190
ROW = 110  # height of a side's row in a warehouse
STRIP_X = (48, 1152)
STRIP_TOP = 511
EFFECT_ICONS: dict[Effect, str] = {
    "steal": "steal",
    "remove": "remove",
    "wheel": "either_turn",
    "row": "either_slide",
}

POWERS: dict[ShipKey, str] = {"a": "+3", "b": "≤4", "d": "×4"}
"""What a better ship can do, as short as it can be said; C loads any good."""
SHIELD_ROW = 72
STACK_SHIELD = 40
GAP = 14
Piece = Literal["plate", "tag", "jarl"]
WIDTHS: dict[Piece, int] = {"plate": PLATE[0], "tag": TAG[0], "jarl": JARL[0]}


def _spread(stretch: list[int], pieces: list[Piece], *, outwards: bool) -> Iterator[tuple[Piece, float]]:
    """Pieces side by side in the middle of a stretch of sea, the first farthest from the fleet."""
    row = pieces[::-1] if outwards else pieces
    start = stretch[0] + (stretch[1] - stretch[0] - sum(WIDTHS[piece] + GAP for piece in row) + GAP) / 2
    for piece in row:
        yield piece, start
        start += WIDTHS[piece] + GAP


def put_shields(page: Page, x: float, y: float, shields: str, size: int) -> None:
    """The shields of a tile, from its lower left corner."""
    for number, shield in enumerate(shields):
        page.put(icon(f"shield_{shield}", size), x + number * size * 0.8, y)


def _stored(tile: Tile, size: int) -> Sprite:
    return flipped_tile(tile.good, size) if tile.flipped else amount_tile(tile.good, tile.amount, size)


@dataclass(frozen=True, slots=True)
class Board:
    """One picture of the board: the view, who sits where, and what is pointed out."""

    view: View
    names: tuple[str, ...]
    changes: Changes
    intended: Intention | None
    language: str = ""
    asked: tuple[Numbered, ...] = ()
    called: Mapping[str, Name] = field(default_factory=dict)

    @property
    def near(self) -> Seat:
        """The seat at the bottom: the reader's, or the first for a spectator."""
        return self.view.seat or 0

    def paint(self) -> Page:
        page = Page(chart(WIDTH, HEIGHT).image)
        self._beam(page)
        for seat in (1 - self.near, self.near):
            self._dock(page, seat)
        self._market(page)
        for seat in (1 - self.near, self.near):
            self._fleet(page, seat)
            self._beside(page, seat)
        for alliance in self.view.alliances:
            if alliance.owner is None:
                self._free_jarl(page, alliance)
        for number, warehouse in enumerate(self.view.warehouses):
            self._warehouse(page, number, warehouse)
        for answer in self.asked:
            for x, y in self._places_of(answer.spot):
                put_choice(page, x, y, answer.number)
        return page

    def _places_of(self, spot: Spot) -> Iterator[tuple[float, float]]:
        """Where the number of an answer goes: nowhere, if it is about the hand."""
        key, seat = spot.key, self.view.active
        x, y = self._fleet_x(seat), self._fleet_y(seat)
        match spot.what:
            case "zone" if isinstance(key, int):
                yield self._zone_x(key) + spot.side * 37, MARKET_MIDDLE + (0 if spot.side else 30)
            case "stack" if isinstance(key, int):
                yield 492 + key * 186, 84
            case "warehouse" if isinstance(key, int):
                yield 18 + key * (STORE[0] + 12) + STORE[0] / 2 + 2, STORE_TOP + STORE[1] / 2
            case "ship":
                for position in POSITIONS:
                    if ship_at(self.view.fleets[seat], position).ship == key:
                        dx, dy, _ = self._heading(seat, position)
                        yield x + dx * 104 + 34, y + dy * 104 + 30
            case "tile" if isinstance(key, tuple):
                number, place = key
                top = self._side_top(seat)
                yield self._tile_x(number, seat, place), top + 40
            case "jarl":
                for number, alliance in enumerate(self.view.alliances):
                    if alliance.jarl == key:
                        yield STRIP_X[number], STRIP_TOP + 60

    def _side_top(self, seat: Seat) -> int:
        return STORE_TOP + (STORE[1] - ROW - 12 if self._is_near(seat) else 12)

    def _free_jarl(self, page: Page, alliance: AllianceView) -> None:
        """A Jarl who is nobody's: beside the market, whatever the fleets do."""
        place = STRIP_X[self.view.alliances.index(alliance)]
        meant = self.intended is not None and self.intended.jarl == alliance.jarl
        put_free_jarl(
            page, place, STRIP_TOP, alliance, self.names, meant=meant, offered=self._offered(alliance)
        )
        page.part("jarl", place - 44, STRIP_TOP, place + 44, STRIP_TOP + FREE_JARL[1])

    def _offered(self, alliance: AllianceView) -> bool:
        free = self.view.phase == "turn_end" and alliance.owner is None
        return free and alliance.is_met(self.view.active) and self._has_no_jarl(self.view.active)

    @property
    def _shields(self) -> bool:
        """Whether shields count at this table: the tiles in sight have some then."""
        tiles = (*self.view.market, *(tile for store in self.view.warehouses for tile in store.sides[0]))
        others = (tile for store in self.view.warehouses for tile in store.sides[1])
        return any(tile and tile.shields for tile in (*tiles, *others, *self.view.box))

    # Where things lie

    def _zone_x(self, zone: int) -> int:
        return 600 + ((zone if self.near == 0 else 4 - zone) - 2) * PITCH

    def _is_near(self, seat: Seat) -> bool:
        return seat == self.near

    def _fleet_x(self, seat: Seat) -> int:
        return self._zone_x(self.view.fleets[seat].zone)

    def _fleet_y(self, seat: Seat) -> int:
        return FLEET_Y[1] if self._is_near(seat) else FLEET_Y[0]

    # Pointing out

    def _spark(self, page: Page, x: float, y: float) -> None:
        page.put(icon("spark", 58), x, y)

    # The beam: what belongs to nobody

    def _beam(self, page: Page) -> None:
        view = self.view
        page.put_corner(beam(WIDTH + 20, 100), -10, -6)
        page.text(40, 41, "LOFOTEN", font("title", 56, 900), "#1c120a", "lm")
        page.text(40, 38, "LOFOTEN", font("title", 56, 900), GOLD_LIGHT, "lm")
        if view.last_turn or view.phase in ("last_unload", "over"):
            page.put(icon("hourglass", 66), 392, 36)
        for number, stack in enumerate(view.stacks):
            self._stack(page, 492 + number * 186, number, stack)
        page.put(icon("coin", 64), 872, 38)
        page.number(914, 38, view.reserve, 52, anchor="lm")
        if self.changes.reserve:
            self._spark(page, 846, 18)
        if self.intended and self.intended.taken_from == "reserve":
            page.put(glow(72, 72, 36, INTENDED, 8), 872, 38)
        page.part("stacks", 450, 2, 830, 80)
        page.part("reserve", 836, 2, 960, 80)
        page.part("pile", 990, 2, 1150, 80)
        page.put(icon("card_back", 68), 1032, 37)
        page.number(1068, 38, view.pile, 52, anchor="lm")

    def _stack(self, page: Page, x: int, number: int, stack: StackView) -> None:
        if stack.top is None:
            page.put(empty_stack(70), x, 37)
        else:
            page.put(stack_of_tiles(stack.top, stack.amount or 0, 66), x, 37)
            put_shields(page, x - 24, 60, stack.shields, STACK_SHIELD)
        page.number(x + 50, 38, stack.left, 52, BONE if stack.left else MUTED, "lm")
        if self._filling and stack.left:
            page.put(glow(72, 72, 14, GOLD_LIGHT, 6, 4), x - 2, 36)
        if self.intended and self.intended.stack == number:
            page.put(glow(72, 72, 14, INTENDED, 8), x - 2, 36)

    # The market

    def _market(self, page: Page) -> None:
        left, top, right, bottom = MARKET
        page.put_corner(plank_panel(right - left, bottom - top, 18, "drift", 42, 6, False, 10), left, top)
        page.part("market", left, top, right, bottom)
        for zone in range(5):
            page.put(well(162, 162, 26, "#1c130c", 0.42), self._zone_x(zone), MARKET_MIDDLE)
        for seat in (1 - self.near, self.near):
            upwards = self._is_near(seat)
            page.put(zone_hook(seat, upwards), self._fleet_x(seat), MARKET_MIDDLE + (49 if upwards else -49))
        for post in range(6):
            for y in (top + 24, bottom - 24):
                page.put(mooring_post(), 600 + (post - 2.5) * PITCH, y)
        for zone, tile in enumerate(self.view.market):
            x = self._zone_x(zone)
            if tile:
                page.put(goods_tile(tile.good, tile.amount, 146), x, MARKET_MIDDLE)
                put_shields(page, x - 44, MARKET_MIDDLE + 48, tile.shown, 50)
            elif self._filling:
                page.put(glow(146, 146, 22, GOLD_LIGHT, 8, 4), x, MARKET_MIDDLE)
            if tile and self._asked_for(zone):
                page.put(glow(146, 146, 22, GOLD_LIGHT, 8, 4), x, MARKET_MIDDLE)
            if zone in self.changes.zones:
                page.put(rim(156, 156, 26, CHANGED, 6), x, MARKET_MIDDLE)
            if zone == self._meant_zone():
                page.put(glow(152, 152, 24, INTENDED, 10, 7), x, MARKET_MIDDLE)
                page.put(icon("pointing", 60), x + 10, MARKET_MIDDLE - 62)
            if zone in self.changes.zones:
                self._spark(page, x + 66, MARKET_MIDDLE - 66)
            put_tab(page, x - 62, MARKET_MIDDLE - 62, "ABCDE"[zone])

    @property
    def _filling(self) -> bool:
        """Whether the reader is about to fill the market: with the drawn card, or after it."""
        return self.view.phase in ("draw", "upkeep")

    def _asked_for(self, zone: int) -> bool:
        """Whether the tile there waits for an answer: a Jarl may take it, or the better C may load it."""
        if self.view.phase == "load":
            return zone == self.view.fleets[self.view.active].zone
        return self.view.phase == "take"

    def _meant_zone(self) -> int | None:
        """The zone a move means: a tile's, or the one a fleet would slide to."""
        meant = self.intended
        if meant and meant.slide:
            return zone_beyond(self.view, meant.seat, meant.slide)
        return meant.zone if meant else None

    # The fleets

    def _dock(self, page: Page, seat: Seat) -> None:
        x = self._fleet_x(seat)
        if self._is_near(seat):
            page.put_corner(
                plank_panel(220, 150, 12, "drift", 30, 12, True, 6), x - 110, FLEET_Y[1] + RADIUS - 50
            )
        else:
            page.put_corner(plank_panel(220, 80, 12, "drift", 30, 12, True, 6), x - 110, 84)

    def _heading(self, seat: Seat, position: Position) -> tuple[int, int, int]:
        """Where a position lies from the hub in the picture, and the quarter its bow is turned by."""
        quarter = POSITIONS.index(position)
        if not self._is_near(seat):
            quarter = (quarter + 2) % 4
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[quarter]
        return dx, dy, quarter

    def _fleet(self, page: Page, seat: Seat) -> None:
        fleet = self.view.fleets[seat]
        x, y = self._fleet_x(seat), self._fleet_y(seat)
        towards_market = -1 if self._is_near(seat) else 1
        page.put(wheel_wood(RADIUS), x, y)
        page.put(wheel_ring(seat, RADIUS), x, y)
        if self._is_near(seat):
            page.part("front", x - 60, y - 164, x + 60, y - 44)
            page.part("fleet", x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
            page.part("dock", x - 60, y + 44, x + 60, y + RADIUS + 44)
        else:
            page.part("rival_fleet", x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
        for position in POSITIONS:
            dx, dy, quarter = self._heading(seat, position)
            page.put(longship(seat, quarter, ship_at(fleet, position).upgraded), x + dx * 103, y + dy * 103)
        for position in POSITIONS:
            dx, dy, _ = self._heading(seat, position)
            self._ship(page, seat, ship_at(fleet, position), x + dx * 104, y + dy * 104)
        page.put(dock_mark(), x, y - towards_market * (RADIUS + 4))
        market_edge = MARKET[3] - 8 if self._is_near(seat) else MARKET[1] + 8
        if seat in self.changes.moved:
            page.put(
                pointer(seat, self._is_near(seat), True), self._zone_x(self.changes.moved[seat]), market_edge
            )
        page.put(pointer(seat, self._is_near(seat)), x, market_edge)
        if seat in self.changes.moved:
            self._spark(page, x + 46, market_edge - towards_market * 10)
        if seat in self.changes.turned:
            self._spark(page, x, y)
        if self.intended and self.intended.seat == seat:
            self._fleet_intention(page, seat, self.intended)

    def _ship(self, page: Page, seat: Seat, ship: ShipView, x: float, y: float) -> None:
        if len(ship.load) > 1:
            for number, tile in enumerate(ship.load[:3]):
                page.put(goods_tile(tile.good, tile.amount, 84), x - 14 + number * 26, y - 12 + number * 22)
            page.put(badge_plate(58, "disc", GOLD, GOLD_DARK), x + 46, y - 40)
            page.text(x + 46, y - 40, str(sum(tile.amount for tile in ship.load)), font("number", 40), INK)
        elif ship.load:
            page.put(goods_tile(ship.load[0].good, ship.load[0].amount, 98), x, y)
        elif ship.order:
            page.put(order_chip(ship.order.good, 82), x, y)
        changed = (seat, ship.ship) in self.changes.ships
        meant = self.intended
        if changed:
            page.put(rim(104, 104, 18, CHANGED, 6), x, y)
        if meant and meant.seat == seat and meant.ship == ship.ship:
            page.put(glow(104, 104, 18, INTENDED, 10, 7), x, y)
        if changed:
            self._spark(page, x + 48, y - 46)
        unloads = self.view.phase == "last_unload" and ship.load and seat in self.view.to_act
        if self.view.better_longships or unloads:
            self._letter(page, ship, x, y)

    def _letter(self, page: Page, ship: ShipView, x: float, y: float) -> None:
        """Which ship it is, on a disc: octagons are for zones. A better one has a golden disc, and its power
        written on an empty deck."""
        better = ship.upgraded
        disc = badge_plate(58, "disc", GOLD, GOLD_DARK) if better else badge_plate(58, "disc", OAK_DARK, BONE)
        page.put(disc, x - 46, y - 44)
        page.text(x - 46, y - 44, ship.ship.upper(), font("letter", 40), INK if better else BONE)
        if ship.order or not better:
            return
        if ship.ship == "c":
            put_every_good(page, x + 10, y + 10, 60)
        else:
            page.number(x + 4, y + 6, POWERS[ship.ship], 46, GOLD_LIGHT)

    def _fleet_intention(self, page: Page, seat: Seat, meant: Intention) -> None:
        x, y = self._fleet_x(seat), self._fleet_y(seat)
        if meant.turn:
            page.put(icon("turn", 150, INTENDED, mirrored=meant.turn == "left"), x, y)
        if meant.slide:
            leftwards = self._zone_x(zone_beyond(self.view, seat, meant.slide)) < x
            page.put(icon("slide", 120, INTENDED, mirrored=leftwards), x, y)
        if meant.dock:
            _, dy, _ = self._heading(seat, "dock")
            page.put(glow(98, 98, 18, INTENDED, 10, 7), x, y + dy * 104)

    # The players

    def _beside(self, page: Page, seat: Seat) -> None:
        """The player's plate in the widest stretch of open sea, then the card in play and a Jarl."""
        x, y = self._fleet_x(seat), self._fleet_y(seat)
        left, right = [16, x - RADIUS - 8], [x + RADIUS + 8, WIDTH - 16]
        playing = self.view.in_play if seat == self.view.active else None
        alliance = self._alliance_beside(seat)
        wide, narrow = (left, right) if left[1] - left[0] > right[1] - right[0] else (right, left)
        here: list[Piece] = ["plate"]
        there: list[Piece] = []
        room = wide[1] - wide[0] - PLATE[0]
        others: tuple[tuple[Piece, bool], ...] = (
            ("tag", playing is not None),
            ("jarl", alliance is not None),
        )
        for piece, shown in others:
            if not shown:
                continue
            if room >= WIDTHS[piece] + GAP:
                here.append(piece)
                room -= WIDTHS[piece] + GAP
            else:
                there.append(piece)
        for stretch, pieces in ((wide, here), (narrow, there)):
            for piece, start in _spread(stretch, pieces, outwards=stretch is right):
                if piece == "plate":
                    self._plate(page, start, y - self._plate_height / 2, seat)
                elif piece == "tag" and playing:
                    self._in_play(page, start, y - TAG[1] / 2, playing)
                elif alliance:
                    self._jarl(page, start, y - JARL[1] / 2, alliance)

    def _alliance_beside(self, seat: Seat) -> AllianceView | None:
        """The Jarl on a player's side is their ally."""
        return next((alliance for alliance in self.view.alliances if alliance.owner == seat), None)

    def _jarl(self, page: Page, x: float, y: float, alliance: AllianceView) -> None:
        name = self.components_name(alliance.jarl)
        put_jarl(page, x, y, alliance, self.names, name, changed=alliance.jarl in self.changes.jarls)
        page.part("jarl", x, y, x + JARL[0], y + JARL[1])

    def components_name(self, key: str) -> str:
        """What a card or piece is called in the language of this picture."""
        return self.called[key].say(self.language)

    def _has_no_jarl(self, seat: Seat) -> bool:
        return all(alliance.owner != seat for alliance in self.view.alliances)

    @property
    def _plate_height(self) -> int:
        return PLATE[1] + (SHIELD_ROW if self._shields else 0)

    def _plate(self, page: Page, x: float, y: float, seat: Seat) -> None:
        view = self.view
        width, height = PLATE[0], self._plate_height
        if seat in view.to_act:
            page.put_corner(glow(width + 16, height + 16, 34, GOLD_LIGHT, 16, 12), x - 8, y - 8)
        page.put_corner(vellum_panel(width, height, 26, 4 + seat, seat_colour(seat), 9), x, y)
        page.put_corner(rim(width, height, 26, INK, 2), x, y)
        put_seat(page, x + 64, y + 68, seat, 86, self.names[seat])
        name = fitted(self.names[seat], "title", 54, width - 138, otherwise=f"{seat + 1}")
        page.line(x + 118, y + 68, name)
        page.rule(x + 34, y + 124, x + width - 34, VELLUM_DARK)
        put_points(page, x + 84, y + 206, view.points[seat], 120)
        page.put(icon("coin", 78), x + 200, y + 182)
        page.number(x + 280, y + 182, view.coins[seat], 64, INK, stroke=0)
        for card in range(view.hand_sizes[seat]):
            page.put(icon("card_back", 58), x + 188 + card * 36, y + 254)
        if self._is_near(seat):
            page.part("points", x + 24, y + 140, x + 146, y + 270)
            page.part("coins", x + 158, y + 140, x + width - 16, y + 220)
            page.part("cards", x + 158, y + 224, x + width - 16, y + 288)
        if seat == view.first:
            page.put(icon("prow", 82), x + width - 44, y + 8)
        if view.extra_turn and seat == view.active:
            page.put(icon("again", 78), x + width - 128, y + 4)
        if self._shields:
            self._shield_row(page, x, y + PLATE[1] + SHIELD_ROW / 2 - 18, seat)
        if seat in self.changes.coins:
            self._spark(page, x + 170, y + 150)
        self._plate_intention(page, x, y, seat)

    def _shield_row(self, page: Page, x: float, y: float, seat: Seat) -> None:
        """How many shields of each type the player's stored tiles show."""
        stored = "".join(tile.shown for store in self.view.warehouses for tile in store.sides[seat])
        for number, shield in enumerate(SHIELDS):
            page.put(icon(f"shield_{shield}", 54), x + 50 + number * 104, y)
            page.number(x + 98 + number * 104, y, stored.count(shield), 48, INK, stroke=0)

    def _plate_intention(self, page: Page, x: float, y: float, seat: Seat) -> None:
        meant = self.intended
        if meant is None:
            return
        if (meant.seat == seat and meant.coins) or meant.taken_from == seat:
            page.put(glow(86, 86, 43, INTENDED, 8), x + 200, y + 182)
        if meant.seat == seat and meant.cards and not meant.dock:
            page.put(glow(128, 66, 12, INTENDED, 8), x + 224, y + 254)
        if meant.seat == seat and meant.again:
            page.put(icon("again", 78), x + PLATE[0] - 128, y + 4)
            page.put(glow(82, 82, 41, INTENDED, 8), x + PLATE[0] - 128, y + 4)

    def _in_play(self, page: Page, x: float, y: float, playing: CardInPlay) -> None:
        """The card being played, from which place in the hand, and what it still allows."""
        place = PLACES[playing.hand]
        page.put_corner(vellum_panel(*TAG, 24, 7, place.colour, 8), x, y)
        page.put(order_chip(playing.card.good, 118), x + TAG[0] / 2, y + 106)
        if playing.hand == "centre":
            page.put(badge_plate(80, "hexagon", "#22384A", GOLD_LIGHT), x + TAG[0] / 2, y + 38)
            effect = EFFECT_ICONS[self.view.effects[playing.card.good]]
            page.put(icon(effect, 50), x + TAG[0] / 2, y + 38)
            page.put(icon(effect, 70), x + 58, y + 234)
        else:
            corner = x + (44 if playing.hand == "left" else TAG[0] - 44)
            page.put(badge_plate(76, place.shape, place.colour, GOLD_LIGHT), corner, y + 46)
            page.number(corner, y + 46, playing.card.value, 46, BONE, stroke=0)
            leftwards = playing.hand == "left"
            page.put(icon("slide", 66, place.bright, mirrored=leftwards), x + 42, y + 216)
            page.put(icon("turn", 66, place.bright, mirrored=leftwards), x + 42, y + 264)
        page.number(x + 124, y + 236, f"×{playing.left}", 60, INK, stroke=0)
        page.part("in_play", x, y, x + TAG[0], y + TAG[1])

    # The warehouses

    def _warehouse(self, page: Page, number: int, warehouse: WarehouseView) -> None:
        width, height = STORE
        x, y = 18 + number * (width + 12), STORE_TOP
        middle = y + height / 2
        page.put_corner(wood_panel(width, height, 22, "oak", 30 + number), x, y)
        for seat in (1 - self.near, self.near):
            top = y + height - ROW - 12 if self._is_near(seat) else y + 12
            self._side(page, x, top, number, warehouse, seat)
        cabin = "cabin" if warehouse.good else "empty_cabin"
        if warehouse.level == 2:
            page.put(icon(cabin, 128, cabin_colour(warehouse)), x + 70, middle + 6)
        else:
            page.put(icon(cabin, 156), x + 94, middle + 2)
        if warehouse.good:
            good_x, good_y = (76, 34) if warehouse.level == 2 else (122, 24)
            page.put(icon(warehouse.good, 78 if warehouse.level == 2 else 96), x + good_x, middle + good_y)
        leaders = [] if warehouse.leader is None else [warehouse.leader]
        lean = sum(18 if self._is_near(seat) else -18 for seat in leaders)
        page.part("rule" if warehouse.level == 2 else "warehouse", x, middle - 70, x + width, middle + 70)
        if warehouse.level == 2:
            put_rule(page, x + width - 84, middle, warehouse)
        else:
            put_points(page, x + width - 76, middle + lean * 0.6, warehouse.points, 104)
        for seat in leaders:
            across, down = (104, 2.9) if warehouse.level == 2 else (width - 36, 3.1)
            put_seat(page, x + across, middle + lean * down, seat, 58, self.names[seat])
        put_tab(page, x + 40, middle - 54, str(number + 1), 52)
        for alliance in self.view.alliances:
            if alliance.warehouse == number:
                page.put(icon(f"jarl_{alliance.jarl}", 70), x + 38, middle + 44)
        if self.view.phase == "bind" or (self.view.phase == "store" and warehouse.good is None):
            page.put_corner(glow(width, height, 22, GOLD_LIGHT, 8, 5), x, y)
        if self.intended and self.intended.warehouse == number:
            page.put_corner(glow(width, height, 22, INTENDED, 12, 8), x, y)

    def _meant_tile(self, number: int, seat: Seat) -> Tile | None:
        """The tile that a move would flip on this side of the warehouse."""
        meant = self.intended
        if meant is None or meant.tile is None or (meant.warehouse, meant.seat) != (number, seat):
            return None
        return self.view.warehouses[number].sides[seat][meant.tile]

    def _side(
        self, page: Page, x: float, top: float, number: int, warehouse: WarehouseView, seat: Seat
    ) -> None:
        width = STORE[0] - 24
        page.put_corner(well(width, ROW, 16, "#120b06", 0.45), x + 12, top)
        page.put_corner(rim(width, ROW, 16, seat_colour(seat), 5), x + 12, top)
        self._tiles(page, top, number, seat)
        if warehouse.sides[seat]:
            self._total(page, x, top, warehouse, seat)
        if self._shields:
            self._stored_shields(page, x, top, warehouse.sides[seat])
        if self._is_near(seat):
            page.part("side", x + 12, top, x + STORE[0] - 12, top + ROW)
        if (number, seat) in self.changes.sides:
            page.put_corner(rim(width, ROW, 16, CHANGED, 6), x + 12, top)
            self._spark(page, x + width - 52, top + 4)

    def _groups(self, number: int, seat: Seat) -> list[list[Tile]]:
        """Tiles side by side while they are few; of many the equal ones on a pile, the largest first."""
        tiles = self.view.warehouses[number].sides[seat]
        if len(tiles) <= 3:
            return [[tile] for tile in tiles]
        piles: dict[tuple[bool, int], list[Tile]] = {}
        for tile in sorted(tiles, key=lambda tile: (tile.flipped, -tile.goods)):
            piles.setdefault((tile.flipped, tile.goods), []).append(tile)
        return list(piles.values())

    def _tile_x(self, number: int, seat: Seat, place: int) -> float:
        """Where a stored tile lies, by its place on that side of the warehouse."""
        groups = self._groups(number, seat)
        tile = self.view.warehouses[number].sides[seat][place]
        found = (
            place
            if len(groups) == len(self.view.warehouses[number].sides[seat])
            else next(index for index, alike in enumerate(groups) if tile in alike)
        )
        return self._group_x(number, len(groups), found)

    def _group_x(self, number: int, groups: int, place: int) -> float:
        pitch = min(62, 126 / max(1, groups - 1))
        return 18 + number * (STORE[0] + 12) + 48 + place * pitch

    def _tiles(self, page: Page, top: float, number: int, seat: Seat) -> None:
        groups = self._groups(number, seat)
        meant = self._meant_tile(number, seat)
        middle = top + (44 if self._shields else ROW / 2)
        for place, alike in enumerate(groups):
            x = self._group_x(number, len(groups), place)
            for layer in range(len(alike) - 1, -1, -1):
                page.put(_stored(alike[layer], 58), x + layer * 3, middle - layer * 4)
            if len(alike) > 1:
                page.text(
                    x + 16, middle - 26, f"×{len(alike)}", font("number", 38, 900), GOLD_LIGHT, stroke=4
                )
            if any(tile is meant for tile in alike):
                page.put(glow(62, 62, 14, INTENDED, 10, 7), x, middle)

    def _total(self, page: Page, x: float, top: float, warehouse: WarehouseView, seat: Seat) -> None:
        """How much of what the card counts lies there; a level 2 card says what that is."""
        colour = GOLD_LIGHT if warehouse.leader == seat else MUTED
        right, middle = x + STORE[0] - 24, top + ROW / 2
        if warehouse.level == 2:
            page.put(icon(MEASURE_ICONS[warehouse.measure], 46), right - 24, top + 28)
            middle = top + 78
        page.number(right, middle, warehouse.counts[seat], 54, colour, "rm", 5)

    def _stored_shields(self, page: Page, x: float, top: float, tiles: tuple[Tile, ...]) -> None:
        """How many shields of each type the tiles of a side show."""
        shown = "".join(tile.shown for tile in tiles)
        counts = [(shield, shown.count(shield)) for shield in SHIELDS if shield in shown]
        for place, (shield, count) in enumerate(counts):
            page.put(icon(f"shield_{shield}", 34), x + 34 + place * 60, top + 89)
            page.number(x + 64 + place * 60, top + 90, count, 38, BONE, stroke=3)
