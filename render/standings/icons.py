"""Icons of standings: games, ratings, form, season medals."""

from functools import partial
from math import cos, pi, sin

from render.kit import Canvas
from render.kit.icons import register_icon
from render.kit.palette import (
    BONE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    MADDER,
    OAK_MID,
    dark,
    down,
    light,
    rounded,
)

GREEN, RED, GREY = "#58B07A", "#D0574A", "#A9B4BC"


@register_icon("games")
def _games(c: Canvas, _: str) -> None:
    """A die."""
    c.path("M50 4L92 26V74L50 96L8 74V26Z", "#D9CBA8").path("M50 4L92 26L50 48L8 26Z", BONE)
    c.path("M8 26L50 48V96L8 74Z", "#EADFC3")
    c.circle(50, 26, 8, INK, radius_down=4.6)
    for x, y in ((22, 48), (36, 72), (64, 72), (78, 48)):
        c.circle(x, y, 4.6, INK, radius_down=6.4)


@register_icon("form_won", colour=GREEN, outline=5)
def _won(c: Canvas, colour: str) -> None:
    c.path("M50 12L92 82H8Z", colour)


@register_icon("form_lost", colour=RED, outline=5)
def _lost(c: Canvas, colour: str) -> None:
    c.path("M50 88L8 18H92Z", colour)


@register_icon("form_between", colour=GREY, outline=5)
def _between(c: Canvas, colour: str) -> None:
    c.box(12, 38, 76, 24, 8, colour)


@register_icon("best", colour=GOLD)
def _best(c: Canvas, colour: str) -> None:
    """A cup: the best score."""
    face = down(light(colour, 0.4), colour, dark(colour, 0.3))
    c.path("M24 18C4 16 4 50 32 52M76 18C96 16 96 50 68 52", stroke=dark(colour, 0.2), width=8)
    c.path("M22 8H78C78 40 70 60 50 64C30 60 22 40 22 8Z", face)
    c.box(45, 62, 10, 16, 0, dark(colour, 0.2)).box(28, 78, 44, 14, 5, face)


@register_icon("season_points", colour=GOLD)
def _season_points(c: Canvas, colour: str) -> None:
    star = "M50 4L63 36L97 38L71 60L80 94L50 75L20 94L29 60L3 38L37 36Z"
    c.path(star, down(light(colour, 0.4), colour, dark(colour, 0.2)))


@register_icon("season_1", colour=GOLD, outline=5)
def _season_first(c: Canvas, _: str) -> None:
    """Gold, a star."""
    c.path("M34 2H66L58 34H42Z", MADDER)
    c.path("M50 22L61 46L87 47L67 64L75 92L50 76L25 92L33 64L13 47L39 46Z", down(GOLD_LIGHT, GOLD, GOLD_DARK))


@register_icon("season_2", outline=5)
def _season_second(c: Canvas, _: str) -> None:
    """Silver, a disc."""
    c.path("M34 2H66L58 34H42Z", MADDER)
    c.circle(50, 62, 32, rounded("#F4F7F9", "#B9C3CB", "#77838D"))


@register_icon("season_3", outline=5)
def _season_third(c: Canvas, _: str) -> None:
    """Bronze, a square on its corner."""
    c.path("M34 2H66L58 34H42Z", MADDER)
    c.path("M50 26L86 62L50 98L14 62Z", down("#F3C79C", "#C07F47", "#7E4A22"))


@register_icon("success_snowflake", colour="#4FA9DC", outline=4)
def _snowflake(c: Canvas, colour: str) -> None:
    for arm in range(6):
        turned = partial(_rotate, angle=arm * pi / 3)
        c.line([turned(50, 50), turned(50, 5)], colour, 10)
        c.line([turned(34, 8), turned(50, 25), turned(66, 8)], colour, 9)


def _rotate(x: float, y: float, angle: float) -> tuple[float, float]:
    return (
        50 + (x - 50) * cos(angle) - (y - 50) * sin(angle),
        50 + (x - 50) * sin(angle) + (y - 50) * cos(angle),
    )


@register_icon("success_horn", colour="#D9A75A", outline=4)
def _horn(c: Canvas, colour: str) -> None:
    c.path(
        "M4 18L44 4C48 44 66 62 96 58C84 92 18 96 4 18Z", down(light(colour, 0.4), colour, dark(colour, 0.35))
    )
    c.path("M4 18L44 4L46 17L7 32Z", down(GOLD_LIGHT, GOLD_DARK))


@register_icon("success_compass", colour="#D05A45", outline=4)
def _compass_rose(c: Canvas, colour: str) -> None:
    c.path("M50 22L57 43L78 50L57 57L50 78L43 57L22 50L43 43Z", dark(colour, 0.45))
    c.path("M50 2L60 40L98 50L60 60L50 98L40 60L2 50L40 40Z", down(light(colour, 0.4), colour))
    c.path("M50 2L60 40L50 50ZM98 50L60 60L50 50ZM50 98L40 60L50 50ZM2 50L40 40L50 50Z", dark(colour, 0.3))


@register_icon("success_axe", colour="#B9C3CB", outline=4)
def _axe(c: Canvas, colour: str) -> None:
    c.path("M60 10L70 16L32 98L20 92Z", down("#B98149", OAK_MID))
    c.path("M50 12C70 16 80 14 96 4C98 30 96 50 84 66C72 54 58 48 42 44Z", down(light(colour, 0.5), colour))
