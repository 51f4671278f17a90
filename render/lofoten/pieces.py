"""Sprites of Lofoten: tiles, orders, ships, wheels, cards, backgrounds."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from render.kit import Canvas, Sprite, font, sprite
from render.kit.fields import noise, ramp, to_image
from render.kit.icons import desaturate, draw_icon
from render.kit.page import stamp
from render.kit.palette import (
    BONE,
    FOAM,
    GOLD,
    INK,
    IRON,
    IRON_DARK,
    IRON_LIGHT,
    OAK_LIGHT,
    dark,
    down,
    light,
    rgb,
    rounded,
    slant,
)
from render.kit.scenes import DAWN, DUSK, STORM, coast, meadow
from render.kit.seats import seat_colour
from render.kit.shadows import colour_layer, ink_edge, plate, with_shadow, with_vignette
from render.kit.textures import planks, sea, vellum, wood
from render.kit.type import MIN_FONT_PX
from rules.lofoten.pieces import Good

GOODS: tuple[Good, ...] = ("mead", "fish", "sheep", "coffer")
COLOURS: dict[Good, tuple[str, str]] = {
    "mead": ("#D98E1F", "#A86412"),
    "fish": ("#2F7FA8", "#1D5877"),
    "sheep": ("#6A9A44", "#46702C"),
    "coffer": ("#B4433A", "#7F2923"),
}
"""Each good's colour and a darker shade; goods differ in shape too."""
_GRAIN: dict[Good, int] = {"mead": 11, "fish": 23, "sheep": 37, "coffer": 45}


@sprite
def goods_tile(good: Good, amount: int, size: int) -> Sprite:
    """A wooden tile with its good, and its amount unless that is unknown (0)."""
    colour, shade = COLOURS[good]
    radius, edge = int(size * 0.16), max(4, int(size * 0.07))
    body = plate(wood(size, size, "pine", _GRAIN[good]), radius)
    inner = size - 2 * edge
    height = np.linspace(-1, 1, inner, dtype=np.float32)[:, None]
    tone = ramp(
        0.5 + 0.3 * noise(inner, inner, size / 3, octaves=3, seed=5) - 0.25 * height,
        shade,
        colour,
        light(colour, 0.28),
    )
    body.alpha_composite(plate(to_image(tone), max(4, radius - edge), -0.35, -0.3), (edge, edge))
    sign = draw_icon(good, int(size * (0.70 if amount else 0.78)))
    place = (0.44, 0.42) if amount else (0.5, 0.5)
    stamp(
        body,
        with_shadow(sign, max(2, size * 0.03), max(1, int(size * 0.03)), 0.45, 0.3),
        size * place[0],
        size * place[1],
    )
    ink_edge(body, radius, max(2, size * 0.025))
    if amount:
        _digit(body, amount, max(MIN_FONT_PX, int(size * 0.46)), size * 0.76, size * 0.72)
    return with_shadow(body, max(4, size * 0.07), max(3, int(size * 0.06)), 0.5, 0.45)


@sprite
def amount_tile(good: Good, amount: int, size: int) -> Sprite:
    """A stored tile. Its warehouse shows the good, so the amount takes all the room."""
    colour, shade = COLOURS[good]
    body = plate(wood(size, size, "pine", 4), 14)
    inner = size - 12
    face = ramp(
        0.5 - 0.4 * np.linspace(-1, 1, inner, dtype=np.float32)[:, None] * np.ones((1, inner), np.float32),
        shade,
        colour,
        light(colour, 0.2),
    )
    body.alpha_composite(plate(to_image(face), 10, -0.3, -0.3), (6, 6))
    ink_edge(body, 14, 2.5)
    _digit(body, amount, max(MIN_FONT_PX, int(size * 0.68)), size / 2, size / 2)
    return with_shadow(body, 5, 4, 0.5, 0.45)


@sprite
def flipped_tile(good: Good, size: int) -> Sprite:
    """A stored tile flipped to pay for a ship: bare wood, a rim in the colour of its good, one good."""
    body = plate(wood(size, size, "dark", 6), 14, border=COLOURS[good][0], line=5)
    hatch = Canvas(size, supersampling=3)
    for start in range(-80, 100, 26):
        hatch.line([(start, 96), (start + 92, 4)], OAK_LIGHT, 5, 0.4)
    body.alpha_composite(hatch.to_image())
    ink_edge(body, 14, 2.5)
    _digit(body, 1, max(MIN_FONT_PX, int(size * 0.6)), size / 2, size / 2)
    return with_shadow(body, 5, 4, 0.5, 0.45)


def _digit(body: Image.Image, amount: int, size: int, x: float, y: float) -> None:
    face = font("number", size, 900)
    ImageDraw.Draw(body).text(
        (x, y),
        str(amount),
        font=face,
        fill=rgb(BONE),
        anchor="mm",
        stroke_width=max(3, size // 9),
        stroke_fill=rgb(INK),
    )


@sprite
def order_chip(good: Good, size: int, dim: bool = False) -> Sprite:
    """An order waiting in a ship."""
    radius = int(size * 0.13)
    body = plate(vellum(size, size, 9, 0.5), radius, border=COLOURS[good][0], line=max(4, int(size * 0.075)))
    ink_edge(body, radius, max(1.5, size * 0.0225))
    stamp(body, draw_icon(good, int(size * 0.72)), size / 2, size / 2)
    return with_shadow(desaturate(body) if dim else body, 5, 4, 0.5, 0.45)


@sprite
def stack_of_tiles(good: Good, amount: int, size: int) -> Sprite:
    """The top tile of a stack, good up, with its amount if the reader knows it."""
    side = size + 26
    pile = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    for step in (2, 1, 0):
        stamp(
            pile,
            goods_tile(good, amount if step == 0 else 0, size),
            side / 2 - 3 + step * 4,
            side / 2 - 3 + step * 4,
        )
    return Sprite(pile)


@sprite
def empty_stack(size: int) -> Sprite:
    canvas = Canvas(size)
    canvas.box(8, 8, 84, 84, 16, "#000000", strength=0.3)
    canvas.box(8, 8, 84, 84, 16, None, OAK_LIGHT, 5, 0.55)
    return Sprite(canvas.to_image())


@lru_cache(maxsize=4)
def _ship_body(seat: int, upgraded: bool, size: int) -> Image.Image:
    body = draw_icon("longship", size, seat_colour(seat) if seat >= 0 else GOLD)
    if upgraded:
        body = body.copy()
        body.alpha_composite(colour_layer("#1a0d06", body.getchannel("A"), 0.42))
        trim = Canvas(size, body.height)
        gunwale = "M50 10C60 22 87 38 87 80C87 118 62 138 50 150C38 138 13 118 13 80C13 38 40 22 50 10Z"
        body.alpha_composite(trim.path(gunwale, None, GOLD, 3.4).to_image())
    return body


@sprite
def longship(seat: int, quarter: int, upgraded: bool, size: int = 128) -> Sprite:
    """A ship seen from above, its bow turned by quarters."""
    return with_shadow(_ship_body(seat, upgraded, size).rotate(-90 * quarter, expand=True), 7, 5, 0.55, 0.4)


@sprite
def better_ship(size: int) -> Sprite:
    """A dark ship on its side, in no player's colour."""
    return with_shadow(_ship_body(-1, True, size).rotate(90, expand=True), 6, 5, 0.5, 0.4)


@sprite
def wheel_wood(radius: int) -> Sprite:
    """The wood and iron of a fleet wheel."""
    size = 2 * radius
    ground = Canvas(size, box=200, supersampling=3)
    ground.circle(100, 100, 98, slant("#8F6238", "#5A3A20", "#3A2414"))
    ground.circle(100, 100, 91, slant("#4C311C", "#3A2514", "#2A1A0F"))
    ground.circle(100, 100, 98, None, OAK_LIGHT, 1.6, 0.8).circle(100, 100, 91, None, "#1c110a", 1.8)
    body = ground.to_image()
    inside = Canvas(size, box=200, supersampling=3).circle(100, 100, 90, "#ffffff").to_image().getchannel("A")
    grain = wood(size, size, "dark", 14).convert("RGBA")
    grain.putalpha(inside.point([round(level * 0.55) for level in range(256)]))
    body.alpha_composite(grain)
    iron = Canvas(size, box=200, supersampling=3)
    for quarter in range(4):
        with iron.at(100, 100, turn=45 + 90 * quarter):
            iron.circle(0, -80, 5.2, IRON_LIGHT).circle(0, -80, 3.6, IRON_DARK)
            iron.path("M-4 -34L0 -68L4 -34Z", OAK_LIGHT, strength=0.55)
    iron.circle(100, 100, 13, rounded("#C9CFD4", IRON, IRON_DARK)).circle(100, 100, 5, INK)
    body.alpha_composite(iron.to_image())
    return with_shadow(body, 18, 12, 0.6, 0.4)


@sprite
def wheel_ring(seat: int, radius: int) -> Sprite:
    ring = Canvas(2 * radius, box=200, supersampling=3)
    return Sprite(ring.circle(100, 100, 94.5, None, seat_colour(seat), 4.4).to_image())


@sprite
def pointer(seat: int, upwards: bool, hollow: bool = False) -> Sprite:
    """Marks a fleet's position along the market; hollow for its earlier position."""
    canvas = Canvas(96, 60, box=96)
    shape = "M48 5L91 55H5Z" if upwards else "M48 55L5 5H91Z"
    colour = seat_colour(seat)
    if hollow:
        canvas.path("M48 13L80 50H16Z" if upwards else "M48 47L16 10H80Z", None, colour, 6, 0.75)
        return Sprite(canvas.to_image())
    canvas.path(shape, down(light(colour, 0.3), colour, dark(colour, 0.16)))
    return with_shadow(canvas.bevel(4, 20).outline(4).to_image(), 5, 4, 0.5, 0.4)


@sprite
def zone_hook(seat: int, upwards: bool) -> Sprite:
    """Half a frame around the zone that a fleet faces."""
    width, height = 176, 98
    canvas = Canvas(width, height, box=width)
    if upwards:
        hook = "M9 0V64Q9 89 34 89H142Q167 89 167 64V0"
    else:
        hook = "M9 98V34Q9 9 34 9H142Q167 9 167 34V98"
    canvas.path(hook, stroke=INK, width=13).path(hook, stroke=seat_colour(seat), width=8)
    return Sprite(canvas.to_image())


@sprite
def mooring_post() -> Sprite:
    canvas = Canvas(46)
    canvas.circle(50, 50, 44, rounded("#E2B77E", "#9A6A3A", "#5A3A20"))
    canvas.circle(50, 50, 30, None, "#6A4526", 4).circle(50, 50, 16, None, "#6A4526", 4)
    return with_shadow(canvas.bevel(6, 24).outline(3).to_image(), 6, 5, 0.6, 0.4)


@sprite
def dock_mark() -> Sprite:
    canvas = Canvas(84)
    canvas.circle(50, 50, 47, OAK_LIGHT).circle(50, 50, 40, down("#2A4658", "#12222E"))
    body = canvas.bevel(4, 20).outline(2.2).to_image()
    stamp(body, draw_icon("anchor", 54, outline=3), 42, 42)
    return with_shadow(body, 6, 5, 0.5, 0.4)


_SCENE_SEEDS: dict[Good, int] = {"mead": 3, "fish": 1, "sheep": 9, "coffer": 4}


@sprite
def order_card(good: Good, width: int, height: int, dim: bool = False) -> Sprite:
    """An order card: its good in front of a landscape."""
    colour = COLOURS[good][0]
    edge, radius = 14, 26
    inner = width - 2 * edge, height - 2 * edge
    seed = _SCENE_SEEDS[good]
    weather = {"mead": DUSK, "fish": DAWN, "coffer": STORM}.get(good)
    art = coast(*inner, weather, seed, supersampling=2) if weather else meadow(*inner, seed, supersampling=2)
    tone = ramp(
        0.5 + 0.28 * noise(width, height, 90, 14, 3, 5), dark(colour, 0.18), colour, light(colour, 0.14)
    )
    body = plate(to_image(tone), radius)
    body.alpha_composite(plate(art, radius - edge // 2, -0.3, -0.35), (edge, edge))
    ink_edge(body, radius, 3)
    sign = with_shadow(
        draw_icon(good, int(width * 0.76), outline=2.2), width * 0.044, int(width * 0.038), 0.55, 0.35
    )
    stamp(body, sign, width / 2, edge + inner[1] * 0.60)
    return with_shadow(desaturate(body, 0.8) if dim else body, 20, 14, 0.55, 0.45)


MARKET = (95, 534, 1105, 744)
QUAY_TOP = 1176


@sprite
def chart(width: int, height: int) -> Sprite:
    """Background of the board: the sea with two compass roses and the quay."""
    shores = (MARKET, (0, QUAY_TOP, width, height), (0, 0, width, 100))
    ground = sea(width, height, shores).convert("RGBA")
    rose = _compass_rose(184)
    for x, y in ((108, 1010), (1092, 300)):
        stamp(ground, rose, x, y)
    quay = with_shadow(
        plate(planks(width + 40, height - QUAY_TOP + 16, 54, "grey", 9), 16), 18, -6, 0.55, 0.4
    )
    stamp(ground, quay, width / 2, QUAY_TOP + (height - QUAY_TOP + 16) / 2)
    return Sprite(ground.convert("RGB"))


def _compass_rose(size: int) -> Image.Image:
    canvas = Canvas(size, supersampling=3)
    for point in range(16):
        long = 48 if point % 4 == 0 else 34 if point % 2 == 0 else 20
        with canvas.at(50, 50, turn=point * 22.5):
            canvas.path(f"M0 {-long}L4.4 -7.8L0 0Z", FOAM).path(
                f"M0 {-long}L-4.4 -7.8L0 0Z", stroke=FOAM, width=0.9
            )
    canvas.circle(50, 50, 39, None, FOAM, 0.9).circle(50, 50, 42, None, FOAM, 1.6)
    rose = canvas.to_image()
    rose.putalpha(rose.getchannel("A").point([round(level * 0.2) for level in range(256)]))
    return rose


@sprite
def table(width: int, height: int) -> Sprite:
    """Background of the hand: a dark table."""
    return with_vignette(planks(width, height, 112, "dark", 5), 0.55)


@sprite
def evening(width: int, height: int) -> Sprite:
    """Background of the score sheet: the coast at dusk."""
    return with_vignette(coast(width, height, DUSK, 12), 0.5)


@sprite
def nib(colour: str) -> Sprite:
    """Connects a card with the plaque of its effect."""
    canvas = Canvas(108, 64, box=108)
    canvas.path("M8 56L54 8L100 56Z", colour)
    return with_shadow(canvas.bevel(4, 18).outline(3.4).to_image(), 5, 4, 0.4, 0.3)


@sprite
def ship_at_dock(seat: int) -> Sprite:
    body = draw_icon("longship", 88, seat_colour(seat), outline=2.4)
    stamp(body, draw_icon("anchor", 48, outline=4), 44, 70)
    return with_shadow(body, 5, 4, 0.45, 0.35)


@sprite
def slash() -> Sprite:
    canvas = Canvas(26, 110, box=26)
    return Sprite(canvas.line([(20, 12), (6, 98)], "#C9AA72", 7).to_image())


@sprite
def ghost_card(width: int, height: int, colour: str) -> Sprite:
    canvas = Canvas(width, height, box=width, supersampling=2)
    canvas.box(5, 5, width - 10, height - 10, 24, "#000000", strength=0.32)
    canvas.box(5, 5, width - 10, height - 10, 24, None, colour, 6, 0.9)
    return Sprite(canvas.to_image())
