"""The warehouses: their cards, and the stored tiles on either side."""

from dataclasses import dataclass

from render.kit import Page, Sprite, font, icon, put_seat
from render.kit.palette import BONE, CHANGED, GOLD_LIGHT, INTENDED, MUTED
from render.kit.plates import put_points, put_tab, wood_panel
from render.kit.seats import seat_colour
from render.kit.shadows import glow, rim, well
from render.lofoten.cards import MEASURE_ICONS, cabin_colour, put_rule
from render.lofoten.picture_context import PictureContext, put_spark
from render.lofoten.pieces import amount_tile, flipped_tile
from rules.game import Seat
from rules.lofoten.pieces import SHIELDS, Tile
from rules.lofoten.view import WarehouseView

WAREHOUSE_SIZE = (282, 390)
ROW = 110  # height of a side's row in a warehouse


def _tile_sprite(tile: Tile, size: int) -> Sprite:
    return flipped_tile(tile.good, size) if tile.flipped else amount_tile(tile.good, tile.amount, size)


@dataclass(frozen=True, slots=True)
class Warehouses:
    context: PictureContext

    def put(self, page: Page, number: int, warehouse: WarehouseView) -> None:
        width, height = WAREHOUSE_SIZE
        x, y = 18 + number * (width + 12), self.context.warehouse_top
        middle = y + height / 2
        page.put_corner(wood_panel(width, height, 22, "oak", 30 + number), x, y)
        for seat in (1 - self.context.near, self.context.near):
            top = y + height - ROW - 12 if self.context.is_near(seat) else y + 12
            self._side(page, x, top, number, warehouse, seat)
        if warehouse.level == 2:
            self._put_rule_card(page, x, middle, warehouse)
        else:
            self._put_points_card(page, x, middle, warehouse)
        put_tab(page, x + 40, middle - 54, str(number + 1), 52)
        for alliance in self.context.view.alliances:
            if alliance.warehouse == number:
                page.put(icon(f"jarl_{alliance.jarl}", 70), x + 38, middle + 44)
        phase = self.context.view.phase
        if phase == "bind" or (phase == "store" and warehouse.good is None):
            page.put_corner(glow(width, height, 22, GOLD_LIGHT, 8, 5), x, y)
        if self.context.intended and self.context.intended.warehouse == number:
            page.put_corner(glow(width, height, 22, INTENDED, 12, 8), x, y)

    def _put_points_card(self, page: Page, x: float, middle: float, warehouse: WarehouseView) -> None:
        width, lean = WAREHOUSE_SIZE[0], self._lean(warehouse)
        page.part("warehouse", x, middle - 70, x + width, middle + 70)
        page.put(icon("cabin" if warehouse.good else "empty_cabin", 156), x + 94, middle + 2)
        if warehouse.good:
            page.put(icon(warehouse.good, 96), x + 122, middle + 24)
        put_points(page, x + width - 76, middle + lean * 0.6, warehouse.points, 104)
        self._put_leader(page, x + width - 36, middle + lean * 3.1, warehouse)

    def _put_rule_card(self, page: Page, x: float, middle: float, warehouse: WarehouseView) -> None:
        width, cabin = WAREHOUSE_SIZE[0], "cabin" if warehouse.good else "empty_cabin"
        page.part("rule", x, middle - 70, x + width, middle + 70)
        page.put(icon(cabin, 128, cabin_colour(warehouse)), x + 70, middle + 6)
        if warehouse.good:
            page.put(icon(warehouse.good, 78), x + 76, middle + 34)
        put_rule(page, x + width - 84, middle, warehouse)
        self._put_leader(page, x + 104, middle + self._lean(warehouse) * 2.9, warehouse)

    def _lean(self, warehouse: WarehouseView) -> int:
        """Offset towards the side of the leader."""
        if warehouse.leader is None:
            return 0
        return 18 if self.context.is_near(warehouse.leader) else -18

    def _put_leader(self, page: Page, x: float, y: float, warehouse: WarehouseView) -> None:
        if warehouse.leader is not None:
            put_seat(page, x, y, warehouse.leader, 58, self.context.names[warehouse.leader])

    def side_top(self, seat: Seat) -> int:
        below = WAREHOUSE_SIZE[1] - ROW - 12 if self.context.is_near(seat) else 12
        return self.context.warehouse_top + below

    def tile_x(self, number: int, seat: Seat, place: int) -> float:
        """The x of a stored tile by its index on that side of the warehouse."""
        groups = self._groups(number, seat)
        tile = self.context.view.warehouses[number].sides[seat][place]
        found = (
            place
            if len(groups) == len(self.context.view.warehouses[number].sides[seat])
            else next(index for index, alike in enumerate(groups) if tile in alike)
        )
        return self._group_x(number, len(groups), found)

    def _meant_tile(self, number: int, seat: Seat) -> Tile | None:
        """The tile that the intention would flip on this side."""
        meant = self.context.intended
        if meant is None or meant.tile is None or (meant.warehouse, meant.seat) != (number, seat):
            return None
        return self.context.view.warehouses[number].sides[seat][meant.tile]

    def _side(
        self, page: Page, x: float, top: float, number: int, warehouse: WarehouseView, seat: Seat
    ) -> None:
        width = WAREHOUSE_SIZE[0] - 24
        page.put_corner(well(width, ROW, 16, "#120b06", 0.45), x + 12, top)
        page.put_corner(rim(width, ROW, 16, seat_colour(seat), 5), x + 12, top)
        self._tiles(page, top, number, seat)
        if warehouse.sides[seat]:
            self._total(page, x, top, warehouse, seat)
        if self.context.shields:
            self._stored_shields(page, x, top, warehouse.sides[seat])
        if self.context.is_near(seat):
            page.part("side", x + 12, top, x + WAREHOUSE_SIZE[0] - 12, top + ROW)
        if (number, seat) in self.context.changes.sides:
            page.put_corner(rim(width, ROW, 16, CHANGED, 6), x + 12, top)
            put_spark(page, x + width - 52, top + 4)

    def _groups(self, number: int, seat: Seat) -> list[list[Tile]]:
        """Group the tiles: single if there are few, else piles of equal tiles, the largest first."""
        tiles = self.context.view.warehouses[number].sides[seat]
        if len(tiles) <= 3:
            return [[tile] for tile in tiles]
        piles: dict[tuple[bool, int], list[Tile]] = {}
        for tile in sorted(tiles, key=lambda tile: (tile.flipped, -tile.goods)):
            piles.setdefault((tile.flipped, tile.goods), []).append(tile)
        return list(piles.values())

    def _group_x(self, number: int, groups: int, place: int) -> float:
        pitch = min(62, 126 / max(1, groups - 1))
        return 18 + number * (WAREHOUSE_SIZE[0] + 12) + 48 + place * pitch

    def _tiles(self, page: Page, top: float, number: int, seat: Seat) -> None:
        groups = self._groups(number, seat)
        meant = self._meant_tile(number, seat)
        middle = top + (44 if self.context.shields else ROW / 2)
        for place, alike in enumerate(groups):
            x = self._group_x(number, len(groups), place)
            for layer in range(len(alike) - 1, -1, -1):
                page.put(_tile_sprite(alike[layer], 58), x + layer * 3, middle - layer * 4)
            if len(alike) > 1:
                page.text(
                    x + 16, middle - 26, f"×{len(alike)}", font("number", 38, 900), GOLD_LIGHT, stroke=4
                )
            if any(tile is meant for tile in alike):
                page.put(glow(62, 62, 14, INTENDED, 10, 7), x, middle)

    def _total(self, page: Page, x: float, top: float, warehouse: WarehouseView, seat: Seat) -> None:
        """Draw the total that the card counts; a level 2 card also shows what it counts."""
        colour = GOLD_LIGHT if warehouse.leader == seat else MUTED
        right, middle = x + WAREHOUSE_SIZE[0] - 24, top + ROW / 2
        if warehouse.level == 2:
            page.put(icon(MEASURE_ICONS[warehouse.measure], 46), right - 24, top + 28)
            middle = top + 78
        page.number(right, middle, warehouse.counts[seat], 54, colour, "rm", 5)

    def _stored_shields(self, page: Page, x: float, top: float, tiles: tuple[Tile, ...]) -> None:
        shown = "".join(tile.shown for tile in tiles)
        counts = [(shield, shown.count(shield)) for shield in SHIELDS if shield in shown]
        for place, (shield, count) in enumerate(counts):
            page.put(icon(f"shield_{shield}", 34), x + 34 + place * 60, top + 89)
            page.number(x + 64 + place * 60, top + 90, count, 38, BONE, stroke=3)
