"""Portraits of craftsmen and villagers as icons, named `portrait_` and the card."""

import math
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from render.kit import Canvas
from render.kit.icons import register_icon
from render.kit.palette import (
    BONE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    IRON_DARK,
    MADDER,
    VELLUM,
    across,
    dark,
    down,
    light,
)
from rules.shipwrights.pieces import VILLAGERS, Card, Craftsman, Villager

Beard = Literal["none", "full", "long", "moustache"]
Headgear = Literal["none", "band", "cap", "hood", "helmet", "crown", "scarf", "wolf", "mask"]


class Person(NamedTuple):
    hair: str
    beard: Beard
    headgear: Headgear
    tunic: str
    cloth: str = ""  # of the headgear
    skin: str = "#F0C9A4"
    fur: bool = True
    scowls: bool = False
    long_hair: bool = False
    paint: str = ""  # on the face, for war


PEOPLE: dict[Craftsman | Villager, Person] = {
    "carpenter": Person("#B4642A", "full", "band", "#6A7F46", "#7A4A28"),
    "oarmaker": Person("#D9B25A", "moustache", "cap", "#3F6C86", "#2F4C5E"),
    "ropemaker": Person("#6B4A2E", "none", "scarf", "#A8793F", "#E2CFA2", long_hair=True),
    "tar_burner": Person("#2E2622", "full", "hood", "#4E4038", "#5A3A26", "#DDB08A"),
    "sailmaker": Person("#C98A3A", "none", "band", "#B5473C", "#F3E7CB", long_hair=True),
    "blacksmith": Person("#3A2A20", "long", "none", "#5A4636", skin="#E2B48C", scowls=True),
    "woodcarver": Person("#BFC3C4", "long", "cap", "#4F6B52", "#7E231F"),
    "assassin": Person("#1F1B1A", "none", "mask", "#23282F", "#2A3038", fur=False, scowls=True),
    "barbarian": Person("#C2571F", "long", "none", "#6B4A2E", scowls=True, paint="#2E6FA8"),
    "conspirator": Person("#4A3A30", "moustache", "hood", "#4A2F55", "#5B3A6B", fur=False),
    "pioneer": Person("#C98A3A", "none", "hood", "#6A9A44", "#48703A", long_hair=True),
    "mercenary": Person("#8A4B22", "full", "helmet", "#7E231F", scowls=True),
    "raider": Person("#D9B25A", "full", "helmet", "#2F4C5E", "#434E59", scowls=True),
    "berserker": Person("#2E2622", "full", "wolf", "#5A4636", "#8A8F94", scowls=True, paint="#B63A30"),
    "thief": Person("#2E2622", "moustache", "hood", "#3C4650", "#39454F", fur=False, scowls=True),
    "watchman": Person("#6B4A2E", "moustache", "helmet", "#3C6130"),
    "chieftain": Person("#8C8F90", "full", "band", "#7A3B2A", "#E9B43C"),
    "sage": Person("#E4E4DE", "long", "hood", "#7C8793", "#9AA5AD"),
    "beggar": Person("#7A6A58", "full", "scarf", "#8C7A5E", "#A8946E", "#DDB08A", fur=False),
    "labourer": Person("#7A4A2A", "none", "cap", "#A8793F", "#8A6A3A", fur=False),
    "merchant": Person("#7A4A2A", "full", "cap", "#8A5A9A", "#C9902E"),
    "trader": Person("#3A2A20", "moustache", "cap", "#2E7A74", "#B63A30"),
    "king": Person("#A8622A", "full", "crown", "#6E2F4A"),
    "queen": Person("#D9B25A", "none", "crown", "#2E5F7E", long_hair=True),
    "navigator": Person("#9A5A2A", "full", "scarf", "#1D4670", "#2E6FA8"),
}

_CAP_OF_HAIR = "M30 34C28 18 40 10 50 11C62 10 72 18 70 34C66 24 60 21 50 22C42 21 34 24 30 34Z"


def _paint(person: Person, c: Canvas, _: str) -> None:
    shade = dark(person.hair, 0.3)
    if person.long_hair or person.headgear in ("none", "band", "crown"):
        long = "M24 44C20 14 38 6 50 6C62 6 80 14 76 44C82 58 80 72 76 80H24C20 72 18 58 24 44Z"
        short = "M26 40C22 16 38 7 50 7C62 7 78 16 74 40C76 50 74 56 72 60H28C26 56 24 50 26 40Z"
        c.path(long if person.long_hair else short, down(person.hair, shade))
    tunic = "M50 66C70 66 88 74 93 88C95 94 96 97 96 102H4C4 97 5 94 7 88C12 74 30 66 50 66Z"
    c.path(tunic, down(light(person.tunic, 0.2), person.tunic, dark(person.tunic, 0.35)))
    if person.fur:
        _fur(c)
    else:
        c.path("M36 68Q50 84 64 68L60 66Q50 76 40 66Z", dark(person.tunic, 0.45))
    _face(c, person)
    _beard(c, person)
    if person.long_hair:
        for top, end in ((27, 25), (24, 23), (73, 75), (76, 77)):
            out = -2 if top < 50 else 2
            c.path(f"M{top} 40C{top + out} 52 {end} 62 {end} 74", stroke=shade, width=1.5, strength=0.6)
    _headgear(c, person)


def _fur(c: Canvas) -> None:
    random = np.random.default_rng(7)
    tufts = 26
    points: list[tuple[float, float]] = []
    for step in range(tufts * 2 + 1):
        angle = math.pi * (-0.06 + 1.12 * step / (2 * tufts))
        reach = (41 if step % 2 == 0 else 35.5) + random.random() * 2
        points.append((50 - reach * math.cos(angle), 66 + reach * 0.52 * math.sin(angle)))
    for step in range(tufts * 2 + 1):
        angle = math.pi * (1.06 - 1.12 * step / (2 * tufts))
        reach = (22 if step % 2 == 0 else 25.5) + random.random() * 1.5
        points.append((50 - reach * math.cos(angle), 62 + reach * 0.42 * math.sin(angle)))
    c.path(points, down("#E4D3B2", "#B89A70", "#8C7251"))
    for step in range(15):
        angle = math.pi * (0.06 + 0.88 * step / 14)
        cos, sin = math.cos(angle), math.sin(angle)
        c.line([(50 - 31 * cos, 65 + 14.6 * sin), (50 - 35 * cos, 66 + 17.5 * sin)], "#7E6546", 1.3, 0.7)
    c.circle(50, 85, 5, GOLD).circle(50, 85, 2.4, GOLD_DARK)


def _face(c: Canvas, person: Person) -> None:
    skin = person.skin
    c.path("M42 56H58V72Q50 80 42 72Z", dark(skin, 0.18))
    face = "M31 36C31 20 40 14 50 14C60 14 69 20 69 36C69 54 60 66 50 66C40 66 31 54 31 36Z"
    c.path(face, across(light(skin, 0.15), skin, dark(skin, 0.16)))
    c.circle(30.5, 40, 4.2, skin).circle(69.5, 40, 4.2, dark(skin, 0.14))
    if person.paint:
        c.path("M36 41L46 41L44 50L38 48ZM64 41L54 41L56 50L62 48Z", person.paint, strength=0.75, union=True)
    outer, inner = (30, 34) if person.scowls else (31, 31)
    top = 29 if person.scowls else 28
    brows = f"M37 {outer}Q42 {top} 46 {inner}M63 {outer}Q58 {top} 54 {inner}"
    c.path(brows, stroke=dark(person.hair, 0.3), width=2.8)
    c.circle(36, 45, 4, "#E08A6A", strength=0.35).circle(64, 45, 4, "#D07A5A", strength=0.35)
    for x in (42, 58):
        c.circle(x, 37.4, 2.7, INK).circle(x - 0.8, 36.5, 0.9, BONE)
    c.path("M47.5 46Q50 48.2 52.5 46", stroke=dark(skin, 0.30), width=1.9)


def _beard(c: Canvas, person: Person) -> None:
    lips = dark(person.skin, 0.45)
    fill = down(person.hair, dark(person.hair, 0.3))
    cheeks = "M31 40C32 48 38 48 41 47C45 45 55 45 59 47C62 48 68 48 69 40"
    if person.beard == "full":
        c.path(cheeks + "C71 58 66 78 50 80C34 78 29 58 31 40Z", fill)
    elif person.beard == "long":
        c.path(cheeks + "C70 56 66 70 60 78L50 98L40 78C34 70 30 56 31 40Z", fill)
        c.box(45, 84, 10, 5, 2, GOLD)
    if person.beard in ("full", "long"):
        c.path("M44 53Q50 56 56 53", stroke=lips, width=2.6)
    elif person.beard == "moustache":
        c.path("M36 52C40 45 48 46 50 48C52 46 60 45 64 52C58 54 54 52 50 51C46 52 42 54 36 52Z", person.hair)
        c.path("M46 57Q50 59 54 57", stroke=lips, width=2.2)
    else:
        c.path("M45.5 54.5Q50 57.5 54.5 54.5", stroke="#A4553F", width=2.2)


def _headgear(c: Canvas, person: Person) -> None:
    hair = down(person.hair, dark(person.hair, 0.3))
    match person.headgear:
        case "none":
            c.path(_CAP_OF_HAIR, hair)
        case "band":
            c.path(_CAP_OF_HAIR, hair).path("M29 27Q50 19 71 27L71 32Q50 24 29 32Z", person.cloth or MADDER)
        case "cap":
            c.path(
                "M27 32C26 12 40 5 50 5C60 5 74 12 73 32Q50 22 27 32Z",
                down(light(person.cloth, 0.2), dark(person.cloth, 0.2)),
            )
            c.path("M25 33Q50 21 75 33L74 27Q50 15 26 27Z", dark(person.cloth, 0.4))
        case "hood" | "mask":
            _hood(c, person.cloth or IRON_DARK)
            if person.headgear == "mask":
                mask = "M31 43Q50 49 69 43C69 56 62 68 50 70C38 68 31 56 31 43Z"
                c.path(mask, down(light(person.cloth, 0.12), dark(person.cloth, 0.3)))
                c.path("M36 52Q50 57 64 52M39 59Q50 63 61 59", stroke=dark(person.cloth, 0.5), width=1.6)
        case "helmet":
            c.path(
                "M27 34C26 12 42 3 50 1C58 3 74 12 73 34Q50 26 27 34Z",
                across("#D7DEE3", "#8E9AA5", "#56626D"),
            )
            trim = person.cloth or GOLD_DARK
            c.path("M25 36Q50 25 75 36L74 28Q50 17 26 28Z", trim).path("M46 2H54V28H46Z", trim)
            c.path("M46 28H54L53 46Q50 49 47 46Z", "#8E9AA5")
        case "crown":
            c.path("M30 30C28 20 40 12 50 12C62 12 72 20 70 30Z", person.hair)
            c.path("M27 26L26 4L38 14L50 0L62 14L74 4L73 26Q50 18 27 26Z", down(GOLD_LIGHT, GOLD, GOLD_DARK))
            c.circle(50, 16, 3.4, MADDER)
        case "scarf":
            cloth = person.cloth or VELLUM
            c.path(
                "M50 4C72 4 78 22 76 44L70 50C72 34 66 24 50 22C34 24 28 34 30 50L24 44C22 22 28 4 50 4Z",
                down(cloth, dark(cloth, 0.25)),
            )
        case "wolf":
            _wolf(c, person.cloth)


def _hood(c: Canvas, cloth: str) -> None:
    hood = (
        "M50 3C74 3 82 26 79 48C78 62 72 70 66 76C70 60 71 48 69 38C66 22 58 18 50 18"
        "C42 18 34 22 31 38C29 48 30 60 34 76C28 70 22 62 21 48C18 26 26 3 50 3Z"
    )
    c.path(hood, across(light(cloth, 0.2), cloth, dark(cloth, 0.35)))


def _wolf(c: Canvas, pelt: str) -> None:
    """A wolf's head worn as a hood."""
    _hood(c, pelt)
    for side in (1, -1):
        with c.at(50, 0, side, 1):
            c.path("M10 10L26 -2L28 18Z", down(light(pelt, 0.2), dark(pelt, 0.2)))
            c.path("M15 10L24 3L25 15Z", dark(pelt, 0.5))
            c.circle(10, 14, 2.4, GOLD).circle(10, 14, 1.2, INK)
            c.path("M13 26L16 33L19 25Z", BONE)
    c.path("M38 8Q50 2 62 8L58 24Q50 30 42 24Z", down(light(pelt, 0.35), pelt))
    c.path("M45 23Q50 19 55 23Q50 29 45 23Z", INK)


def portrait(card: Card) -> str:
    return f"portrait_{card}"


def sign_of(card: Card) -> str:
    """The icon of a card: a villager's face, otherwise the thing itself."""
    return portrait(card) if card in VILLAGERS else card


for _card, _person in PEOPLE.items():
    register_icon(portrait(_card), outline=2.6, bevel=4, relief=18)(partial(_paint, _person))
