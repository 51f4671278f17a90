"""Parts shared by pictures of standings: title beam, numbers, medals, wrapped text."""

from functools import lru_cache

import render.standings.icons  # noqa: F401 - registers icons
from render.kit import WIDTH, Page, fit_text, font, icon
from render.kit.faces import face, face_of, nearest_size
from render.kit.palette import BONE, FOAM, INK, MUTED, OAK_LIGHT, PALE
from render.kit.plates import beam, medal, wood_panel
from render.kit.type import MIN_FONT_PX, Family, Line, drawable_text, layout_line

LEFT, ACROSS = 20, 1160
BEAM = 90
LEAST_ASIDE = 480
"""Width that a long title leaves for the subtitle, where they do not both fit."""
NAMELESS = "—"
MEDAL_STEP = 50


def put_head(page: Page, title: str, subtitle: str) -> None:
    """Draw the beam with the title on the left and the subtitle on the right."""
    page.put_corner(beam(WIDTH + 20, 96), -10, -6)
    aside = drawable_text(subtitle, "letter")
    wanted = layout_line(aside, "letter", MIN_FONT_PX).width + 30 if aside else 0
    if layout_line(drawable_text(title, "title"), "title", MIN_FONT_PX, 900).width > WIDTH - 70 - wanted:
        wanted = min(wanted, LEAST_ASIDE)
    main = fit_text(title, "title", 54, round(WIDTH - 70 - wanted), 900, NAMELESS)
    page.text_line(36, 33, main, BONE)
    if aside:
        put_right_aligned(
            page, WIDTH - 34, 33, fit_text(aside, "letter", 42, round(WIDTH - 100 - main.width)), FOAM
        )


def put_right_aligned(page: Page, x: float, y: float, set_line: Line, colour: str) -> None:
    """Write a line that ends at x."""
    page.text_line(x - set_line.width, y, set_line, colour)


def name_line(name: str, size: int, width: int) -> Line:
    """Lay out a name; a dash if nothing of it can be drawn."""
    return fit_text(name, "title", size, width, 850, NAMELESS)


def put_name(page: Page, x: float, y: float, name: str, size: int, width: int, ink: str) -> None:
    """Write a name from x on; a computer player's after their face."""
    who = face_of(name)
    if who is not None:
        face_px = nearest_size(size * 1.3)
        page.put(face(who, face_px), x + face_px / 2, y)
        x, width = x + face_px + 10, width - face_px - 10
    page.text_line(x, y, name_line(name, size, width), ink)


def put_number(
    page: Page, x: float, y: float, value: int | str, width: int, size: int = 46, weight: int = 750
) -> None:
    """Write a number, smaller if it is too wide."""
    page.text_line(x, y, fit_text(str(value), "number", size, width, weight), INK, "middle")


def put_place(page: Page, x: float, y: float, place: int, size: int, colour: str = INK) -> None:
    """Draw a medal for the first three places, a number for others."""
    if place <= 3:
        page.put(medal(place, size), x, y + 2)
    else:
        page.text_line(x, y, fit_text(str(place), "number", 56, 108, 800), colour, "middle")


def put_medals(page: Page, left: float, y: float, medals: tuple[int, int, int], colour: str = PALE) -> float:
    """Draw season medals, each kind with its count if above one. Returns the x where they end."""
    x = left
    for place, count in enumerate(medals, start=1):
        if not count:
            continue
        page.put(icon(f"season_{place}", 46), x + 23, y)
        x += MEDAL_STEP
        if count > 1:
            times = layout_line(f"×{min(count, 99)}", "number", MIN_FONT_PX, 700)
            page.text_line(x - 2, y, times, colour)
            x += times.width + 8
    return x


@lru_cache(maxsize=256)
def wrap_text(text: str, family: Family, size: int, width: int, most: int) -> tuple[Line, ...]:
    """Wrap text into at most `most` lines; the rest is cut."""
    # Break at plain spaces only: a no-break space keeps French punctuation with its word.
    words = [word for part in text.split(" ") if (word := drawable_text(part, family))]
    lines: list[str] = []
    while words and len(lines) < most:
        taken = 1
        while (
            taken < len(words)
            and layout_line(" ".join(words[: taken + 1]), family, size, base="L").width <= width
        ):
            taken += 1
        if len(lines) == most - 1:
            taken = len(words)
        lines.append(" ".join(words[:taken]))
        words = words[taken:]
    return tuple(fit_text(each, family, size, width, base="L") for each in lines)


def put_empty_note(page: Page, text: str) -> None:
    lines = wrap_text(text, "letter", 46, WIDTH - 200, 4)
    page.put_corner(wood_panel(ACROSS - 60, 300, 24, "dark", 7, OAK_LIGHT, 4), LEFT + 30, 180)
    first = 330 - (len(lines) - 1) * 30
    for number, each in enumerate(lines):
        page.text_line(WIDTH / 2, first + number * 60, each, BONE, "middle")


def put_page_number(page: Page, x: float, y: float, number: int, pages: int) -> None:
    if pages > 1:
        page.text(x, y, f"{number}/{pages}", font("number", MIN_FONT_PX, 700), MUTED, "lm", 3)
