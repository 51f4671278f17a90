"""Explorers' own icons: livestock, Vikings, ships, settlements, outposts, islands."""

from render.explorers.drawing import Knots, bar, blob, oval, smooth, stroke
from render.kit import Canvas
from render.kit.canvas import Shape
from render.kit.icons import register_icon
from render.kit.palette import BONE, GOLD, INK, dark, down, is_light, light

SHEEP_FACE = "#403630"
WOOD, WOOD_DARK = "#8C5E36", "#603E24"
STEEL, BRASS = "#BAC2C8", "#C4963E"
BONE_WHITE = "#ECE2CE"


@register_icon("livestock_pig", relief=14, outline=3.4)
def draw_pig(c: Canvas, _: str = "") -> None:
    body, shade = "#EC9EA0", "#CE767C"
    stroke(c, [(12, 46), (4, 42), (4, 34), (11, 33), (11, 40), (3, 43)], 4, shade)
    for x in (24, 38):
        bar(c, x, 66, x + 11, 88, dark(body, 0.16), 3)
    for x in (58, 71):
        bar(c, x, 66, x + 11, 88, body, 3)
    blob(c, [(10, 52), (18, 35), (42, 28), (66, 30), (80, 40), (82, 62), (70, 74), (40, 77), (18, 72)], body)
    blob(c, [(64, 34), (78, 27), (92, 36), (97, 46), (96, 60), (86, 65), (70, 64), (62, 50)], body)
    blob(c, [(66, 36), (64, 18), (80, 30)], shade)
    blob(c, [(91, 42), (100, 43), (101, 60), (92, 61)], shade)
    for y in (48, 55):
        oval(c, 98, y, 1.6, 2.2, INK)
    oval(c, 83, 42, 3, 3.4, INK)
    blob(c, [(14, 60), (30, 70), (58, 71), (66, 66), (52, 66), (30, 62)], "#DE8A8E")


@register_icon("livestock_chicken", relief=14, outline=3.4)
def draw_chicken(c: Canvas, _: str = "") -> None:
    feather, red, yellow, shade = "#FAF4E6", "#CE342C", "#E8A428", "#D8C8AA"
    for x in (46, 60):
        stroke(c, [(x, 78), (x, 94)], 5, yellow)
        stroke(c, [(x - 6, 95), (x + 8, 95)], 5, yellow)
    blob(c, [(66, 22), (64, 8), (71, 12), (73, 3), (79, 10), (86, 5), (86, 18), (78, 26)], red)
    body = [
        (6, 20), (20, 26), (32, 42), (48, 46), (60, 36), (64, 20), (76, 14), (88, 22), (88, 38), (84, 58),
        (74, 76), (52, 84), (30, 76), (16, 56), (2, 40), (9, 34),
    ]  # fmt: skip
    blob(c, body, feather)
    blob(c, [(86, 24), (101, 30), (87, 36)], yellow)
    blob(c, [(84, 37), (91, 40), (89, 51), (82, 47)], red)
    oval(c, 79, 26, 3.2, 3.6, INK)
    blob(c, [(30, 52), (52, 52), (64, 56), (58, 68), (42, 70), (32, 62)], shade)
    stroke(c, [(10, 26), (26, 42)], 3, shade)
    stroke(c, [(8, 40), (22, 50)], 3, shade)


@register_icon("livestock_goat", relief=14, outline=3.4)
def draw_goat(c: Canvas, _: str = "") -> None:
    coat, shade, horn = "#CCC2B2", "#8E8272", "#4E4032"
    stroke(c, [(12, 44), (5, 34), (3, 24)], 6, shade)
    for x in (20, 58):
        bar(c, x, 62, x + 8, 94, shade, 2)
        bar(c, x + 9, 62, x + 17, 94, coat, 2)
    body = [
        (10, 46), (22, 38), (46, 40), (62, 36), (68, 24), (78, 20), (84, 40), (80, 58), (70, 70), (44, 68),
        (22, 72), (10, 62),
    ]  # fmt: skip
    blob(c, body, coat)
    blob(c, [(66, 26), (72, 15), (84, 16), (97, 31), (97, 39), (88, 41), (76, 38)], coat)
    stroke(c, [(76, 17), (70, 6), (58, 3), (46, 8)], 7, horn)
    stroke(c, [(82, 16), (80, 6), (70, 1), (58, 3)], 6, horn)
    blob(c, [(85, 40), (93, 40), (90, 56), (85, 48)], "#EEE8DC")
    blob(c, [(66, 24), (56, 28), (68, 32)], shade)
    oval(c, 84, 25, 2.8, 3.2, INK)
    blob(c, [(14, 62), (30, 64), (60, 62), (72, 58), (66, 69), (44, 67), (22, 71)], shade)


@register_icon("livestock_sheep", relief=14, outline=3.4)
def draw_sheep(c: Canvas, _: str = "") -> None:
    wool, face, curl = "#FAF3E2", SHEEP_FACE, "#CEC0A4"
    for x in (24, 36):
        bar(c, x, 66, x + 8, 92, dark(face, 0.2), 2)
    for x in (56, 67):
        bar(c, x, 66, x + 8, 92, face, 2)
    for x, y, r in (
        (20, 50, 15), (30, 38, 16), (48, 33, 17), (64, 38, 16), (72, 50, 15), (64, 63, 15), (47, 67, 15),
        (30, 64, 15), (46, 50, 24),
    ):  # fmt: skip
        c.circle(x, y, r, wool)
    for x0, y0, x1, y1 in ((22, 56, 30, 62), (36, 44, 46, 40), (44, 62, 54, 64), (54, 52, 62, 48)):
        stroke(c, [(x0, y0), ((x0 + x1) / 2, (y0 + y1) / 2 + 5), (x1, y1)], 3, curl)
    blob(c, [(68, 34), (78, 28), (90, 32), (99, 48), (96, 58), (86, 58), (76, 52)], face)
    blob(c, [(72, 34), (60, 36), (62, 44), (74, 44)], face)
    c.circle(72, 27, 8, wool).circle(80, 25, 7, wool)
    oval(c, 86, 41, 3, 3.2, wool)
    oval(c, 87, 41, 1.6, 1.9, INK)


@register_icon("livestock_cattle", relief=14, outline=3.4)
def _cattle_icon(c: Canvas, _: str) -> None:
    with c.at(2, 4, 0.93):
        draw_cattle(c)


def draw_cattle(c: Canvas, _: str = "") -> None:
    white, black, pink, horn = "#F8F4EC", "#342E2C", "#E8A8A0", "#D8C496"
    stroke(c, [(8, 40), (3, 52), (4, 66)], 5, black)
    oval(c, 4, 70, 4, 6, black)
    for x in (16, 58):
        bar(c, x, 60, x + 10, 92, dark(white, 0.22), 2)
    oval(c, 40, 74, 9, 7, pink)
    for x in (25, 68):
        bar(c, x, 60, x + 10, 92, white, 2)
    trunk = smooth(
        [(6, 42), (14, 33), (40, 35), (64, 32), (80, 36), (84, 56), (78, 72), (54, 74), (22, 74), (8, 66)]
    )
    c.path(trunk, white)
    with c.clip(trunk):
        blob(c, [(4, 34), (26, 30), (32, 44), (22, 60), (4, 60)], black)
        blob(c, [(46, 30), (64, 28), (66, 46), (54, 56), (44, 46)], black)
        oval(c, 70, 70, 9, 7, black)
    stroke(c, [(78, 22), (72, 14), (74, 6)], 5, horn)
    stroke(c, [(92, 22), (99, 15), (97, 7)], 5, horn)
    blob(c, [(74, 26), (64, 24), (62, 31), (74, 34)], black)
    blob(c, [(94, 25), (103, 22), (104, 30), (95, 34)], black)
    blob(c, [(74, 24), (84, 19), (95, 24), (96, 42), (94, 54), (78, 54), (73, 42)], black)
    blob(c, [(82, 21), (88, 21), (89, 44), (81, 44)], white)
    blob(c, [(76, 47), (86, 44), (96, 47), (97, 57), (86, 61), (75, 57)], pink)
    for x in (82, 91):
        oval(c, x, 53, 1.8, 2.2, INK)
    for x in (78, 92):
        oval(c, x, 36, 2.6, 3, white)


@register_icon("livestock_horse", relief=14, outline=3.4)
def draw_horse(c: Canvas, _: str = "") -> None:
    coat, shade, mane = "#A86230", "#7C4420", "#342218"
    blob(c, [(12, 40), (2, 46), (0, 66), (5, 78), (9, 62), (16, 50)], mane)
    c.path([(20, 56), (30, 58), (26, 76), (28, 96), (20, 96), (17, 76)], shade)
    c.path([(54, 58), (63, 58), (63, 96), (56, 96)], shade)
    c.path([(26, 56), (38, 58), (33, 76), (36, 96), (27, 96), (25, 76)], coat)
    c.path([(62, 56), (72, 52), (71, 76), (73, 96), (65, 96), (64, 76)], coat)
    body = [
        (11, 44), (20, 35), (40, 40), (54, 38), (62, 22), (70, 6), (79, 4), (86, 14), (99, 30), (98, 39),
        (88, 38), (80, 32), (77, 44), (74, 58), (62, 66), (40, 64), (24, 66), (13, 58),
    ]  # fmt: skip
    blob(c, body, coat)
    blob(c, [(72, 8), (73, -2), (79, 5)], coat)
    blob(c, [(74, 3), (64, 6), (56, 20), (48, 38), (58, 40), (64, 26), (70, 14)], mane)
    blob(c, [(72, 2), (82, 4), (84, 14), (77, 10)], mane)
    oval(c, 83, 17, 2.6, 3, INK)
    oval(c, 95, 33, 1.6, 2, INK)
    for x in (20, 27, 56, 65):
        bar(c, x - 0.5, 90, x + 8.5, 97, mane, 1)


ANIMALS = {
    "pig": draw_pig,
    "chicken": draw_chicken,
    "goat": draw_goat,
    "sheep": draw_sheep,
    "cattle": draw_cattle,
    "horse": draw_horse,
}


def _hull(c: Canvas, wood: str, shade: str) -> None:
    keel = [
        (0, 50), (6, 47), (9, 54), (13, 64), (26, 67), (50, 68), (74, 67), (87, 63), (91, 52), (90, 42),
        (96, 40), (100, 50), (98, 68), (89, 84), (70, 93), (30, 93), (11, 85), (3, 70),
    ]  # fmt: skip
    blob(c, keel, down(light(wood, 0.12), wood, dark(wood, 0.2)))
    stroke(c, [(7, 72), (26, 78), (50, 79), (74, 78), (94, 71)], 2.2, shade)
    stroke(c, [(15, 86), (32, 91), (68, 91), (86, 86)], 2.2, shade)
    blob(c, [(88, 48), (88, 38), (92, 30), (99, 29), (108, 34), (107, 39), (99, 39), (97, 47)], wood)
    blob(c, [(91, 33), (86, 25), (95, 29)], wood)
    c.circle(97.5, 33.5, 1.8, INK)
    stroke(c, [(4, 52), (-1, 45), (2, 38), (9, 39), (9, 45), (5, 46)], 4.4, wood)


def draw_longship(c: Canvas, colour: str, emblem: Shape | None = None, tilt: float = 0) -> None:
    """A longship; its sail has the owner's colour and shape."""
    bar(c, 48, 0, 51.5, 72, "#463020")
    sail = smooth([(15, 6), (50, 3), (85, 6), (90, 27), (87, 48), (50, 53), (13, 48), (10, 27)])
    c.path(sail, down(light(colour, 0.14), colour, dark(colour, 0.12)))
    stripe = dark(colour, 0.16) if is_light(colour) else light(colour, 0.16)
    with c.clip(sail):
        for x in (13, 78):
            stripes: Knots = [(x, 0), (x + 9, 0), (x + 11, 27), (x + 8, 56), (x - 1, 56), (x + 2, 27)]
            blob(c, stripes, stripe)
    stroke(c, [(12, 6), (50, 3), (88, 6)], 4, "#463020")
    if emblem is not None:
        with c.at(50 - 19, 28 - 19 + tilt, 0.38):
            c.path(emblem, INK if is_light(colour) else BONE)
    _hull(c, WOOD, WOOD_DARK)
    for x in (22, 36, 50, 64, 78):
        y = 78 - abs(x - 50) ** 2 * 0.003
        c.circle(x, y, 7.2, INK).circle(x, y, 5.8, colour).circle(x, y, 2, BRASS)


@register_icon("explorers_longship", colour="#B63A30", relief=14, outline=3.4)
def _longship_icon(c: Canvas, colour: str) -> None:
    with c.at(0, 2, 0.92):
        draw_longship(c, colour)


@register_icon("enemy_ship", relief=14, outline=3.4)
def _enemy_icon(c: Canvas, _: str) -> None:
    with c.at(2, 4, 0.9):
        draw_enemy_ship(c)


def draw_enemy_ship(c: Canvas, _: str = "") -> None:
    bar(c, 48, 0, 51.5, 74, "#1E1816")
    blob(c, [(51, 0), (66, 3), (52, 8)], "#961E1A")
    torn = [
        (12, 11), (88, 11), (92, 32), (88, 50), (80, 44), (74, 58), (64, 48), (55, 62), (46, 50), (36, 60),
        (28, 47), (20, 57), (12, 50), (8, 32),
    ]  # fmt: skip
    c.path(torn, "#2C282A")
    with c.clip(torn):
        for x in (14, 79):
            bar(c, x, 0, x + 7, 70, "#3E383A")
    stroke(c, [(9, 11), (91, 11)], 4, "#181210")
    draw_skull(c, 50, 31, 26, "#181414")
    _hull(c, "#2E2420", "#1A1412")


def draw_skull(c: Canvas, x: float, y: float, width: float, hollow: str) -> None:
    k = width / 26
    oval(c, x, y - 4 * k, 13 * k, 12 * k, BONE_WHITE)
    bar(c, x - 7 * k, y + 3 * k, x + 7 * k, y + 14 * k, BONE_WHITE, 2 * k)
    for side in (-1, 1):
        oval(c, x + 5 * side * k, y - 3 * k, 3.8 * k, 4.4 * k, hollow)
    c.path([(x, y + k), (x + 2 * k, y + 5.5 * k), (x - 2 * k, y + 5.5 * k)], hollow)
    for off in (-3.5, 0, 3.5):
        bar(c, x + (off - 0.6) * k, y + 8 * k, x + (off + 0.6) * k, y + 14 * k, hollow)


@register_icon("dead_viking", relief=14, outline=3.4)
def _dead(c: Canvas, _: str) -> None:
    for turn in (-38, 38):
        with c.at(50, 66, turn=turn):
            bar(c, -44, -6, 44, 6, BONE_WHITE, 6)
            for end in (-44, 44):
                c.circle(end, -5, 7, BONE_WHITE).circle(end, 5, 7, BONE_WHITE)
    draw_skull(c, 50, 42, 60, "#2A2220")


def _longhouse(c: Canvas, x: float, y: float, w: float, h: float) -> None:
    bar(c, x + w * 0.06, y + h * 0.45, x + w * 0.94, y + h, "#704E32")
    roof = [
        (x - w * 0.04, y + h * 0.58), (x + w * 0.14, y + h * 0.08), (x + w * 0.5, y),
        (x + w * 0.86, y + h * 0.08), (x + w * 1.04, y + h * 0.58), (x + w * 0.5, y + h * 0.52),
    ]  # fmt: skip
    blob(c, roof, down("#CDA765", "#BE9856", "#A07C40"))
    for straw in range(5):
        t = 0.14 + straw * 0.18
        stroke(c, [(x + w * t, y + h * 0.10), (x + w * (t * 1.02 - 0.01), y + h * 0.50)], 1.3, "#96723E")
    ridge = [(x + w * 0.1, y + h * 0.10), (x + w * 0.5, y + h * 0.01), (x + w * 0.9, y + h * 0.10)]
    stroke(c, ridge, 2.6, "#62442A")
    bar(c, x + w * 0.42, y + h * 0.62, x + w * 0.58, y + h, "#34241A")


@register_icon("settlement", height=90, relief=14, outline=3.4)
def draw_settlement(c: Canvas, _: str = "") -> None:
    _longhouse(c, 6, 2, 46, 32)
    _longhouse(c, 46, 16, 52, 36)
    _longhouse(c, 0, 28, 56, 42)
    for x in range(2, 98, 8):
        c.path([(x, 86), (x, 72), (x + 3, 66), (x + 6, 72), (x + 6, 86)], "#7A5636")
    bar(c, 0, 75, 98, 79, "#543A24")


def draw_head(c: Canvas, x: float, top: float, width: float) -> None:
    """A Viking: round helmet with brow band and nasal, beard."""
    with c.at(x, top, width / 40):
        blob(c, [(-17, 26), (17, 26), (18, 44), (9, 58), (0, 62), (-9, 58), (-18, 44)], "#CA843A")
        bar(c, -12, 24, 12, 41, "#EEC6A0", 2)
        for side in (-6, 6):
            oval(c, side, 33, 2.2, 2.6, INK)
        c.circle(0, -3, 4.6, BRASS)
        dome = [(-21, 26), (-20.5, 14), (-14, 3), (0, -3), (14, 3), (20.5, 14), (21, 26), (0, 27)]
        blob(c, dome, STEEL)
        blob(c, [(3, -2), (14, 3), (20.5, 14), (21, 26), (5, 27)], dark(STEEL, 0.25))
        bar(c, -23, 19, 23, 27, BRASS, 1.5)
        bar(c, -3, 24, 3, 39, BRASS, 1)


@register_icon("viking", relief=14, outline=3.4)
def _viking(c: Canvas, _: str) -> None:
    draw_head(c, 50, 10, 56)


def draw_tower(c: Canvas, top: float = 0) -> None:
    """A watchtower like a rook, 140 high."""
    wood, shade = "#966C44", "#68482C"
    c.path([(20, top + 38), (80, top + 38), (90, top + 140), (10, top + 140)], wood)
    c.path([(58, top + 38), (80, top + 38), (90, top + 140), (64, top + 140)], dark(wood, 0.18))
    for x in (8, 40, 72):
        bar(c, x, top, x + 20, top + 28, wood, 2)
    bar(c, 8, top + 18, 92, top + 42, shade, 2)


@register_icon("outpost", relief=14, outline=3.4)
def _outpost(c: Canvas, _: str) -> None:
    with c.at(14, 2, 0.69):
        draw_tower(c)
        bar(c, 40, 96, 60, 140, "#34241A", 8)
        bar(c, 40, 56, 60, 78, "#34241A", 3)


@register_icon("island", relief=14, outline=3.4)
def _island(c: Canvas, _: str) -> None:
    c.circle(50, 52, 46, down("#4E93A8", "#2A647E"))
    coast = smooth([(16, 54), (26, 34), (46, 26), (66, 30), (84, 48), (80, 68), (60, 76), (36, 78), (20, 70)])
    c.path(coast, "#E4D2A0")
    with c.at(50, 53, 0.86), c.at(-50, -53):
        c.path(coast, down("#8CAB58", "#5F8440"))
    c.path([(34, 62), (50, 30), (66, 62)], "#8F8B82")
    c.path([(43, 44), (50, 30), (57, 44), (50, 50)], "#F3F5F3")


@register_icon("hex_tile", relief=14, outline=3.4)
def _hex_tile(c: Canvas, _: str) -> None:
    tile = [(2, 50), (26, 8), (74, 8), (98, 50), (74, 92), (26, 92)]
    c.path(tile, "#EBDDB8")
    with c.at(50, 50, 0.86), c.at(-50, -50):
        c.path(tile, down("#4E93A8", "#2A647E"))
        with c.clip(tile):
            blob(c, [(0, 0), (70, -6), (62, 30), (70, 52), (44, 62), (20, 84), (-10, 70)], "#E4D2A0")
            blob(c, [(-4, -4), (60, -10), (54, 28), (60, 48), (40, 54), (16, 72), (-14, 62)], "#6E9448")


@register_icon("winter", relief=14, outline=4)
def _winter(c: Canvas, _: str) -> None:
    c.circle(50, 50, 46, down("#4C86B0", "#24527C"))
    for turn in (0, 60, 120):
        with c.at(50, 50, turn=turn):
            c.line([(0, -36), (0, 36)], BONE, 7)
            for end in (-1, 1):
                c.path([(-12, end * 34), (0, end * 22), (12, end * 34)], None, BONE, 6)


def draw_shield(c: Canvas, _: str = "") -> None:
    """A kite shield, 112 high."""
    kite = smooth([(6, 4), (50, 0), (94, 4), (97, 40), (82, 82), (50, 112), (18, 82), (3, 40)])
    c.path(kite, "#96221E")
    with c.clip(kite):
        bar(c, 0, -2, 50, 114, "#B4433A")
    c.path(kite, None, GOLD, 5)
