"""The score sheet of Borealis: six or seven rows for up to four players."""

from render.borealis.card_strips import score_sign
from render.borealis.pieces import night
from render.borealis.table_parts import CARD_BACK, put_title
from render.kit import WIDTH, Page, icon
from render.kit.score_sheet import (
    LEFT,
    NumberStyle,
    PodiumStep,
    ScoreSheet,
    SheetLayout,
    TotalsStyle,
    is_best,
)
from render.painter import PictureRequest
from rules.borealis.pieces import SCORE_CARDS
from rules.borealis.view import View
from rules.game import ScoreRow

LAYOUT = SheetLayout(
    top=372, first_column=220, right_margin=16, rows_top=546, row=118, gap=14,
    total=TotalsStyle(140, 80, 66), foot=50, below=24,
    steps=(
        PodiumStep(196, 96, 64), PodiumStep(158, 96, 64), PodiumStep(130, 96, 64), PodiumStep(104, 52, 50),
    ),
    step_inset=18, max_step_width=300, place_edge=0, crown=92, crown_rise=32, wash_inset=6, wash_top=16,
    mark=78, mark_y=432, name_y=506, name_inset=16, best=NumberStyle(58, 900), other=NumberStyle(52, 600),
)  # fmt: skip
SIGN_X = LEFT + 122
GROUND_SEED = 61


def score_sheet(request: PictureRequest[View]) -> Page:
    assert request.outcome is not None
    sheet = ScoreSheet(LAYOUT, request, len(request.outcome.sheet))
    page = Page(night(WIDTH, sheet.height, GROUND_SEED).image)
    put_title(page)

    def put_row(page: Page, middle: float, row: ScoreRow) -> None:
        y = sheet.put_caption(page, middle, row)
        _put_sign(page, y, row)
        for seat, points in enumerate(row.points):
            sheet.put_value(page, sheet.x(seat), y, str(points), is_best(points, row.points))

    page.put(icon("star", 106), SIGN_X, sheet.paint(page, request.outcome.sheet, put_row) - 2)
    return page


def _put_sign(page: Page, y: float, row: ScoreRow) -> None:
    card = next((card for card in SCORE_CARDS if card == row.about), None)
    if card is not None:
        page.put(score_sign(card), SIGN_X, y)
        return
    for name, size, across, down in SIGNS[row.category]:
        page.put(icon(name, size, CARD_BACK if name == "card_back" else ""), SIGN_X + across, y + down)


SIGNS: dict[str, tuple[tuple[str, int, int, int], ...]] = {
    "species": tuple(("polar_bear", 68, across, 0) for across in (-44, 0, 44)),
    "exploration": (("flag", 74, 4, 0),),
    "bonus": (("card_back", 76, -12, 0), ("star", 52, 20, 14)),
    "tokens": tuple(("star", 62, across, 0) for across in (-46, 0, 46)),
    "farthest_flag": (("flag", 74, -34, 0), ("slide", 60, 44, 0)),
}
"""By category: icons, their sizes, and their offsets from the middle."""
