"""A player's result in the weekly voyage; does not reveal the deal."""

from render.kit import WIDTH, Page, Picture, fit_text, icon
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, OAK_LIGHT
from render.kit.plates import wood_panel
from render.standings.backgrounds import MIN_HEIGHT, night
from render.standings.parts import name_line, put_head
from render.standings.views import VoyageView

PANEL_WIDTH, PANEL_HEIGHT = 900, 400
TOP = 180
FACTS_Y, FACT_ROW = 680, 70


def voyage(view: VoyageView) -> Picture:
    page = Page(night(MIN_HEIGHT))
    put_head(page, view.title, view.subtitle)
    left = (WIDTH - PANEL_WIDTH) / 2
    page.put_corner(wood_panel(PANEL_WIDTH, PANEL_HEIGHT, 28, "oak", 61, GOLD, 6), left, TOP)
    page.text_line(WIDTH / 2, TOP + 78, name_line(view.name, 72, PANEL_WIDTH - 80), BONE, "middle")
    page.put(icon("points", 210), WIDTH / 2, TOP + 236)
    page.text_line(WIDTH / 2, TOP + 236, fit_text(str(view.score), "number", 96, 140), BONE, "middle")
    if view.about:
        about = fit_text(view.about, "letter", 44, PANEL_WIDTH - 80)
        page.text_line(WIDTH / 2, TOP + PANEL_HEIGHT - 44, about, GOLD_LIGHT, "middle")
    if view.facts:
        panel = wood_panel(PANEL_WIDTH, 2 * FACT_ROW + 40, 24, "dark", 62, OAK_LIGHT, 4)
        page.put_corner(panel, left, FACTS_Y - 20 - FACT_ROW / 2)
    for number, fact in enumerate(view.facts[:2]):
        y = FACTS_Y + number * FACT_ROW
        value = fit_text(fact.value, "letter", 46, 300)
        page.text_line(left + PANEL_WIDTH - 40 - value.width, y, value, BONE)
        label = fit_text(fact.label, "letter", 44, round(PANEL_WIDTH - 110 - value.width))
        page.text_line(left + 40, y, label, GOLD_LIGHT)
    return page.encode()
