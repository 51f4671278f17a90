"""The board of Lofoten: market, fleets, warehouses, purses, as one reader sees them."""

from collections.abc import Iterator
from dataclasses import dataclass

from render.kit.page import WIDTH, Page
from render.kit.plates import put_number_plate
from render.lofoten.cards import FREE_JARL
from render.lofoten.fleets import Fleets
from render.lofoten.highlights import POSITIONS, ship_at
from render.lofoten.market import Market
from render.lofoten.numbering import Numbered, Spot
from render.lofoten.pieces import chart
from render.lofoten.players import STRIP_TOP, STRIP_X, Players
from render.lofoten.shown import HEIGHT, MARKET_MIDDLE, Shown
from render.lofoten.warehouses import WAREHOUSE_SIZE, WAREHOUSE_TOP, Warehouses


@dataclass(frozen=True, slots=True)
class Board:
    """One picture of the board, with the numbers of the answers that may be given."""

    shown: Shown
    asked: tuple[Numbered, ...] = ()

    def paint(self) -> Page:
        page, shown = Page(chart(WIDTH, HEIGHT).image), self.shown
        market, fleets, players, warehouses = Market(shown), Fleets(shown), Players(shown), Warehouses(shown)
        far_first = 1 - shown.near, shown.near
        market.put_beam(page)
        for seat in far_first:
            fleets.put_dock(page, seat)
        market.put(page)
        for seat in far_first:
            fleets.put(page, seat)
            players.put(page, seat)
        for alliance in shown.view.alliances:
            if alliance.owner is None:
                players.put_free_jarl(page, alliance)
        for number, warehouse in enumerate(shown.view.warehouses):
            warehouses.put(page, number, warehouse)
        for answer in self.asked:
            for x, y in self._places_of(answer.spot):
                put_number_plate(page, x, y, answer.number)
        return page

    def _places_of(self, spot: Spot) -> Iterator[tuple[float, float]]:
        """Where the number of an answer goes: nowhere, if it is about the hand."""
        key, seat = spot.key, self.shown.view.active
        x, y = self.shown.fleet_x(seat), self.shown.fleet_y(seat)
        match spot.what:
            case "zone" if isinstance(key, int):
                # Apart from the amount and the shields of a tile that lies there.
                shift, rise = (spot.side * 37, 0) if spot.side else (50, 54)
                yield self.shown.zone_x(key) + shift, MARKET_MIDDLE - rise
            case "stack" if isinstance(key, int):
                yield 492 + key * 186, 84
            case "warehouse" if isinstance(key, int):
                # Over the roof: what it counts and pays stands beside the house.
                yield 18 + key * (WAREHOUSE_SIZE[0] + 12) + 108, WAREHOUSE_TOP + WAREHOUSE_SIZE[1] / 2 - 38
            case "ship":
                for position in POSITIONS:
                    if ship_at(self.shown.view.fleets[seat], position).ship == key:
                        dx, dy, _ = Fleets(self.shown).heading(seat, position)
                        yield x + dx * 104 - 42, y + dy * 104 + 38
            case "tile" if isinstance(key, tuple):
                number, place = key
                warehouses = Warehouses(self.shown)
                top = warehouses.side_top(seat)
                yield warehouses.tile_x(number, seat, place), top + 40
            case "jarl":
                for number, alliance in enumerate(self.shown.view.alliances):
                    if alliance.jarl == key:
                        # Below the card, which has no room: face, power and demand fill it.
                        yield STRIP_X[number], STRIP_TOP + FREE_JARL[1] + 26
