"""What pictures of standings share: the beam with its title, figures, medals, text in several lines."""

from functools import lru_cache

import render.standings.icons  # noqa: F401 - enters the icons used here
from render.kit.faces import face, face_of, nearest_size
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, FOAM, INK, MUTED, OAK_LIGHT, PALE
from render.kit.plates import beam, medal, wood_panel
from render.kit.type import MIN_FONT_PX, Family, Line, drawable_text, fit_text, font, layout_line

LEFT, ACROSS = 20, 1160
BEAM = 90
LEAST_ASIDE = 480
"""What a long title leaves to what stands beside it."""
NAMELESS = "—"
MEDAL_STEP = 50


def head(page: Page, title: str, subtitle: str) -> None:
    """The beam, with what this is at its left and the rest at its right."""
    page.put_corner(beam(WIDTH + 20, 96), -10, -6)
    aside = drawable_text(subtitle, "letter")
    wanted = min(layout_line(aside, "letter", MIN_FONT_PX).width + 30, LEAST_ASIDE) if aside else 0
    main = fit_text(title, "title", 54, round(WIDTH - 70 - wanted), 900, NAMELESS)
    page.text_line(36, 33, main, BONE)
    if aside:
        right(page, WIDTH - 34, 33, fit_text(aside, "letter", 42, round(WIDTH - 100 - main.width)), FOAM)


def right(page: Page, x: float, y: float, set_line: Line, colour: str) -> None:
    """A line that ends at x."""
    page.text_line(x - set_line.width, y, set_line, colour)


def name_line(name: str, size: int, width: int) -> Line:
    """A person's name, whatever they call themselves."""
    return fit_text(name, "title", size, width, 850, NAMELESS)


def put_name(page: Page, x: float, y: float, name: str, size: int, width: int, ink: str) -> None:
    """A name from that edge on; a computer player's behind their face."""
    who = face_of(name)
    if who is not None:
        drawn = nearest_size(size * 1.3)
        page.put(face(who, drawn), x + drawn / 2, y)
        x, width = x + drawn + 10, width - drawn - 10
    page.text_line(x, y, name_line(name, size, width), ink)


def figure(
    page: Page, x: float, y: float, value: int | str, width: int, size: int = 46, weight: int = 750
) -> None:
    """A number, smaller where it is long."""
    page.text_line(x, y, fit_text(str(value), "number", size, width, weight), INK, "middle")


def put_place(page: Page, x: float, y: float, place: int, size: int, colour: str = INK) -> None:
    """A medal for the first three, a number for the others."""
    if place <= 3:
        page.put(medal(place, size), x, y + 2)
    else:
        page.text_line(x, y, fit_text(str(place), "number", 56, 108, 800), colour, "middle")


def put_medals(page: Page, left: float, y: float, medals: tuple[int, int, int], colour: str = PALE) -> float:
    """The medals of seasons, each kind with how many where they are several; returns where they end."""
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
def wrapped(text: str, family: Family, size: int, width: int, most: int) -> tuple[Line, ...]:
    """Sentences in at most so many lines; what does not fit is cut."""
    # Only at spaces that may break, which are plain ones afterwards: a sign that French ties to its word
    # stays with it.
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


def say_empty(page: Page, text: str) -> None:
    """What is said where there is nothing to show."""
    lines = wrapped(text, "letter", 46, WIDTH - 200, 4)
    page.put_corner(wood_panel(ACROSS - 60, 300, 24, "dark", 7, OAK_LIGHT, 4), LEFT + 30, 180)
    first = 330 - (len(lines) - 1) * 30
    for number, each in enumerate(lines):
        page.text_line(WIDTH / 2, first + number * 60, each, BONE, "middle")


def page_of(page: Page, x: float, y: float, number: int, pages: int) -> None:
    """Which page of how many."""
    if pages > 1:
        page.text(x, y, f"{number}/{pages}", font("number", MIN_FONT_PX, 700), MUTED, "lm", 3)
