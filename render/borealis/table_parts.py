"""Parts that players' and spectators' boards share: pool, objectives, score cards, round and deck."""

from dataclasses import dataclass

from render.borealis.card_strips import STRIP_HEIGHT, STRIP_WIDTH, objective_strip, score_strip
from render.borealis.highlights import Changes, Intention
from render.borealis.numbering import Numbering
from render.borealis.pieces import card_face, scientist_arrow, vehicle_badge
from render.kit import WIDTH, Page, fit_text, font, icon, put_seat
from render.kit.palette import CHANGED, GOLD_LIGHT, INK, INTENDED, PALE
from render.kit.plates import NUMBER_PLATE_PX, beam, put_number_plate, put_tab
from render.kit.regions import rectangle
from render.kit.shadows import glow, rim
from render.painter import RequestReader
from rules.borealis.components import Components
from rules.borealis.pieces import Card
from rules.borealis.view import View
from rules.game import Seat

CARD_BACK = "#1F5266"
SNOW = "#F2FAFC"
DEEP = "#16222c"
POOL_LEFT, POOL_STEP = 20, 293
STRIP_LEFT, STRIP_STEP = 20, STRIP_HEIGHT + 8
TALL_STRIP_HEIGHT = STRIP_HEIGHT + 58
NAME_LEFT, NAME_WIDTH = 312, 580
SEATS_X = 1010


@dataclass(frozen=True, slots=True)
class CardLayout:
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


IN_STRIP = CardLayout(281, 190, 92, 76)
LOW = CardLayout(281, 152, 72, 58)
IN_HAND = CardLayout(280, 604, 132, 102)


def put_card(page: Page, left: float, top: float, card: Card, layout: CardLayout) -> None:
    """Draw an animal card: the scientists that move left and right, the animal, its vehicle and star."""
    page.put_corner(
        card_face(card.species, layout.width, layout.height, layout.top, layout.bottom), left, top
    )
    middle, arrow = left + layout.width / 2, layout.arrow
    for colour, side in ((card.left, -1), (card.right, 1)):
        piece = scientist_arrow(colour, side < 0, *arrow)
        page.put(piece, middle + side * (arrow[0] / 2 + 3), top + 11 + layout.top / 2 - 1)
    band = top + layout.height - 11 - layout.bottom / 2
    page.put(vehicle_badge(card.vehicle, layout.badge), left + layout.width - 22 - layout.badge / 2, band)
    if card.stars:
        page.put(icon("star", layout.star), middle, band - (10 if layout is IN_STRIP else 0))


def put_title(page: Page) -> None:
    page.put_corner(beam(WIDTH + 20, 96, "grey"), -10, -6)
    page.text(40, 41, "BOREALIS", font("title", 56, 900), DEEP, "lm")
    page.text(40, 38, "BOREALIS", font("title", 56, 900), SNOW, "lm")


def spark(page: Page, x: float, y: float) -> None:
    page.put(icon("spark", 44), x, y)


@dataclass(frozen=True, slots=True)
class PictureContext(RequestReader[View]):
    """Everything a picture is drawn from: the request, components, highlights and numbers."""

    components: Components
    changes: Changes
    intended: Intention | None
    numbering: Numbering | None

    def round(self) -> str:
        """The number of the round as text; empty before the first."""
        name = self.components.names["round"].text(self.language)
        return f"{name.capitalize()} {self.view.round}" if self.view.round else ""


def put_deck(page: Page, x: float, context: PictureContext) -> None:
    page.put(icon("card_back", 62, CARD_BACK), x, 37)
    page.number(x + 32, 38, context.view.deck, 50, anchor="lm")
    page.part("deck", x - 30, 4, x + 98, 74)
    if context.intended and context.intended.deck:
        page.put(glow(58, 74, 12, INTENDED, 8), x, 37)


def put_round(page: Page, left: float, context: PictureContext) -> None:
    if text := context.round():
        page.text_line(left, 41, fit_text(text, "letter", 44, 206), DEEP)
        page.text_line(left, 38, fit_text(text, "letter", 44, 206), SNOW)
        page.part("round", left - 8, 8, left + 220, 76)
    if context.view.last_round:
        page.put(icon("hourglass", 62), left - 40, 36)
        page.part("last_round", left - 72, 4, left - 10, 70)


def put_pool(page: Page, top: int, context: PictureContext) -> None:
    layout, view = IN_STRIP, context.view
    page.part("pool", POOL_LEFT, top, WIDTH - POOL_LEFT, top + layout.height)
    for place, card in enumerate(view.pool):
        left = POOL_LEFT + place * POOL_STEP
        put_card(page, left, top, card, layout)
        if view.phase == "draw":
            page.put_corner(glow(layout.width, layout.height, 24, GOLD_LIGHT, 8, 6), left, top)
        if place in context.changes.pool:
            page.put_corner(rim(layout.width, layout.height, 24, CHANGED, 7), left, top)
        if context.intended and place in context.intended.pool:
            page.put_corner(glow(layout.width, layout.height, 24, INTENDED, 14, 9), left, top)
        x, y = left + layout.width / 2, top + layout.height - 4
        if context.numbering is None:
            put_tab(page, x, y, "ABCD"[place], 62)
        elif number := context.numbering.pooled(place):
            target = rectangle(left, top, left + layout.width, y + NUMBER_PLATE_PX / 2)
            put_number_plate(page, x, y, number, target)


def put_objectives(page: Page, top: int, context: PictureContext) -> None:
    """Draw a strip for each objective with the players who reached it."""
    bottom = top + len(context.view.objectives) * STRIP_STEP
    page.part("objectives", STRIP_LEFT, top, STRIP_LEFT + STRIP_WIDTH, bottom - 8)
    for place, objective in enumerate(context.view.objectives):
        y = top + place * STRIP_STEP
        sprite = objective_strip(
            objective.card, objective.kind, objective.number, objective.stars, objective.open
        )
        page.put_corner(sprite, STRIP_LEFT, y)
        _put_card_name(page, y, objective.name.text(context.language), INK if objective.open else PALE)
        step = 56 if len(objective.reached_by) < 4 else 46
        for nth, seat in enumerate(objective.reached_by):
            put_seat(page, SEATS_X + nth * step, y + STRIP_HEIGHT / 2, seat, 58, context.names[seat])
        if place in context.changes.objectives:
            page.put_corner(rim(STRIP_WIDTH, STRIP_HEIGHT, 18, CHANGED, 7), STRIP_LEFT, y)


def put_score_cards(page: Page, top: int, context: PictureContext, seat: Seat | None) -> None:
    """Draw a strip for each score card with the current points of one seat, or of all seats below."""
    height = STRIP_HEIGHT if seat is not None else TALL_STRIP_HEIGHT
    step = height + STRIP_STEP - STRIP_HEIGHT
    page.part("score_cards", STRIP_LEFT, top, STRIP_LEFT + STRIP_WIDTH, top + 2 * step - 8)
    for place, card in enumerate(context.view.score_cards):
        y = top + place * step
        page.put_corner(score_strip(card.card, card.each, card.pair, height), STRIP_LEFT, y)
        _put_card_name(page, y, card.name.text(context.language), INK)
        if seat is not None:
            _put_points(page, SEATS_X + 20, y + STRIP_HEIGHT / 2, seat, card.points[seat], context)
            continue
        column = STRIP_WIDTH / len(card.points)
        for owner, points in enumerate(card.points):
            x = STRIP_LEFT + column * (owner + 0.5)
            _put_points(page, x - 40, y + STRIP_HEIGHT + 24, owner, points, context)


def _put_card_name(page: Page, top: float, name: str, colour: str) -> None:
    page.text_line(NAME_LEFT, top + STRIP_HEIGHT / 2, fit_text(name, "letter", 44, NAME_WIDTH), colour)


def _put_points(page: Page, x: float, y: float, seat: Seat, points: int, context: PictureContext) -> None:
    put_seat(page, x, y, seat, 58, context.names[seat])
    page.text(x + 66, y + 1, str(points), font("number", 46, 850), INK)
