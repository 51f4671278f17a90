"""Faces of computer players, drawn on their seat's mark where a person has an initial.

A computer player is recognised by a name that ends with a cog. Apprentices are bareheaded, sailors wear a
woollen cap, captains a helmet.
"""

import math
from dataclasses import dataclass
from typing import Literal

from render.kit.canvas import Canvas
from render.kit.palette import GOLD, GOLD_DARK, GOLD_LIGHT, INK, IRON, IRON_LIGHT, dark, down, light
from render.kit.sprite_cache import Sprite, sprite
from render.kit.type import COG

SIZES = (32, 40, 48, 56, 64, 80, 96, 128)

FAIR, FRECKLED, TANNED, BROWN = "#F2C9A0", "#EDB98C", "#D79C6C", "#A86F48"
Hair = Literal["cropped", "long", "braids", "bun"]
Beard = Literal["none", "stubble", "short", "full", "forked"]
Hat = Literal["none", "cap", "helmet"]


@dataclass(frozen=True, slots=True)
class Look:
    """The features of a face; `wears` is the colour of the cap, the hairband or the helmet's rivets."""

    skin: str
    hair: str
    cut: Hair
    beard: Beard
    hat: Hat
    wears: str


LOOKS: dict[str, Look] = {
    "Ask": Look(FAIR, "#E2B24A", "cropped", "none", "none", "#2E6FA8"),
    "Embla": Look(TANNED, "#6B3A1E", "braids", "none", "none", "#3F7D4E"),
    "Liv": Look(FAIR, "#C9622B", "bun", "none", "none", "#B63A30"),
    "Ketil": Look(BROWN, "#2A2220", "cropped", "stubble", "none", "#E9B43C"),
    "Sigrid": Look(FAIR, "#F0D48A", "braids", "none", "cap", "#B63A30"),
    "Torsten": Look(FRECKLED, "#B4501E", "cropped", "full", "cap", "#2E6FA8"),
    "Gro": Look(BROWN, "#3A2A22", "long", "none", "cap", "#3F7D4E"),
    "Hakon": Look(TANNED, "#4A3222", "cropped", "short", "cap", "#8A5AA0"),
    "Aud": Look(FAIR, "#D8D3C8", "braids", "none", "helmet", "#E9B43C"),
    "Eirik": Look(FRECKLED, "#C24A1C", "cropped", "forked", "helmet", "#B63A30"),
    "Ragnhild": Look(TANNED, "#2A2220", "long", "none", "helmet", "#2E6FA8"),
    "Snorri": Look(FAIR, "#C9C4BA", "cropped", "full", "helmet", "#3F7D4E"),
}


def face_of(name: str) -> str | None:
    """Returns the computer player that a displayed name belongs to; None for a person.

    >>> face_of("Aud ⚙")
    'Aud'
    """
    who = name.removesuffix(COG).rstrip()
    return who if who != name and who in LOOKS else None


@sprite
def face(who: str, size: int) -> Sprite:
    """A face with a small cog beside the chin."""
    canvas = Canvas(size)
    with canvas.at(8, 11, 0.82):
        _head(canvas, LOOKS[who])
    canvas.bevel(4, 16).outline(4.4)
    with canvas.at(83, 83, 0.66):
        _cog(canvas)
    return Sprite(canvas.to_image())


def nearest_size(size: float) -> int:
    """The nearest size that faces are drawn in."""
    return min(SIZES, key=lambda each: abs(each - size))


def _head(c: Canvas, look: Look) -> None:
    _hair_behind(c, look)
    for ear in (19, 81):
        c.circle(ear, 55, 8, dark(look.skin, 0.14))
    shaped = "M50 18Q80 18 80 50Q80 88 50 92Q20 88 20 50Q20 18 50 18Z"
    c.path(shaped, down(light(look.skin, 0.2), look.skin, dark(look.skin, 0.12)))
    _beard(c, look)
    _features(c, look)
    if look.hat == "helmet":
        _helmet(c, look)
    else:
        _hair_above(c, look)
        if look.hat == "cap":
            _cap(c, look)


def _hair_behind(c: Canvas, look: Look) -> None:
    shade = dark(look.hair, 0.22)
    if look.cut == "long":
        c.path("M14 44Q16 8 50 8Q84 8 86 44L92 90Q76 100 66 88L34 88Q24 100 8 90Z", down(look.hair, shade))
    elif look.cut == "bun":
        c.circle(50, 8, 15, down(light(look.hair, 0.15), shade))
    elif look.cut == "braids":
        for side in (12, 88):
            for number in range(4):
                c.circle(side, 58 + 11 * number, 9 - number, down(light(look.hair, 0.12), shade))
            c.circle(side, 58 + 11 * 3, 5, look.wears)


def _hair_above(c: Canvas, look: Look) -> None:
    paint = down(light(look.hair, 0.18), look.hair)
    if look.cut == "cropped":
        c.path("M17 50Q10 10 50 7Q90 10 83 50Q78 38 70 30Q58 36 44 30Q30 32 25 38Q20 42 17 50Z", paint)
    else:
        c.path("M17 54Q10 8 50 8Q90 8 83 54Q80 34 50 24Q20 34 17 54Z", paint)
        c.line("M50 9L50 25", dark(look.hair, 0.3), 2.4)
    if look.hat == "none":
        c.line("M18 38Q50 24 82 38", look.wears, 6)


def _beard(c: Canvas, look: Look) -> None:
    paint = down(look.hair, dark(look.hair, 0.2))
    if look.beard == "stubble":
        c.path("M22 60Q32 70 50 69Q68 70 78 60Q76 88 50 92Q24 88 22 60Z", look.hair, strength=0.35)
    elif look.beard == "short":
        c.path("M21 56Q28 68 38 66Q50 60 62 66Q72 68 79 56Q80 90 50 96Q20 90 21 56Z", paint)
    elif look.beard == "full":
        c.path("M20 54Q26 68 37 65Q50 59 63 65Q74 68 80 54Q90 92 66 101Q50 108 34 101Q10 92 20 54Z", paint)
    elif look.beard == "forked":
        c.path(
            "M20 54Q26 68 37 65Q50 59 63 65Q74 68 80 54Q88 82 68 104Q58 102 50 88Q42 102 32 104Q12 82 20 54Z",
            paint,
        )
        for side in (33, 67):
            c.circle(side, 94, 4.5, look.wears)


def _features(c: Canvas, look: Look) -> None:
    for side in (37, 63):
        c.circle(side, 53, 5.2, INK).circle(side - 1.6, 51.2, 1.7, "#FFFFFF")
    brow = dark(look.hair, 0.25)
    c.line("M29 44Q37 39 45 44", brow, 4.4).line("M55 44Q63 39 71 44", brow, 4.4)
    c.line("M50 53Q46 64 51 65", dark(look.skin, 0.35), 3.4)
    c.line("M41 75Q50 81 59 75", dark("#8E3B2E", 0.1 if look.beard == "none" else 0.3), 4)


def _cap(c: Canvas, look: Look) -> None:
    knit = look.wears
    c.path("M18 38Q18 2 50 0Q82 2 82 38Z", down(light(knit, 0.2), knit, dark(knit, 0.16)))
    c.box(14, 28, 72, 14, 7, down(light(knit, 0.34), dark(knit, 0.05)))
    for x in range(22, 82, 10):
        c.line([(x, 31), (x, 39)], dark(knit, 0.35), 2.2)
    c.circle(50, 1, 7, light(knit, 0.4))


def _helmet(c: Canvas, look: Look) -> None:
    c.path("M16 44Q14 4 50 -2Q86 4 84 44Z", down(IRON_LIGHT, IRON, dark(IRON, 0.2)))
    c.path("M45 -1H55L54 42H46Z", down(GOLD_LIGHT, GOLD))
    c.path("M46 38H54L53 62Q50 66 47 62Z", down(GOLD_LIGHT, GOLD, GOLD_DARK))
    c.box(13, 34, 74, 11, 5, down(GOLD_LIGHT, GOLD, GOLD_DARK))
    for x in (24, 37, 63, 76):
        c.circle(x, 39.5, 2.6, look.wears)


def _cog(c: Canvas) -> None:
    """A small brass cogwheel around the origin."""
    teeth = [
        (reach * math.sin(turn * math.pi / 16), -reach * math.cos(turn * math.pi / 16))
        for turn in range(32)
        for reach in ((22.0, 22.0, 16.5, 16.5)[turn % 4],)
    ]
    edge = [(x * 1.2, y * 1.2) for x, y in teeth]
    c.path(edge, INK).path(teeth, down(GOLD_LIGHT, GOLD, GOLD_DARK)).circle(0, 0, 6.5, INK)
