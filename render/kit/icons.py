"""Icons: small vector drawings with bevel and ink outline. Each game registers its own in `ICONS`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image

from render.kit.canvas import Canvas
from render.kit.fields import to_field
from render.kit.palette import (
    BLUE,
    BONE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    INK_SOFT,
    IRON_LIGHT,
    MADDER,
    OAK,
    OAK_DARK,
    OAK_MID,
    SHIELD,
    VELLUM_MID,
    Paint,
    dark,
    down,
    light,
    rounded,
)
from render.kit.paths import arc
from render.kit.shadows import with_shadow
from render.kit.sprite_cache import Sprite, sprite

Draw = Callable[[Canvas, str], None]
_FIT = 0.91
"""Share of its box that an icon fills; the rest is for its outline."""


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing in a box 100 units wide; `colour` is its default."""

    draw: Draw
    colour: str
    height: float
    outline: float
    bevel: float
    relief: float


ICONS: dict[str, Icon] = {}


def register_icon(
    name: str,
    colour: str = BONE,
    height: float = 100,
    outline: float = 4.2,
    bevel: float = 5,
    relief: float = 26,
) -> Callable[[Draw], Draw]:
    """Decorator that registers a drawing function under a name.

    :raises ValueError: if the name is taken.
    """

    def enter(draw: Draw) -> Draw:
        if name in ICONS:
            raise ValueError(f"there is already an icon called {name}")
        ICONS[name] = Icon(draw, colour, height, outline, bevel, relief)
        return draw

    return enter


@lru_cache(maxsize=32)
def draw_icon(
    name: str, size: int, colour: str = "", outline: float | None = None, mirrored: bool = False
) -> Image.Image:
    """Draw an icon without shadow, to be pasted on a sprite. The image is cached: copy it to change it."""
    chosen = ICONS[name]
    canvas = Canvas(size, round(size * chosen.height / 100), supersampling=4 if size <= 100 else 3)
    with canvas.at(50 - 50 * _FIT, chosen.height / 2 * (1 - _FIT), _FIT):
        if mirrored:
            with canvas.at(100, 0, -1, 1):
                chosen.draw(canvas, colour or chosen.colour)
        else:
            chosen.draw(canvas, colour or chosen.colour)
    canvas.bevel(chosen.bevel, chosen.relief)
    width = chosen.outline if outline is None else outline
    return (canvas.outline(width) if width else canvas).to_image()


@sprite
def icon(name: str, size: int, colour: str = "", dim: bool = False, mirrored: bool = False) -> Sprite:
    image = draw_icon(name, size, colour, mirrored=mirrored)
    if dim:
        image = desaturate(image)
    return with_shadow(image, max(3, size * 0.06), max(2, int(size * 0.05)), 0.45, 0.35)


def desaturate(image: Image.Image, share: float = 0.7) -> Image.Image:
    """Fade an image towards grey, for pieces that are not available."""
    colours = to_field(image).copy()
    grey = colours[..., :3].mean(-1, keepdims=True)
    colours[..., :3] = colours[..., :3] * (1 - share) + (grey * 0.55 + 56) * share
    return Image.fromarray(np.clip(colours, 0, 255).astype(np.uint8), "RGBA")


@register_icon("coin", bevel=6, relief=34)
def _coin(c: Canvas, _: str) -> None:
    c.circle(50, 50, 43, rounded(GOLD_LIGHT, GOLD, "#C98A1E"))
    c.circle(50, 50, 33, None, GOLD_DARK, 3.5)
    spiral = "M50 50C50 45 57 45 57 51C57 60 43 60 42 50C41 38 60 35 64 50C66 60 60 67 52 68"
    c.path(spiral, stroke="#8A5C10", width=5)


@register_icon("points", colour=SHIELD, bevel=7, relief=30)
def _points(c: Canvas, colour: str) -> None:
    c.circle(50, 50, 45, rounded(light(GOLD, 0.35), GOLD, dark(GOLD, 0.35)))
    c.circle(50, 50, 36, rounded(light(colour, 0.22), colour, dark(colour, 0.25)))
    for angle in np.arange(8) * np.pi / 4 + np.pi / 8:
        c.circle(50 + 40.5 * float(np.cos(angle)), 50 + 40.5 * float(np.sin(angle)), 2.6, dark(GOLD, 0.55))


@register_icon("crown", colour=GOLD)
def _crown(c: Canvas, colour: str) -> None:
    c.path("M10 30L30 50L50 18L70 50L90 30L84 78H16Z", down(light(colour, 0.4), colour, dark(colour, 0.25)))
    c.box(15, 76, 70, 11, 4, dark(colour, 0.25))
    for x, y, r in ((10, 27, 6), (50, 15, 7), (90, 27, 6)):
        c.circle(x, y, r, light(colour, 0.3))
    for x, y, r, gem in ((50, 62, 6, MADDER), (29, 65, 4, BLUE), (71, 65, 4, BLUE)):
        c.circle(x, y, r, gem)


@register_icon("anchor", colour=IRON_LIGHT)
def _anchor(c: Canvas, colour: str) -> None:
    c.circle(50, 16, 8, None, colour, 7)
    c.line([(50, 26), (50, 86)], colour, 11)
    c.line([(30, 38), (70, 38)], colour, 9)
    c.path("M12 60C16 84 34 90 50 90C66 90 84 84 88 60", stroke=colour, width=10)
    c.path("M4 68L12 50L24 66Z", colour)
    c.path("M96 68L88 50L76 66Z", colour)


@register_icon("card_back", colour="#1F5266")
def _card_back(c: Canvas, colour: str) -> None:
    c.box(18, 6, 64, 88, 9, VELLUM_MID)
    c.box(23, 11, 54, 78, 6, down(light(colour, 0.12), dark(colour, 0.2)))
    c.path("M50 26L66 50L50 74L34 50Z", stroke=GOLD, width=4)
    c.path("M50 38L58 50L50 62L42 50Z", GOLD)


@register_icon("yes", colour="#5FB06A", outline=5)
@register_icon("fulfilled", colour="#5FB06A", outline=5)
def _tick(c: Canvas, colour: str) -> None:
    c.path("M16 54L40 78L86 24", stroke=colour, width=19)


@register_icon("discard", colour="#D0453A", outline=5)
@register_icon("refused", colour="#D0453A", outline=5)
def _cross(c: Canvas, colour: str) -> None:
    c.path("M24 24L76 76M76 24L24 76", stroke=colour, width=18)


@register_icon("compass")  # Exploration: a track.
@register_icon("rating")
def _compass(c: Canvas, _: str) -> None:
    c.circle(50, 50, 45, rounded("#D9A864", OAK_MID)).circle(50, 50, 35, rounded("#FFF8E6", VELLUM_MID))
    c.path("M50 18L60 50L50 82L40 50Z", INK_SOFT).path("M50 18L60 50H40Z", MADDER).circle(50, 50, 5, GOLD)


@register_icon("slide", outline=5)
def _slide(c: Canvas, colour: str) -> None:
    c.path("M8 40H54V20L94 50L54 80V60H8Z", colour)


@register_icon("turn", outline=5)
def _turn(c: Canvas, colour: str) -> None:
    c.path(arc(48, 52, 32, -215, 20), stroke=colour, width=16)
    with c.at(48 + 32 * 0.914, 52 + 32 * 0.407, turn=24):
        c.path("M-23 -4L23 -4L2 28Z", colour)


@register_icon("either_slide", outline=5)
def _either_slide(c: Canvas, colour: str) -> None:
    c.path("M3 50L32 20V40H68V20L97 50L68 80V60H32V80Z", colour)


@register_icon("either_turn", outline=5)
def _either_turn(c: Canvas, colour: str) -> None:
    c.path(arc(50, 62, 36, -160, -20, 40), stroke=colour, width=15)
    c.path("M2 44L38 48L18 76Z", colour)
    c.path("M98 44L62 48L82 76Z", colour)


@register_icon("hourglass")
def _hourglass(c: Canvas, _: str) -> None:
    c.box(18, 4, 64, 12, 5, OAK)
    c.box(18, 84, 64, 12, 5, OAK)
    c.path("M26 16H74C74 36 60 42 56 50C60 58 74 64 74 84H26C26 64 40 58 44 50C40 42 26 36 26 16Z", "#DDEFF4")
    c.path("M38 40H62C58 44 54 46 50 52C46 46 42 44 38 40Z", GOLD)
    c.path("M28 84C30 66 44 64 50 58C56 64 70 66 72 84Z", GOLD)


@register_icon("again", colour="#5FB06A", outline=5)
def _again(c: Canvas, colour: str) -> None:
    """One more turn."""
    c.path(arc(50, 52, 34, -50, 230), stroke=colour, width=15)
    with c.at(50 + 34 * 0.643, 52 - 34 * 0.766, turn=-45):
        c.path("M-24 6L18 -18L20 26Z", colour)
    c.path("M50 36V68M34 52H66", stroke=BONE, width=11)


@register_icon("barred", colour="#D0453A", outline=5)
def _barred(c: Canvas, colour: str) -> None:
    c.path("M14 86L86 14", stroke=colour, width=15)


@register_icon("spark", colour="#FF7A45", outline=6, bevel=4, relief=18)
def _spark(c: Canvas, colour: str) -> None:
    """A change since the last picture."""
    c.path("M50 2C54 34 66 46 98 50C66 54 54 66 50 98C46 66 34 54 2 50C34 46 46 34 50 2Z", light(colour, 0.1))
    c.circle(50, 50, 11, light(colour, 0.75))


@register_icon("pointing", colour="#7DF0B2", outline=6)
def _pointing(c: Canvas, colour: str) -> None:
    """The target of the move that is being chosen."""
    c.path("M50 96L10 46H34V6H66V46H90Z", colour)


@register_icon("laurel", colour=GOLD)
def _laurel(c: Canvas, colour: str) -> None:
    leaves = (
        (12, 40, 70),
        (23, 32, 50),
        (31, 20, 34),
        (36, 6, 16),
        (36, -9, 0),
        (33, -23, -14),
        (28, -36, -30),
    )
    for side in (1, -1):
        with c.at(50, 54, side * 0.98, 0.86):
            c.path("M6 42C34 36 42 4 30 -34", stroke=dark(colour, 0.2), width=5)
            for x, y, turn in leaves:
                with c.at(x, y, turn=turn):
                    c.path("M0 0C14 -8 16 -16 10 -24C0 -20 -4 -10 0 0Z", down(light(colour, 0.35), colour))


@register_icon("bend", outline=4)
def _bend(c: Canvas, colour: str) -> None:
    """Over and down to the right."""
    c.path("M6 24C44 18 70 36 72 66", stroke=colour, width=12)
    c.path("M50 62L96 60L76 94Z", colour)


def draw_dragon_head(c: Canvas, wood: Paint, horns: str) -> None:
    """The top of a longship's stem."""
    head = (
        "M30 96C26 74 34 62 46 54C56 48 60 42 56 36C50 40 40 44 26 42C18 41 12 36 10 30C20 32 26 28 30 20"
        "C36 8 54 4 68 12C84 22 86 46 74 60C64 72 60 82 62 96Z"
    )
    c.path(head, wood)
    c.circle(49, 22, 5, BONE).circle(48.4, 22.4, 2.7, INK)
    c.path("M12 32C22 36 34 34 42 30", stroke=OAK_DARK, width=3)
    for y in (60, 72, 84):
        c.path(f"M38 {y + 4}C44 {y - 3} 54 {y - 4} 60 {y - 2}", stroke=OAK_DARK, width=3)
    c.path("M66 14C74 10 82 12 88 20C82 20 78 22 76 26Z", horns)
    c.path("M76 32C84 32 90 36 93 44C86 42 82 42 78 44Z", horns)
