"""Win probabilities over a game: a line for each seat, and the decisive turns."""

from collections.abc import Iterator, Sequence

from PIL import Image

from render.kit import Canvas, Page, Picture, fit_text, font, icon, put_seat
from render.kit.palette import BONE, INK, MADDER, OAK_LIGHT, PALE, VELLUM_DARK
from render.kit.plates import put_tab, vellum_panel, wood_panel
from render.kit.seats import seat_colour
from render.standings.backgrounds import allowed_height, night
from render.standings.chart import SUPERSAMPLING, dashes
from render.standings.parts import ACROSS, BEAM, LEFT, name_line, put_head, put_right_aligned
from render.standings.views import ChanceLine, ChanceMoment, ChancesView

TOP, GAP = BEAM + 22, 16
PANEL = 690
WIDE, TALL = 960, 510
CHART_TOP, MARGIN = 88, 20
LEVELS = (0, 25, 50, 75, 100)
LEGEND_ROW, LEGEND_MARGIN = 82, 18
MARK, ON_CURVE, TAB, CROWN = 64, 50, 58, 58
THICK, EDGE = 9, 15
"""Width of a line, and with its dark edge, which keeps a white line visible on vellum."""
DASH = 14


def legend_height(people: int) -> int:
    return 2 * LEGEND_MARGIN + (people + 1) // 2 * LEGEND_ROW


def chances(view: ChancesView) -> Picture:
    below = legend_height(len(view.lines))
    page = Page(night(allowed_height(TOP + PANEL + GAP + below + 20)))
    put_head(page, view.title, view.subtitle)
    _chart(page, view)
    _legend(page, TOP + PANEL + GAP, view.lines)
    return page.encode()


def _x(turn: int, turns: int) -> float:
    return MARGIN + turn / max(1, turns) * (WIDE - 2 * MARGIN)


def _y(chance: float) -> float:
    return TALL - MARGIN - chance / 100 * (TALL - 2 * MARGIN)


def _chart(page: Page, view: ChancesView) -> None:
    page.put_corner(vellum_panel(ACROSS, PANEL, 24, 38), LEFT, TOP)
    left, top = LEFT + ACROSS - WIDE - 34, TOP + CHART_TOP
    face = font("number", 40, 650)
    for level, label in zip(LEVELS[::2], view.scale, strict=True):
        page.text(left - 14, top + _y(level), label, face, PALE, "rm")
    turns = len(view.lines[0].chances) - 1
    curves = _curves(view.lines, view.moments, turns)
    page.image.paste(curves, (left, top), curves)
    for player, spot in _marks(view.lines, turns):
        put_seat(page, left + spot[0], top + spot[1], player.seat, ON_CURVE, player.name)
    for x, numbers in _tabs(view.moments, turns):
        put_tab(page, left + x, top - 36, numbers, TAB)
    words_y = top + TALL + 44
    page.text_line(left, words_y, fit_text(view.first, "letter", 42, WIDE // 2 - 20, fallback=" "), PALE)
    put_right_aligned(
        page, left + WIDE, words_y, fit_text(view.last, "letter", 42, WIDE // 2 - 20, fallback=" "), PALE
    )


def _curves(lines: Sequence[ChanceLine], moments: Sequence[ChanceMoment], turns: int) -> Image.Image:
    canvas = Canvas(WIDE, TALL, box=WIDE, supersampling=SUPERSAMPLING)
    for level in LEVELS:
        canvas.line([(0, _y(level)), (WIDE, _y(level))], VELLUM_DARK, 3)
    for moment in moments:
        x = _x(moment.turn, turns)
        for part in dashes([(x, 0.0), (x, float(TALL))], DASH):
            canvas.line(part, MADDER, 4)
    for player in reversed(lines):
        points = [(_x(turn, turns), _y(chance)) for turn, chance in enumerate(player.chances)]
        canvas.line(points, INK, EDGE)
        canvas.line(points, seat_colour(player.seat), THICK)
    return canvas.to_image()


def _marks(lines: Sequence[ChanceLine], turns: int) -> Iterator[tuple[ChanceLine, tuple[float, float]]]:
    """Spot of each seat's mark on its line: where it is farthest from the others."""
    for player in lines:
        others = [other.chances for other in lines if other is not player]
        inner = range(max(1, turns // 12), max(2, turns - turns // 12))
        apart = [(_apart(player.chances, others, turn), -turn) for turn in inner]
        turn = -max(apart)[1]
        yield player, (_x(turn, turns), _y(player.chances[turn]))


def _apart(own: Sequence[int], others: Sequence[Sequence[int]], turn: int) -> int:
    """Distance of a line to the nearest other one."""
    return min((abs(own[turn] - other[turn]) for other in others), default=0)


def _tabs(moments: Sequence[ChanceMoment], turns: int) -> Iterator[tuple[float, str]]:
    """Positions of the decisive turns' numbers, side by side where turns are close."""
    beyond = float("-inf")
    for number, moment in enumerate(moments, start=1):
        x = max(_x(moment.turn, turns), beyond)
        yield x, str(number)
        beyond = x + TAB + 4


def _legend(page: Page, top: float, lines: Sequence[ChanceLine]) -> None:
    page.put_corner(wood_panel(ACROSS, legend_height(len(lines)), 24, "dark", 39, OAK_LIGHT, 4), LEFT, top)
    for number, player in enumerate(lines):
        x = LEFT + 60 + number % 2 * (ACROSS // 2 - 10)
        y = top + LEGEND_MARGIN + (number // 2 + 0.5) * LEGEND_ROW
        put_seat(page, x, y, player.seat, MARK, player.name)
        name = name_line(player.name, 46, ACROSS // 2 - 230)
        page.text_line(x + 56, y, name, BONE)
        if player.won:
            page.put(icon("crown", CROWN), x + 56 + name.width + 52, y)
