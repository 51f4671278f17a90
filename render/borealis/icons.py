"""Icons of Borealis: vehicles, scientists with their tools, camp, site, flag, star."""

from render.kit import Canvas
from render.kit.icons import register_icon
from render.kit.palette import (
    BLUE,
    BLUE_DARK,
    BONE,
    GOLD,
    GOLD_LIGHT,
    INK,
    INK_SOFT,
    IRON,
    IRON_DARK,
    IRON_LIGHT,
    MADDER,
    MADDER_DARK,
    OAK,
    OAK_DARK,
    OAK_LIGHT,
    OAK_MID,
    VELLUM,
    VELLUM_MID,
    across,
    dark,
    down,
    light,
    lit,
    rounded,
)
from render.kit.paths import star
from rules.borealis.pieces import Colour

PARKAS: dict[Colour, str] = {"yellow": "#EFA22B", "pink": "#D8527F", "blue": "#2FA3C4"}
ANYBODY = "#93A1AC"
"""The parka of a scientist whose colour does not matter."""


@register_icon("star", colour=GOLD, bevel=6, relief=30)
def _star(c: Canvas, colour: str) -> None:
    c.path(star(53, 46.0, 21.0), down(light(colour, 0.45), colour, dark(colour, 0.22)))


@register_icon("fat_star", colour=GOLD, bevel=6, relief=30)
def _fat_star(c: Canvas, colour: str) -> None:
    """A star with room for a number."""
    c.path(star(54, 49.0, 29.0), down(light(colour, 0.45), colour, dark(colour, 0.16)))


# The vehicles


@register_icon("sleigh")
def _sleigh(c: Canvas, _: str) -> None:
    wood = "#7A4A28"
    c.path("M6 84H78C94 84 98 66 88 58C82 54 76 58 78 64", stroke=wood, width=8)
    for x in (24, 46, 66):
        c.line([(x, 82), (x + 2, 60)], wood, 6)
    c.path("M12 50H78C82 50 82 62 76 62H12Z", down("#C4935A", OAK))
    c.path("M14 56C10 40 8 28 4 20", stroke=wood, width=7).path("M2 20H18", stroke=wood, width=7)
    c.path("M22 50C20 32 34 28 46 30C60 28 72 34 70 50Z", down("#D8574A", MADDER_DARK))
    c.path("M36 30C34 38 36 46 38 50M56 30C58 38 56 46 54 50", stroke=VELLUM, width=4)


@register_icon("zeppelin")
def _zeppelin(c: Canvas, _: str) -> None:
    c.path("M10 22L30 40L12 62C6 56 4 50 6 44Z", down("#C2402F", MADDER_DARK)).path("M2 42L26 36V48Z", MADDER)
    hull = "M14 42C26 16 58 10 80 22C92 28 98 36 98 42C98 48 92 56 80 62C58 74 26 68 14 42Z"
    c.path(hull, down("#FFFDF4", "#E9DDBF", "#BFA97C"))
    with c.clip(hull):
        for x in (34, 54, 74):
            c.path(f"M{x} 8C{x + 8} 28 {x + 8} 56 {x} 76", stroke="#A88F5E", width=3)
        c.path("M10 38H100V46H10Z", MADDER, strength=0.85)
    c.line([(42, 66), (44, 78)], INK_SOFT, 3).line([(68, 66), (66, 78)], INK_SOFT, 3)
    c.path("M34 76H76L70 90H42Z", down("#8A5A33", OAK_DARK))
    for x in (46, 55, 64):
        c.circle(x, 82, 2.8, GOLD_LIGHT)


@register_icon("submarine")
def _submarine(c: Canvas, _: str) -> None:
    c.path("M44 42V26H68V42Z", "#D9A21F").path("M52 26V10H66", stroke=IRON_DARK, width=6)
    c.path("M6 50L20 60V72L6 82Z", IRON).circle(10, 66, 5, IRON_DARK)
    hull = "M34 40H74C92 40 98 56 98 64C98 76 90 90 74 90H34C20 90 14 76 14 65C14 54 20 40 34 40Z"
    c.path(hull, down("#FFD862", "#EFB325", "#B97C12"))
    for x in (36, 56, 76):
        c.circle(x, 62, 8.5, IRON_DARK).circle(x, 62, 5.6, "#9FE0F0").circle(x - 1.6, 60, 1.8, BONE)
    c.path("M18 78C40 84 74 84 94 76", stroke="#8C5C0C", width=2.6)


@register_icon("kayak")
def _kayak(c: Canvas, _: str) -> None:
    c.line([(24, 92), (78, 8)], OAK_MID, 6)
    for x, y, turn in ((81, 4, 33), (21, 97, 213)):
        with c.at(x, y, turn=turn):
            c.path("M0 -4C10 0 10 18 3 24H-3C-10 18 -10 0 0 -4Z", down("#F1D59B", OAK_LIGHT))
    hull = "M2 42C16 52 30 50 50 50C70 50 84 52 98 42C96 62 76 74 50 74C24 74 4 62 2 42Z"
    c.path(hull, down("#EE7B3C", "#C64E1E"))
    c.path("M36 51C40 44 60 44 64 51C60 56 40 56 36 51Z", "#3A1D10")
    c.path("M8 56C28 66 72 66 92 56", stroke="#FBD9B0", width=4)


@register_icon("skis")
def _skis(c: Canvas, _: str) -> None:
    for side in (1, -1):
        with c.at(50, 50, side, 1), c.at(turn=30):
            ski = "M-6 50V-30C-6 -42 -2 -50 6 -54C10 -50 8 -46 6 -42V50Z"
            c.path(ski, down("#5AA6DC", BLUE, BLUE_DARK)).box(-6, 4, 12, 10, 0, INK_SOFT)
            c.line([(0, -28), (0, -6)], "#BFE0F2", 2.6)


# The scientists: each colour has its own tool, held in its own way


def _camera(c: Canvas, colour: str) -> None:
    c.path("M30 30L36 18H64L70 30Z", IRON_DARK)
    c.box(6, 28, 88, 56, 10, down("#5B6772", "#2F3943")).box(6, 42, 88, 8, 0, colour)
    c.circle(50, 56, 23, IRON_LIGHT).circle(50, 56, 17, INK).circle(50, 56, 11, rounded("#9FE0F0", BLUE))
    c.circle(45, 51, 4, BONE).circle(80, 36, 4, GOLD_LIGHT)


def _lens(c: Canvas, colour: str) -> None:
    c.line([(62, 62), (88, 88)], OAK_MID, 15)
    c.circle(40, 40, 33, colour).circle(40, 40, 24, rounded("#F2FCFF", "#B5DDE9", "#7FB5C9"))
    c.path("M26 38C28 30 34 26 40 25", stroke=BONE, width=5)


register_icon("lens", colour=PARKAS["pink"])(_lens)


def _parka(c: Canvas, colour: str) -> None:
    shade, shine = dark(colour, 0.38), light(colour, 0.38)
    boots = "M30 88H48V110Q48 115 43 115H28Q23 115 24 110Z M52 88H70L76 110Q77 115 72 115H57Q52 115 52 110Z"
    c.path(boots, "#3A3F49", union=True)
    c.path("M72 54C84 58 90 70 90 82", stroke=shade, width=15).circle(90, 85, 7.5, "#3A3F49")
    c.path("M28 54C16 58 10 70 10 82", stroke=colour, width=15).circle(10, 85, 7.5, "#3A3F49")
    c.path("M34 46C22 54 18 74 18 98Q50 108 82 98C82 74 78 54 66 46Z", across(shine, colour, shade))
    c.path("M18 91Q50 101 82 91L82 101Q50 111 18 101Z", "#FFF4DE")
    c.circle(50, 29, 27, rounded(shine, colour, shade)).circle(50, 31, 20.5, "#FFF4DE")
    c.circle(50, 32, 14.5, rounded("#F8D9B8", "#DDA97E"))
    c.circle(44.5, 31, 2.5, INK).circle(55.5, 31, 2.5, INK)
    c.path("M45 38.5Q50 42 55 38.5", stroke="#7A4A2A", width=2.4)


@register_icon("yellow", colour=PARKAS["yellow"], height=116, outline=4.4, bevel=6, relief=22)
def _yellow(c: Canvas, colour: str) -> None:
    """A scientist with a camera on the chest."""
    _parka(c, colour)
    c.path("M26 50L34 62M74 50L66 62", stroke=INK_SOFT, width=4)
    with c.at(21, 51, 0.58):
        c.circle(8, 60, 12, "#3A3F49").circle(92, 60, 12, "#3A3F49")
        _camera(c, colour)


@register_icon("pink", colour=PARKAS["pink"], height=116, outline=4.4, bevel=6, relief=22)
def _pink(c: Canvas, colour: str) -> None:
    """A scientist with a magnifying glass held out."""
    _parka(c, colour)
    with c.at(68, 40, -0.7, 0.7):
        _lens(c, dark(colour, 0.45))
    c.circle(16, 92, 8, "#3A3F49")


@register_icon("blue", colour=PARKAS["blue"], height=116, outline=4.4, bevel=6, relief=22)
def _blue(c: Canvas, colour: str) -> None:
    """A scientist with an upright pick."""
    _parka(c, colour)
    c.line([(88, 22), (88, 112)], OAK_LIGHT, 9)
    c.path("M58 40C66 6 94 2 103 34C92 22 74 22 58 40Z", down("#F4F8FA", "#8794A0"))
    c.circle(88, 82, 9, "#3A3F49")


@register_icon("anybody", colour=ANYBODY, height=116, outline=4.4, bevel=6, relief=22)
def _anybody(c: Canvas, colour: str) -> None:
    _parka(c, colour)


# Places and signs


@register_icon("flag", colour=MADDER)
def _flag(c: Canvas, colour: str) -> None:
    c.line([(26, 6), (26, 94)], OAK_MID, 8).circle(26, 7, 6, GOLD)
    c.path("M30 12C46 4 60 22 92 14C86 28 86 36 92 52C62 58 48 42 30 50Z", lit(colour, 0.2, 0.3))
    c.box(10, 88, 32, 9, 4, OAK_DARK)


@register_icon("camp", colour="#D7693A")
def _camp(c: Canvas, colour: str) -> None:
    c.path("M50 10L96 88H4Z", across(light(colour, 0.25), colour, dark(colour, 0.3)))
    c.path("M50 10L66 88H36Z", "#3A2018").path("M50 10L38 88H30Z", VELLUM).path(
        "M50 10L62 88H70Z", VELLUM_MID
    )
    c.path("M50 12L44 2M50 12L56 2", stroke=OAK_MID, width=5)


@register_icon("site")
def _site(c: Canvas, _: str) -> None:
    """A telescope on its stand."""
    c.path("M50 46L22 94M50 46L78 94M50 46V94", stroke=OAK_MID, width=8)
    with c.at(50, 36, turn=-24):
        c.box(-40, -11, 60, 22, 6, down("#7E8B96", "#46525D"))
        c.box(16, -15, 30, 30, 6, down("#A3AEB7", "#5B6772"))
        c.box(42, -15, 6, 30, 3, GOLD).box(-46, -8, 10, 16, 3, GOLD)


@register_icon("regroup", colour="#22384A", outline=3)
def _regroup(c: Canvas, colour: str) -> None:
    for turn in (0, 90, 180, 270):
        with c.at(50, 50, turn=turn):
            c.path("M-9 -46H9V-30H20L0 -12L-20 -30H-9Z", colour)
    c.circle(50, 50, 9, GOLD)


@register_icon("paw", colour="#33475A")
def _paw(c: Canvas, colour: str) -> None:
    """An animal of any one species."""
    pad = "M50 46C66 46 80 62 78 76C76 90 60 88 50 86C40 88 24 90 22 76C20 62 34 46 50 46Z"
    c.path(pad, colour)
    for x, y in ((18, 48), (37, 26), (63, 26), (82, 48)):
        c.circle(x, y, 11, colour, radius_down=14)


@register_icon("wheel", colour=OAK)
def _wheel(c: Canvas, colour: str) -> None:
    """A vehicle of any one kind: a steering wheel."""
    for turn in range(0, 180, 45):
        with c.at(50, 50, turn=turn):
            c.line([(0, -47), (0, 47)], OAK_DARK, 9)
    c.circle(50, 50, 31, None, colour, 12).circle(50, 50, 11, GOLD)


@register_icon("pawn")
def _pawn(c: Canvas, _: str) -> None:
    """The first player's pawn: a husky's head."""
    head = (
        "M50 94C40 94 30 84 26 72C16 66 12 52 14 40L18 6L38 24C46 21 54 21 62 24L82 6L86 40C88 52 84 66 74 72"
    )
    c.path(head + "C70 84 60 94 50 94Z", down("#8E9CA8", "#55626E"))
    c.path(
        "M50 92C42 92 34 84 31 74C24 66 24 54 34 50C42 48 48 54 50 62C52 54 58 48 66 50C76 54 76 66 69 74"
        "C66 84 58 92 50 92Z",
        "#F4F8FA",
    )
    for x in (36, 64):
        c.circle(x, 50, 5.4, "#7FD0EE").circle(x, 50, 2.8, INK)
    c.path("M42 72C44 68 56 68 58 72C58 79 53 82 50 82C47 82 42 79 42 72Z", INK)


@register_icon("nowhere", colour="#A9B4BC", outline=5)
def _nowhere(c: Canvas, colour: str) -> None:
    c.box(20, 40, 60, 20, 8, colour)
