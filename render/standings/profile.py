"""A player's profile: rating over time, results by title, rivals and facts."""

from collections.abc import Callable
from dataclasses import dataclass

from render.kit import WIDTH, Canvas, Page, Picture, Sprite, fit_text, font, icon, sprite
from render.kit.palette import BONE, FOAM, GOLD, INK, OAK_LIGHT, PALE
from render.kit.plates import tint, vellum_panel, wood_panel
from render.kit.shadows import with_shadow
from render.kit.type import MIN_FONT_PX, layout_line
from render.standings.backgrounds import allowed_height, night
from render.standings.chart import STROKES, Frame, chart, mark_shape
from render.standings.parts import (
    ACROSS,
    LEFT,
    put_empty_note,
    put_head,
    put_medals,
    put_name,
    put_right_aligned,
)
from render.standings.views import Curve, Fact, ProfileView, Rival, TitleRecord

TOP, GAP = 112, 16
UNDER_BEAM = 64
CHART = 330
CHART_WIDTH, CHART_HEIGHT = 980, 200
LEGEND_ROW = 54
TITLE_MARGIN, TITLE_ROW = 10, 100
RIVALS_HEAD, RIVAL_ROW = 62, 58
FACT_ROW = 48
MAX_CURVES, MAX_TITLES, MAX_RIVALS, MAX_FACTS = 4, 4, 4, 6


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the page: its height and its draw function."""

    height: int
    draw: Callable[[Page, float], None]


def chart_height(curves: int) -> int:
    return CHART + (curves + 1) // 2 * LEGEND_ROW


def titles_height(titles: int) -> int:
    return 2 * TITLE_MARGIN + titles * TITLE_ROW


def rivals_height(rivals: int) -> int:
    return RIVALS_HEAD + (rivals + 1) // 2 * RIVAL_ROW + 14


def facts_height(facts: int) -> int:
    return facts * FACT_ROW + 24


def profile(view: ProfileView) -> Picture:
    blocks = _blocks(view)
    told = bool(view.subtitle or any(view.medals))
    start = TOP + UNDER_BEAM * told
    page = Page(night(allowed_height(start + sum(block.height + GAP for block in blocks) + 4)))
    put_head(page, view.name, "")
    if told:
        end = put_medals(page, 36, TOP + 24, view.medals, BONE) if any(view.medals) else 36
        page.text_line(
            end + 6,
            TOP + 24,
            fit_text(view.subtitle, "letter", 42, WIDTH - 60 - round(end), fallback=" "),
            FOAM,
        )
    if not blocks:
        put_empty_note(page, view.empty)
    for block in blocks:
        block.draw(page, start)
        start += block.height + GAP
    return page.encode()


def _blocks(view: ProfileView) -> list[Block]:
    curves = tuple(curve for curve in view.curves if curve.points)[:MAX_CURVES]
    titles, rivals, facts = view.titles[:MAX_TITLES], view.rivals[:MAX_RIVALS], view.facts[:MAX_FACTS]
    blocks = []
    if curves:
        blocks.append(Block(chart_height(len(curves)), lambda page, top: _curves(page, top, view, curves)))
    if titles:
        blocks.append(Block(titles_height(len(titles)), lambda page, top: _titles(page, top, titles)))
    if rivals:
        blocks.append(
            Block(rivals_height(len(rivals)), lambda page, top: _rivals(page, top, view.rivals_label, rivals))
        )
    if facts:
        blocks.append(Block(facts_height(len(facts)), lambda page, top: _facts(page, top, facts)))
    return blocks


@sprite
def curve_mark(number: int) -> Sprite:
    """A curve's line and marker, for the legend."""
    stroke = STROKES[number]
    canvas = Canvas(84, 44, box=84)
    ends = [(4.0, 22.0), (80.0, 22.0)] if not stroke.dash else [(4.0, 22.0), (20.0, 22.0)]
    canvas.line(ends, stroke.colour, stroke.thick)
    if stroke.dash:
        canvas.line([(64, 22), (80, 22)], stroke.colour, stroke.thick)
    canvas.path(mark_shape(stroke.mark, 42, 22, 15), stroke.colour)
    return with_shadow(canvas.to_image(), 2, 1, 0.2, 0.2)


def _curves(page: Page, top: float, view: ProfileView, curves: tuple[Curve, ...]) -> None:
    page.put_corner(vellum_panel(ACROSS, chart_height(len(curves)), 24, 31), LEFT, top)
    frame = Frame.around(curves, CHART_WIDTH, CHART_HEIGHT)
    left, chart_top = LEFT + ACROSS - CHART_WIDTH - 34, top + 32
    face = font("number", 40, 650)
    for level in frame.levels():
        page.text(left - 20, chart_top + frame.y(level), str(level), face, PALE, "rm")
    lines = chart(curves, frame)
    page.image.paste(lines, (round(left), round(chart_top)), lines)
    days_y = chart_top + CHART_HEIGHT + 34
    page.text_line(left, days_y, fit_text(view.first_day, "letter", 40, 460, fallback=" "), PALE)
    put_right_aligned(
        page, left + CHART_WIDTH, days_y, fit_text(view.last_day, "letter", 40, 460, fallback=" "), PALE
    )
    for number, curve in enumerate(curves):
        x = LEFT + 36 + number % 2 * (ACROSS // 2 - 10)
        y = days_y + 64 + number // 2 * LEGEND_ROW
        page.put(curve_mark(number), x + 42, y)
        shown = f"{curve.points[-1].value}{'?' if curve.provisional else ''}"
        value = layout_line(shown, "number", 42, 850)
        put_right_aligned(page, x + ACROSS // 2 - 60, y, value, INK)
        page.text_line(
            x + 100, y, fit_text(curve.label, "letter", 40, round(ACROSS // 2 - 190 - value.width)), INK
        )


def _titles(page: Page, top: float, titles: tuple[TitleRecord, ...]) -> None:
    page.put_corner(vellum_panel(ACROSS, titles_height(len(titles)), 24, 32), LEFT, top)
    for number, record in enumerate(titles):
        y = top + TITLE_MARGIN + (number + 0.5) * TITLE_ROW
        if number % 2 == 0:
            page.put(tint(ACROSS - 36, TITLE_ROW - 6, 18, "#B08A4A", 0.22), LEFT + ACROSS / 2, y)
        room = ACROSS - 80
        if record.rating is not None:
            rating = layout_line(f"{record.rating}{'?' if record.provisional else ''}", "number", 50, 850)
            put_right_aligned(page, LEFT + ACROSS - 40, y - 22, rating, INK)
            page.put(icon("rating", 50), LEFT + ACROSS - 40 - rating.width - 38, y - 22)
            room -= round(rating.width) + 90
        page.text_line(LEFT + 40, y - 22, fit_text(record.title, "letter", 46, room, fallback="—"), INK)
        told = fit_text(record.told, "letter", MIN_FONT_PX + 2, ACROSS - 80, fallback=" ")
        page.text_line(LEFT + 40, y + 26, told, PALE)


def _rivals(page: Page, top: float, label: str, rivals: tuple[Rival, ...]) -> None:
    page.put_corner(wood_panel(ACROSS, rivals_height(len(rivals)), 24, "dark", 33, OAK_LIGHT, 4), LEFT, top)
    page.text_line(LEFT + 36, top + 38, fit_text(label, "letter", 40, ACROSS - 72, fallback=" "), GOLD)
    for number, rival in enumerate(rivals):
        x = LEFT + 36 + number % 2 * (ACROSS // 2 - 8)
        y = top + RIVALS_HEAD + (number // 2 + 0.5) * RIVAL_ROW
        _balance(page, x + ACROSS // 2 - 56, y, rival)
        put_name(page, x, y, rival.name, 44, 230, BONE)


def _balance(page: Page, end: float, y: float, rival: Rival) -> None:
    """Draw the numbers of games ahead, tied (if any) and behind."""
    parts = [("form_won", rival.ahead), ("form_between", rival.level), ("form_lost", rival.behind)]
    x = end
    for name, count in reversed([part for part in parts if part[1] or part[0] != "form_between"]):
        number = layout_line(str(count), "number", 42, 800)
        put_right_aligned(page, x, y, number, BONE)
        x -= number.width + 22
        page.put(icon(name, 36), x, y)
        x -= 30


def _facts(page: Page, top: float, facts: tuple[Fact, ...]) -> None:
    page.put_corner(vellum_panel(ACROSS, facts_height(len(facts)), 24, 34), LEFT, top)
    for number, fact in enumerate(facts):
        y = top + 12 + (number + 0.5) * FACT_ROW
        value = fit_text(fact.value, "letter", 44, 640, fallback="–")
        put_right_aligned(page, LEFT + ACROSS - 36, y, value, INK)
        label = fit_text(
            fact.label, "letter", MIN_FONT_PX + 2, round(ACROSS - 100 - value.width), fallback=" "
        )
        page.text_line(LEFT + 36, y, label, PALE)
