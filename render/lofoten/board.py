"""The board of Lofoten: market, fleets, warehouses and purses."""

from collections.abc import Iterator
from dataclasses import dataclass

from render.kit.page import WIDTH, Page
from render.kit.plates import put_number_plate
from render.lofoten.cards import FREE_JARL
from render.lofoten.fleets import Fleets
from render.lofoten.highlights import POSITIONS, ship_at
from render.lofoten.market import Market
from render.lofoten.numbering import NumberedAnswer, Spot
from render.lofoten.picture_context import HEIGHT, MARKET_MIDDLE, PictureContext
from render.lofoten.pieces import chart
from render.lofoten.players import STRIP_TOP, STRIP_X, Players
from render.lofoten.warehouses import WAREHOUSE_SIZE, WAREHOUSE_TOP, Warehouses


@dataclass(frozen=True, slots=True)
class Board:
    context: PictureContext
    answers: tuple[NumberedAnswer, ...] = ()

    def paint(self) -> Page:
        page, context = Page(chart(WIDTH, HEIGHT).image), self.context
        market, fleets, players, warehouses = (
            Market(context),
            Fleets(context),
            Players(context),
            Warehouses(context),
        )
        far_first = 1 - context.near, context.near
        market.put_beam(page)
        for seat in far_first:
            fleets.put_dock(page, seat)
        market.put(page)
        for seat in far_first:
            fleets.put(page, seat)
            players.put(page, seat)
        for alliance in context.view.alliances:
            if alliance.owner is None:
                players.put_free_jarl(page, alliance)
        for number, warehouse in enumerate(context.view.warehouses):
            warehouses.put(page, number, warehouse)
        for answer in self.answers:
            for x, y in self._places_of(answer.spot):
                put_number_plate(page, x, y, answer.number)
        return page

    def _places_of(self, spot: Spot) -> Iterator[tuple[float, float]]:
        """Yields the positions of an answer's number; none if the answer is about the hand."""
        key, seat = spot.key, self.context.view.active
        x, y = self.context.fleet_x(seat), self.context.fleet_y(seat)
        match spot.what:
            case "zone" if isinstance(key, int):
                # Beside the amount and the shields of a tile.
                shift, rise = (spot.side * 37, 0) if spot.side else (50, 54)
                yield self.context.zone_x(key) + shift, MARKET_MIDDLE - rise
            case "stack" if isinstance(key, int):
                yield 492 + key * 186, 84
            case "warehouse" if isinstance(key, int):
                # Above the roof: the rule and the points stand beside the house.
                yield 18 + key * (WAREHOUSE_SIZE[0] + 12) + 108, WAREHOUSE_TOP + WAREHOUSE_SIZE[1] / 2 - 38
            case "ship":
                for position in POSITIONS:
                    if ship_at(self.context.view.fleets[seat], position).ship == key:
                        dx, dy, _ = Fleets(self.context).heading(seat, position)
                        yield x + dx * 104 - 42, y + dy * 104 + 38
            case "tile" if isinstance(key, tuple):
                number, place = key
                warehouses = Warehouses(self.context)
                top = warehouses.side_top(seat)
                yield warehouses.tile_x(number, seat, place), top + 40
            case "jarl":
                for number, alliance in enumerate(self.context.view.alliances):
                    if alliance.jarl == key:
                        # Below the card, which is full.
                        yield STRIP_X[number], STRIP_TOP + FREE_JARL[1] + 26
