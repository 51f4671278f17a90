"""Icons of Lofoten: goods, effects of the cards, the longship, the fishing cabin."""

from render.kit import Canvas
from render.kit.icons import draw_dragon_head, register_icon
from render.kit.palette import (
    BONE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    IRON,
    MADDER,
    OAK,
    OAK_DARK,
    OAK_LIGHT,
    OAK_MID,
    PINE,
    VELLUM,
    VELLUM_DARK,
    across,
    dark,
    down,
    light,
    rounded,
    slant,
)


@register_icon("mead")
def _mead(c: Canvas, _: str) -> None:
    c.path("M64 40h10a14 14 0 0 1 14 14v8a14 14 0 0 1-14 14h-10", stroke=OAK_MID, width=10)
    c.path("M20 36L72 36L67 90Q46 95 25 90Z", across("#E0A04A", "#C67F2C", "#8C5420"))
    for top, bottom in ((33, 34.5), (46, 46), (59, 57.5)):
        c.line([(top, 38), (bottom, 90)], OAK_DARK, 2, 0.45)
    c.path("M21 50L71 50L70.3 59L21.8 59Z", IRON)
    c.path("M23 74L68.8 74L68 83L24 83Z", IRON)
    foam = (
        "M14 36C10 26 18 18 27 20C30 9 48 6 54 15C64 8 80 16 77 28C82 34 77 42 70 41C67 47 58 46 56 41"
        "C50 47 42 45 40 41C39 50 40 58 33 58C26 58 28 48 26 42C20 44 15 41 14 36Z"
    )
    c.path(foam, down("#FFFDF4", "#F3E0B4"))
    for x, y, r in ((34, 27, 3), (57, 25, 2.6), (46, 33, 2.2)):
        c.circle(x, y, r, "#E7CE97")


@register_icon("fish")
def _fish(c: Canvas, _: str) -> None:
    with c.at(50, 52, turn=-14), c.at(-50, -50):
        body = (
            "M4 52C16 26 48 20 71 43C78 38 86 30 95 28C90 42 90 60 96 76C86 74 78 66 71 60C48 84 16 78 4 52Z"
        )
        c.path(body, down("#7FA9BE", "#DDE9E6", "#F7F1DC"))
        c.path("M36 28C44 18 56 18 62 34Z", "#5E8BA3")
        c.path("M40 74C46 84 56 84 60 68Z", "#8FB3C0")
        c.path("M4 52C16 26 48 20 71 43C50 40 30 42 4 52Z", "#4F7E98", strength=0.55)
        c.path("M29 33C36 44 36 60 29 71", stroke=INK, width=3)
        for x in (42, 51, 60):
            bend = abs(x - 51) * 0.1
            c.path(f"M{x} {42 + bend}C{x + 4} 49 {x + 4} 56 {x} {62 - bend}", stroke="#34576B", width=2.6)
        c.circle(17, 47, 4.6, BONE).circle(16.6, 47, 2.8, INK)
        c.path("M5 54C9 57 12 57 15 55", stroke=INK, width=2)


@register_icon("sheep")
def _sheep(c: Canvas, _: str) -> None:
    for x in (26, 38, 54, 64):
        c.box(x, 66, 8, 24, 3, "#3A3330")
    wool = ((24, 44, 15), (38, 34, 16), (54, 32, 16), (66, 42, 15), (66, 56, 15), (52, 62, 16), (36, 62, 16))
    for x, y, r in (*wool, (22, 56, 14), (45, 48, 22)):
        c.circle(x, y, r, "#FFF8E6")
    for curl in (
        "M24 52q6 7 12 0",
        "M40 44q6 7 12 0",
        "M54 54q6 7 12 0",
        "M38 64q6 6 11 0",
        "M28 38q5 6 10 0",
    ):
        c.path(curl, stroke="#CDBB93", width=3)
    c.path("M50 34q5 6 10 0", stroke="#CDBB93", width=3)
    head = "M68 34C66 26 74 22 82 25C91 28 95 40 92 52C90 60 80 62 76 54C72 48 69 42 68 34Z"
    c.path(head, down("#4A413C", "#2C2624"))
    c.path("M70 33C62 30 58 35 58 41C64 43 69 40 71 36Z", "#2C2624")
    c.circle(82, 37, 3.2, BONE).circle(82.6, 37.4, 1.7, INK)
    for x, y, r in ((72, 24, 8), (80, 22, 7)):
        c.circle(x, y, r, "#FFF8E6")


@register_icon("coffer")
def _coffer(c: Canvas, _: str) -> None:
    c.path("M10 48C10 24 22 16 50 16C78 16 90 24 90 48Z", down("#C07A3E", "#8A4E24"))
    c.path("M10 48H90V84Q90 88 86 88H14Q10 88 10 84Z", down("#9A5C2E", "#6A3C1C"))
    c.line([(10, 68), (90, 68)], OAK_DARK, 2.4, 0.6)
    c.path("M12 34Q50 28 88 34", stroke=OAK_DARK, width=2.4, strength=0.5)
    for x, left, right in ((20, 23, 19), (70, 19, 23)):
        c.path(f"M{x} {left}L{x + 10} {right}V88H{x}Z", across(GOLD_LIGHT, GOLD, GOLD_DARK))
    c.box(10, 45, 80, 7, 0, GOLD_DARK).box(10, 44, 80, 3, 0, GOLD)
    c.box(40, 40, 20, 24, 5, down(GOLD_LIGHT, GOLD))
    c.circle(50, 50, 4, INK).path("M50 50L47 59H53Z", INK)


@register_icon("steal")
def _steal(c: Canvas, _: str) -> None:
    """The coffer's effect: take a coin."""
    c.circle(42, 56, 32, rounded(GOLD_LIGHT, GOLD, "#C98A1E")).circle(42, 56, 24, None, GOLD_DARK, 3.5)
    c.path("M62 8H78V24H94V40H78V56H62V40H46V24H62Z", "#5FB06A")


@register_icon("remove")
def _remove(c: Canvas, _: str) -> None:
    """The mead's effect: take a tile off the market."""
    c.box(14, 14, 62, 62, 10, down(VELLUM, VELLUM_DARK)).box(23, 23, 44, 44, 6, OAK_LIGHT, strength=0.55)
    c.path("M44 44L92 92M92 44L44 92", stroke=MADDER, width=15)


@register_icon("longship", height=160, outline=2.0, bevel=4, relief=22)
def _longship(c: Canvas, colour: str) -> None:
    """A longship from above, bow up, with a stem in its owner's colour."""
    for y in (52, 72, 92, 112):
        for side in (1, -1):
            x = 50 + side * 38
            c.line([(x, y), (x + side * 11, y + 7)], "#D9B27A", 3.4)
    hull = "M50 2C58 14 90 34 90 80C90 122 62 142 50 156C38 142 10 122 10 80C10 34 42 14 50 2Z"
    deck = "M50 15C58 26 82 42 82 80C82 114 60 132 50 143C40 132 18 114 18 80C18 42 42 26 50 15Z"
    c.path(hull, across("#DDA566", "#B3763F", OAK_MID))
    c.path(deck, across("#7A4E2C", "#8C5A32", "#6A4124"))
    with c.clip(deck):
        for x in (26, 38, 50, 62, 74):
            c.line([(x, 0), (x, 160)], "#3f2616", 1.8, 0.8)
        for y in (44, 116):
            c.box(14, y - 4, 72, 7, 1, "#C28A52")
        shade = "M50 15C58 26 82 42 82 80L76 80C76 48 58 32 50 22C42 32 24 48 24 80L18 80C18 42 42 26 50 15Z"
        c.path(shade, "#000000", strength=0.25)
    c.circle(50, 8, 6, colour).circle(50, 8, 2.6, BONE)


@register_icon("cabin", colour="#A8352B", height=92, outline=2.6, bevel=4, relief=20)
def _cabin(c: Canvas, colour: str) -> None:
    """A fishing cabin on stilts; its windows are lit."""
    _cabin_with(c, colour, "#FFD97A")


@register_icon("empty_cabin", colour="#8F4038", height=92, outline=2.6, bevel=4, relief=20)
def _empty_cabin(c: Canvas, colour: str) -> None:
    _cabin_with(c, colour, "#6F8A96")


def _cabin_with(c: Canvas, colour: str, window: str) -> None:
    for x in (16, 36, 62, 82):
        c.box(x, 74, 6, 16, 1, OAK_DARK)
    c.box(6, 70, 88, 7, 1, "#7A5A3A")
    c.path("M12 72V38H88V72Z", down(light(colour, 0.12), dark(colour, 0.22)))
    for x in range(18, 88, 7):
        c.line([(x, 40), (x, 71)], dark(colour, 0.45), 1.2, 0.6)
    c.path("M4 42L26 14H74L96 42Z", down("#51606A", "#2B363E"))
    c.path("M4 42L26 14H74L96 42", stroke="#8FA0A8", width=2, strength=0.5)
    for x in (20, 64):
        c.box(x, 48, 16, 15, 1, BONE).box(x + 2, 50, 12, 11, 0, window)
        c.line([(x + 8, 49), (x + 8, 62)], BONE, 1.6)
    c.box(43, 46, 14, 26, 1, BONE).box(45, 48, 10, 24, 0, "#5A2A20")
    c.box(62, 6, 8, 14, 1, "#6F5A4A")


@register_icon("prow")
def _prow(c: Canvas, _: str) -> None:
    """The dragon's head of a stem: the first player."""
    draw_dragon_head(c, slant("#E8B668", "#C98B45", OAK_MID), GOLD)


@register_icon("tile")
def _tile(c: Canvas, _: str) -> None:
    """Goods of any kind, counted."""
    for shift in (14, 0):
        c.box(6 + shift, 6 + shift, 80, 80, 14, down(PINE, OAK_LIGHT))
    c.box(16, 16, 60, 60, 8, down(OAK, OAK_MID))
