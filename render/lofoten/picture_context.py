"""The context of a board picture: the view, names, highlights, and the positions of zones and fleets."""

from collections.abc import Mapping
from dataclasses import dataclass

from render.kit import Page, icon
from render.lofoten.highlights import Changes, Intention
from render.lofoten.pieces import MARKET
from render.painter import RequestReader
from rules.components import Name
from rules.game import Seat
from rules.lofoten.view import View

HEIGHT = 1598
PITCH = 190
RADIUS = 204
"""Radius of a fleet's wheel."""
MARKET_MIDDLE = (MARKET[1] + MARKET[3]) // 2
FLEET_Y = (322, 956)  # far side, near side
WAREHOUSE_TOP = 1190


def put_spark(page: Page, x: float, y: float) -> None:
    page.put(icon("spark", 58), x, y)


def put_shields(page: Page, x: float, y: float, shields: str, size: int) -> None:
    """Draw a tile's shields from its lower left corner."""
    for number, shield in enumerate(shields):
        page.put(icon(f"shield_{shield}", size), x + number * size * 0.8, y)


@dataclass(frozen=True, slots=True)
class PictureContext(RequestReader[View]):
    changes: Changes
    intended: Intention | None
    names_by_key: Mapping[str, Name]
    top: int = 0
    """Row of the board at which the picture begins: a focus picture shows a part of it."""

    @property
    def near(self) -> Seat:
        """The seat at the bottom: the reader's, or seat 0 for a spectator."""
        return self.view.seat or 0

    def zone_x(self, zone: int) -> int:
        return 600 + ((zone if self.near == 0 else 4 - zone) - 2) * PITCH

    def is_near(self, seat: Seat) -> bool:
        return seat == self.near

    def fleet_x(self, seat: Seat) -> int:
        return self.zone_x(self.view.fleets[seat].zone)

    def fleet_y(self, seat: Seat) -> int:
        return (FLEET_Y[1] if self.is_near(seat) else FLEET_Y[0]) - self.top

    @property
    def market_y(self) -> int:
        return MARKET_MIDDLE - self.top

    def market_edge(self, seat: Seat) -> int:
        """Row of the pointer of a fleet, at the edge of the market."""
        return (MARKET[3] - 8 if self.is_near(seat) else MARKET[1] + 8) - self.top

    @property
    def warehouse_top(self) -> int:
        return WAREHOUSE_TOP - self.top

    @property
    def shields(self) -> bool:
        """True if shields are in play, which the visible tiles show."""
        tiles = (*self.view.market, *(tile for store in self.view.warehouses for tile in store.sides[0]))
        others = (tile for store in self.view.warehouses for tile in store.sides[1])
        return any(tile and tile.shields for tile in (*tiles, *others, *self.view.box))

    def name_of(self, key: str) -> str:
        """The name of a card or piece in the language of the picture."""
        return self.names_by_key[key].text(self.request.language)
