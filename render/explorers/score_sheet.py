"""The score sheet of Explorers: seven areas for up to four players, and what broke a tie."""

from render.kit import WIDTH, Page, Sprite, fit_text, icon, sprite
from render.kit.palette import BONE, GOLD_LIGHT
from render.kit.plates import beam
from render.kit.scenes import DAWN, coast
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
from render.kit.shadows import with_vignette
from render.painter import PictureRequest
from rules.explorers.view import View
from rules.game import ScoreRow

LAYOUT = SheetLayout(
    top=330, first_column=376, right_margin=12, rows_top=490, row=106, min_height=1400, gap=12,
    total=TotalsStyle(150, 88, 70), foot=54, below=28, seed=82,
    steps=(
        PodiumStep(190, 100, 85), PodiumStep(140, 100, 60), PodiumStep(106, 84, 43), PodiumStep(72, 48, 30),
    ),
    step_inset=24, max_step_width=396, place_colour=BONE, crown=92, crown_rise=26, wash_inset=8,
    wash_top=20, mark=70, mark_y=394, name_y=456, name_inset=20, best=NumberStyle(56, 850),
    other=NumberStyle(56, 550),
)  # fmt: skip
SIGN_X = LEFT + 68
ROW_ICONS = {
    "livestock": "livestock_sheep",
    "outposts": "outpost",
    "enemy_ships": "enemy_ship",
    "settlements": "settlement",
    "viking_deaths": "dead_viking",
    "islands": "island",
    "captain": "viking",
    "dead_vikings": "dead_viking",
    "settlements_raided": "settlement",
}


@sprite
def daybreak(width: int, height: int) -> Sprite:
    """Background of the score sheet: the coast at dawn."""
    return with_vignette(coast(width, height, DAWN, 12), 0.5)


def score_sheet(request: PictureRequest[View], game_name: str) -> Page:
    assert request.outcome is not None
    sheet = ScoreSheet(LAYOUT, request, len(request.outcome.sheet))
    page = Page(daybreak(WIDTH, sheet.height).image)
    page.put_corner(beam(WIDTH + 20, 100), -10, -6)
    title = fit_text(game_name.upper(), "title", 52, WIDTH - 100, 900)
    page.text_line(WIDTH / 2, 41, title, "#1c120a", "middle")
    page.text_line(WIDTH / 2, 38, title, GOLD_LIGHT, "middle")

    def put_row(page: Page, y: float, row: ScoreRow) -> None:
        page.put(icon(ROW_ICONS[row.category], 88), SIGN_X, y)
        sheet.put_row_name(page, SIGN_X + 54, y, row)
        for seat, points in enumerate(row.points):
            x = sheet.x(seat)
            if row.category == "captain":
                captains = request.view.players[seat].captains
                for index, captain in enumerate(captains, 1 - len(captains)):
                    page.put(icon(f"captain_{captain}", 66), x - 60 + 70 * index, y)
                x += 30
            sheet.put_value(page, x, y, str(points), is_best(points, row.points))

    put_total_icon(page, SIGN_X, sheet.paint(page, request.outcome.sheet, put_row), 110, 58)
    return page
