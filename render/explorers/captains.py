"""The eleven captains as icons: each by the thing they are known for."""

from render.explorers.drawing import bar, blob, oval, stroke
from render.explorers.icons import BRASS, STEEL, draw_tower
from render.kit import Canvas
from render.kit.icons import register_icon
from render.kit.palette import BONE, GOLD, GOLD_DARK, INK, MADDER, VELLUM, VELLUM_DARK, dark, down, light

WOOD = "#8C5E36"


@register_icon("captain_archer")
def _archer(c: Canvas, _: str) -> None:
    stroke(c, [(26, 4), (64, 16), (78, 50), (64, 84), (26, 96)], 9, WOOD)
    c.line([(26, 4), (26, 96)], VELLUM, 3)
    c.line([(6, 50), (88, 50)], "#D9AE74", 6)
    c.path([(98, 50), (78, 38), (78, 62)], STEEL)
    for x in (6, 16):
        c.path([(x, 50), (x - 4, 36), (x + 8, 36), (x + 14, 50), (x + 8, 64), (x - 4, 64)], MADDER)


@register_icon("captain_barbarian")
def _barbarian(c: Canvas, _: str) -> None:
    with c.at(50, 54, 0.84, turn=24), c.at(-50, -50):
        bar(c, 45, 4, 55, 98, WOOD, 4)
        for side in (1, -1):
            with c.at(50, 30, side, 1):
                c.path(
                    "M4 -14C18 -12 30 -20 42 -28C50 -10 50 14 42 30C30 22 18 14 4 14Z",
                    down(light(STEEL, 0.3), STEEL),
                )
                c.path("M42 -28C50 -10 50 14 42 30C44 12 44 -10 42 -28Z", BONE)
        bar(c, 43, 14, 57, 46, dark(WOOD, 0.3), 3)


@register_icon("captain_cartographer")
def _cartographer(c: Canvas, _: str) -> None:
    bar(c, 10, 20, 90, 84, VELLUM, 4)
    for y in (14, 80):
        bar(c, 4, y, 96, y + 12, VELLUM_DARK, 6)
    blob(c, [(22, 52), (32, 36), (50, 40), (52, 56), (40, 68), (26, 66)], "#7F9D4E")
    blob(c, [(62, 34), (78, 32), (82, 44), (70, 50)], "#7F9D4E")
    c.path("M46 66L58 60L66 66", None, MADDER, 4)
    c.path("M68 58L82 72M82 58L68 72", None, MADDER, 6)


@register_icon("captain_hero")
def _hero(c: Canvas, _: str) -> None:
    with c.at(50, 50, turn=45), c.at(-50, -50):
        c.path("M42 62V14L50 0L58 14V62Z", down(light(STEEL, 0.4), STEEL))
        c.line([(50, 10), (50, 60)], dark(STEEL, 0.3), 3)
        bar(c, 26, 60, 74, 70, GOLD, 5)
        bar(c, 44, 68, 56, 90, WOOD, 3)
        c.circle(50, 93, 8, GOLD)


@register_icon("captain_huntsman")
def _huntsman(c: Canvas, _: str) -> None:
    horn = "M6 22C10 66 40 96 92 84L96 62C62 70 36 52 26 14Z"
    c.path(horn, down("#F0DFB4", "#C89A52"))
    c.path("M92 84L96 62L84 64L80 86Z", GOLD)
    c.path("M6 22L26 14L29 26L8 34Z", GOLD)
    c.path("M42 60L54 66L46 84L34 76Z", MADDER)


@register_icon("captain_queen")
def _queen(c: Canvas, _: str) -> None:
    c.path("M8 30L28 52L38 18L50 46L62 18L72 52L92 30L84 82H16Z", down(light(GOLD, 0.4), GOLD, GOLD_DARK))
    bar(c, 14, 78, 86, 92, dark(GOLD, 0.2), 5)
    for x, y in ((8, 28), (38, 15), (62, 15), (92, 28)):
        c.circle(x, y, 6, light(GOLD, 0.4))
    for x, gem in ((30, "#2E6FA8"), (50, MADDER), (70, "#2E6FA8")):
        c.circle(x, 66, 6, gem)


@register_icon("captain_scout")
def _scout(c: Canvas, _: str) -> None:
    with c.at(50, 52, 0.92, turn=-24), c.at(-50, -50):
        bar(c, 2, 40, 30, 60, BRASS, 4)
        bar(c, 28, 35, 62, 65, WOOD, 4)
        bar(c, 60, 29, 96, 71, dark(WOOD, 0.15), 5)
        bar(c, 88, 26, 99, 74, BRASS, 5)
        bar(c, 58, 29, 65, 71, BRASS, 2)
        bar(c, 26, 35, 32, 65, BRASS, 2)


@register_icon("captain_shieldmaiden", colour="#2E6FA8")
def _shieldmaiden(c: Canvas, colour: str) -> None:
    c.circle(50, 50, 46, STEEL).circle(50, 50, 40, colour)
    for quarter in (0, 180):
        with c.at(50, 50, turn=quarter):
            c.path("M0 0V-40A40 40 0 0 1 40 0Z", VELLUM)
    c.circle(50, 50, 40, None, dark(colour, 0.4), 3)
    c.circle(50, 50, 14, STEEL).circle(50, 50, 8, light(STEEL, 0.4))


@register_icon("captain_trader")
def _trader(c: Canvas, _: str) -> None:
    with c.at(5, 5, 0.9):
        _scales(c)


def _scales(c: Canvas) -> None:
    bar(c, 46, 14, 54, 88, BRASS, 3)
    bar(c, 26, 86, 74, 96, BRASS, 5)
    c.line([(10, 26), (90, 26)], BRASS, 7)
    c.circle(50, 14, 8, GOLD)
    for x in (14, 86):
        c.path([(x, 26), (x - 14, 58), (x + 14, 58)], None, VELLUM_DARK, 3)
        c.path(f"M{x - 18} 58H{x + 18}C{x + 16} 76 {x - 16} 76 {x - 18} 58Z", GOLD)
    for x in (78, 86, 94):
        c.circle(x, 54, 6, light(GOLD, 0.5))


@register_icon("captain_tyrant")
def _tyrant(c: Canvas, _: str) -> None:
    with c.at(50, 50, turn=16), c.at(-50, -50):
        c.path([(42, 48), (58, 48), (54, 98), (46, 98)], WOOD)
        bar(c, 38, 44, 62, 56, "#434E59", 3)
    blob(
        c, [(58, 46), (38, 40), (34, 22), (46, 26), (50, 2), (66, 16), (68, 6), (80, 26), (74, 42)], "#E8702A"
    )
    blob(c, [(58, 44), (47, 36), (50, 24), (57, 28), (62, 16), (70, 30), (67, 40)], "#FFD35A")


@register_icon("captain_watchman")
def _watchman(c: Canvas, _: str) -> None:
    with c.at(8, 2, 0.69):
        draw_tower(c)
        bar(c, 38, 60, 62, 92, INK, 10)
        oval(c, 50, 78, 7, 11, "#FFD35A")
    stroke(c, [(74, 96), (74, 34)], 5, WOOD)
    c.path([(74, 34), (98, 42), (74, 54)], MADDER)
