"""Sprites of Borealis: animal cards, stacks, track spaces, gauges, backgrounds."""

from typing import Literal

import numpy as np
from PIL import Image, ImageDraw

from render.borealis.icons import PARKAS
from render.kit import Canvas, Sprite, sprite
from render.kit.arctic import ice, snowfield
from render.kit.fields import noise, ramp, to_field, to_image
from render.kit.icons import desaturate, draw_icon
from render.kit.page import stamp
from render.kit.palette import GOLD, GOLD_LIGHT, INK, dark, down, light, rgb
from render.kit.seats import seat_colour
from render.kit.shadows import (
    colour_layer,
    ink_edge,
    plate,
    round_mask,
    round_rim,
    with_shadow,
    with_vignette,
)
from rules.borealis.pieces import Colour, Species, Vehicle

SPECIES_COLOURS: dict[Species, str] = {
    "polar_bear": "#2F6796",
    "arctic_fox": "#8E6BB8",
    "snowy_owl": "#C8992B",
    "harp_seal": "#1E6F6B",
    "puffin": "#B8441F",
}
"""Colours that differ in lightness too; the animal also tells the species."""
_LANDSCAPES: dict[Species, int] = {
    "polar_bear": 3,
    "arctic_fox": 5,
    "snowy_owl": 8,
    "harp_seal": 11,
    "puffin": 14,
}
FROST = "#F4FAFC"
ICE_RIM = "#8FB6CB"
SpaceState = Literal["past", "here", "next", "ahead"]


def _cloth(width: int, height: int, colour: str, seed: int = 3) -> Image.Image:
    """A slightly uneven colour, lit from above."""
    downwards = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    amount = 0.46 + 0.2 * noise(width, height, 120, 40, 3, seed) - 0.22 * downwards
    return to_image(ramp(amount, dark(colour, 0.42), colour, light(colour, 0.25)))


# Animal cards


@sprite
def card_face(species: Species, width: int, height: int, top: int, bottom: int) -> Sprite:
    """An animal card without scientists, vehicle and star, which are drawn on its bands."""
    colour = SPECIES_COLOURS[species]
    edge, radius = 11, 24
    inner = width - 2 * edge, height - 2 * edge
    frame = ramp(0.5 + 0.28 * noise(width, height, 90, 14, 3, 5), "#C6D6DF", "#EAF3F7", "#FFFFFF")
    body = plate(to_image(frame), radius)
    art_height = inner[1] - top - bottom
    inside = Image.new("RGBA", inner)
    inside.paste(ice(inner[0], top, 5, cracks=False), (0, 0))
    if art_height > 0:
        art = snowfield(inner[0], art_height + 40, _LANDSCAPES[species], supersampling=2).convert("RGBA")
        size = round(min(inner[0] * 0.86, (art_height + 10) / 1.28 * 1.06))
        portrait = with_shadow(draw_icon(f"{species}_portrait", size), 10, 6, 0.45, 0.25)
        stamp(art, portrait, inner[0] / 2, art_height - size * 1.28 / 2 + 8)
        inside.paste(art.convert("RGB"), (0, top))
    inside.paste(_cloth(inner[0], bottom, colour), (0, inner[1] - bottom))
    pen = ImageDraw.Draw(inside)
    pen.rectangle((0, top - 3, inner[0], top + 1), fill=rgb(colour))
    pen.rectangle((0, inner[1] - bottom - 2, inner[0], inner[1] - bottom + 1), fill=rgb(FROST))
    body.alpha_composite(plate(inside.convert("RGB"), radius - edge // 2, -0.3, -0.35), (edge, edge))
    ink_edge(body, radius, 3)
    head = round(bottom * 0.86)
    stamp(
        body,
        with_shadow(draw_icon(species, head, outline=3.2), 5, 4, 0.5, 0.35),
        edge + 12 + head / 2,
        height - edge - bottom / 2,
    )
    return with_shadow(body, 15, 10, 0.5, 0.45)


@sprite
def scientist_arrow(colour: Colour, leftwards: bool, width: int, height: int) -> Sprite:
    """An arrow in a scientist's colour: who moves left or right when the card is played."""
    parka = PARKAS[colour]
    tall = 100 * height / width
    canvas = Canvas(width, height)
    with canvas.at(0 if leftwards else 100, 0, 1 if leftwards else -1, 1):
        shape = f"M4 {tall / 2}L32 4H97V{tall - 4}H32Z"
        canvas.path(shape, down(light(parka, 0.74), light(parka, 0.42))).path(shape, stroke=parka, width=5)
    body = canvas.outline(2).to_image()
    size = round(height * 0.76)
    figure = with_shadow(draw_icon(colour, size), 4, 3, 0.4, 0.3)
    stamp(body, figure, width / 2 + (width * 0.07 if leftwards else -width * 0.07), height / 2)
    return Sprite(body)


@sprite
def vehicle_badge(vehicle: Vehicle, size: int) -> Sprite:
    canvas = Canvas(size)
    canvas.circle(50, 50, 48, FROST).circle(50, 50, 43, down("#E6F1F6", "#AFCBD9"))
    body = canvas.outline(1.8).to_image()
    stamp(body, draw_icon(vehicle, round(size * 0.8), outline=4), size / 2, size / 2)
    return with_shadow(body, 4, 3, 0.45, 0.3)


# The stack on a site

STRIP = (198, 76)
TOP_CARD = 108
TUCK = 26
"""Overlap of a card with the one below it in a stack."""


@sprite
def stack_card(species: Species, top: bool) -> Sprite:
    """A card in a stack: whole if it is the latest, else only the band that shows the species."""
    width, visible = STRIP[0], TOP_CARD if top else STRIP[1]
    height = visible + (0 if top else TUCK)
    ground = _cloth(width, height, SPECIES_COLOURS[species], 7)
    if top:
        ground.paste(snowfield(width - 12, height - 12, _LANDSCAPES[species], supersampling=2), (6, 6))
    body = plate(ground, 18, border=FROST, line=5)
    ink_edge(body, 18, 2)
    head = visible - 8
    stamp(
        body,
        with_shadow(draw_icon(species, head, outline=3.4), 4, 3, 0.5, 0.35),
        10 + head / 2,
        height - visible / 2,
    )
    return with_shadow(body, 7, 5, 0.45, 0.4)


@sprite
def stack_vehicle(vehicle: Vehicle, top: bool) -> Sprite:
    height = (TOP_CARD if top else STRIP[1]) - 14
    canvas = Canvas(84, height, box=84)
    canvas.box(2, 2, 80, height - 4, 16, "#F8FCFE").box(5, 5, 74, height - 10, 13, down("#E6F1F6", "#B6D0DD"))
    body = canvas.outline(2).to_image()
    stamp(body, draw_icon(vehicle, 74 if top else 66, outline=4), 42, height / 2)
    return with_shadow(body, 3, 2, 0.4, 0.3)


@sprite
def empty_place(width: int, height: int) -> Sprite:
    return Sprite(colour_layer("#8FC0D4", round_rim(width, height, 14, 3), 0.5))


# The exploration track

SPACE = (160, 64)


@sprite
def track_space(state: SpaceState, seat: int) -> Sprite:
    width, height = SPACE
    tones = {"here": seat_colour(seat), "next": "#FFE08A", "past": "#7896A7", "ahead": "#BCD6E2"}
    tone = tones[state]
    downwards = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    amount = 0.5 + 0.3 * noise(width, height, 90, octaves=3, seed=4) - 0.15 * downwards
    body = plate(to_image(ramp(amount, dark(tone, 0.14), tone, light(tone, 0.22))), 16, border=INK, line=3)
    return with_shadow(body, 5, 4, 0.45, 0.35)


@sprite
def track_vehicle(vehicle: Vehicle, size: int, past: bool) -> Sprite:
    image = draw_icon(vehicle, size)
    if past:
        image = desaturate(image, 0.85)
        image.putalpha(image.getchannel("A").point([round(level * 0.5) for level in range(256)]))
        return Sprite(image)
    return with_shadow(image, 3, 2, 0.4, 0.3)


# Scientists


@sprite
def scientist(colour: Colour, size: int, absent: bool = False) -> Sprite:
    image = draw_icon(colour, size)
    if absent:
        image = desaturate(image, 0.95)
        image.putalpha(image.getchannel("A").point([round(level * 0.34) for level in range(256)]))
        return Sprite(image)
    return with_shadow(image, max(3, size * 0.05), max(2, size // 20), 0.45, 0.35)


@sprite
def slip(width: int, height: int) -> Sprite:
    """A small card, for two scientists."""
    return with_shadow(plate(ice(width, height, 3, cracks=False), 14, border=FROST, line=3), 3, 2, 0.4, 0.3)


# Gauges of progress


CHIP = 56


@sprite
def animal_chip(species: Species) -> Sprite:
    """A small animal card for the spectator's board."""
    body = plate(_cloth(CHIP, CHIP, SPECIES_COLOURS[species]), 10, border=FROST, line=2)
    ink_edge(body, 10, 1)
    stamp(body, draw_icon(species, CHIP - 4, outline=4), CHIP / 2, CHIP / 2 + 1)
    return Sprite(body)


@sprite
def empty_chip() -> Sprite:
    canvas = Canvas(CHIP, CHIP, box=CHIP)
    canvas.box(5, 5, CHIP - 10, CHIP - 10, 9, "#000000", strength=0.35)
    canvas.box(5, 5, CHIP - 10, CHIP - 10, 9, None, "#7C8791", 2, 0.8)
    return Sprite(canvas.to_image())


@sprite
def flag_gauge(reached: int) -> Sprite:
    """A gauge of the spaces that a flag has advanced, of seven."""
    canvas = Canvas(132, 40, box=132)
    for step in range(7):
        x = 3 + step * 18
        canvas.path(
            f"M{x} 6H{x + 8}L{x + 15} 20L{x + 8} 34H{x}L{x + 6} 20Z",
            down(GOLD_LIGHT, GOLD) if step < reached else "#3A3F44",
        )
    return Sprite(canvas.outline(1.6).to_image())


# Backgrounds


def _over_ice(width: int, height: int, sky: int, seed: int, snow: tuple[float, float, float]) -> Image.Image:
    """A night sky that fades into ice below."""
    land = to_field(ice(width, height, seed + 6)) * np.array(snow, np.float32)
    scene = to_field(snowfield(width, sky, seed))
    fade = np.clip((np.arange(sky, dtype=np.float32) - sky * 0.70) / (sky * 0.26), 0, 1)[:, None, None]
    land[:sky] = scene * (1 - fade) + land[:sky] * fade
    return to_image(land)


@sprite
def camp_ground(width: int, height: int) -> Sprite:
    """Background of an expedition: ridges under northern lights, and ice in front."""
    return with_vignette(_over_ice(width, height, 880, 21, (0.70, 0.80, 0.88)), 0.4)


@sprite
def table_ground(width: int, height: int) -> Sprite:
    ground = _over_ice(width, height, 760, 44, (0.55, 0.66, 0.74))
    return Sprite(ground)


@sprite
def night(width: int, height: int, seed: int) -> Sprite:
    """Night sky, the background of the hand and the score sheet."""
    return with_vignette(snowfield(width, height, seed), 0.5)


@sprite
def site_cell(lit: bool) -> Sprite:
    """A site under a card of the hand."""
    if not lit:
        canvas = Canvas(80, 118, box=80)
        canvas.box(1, 1, 78, 116, 18, "#0a1c2a", strength=0.55).box(
            2, 2, 76, 114, 17, None, "#7C8791", 2, 0.5
        )
        return Sprite(canvas.to_image())
    return with_shadow(plate(ice(80, 118, 3, cracks=False), 18, border=FROST, line=4), 4, 3, 0.4, 0.3)


@sprite
def wash(width: int, height: int, radius: int, colour: str, strength: float) -> Sprite:
    """A coloured veil over a card that will be given up."""
    return Sprite(colour_layer(colour, round_mask(width, height, radius), strength))
