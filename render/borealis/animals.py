"""The animals of Borealis as icons: heads, and portraits for the cards."""

from render.kit import Canvas
from render.kit.icons import register_icon
from render.kit.palette import BONE, GOLD, INK, across, down, rounded

SNOW_SHADE = "#D7E3EB"


@register_icon("polar_bear", bevel=7, relief=18)
def _polar_bear(c: Canvas, _: str) -> None:
    for x in (21, 79):
        c.circle(x, 24, 13, "#EAF1F5").circle(x, 25, 7, "#9FB4C2")
    head = (
        "M50 12C70 12 82 24 85 44C92 54 91 72 79 82C71 90 61 92 50 92C39 92 29 90 21 82C9 72 8 54 15 44"
        "C18 24 30 12 50 12Z"
    )
    c.path(head, down("#FFFFFF", "#E3EDF3", "#BDD0DC"))
    muzzle = "M50 46C64 46 72 58 71 70C70 82 61 87 50 87C39 87 30 82 29 70C28 58 36 46 50 46Z"
    c.path(muzzle, down("#FBF7EE", "#E2DCCB"))
    c.path("M50 70V77M50 77C46 82 40 81 38 78M50 77C54 82 60 81 62 78", stroke=INK, width=3.2)
    c.path("M38 58C40 51 60 51 62 58C62 66 55 70 50 70C45 70 38 66 38 58Z", INK).circle(
        45, 57, 2.6, "#7C8A96"
    )
    for x in (33, 67):
        c.circle(x, 44, 5, INK).circle(x - 1.4, 42.4, 1.6, BONE)


@register_icon("arctic_fox", bevel=7, relief=18)
def _arctic_fox(c: Canvas, _: str) -> None:
    head = (
        "M50 95C42 92 37 86 31 82C22 82 12 78 5 70C11 67 13 61 13 55C11 42 11 22 15 5C26 10 34 18 40 27"
        "C46 25 54 25 60 27C66 18 74 10 85 5C89 22 89 42 87 55C87 61 89 67 95 70C88 78 78 82 69 82"
        "C63 86 58 92 50 95Z"
    )
    c.path(head, down("#FFFFFF", "#F0F4F7", "#C9D8E2"))
    for side in (1, -1):
        with c.at(50, 0, side, 1):
            c.path("M-31 15C-25 20 -19 27 -16 33C-22 37 -27 43 -30 50C-33 39 -33 26 -31 15Z", "#8E9FB0")
            cheek = "M-37 55C-26 56 -16 62 -10 74C-7 82 -4 90 0 95C-8 92 -13 86 -19 82C-28 82 -38 78 -45 70"
            c.path(cheek + "C-39 67 -37 61 -37 55Z", SNOW_SHADE)
            c.path("M-25 52C-19 47 -12 48 -8 55C-14 58 -20 57 -25 52Z", INK).circle(-15, 51.6, 2, GOLD)
    c.path("M41 82C43 78 57 78 59 82C59 89 54 93 50 93C46 93 41 89 41 82Z", INK)


@register_icon("snowy_owl", bevel=7, relief=18)
def _snowy_owl(c: Canvas, _: str) -> None:
    head = "M50 6C80 6 92 30 90 56C88 82 72 95 50 95C28 95 12 82 10 56C8 30 20 6 50 6Z"
    c.path(head, down("#FFFFFF", "#EEF3F6", "#C8D6DF"))
    crown = ((38, 14), (50, 12), (62, 14), (30, 21), (44, 22), (56, 22), (70, 21))
    bib = ((22, 80), (33, 86), (45, 90), (55, 90), (67, 86), (78, 80))
    for x, y in (*crown, *bib):
        c.path(f"M{x - 4} {y}Q{x} {y + 5} {x + 4} {y}", stroke="#56636E", width=3.4)
    for x in (31, 69):
        c.circle(x, 49, 20, "#DCE6EC").circle(x, 49, 13.5, rounded("#FFE07A", "#F2A51E"))
        c.circle(x, 49, 13.5, None, INK, 3.4).circle(x, 49, 6.6, INK).circle(x - 3, 46, 2.4, BONE)
    c.path("M12 34C24 24 40 30 48 44C36 36 24 34 12 34Z", "#FFFFFF")
    c.path("M88 34C76 24 60 30 52 44C64 36 76 34 88 34Z", "#FFFFFF")
    c.path("M50 52C56 54 58 62 50 76C42 62 44 54 50 52Z", INK)


def _seal_face(c: Canvas) -> None:
    for x in (35, 65):
        c.circle(x, 39, 8.4, INK).circle(x - 2.4, 36.4, 2.8, BONE)
    c.circle(40, 64, 13.5, "#DCE4E9").circle(60, 64, 13.5, "#DCE4E9")
    c.path("M42 54C44 48 56 48 58 54C58 60 53 62 50 62C47 62 42 60 42 54Z", INK)
    c.path("M50 62V70", stroke=INK, width=3)
    for inner, outer in ((62, 58), (67, 68), (71, 77)):
        c.path(f"M35 {inner}L10 {outer}M65 {inner}L90 {outer}", stroke="#1d2731", width=2.2)


def _seal(c: Canvas, body: str, spots: tuple[tuple[float, float, float], ...]) -> None:
    c.path(body, down("#C6D1D9", "#9CACB8", "#6C7D8A"))
    with c.clip(body):
        for x, y, r in (*spots, (40, 17, 4), (58, 14, 3.4), (66, 23, 3)):
            c.circle(x, y, r, "#4B5964", strength=0.8)
    _seal_face(c)


@register_icon("harp_seal", bevel=7, relief=18)
def _harp_seal(c: Canvas, _: str) -> None:
    body = "M50 8C72 8 82 26 82 44C82 58 90 70 96 94H4C10 70 18 58 18 44C18 26 28 8 50 8Z"
    _seal(c, body, ((14, 84, 7), (30, 92, 6), (84, 84, 7), (70, 91, 6), (22, 68, 4.4), (79, 67, 4.4)))


def _puffin_head(c: Canvas) -> None:
    c.path("M46 18C64 16 70 30 68 42C66 54 54 60 42 56C30 52 28 24 46 18Z", down("#FFFFFF", "#E2EAEF"))
    bill = "M62 22C78 22 92 34 97 50C88 60 74 64 62 60C58 48 58 34 62 22Z"
    c.path(bill, across("#56718A", "#E8772E", "#D4452A"))
    c.path("M72 25C78 36 78 52 73 61", stroke="#F7CF4A", width=4.4)
    c.path("M83 31C87 39 87 50 84 58", stroke="#F2A03A", width=3.4)
    c.path("M62 42C76 40 88 44 97 50", stroke=INK, width=2.6)
    c.path("M40 38L56 36L49 26Z", "#56718A")
    c.circle(49, 36, 5.6, "#E2572E").circle(49, 36, 3.5, INK).circle(48, 35, 1.2, BONE)
    c.circle(63, 58, 3.4, "#F2A03A")


@register_icon("puffin", bevel=7, relief=18)
def _puffin(c: Canvas, _: str) -> None:
    c.path(
        "M40 6C64 4 74 22 72 42C71 62 84 74 88 95H6C4 76 12 66 12 44C12 22 22 8 40 6Z",
        across("#3A4552", "#1D2630"),
    )
    c.path("M34 95C26 80 30 66 44 62C60 60 72 72 78 95Z", down("#FFFFFF", "#D9E4EA"))
    _puffin_head(c)


# Their portraits: head and shoulders


@register_icon("polar_bear_portrait", height=128, outline=1.9, relief=14)
def _polar_bear_portrait(c: Canvas, _: str) -> None:
    c.path("M50 62C84 62 100 92 104 132H-4C0 92 16 62 50 62Z", down("#F4F8FA", "#C9DAE4", "#9FB9C8"))
    c.path("M22 96C26 108 26 120 24 132M78 96C74 108 74 120 76 132", stroke="#8CA8B8", width=3)
    _polar_bear(c, "")


@register_icon("arctic_fox_portrait", height=128, outline=1.9, relief=14)
def _arctic_fox_portrait(c: Canvas, _: str) -> None:
    tail = "M66 132C92 132 104 112 98 88C94 80 86 82 84 88C88 104 78 116 60 120Z"
    c.path(tail, down("#FFFFFF", "#C5D5DF"))
    c.path("M50 70C76 72 84 104 84 132H16C16 104 24 72 50 70Z", down("#F2F6F8", "#C3D3DE"))
    c.path("M32 94C36 110 44 122 50 130C56 122 64 110 68 94Q58 104 50 96Q42 104 32 94Z", "#FFFFFF")
    _arctic_fox(c, "")


@register_icon("snowy_owl_portrait", height=128, outline=1.9, relief=14)
def _snowy_owl_portrait(c: Canvas, _: str) -> None:
    body = "M50 56C88 58 96 94 92 132H8C4 94 12 58 50 56Z"
    c.path(body, down("#FFFFFF", "#D6E2E9", "#B4C6D2"))
    with c.clip(body):
        for row, y in enumerate((98, 109, 120, 131)):
            for x in range(6 + row % 2 * 7, 96, 14):
                c.path(f"M{x} {y}q4 5 8 0", stroke="#56636E", width=3.2)
    wings = "M8 132C6 108 10 92 18 84C16 104 18 120 22 132ZM92 132C94 108 90 92 82 84C84 104 82 120 78 132Z"
    c.path(wings, "#AFC2CF", union=True)
    _snowy_owl(c, "")


@register_icon("harp_seal_portrait", height=128, outline=1.9, relief=14)
def _harp_seal_portrait(c: Canvas, _: str) -> None:
    body = "M50 8C72 8 82 26 82 44C82 62 98 84 106 132H-6C2 84 18 62 18 44C18 26 28 8 50 8Z"
    flanks = ((12, 104, 7), (26, 118, 6), (88, 106, 7), (74, 120, 6), (20, 84, 4.6), (81, 84, 4.6))
    _seal(c, body, (*flanks, (40, 112, 4), (60, 104, 4)))


@register_icon("puffin_portrait", height=128, outline=1.9, relief=14)
def _puffin_portrait(c: Canvas, _: str) -> None:
    c.path(
        "M40 6C64 4 74 22 72 42C71 66 88 84 92 132H6C2 96 12 66 12 44C12 22 22 8 40 6Z",
        across("#3A4552", "#1D2630"),
    )
    c.path("M36 132C24 104 26 70 46 64C66 64 80 92 80 132Z", down("#FFFFFF", "#CFDDE5"))
    c.path("M10 132C6 108 12 88 22 78C32 92 34 112 30 132Z", "#161d25")
    _puffin_head(c)
