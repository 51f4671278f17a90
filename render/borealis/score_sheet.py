"""The score sheet of Borealis: six or seven rows for up to four players."""

from collections.abc import Callable

from render.borealis.card_strips import score_sign
from render.borealis.pieces import night
from render.borealis.table_parts import CARD_BACK, put_title
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.score_sheet import (
    LEFT,
    NumberStyle,
    PodiumStep,
    ScoreSheet,
    SheetLayout,
    TotalsStyle,
    is_best,
)
from rules.borealis.pieces import SCORE_CARDS
from rules.game import Outcome, ScoreRow

LAYOUT = SheetLayout(
    top=372,
    first_column=220,
    right_margin=16,
    rows_top=546,
    row=118,
    gap=14,
    total=TotalsStyle(140, 80, 66),
    foot=50,
    below=24,
    steps=(
        PodiumStep(196, 96, 64),
        PodiumStep(158, 96, 64),
        PodiumStep(130, 96, 64),
        PodiumStep(104, 52, 50),
    ),
    step_inset=18,
    max_step_width=300,
    place_edge=0,
    crown=92,
    crown_rise=32,
    wash_inset=6,
    wash_top=16,
    mark=78,
    best=NumberStyle(58, 900),
    other=NumberStyle(52, 600),
)
SIGN_X = LEFT + 122
GROUND_SEED = 61


def score_sheet(outcome: Outcome, names: tuple[str, ...], row_names: tuple[str, ...]) -> Page:
    """Draw the score sheet from the outcome."""
    sheet = ScoreSheet(LAYOUT, outcome, names, len(outcome.sheet), row_names)
    page = Page(night(WIDTH, sheet.height, GROUND_SEED).image)
    put_title(page)
    sheet.put_ground(page)
    for seat in sheet.seats:
        sheet.put_step(page, seat)
        sheet.put_name(page, seat, mark_y=432, name_y=506, inset=16)
    for number, row in enumerate(outcome.sheet):
        y = sheet.put_caption(page, sheet.put_band(page, number), row)
        _put_sign(page, y, row)
        for seat, points in enumerate(row.points):
            sheet.put_value(page, sheet.x(seat), y, str(points), is_best(points, row.points))
    page.put(icon("star", 106), SIGN_X, sheet.put_totals(page) - 2)
    return page


def _put_sign(page: Page, y: float, row: ScoreRow) -> None:
    card = next((card for card in SCORE_CARDS if card == row.about), None)
    if card is None:
        _SIGNS[row.category](page, SIGN_X, y)
    else:
        page.put(score_sign(card), SIGN_X, y)


def _species(page: Page, x: float, y: float) -> None:
    for place in (-1, 0, 1):
        page.put(icon("polar_bear", 68), x + place * 44, y)


def _exploration(page: Page, x: float, y: float) -> None:
    page.put(icon("flag", 74), x + 4, y)


def _bonus(page: Page, x: float, y: float) -> None:
    page.put(icon("card_back", 76, CARD_BACK), x - 12, y)
    page.put(icon("star", 52), x + 20, y + 14)


def _tokens(page: Page, x: float, y: float) -> None:
    for shift in (-1, 0, 1):
        page.put(icon("star", 62), x + shift * 46, y)


def _farthest_flag(page: Page, x: float, y: float) -> None:
    page.put(icon("flag", 74), x - 34, y)
    page.put(icon("slide", 60), x + 44, y)


_SIGNS: dict[str, Callable[[Page, float, float], None]] = {
    "species": _species,
    "exploration": _exploration,
    "bonus": _bonus,
    "tokens": _tokens,
    "farthest_flag": _farthest_flag,
}
