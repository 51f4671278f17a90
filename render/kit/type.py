"""Text layout: fonts with a minimum size, font fallback, bidirectional text and Arabic shaping."""

import unicodedata
from functools import lru_cache
from importlib import import_module
from importlib.resources import as_file, files
from io import BytesIO
from math import ceil, floor
from typing import Literal, NamedTuple

from arabic_reshaper import reshape  # type: ignore[import-untyped]
from bidi import get_display  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont, Layout

from render.kit.transliteration import transliterate

COG = "⚙"
"""Suffix of the names of computer players."""
MIN_FONT_PX = 38
"""Smallest legible size: pictures are 1200 pixels wide and read on a phone."""

Family = Literal["title", "number", "letter", "world", "east", "signs", "marks"]
Direction = Literal["L", "R"]
_FONT_FILES: dict[Family, tuple[str, str]] = {
    "title": ("fontpkg_cinzel", "files/Cinzel[wght].ttf"),
    "number": ("fontpkg_inter", "files/Inter[opsz,wght].ttf"),
    "letter": ("fontpkg_atkinson_hyperlegible", "files/AtkinsonHyperlegible-Bold.ttf"),
    "east": ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),
}
_BUNDLED_FONTS: dict[Family, str] = {
    "world": "pymupdf_fonts.FiraGO_Bold",
    "signs": "pymupdf_fonts.NotoSansSymbols2_Regular",
    "marks": "pymupdf_fonts.NotoSansSymbols_Regular",
}
_FALLBACKS: tuple[Family, ...] = ("world", "east", "signs", "marks")
_MISSING_GLYPH = "\U0010ffff"
_MAX_COMBINING_MARKS = 2  # Some names pile up dozens on a letter, over everything above it.
_VARIATION_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))


@lru_cache(maxsize=128)
def font(family: Family, size: int, weight: int = 850, basic: bool = False) -> FreeTypeFont:
    """Returns a font at a size.

    :raises ValueError: if the size is below MIN_FONT_PX.
    """
    if size < MIN_FONT_PX:
        raise ValueError(f"lettering of {size} px is too small to read; the least is {MIN_FONT_PX}")
    engine = Layout.BASIC if basic else None
    if family in _BUNDLED_FONTS:
        return ImageFont.truetype(
            BytesIO(import_module(_BUNDLED_FONTS[family]).fontbuffer), size, layout_engine=engine
        )
    package, name = _FONT_FILES[family]
    with as_file(files(package).joinpath(name)) as path:
        chosen = ImageFont.truetype(str(path), size, layout_engine=engine)
    if family == "title":
        chosen.set_variation_by_axes([weight])
    elif family == "number":
        chosen.set_variation_by_axes([min(32, max(14, size * 0.6)), weight])
    return chosen


class Run(NamedTuple):
    """A stretch of text in one font, in visual order."""

    text: str
    font: FreeTypeFont


class Line(NamedTuple):
    runs: tuple[Run, ...]
    size: int

    @property
    def width(self) -> float:
        return sum(map(run_width, self.runs))


@lru_cache(maxsize=4096)
def run_width(run: Run) -> float:
    return run.font.getlength(run.text)


class GlyphMask(NamedTuple):
    """Rasterised text, and the offset of its top left corner from the anchor point."""

    left: int
    top: int
    mask: Image.Image


_MASK_MARGIN_PX = 2


@lru_cache(maxsize=2048)
def glyph_mask(
    text: str, face: FreeTypeFont, anchor: str, stroke: float, along: float, below: float
) -> GlyphMask:
    """Rasterise text, cached for each subpixel position (`along`, `below`)."""
    left, top, right, bottom = face.getbbox(text, anchor=anchor, stroke_width=stroke)
    across, down = _MASK_MARGIN_PX - floor(left), _MASK_MARGIN_PX - floor(top)
    mask = Image.new("L", (ceil(right) + across + _MASK_MARGIN_PX, ceil(bottom) + down + _MASK_MARGIN_PX))
    place = across + along, down + below
    ImageDraw.Draw(mask).text(place, text, 255, face, anchor, stroke_width=stroke)
    return GlyphMask(-across, -down, mask)


@lru_cache(maxsize=4096)
def _has_glyph(family: Family, character: str) -> bool:
    chosen = font(family, MIN_FONT_PX, basic=True)
    return bytes(chosen.getmask(character)) != bytes(chosen.getmask(_MISSING_GLYPH))


def _family_for(character: str, first: Family) -> Family | None:
    return next((family for family in (first, *_FALLBACKS) if _has_glyph(family, character)), None)


@lru_cache(maxsize=512)
def displayable_name(name: str, first: Family = "title") -> str:
    """Returns a name with compatibility letters made plain and characters without a glyph left out.

    If nothing is left, the name is transliterated.

    >>> displayable_name("𝓛𝓮𝓲𝓯 🦄")
    'Leif'
    """
    return drawable_text(name, first) or drawable_text(transliterate(name), first)


def drawable_text(text: str, first: Family) -> str:
    """Returns the NFKC form of a text without characters that no font can draw."""
    plain = unicodedata.normalize("NFKC", text)
    drawn, marks = "", 0
    bearer: Family = first
    for character in plain:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if character.isspace():
            drawn += " "
        elif (
            unicodedata.category(character)[0] == "C"
            or character in _VARIATION_SELECTORS
            or marks > _MAX_COMBINING_MARKS
        ):
            continue
        elif marks:
            # A combining mark is drawn in the font of its base letter, or the letter in a plainer font.
            if _has_glyph(bearer, character) and (bearer in _FALLBACKS or _has_glyph("letter", character)):
                drawn += character
        elif (family := _family_for(character, first)) is not None:
            drawn, bearer = drawn + character, family
    return " ".join(drawn.split())


def initial(name: str, fallback: str) -> str:
    """Returns the first letter of a name as a capital, or the fallback if no letter can be drawn."""
    plain = displayable_name(name, "number")
    letter = next((character for character in plain if character.isalnum()), plain[:1])
    capital = letter.upper()[:1]
    # Some scripts have capitals that hardly any font contains.
    return (capital if _family_for(capital or " ", "number") else letter) or fallback


def _visual_order(text: str, first: Family, base: Direction | None) -> tuple[str, bool]:
    """Returns shaped text in visual order, and whether any of it runs from right to left."""
    if not any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return text, False
    joined = str(get_display(reshape(text), base_dir=base))
    # A font may lack the isolated presentation form of a letter; the plain letter looks the same.
    return "".join(_with_glyph(character, first) for character in joined), True


def _with_glyph(character: str, first: Family) -> str:
    return character if _family_for(character, first) else unicodedata.normalize("NFKC", character)


def layout_line(
    text: str, family: Family, size: int, weight: int = 850, base: Direction | None = None
) -> Line:
    """Lay out a line with font fallback for characters that the family cannot draw.

    `base` is the direction of the sentence; None takes it from the first strong letter, as for a name alone.
    """
    seen, mirrored = _visual_order(text, family, base)
    runs: list[Run] = []
    stretch, current = "", family
    for character in seen:
        chosen = _family_for(character, family) or current
        keeps = character == " " or unicodedata.combining(character) != 0 or chosen == current
        if not keeps and stretch:
            runs.append(Run(stretch, font(current, size, weight, mirrored)))
            stretch = ""
        if not keeps:
            current = chosen
        stretch += character
    if stretch:
        runs.append(Run(stretch, font(current, size, weight, mirrored)))
    return Line(tuple(runs), size)


@lru_cache(maxsize=512)
def fit_text(
    name: str,
    family: Family,
    size: int,
    width: int,
    weight: int = 850,
    fallback: str = "?",
    base: Direction | None = None,
) -> Line:
    """Lay out a name as large as fits a width, from `size` down to MIN_FONT_PX.

    If it still does not fit, drop a computer player's cog, then use a narrower family, then cut letters.
    """
    text = displayable_name(name, family) or fallback
    families: tuple[Family, ...] = ("title", "letter") if family == "title" else (family,)
    for lettered in families:
        for whole in dict.fromkeys((text, text.removesuffix(COG).rstrip() or text)):
            for smaller in range(size, MIN_FONT_PX - 1, -2):
                set_line = layout_line(whole, lettered, smaller, weight, base)
                if set_line.width <= width:
                    return set_line
    while len(text) > 1:
        text = text[:-1].rstrip()
        set_line = layout_line(text + "…", families[-1], MIN_FONT_PX, weight, base)
        if set_line.width <= width:
            return set_line
    return layout_line("…", families[-1], MIN_FONT_PX, weight)
