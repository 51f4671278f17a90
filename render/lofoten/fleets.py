"""The fleets: docks, wheels with ships, and cargo."""

from dataclasses import dataclass

from render.kit import Page, font, icon
from render.kit.palette import BONE, CHANGED, GOLD, GOLD_DARK, GOLD_LIGHT, INK, INTENDED, OAK_DARK
from render.kit.plates import badge_plate, plank_panel
from render.kit.shadows import glow, rim
from render.lofoten.cards import put_every_good
from render.lofoten.highlights import POSITIONS, Intention, Position, ship_at, zone_beyond
from render.lofoten.picture_context import RADIUS, PictureContext, put_spark
from render.lofoten.pieces import dock_mark, goods_tile, longship, order_chip, pointer, wheel_ring, wheel_wood
from rules.game import Seat
from rules.lofoten.pieces import ShipKey
from rules.lofoten.view import ShipView

SMALL_RADIUS = 98
POWERS: dict[ShipKey, str] = {"a": "+3", "b": "≤4", "d": "×4"}
"""Short labels of the better ships' powers; C loads any good and has none."""


@dataclass(frozen=True, slots=True)
class Fleets:
    context: PictureContext

    def put_dock(self, page: Page, seat: Seat) -> None:
        x = self.context.fleet_x(seat)
        if self.context.is_near(seat):
            page.put_corner(
                plank_panel(220, 150, 12, "drift", 30, 12, True, 6),
                x - 110,
                self.context.fleet_y(seat) + RADIUS - 50,
            )
        else:
            page.put_corner(plank_panel(220, 80, 12, "drift", 30, 12, True, 6), x - 110, 84)

    def put(self, page: Page, seat: Seat) -> None:
        fleet = self.context.view.fleets[seat]
        x, y = self.context.fleet_x(seat), self.context.fleet_y(seat)
        towards_market = -1 if self.context.is_near(seat) else 1
        page.put(wheel_wood(RADIUS), x, y)
        page.put(wheel_ring(seat, RADIUS), x, y)
        if self.context.is_near(seat):
            page.part("front", x - 60, y - 164, x + 60, y - 44)
            page.part("fleet", x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
            page.part("dock", x - 60, y + 44, x + 60, y + RADIUS + 44)
        else:
            page.part("rival_fleet", x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
        for position in POSITIONS:
            dx, dy, quarter = self.heading(seat, position)
            page.put(longship(seat, quarter, ship_at(fleet, position).upgraded), x + dx * 103, y + dy * 103)
        for position in POSITIONS:
            dx, dy, _ = self.heading(seat, position)
            self._ship(page, seat, ship_at(fleet, position), x + dx * 104, y + dy * 104)
        page.put(dock_mark(), x, y - towards_market * (RADIUS + 4))
        if seat in self.context.changes.turned:
            put_spark(page, x, y)
        if self.context.intended and self.context.intended.seat == seat:
            self._intention(page, seat, self.context.intended)

    def put_pointer(self, page: Page, seat: Seat) -> None:
        """Draw the pointer at the market, and a hollow one where the fleet came from."""
        x, y, is_near = self.context.fleet_x(seat), self.context.market_edge(seat), self.context.is_near(seat)
        origin = self.context.changes.moved.get(seat)
        if origin is not None:
            page.put(pointer(seat, is_near, True), self.context.zone_x(origin), y)
        page.put(pointer(seat, is_near), x, y)
        if origin is not None:
            put_spark(page, x + 46, y + (10 if is_near else -10))

    def put_small(self, page: Page, seat: Seat) -> None:
        """Draw the rival's fleet across the market, small: its ships with their orders and loads."""
        fleet = self.context.view.fleets[seat]
        x, edge = self.context.fleet_x(seat), self.context.market_edge(seat)
        y = edge - SMALL_RADIUS - 16
        page.put(wheel_wood(SMALL_RADIUS), x, y)
        page.put(wheel_ring(seat, SMALL_RADIUS), x, y)
        page.part("rival_fleet", x - SMALL_RADIUS, y - SMALL_RADIUS, x + SMALL_RADIUS, y + SMALL_RADIUS)
        for position in POSITIONS:
            dx, dy, quarter = self.heading(seat, position)
            ship = ship_at(fleet, position)
            there = x + dx * 51, y + dy * 51
            page.put(longship(seat, quarter, ship.upgraded, 64), *there)
            if ship.load:
                amount = sum(tile.amount for tile in ship.load)
                page.put(goods_tile(ship.load[0].good, amount, 60), *there)
            elif ship.order:
                page.put(order_chip(ship.order.good, 56), *there)
            if (seat, ship.ship) in self.context.changes.ships:
                page.put(rim(64, 64, 12, CHANGED, 5), *there)

    def heading(self, seat: Seat, position: Position) -> tuple[int, int, int]:
        """Offset of a position from the hub, and the quarter turn of its bow."""
        quarter = POSITIONS.index(position)
        if not self.context.is_near(seat):
            quarter = (quarter + 2) % 4
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[quarter]
        return dx, dy, quarter

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
        changed = (seat, ship.ship) in self.context.changes.ships
        meant = self.context.intended
        if changed:
            page.put(rim(104, 104, 18, CHANGED, 6), x, y)
        if meant and meant.seat == seat and meant.ship == ship.ship:
            page.put(glow(104, 104, 18, INTENDED, 10, 7), x, y)
        if changed:
            put_spark(page, x + 48, y - 46)
        unloads = self.context.view.phase == "last_unload" and ship.load and seat in self.context.view.to_act
        if self.context.view.better_longships or unloads:
            self._letter(page, ship, x, y)

    def _letter(self, page: Page, ship: ShipView, x: float, y: float) -> None:
        """Draw the ship's letter on a disc; octagons are for zones.

        A better ship has a golden disc, and its power on an empty deck.
        """
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

    def _intention(self, page: Page, seat: Seat, meant: Intention) -> None:
        x, y = self.context.fleet_x(seat), self.context.fleet_y(seat)
        if meant.turn:
            page.put(icon("turn", 150, INTENDED, mirrored=meant.turn == "left"), x, y)
        if meant.slide:
            leftwards = self.context.zone_x(zone_beyond(self.context.view, seat, meant.slide)) < x
            page.put(icon("slide", 120, INTENDED, mirrored=leftwards), x, y)
        if meant.dock:
            _, dy, _ = self.heading(seat, "dock")
            page.put(glow(98, 98, 18, INTENDED, 10, 7), x, y + dy * 104)
