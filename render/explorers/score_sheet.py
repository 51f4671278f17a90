"""The score sheet of Explorers: seven areas for up to four players, and what broke a tie."""

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
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
from render.kit.shadows import vignette
from render.kit.sprite_cache import Sprite, sprite
from render.kit.type import font
from rules.explorers.view import View
from rules.game import Outcome, ScoreRow

LAYOUT = SheetLayout(
    top=330,
    first_column=376,
    right_margin=12,
    rows_top=490,
    row=106,
    min_height=1400,
    gap=12,
    total=TotalsStyle(150, 88, 70),
    foot=54,
    below=28,
    seed=82,
    steps=(
        PodiumStep(190, 100, 85),
        PodiumStep(140, 100, 60),
        PodiumStep(106, 84, 43),
        PodiumStep(72, 48, 30),
    ),
    step_inset=24,
    max_step_width=396,
    place_colour=BONE,
    crown=92,
    crown_rise=26,
    wash_inset=8,
    wash_top=20,
    mark=70,
    best=NumberStyle(56, 850),
    other=NumberStyle(56, 550),
)
SIGN_X = LEFT + 68
TITLE = "EXPLORERS OF THE NORTH SEA"
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
    ground = coast(width, height, DAWN, 12).convert("RGBA")
    ground.alpha_composite(vignette(width, height, 0.5))
    return Sprite(ground.convert("RGB"))


def score_sheet(view: View, outcome: Outcome, names: tuple[str, ...], row_names: tuple[str, ...]) -> Page:
    """Draw the score sheet from the last view and the outcome."""
    sheet = ScoreSheet(LAYOUT, outcome, names, len(outcome.sheet), row_names)
    page = Page(daybreak(WIDTH, sheet.height).image)
    page.put_corner(beam(WIDTH + 20, 100), -10, -6)
    title = font("title", 52, 900)
    page.text(WIDTH / 2, 41, TITLE, title, "#1c120a")
    page.text(WIDTH / 2, 38, TITLE, title, GOLD_LIGHT)
    sheet.put_ground(page)
    for seat in sheet.seats:
        sheet.put_step(page, seat)
        sheet.put_name(page, seat, mark_y=394, name_y=456, inset=20)
    for number, row in enumerate(outcome.sheet):
        _put_row(page, sheet.put_band(page, number), sheet, row, view)
    put_total_icon(page, SIGN_X, sheet.put_totals(page), 110, 58)
    return page


def _put_row(page: Page, y: float, sheet: ScoreSheet, row: ScoreRow, view: View) -> None:
    page.put(icon(ROW_ICONS[row.category], 88), SIGN_X, y)
    sheet.put_row_name(page, SIGN_X + 54, y, row)
    for seat, points in enumerate(row.points):
        x = sheet.x(seat)
        if row.category == "captain":
            captains = view.players[seat].captains
            for index, captain in enumerate(captains):
                page.put(icon(f"captain_{captain}", 66), x - 60 - 70 * (len(captains) - 1 - index), y)
            x += 30
        sheet.put_value(page, x, y, str(points), is_best(points, row.points))
