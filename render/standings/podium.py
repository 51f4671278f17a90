"""The end of a season: the podium, and the next ranks below."""

from render.kit import WIDTH, Page, Picture, Sprite, fit_text, icon
from render.kit.palette import BONE, GOLD, INK, INK_SOFT, NIGHT, OAK_LIGHT
from render.kit.plates import medal, tint, vellum_panel, wood_panel
from render.kit.textures import Tone
from render.standings.backgrounds import allowed_height, night
from render.standings.parts import ACROSS, LEFT, name_line, put_empty_note, put_head, put_number, put_place
from render.standings.views import PodiumPlace, PodiumView

FLOOR = 830
STEPS = {1: 430, 2: 360, 3: 296}
MAX_ON_PODIUM, MAX_BELOW = 5, 6
WIDEST = 340
ROW = 92
BELOW = FLOOR + 40


def step_width(people: int) -> int:
    return min(WIDEST, (ACROSS - 20) // people - 16)


def height_for(below: int) -> int:
    return allowed_height(BELOW + below * ROW + 20)


def podium_step(people: int, place: int) -> Sprite:
    first = place == 1
    border = GOLD if first else OAK_LIGHT
    tone: Tone = "oak" if first else "dark"
    return wood_panel(step_width(people), STEPS[place], 20, tone, 90, border, 6)


def podium(view: PodiumView) -> Picture:
    ordered = sorted(view.places, key=lambda each: each.place)
    above = [each for each in ordered if each.place <= 3][:MAX_ON_PODIUM]
    below = ordered[len(above) :][:MAX_BELOW]
    page = Page(night(height_for(len(below))))
    put_head(page, view.title, view.subtitle)
    if not above:
        put_empty_note(page, view.empty)
        return page.encode()
    width = step_width(len(above))
    first = WIDTH / 2 - (len(above) - 1) / 2 * (width + 16)
    for number, each in enumerate(_best_in_the_middle(above)):
        _step(page, first + number * (width + 16), each, len(above))
    for number, each in enumerate(below):
        _below(page, number, each)
    return page.encode()


def _best_in_the_middle(people: list[PodiumPlace]) -> list[PodiumPlace]:
    """Order players around the first: the second to the left, the third to the right, and so on."""
    left, right = people[1::2], people[0::2]
    return [*reversed(left), *right]


def _step(page: Page, x: float, each: PodiumPlace, people: int) -> None:
    width, top = step_width(people), FLOOR - STEPS[each.place]
    page.put_corner(podium_step(people, each.place), x - width / 2, top)
    page.put(medal(each.place, 132), x, top + 84)
    page.put(icon("points", 124), x, FLOOR - 78)
    page.text_line(x, FLOOR - 78, fit_text(str(each.points), "number", 58, 80), BONE, "middle")
    page.put(tint(width, 72, 20, NIGHT, 0.6), x, top - 44)
    page.text_line(x, top - 44, name_line(each.name, 54, width - 16), BONE, "middle")
    if each.place == 1:
        page.put(icon("crown", 110), x, top - 136)


def _below(page: Page, number: int, each: PodiumPlace) -> None:
    top = BELOW + number * ROW
    page.put_corner(vellum_panel(ACROSS, ROW - 10, 20, 70 + number % 3), LEFT, top)
    middle = top + (ROW - 10) / 2
    put_place(page, 84, middle, each.place, 74, INK_SOFT)
    page.text_line(160, middle, name_line(each.name, 48, 700), INK)
    page.put(icon("season_points", 50), 980, middle)
    put_number(page, 1080, middle, each.points, 130, 52, 850)
