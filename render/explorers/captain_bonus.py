"""Captain bonuses in icons: points for each of something."""

from render.kit import Page, font, icon
from render.kit.palette import INK
from render.kit.plates import medal, put_points
from rules.explorers.pieces import Captain

FEWER = "fewer"
"""Stands for a number that is lower by the number of players."""
SECOND = "second"
Part = str
BONUSES: dict[Captain, tuple[int, tuple[Part, ...]]] = {
    "archer": (1, ("hex_tile", "→", "outpost")),
    "barbarian": (1, ("enemy_ship",)),
    "cartographer": (1, ("hex_tile", "island", SECOND)),
    "hero": (2, ("outpost", "settlement", "enemy_ship")),
    "huntsman": (2, ("livestock_pig", "livestock_pig")),
    "queen": (1, ("viking", "crown", "island", FEWER)),
    "scout": (1, ("viking", "island", "no_crown")),
    "shieldmaiden": (1, ("island", "crown")),
    "trader": (2, ("livestock_goat", "livestock_pig", "livestock_sheep")),
    "tyrant": (1, ("settlement",)),
    "watchman": (1, ("outpost",)),
}
LETTERS = {"→", FEWER}


def width_of(captain: Captain, size: int) -> float:
    parts = BONUSES[captain][1]
    return size * 1.5 + sum(size * (0.62 if part in LETTERS else 1.06) for part in parts)


def put_bonus(page: Page, captain: Captain, players: int, left: float, y: float, size: int) -> None:
    """Draw the points and the icons of what they are for, from `left` on."""
    points, parts = BONUSES[captain]
    put_points(page, left + size * 0.5, y, points, size)
    page.text(left + size * 1.22, y, "/", font("number", max(38, round(size * 0.7)), 600), INK)
    x = left + size * 1.5
    for part in parts:
        step = size * (0.62 if part in LETTERS else 1.06)
        _put(page, part, players, x + step / 2, y, size)
        x += step


def _put(page: Page, part: Part, players: int, x: float, y: float, size: int) -> None:
    if part in LETTERS:
        text = f"−{players}" if part == FEWER else part
        page.text(x, y, text, font("number", max(38, round(size * 0.62)), 700), INK)
    elif part == SECOND:
        page.put(medal(2, size), x, y)
    elif part == "no_crown":
        page.put(icon("crown", size, dim=True), x, y)
        page.put(icon("barred", size), x, y)
    else:
        page.put(icon(part, size), x, y)
