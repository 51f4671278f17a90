"""Translucent previews of tiles and pieces, and dashed trails."""

import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.explorers.geometry import centre
from render.explorers.heightmap import Heightmap, MapTile
from render.explorers.hexes import hex_mask
from render.explorers.layout import Layout
from render.explorers.raster_cache import ShoreMap
from render.explorers.terrain import Box, paint
from render.kit import Page, Sprite
from render.kit.palette import INK, rgb

_VEIL = (255, 246, 220)


@dataclass(frozen=True)
class GhostTile:
    """A previewed tile: its picture, the hexagonal mask, and the shore map with the tile."""

    image: Image.Image
    mask: Image.Image
    box: Box
    shore_map: ShoreMap

    def corner(self, layout: Layout) -> tuple[int, int]:
        return self.box[0] - layout.left, self.box[1] - layout.top


def ghost_tile(shore_map: ShoreMap, piece: MapTile) -> GhostTile:
    """Paint a tile among its neighbours, leaving the map unchanged."""
    radius = shore_map.radius
    tiles = shore_map.tiles | {piece}
    x, y = (round(part * radius) for part in centre(piece.cell))
    reach = (int(radius * 1.02) + 4) // 2 * 2
    left, top = (x - reach) // 2 * 2, (y - reach) // 2 * 2
    box = left, top, left + 2 * reach, top + 2 * reach
    shown = paint(Heightmap(tiles), radius, box)
    hexagon = hex_mask(radius - 1, 1.2).point([round(level * 0.88) for level in range(256)])
    mask = Image.new("L", shown.colours.size, 0)
    mask.paste(hexagon, (x - left - hexagon.width // 2, y - top - hexagon.height // 2))
    veiled = Image.blend(shown.colours, Image.new("RGB", shown.colours.size, _VEIL), 0.14)
    shore = shore_map.shore.copy()
    row, column = (top - shore_map.box[1]) // 2, (left - shore_map.box[0]) // 2
    inside = shore[max(0, row) : max(0, row + reach), max(0, column) : max(0, column + reach)]
    rows, columns = inside.shape  # Empty for a cell outside the part of the map that the board shows.
    upper, lefter = max(0, -row), max(0, -column)
    inside[:] = shown.shore[upper : upper + rows, lefter : lefter + columns]
    return GhostTile(veiled, mask, box, ShoreMap(tiles, radius, shore_map.box, shore))


def put_ghost(page: Page, piece: Sprite, x: float, y: float) -> None:
    mask = piece.image.getchannel("A").point([round(level * 0.85) for level in range(256)])
    corner = round(x - piece.image.width / 2), round(y - piece.image.height / 2)
    page.image.paste(piece.image.convert("RGB"), corner, mask)


def dashed_trail(
    page: Page, start: tuple[float, float], end: tuple[float, float], colour: str, head: bool = False
) -> None:
    """Draw a dashed line in ink and colour; with `head`, an arrow."""
    supersampling = 3
    far = math.dist(start, end)
    if far < 20:
        return
    margin = 40
    left, top = int(min(start[0], end[0])) - margin, int(min(start[1], end[1])) - margin
    width, height = int(abs(start[0] - end[0])) + 2 * margin, int(abs(start[1] - end[1])) + 2 * margin
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far

    def at(along: float, aside: float = 0) -> tuple[float, float]:
        x, y = start[0] + dx * along - dy * aside, start[1] + dy * along + dx * aside
        return (x - left) * supersampling, (y - top) * supersampling

    for tone, line in ((INK, 13), (colour, 8)):
        layer = Image.new("L", (width * supersampling, height * supersampling))
        pen = ImageDraw.Draw(layer)
        wide = (line - 8) / 2
        stop = far - (26 if head else 0)
        along = 6.0
        while along < stop:
            dash = at(along), at(min(along + 15, stop))
            pen.line(dash, fill=255, width=line * supersampling)
            for x, y in dash:
                half = line * supersampling / 2
                pen.ellipse((x - half, y - half, x + half, y + half), fill=255)
            along += 30
        if head:
            tip = [at(far + wide), at(far - 34 - wide, 20 + 2 * wide), at(far - 34 - wide, -20 - 2 * wide)]
            pen.polygon(tip, fill=255)
        page.image.paste(rgb(tone), (left, top), layer.reduce(supersampling))
