"""Objective and score cards as signs without words: what they ask for, and what they give."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.borealis.pieces import FROST
from render.kit.canvas import Canvas
from render.kit.icons import drawn, greyed
from render.kit.page import stamp
from render.kit.palette import GOLD, GOLD_LIGHT, INK, down, rgb
from render.kit.shadows import plate, shadowed
from render.kit.sprites import Sprite, sprite
from render.kit.textures import vellum
from render.kit.type import MINIMUM, font
from rules.borealis.pieces import SPECIES, ObjectiveKey, ObjectiveKind, ScoreCardKey

OBJECTIVE = (378, 184)
SCORE = (573, 150)
KIND_COLOURS: dict[ObjectiveKind, str] = {"animal": "#5F8F45", "scientist": "#C98A1E", "vehicle": "#2E6FA8"}
PLUM = "#6E4A7E"
PALE, WARM = ("#F4FAFC", "#A9CBDA"), ("#C9C2AE", "#A39B86")


@dataclass(frozen=True, slots=True)
class Sketch:
    """Draws around a middle point, in units that are pixels at full size."""

    image: Image.Image
    x: float
    y: float
    scale: float = 1.0

    def icon(self, name: str, size: float, x: float, y: float, colour: str = "") -> None:
        real = round(size * self.scale)
        piece = shadowed(drawn(name, real, colour), max(2, real * 0.05), 2, 0.4, 0.3)
        stamp(self.image, piece, self.x + x * self.scale, self.y + y * self.scale)

    def shape(self, width: float, height: float, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        canvas = Canvas(round(width * self.scale), round(height * self.scale), box=width)
        draw(canvas)
        stamp(self.image, canvas.done(), self.x + x * self.scale, self.y + y * self.scale)

    def text(self, text: str, x: float, y: float, size: float = 60) -> None:
        face = font("number", max(MINIMUM, round(size * self.scale)), 850)
        place = self.x + x * self.scale, self.y + y * self.scale
        ImageDraw.Draw(self.image).text(place, text, font=face, fill=rgb(INK), anchor="mm")

    def stack(
        self,
        x: float,
        foot: float,
        cards: int,
        colours: tuple[str, str] = PALE,
        size: tuple[int, int] = (58, 26),
    ) -> None:
        """Cards on a site, the first at the foot."""
        width, step = size

        def card(canvas: Canvas) -> None:
            canvas.box(2, 2, width - 4, step + 8, 8, down(*colours)).outline(2.4)

        for number in range(cards):
            self.shape(width, step + 12, x, foot - step / 2 - number * step, card)

    def trail(self, x: float, y: float, spaces: int, flag_on: int, size: int = 26) -> None:
        """A track from the left, with a flag on one of its spaces."""

        def pale(canvas: Canvas) -> None:
            canvas.box(6, 6, 88, 88, 22, down(*PALE)).outline(5)

        def gold(canvas: Canvas) -> None:
            canvas.box(6, 6, 88, 88, 22, down(GOLD_LIGHT, GOLD)).outline(5)

        for space in range(spaces):
            canvas = Canvas(round(size * self.scale))
            (gold if space == flag_on else pale)(canvas)
            stamp(
                self.image,
                canvas.done(),
                self.x + (x + space * size) * self.scale,
                self.y + y * self.scale,
            )
        self.icon("flag", size * 2.3, x + flag_on * size + size * 0.55, y - size * 1.15)

    def copies(self, name: str, size: float, x: float, y: float, count: int = 3, step: float = 0.62) -> None:
        """The same thing several times, overlapping."""
        start = x - size * step * (count - 1) / 2
        for number in range(count):
            self.icon(name, size, start + number * size * step, y)


# Objectives: between -125 and 125 across, -75 and 75 down


def _balanced_ecosystem(s: Sketch, number: int) -> None:
    for place in (-1, 0, 1):
        s.stack(-24 + place * 66, 74, 3, size=(58, 24))
    s.text(f"≥{number}", -24, -40)


def _richness_of_nature(s: Sketch, number: int) -> None:
    s.stack(-66, 76, 6, size=(64, 22))
    s.text(f"≥{number}", 40, 8, 64)


def _spotting_list(s: Sketch, number: int) -> None:
    for place, species in enumerate(SPECIES):
        row = place // 3
        s.icon(species, 72, -88 + (place % 3) * 64 + row * 32, -32 + row * 62)
    if number != len(SPECIES):
        s.text(f"≥{number}", 88, 36, 56)


def _favorite_research_object(s: Sketch, number: int) -> None:
    s.copies("paw", 84, -22, -28)
    s.text(f"= ≥{number}", -22, 42, 56)


def _specialists_retreat(s: Sketch, number: int) -> None:
    s.icon("camp", 92, -84, -26)
    s.icon("camp", 92, -26, -26)
    for place in range(3):
        s.icon("anybody", 50, -92 + place * 72, 42)
        if place:
            s.text("=", -92 + place * 72 - 36, 42, 38)
    s.text(f"≥{number}", 58, -28, 52)


def _comparing_notes(s: Sketch, number: int) -> None:
    s.icon("camp", 132, -60, 2)
    for place, colour in enumerate(("yellow", "pink", "blue")):
        s.icon(colour, 62, -42 + place * 50, 36)
    s.text(f"≥{number}", 48, -38)


def _morning_shift(s: Sketch, number: int) -> None:
    s.icon("regroup", 104, -70, 4)
    s.icon("anybody", 78, 28, 26)
    s.text(f"≥{number}", 28, -46, 50)


def _splitting_up(s: Sketch, number: int) -> None:
    for place in (-1, 0, 1):
        s.icon("site", 72, -24 + place * 76, -34)
    s.icon("anybody", 62, -66, 40)
    s.text(f"≤{number}", 16, 42, 56)


def _organized_expedition(s: Sketch, number: int) -> None:
    s.copies("compass", 84, -22, -28)
    s.text(f"= ≥{number}", -22, 42, 56)


def _combing_the_area(s: Sketch, number: int) -> None:
    for place in (-1, 0, 1):
        s.trail(-98 + (place + 1) * 74, 52, 2, 1, 24)
    s.text(f"≥{number}  ≥{number}  ≥{number}", -16, -42, 40)


def _bold_explorers(s: Sketch, number: int) -> None:
    s.trail(-108, 52, 6, 5, 30)
    s.text(f"≥{number}", -60, -18)


def _promising_direction(s: Sketch, number: int) -> None:
    s.trail(-104, -16, 5, 4, 28)
    s.trail(-104, 58, 1, 0, 28)
    s.text(f"+{number}", 6, 46, 56)


OBJECTIVE_SIGNS: dict[ObjectiveKey, Callable[[Sketch, int], None]] = {
    "balanced_ecosystem": _balanced_ecosystem,
    "richness_of_nature": _richness_of_nature,
    "spotting_list": _spotting_list,
    "favorite_research_object": _favorite_research_object,
    "specialists_retreat": _specialists_retreat,
    "comparing_notes": _comparing_notes,
    "morning_shift": _morning_shift,
    "splitting_up": _splitting_up,
    "organized_expedition": _organized_expedition,
    "combing_the_area": _combing_the_area,
    "bold_explorers": _bold_explorers,
    "promising_direction": _promising_direction,
}


@sprite
def objective_card(card: ObjectiveKey, kind: ObjectiveKind, number: int, stars: int, open_: bool) -> Sprite:
    """What the first to show it gets stars for; grey once it has left the game."""
    width, height = OBJECTIVE
    body = plate(vellum(width, height, len(card)), 22, border=KIND_COLOURS[kind], line=8)
    OBJECTIVE_SIGNS[card](Sketch(body, 142, height / 2), number)
    put_star(body, width - 62, 66, str(stars), 98)
    return shadowed(body if open_ else greyed(body, 0.9), 14, 9, 0.5, 0.4)


def put_star(body: Image.Image, x: float, y: float, text: str, size: int) -> None:
    stamp(body, shadowed(drawn("fat_star", size), 5, 4, 0.45, 0.35), x, y)
    lettering = font("number", max(MINIMUM, round(size * (0.46 if len(text) < 2 else 0.40))), 900)
    ImageDraw.Draw(body).text((x, y + size * 0.05), text, font=lettering, fill=rgb(INK), anchor="mm")


# Score cards: between -150 and 150 across, -62 and 62 down


def _territorial_animals(s: Sketch) -> None:
    for place, species in enumerate(("polar_bear", "puffin", "polar_bear", "arctic_fox")):
        s.icon(species, 70, -102 + place * 68, 0)
        if place:
            s.text("≠", -102 + place * 68 - 34, 40, 38)


def _common_destination(s: Sketch) -> None:
    for place in (-1, 0, 1):
        s.trail(place * 84 - 30, 38, 2, 1, 30)


def _expansive_species(s: Sketch) -> None:
    for place in (-1, 0, 1):
        s.stack(place * 84, 58, 3, WARM, (76, 36))
        s.stack(place * 84, 24, 1, PALE, (76, 36))
        s.icon("paw", 44, place * 84, 6)


def _untrodden_path(s: Sketch) -> None:
    s.trail(-128, 36, 4, 1, 32)
    s.text("min", 78, 8, 48)


def _farewell_party(s: Sketch) -> None:
    s.icon("site", 100, -92, 2)
    s.copies("anybody", 74, 46, 8, 3, 0.66)


def _interspecies_relationships(s: Sketch) -> None:
    s.icon("site", 96, -102, 2)
    s.icon("polar_bear", 84, -10, 0)
    s.text("+", 44, 0, 48)
    s.icon("puffin", 84, 96, 0)


def _safe_return(s: Sketch) -> None:
    s.icon("camp", 118, -60, 0)
    s.icon("anybody", 92, 52, 6)


def _mating_season(s: Sketch) -> None:
    s.icon("arctic_fox", 104, -50, 0)
    s.icon("arctic_fox", 104, 44, 0)


def _outer_lands(s: Sketch) -> None:
    for place, cards in ((-1, 4), (0, 2), (1, 4)):
        s.stack(place * 84, 52, cards, WARM if place == 0 else PALE, (74, 24))


def _popular_vehicle(s: Sketch) -> None:
    s.copies("compass", 84, -76, 0, 3, 0.6)
    s.text("max", 84, 0, 44)


SCORE_SIGNS: dict[ScoreCardKey, Callable[[Sketch], None]] = {
    "territorial_animals": _territorial_animals,
    "common_destination": _common_destination,
    "expansive_species": _expansive_species,
    "untrodden_path": _untrodden_path,
    "farewell_party": _farewell_party,
    "interspecies_relationships": _interspecies_relationships,
    "safe_return": _safe_return,
    "mating_season": _mating_season,
    "outer_lands": _outer_lands,
    "popular_vehicle": _popular_vehicle,
}


@sprite
def score_card(card: ScoreCardKey, points: int, pair: int, height: int) -> Sprite:
    """What is counted at the end, and the points for it; below may be room for the players."""
    width = SCORE[0]
    body = plate(vellum(width, height, 31 + len(card)), 22, border=PLUM, line=8)
    middle = SCORE[1] / 2
    SCORE_SIGNS[card](Sketch(body, 170, middle))
    sketch = Sketch(body, 0, 0)
    if card == "common_destination":
        for flags, given, y in ((3, points, 45), (2, pair, 106)):
            sketch.text(f"{flags}", 348, y + 2, 44)
            put_star(body, 412, y, str(given), 72)
    else:
        sketch.icon("slide", 54, 344, middle, FROST)
        given_for = f"×{points}" if card == "untrodden_path" else str(points)
        put_star(body, 416, middle - 2, given_for, 104)
    return shadowed(body, 14, 9, 0.5, 0.4)


@sprite
def score_sign(card: ScoreCardKey) -> Sprite:
    """A score card's sign alone, for the head of a row."""
    body = Image.new("RGBA", (208, 104), (0, 0, 0, 0))
    SCORE_SIGNS[card](Sketch(body, 104, 52, 0.64))
    return Sprite(body)
