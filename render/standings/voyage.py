"""What somebody made of the voyage of the week, without a word on the deal."""

from collections.abc import Iterator

from render.kit.icons import icon
from render.kit.page import WIDTH, Page, Picture
from render.kit.palette import BONE, GOLD, GOLD_LIGHT, OAK_LIGHT
from render.kit.plates import wood_panel
from render.kit.sprites import Request
from render.kit.type import fitted
from render.standings.grounds import LOWEST, night
from render.standings.parts import head, name_line
from render.standings.views import VoyageView

PANEL_WIDTH, PANEL_HEIGHT = 900, 400
TOP = 180
FACTS_Y, FACT_ROW = 680, 70


def panel() -> Request:
    return wood_panel.request(PANEL_WIDTH, PANEL_HEIGHT, 28, "oak", 61, GOLD, 6)


def facts_panel() -> Request:
    return wood_panel.request(PANEL_WIDTH, 2 * FACT_ROW + 40, 24, "dark", 62, OAK_LIGHT, 4)


def requests() -> Iterator[Request]:
    yield panel()
    yield facts_panel()
    yield icon.request("points", 210)


def voyage(view: VoyageView) -> Picture:
    page = Page(night(LOWEST))
    head(page, view.title, view.subtitle)
    left = (WIDTH - PANEL_WIDTH) / 2
    page.put_corner(panel().fetch(), left, TOP)
    page.line(WIDTH / 2, TOP + 78, name_line(view.name, 72, PANEL_WIDTH - 80), BONE, "middle")
    page.put(icon("points", 210), WIDTH / 2, TOP + 236)
    page.line(WIDTH / 2, TOP + 236, fitted(str(view.score), "number", 96, 140), BONE, "middle")
    if view.about:
        about = fitted(view.about, "letter", 44, PANEL_WIDTH - 80)
        page.line(WIDTH / 2, TOP + PANEL_HEIGHT - 44, about, GOLD_LIGHT, "middle")
    if view.facts:
        page.put_corner(facts_panel().fetch(), left, FACTS_Y - 20 - FACT_ROW / 2)
    for number, fact in enumerate(view.facts[:2]):
        y = FACTS_Y + number * FACT_ROW
        value = fitted(fact.value, "letter", 46, 300)
        page.line(left + PANEL_WIDTH - 40 - value.width, y, value, BONE)
        label = fitted(fact.label, "letter", 44, round(PANEL_WIDTH - 110 - value.width))
        page.line(left + 40, y, label, GOLD_LIGHT)
    return page.finish()
