"""Icons of the ten ships from the side, named by their cards."""

from functools import partial
from typing import Literal, NamedTuple

from render.kit import Canvas
from render.kit.icons import register_icon
from render.kit.palette import (
    BONE,
    GOLD,
    INK,
    INK_SOFT,
    IRON_LIGHT,
    MADDER,
    OAK,
    OAK_DARK,
    OAK_LIGHT,
    OAK_MID,
    VELLUM,
    dark,
    down,
    light,
    rounded,
)
from rules.shipwrights.pieces import ShipKey

_SAIL = "M50 22H150C160 46 158 72 148 92C116 84 84 84 52 92C42 72 40 46 50 22Z"
_HULL = "M16 80C40 102 70 106 100 106C130 106 160 102 184 80C182 114 150 138 100 138C50 138 18 114 16 80Z"
_DRAGON = (
    "M180 64C178 50 172 42 174 30C170 28 166 30 162 34C164 26 168 22 174 21C172 17 168 16 164 17"
    "C170 11 178 10 184 13C192 10 200 13 206 20L212 22C212 27 208 29 203 29L192 29C196 33 202 34 208 33"
    "C206 39 198 41 192 40C190 46 192 54 192 64Z"
)
_SHIELDS = (MADDER, GOLD, "#2E6FA8", VELLUM)


class Build(NamedTuple):
    """The features of a ship. `length` is relative to the longest; `sail` is cloth, stripes, their number."""

    length: float
    stem: Literal["plain", "curl", "dragon"]
    sail: tuple[str, str, int] | None
    shields: int
    cargo: int
    oars: int


BUILDS: dict[ShipKey, Build] = {
    "ferje": Build(0.80, "plain", None, 0, 2, 4),
    "byrding": Build(0.88, "plain", ("#EFE3C4", "#C9A56C", 0), 0, 3, 0),
    "knarr": Build(0.95, "plain", ("#F3E7CB", "#5E8BA3", 3), 0, 4, 0),
    "skute": Build(0.78, "curl", ("#F3E7CB", "#6A9A44", 2), 3, 0, 3),
    "karve": Build(0.88, "curl", ("#F3E7CB", "#D98E1F", 3), 5, 0, 4),
    "snekke": Build(0.94, "curl", ("#F3E7CB", "#2F7FA8", 4), 6, 0, 5),
    "skeid": Build(0.96, "curl", ("#E7D3A6", "#7E231F", 4), 7, 0, 6),
    "busse": Build(0.95, "dragon", ("#F3E7CB", "#3C6130", 5), 6, 1, 5),
    "sud": Build(0.95, "dragon", ("#E5D2A8", "#6E4A7E", 5), 7, 0, 6),
    "drakkar": Build(0.97, "dragon", ("#F6E7CF", MADDER, 5), 8, 0, 7),
}


def _paint(build: Build, c: Canvas, _: str) -> None:
    with c.at(0, 0, 0.5), c.at(98 - 100 * build.length, 93 * (1 - build.length), build.length):
        for number in range(build.oars):
            x = 100 + (number - (build.oars - 1) / 2) * (112 / max(4, build.oars))
            c.line([(x, 112), (x - 15, 150)], "#C79A62", 3.4)
            c.path(f"M{x - 14} 144L{x - 20} 158L{x - 13} 159L{x - 10} 147Z", "#C79A62")
        c.line([(100, 112), (100, 8)], OAK_MID, 6)
        if build.sail:
            _sail(c, *build.sail)
        c.path("M100 8L118 12L100 17Z", MADDER)
        _cargo(c, build.cargo)
        _stems(c, build.stem)
        _hull(c)
        _shields(c, build.shields)


def _sail(c: Canvas, cloth: str, stripe: str, stripes: int) -> None:
    c.line([(100, 10), (24, 82)], INK_SOFT, 1.4, 0.8).line([(100, 10), (178, 82)], INK_SOFT, 1.4, 0.8)
    c.path(_SAIL, down(light(cloth, 0.3), cloth, dark(cloth, 0.18)))
    with c.clip(_SAIL):
        for number in range(stripes):
            x = 100 + (number - (stripes - 1) / 2) * (100 / stripes) * 1.08
            half = 100 / stripes * 0.27
            belly = (x - 100) * 0.12
            left, right = x - half, x + half
            c.path(
                f"M{left} 18C{left + belly} 40 {left + belly} 70 {left} 96H{right}"
                f"C{right + belly} 70 {right + belly} 40 {right} 18Z",
                stripe,
            )
        c.path("M150 18C166 46 160 80 146 96H110C132 72 138 46 128 18Z", "#000000", strength=0.13)
        c.path("M50 22C42 46 42 72 52 92L62 90C56 70 56 46 62 22Z", "#ffffff", strength=0.25)
    c.line([(46, 21), (154, 21)], OAK_MID, 6)


def _cargo(c: Canvas, pieces: int) -> None:
    for number in range(pieces):
        x = 100 + (number - (pieces - 1) / 2) * 24
        if number % 2:
            c.box(x - 11, 84, 22, 24, 3, down("#C4935A", OAK))
        else:
            c.circle(x, 98, 13, rounded("#E7D3A6", "#A98A57"))


def _stems(c: Canvas, stem: Literal["plain", "curl", "dragon"]) -> None:
    c.path("M34 108C20 98 12 82 14 62", stroke=OAK, width=10)
    c.path("M166 108C182 98 188 82 186 58", stroke=OAK, width=10)
    if stem == "plain":
        c.circle(14, 60, 6, OAK_LIGHT).circle(186, 56, 6, OAK_LIGHT)
    elif stem == "curl":
        c.path("M186 60C185 46 176 42 172 48C169 54 178 58 180 52", stroke=OAK, width=6)
        c.path("M14 64C15 50 24 46 28 52C31 58 22 62 20 56", stroke=OAK, width=6)
    else:
        c.path("M14 64C12 50 22 42 30 48C34 54 26 60 22 56", stroke=OAK, width=6)
        c.path(_DRAGON, down("#E0A95E", "#A56C36"))
        c.circle(190, 20, 3, BONE).circle(190.6, 20.4, 1.7, INK)
        c.path("M198 29L200 33L202 29ZM204 29L206 32L208 28Z", BONE, union=True)


def _hull(c: Canvas) -> None:
    c.path(_HULL, down("#B67B45", OAK, OAK_DARK))
    with c.clip(_HULL):
        for k in (8, 17, 26):
            strake = (
                f"M16 {80 + k}C40 {102 + k} 70 {106 + k} 100 {106 + k}"
                f"C130 {106 + k} 160 {102 + k} 184 {80 + k}"
            )
            c.path(strake, stroke=OAK_DARK, width=2, strength=0.75)
    c.path("M16 80C40 102 70 106 100 106C130 106 160 102 184 80", stroke="#D6A062", width=4)


def _shields(c: Canvas, shields: int) -> None:
    for number in range(shields):
        along = (number - (shields - 1) / 2) / shields * 2
        x, y = 100 + along * 62, 110 - along * along * 11
        paint = _SHIELDS[number % (2 if shields < 6 else 4)]
        c.circle(x, y, 9.2, INK).circle(x, y, 7.6, paint).circle(x, y, 2.8, IRON_LIGHT)


for _key, _build in BUILDS.items():
    register_icon(_key, height=85, outline=2.0, bevel=3, relief=20)(partial(_paint, _build))
