"""Sprites shared by all games: beams, panels, address tabs, number plates, badges, shields, medals."""

import math
from typing import Literal

import numpy as np
from PIL import Image, ImageDraw

from render.kit.canvas import Canvas
from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import (
    BONE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    INK_SOFT,
    INTENDED,
    MADDER,
    VELLUM,
    down,
    light,
    rgb,
    rounded,
)
from render.kit.regions import NumberMark, Outline
from render.kit.shadows import colour_layer, plate, round_mask, with_shadow
from render.kit.sprite_cache import Sprite, sprite
from render.kit.textures import Tone, planks, vellum, wood
from render.kit.type import MIN_FONT_PX, font

Strands = tuple[str, str, str]
"""Colours of a braid: the strand on top, the strand below, and the ink between."""
_BRAIDS: dict[Tone, Strands] = {
    "oak": (GOLD, "#B9862A", "#1c120a"),
    "grey": ("#BFE0EA", "#6FA3BA", "#16222c"),
}


@sprite
def beam(width: int, height: int, tone: Tone = "oak") -> Sprite:
    """A beam with a braid along its lower edge: gold on oak, ice on grey wood."""
    body = plate(wood(width, height, tone, 21), 10)
    body.alpha_composite(_braid(width, 26, 58, _BRAIDS[tone]), (0, height - 30))
    return with_shadow(body, 12, 8, 0.55, 0.4)


def _braid(width: int, height: int, period: int, strands: Strands) -> Image.Image:
    """A braid of two strands, made by repeating one link."""
    link = _braid_link(height, period, strands)
    braid = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    for left in range(0, width, period):
        braid.paste(link, (left, 0))
    return braid


def _braid_link(height: int, period: int, strands: Strands, supersampling: int = 4) -> Image.Image:
    over, under, ink = strands
    step, tall = period * supersampling, height * supersampling
    image = Image.new("RGBA", (step * 3, tall), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    thick, swing = tall * 0.26, tall * 0.31

    def strand(side: int, start: float, end: float, colour: str) -> None:
        xs = np.arange(start, end + 3, 3)
        ys = tall / 2 + side * swing * np.sin(xs / step * 2 * math.pi)
        points = list(zip(xs.tolist(), ys.tolist(), strict=True))
        shine = [(x, y - thick * 0.22) for x, y in points]
        for course, tone, breadth in (
            (points, ink, thick + 0.18 * tall),
            (points, colour, thick),
            (shine, light(colour, 0.45), max(2, thick * 0.18)),
        ):
            pen.line(course, fill=(*rgb(tone), 255), width=round(breadth), joint="curve")

    strand(-1, -step, step * 4, under)
    for number in range(4):
        strand(1, (number - 0.25) * step, (number + 0.25) * step, over)
    return image.crop((step, 0, step * 2, tall)).reduce(supersampling)


@sprite
def vellum_panel(width: int, height: int, radius: int, seed: int, border: str = "", line: int = 0) -> Sprite:
    return with_shadow(
        plate(vellum(width, height, seed), radius, border=border or None, line=line), 14, 9, 0.5, 0.4
    )


@sprite
def wood_panel(
    width: int, height: int, radius: int, tone: Tone, seed: int, border: str = "", line: int = 0
) -> Sprite:
    return with_shadow(
        plate(wood(width, height, tone, seed), radius, border=border or None, line=line), 14, 9, 0.5, 0.4
    )


@sprite
def plank_panel(
    width: int, height: int, radius: int, tone: Tone, plank: int, seed: int, upright: bool, drop: int
) -> Sprite:
    return with_shadow(plate(planks(width, height, plank, tone, seed, upright), radius), 14, drop, 0.55, 0.42)


@sprite
def tab_plate(size: int) -> Sprite:
    canvas = Canvas(size)
    canvas.path("M24 4H76L96 24V76L76 96H24L4 76V24Z", VELLUM)
    canvas.path("M27 11H73L89 27V73L73 89H27L11 73V27Z", down(INK_SOFT, INK))
    return with_shadow(canvas.outline(2.4).to_image(), 4, 3, 0.5, 0.4)


def put_tab(page: Page, x: float, y: float, address: str, size: int = 54) -> None:
    """Draw an address as it is typed in commands: a bone letter on an ink octagon."""
    page.put(tab_plate(size), x, y)
    page.text(x, y, address, font("letter", max(MIN_FONT_PX, round(size * 0.74))), BONE)


@sprite
def badge_plate(size: int, shape: Literal["disc", "square", "hexagon"], colour: str, edge: str) -> Sprite:
    canvas = Canvas(size)
    face = down(light(colour, 0.15), colour)
    if shape == "disc":
        canvas.circle(50, 50, 45, edge).circle(50, 50, 38, face)
    elif shape == "square":
        canvas.box(5, 5, 90, 90, 20, edge).box(12, 12, 76, 76, 14, face)
    else:
        canvas.path("M50 2L96 26V74L50 98L4 74V26Z", edge)
        canvas.path("M50 11L88 31V69L50 89L12 69V31Z", face)
    return with_shadow(canvas.bevel(4, 20).outline(2.4).to_image(), 4, 3, 0.4, 0.3)


@sprite
def choice_plate(number: int, size: int, chosen: bool) -> Sprite:
    """The number of an answer, as on its button; filled once the answer is chosen."""
    edge, face = INTENDED, down(light(INTENDED, 0.2), INTENDED) if chosen else down(INK_SOFT, INK)
    canvas = Canvas(size)
    canvas.box(3, 3, 94, 94, 34, edge).box(11, 11, 78, 78, 27, face)
    body = canvas.outline(2.4).to_image()
    typeface = font("number", max(MIN_FONT_PX, round(size * (0.62 if number < 10 else 0.54))), 900)
    colour = rgb(INK if chosen else BONE)
    ImageDraw.Draw(body).text((size / 2, size / 2), str(number), font=typeface, fill=colour, anchor="mm")
    return with_shadow(body, 5, 4, 0.5, 0.4)


@sprite
def span_plate(size: int, glyphs: int) -> Sprite:
    """A wider number plate for a range of numbers."""
    width = round(size * (0.36 + 0.37 * glyphs))
    canvas = Canvas(width, size, box=width)
    for inset, round_, face in ((0.03, 0.34, INTENDED), (0.11, 0.27, down(INK_SOFT, INK))):
        gap = inset * size
        canvas.box(gap, gap, width - 2 * gap, size - 2 * gap, round_ * size, face)
    return with_shadow(canvas.outline(2.4).to_image(), 5, 4, 0.5, 0.4)


NUMBER_PLATE_PX = 68


def put_number_plate(
    page: Page, x: float, y: float, number: int, target: Outline, size: int = NUMBER_PLATE_PX
) -> None:
    """Draw the number of an answer. `target` outlines what it stands for, and can be tapped with it."""
    page.put(choice_plate(number, size, False), x, y)
    page.number_marks.append(NumberMark(number, x, y, size, size, target))


def put_points(page: Page, x: float, y: float, points: int, size: int = 96) -> None:
    """Draw points on a round riveted shield."""
    page.put(icon("points", size), x, y)
    text = str(points)
    page.text(
        x, y, text, font("number", max(MIN_FONT_PX, round(size * (0.5 if len(text) < 3 else 0.38)))), BONE
    )


_METALS = {
    1: (GOLD_LIGHT, GOLD, GOLD_DARK),
    2: ("#F4F7F9", "#B9C3CB", "#77838D"),
    3: ("#F3C79C", "#C07F47", "#7E4A22"),
}


@sprite
def medal(place: int, size: int) -> Sprite:
    metal = _METALS[place]
    canvas = Canvas(size)
    canvas.path("M28 4H46L58 40H42ZM72 4H54L42 40H58Z", MADDER, union=True)
    canvas.circle(50, 60, 37, rounded(*metal)).circle(50, 60, 29, None, metal[2], 3)
    body = canvas.bevel(5, 26).outline(3).to_image()
    face = font("number", max(MIN_FONT_PX, round(size * 0.5)), 900)
    ImageDraw.Draw(body).text((size / 2, size * 0.6), str(place), font=face, fill=rgb(INK), anchor="mm")
    return with_shadow(body, 5, 4, 0.5, 0.4)


@sprite
def tint(width: int, height: int, radius: int, colour: str, strength: float) -> Sprite:
    """A translucent wash that sets off a row or a column."""
    return Sprite(colour_layer(colour, round_mask(width, height, radius), strength))
