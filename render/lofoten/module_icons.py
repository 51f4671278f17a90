"""Icons of Lofoten's modules: shields by shape and colour, faces of the Jarls, what warehouses count."""

from functools import partial
from typing import NamedTuple

from render.kit import Canvas
from render.kit.icons import register_icon
from render.kit.palette import (
    BONE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    IRON,
    IRON_DARK,
    IRON_LIGHT,
    MADDER,
    OAK,
    OAK_LIGHT,
    OAK_MID,
    PINE,
    across,
    dark,
    down,
    light,
    rounded,
)
from rules.lofoten.pieces import Jarl, Shield

SHIELD_COLOURS: dict[Shield, str] = {"r": "#D8392E", "b": "#3F8FDB", "y": "#F2C230"}


@register_icon("shield_r", colour=SHIELD_COLOURS["r"])
def _round_shield(c: Canvas, colour: str) -> None:
    c.circle(50, 50, 44, rounded(light(colour, 0.3), colour, dark(colour, 0.2)))
    c.circle(50, 50, 43, None, IRON_LIGHT, 6)
    c.path("M50 8V92M8 50H92", stroke=dark(colour, 0.35), width=5)
    c.circle(50, 50, 15, rounded(BONE, IRON_LIGHT, IRON))


@register_icon("shield_b", colour=SHIELD_COLOURS["b"])
def _pointed_shield(c: Canvas, colour: str) -> None:
    c.path(
        "M8 10H92V38C92 66 74 86 50 97C26 86 8 66 8 38Z",
        across(light(colour, 0.25), colour, dark(colour, 0.25)),
    )
    c.path("M12 14H88V38C88 64 71 82 50 92C29 82 12 64 12 38Z", None, IRON_LIGHT, 5)
    c.path("M20 34L50 58L80 34", stroke=BONE, width=11)


@register_icon("shield_y", colour=SHIELD_COLOURS["y"])
def _square_shield(c: Canvas, colour: str) -> None:
    c.box(8, 8, 84, 84, 6, down(light(colour, 0.3), colour, dark(colour, 0.15)))
    c.box(12, 12, 76, 76, 4, None, "#7A5A10", 6)
    c.path("M50 24L76 50L50 76L24 50Z", "#6A3F12")


@register_icon("shields", height=78, outline=3)
def _shields(c: Canvas, _: str) -> None:
    """All three types."""
    with c.at(0, 0, 0.5):
        _round_shield(c, SHIELD_COLOURS["r"])
    with c.at(50, 0, 0.5):
        _square_shield(c, SHIELD_COLOURS["y"])
    with c.at(25, 26, 0.52):
        _pointed_shield(c, SHIELD_COLOURS["b"])


@register_icon("any_shield")
def _any_shield(c: Canvas, _: str) -> None:
    """Any one type."""
    c.path("M8 10H92V38C92 66 74 86 50 97C26 86 8 66 8 38Z", down(BONE, "#CFC6B2", "#9A927F"))
    c.path("M12 14H88V38C88 64 71 82 50 92C29 82 12 64 12 38Z", None, "#6E6757", 5)
    c.path("M28 40H72M28 58H72", stroke=INK, width=9)


@register_icon("tiles")
def _tiles(c: Canvas, _: str) -> None:
    """Tiles, counted regardless of their amounts."""
    for x, y in ((4, 4), (52, 4), (28, 52)):
        c.box(x, y, 44, 44, 8, down(PINE, OAK_LIGHT)).box(x + 9, y + 9, 26, 26, 4, down(OAK, OAK_MID))


@register_icon("tile_values")
def _tile_values(c: Canvas, _: str) -> None:
    """Tiles that differ: one, two, three pips."""
    for x, y, pips in ((2, 40, (30,)), (30, 20, (22, 38)), (58, 0, (16, 30, 44))):
        c.box(x, y, 40, 56, 8, down(PINE, OAK_LIGHT))
        for place in pips:
            c.circle(x + 20, y + place - 2, 6, INK)


@register_icon("gap")
def _gap(c: Canvas, _: str) -> None:
    """The difference between a high pile and a low one."""
    for level in range(4):
        c.box(4, 74 - level * 22, 34, 20, 5, down(PINE, OAK_LIGHT))
    c.box(62, 74, 34, 20, 5, down(PINE, OAK_LIGHT))
    c.path("M79 66V14M68 26L79 12L90 26M68 54L79 68L90 54", stroke=MADDER, width=8)


@register_icon("bar")
def _bar(c: Canvas, _: str) -> None:
    """A pile that reaches a mark."""
    for level in range(3):
        c.box(30, 72 - level * 21, 40, 19, 5, down(PINE, OAK_LIGHT))
    c.path("M6 26H94", stroke=MADDER, width=9)


@register_icon("give_coin")
def _give_coin(c: Canvas, _: str) -> None:
    """A coin that goes to the rival."""
    c.circle(38, 56, 32, rounded(GOLD_LIGHT, GOLD, "#C98A1E")).circle(38, 56, 24, None, GOLD_DARK, 3.5)
    c.path("M52 30H74V14L98 40L74 66V50H52Z", MADDER)


class Look(NamedTuple):
    hair: str
    cloak: str
    head: str  # helm, horns, hood, circlet
    braids: bool


LOOKS: dict[Jarl, Look] = {
    "asbjorn": Look("#C8862E", "#7A2F28", "helm", False),
    "bergljot": Look("#E3C26A", "#3B6B46", "hood", True),
    "eirik": Look("#A43E1E", "#2E5C86", "horns", False),
    "frida": Look("#5A3620", "#8A6A2A", "circlet", True),
    "gunnar": Look("#3A2C22", "#5A4A78", "helm", False),
    "helga": Look("#D9D3C6", "#2F5D5A", "hood", True),
    "ingrid": Look("#D98A3A", "#8A3A5A", "circlet", True),
    "knut": Look("#CFC7B8", "#3A4652", "crown", False),
}


def _portrait(look: Look, c: Canvas, _: str) -> None:
    c.path("M6 98C8 74 26 66 50 66C74 66 92 74 94 98Z", down(light(look.cloak, 0.15), dark(look.cloak, 0.2)))
    c.path("M22 74C30 84 70 84 78 74C84 78 86 82 87 86C70 96 30 96 13 86C14 82 16 78 22 74Z", "#D8C7A4")
    if look.braids:
        for x in (22, 68):
            c.path(f"M{x} 36H{x + 10}V80Q{x + 5} 90 {x} 80Z", look.hair)
            for y in (52, 64, 76):
                c.line([(x, y), (x + 10, y + 5)], dark(look.hair, 0.4), 2.6)
    c.path("M28 40C28 22 72 22 72 40V54C72 70 60 78 50 78C40 78 28 70 28 54Z", down("#F2CDA4", "#DBA878"))
    if not look.braids:
        beard = "M27 50C32 58 40 57 50 55C60 57 68 58 73 50C76 74 62 92 50 96C38 92 24 74 27 50Z"
        c.path(beard, down(light(look.hair, 0.1), dark(look.hair, 0.15)))
        c.path("M42 62Q50 66 58 62", stroke="#7A3A2A", width=3)
    else:
        c.path("M43 66Q50 71 57 66", stroke="#A8483A", width=3.4)
    for x in (41, 59):
        c.circle(x, 48, 3.4, INK)
    _headgear(c, look)


def _headgear(c: Canvas, look: Look) -> None:
    if look.head in ("helm", "horns"):
        if look.head == "horns":
            c.path("M24 34C10 32 4 18 8 4C16 14 24 18 32 22Z", down(BONE, "#CDB98A"))
            c.path("M76 34C90 32 96 18 92 4C84 14 76 18 68 22Z", down(BONE, "#CDB98A"))
        c.path("M24 42C22 12 42 6 50 4C58 6 78 12 76 42Z", across(IRON_LIGHT, IRON, IRON_DARK))
        c.path("M45 40H55L53 60H47Z", across(IRON_LIGHT, IRON))
        c.path("M24 34H76V42H24Z", down(GOLD_LIGHT, GOLD_DARK))
    elif look.head == "hood":
        c.path(
            "M22 62C16 24 32 6 50 6C68 6 84 24 78 62C76 44 68 28 50 28C32 28 24 44 22 62Z",
            down(light(look.cloak, 0.3), look.cloak),
        )
    else:
        c.path("M25 46C22 16 40 8 50 8C60 8 78 16 75 46C70 30 60 26 50 26C40 26 30 30 25 46Z", look.hair)
        c.path("M26 32Q50 20 74 32L73 40Q50 28 27 40Z", down(GOLD_LIGHT, GOLD))
        if look.head == "crown":
            c.path("M26 32L22 8L38 18L50 2L62 18L78 8L74 32Q50 20 26 32Z", down(GOLD_LIGHT, GOLD, GOLD_DARK))
        else:
            c.circle(50, 28, 5, MADDER)


for _jarl, _look in LOOKS.items():
    register_icon(f"jarl_{_jarl}", outline=3)(partial(_portrait, _look))
