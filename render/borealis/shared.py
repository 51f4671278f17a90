"""What the board and the table of Borealis both show: the beam, the pool, objectives and score cards."""

from dataclasses import dataclass

from render.borealis.marks import Changes, Intention
from render.borealis.pieces import card_face, scientist_arrow, vehicle_badge
from render.borealis.signs import OBJECTIVE, SCORE, objective_card, score_card
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import CHANGED, GOLD_LIGHT, INK, INTENDED
from render.kit.plates import beam, put_tab
from render.kit.seats import put_seat
from render.kit.shadows import glow, rim
from render.kit.type import font
from rules.borealis.components import Components
from rules.borealis.pieces import Card
from rules.borealis.view import View

CARD_BACK = "#1F5266"
SNOW = "#F2FAFC"
DEEP = "#16222c"
POOL_LEFT, POOL_STEP = 20, 293


@dataclass(frozen=True, slots=True)
class CardForm:
    """The measures of an animal card."""

    width: int
    height: int
    top: int
    bottom: int

    @property
    def arrow(self) -> tuple[int, int]:
        return round((self.width - 22) * 0.485), round(self.top * 0.92)

    @property
    def badge(self) -> int:
        return round(self.bottom * 0.86)

    @property
    def star(self) -> int:
        return round(self.bottom * 0.56)


IN_POOL = CardForm(281, 398, 124, 98)
IN_STRIP = CardForm(281, 190, 92, 76)
IN_HAND = CardForm(280, 604, 132, 102)
FORMS = (IN_POOL, IN_STRIP, IN_HAND)


def put_card(page: Page, left: float, top: float, card: Card, form: CardForm) -> None:
    """An animal card: who goes left and right, the animal, its vehicle, its star."""
    page.put_corner(card_face(card.species, form.width, form.height, form.top, form.bottom), left, top)
    middle, arrow = left + form.width / 2, form.arrow
    for colour, side in ((card.left, -1), (card.right, 1)):
        piece = scientist_arrow(colour, side < 0, *arrow)
        page.put(piece, middle + side * (arrow[0] / 2 + 3), top + 11 + form.top / 2 - 1)
    band = top + form.height - 11 - form.bottom / 2
    page.put(vehicle_badge(card.vehicle, form.badge), left + form.width - 22 - form.badge / 2, band)
    if card.stars:
        page.put(icon("star", form.star), middle, band - (10 if form is IN_STRIP else 0))


def put_title(page: Page) -> None:
    page.put_corner(beam(WIDTH + 20, 96, "grey"), -10, -6)
    page.text(40, 41, "BOREALIS", font("title", 56, 900), DEEP, "lm")
    page.text(40, 38, "BOREALIS", font("title", 56, 900), SNOW, "lm")


def spark(page: Page, x: float, y: float) -> None:
    page.put(icon("spark", 54), x, y)


def put_deck(page: Page, x: float, y: float, cards: int, meant: Intention | None) -> None:
    page.put(icon("card_back", 64, CARD_BACK), x, y)
    page.number(x + 36, y + 1, cards, 52, anchor="lm")
    if meant and meant.deck:
        page.put(glow(58, 74, 12, INTENDED, 8), x, y)


@dataclass(frozen=True, slots=True)
class OnTheTable:
    """The cards that lie open for everybody."""

    view: View
    names: tuple[str, ...]
    changes: Changes
    intended: Intention | None
    components: Components

    def pool(self, page: Page, top: int, form: CardForm) -> None:
        for place, card in enumerate(self.view.pool):
            left = POOL_LEFT + place * POOL_STEP
            put_card(page, left, top, card, form)
            if self.view.phase == "draw":
                page.put_corner(glow(form.width, form.height, 24, GOLD_LIGHT, 8, 6), left, top)
            if place in self.changes.pool:
                page.put_corner(rim(form.width, form.height, 24, CHANGED, 7), left, top)
                spark(page, left + form.width - 14, top + 12)
            if self.intended and place in self.intended.pool:
                page.put_corner(glow(form.width, form.height, 24, INTENDED, 14, 9), left, top)
            put_tab(page, left + form.width / 2, top + form.height - 4, "ABCD"[place], 62)

    def objectives(self, page: Page, top: int) -> None:
        for place, objective in enumerate(self.view.objectives):
            left = 20 + place * 391
            number = self.components.objectives.of(objective.card).number
            page.put_corner(
                objective_card(objective.card, objective.kind, number, objective.stars, objective.open),
                left,
                top,
            )
            step = 60 if len(objective.reached_by) < 3 else 44
            for nth, seat in enumerate(objective.reached_by):
                x = left + OBJECTIVE[0] - 44 - nth * step
                put_seat(page, x, top + OBJECTIVE[1] - 40, seat, 60, self.names[seat])
            if place in self.changes.objectives:
                page.put_corner(rim(*OBJECTIVE, 22, CHANGED, 7), left, top)
                spark(page, left + OBJECTIVE[0] - 14, top + 10)

    def score_cards(self, page: Page, top: int, height: int) -> tuple[int, ...]:
        """Both score cards; returns where they begin."""
        lefts = (20, 607)
        for left, each in zip(lefts, self.view.score_cards, strict=True):
            points = self.components.score_cards.of(each.card).points
            pair = self.components.score_cards.level_pair
            page.put_corner(score_card(each.card, points, pair, height), left, top)
        return lefts

    def points_beside(self, page: Page, top: int) -> None:
        """What the reader would get for each score card now."""
        seat = self.view.seat
        if seat is None:
            return
        for left, each in zip((20, 607), self.view.score_cards, strict=True):
            put_seat(page, left + SCORE[0] - 60, top + 46, seat, 62, self.names[seat])
            page.text(left + SCORE[0] - 60, top + 108, str(each.points[seat]), font("number", 50, 850), INK)

    def points_below(self, page: Page, top: int) -> None:
        """What everybody would get for each score card now."""
        for left, each in zip((20, 607), self.view.score_cards, strict=True):
            step = (SCORE[0] - 44) / len(each.points)
            for seat, points in enumerate(each.points):
                x = left + 22 + step * (seat + 0.5)
                put_seat(page, x - 30, top, seat, 58, self.names[seat])
                page.text(x + 32, top + 1, str(points), font("number", 46, 850), INK)
