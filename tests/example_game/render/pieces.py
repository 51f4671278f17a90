"""Pieces of Runes: the table top, and the stones with their signs."""

from render.kit.canvas import Canvas
from render.kit.icons import register_icon
from render.kit.palette import IRON_LIGHT, dark, light, rounded
from render.kit.sprite_cache import Sprite, sprite
from render.kit.textures import planks
from tests.example_game.rules.components import RUNES, Rune

STONE = "M50 4C76 4 90 22 90 50C90 78 74 96 50 96C26 96 10 78 10 50C10 22 24 4 50 4Z"
SIGNS: dict[Rune, tuple[str, str]] = {
    "ice": ("#7FB7D6", "M50 20V80"),
    "cattle": ("#8FA85B", "M40 20V80M40 44L62 24M40 62L68 36"),
    "giant": ("#B98A5A", "M38 20V80M38 34L64 50L38 66"),
    "sun": ("#E9B43C", "M38 22V52L62 48V78"),
}
"""Each rune's colour, and the strokes it is cut with."""


def icon_of(rune: Rune) -> str:
    return f"rune_{rune}"


def _enter(rune: Rune) -> None:
    colour, strokes = SIGNS[rune]

    @register_icon(icon_of(rune), colour=colour, bevel=6, relief=30)
    def _(c: Canvas, colour: str) -> None:
        c.path(STONE, rounded(light(colour, 0.4), colour, dark(colour, 0.3)))
        c.path(strokes, stroke=dark(colour, 0.75), width=8)


for each in RUNES:
    _enter(each)


@register_icon("rune_face_down", colour=IRON_LIGHT, bevel=6, relief=30)
def _face_down(c: Canvas, colour: str) -> None:
    c.path(STONE, dark(colour, 0.4))


@sprite
def table(width: int, height: int) -> Sprite:
    return Sprite(planks(width, height, 150, "dark", 12).convert("RGB"))
