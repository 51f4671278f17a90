"""Icons of Shipwrights: resources, places, costs and effects."""

from render.kit import Canvas
from render.kit.icons import register_icon
from render.kit.palette import (
    BLUE_DARK,
    BONE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    IRON,
    IRON_LIGHT,
    MADDER,
    MADDER_DARK,
    OAK_DARK,
    OAK_MID,
    VELLUM,
    VELLUM_DARK,
    VELLUM_MID,
    across,
    dark,
    down,
    light,
    rounded,
)


def _log(c: Canvas, x: float, y: float, r: float = 22) -> None:
    c.circle(x, y, r, rounded("#9A6436", OAK_MID)).circle(x, y, r * 0.75, rounded("#F0CE95", "#D9A864"))
    c.circle(x, y, r * 0.5, None, "#A9753C", r * 0.12).circle(x, y, r * 0.145, "#A9753C")


@register_icon("oak")
def _oak(c: Canvas, _: str) -> None:
    for x, y in ((28, 67), (72, 67), (50, 31)):
        _log(c, x, y)


@register_icon("wool")
def _wool(c: Canvas, _: str) -> None:
    c.path("M62 78C72 92 86 90 93 80", stroke="#EFE2C4", width=7)
    c.circle(46, 48, 38, rounded("#FFFDF2", "#F1E3C2", "#D8C294"))
    for thread in (
        "M16 34C34 18 62 18 78 34",
        "M10 50C30 32 64 32 83 50",
        "M14 66C34 50 60 50 78 66",
        "M30 18C18 38 20 64 34 82",
        "M48 11C34 34 36 66 52 86",
    ):
        c.path(thread, stroke="#B79C66", width=3)


def _bar(c: Canvas, x: float, y: float, scale: float = 1) -> None:
    with c.at(x, y, scale):
        c.path("M9 0H39L48 26H0Z", down("#8E9BA6", "#5B6772")).path("M9 0H39L36 9H12Z", "#C6D0D7")


@register_icon("iron")
def _iron(c: Canvas, _: str) -> None:
    for x, y in ((26, 20), (2, 54), (50, 54)):
        _bar(c, x, y)


@register_icon("any_good")
def _any_good(c: Canvas, _: str) -> None:
    """Any resource: one of each."""
    _log(c, 26, 70, 23)
    c.circle(50, 29, 25, rounded("#FFFDF2", "#F1E3C2", "#D8C294"))
    for thread in ("M30 24C40 14 60 14 70 24", "M27 36C40 26 60 26 73 36", "M42 8C34 22 36 40 44 52"):
        c.path(thread, stroke="#B79C66", width=3)
    _bar(c, 50, 62, 0.96)


@register_icon("worker", colour="#D9B27A")
def _worker(c: Canvas, colour: str) -> None:
    c.path(
        "M50 44C66 44 82 52 87 66C90 76 92 84 92 92H8C8 84 10 76 13 66C18 52 34 44 50 44Z",
        down(colour, dark(colour, 0.28)),
    )
    c.path("M39 46L50 62L61 46Z", "#F4E7CF")
    c.circle(50, 32, 19, rounded("#F6D3B0", "#E0AE84"))
    c.path("M29 32C27 12 40 5 50 5C60 5 73 12 71 32C64 24 58 22 50 22C42 22 36 24 29 32Z", "#7A4A2A")
    c.path("M27 31C36 22 64 22 73 31L72 38C62 30 38 30 28 38Z", "#5E3720")
    c.circle(43, 34, 2.6, INK).circle(57, 34, 2.6, INK)
    c.path("M36 40C40 36 60 36 64 40C64 52 58 56 50 56C42 56 36 52 36 40Z", "#8A5630")
    c.path("M45 44Q50 47 55 44", stroke="#5E3720", width=2.4)
    c.box(11, 78, 78, 7, 0, OAK_DARK, strength=0.6)


@register_icon("mill")
def _mill(c: Canvas, _: str) -> None:
    c.path("M36 42H64L72 92H28Z", across("#C49A66", "#8F6537")).path("M32 42L50 24L68 42Z", MADDER)
    c.box(44, 70, 12, 22, 6, OAK_DARK)
    for turn in (35, 125, 215, 305):
        with c.at(50, 38, turn=turn):
            c.line([(0, 0), (0, -40)], OAK_DARK, 4).box(2, -40, 14, 30, 2, VELLUM)
            c.line([(9, -40), (9, -10)], "#B79C66", 2).line([(2, -25), (16, -25)], "#B79C66", 2)
    c.circle(50, 38, 6, OAK_DARK)


@register_icon("war_flag")
def _war_flag(c: Canvas, _: str) -> None:
    """Military points."""
    c.line([(20, 8), (20, 94)], OAK_MID, 8).circle(20, 8, 6, GOLD)
    c.path("M24 14H92L74 36L92 58H24Z", down("#D4463A", MADDER_DARK))
    c.path("M40 24L60 48M60 24L40 48", stroke=BONE, width=5.5)


@register_icon("trade_flag")
def _trade_flag(c: Canvas, _: str) -> None:
    """A ship without military points."""
    c.line([(20, 8), (20, 94)], OAK_MID, 8).circle(20, 8, 6, GOLD)
    c.box(24, 14, 62, 44, 4, down("#4F93C4", BLUE_DARK))
    c.path("M31 38q7-10 14 0t14 0t14 0t7-2", stroke=BONE, width=5.5)


def _rays(c: Canvas, x: float, y: float, angles: tuple[int, ...]) -> None:
    for turn in angles:
        with c.at(x, y, turn=turn):
            c.path("M-6 -29L0 -46L6 -29Z", GOLD)


@register_icon("sunrise")
def _sunrise(c: Canvas, _: str) -> None:
    """Morning, or tomorrow."""
    _rays(c, 50, 68, (-90, -60, -30, 0, 30, 60, 90))
    c.path("M24 68A26 26 0 0 1 76 68Z", rounded("#FFF0B0", GOLD, "#E2852B"))
    c.path("M4 74H96", stroke="#4F93C4", width=9)
    c.path("M20 89H80", stroke="#4F93C4", width=7)


@register_icon("midday")
def _midday(c: Canvas, _: str) -> None:
    _rays(c, 50, 50, tuple(range(0, 360, 45)))
    c.circle(50, 50, 25, rounded("#FFF0B0", GOLD, "#E2852B"))


@register_icon("moon")
def _moon(c: Canvas, _: str) -> None:
    c.path("M62 8A44 44 0 1 0 92 68A36 36 0 0 1 62 8Z", down("#F8E9B0", "#D9B65A"))
    c.path("M76 14L80 26L92 30L80 34L76 46L72 34L60 30L72 26Z", "#FFF6DF")


@register_icon("struck", colour="#D0453A", outline=4, bevel=3)
def _struck(c: Canvas, colour: str) -> None:
    """Drawn over something that is not needed or kept away."""
    c.path("M12 88L88 12", stroke=colour, width=13)


@register_icon("becomes", outline=5)
def _becomes(c: Canvas, colour: str) -> None:
    c.path("M6 40H54V18L94 50L54 82V60H6Z", colour)


@register_icon("exchange", outline=5)
def _exchange(c: Canvas, colour: str) -> None:
    c.path("M6 24H62V8L94 33L62 58V42H6Z", colour)
    c.path("M94 60H38V44L6 69L38 94V78H94Z", dark(colour, 0.12))


def _figure(c: Canvas, tunic: str, skin: tuple[str, str]) -> None:
    c.path(
        "M0 -48C20 -48 34 -34 36 0H-36C-34 -34 -20 -48 0 -48Z", down(light(tunic, 0.18), dark(tunic, 0.28))
    )
    c.circle(0, -62, 21, rounded(*skin))


@register_icon("oneself", colour="#3F9A6B")
def _oneself(c: Canvas, colour: str) -> None:
    with c.at(50, 94, 1.02):
        _figure(c, colour, ("#F8D9B8", "#DDA97E"))


@register_icon("opponent", colour="#5A6470")
def _opponent(c: Canvas, colour: str) -> None:
    with c.at(50, 94, 1.02):
        _figure(c, colour, ("#CBB49E", "#9C8068"))
        c.path("M-14 -69L-3 -64M14 -69L3 -64", stroke=INK, width=5)


@register_icon("opponents")
def _opponents(c: Canvas, _: str) -> None:
    for x, scale, tunic in ((26, 0.74, "#7C8793"), (74, 0.74, "#7C8793"), (50, 0.92, "#4A545F")):
        with c.at(x, 92, scale):
            _figure(c, tunic, ("#CBB49E", "#9C8068"))
            c.path("M-14 -69L-3 -64M14 -69L3 -64", stroke=INK, width=5)


@register_icon("turn_played")
def _turn_played(c: Canvas, _: str) -> None:
    """A player who has already played today."""
    with c.at(40, 94, 0.95):
        _figure(c, "#7C8793", ("#E2C4A6", "#B8957A"))
    c.circle(72, 30, 24, "#3E8E57").path("M60 31L69 40L85 20", stroke=BONE, width=8)


@register_icon("hammer")
def _hammer(c: Canvas, _: str) -> None:
    """Any craftsman."""
    with c.at(50, 50, turn=40), c.at(-50, -50):
        c.box(44, 30, 12, 66, 5, across("#D9A864", OAK_MID))
        c.path("M20 10H72L84 22V36H20Z", down("#B9C4CC", "#5B6772"))


@register_icon("any_tool")
def _any_tool(c: Canvas, _: str) -> None:
    """Tongs: a tool of any kind."""
    with c.at(50, 50, turn=-30), c.at(-50, -50):
        c.path("M40 96C36 70 44 60 50 52C58 42 66 34 58 8", stroke=IRON, width=10)
        c.path("M60 96C64 70 56 60 50 52C42 42 34 34 42 8", stroke=IRON_LIGHT, width=10)
        c.circle(50, 52, 7, "#434E59")


@register_icon("grave")
def _grave(c: Canvas, _: str) -> None:
    """A skull: a craftsman is killed."""
    bone = rounded("#FFFDF2", "#EADFC2", "#B8A67E")
    c.path("M50 6C76 6 92 24 92 46C92 60 84 68 76 72V92H24V72C16 68 8 60 8 46C8 24 24 6 50 6Z", bone)
    c.circle(32, 48, 11, INK).circle(68, 48, 11, INK)
    c.path("M50 56L57 70H43Z", INK)
    c.path("M38 78V92M50 78V92M62 78V92", stroke=INK, width=4)


@register_icon("flames")
def _flames(c: Canvas, _: str) -> None:
    c.path(
        "M50 4C58 24 82 36 84 62C86 84 70 97 50 97C30 97 14 84 16 62C17 48 26 42 28 28C36 34 40 40 40 48"
        "C48 36 52 22 50 4Z",
        down("#F7B733", "#E4572E", "#9E2A1C"),
    )
    c.path("M51 48C56 60 68 66 68 78C68 88 60 94 50 94C40 94 32 88 32 78C32 66 46 62 51 48Z", "#FFE08A")


@register_icon("guard")
def _guard(c: Canvas, _: str) -> None:
    """A round shield: the Watchman protects."""
    c.circle(50, 50, 45, IRON).circle(50, 50, 38, "#3C7A4C")
    for turn in (0, 180):
        with c.at(50, 50, turn=turn):
            c.path("M0 0L0 -38A38 38 0 0 1 38 0Z", VELLUM)
    c.circle(50, 50, 38, None, IRON_LIGHT, 5)
    c.circle(50, 50, 15, rounded("#F4F7F9", IRON_LIGHT, IRON))


@register_icon("open_card")
def _open_card(c: Canvas, _: str) -> None:
    """A card of the hand."""
    c.box(18, 6, 64, 88, 9, VELLUM_DARK).box(23, 11, 54, 78, 6, down(VELLUM, VELLUM_MID))
    c.box(29, 17, 42, 34, 3, down("#9CCBD6", "#2F7C96"))
    c.path("M33 38Q50 52 67 38Q62 49 50 49Q38 49 33 38Z", OAK_MID)
    for y in (62, 74):
        c.line([(32, y), (68, y)], VELLUM_DARK, 5)


@register_icon("pioneer_flag")
def _pioneer_flag(c: Canvas, _: str) -> None:
    """First player tomorrow."""
    c.line([(16, 10), (16, 96)], OAK_MID, 8)
    c.path("M20 14H96V66H20Z", down("#F6EACF", "#D9C393"))
    c.path("M30 32L44 44L58 22L72 44L86 32L82 58H34Z", down(GOLD_LIGHT, GOLD, GOLD_DARK))


@register_icon("awaited", colour=GOLD)
def _awaited(c: Canvas, colour: str) -> None:
    """A player who still has to answer."""
    bubble = "M16 12H84Q96 12 96 24V58Q96 70 84 70H50L26 94V70H16Q4 70 4 58V24Q4 12 16 12Z"
    c.path(bubble, down(light(colour, 0.4), colour))
    for x in (28, 50, 72):
        c.circle(x, 41, 7.5, INK)
