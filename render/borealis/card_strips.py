"""Objective and score cards as strips: a pictogram, room for the name, and stars or points."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.kit import Canvas, Sprite, font, sprite
from render.kit.icons import ICONS, desaturate, draw_icon
from render.kit.page import stamp
from render.kit.palette import INK, down, rgb
from render.kit.shadows import plate, with_shadow
from render.kit.textures import vellum
from render.kit.type import MIN_FONT_PX
from rules.borealis.pieces import SPECIES, ObjectiveKey, ObjectiveKind, ScoreCardKey

STRIP_WIDTH, STRIP_HEIGHT = 1160, 66
SIGN_X, STAR_X = 162, 926
"""On a strip: the x of the pictogram and of the star."""
SIGN = (250, 60)
KIND_COLOURS: dict[ObjectiveKind, str] = {"animal": "#5F8F45", "scientist": "#C98A1E", "vehicle": "#2E6FA8"}
PLUM = "#6E4A7E"
PALE, WARM = ("#F4FAFC", "#A9CBDA"), ("#C9C2AE", "#A39B86")
TEXT, ICON = 44, 54
OTHER = "#A8662E"
"""The paw of another species."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """Draws around a middle point, in units that are pixels at full size."""

    image: Image.Image
    x: float
    y: float
    scale: float = 1.0

    def icon(self, name: str, size: float, x: float, y: float, colour: str = "") -> None:
        real = round(size * self.scale)
        piece = with_shadow(draw_icon(name, real, colour), max(2, real * 0.05), 2, 0.4, 0.3)
        stamp(self.image, piece, self.x + x * self.scale, self.y + y * self.scale)

    def shape(self, width: float, height: float, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        canvas = Canvas(round(width * self.scale), round(height * self.scale), box=width)
        draw(canvas)
        stamp(self.image, canvas.to_image(), self.x + x * self.scale, self.y + y * self.scale)

    def text(self, text: str, x: float, y: float, size: float) -> None:
        face = font("number", max(MIN_FONT_PX, round(size * self.scale)), 850)
        place = self.x + x * self.scale, self.y + y * self.scale
        ImageDraw.Draw(self.image).text(place, text, font=face, fill=rgb(INK), anchor="mm")

    def stack(
        self,
        x: float,
        foot: float,
        cards: int,
        colours: tuple[str, str] = PALE,
        size: tuple[int, int] = (42, 15),
    ) -> None:
        """Cards on a site, the first at the foot."""
        width, step = size

        def card(canvas: Canvas) -> None:
            canvas.box(2, 2, width - 4, step + 8, 8, down(*colours)).outline(2.4)

        for number in range(cards):
            self.shape(width, step + 12, x, foot - step / 2 - number * step, card)

    def row(self, *parts: str) -> None:
        """Draw icons and text in a centred row."""
        widths = [self._width(part) for part in parts]
        x = -sum(widths) / 2
        for part, width in zip(parts, widths, strict=True):
            name, _, colour = part.partition(" ")
            if name in ICONS:
                self.icon(name, ICON - 8 if name == "anybody" else ICON, x + width / 2, 0, colour)
            else:
                self.text(part, x + width / 2, 1, TEXT)
            x += width

    def _width(self, part: str) -> float:
        name = part.partition(" ")[0]
        if name in ICONS:
            return ICON - 4
        return font("number", TEXT, 850).getlength(part) + 8


# Objectives: between -125 and 125 across, -30 and 30 down


def _balanced_ecosystem(s: Sketch, number: int) -> None:
    for place in range(3):
        s.stack(-96 + place * 50, 26, 3)
    s.text(f"≥{number}", 84, 1, TEXT)


def _richness_of_nature(s: Sketch, number: int) -> None:
    s.stack(-46, 27, 6, size=(54, 8))
    s.text(f"≥{number}", 40, 1, TEXT)


def _spotting_list(s: Sketch, number: int) -> None:
    """All species, or the number of different ones that a pack asks for."""
    if number == len(SPECIES):
        for place, species in enumerate(SPECIES):
            s.icon(species, 56, -96 + place * 48, 0)
    else:
        s.row(f"≥{number}", "paw", "≠", f"paw {OTHER}")


OBJECTIVE_DRAWINGS: dict[ObjectiveKey, Callable[[Sketch, int], None]] = {
    "balanced_ecosystem": _balanced_ecosystem,
    "richness_of_nature": _richness_of_nature,
    "spotting_list": _spotting_list,
}
OBJECTIVE_ROWS: dict[ObjectiveKey, tuple[str, ...]] = {
    "favorite_research_object": ("≥{n}", "paw", "=", "paw"),
    "specialists_retreat": ("{n}", "anybody", "=", "anybody", "camp"),
    "comparing_notes": ("≥{n}", "anybody", "camp"),
    "morning_shift": ("≥{n}", "anybody", "regroup"),
    "splitting_up": ("≤{n}", "anybody", "/", "site"),
    "organized_expedition": ("≥{n}", "wheel", "=", "wheel"),
    "combing_the_area": ("flag", "flag", "flag", "≥{n}"),
    "bold_explorers": ("slide", "flag", "≥{n}"),
    "promising_direction": ("flag", "+{n}", "slide", "flag"),
}
"""Icons and text of the other objectives; `{n}` is the number on the card."""


def _put_objective(sketch: Sketch, card: ObjectiveKey, number: int) -> None:
    if card in OBJECTIVE_ROWS:
        sketch.row(*(part.format(n=number) for part in OBJECTIVE_ROWS[card]))
    else:
        OBJECTIVE_DRAWINGS[card](sketch, number)


@sprite
def objective_strip(card: ObjectiveKey, kind: ObjectiveKind, number: int, stars: int, open_: bool) -> Sprite:
    """An objective with its stars; grey once it is closed."""
    body = _strip(STRIP_HEIGHT, len(card), KIND_COLOURS[kind])
    _put_objective(Sketch(body, SIGN_X, STRIP_HEIGHT / 2), card, number)
    put_star(body, STAR_X, STRIP_HEIGHT / 2, str(stars), 74)
    return with_shadow(body if open_ else desaturate(body, 0.9), 8, 5, 0.5, 0.4)


def _strip(height: int, seed: int, colour: str) -> Image.Image:
    body = plate(vellum(STRIP_WIDTH, height, seed), 18, border=colour, line=6)
    canvas = Canvas(20, height - 12, box=20)
    canvas.box(0, 0, 20, height - 12, 0, colour)
    body.alpha_composite(canvas.to_image(), (6, 6))
    return body


def put_star(body: Image.Image, x: float, y: float, text: str, size: int) -> None:
    stamp(body, with_shadow(draw_icon("fat_star", size), 5, 4, 0.45, 0.35), x, y)
    face = font("number", max(MIN_FONT_PX, round(size * (0.46 if len(text) < 2 else 0.40))), 900)
    ImageDraw.Draw(body).text((x, y + size * 0.05), text, font=face, fill=rgb(INK), anchor="mm")


# Score cards, in the same room


def _expansive_species(s: Sketch) -> None:
    """One animal side by side on three sites."""
    for place in (-1, 0, 1):
        s.stack(place * 84, 28, 1, size=(64, 46))
        s.icon("paw", 46, place * 84, 2)
    for x in (-42, 42):
        s.text("=", x, 1, 38)


def _outer_lands(s: Sketch) -> None:
    for place, cards in ((-1, 4), (0, 2), (1, 4)):
        s.stack(place * 84, 27, cards, WARM if place == 0 else PALE, (46, 12))
    s.text(">", -42, 1, TEXT)
    s.text("<", 42, 1, TEXT)


SCORE_DRAWINGS: dict[ScoreCardKey, Callable[[Sketch], None]] = {
    "expansive_species": _expansive_species,
    "outer_lands": _outer_lands,
}
SCORE_ROWS: dict[ScoreCardKey, tuple[str, ...]] = {
    "territorial_animals": ("site", "paw", "≠", f"paw {OTHER}"),
    "common_destination": ("flag", "=", "flag", "=", "flag"),
    "untrodden_path": ("flag", "min"),
    "farewell_party": ("anybody", "/", "site", "max"),
    "interspecies_relationships": ("site", "=2", "paw", f"paw {OTHER}"),
    "safe_return": ("anybody", "slide", "camp"),
    "mating_season": ("≠", "paw", "=", "paw", "≠"),  # two neighbours of one species
    "popular_vehicle": ("wheel", "=", "wheel", "max"),
}


def _put_score_card(sketch: Sketch, card: ScoreCardKey) -> None:
    if card in SCORE_ROWS:
        sketch.row(*SCORE_ROWS[card])
    else:
        SCORE_DRAWINGS[card](sketch)


@sprite
def score_strip(card: ScoreCardKey, each: int, pair: int, height: int) -> Sprite:
    """A score card with its points; a higher strip has room for the players below."""
    body = _strip(height, 31 + len(card), PLUM)
    middle = STRIP_HEIGHT / 2
    _put_score_card(Sketch(body, SIGN_X, middle), card)
    if card == "common_destination":
        put_star(body, STAR_X - 62, middle, str(each), 70)
        put_star(body, STAR_X + 4, middle, str(pair), 70)
    else:
        put_star(body, STAR_X, middle, f"×{each}" if card == "untrodden_path" else str(each), 74)
    return with_shadow(body, 8, 5, 0.5, 0.4)


@sprite
def score_sign(card: ScoreCardKey) -> Sprite:
    body = Image.new("RGBA", SIGN, (0, 0, 0, 0))
    _put_score_card(Sketch(body, SIGN[0] / 2, SIGN[1] / 2, 0.86), card)
    return Sprite(body)
