"""The score sheet of Shipwrights: ships, buildings and military strength, for up to five players."""

from dataclasses import replace

from render.kit import WIDTH, Page, icon
from render.kit.plates import beam
from render.kit.score_sheet import (
    LEFT,
    NumberStyle,
    PodiumStep,
    ScoreSheet,
    SheetLayout,
    TotalsStyle,
    is_best,
    put_total_icon,
)
from render.painter import PictureRequest
from render.shipwrights.overlay import Overlay
from render.shipwrights.own_board import put_day
from render.shipwrights.pieces import evening
from rules.game import ScoreRow
from rules.shipwrights.view import View

LAYOUT = SheetLayout(
    top=384, first_column=330, right_margin=4, rows_top=562, row=114, gap=10,
    total=TotalsStyle(132, 80, 64), foot=44, below=22,
    steps=(
        PodiumStep(196, 92, 62), PodiumStep(158, 92, 62), PodiumStep(130, 92, 62), PodiumStep(104, 52, 50),
    ),
    step_inset=18, step_sunk=24, crown=92, crown_rise=34, wash_inset=5, wash_top=18, mark=76, mark_y=442,
    name_y=518, best=NumberStyle(56, 900), other=NumberStyle(50, 600),
)  # fmt: skip
TIE = 100
TIED_LAYOUT = replace(LAYOUT, foot=LAYOUT.foot + TIE)
"""With a tie, the gold that decides it stands below the totals, since it is not part of the sum."""
ICONS = {"ships": "drakkar", "military": "war_flag", "gold_left": "coin"}
TIE_SIGN = 72
SIGN_X = LEFT + 62
NAME_X = LEFT + 112


def score_sheet(request: PictureRequest[View]) -> Page:
    assert request.outcome is not None
    counted = [row for row in request.outcome.sheet if row.category != "gold_left"]
    ties = [row for row in request.outcome.sheet if row.category == "gold_left"]
    sheet = ScoreSheet(TIED_LAYOUT if ties else LAYOUT, request, len(counted))
    page = Page(evening(WIDTH).image.crop((0, 0, WIDTH, sheet.height)))
    page.put_corner(beam(WIDTH + 20, 100), -10, -6)
    put_day(page, 62, request.view, Overlay())

    def put_row(page: Page, y: float, row: ScoreRow) -> None:
        size = TIE_SIGN if row in ties else min(86, sheet.layout.row_height(sheet.rows) - 12)
        page.put(icon(row.about or ICONS.get(row.category, "points"), size), SIGN_X, y)
        sheet.put_row_name(page, NAME_X, y, row)
        for seat, points in enumerate(row.points):
            shown = "–" if row.about and not points else str(points)
            sheet.put_value(page, sheet.x(seat), y, shown, is_best(points, row.points))

    middle = sheet.paint(page, counted, put_row)
    put_total_icon(page, SIGN_X, middle, 104, 54)
    for row in ties:
        put_row(page, middle + LAYOUT.total.height / 2 + TIE / 2 + 4, row)
    return page
