"""A player's success sheet: the title, the progress to the next one, and all successes."""

from render.kit import Canvas, Page, Picture, Sprite, fit_text, icon, sprite
from render.kit.palette import BONE, FOAM, GOLD, GOLD_LIGHT, INK, OAK_LIGHT, PALE
from render.kit.plates import tint, vellum_panel, wood_panel
from render.kit.type import MIN_FONT_PX, layout_line
from render.standings.backgrounds import MAX_HEIGHT, allowed_height, night
from render.standings.parts import ACROSS, BEAM, LEFT, put_head, put_right_aligned
from render.standings.views import SuccessesView, SuccessLine
from rules.success_sheet import Sign

TOP, GAP = BEAM + 18, 14
RANK = 222
RANK_Y, BAR_Y, AHEAD_Y = 56, 124, 182
BAR_LEFT, BAR_WIDTH, BAR_HEIGHT = LEFT + 40, ACROSS - 80, 34
FLAG = 54
MARGIN, MAX_ROW = 14, 84
SIGN, HEAD_SIGN = 52, 76
LABEL_X, LABEL_WIDTH = LEFT + 106, ACROSS - 136


def row_height(lines: int) -> int:
    return min(MAX_ROW, (MAX_HEIGHT - 18 - TOP - RANK - GAP - 2 * MARGIN) // lines)


def panel_height(lines: int) -> int:
    return lines * row_height(lines) + 2 * MARGIN


def piece_width(lines: int) -> float:
    """Width of one success on the progress bar."""
    return BAR_WIDTH / lines


def piece(lines: int, *, done: bool) -> Sprite:
    wide = round(piece_width(lines)) - 6
    return tint(wide, BAR_HEIGHT, 10, *((GOLD, 1.0) if done else (FOAM, 0.18)))


@sprite
def hole() -> Sprite:
    """The empty place of an open success's icon."""
    canvas = Canvas(SIGN)
    canvas.circle(50, 50, 34, None, "#A08A5C", 7)
    return Sprite(canvas.to_image())


def successes(view: SuccessesView) -> Picture:
    page = Page(night(allowed_height(TOP + RANK + GAP + panel_height(len(view.lines)) + 18)))
    put_head(page, view.title, view.subtitle)
    _rank(page, view)
    _lines(page, TOP + RANK + GAP, view)
    return page.encode()


def _rank(page: Page, view: SuccessesView) -> None:
    """Draw the title, and a progress bar with a laurel at each title."""
    page.put_corner(wood_panel(ACROSS, RANK, 24, "dark", 41, OAK_LIGHT, 4), LEFT, TOP)
    lines, done = len(view.lines), sum(each.done for each in view.lines)
    count = layout_line(f"{done}/{lines}", "number", 60, 850)
    end = LEFT + ACROSS - 40
    put_right_aligned(page, end, TOP + RANK_Y, count, BONE)
    page.put(icon(f"success_{view.sign}", HEAD_SIGN), end - count.width - 56, TOP + RANK_Y)
    page.text_line(BAR_LEFT, TOP + RANK_Y, fit_text(view.rank, "title", 62, 760, 900), GOLD_LIGHT)
    wide = piece_width(lines)
    for number in range(lines):
        page.put(piece(lines, done=number < done), BAR_LEFT + (number + 0.5) * wide, TOP + BAR_Y)
    for needed in view.ranks:
        if 0 < needed <= lines:
            laurel = icon("laurel", FLAG) if needed <= done else icon("laurel", FLAG, "", True)
            page.put(laurel, BAR_LEFT + (needed - 0.5) * wide, TOP + BAR_Y)
    page.text_line(
        BAR_LEFT, TOP + AHEAD_Y, fit_text(view.ahead, "letter", 44, ACROSS - 80, fallback=" "), FOAM
    )


def _lines(page: Page, top: float, view: SuccessesView) -> None:
    count = len(view.lines)
    page.put_corner(vellum_panel(ACROSS, panel_height(count), 24, 42), LEFT, top)
    for number, each in enumerate(view.lines):
        y = top + MARGIN + (number + 0.5) * row_height(count)
        if number % 2 == 0:
            page.put(tint(ACROSS - 36, row_height(count) - 4, 14, "#B08A4A", 0.2), LEFT + ACROSS / 2, y)
        _line(page, y, each, view.sign)


def _line(page: Page, y: float, each: SuccessLine, sign: Sign) -> None:
    page.put(icon(f"success_{sign}", SIGN) if each.done else hole(), LEFT + 64, y)
    label = fit_text(each.label, "letter", MIN_FONT_PX + 2, LABEL_WIDTH, fallback=" ")
    page.text_line(LABEL_X, y, label, INK if each.done else PALE)
