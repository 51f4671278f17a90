"""Icons of the craftsmen's trades, the tools and the buildings, named by their cards."""

import math

from render.kit import Canvas
from render.kit.icons import draw_dragon_head, register_icon
from render.kit.palette import (
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    IRON,
    IRON_LIGHT,
    MADDER,
    OAK,
    OAK_DARK,
    OAK_LIGHT,
    OAK_MID,
    VELLUM,
    across,
    down,
    rounded,
    slant,
)


@register_icon("carpenter")
def _carpenter(c: Canvas, _: str) -> None:
    with c.at(50, 50, turn=38), c.at(-50, -50):
        c.box(45, 10, 10, 84, 4, across("#D9A864", OAK_MID))
        c.path("M54 12C72 6 86 14 90 30C80 26 70 34 70 46C62 44 56 42 54 40Z", slant("#D5DDE2", IRON))
        c.path("M46 16H34V36H46Z", IRON)


@register_icon("oarmaker")
def _oarmaker(c: Canvas, _: str) -> None:
    blade = "M50 54C62 56 66 68 64 82C63 92 58 97 50 97C42 97 37 92 36 82C34 68 38 56 50 54Z"
    with c.at(50, 50, turn=40), c.at(-50, -50):
        c.box(46, 4, 8, 60, 4, across("#E6BE82", OAK)).path(blade, across("#E6BE82", OAK))
        c.line([(50, 60), (50, 92)], OAK_MID, 3).box(40, 2, 20, 9, 4, OAK_MID)


@register_icon("ropemaker")
def _ropemaker(c: Canvas, _: str) -> None:
    for radius, twists in ((34, 14), (22, 9)):
        c.circle(50, 46, radius, None, "#D8B679", 10.5)
        for number in range(twists):
            angle = number * 2 * math.pi / twists
            inner, outer = radius - 4, radius + 4
            c.line(
                [
                    (50 + inner * math.cos(angle), 46 + inner * math.sin(angle)),
                    (50 + outer * math.cos(angle + 0.25), 46 + outer * math.sin(angle + 0.25)),
                ],
                "#8C6830",
                2.6,
            )
    c.path("M76 66C82 78 84 86 90 94", stroke="#D8B679", width=10)


@register_icon("tar_burner")
def _tar_burner(c: Canvas, _: str) -> None:
    """A fire over a tar kettle."""
    flame = (
        "M50 4C56 18 74 24 72 44C71 54 64 58 50 58C36 58 28 52 28 42C28 32 36 30 38 20"
        "C44 26 46 28 46 32C52 24 52 14 50 4Z"
    )
    c.path(flame, down("#F7C948", "#E2672B"))
    c.path("M50 34C56 40 60 44 58 52C56 58 44 58 42 52C41 46 48 44 50 34Z", "#FFF0B0")
    c.path("M18 60H82L78 90Q50 98 22 90Z", across("#5A4030", "#33241B"))
    c.box(16, 56, 68, 9, 4, IRON).path("M22 74H80L79 81H23Z", IRON)


@register_icon("sailmaker")
def _sailmaker(c: Canvas, _: str) -> None:
    sail = "M14 18H86C90 40 90 60 80 80C60 74 40 74 20 80C10 60 10 40 14 18Z"
    c.line([(50, 4), (50, 96)], OAK_MID, 7).line([(12, 16), (88, 16)], OAK_MID, 7)
    c.path(sail, down("#FFF6DF", "#E7D3A6"))
    with c.clip(sail):
        for x in (26, 54, 82):
            c.path(f"M{x - 7} 14H{x + 7}L{x + 5} 84H{x - 5}Z", MADDER)


@register_icon("blacksmith")
def _blacksmith(c: Canvas, _: str) -> None:
    anvil = (
        "M6 44C16 44 24 42 30 38H90V50C78 52 68 56 66 66C66 72 70 76 76 78V90H26V78"
        "C34 76 38 70 36 64C32 56 16 56 6 44Z"
    )
    c.path(anvil, down("#A6B2BC", "#505C67")).box(30, 38, 60, 5, 0, "#D0D9DF")
    with c.at(52, 22, turn=-20):
        c.box(-4, -4, 46, 8, 4, OAK_LIGHT).box(-20, -13, 24, 26, 4, down("#8D99A4", "#515C67"))


@register_icon("woodcarver")
def _woodcarver(c: Canvas, _: str) -> None:
    """A dragon's head for a stem."""
    draw_dragon_head(c, slant("#D6A05A", OAK_MID), "#B87F3E")


@register_icon("bow_saw")
def _bow_saw(c: Canvas, _: str) -> None:
    teeth = "".join(f"L{86 - 8 * tooth} 76L{82 - 8 * tooth} 70" for tooth in range(10))
    with c.at(50, 50, turn=-24), c.at(-50, -50):
        c.path("M14 66C8 30 34 14 50 14C66 14 92 30 86 66", stroke="#B5763A", width=11)
        c.path(f"M10 60H90V70{teeth}Z", down("#DCE3E8", "#8D99A4"))
        c.circle(13, 64, 6, OAK_DARK).circle(87, 64, 6, OAK_DARK)


@register_icon("spindle_whorl")
def _spindle_whorl(c: Canvas, _: str) -> None:
    with c.at(50, 50, turn=20), c.at(-50, -50):
        c.box(46, 4, 8, 92, 4, across("#D9A864", OAK_MID))
        c.path("M50 20C70 30 70 54 50 64C30 54 30 30 50 20Z", across("#FFF8E6", "#E0CDA2"))
        for y in (32, 40, 48):
            c.path(f"M36 {y + 3}C44 {y - 3} 56 {y - 3} 64 {y + 3}", stroke="#B79C66", width=2.6)
        c.path("M26 70C34 64 66 64 74 70C74 80 26 80 26 70Z", IRON)


@register_icon("smelting_furnace")
def _smelting_furnace(c: Canvas, _: str) -> None:
    c.path("M22 92C14 60 30 34 36 20H64C70 34 86 60 78 92Z", across("#C78C62", "#8A5236"))
    c.path("M34 92C34 70 42 62 50 62C58 62 66 70 66 92Z", "#2B1A14")
    c.path("M50 66C58 76 62 82 58 92H42C38 84 46 78 50 66Z", down("#FFD85C", "#E5602A"))
    c.path("M40 16C36 8 46 8 44 0M56 16C52 8 62 8 60 2", stroke="#AEB7BD", width=5)


@register_icon("trade_cart")
def _trade_cart(c: Canvas, _: str) -> None:
    c.path("M6 40H82L76 66H14Z", down("#B98652", OAK_MID))
    c.line([(82, 44), (98, 36)], OAK_MID, 6).line([(10, 52), (80, 52)], OAK_DARK, 2.4)
    for x in (30, 64):
        c.circle(x, 74, 17, None, OAK_DARK, 6).circle(x, 74, 4.5, OAK_DARK)
        for spoke in range(6):
            angle = spoke * math.pi / 3
            c.line([(x, 74), (x + 16 * math.cos(angle), 74 + 16 * math.sin(angle))], OAK_DARK, 3)
    c.circle(24, 30, 11, rounded("#F0CE95", "#B07C42")).circle(45, 29, 12, "#FFF6DF")
    c.path("M56 40L60 24H74L78 40Z", IRON)


@register_icon("long_house")
def _long_house(c: Canvas, _: str) -> None:
    c.path("M8 88V62H92V88Z", down("#B98A56", "#8A5F35"))
    c.path("M2 64C14 54 22 36 26 28H74C78 36 86 54 98 64Z", down("#8E9E56", "#5E7336"))
    c.path("M26 30L16 16M74 30L84 16M26 30L34 20M74 30L66 20", stroke=OAK_MID, width=6)
    c.box(42, 66, 16, 22, 7, OAK_DARK).box(18, 68, 12, 10, 2, GOLD_LIGHT).box(70, 68, 12, 10, 2, GOLD_LIGHT)


@register_icon("mining_camp")
def _mining_camp(c: Canvas, _: str) -> None:
    c.path("M4 90L34 30L52 54L64 36L96 90Z", down("#8B949A", "#586169"))
    c.path("M36 90V68Q50 54 64 68V90Z", "#15100d").path("M34 90V66H66V90", stroke=OAK_MID, width=6)
    with c.at(66, 26, turn=30):
        c.line([(0, -10), (0, 34)], OAK_LIGHT, 6)
        c.path("M-24 -4C-12 -18 12 -18 24 -4C12 -10 -12 -10 -24 -4Z", IRON_LIGHT)


@register_icon("church")
def _church(c: Canvas, _: str) -> None:
    roof = "#33424A"
    c.path("M14 92V66H86V92Z", down("#7A4C2A", OAK_DARK)).path("M6 68L26 50H74L94 68Z", roof)
    c.path("M28 52V40H72V52Z", OAK_MID).path("M22 42L38 26H62L78 42Z", roof)
    c.path("M40 28V20H60V28Z", OAK_MID).path("M36 22L50 2L64 22Z", roof)
    c.box(42, 70, 16, 22, 8, "#1E130C")
    c.path("M6 68L2 58M94 68L98 58M22 42L17 33M78 42L83 33", stroke=OAK_MID, width=5)


@register_icon("fortress")
def _fortress(c: Canvas, _: str) -> None:
    c.path("M10 92V40H22V50H34V40H46V50H56V40H68V50H78V40H90V92Z", down("#A9B2B6", "#6A757C"))
    c.box(40, 62, 20, 30, 10, OAK_DARK)
    c.path("M50 40V10H74L66 18L74 26H52", MADDER).line([(50, 8), (50, 44)], OAK_MID, 5)
    for y in (60, 74):
        c.line([(12, y), (36, y)], "#5B666D", 2.4).line([(64, y), (88, y)], "#5B666D", 2.4)


@register_icon("treasury")
def _treasury(c: Canvas, _: str) -> None:
    c.path("M14 90V44H86V90Z", down("#B9986A", "#86683F")).path(
        "M4 46L50 12L96 46Z", down("#7F2F2A", "#551B19")
    )
    c.box(32, 56, 36, 34, 4, OAK_DARK)
    c.circle(50, 73, 13, rounded(GOLD_LIGHT, GOLD, "#C98A1E")).circle(50, 73, 8.5, None, GOLD_DARK, 2.4)
    c.circle(50, 33, 6, GOLD_LIGHT)


@register_icon("boat_house")
def _boat_house(c: Canvas, _: str) -> None:
    c.path("M12 80V48L50 14L88 48V80Z", down("#B8452F", "#8C2E22"))
    c.path("M4 52L50 8L96 52L90 58L50 20L10 58Z", "#2F3A40").path("M26 80V60Q50 40 74 60V80Z", "#22150E")
    boat = "M24 72C34 82 66 82 76 72L84 66C80 86 66 92 50 92C34 92 20 86 16 66Z"
    c.path(boat, down("#C4935A", OAK_MID)).line([(50, 50), (50, 76)], OAK_LIGHT, 4)


@register_icon("market_hall")
def _market_hall(c: Canvas, _: str) -> None:
    c.box(14, 52, 72, 38, 3, down("#C9A56C", "#94703D")).path("M6 54L18 22H82L94 54Z", VELLUM)
    for stripe in range(4):
        left, foot = 18 + stripe * 16, 6 + stripe * 22
        c.path(f"M{left} 22H{left + 8}L{foot + 11} 54H{foot}Z", MADDER)
    c.box(40, 62, 20, 28, 3, OAK_DARK)
