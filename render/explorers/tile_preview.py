"""Small pictures of a tile's land and sea in each rotation."""

from PIL import Image

from render.explorers.geometry import ROOT3, centre
from render.explorers.heightmap import Heightmap, MapTile
from render.explorers.hexes import hex_mask
from render.explorers.highlights import rotated_land
from render.explorers.terrain import paint
from render.kit import Sprite, sprite
from rules.explorers.pieces import Ground
from rules.explorers.view import HandTile

RADIUS = 100
_MIDDLES: tuple[Ground | None, ...] = (None, "land", "sea")
_CELL = (60, -60)
"""A cell far from the map, for terrain without neighbours."""


@sprite
def hex_preview(land: int, middle: int) -> Sprite:
    """A hex with land corners given as bits; `middle` is an index into `_MIDDLES`."""
    corners = tuple(bool(land >> corner & 1) for corner in range(6))
    piece = MapTile(*_CELL, corners, _MIDDLES[middle])
    x, y = (round(part * RADIUS) // 2 * 2 for part in centre(_CELL))
    wide, high = RADIUS + 6, round(ROOT3 * RADIUS / 2) // 2 * 2 + 6
    box = x - wide, y - high, x + wide, y + high
    shown = paint(Heightmap(frozenset({piece}), mainland=False), RADIUS, box)
    mask = Image.new("L", shown.colours.size, 0)
    hexagon = hex_mask(RADIUS)
    mask.paste(hexagon, ((mask.width - hexagon.width) // 2, (mask.height - hexagon.height) // 2))
    image = shown.colours.convert("RGBA")
    image.putalpha(mask)
    return Sprite(image)


def tile_preview(tile: HandTile, turn: int) -> Sprite:
    land = sum(1 << corner for corner, is_land in enumerate(rotated_land(tile, turn)) if is_land)
    return hex_preview(land, _MIDDLES.index(tile.middle))
