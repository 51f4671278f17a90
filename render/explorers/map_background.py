"""The map without pieces: the painted terrain on parchment, framed like an old sea chart."""

import math
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
from cachetools import LRUCache, cached
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.explorers import map_cache
from render.explorers.drawing import smooth
from render.explorers.geometry import ROOT3, centre, hexagon
from render.explorers.heightmap import MapTiles
from render.explorers.layout import FRAME, Layout
from render.explorers.layout import layout as layout_of
from render.explorers.magnifier import EmptyCircle
from render.explorers.noise import Window
from render.explorers.piece_placement import PlacementMemo
from render.explorers.placement_cache import PlacementCache
from render.explorers.raster_cache import RASTER_CACHE, Raster, ShoreMap, decode_shore, delete_raster, rescale
from render.kit import WIDTH, Canvas, Sprite, sprite
from render.kit.fields import Field, distance_transform, ramp, to_image
from render.kit.palette import rgb
from rules.explorers.hexes import EDGES, Cell, neighbour

SEPIA = "#5C3E22"
STAIN = "#765832"
LINE = "#FFF8E2"
SHADE = "#10222C"
BAR_DARK, BAR_LIGHT = "#4A3220", "#EEE2C4"
MAX_CACHED = 6
_FADE_PX = 90
ROSE_RADII = range(36, 126, 6)
SERPENT_WIDTHS = range(100, 240, 10)
"""Sizes of what furnishes the empty paper, in steps that limit the number of sprites."""


@sprite
def parchment(width: int, height: int) -> Sprite:
    """Parchment with blotches and fibre, darker towards its edges."""
    full, half = Window(0, 0, width, height, 100), Window(0, 0, width // 2, height // 2, 50)

    def upsample(field: Field) -> Field:
        image = Image.fromarray(np.ascontiguousarray(field)).resize((width, height), Image.Resampling.BICUBIC)
        return np.asarray(image, np.float32)

    x = np.abs(np.linspace(-1, 1, width, dtype=np.float32))[None, :]
    y = np.abs(np.linspace(-1, 1, height, dtype=np.float32))[:, None]
    worn = np.maximum(x**6, y**6) * 0.8 + (x * y) ** 3 * 0.6
    tone = (
        0.26
        + 0.13 * upsample(half.fractal_noise(0.28, 201, 4))
        + 0.05 * upsample(half.fractal_noise(1.6, 205, 3))
    )
    fibre = full.noise(34, 208) * np.float32(0.6)
    fibre += full.noise(9, 209, across=0.3, down=2.4) * np.float32(0.5)
    colours = ramp(tone + 0.55 * worn, "#f3e9ce", "#e8d8b2", "#d8c08c", "#b8935a")
    return Sprite(to_image(colours * (1 + np.float32(0.012) * fibre[..., None])))


@sprite
def compass_rose(radius: int) -> Sprite:
    size = round(radius * 2.7)
    canvas = Canvas(size, box=270)
    for reach, width in ((78, 1.2), (70, 3), (30, 1.5)):
        canvas.circle(135, 135, reach, None, SEPIA, width, 0.8)
    for tick in range(32):
        angle = tick * math.pi / 16
        ends = [(135 + far * math.cos(angle), 135 + far * math.sin(angle)) for far in (70, 78)]
        canvas.line(ends, SEPIA, 1.4, 0.8)
    for long, start in ((62, 45), (100, 0)):
        for quarter in range(4):
            with canvas.at(135, 135, turn=start + 90 * quarter):
                canvas.path([(0, 0), (-12, -12), (0, -long)], SEPIA, strength=0.85)
                canvas.path([(0, 0), (12, -12), (0, -long)], SEPIA, strength=0.22)
                canvas.path([(0, 0), (12, -12), (0, -long)], None, SEPIA, 1, 0.8)
    # The letter N as a shape: the smallest font would be too large for a small rose.
    canvas.path([(127, 27), (127, 11), (143, 27), (143, 11)], None, SEPIA, 4, 0.9)
    return Sprite(canvas.to_image())


@sprite
def sea_serpent(width: int) -> Sprite:
    canvas = Canvas(width, round(width * 0.55), box=100)
    for x, reach, thick in ((44, 14, 6.0), (70, 10, 4.6), (89, 6, 3.2)):
        bend = np.linspace(0, math.pi, 40)
        outer = [(x + reach * math.cos(a), 46 - 1.15 * reach * math.sin(a)) for a in bend]
        within = reach - thick
        inner = [(x + within * math.cos(a), 46 - 1.15 * within * math.sin(a)) for a in bend[::-1]]
        canvas.path(outer + inner, SEPIA, strength=0.75)
        for a in np.linspace(0.25, math.pi - 0.25, 9):
            near, far = reach - thick * 0.15, reach + 1.6
            spine = [(x + near * math.cos(a), 46 - 1.15 * near * math.sin(a))]
            spine.append((x + far * math.cos(a + 0.1), 46 - 1.15 * far * math.sin(a + 0.1)))
            canvas.line(spine, SEPIA, 0.8, 0.75)
    neck = [
        (20, 46), (21, 34), (16, 24), (15, 14), (22, 7), (31, 9), (34, 13), (28, 15), (24, 16), (25, 24),
        (29, 34), (28, 46),
    ]  # fmt: skip
    canvas.path(smooth(neck), SEPIA, strength=0.75)
    canvas.circle(25, 10.5, 1.1, "#F1E6C8")
    canvas.path([(19, 8), (13, 3), (22, 6.5)], SEPIA, strength=0.75)
    for y in (48, 51):
        for x in range(8, 92, 9):
            ripple = smooth([(x, y), (x + 2.2, y - 1.2), (x + 4.5, y), (x + 6.6, y + 0.6)], closed=False)
            canvas.line(ripple, SEPIA, 0.7, 0.65)
    return Sprite(canvas.to_image())


@sprite
def hex_outline(radius: int) -> Sprite:
    """Dashed border of a cell; the dashes coincide with those of its neighbours."""
    width, height = 2 * radius + 8, round(ROOT3 * radius) // 2 * 2 + 8
    canvas = Canvas(width, height, box=width)
    corners = hexagon(radius, width / 2, height / 2)
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        for dash in range(0, 9, 2):
            ends = [(x0 + (x1 - x0) * t / 9, y0 + (y1 - y0) * t / 9) for t in (dash, dash + 1)]
            canvas.line(ends, LINE, 2)
    return Sprite(canvas.to_image())


class MapBackground(NamedTuple):
    """A finished map without pieces, its shore map, its empty paper, and placements of pieces found on it."""

    image: Image.Image
    shore_map: ShoreMap
    empty_circle: EmptyCircle
    placement_memo: PlacementMemo
    placement_cache: PlacementCache


_cache: LRUCache[tuple[MapTiles, Layout], MapBackground] = LRUCache(MAX_CACHED)
_lock = Lock()


@cached(_cache, key=lambda tiles, layout, before=(): (tiles, layout), lock=_lock)  # noqa: ARG005
def map_background(tiles: MapTiles, layout: Layout, before: Sequence[MapTiles] = ()) -> MapBackground:
    """Returns the background of these tiles, from memory, from disk or painted.

    `before` are the sets of tiles it may have grown from, the latest first.
    """
    return _read(tiles, layout) or _compose(tiles, layout, before)


@cached(_cache, key=lambda tiles, layout, before=(): (tiles, layout), lock=_lock)  # noqa: ARG005
def window_background(tiles: MapTiles, layout: Layout, before: Sequence[MapTiles] = ()) -> MapBackground:
    """Returns the background of a part of the map, without frame and furniture.

    The terrain is that of the board, scaled: to paint it anew would take five times as long.
    """
    whole = layout_of(tile.cell for tile in tiles)
    painted = RASTER_CACHE.get(tiles, whole.radius, whole.box, before)
    raster = rescale(painted, layout.radius, layout.box)
    _fade_out(raster.paint, round(painted.box[2] * layout.radius / painted.radius) - layout.left)
    chart = _draw_terrain(parchment(WIDTH, layout.height).image.copy(), raster, layout)
    placement_cache = PlacementCache.read(_placements_key(tiles, layout.radius))
    return MapBackground(chart, raster.shore_map, EmptyCircle(0, 0, 0), {}, placement_cache)


def _fade_out(paint: Image.Image, end: int) -> None:
    """Thin the paint towards the column where the painted part of the Mainland ends."""
    left = end - _FADE_PX
    if left < paint.width:
        fading = Image.linear_gradient("L").rotate(-90).resize((_FADE_PX, paint.height))
        kept = ImageChops.multiply(paint.crop((left, 0, end, paint.height)), fading)
        paint.paste(kept, (left, 0))


def clear_cache() -> None:
    with _lock:
        _cache.clear()


def _key(tiles: MapTiles, layout: Layout) -> tuple[object, ...]:
    return "ground", sorted(tiles), layout


def _placements_key(tiles: MapTiles, radius: int) -> tuple[object, ...]:
    return "places", sorted(tiles), radius


def _read(tiles: MapTiles, layout: Layout) -> MapBackground | None:
    found = map_cache.read(_key(tiles, layout))
    if found is None:
        return None
    numbers, (pixels, shore) = found
    image = Image.frombytes("RGB", (WIDTH, layout.height), pixels)
    size = layout.map_right, layout.map_bottom
    shore_map = ShoreMap(tiles, layout.radius, layout.box, decode_shore(shore, size))
    placement_cache = PlacementCache.read(_placements_key(tiles, layout.radius))
    return MapBackground(image, shore_map, EmptyCircle(*numbers), {}, placement_cache)


def _compose(tiles: MapTiles, layout: Layout, before: Sequence[MapTiles]) -> MapBackground:
    raster = RASTER_CACHE.get(tiles, layout.radius, layout.box, before)
    empty = _EmptyPaper.around_tiles(raster.paint, layout, tiles)
    empty_circle = empty.largest_circle()
    size = min(WIDTH, layout.map_right + _OVERLAP_PX), min(layout.height, layout.map_bottom + _OVERLAP_PX)
    chart = parchment(WIDTH, layout.height).image.crop((0, 0, *size))
    chart = _draw_rhumb_lines(chart, empty_circle)
    _furnish(chart, empty, empty_circle)
    chart = _draw_terrain(chart, raster, layout)
    _draw_scale_bars(chart, layout)
    image = _add_roster_area(chart, layout)
    map_cache.write(_key(tiles, layout), empty_circle, (image.tobytes(), raster.shore.tobytes()))
    _delete_outgrown(before)
    return MapBackground(
        image, raster.shore_map, empty_circle, {}, PlacementCache(_placements_key(tiles, layout.radius))
    )


def _draw_terrain(chart: Image.Image, raster: Raster, layout: Layout) -> Image.Image:
    """Draw a painted map on a chart, with a damp edge and dashed borders around the tiles."""
    # Pasting an image through a mask is faster than pasting a colour.
    chart.paste(Image.new("RGB", raster.paint.size, rgb(STAIN)), (0, 0), _damp_edge(raster.paint))
    chart.paste(raster.colours, (0, 0), raster.paint)
    return _draw_borders(chart, raster.tiles, layout)


def _delete_outgrown(before: Sequence[MapTiles]) -> None:
    """Delete outgrown maps from disk, except the raster of the latest, which another map may grow from."""
    for number, earlier in enumerate(filter(None, before)):
        shown = layout_of(tile.cell for tile in earlier)
        map_cache.delete(_key(earlier, shown))
        map_cache.delete(_placements_key(earlier, shown.radius))
        if number:
            delete_raster(earlier, shown.radius)


_OVERLAP_PX = 4
"""Pixels of the chart that lie below the edge of the roster."""


def _add_roster_area(chart: Image.Image, layout: Layout) -> Image.Image:
    """Extend a chart by bare parchment for the roster."""
    image = parchment(WIDTH, layout.height).image.copy()
    image.paste(chart)
    wooden_frame(image)
    return image


def _damp_edge(paint: Image.Image) -> Image.Image:
    """A mask of damp paper around the paint."""
    small = paint.reduce(4)
    soft = small.filter(ImageFilter.GaussianBlur(5.5)).point([round(level * 0.42) for level in range(256)])
    return soft.resize(paint.size, Image.Resampling.BILINEAR)


_COARSE_PX = 8


class _EmptyPaper(NamedTuple):
    """Coarse mask of the empty paper. Cells beside the tiles count as used, since they carry numbers."""

    places: NDArray[np.bool_]

    @classmethod
    def around_tiles(cls, paint: Image.Image, layout: Layout, tiles: MapTiles) -> "_EmptyPaper":
        small = paint.resize((paint.width // _COARSE_PX, paint.height // _COARSE_PX), Image.Resampling.BOX)
        places = np.asarray(small) <= 8
        edge = FRAME // _COARSE_PX + 1
        places[:edge], places[:, :edge] = False, False
        places[-3:], places[:, -4:] = False, False
        empty = cls(places)
        for cell in {neighbour(Cell(*tile.cell), side) for tile in tiles for side in EDGES}:
            empty.mark_used(*layout.at(centre(cell)), layout.radius)
        return empty

    def mark_used(self, x: float, y: float, radius: float) -> None:
        top, left = max(0, int((y - radius) / _COARSE_PX)), max(0, int((x - radius) / _COARSE_PX))
        around = self.places[
            top : int((y + radius) / _COARSE_PX) + 2, left : int((x + radius) / _COARSE_PX) + 2
        ]
        down = (np.arange(around.shape[0]) + top) * _COARSE_PX - y
        across = (np.arange(around.shape[1]) + left) * _COARSE_PX - x
        around &= np.hypot(across[None, :], down[:, None]) > radius

    def largest_circle(self) -> EmptyCircle:
        room = distance_transform(np.pad(~self.places, 1, constant_values=True), 24)[1:-1, 1:-1]
        room = np.minimum(room, np.float32(24))
        row, column = divmod(int(room.argmax()), room.shape[1])
        return EmptyCircle(column * _COARSE_PX, row * _COARSE_PX, float(room[row, column]) * _COARSE_PX)


def _furnish(image: Image.Image, empty: _EmptyPaper, empty_circle: EmptyCircle) -> None:
    """Draw a compass rose and a sea serpent where the most paper is empty."""
    step = ROSE_RADII.step
    rose = min(ROSE_RADII[-1], int(empty_circle.radius / 1.36) // step * step)
    if rose not in ROSE_RADII:
        return
    _stamp(image, compass_rose(rose), empty_circle.x, empty_circle.y)
    empty.mark_used(empty_circle.x, empty_circle.y, rose * 1.35)
    x, y, room = empty.largest_circle()
    if room > 60:
        step = SERPENT_WIDTHS.step
        _stamp(image, sea_serpent(min(SERPENT_WIDTHS[-1], int(room * 1.72) // step * step)), x, y)


def _draw_rhumb_lines(image: Image.Image, empty_circle: EmptyCircle) -> Image.Image:
    """Draw rhumb lines from one point over all of the paper."""
    lines = Image.new("L", image.size, 0)
    pen = ImageDraw.Draw(lines)
    for course in range(16):
        angle = course * math.pi / 8
        far = empty_circle.x + 2400 * math.cos(angle), empty_circle.y + 2400 * math.sin(angle)
        pen.line((empty_circle.x, empty_circle.y, *far), fill=52 if course % 4 == 0 else 36, width=2)
    drawn = np.array(image)
    strength = np.asarray(lines).ravel()
    at = np.flatnonzero(strength != 0)
    _blend_pixels(drawn, SEPIA, at, strength[at])
    return Image.fromarray(drawn)


def _blend_pixels(
    image: NDArray[np.uint8], colour: str, at: NDArray[np.intp], strength: NDArray[np.uint8]
) -> None:
    """Blend a colour into pixels given by flat index. Faster than a paste through a nearly empty mask."""
    pixels, share = image.reshape(-1, 3), strength[:, None].astype(np.int32)
    mixed = share * np.array(rgb(colour)) + (255 - share) * pixels[at] + 128
    pixels[at] = ((mixed >> 8) + mixed) >> 8


def _stamp(image: Image.Image, piece: Sprite, x: float, y: float) -> None:
    corner = round(x - piece.image.width / 2), round(y - piece.image.height / 2)
    image.paste(piece.image, corner, piece.image)


def _draw_borders(image: Image.Image, tiles: MapTiles, layout: Layout) -> Image.Image:
    """Draw a dashed border with a shadow around every tile."""
    outline = hex_outline(layout.radius).image.getchannel("A")
    width = image.width
    lines = Image.new("L", (width, layout.map_bottom), 0)
    for tile in sorted(tiles):
        x, y = layout.at(centre(tile.cell))
        if not layout.contains((x, y), -layout.radius):
            continue
        left, top = round(x) - outline.width // 2, round(y) - outline.height // 2
        under = lines.crop((left, top, left + outline.width, top + outline.height))
        lines.paste(ImageChops.lighter(under, outline), (left, top))
    drawn = np.array(image)
    strength = np.asarray(lines).ravel()
    at = np.flatnonzero(strength != 0)
    shadow = at[(at % width < width - 1) & (at < width * (image.height - 2))]
    _blend_pixels(drawn, SHADE, shadow + 2 * width + 1, _scaled_levels(0.4)[strength[shadow]])
    _blend_pixels(drawn, LINE, at, _scaled_levels(0.55)[strength[at]])
    return Image.fromarray(drawn)


def _scaled_levels(share: float) -> NDArray[np.uint8]:
    return np.array([round(level * share) for level in range(256)], np.uint8)


def wooden_frame(image: Image.Image) -> None:
    pen = ImageDraw.Draw(image)
    for line in range(14):
        tone = tuple(int(part * (0.75 + 0.035 * line)) for part in (58, 38, 24))
        pen.rectangle((line, line, image.width - 1 - line, image.height - 1 - line), outline=tone)
    pen.rectangle((13, 13, image.width - 14, image.height - 14), outline=rgb("#C4984E"), width=2)


def _draw_scale_bars(image: Image.Image, layout: Layout) -> None:
    """Draw the black and white frame of a sea chart, in steps of columns and rows."""
    pen = ImageDraw.Draw(image)
    edge, bottom = layout.map_right, min(layout.map_bottom, layout.height - 25)
    outer, inner = 16, 24
    for column in range(-40, 20):
        (left, _), (right, _) = layout.at((1.5 * column - 0.75, 0)), layout.at((1.5 * column + 0.75, 0))
        left, right = max(outer, left), min(edge - outer - 1, right)
        if left < right:
            tone = rgb(BAR_LIGHT if column % 2 else BAR_DARK)
            pen.rectangle((left, outer, right, inner - 1), fill=tone)
    for row in range(-80, 80):
        top, low = (layout.at((0, (row + side) * ROOT3 / 2))[1] for side in (-0.5, 0.5))
        top, low = max(inner, top), min(bottom, low)
        if top < low:
            for x in (outer, edge - inner):
                pen.rectangle((x, top, x + 7, low), fill=rgb(BAR_LIGHT if row % 2 else BAR_DARK))
    pen.rectangle((inner, inner, edge - inner - 1, bottom), outline=rgb("#322216"), width=2)
