"""Sprites of Shipwrights: cards, chips, stones of the shoreline, backgrounds."""

import math

import numpy as np
from PIL import Image, ImageDraw

from render.kit import Canvas, Sprite, sprite
from render.kit.fields import Field, noise, pixel_grid, ramp, to_field, to_image
from render.kit.icons import desaturate, draw_icon
from render.kit.page import stamp
from render.kit.palette import (
    BONE,
    GOLD,
    INK,
    INK_SOFT,
    MADDER,
    VELLUM,
    VELLUM_DARK,
    dark,
    down,
    light,
    lit,
    mix,
    rgb,
)
from render.kit.scenes import DAWN, DUSK, STORM, Weather, coast, meadow
from render.kit.shadows import (
    colour_layer,
    ink_edge,
    plate,
    round_mask,
    with_shadow,
    with_vignette,
)
from render.kit.textures import planks, vellum
from render.shipwrights.portraits import portrait
from rules.shipwrights.pieces import KINDS, SHIPS, Card, CardKind, ShipKey

DAY = Weather(("#4F93B4", "#9CCBD6", "#DCEBE2"), ("#2F7C96", "#144960"))
KIND_COLOURS: dict[CardKind, str] = {
    "ship": "#2E6FA8",
    "craftsman": "#B63A30",
    "villager": "#7C8793",
    "tool": "#D9A021",
    "building": "#5F8F45",
}
"""Colours of the kinds of cards; each kind has a badge of its own shape too."""
_BADGES: dict[CardKind, tuple[str, str, float]] = {
    "ship": ("M4 20Q50 2 96 20L88 70Q50 112 12 70Z", "drakkar", 0.66),
    "craftsman": ("M6 6H94V52C94 76 74 90 50 98C26 90 6 76 6 52Z", "hammer", 0.60),
    "villager": ("M50 3A47 47 0 1 1 49.9 3Z", "oneself", 0.60),
    "tool": ("M28 5H72L97 50L72 95H28L3 50Z", "bow_saw", 0.60),
    "building": ("M50 2L97 40V96H3V40Z", "long_house", 0.60),
}
_WEATHERS: dict[ShipKey, Weather] = {
    "ferje": DAY,
    "byrding": DAWN,
    "knarr": DAWN,
    "skute": STORM,
    "karve": DAY,
    "snekke": DAY,
    "skeid": DUSK,
    "busse": STORM,
    "sud": STORM,
    "drakkar": DUSK,
}
_GLOWS: dict[str, tuple[int, int, int]] = {
    "forge": (150, 70, 20),
    "workshop": (120, 92, 52),
    "hall": (96, 96, 104),
}
_AT_THE_FIRE: tuple[Card, ...] = ("blacksmith", "tar_burner", "smelting_furnace")

TALLEST = 1600


@sprite
def kind_badge(kind: CardKind, size: int) -> Sprite:
    shape, sign, share = _BADGES[kind]
    colour = KIND_COLOURS[kind]
    canvas = Canvas(size)
    canvas.path(shape, VELLUM)
    with canvas.at(50, 52, 0.84), canvas.at(-50, -52):
        canvas.path(shape, lit(colour, 0.2, 0.25))
    body = canvas.bevel(4, 18).outline(2.6).to_image()
    tunic = "#D9B27A" if sign == "oneself" else ""
    outline = 2.6 if kind == "ship" else 4
    lower = 0.60 if kind == "building" else 0.52
    stamp(body, draw_icon(sign, int(size * share), tunic, outline=outline), size / 2, size * lower)
    return with_shadow(body, 5, 4, 0.5, 0.4)


# Card art


def _room(width: int, height: int, glow: str, seed: int) -> Image.Image:
    """A plank wall, lit by a fire, a window or a hall."""
    wall = to_field(planks(width, height, max(12, height // 6), "dark", seed, upright=True)) * np.float32(
        0.75
    )
    across, downwards = pixel_grid(width, height)
    far = np.hypot((across - width * 0.5) / (width * 0.62), (downwards - height * 0.42) / (height * 0.62))
    shine = np.exp(-(far**2))[..., None] * np.array(_GLOWS[glow], np.float32) * np.float32(0.95)
    return to_image(np.asarray(wall + shine, np.float32))


def _waves(width: int, height: int, seed: int, weather: Weather, supersampling: int = 3) -> Image.Image:
    """Two rows of waves in front of a ship."""
    w, h = width * supersampling, height * supersampling
    strip = Image.new("RGBA", (w, h), (0, 0, 0, 0))
    pen = ImageDraw.Draw(strip)
    xs = np.arange(w + 1)
    for row in range(2):
        ys = (
            h * (0.22 + 0.34 * row)
            - np.abs(np.sin(xs / (w * 0.22) * math.pi + seed * 1.7 + row * 2.1)) * h * 0.18
        )
        crest = list(zip(xs.tolist(), ys.tolist(), strict=True))
        colour = mix(*weather.water, row * 0.7)
        pen.polygon([*crest, (w, h), (0, h)], fill=(*rgb(colour), 255))
        pen.line(crest, fill=(*rgb("#CFE8EA"), 220), width=int(2.2 * supersampling))
    return strip.reduce(supersampling)


def _art(card: Card, width: int, height: int) -> Image.Image:
    """The art of a card: a ship at sea, a person or a tool indoors, a building on a meadow."""
    kind = KINDS[card]
    if kind == "ship":
        return _at_sea(card, width, height)
    if kind == "building":
        scene = meadow(width, height, 4, supersampling=2).convert("RGBA")
    else:
        room = "hall" if kind == "villager" else "forge" if card in _AT_THE_FIRE else "workshop"
        scene = _room(width, height, room, 8).convert("RGBA")
    if kind in ("building", "tool"):
        thing = draw_icon(card, int(min(height * 0.80, width * 0.8)), outline=1.8)
        y = height * (0.54 if kind == "building" else 0.52)
        stamp(scene, with_shadow(thing, 14, 12, 0.5, 0.35), width / 2, y)
    else:
        size = int(min(height * 0.98, width * 0.86))
        person = with_shadow(draw_icon(portrait(card), size, outline=1.4), 14, 8, 0.5, 0.3)
        stamp(scene, person, width / 2, height - size * 0.455)
    return scene


def _at_sea(card: Card, width: int, height: int) -> Image.Image:
    assert card in SHIPS
    weather = _WEATHERS[card]
    seed = 3 + SHIPS.index(card)
    scene = coast(width, height, weather, seed, supersampling=2).convert("RGBA")
    size = int(min(width * 0.74, height * 0.92))
    stamp(scene, with_shadow(draw_icon(card, size, outline=1.1), 10, 8, 0.4, 0.2), width * 0.5, height * 0.55)
    strip = int(height * 0.22)
    scene.alpha_composite(_waves(width, strip, seed, weather), (0, height - strip))
    return scene


def _card_frame(
    art: Image.Image, width: int, height: int, colour: str, radius: int, edge: int
) -> Image.Image:
    """A card frame in its kind's colour, with the art above and vellum below."""
    inner_width, inner_height = width - 2 * edge, height - 2 * edge
    tone = ramp(
        0.5 + 0.28 * noise(width, height, 90, 14, 3, 5), dark(colour, 0.18), colour, light(colour, 0.14)
    )
    body = plate(to_image(tone), radius)
    inside = plate(vellum(inner_width, inner_height, 5, 0.7), radius - edge // 2, -0.3, -0.35)
    body.alpha_composite(inside, (edge, edge))
    whole = art.height >= inner_height
    mask = round_mask(inner_width, art.height + (0 if whole else 40), radius - edge // 2)
    shade = np.exp(-np.arange(art.height, dtype=np.float32)[:, None, None] / 9) * np.float32(0.45)
    window = to_image(np.asarray(to_field(art.convert("RGB")) * (1 - shade), np.float32)).convert("RGBA")
    window.putalpha(mask.crop((0, 0, inner_width, art.height)))
    body.alpha_composite(window, (edge, edge))
    if not whole:
        pen, foot = ImageDraw.Draw(body), edge + art.height
        pen.rectangle((edge, foot - 3, edge + inner_width - 1, foot), fill=(*rgb(colour), 255))
        pen.line((edge, foot + 1, edge + inner_width - 1, foot + 1), fill=(*rgb(dark(colour, 0.6)), 255))
    ink_edge(body, radius, 3)
    return body


EDGE = 14


@sprite
def card_body(card: Card, width: int, height: int, art: int, dim: bool = False) -> Sprite:
    """A card with its art, without costs and effects."""
    kind = KINDS[card]
    body = _card_frame(_art(card, width - 2 * EDGE, art), width, height, KIND_COLOURS[kind], 26, EDGE)
    if dim:
        body = desaturate(body, 0.72)
    return with_shadow(body, 16, 11, 0.55, 0.45)


@sprite
def craftsman_card(card: Card, width: int, height: int) -> Sprite:
    """A placed craftsman: face and trade."""
    edge = 9
    inner_width, inner_height = width - 2 * edge, height - 2 * edge
    room = _room(inner_width, inner_height, "forge" if card in _AT_THE_FIRE else "workshop", 3).convert(
        "RGBA"
    )
    person = draw_icon(portrait(card), int(width * 0.84), outline=1.6)
    stamp(room, with_shadow(person, 8, 5, 0.5, 0.3), inner_width / 2, height * 0.36)
    foot = int(height * 0.36)
    canvas = Canvas(inner_width, foot, box=inner_width)
    canvas.path(f"M0 14Q{inner_width / 2} -6 {inner_width} 14V{foot}H0Z", down("#F6EACF", "#D9C393"))
    room.alpha_composite(canvas.to_image(), (0, inner_height - foot))
    trade = with_shadow(draw_icon(card, int(width * 0.50)), 4, 3, 0.4, 0.3)
    stamp(room, trade, inner_width / 2, inner_height - foot * 0.46)
    body = _card_frame(room, width, height, KIND_COLOURS["craftsman"], 20, edge)
    return with_shadow(body, 10, 7, 0.5, 0.45)


@sprite
def tool_card(card: Card, width: int, height: int) -> Sprite:
    """A tool beside the board, without its effect."""
    edge = 9
    room = _room(width - 2 * edge, height - 2 * edge, "workshop", 6).convert("RGBA")
    thing = with_shadow(draw_icon(card, int(width * 0.74)), 8, 6, 0.5, 0.3)
    stamp(room, thing, room.width / 2, room.height * 0.34)
    return with_shadow(_card_frame(room, width, height, KIND_COLOURS["tool"], 20, edge), 10, 7, 0.5, 0.45)


@sprite
def ship_card(card: Card, width: int, height: int, art: int) -> Sprite:
    """A ship in a workshop, with room for its name."""
    body = _card_frame(_art(card, width - 2 * EDGE, art), width, height, KIND_COLOURS["ship"], 24, EDGE)
    return with_shadow(body, 10, 7, 0.5, 0.4)


@sprite
def ship_at_sea(card: Card, size: int) -> Sprite:
    """A floating ship with a thin outline and a soft shadow on the water."""
    return with_shadow(draw_icon(card, size, outline=1.3), max(4, size * 0.05), max(3, size // 20), 0.4, 0.3)


@sprite
def ghost(name: str, size: int, colour: str = "#E5D2A8", strength: float = 0.20) -> Sprite:
    """The silhouette of a missing piece."""
    return Sprite(colour_layer(colour, draw_icon(name, size, outline=0).getchannel("A"), strength))


@sprite
def modifier(name: str, gain: bool, size: int) -> Sprite:
    """A lasting effect of a ship: its icon with a green plus or a red minus."""
    pad = size // 6
    body = Image.new("RGBA", (size + 2 * pad, size + 2 * pad), (0, 0, 0, 0))
    shade = with_shadow(draw_icon(name, size), max(3, size * 0.06), max(2, size // 20), 0.45, 0.35)
    stamp(body, shade, size / 2 + pad, size / 2 + pad)
    sign = int(size * 0.5)
    canvas = Canvas(sign)
    if gain:
        canvas.circle(50, 50, 46, "#3E8E57").path("M50 24V76M24 50H76", stroke=BONE, width=15)
    else:
        canvas.box(6, 6, 88, 88, 16, MADDER).path("M24 50H76", stroke=BONE, width=16)
    stamp(body, canvas.outline(4.5).to_image(), pad + size * 0.16, pad + size * 0.16)
    return Sprite(body, pad)


@sprite
def chip(width: int, height: int, met: bool) -> Sprite:
    """A chip for something a ship needs: pale if met, bright with a red rim if lacking."""
    colour, border, line = ("#C9C0A6", "#8A9A78", 4) if met else ("#F4E8C8", "#B3372C", 6)
    tone = ramp(
        0.5 + 0.25 * noise(width, height, 140, octaves=3, seed=3),
        dark(colour, 0.12),
        colour,
        light(colour, 0.1),
    )
    return Sprite(plate(to_image(tone), 18, border=border, line=line))


@sprite
def pill(width: int, height: int, colour: str, edge: str) -> Sprite:
    canvas = Canvas(width, height, box=width)
    canvas.box(2, 2, width - 4, height - 4, height * 0.36, edge)
    canvas.box(5, 5, width - 10, height - 10, height * 0.30, down(light(colour, 0.14), colour))
    return with_shadow(canvas.outline(1.6).to_image(), 4, 3, 0.45, 0.35)


@sprite
def lack(size: int) -> Sprite:
    canvas = Canvas(size)
    canvas.circle(50, 50, 46, BONE).circle(50, 50, 39, down(light(MADDER, 0.15), MADDER))
    return with_shadow(canvas.outline(3).to_image(), 4, 3, 0.4, 0.3)


@sprite
def ribbon(width: int, height: int) -> Sprite:
    """A ribbon for an address, hanging from the upper edge of a workshop."""
    canvas = Canvas(width, height, box=width)
    canvas.path(f"M3 3H{width - 3}V{height - 4}L{width / 2} {height - 24}L3 {height - 4}Z", VELLUM)
    canvas.path(
        f"M8 0H{width - 8}V{height - 13}L{width / 2} {height - 30}L8 {height - 13}Z", down(INK_SOFT, INK)
    )
    return with_shadow(canvas.outline(2.2).to_image(), 5, 4, 0.5, 0.4)


@sprite
def stone(number: int) -> Sprite:
    """A stone of the shoreline."""
    random = np.random.default_rng(number)
    corners, steps = 9, 90
    reach = 0.9 + 0.1 * random.random(corners)
    turns = np.arange(steps) / steps * corners
    # Cosine interpolation keeps the stone smooth between its corners.
    low, share = turns.astype(int), (1 - np.cos((turns % 1) * math.pi)) / 2
    radius = reach[low % corners] * (1 - share) + reach[(low + 1) % corners] * share
    angles = np.arange(steps) / steps * 2 * math.pi
    points = np.stack([34 + 32 * radius * np.cos(angles), 32 + 29 * radius * np.sin(angles)], 1)
    canvas = Canvas(68, 64, box=68)
    canvas.path(points, down("#B9BFC0", "#8B9497", "#6A7478"))
    return with_shadow(canvas.bevel(7, 26).outline(2.2).to_image(), 5, 4, 0.45, 0.4)


@sprite
def gold_ship(size: int) -> Sprite:
    """The ship on the shoreline that marks its owner's gold."""
    ship = draw_icon("karve", size, outline=1.8)
    colours = to_field(ship).copy()
    bright = colours[..., :3].mean(-1) / np.float32(255)
    gilt = ramp(np.clip(bright * np.float32(1.25), 0, 1), "#3a2506", "#A8741A", "#EDB93F", "#FFF0B0")
    gilt[bright < 0.13] = rgb(INK)
    colours[..., :3] = gilt
    return with_shadow(Image.fromarray(colours.astype(np.uint8), "RGBA"), 5, 4, 0.5, 0.4)


@sprite
def price_card(width: int, height: int) -> Sprite:
    """The back of the deck's top card, with room for the goods of a purchase."""
    edge = 10
    tone = ramp(0.5 + 0.3 * noise(width, height, 90, octaves=3, seed=8), "#0f2733", "#1F5266", "#2f6f86")
    body = plate(to_image(tone), 22, border=VELLUM_DARK, line=edge)
    canvas = Canvas(width, height, box=width)
    inner = edge + 6
    canvas.box(inner, inner, width - 2 * inner, height - 2 * inner, 14, None, GOLD, 3, 0.8)
    body.alpha_composite(canvas.to_image())
    ink_edge(body, 22, 3)
    return with_shadow(body, 12, 9, 0.55, 0.45)


@sprite
def stack_edge(width: int, height: int) -> Sprite:
    """The edges of the cards below the top one."""
    return with_shadow(plate(vellum(width, height, 3), 22, border=INK, line=2), 8, 6, 0.5, 0.4)


@sprite
def fjord(width: int, height: int, seed: int) -> Sprite:
    """A player's part of the sea, where the ships lie: more water than sky."""
    tall = round(height * 1.9)
    horizon = round(tall * 0.58)
    top = horizon - round(height * 0.24)
    body = plate(coast(width, tall, DAY, seed).crop((0, top, width, top + height)), 18, -0.3, -0.35)
    ink_edge(body, 18, 3)
    return Sprite(body)


# Backgrounds


def _meadow_ground(width: int, height: int) -> Field:
    amount = 0.5 + 0.45 * noise(width, height, 260, octaves=5, seed=13)
    amount += 0.06 * noise(width, height, 6, octaves=2, seed=19)
    return ramp(amount, "#2F4A33", "#44633C", "#5D7B48")


SHORE = (322, 446)
"""The y where the sea ends and where the grass begins."""


@sprite
def shore(width: int) -> Sprite:
    """Background of the own board: sea below mountains, a beach, and grass to the tallest picture's end."""
    height = TALLEST
    water, grass = SHORE
    sky = coast(width, 420, DAY, 12)
    land = np.zeros((height, width, 3), np.float32)
    land[:380] = to_field(sky)[40:]
    amount = (
        0.5
        + 0.4 * noise(width, height, 200, octaves=4, seed=3)
        + 0.08 * noise(width, height, 4, octaves=2, seed=9)
    )
    sand = ramp(amount, "#A98A5A", "#C9AB74", "#E2C990")
    along = np.arange(width, dtype=np.float32)
    wet_line = (water + 9 * np.sin(along / 90) + 5 * np.sin(along / 37 + 1))[None, :]
    dry_line = (grass + 8 * np.sin(along / 120 + 2) + 5 * np.sin(along / 31))[None, :]
    downwards = np.arange(height, dtype=np.float32)[:, None]
    beach = np.clip(downwards - wet_line, 0, 1)[..., None]
    land = land * (1 - beach) + sand * beach
    for away, strength in ((0, 0.9), (10, 0.45), (22, 0.25)):
        foam = np.exp(-(((downwards - (wet_line - away)) / 2.4) ** 2)) * strength
        land += foam[..., None] * np.array([120, 130, 130], np.float32)
    wet = np.exp(-np.clip(downwards - wet_line, 0, None) / 22)[..., None] * beach
    land *= 1 - 0.28 * wet
    turf = np.clip((downwards - dry_line) / 26, 0, 1)[..., None]
    land = land * (1 - turf) + _meadow_ground(width, height) * turf
    return with_vignette(to_image(np.asarray(land, np.float32)), 0.35)


@sprite
def green(width: int) -> Sprite:
    return with_vignette(to_image(_meadow_ground(width, TALLEST)), 0.45)


@sprite
def bench(width: int) -> Sprite:
    """Background of the hand: a dark work bench."""
    return with_vignette(planks(width, TALLEST, 110, "dark", 15), 0.5)


@sprite
def evening(width: int) -> Sprite:
    """Background of the score sheet: the coast at dusk."""
    return with_vignette(coast(width, TALLEST, DUSK, 27), 0.5)
