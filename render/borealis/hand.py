"""The hand of Borealis: each card, and the sites where it could be played now."""

from dataclasses import dataclass

from render.borealis.pieces import ICE_RIM, night, site_cell, wash
from render.borealis.table_parts import IN_HAND, CardLayout, PictureContext, put_card
from render.kit import WIDTH, Page, font, icon
from render.kit.palette import BONE, INTENDED
from render.kit.plates import put_number_plate, put_tab, wood_panel
from render.kit.regions import Outline, rectangle
from render.kit.shadows import glow
from rules.borealis.pieces import HAND_SIZE, SITES, Site
from rules.borealis.view import HandCardView

HEIGHT = 900
GROUND_SEED = 31
STEP, LEFT, TOP = 296, 16, 26
SHELF_TOP, SHELF = 664, (280, 212)
CELL_STEP = 88
NAME_WIDTH = IN_HAND.width - 36


@dataclass(frozen=True, slots=True)
class HandPicture:
    """Draws one picture of a hand, for its owner only."""

    context: PictureContext
    hand: tuple[HandCardView, ...]

    def paint(self) -> Page:
        page = Page(night(WIDTH, HEIGHT, GROUND_SEED).image)
        for place, held in enumerate(self.hand[:HAND_SIZE]):
            self._card(page, place, held)
        self._name_parts(page)
        return page

    def _name_parts(self, page: Page) -> None:
        """Register one legend part on each card, so that the labels have room."""
        bottom = TOP + IN_HAND.height
        bands = (
            ("card_scientists", TOP, TOP + IN_HAND.top + 11),
            ("card_animal", TOP + IN_HAND.top + 11, bottom - IN_HAND.bottom - 11),
            ("card_vehicle", bottom - IN_HAND.bottom - 11, bottom),
            ("card_sites", SHELF_TOP, SHELF_TOP + SHELF[1]),
        )
        for place, (part, top, below) in enumerate(bands):
            left = LEFT + place % len(self.hand) * STEP
            page.part(part, left, top, left + IN_HAND.width, below)

    def _card(self, page: Page, place: int, held: HandCardView) -> None:
        left = LEFT + place * STEP
        middle = left + IN_HAND.width / 2
        put_card(page, left, TOP, held.card, IN_HAND)
        self._name(page, held, middle)
        put_card_marks(page, self.context, place, left, TOP, IN_HAND)
        page.put_corner(wood_panel(*SHELF, 24, "dark", 20 + place, ICE_RIM, 4), left, SHELF_TOP)
        card = rectangle(left, TOP, left + SHELF[0], SHELF_TOP + SHELF[1])
        for nth, site in enumerate(SITES):
            put_cell(page, self.context, (place, site), left + 52 + nth * CELL_STEP, SHELF_TOP + 130, card)
        self._address(page, place, middle, card)

    def _name(self, page: Page, held: HandCardView, x: float) -> None:
        """Write the animal's name, on two lines if one is too long."""
        names, face = self.context.components.all_names, font("letter", 38)
        name = names[held.card.species].text(self.context.language)
        name = name[:1].upper() + name[1:]
        lines = [name] if face.getlength(name) <= NAME_WIDTH else name.split(" ", 1)
        for down, text in enumerate(lines):
            page.text(x, TOP + IN_HAND.top + 44 + 44 * down, text, face, BONE, stroke=5)

    def _address(self, page: Page, place: int, x: float, card: Outline) -> None:
        """Draw the card's address for typed moves; while a prompt is open, the number of its answer."""
        numbering = self.context.numbering
        if numbering is None:
            put_tab(page, x, SHELF_TOP + 14, str(place + 1), 84)
        elif number := numbering.held(place):
            put_number_plate(page, x, SHELF_TOP + 10, number, card)


def put_card_marks(
    page: Page, context: PictureContext, place: int, left: float, top: float, layout: CardLayout
) -> None:
    """Draw over a card of the hand that it will be discarded, or that it is chosen."""
    leaves = _leaves(context, place)
    if leaves:
        page.put_corner(wash(layout.width, layout.height, 24, "#0B1620", 0.5), left, top)
        size = min(150, layout.height // 2)
        page.put(icon("discard", size), left + layout.width / 2, top + layout.height * 0.52)
    if _is_chosen(context, place) or (context.intended and leaves):
        page.put_corner(glow(layout.width, layout.height, 24, INTENDED, 14, 9), left, top)


def _leaves(context: PictureContext, place: int) -> bool:
    if context.intended and context.intended.given_up:
        return place in context.intended.given_up
    return place + 1 in (context.view.exchanging or ())


def _is_chosen(context: PictureContext, place: int) -> bool:
    intended, numbering = context.intended, context.numbering
    if intended and intended.played:
        return intended.played[0] == place
    return numbering is not None and numbering.chosen == place


def put_cell(
    page: Page, context: PictureContext, cell: tuple[int, Site], x: float, y: float, card: Outline
) -> None:
    """Draw a site below a card: whether the card fits, its number, and whether the flag would advance.

    `card` outlines the card, which is tapped where it fits only one site.
    """
    place, site = cell
    assert context.view.hand is not None
    held = context.view.hand[place]
    fits = site in held.sites
    intended, numbering = context.intended, context.numbering
    page.put(site_cell(fits), x, y)
    number = numbering.cell(place, site) if numbering else None
    if number is None:
        page.put(icon("site", 62, dim=not fits), x, y - 20)
    else:
        target = card if len(held.sites) == 1 else rectangle(x - 44, y - 62, x + 44, y + 62)
        put_number_plate(page, x, y - 26, number, target)
    sign = "flag" if site in held.advances else "yes"
    page.put(icon(sign, 52) if fits else icon("nowhere", 38, dim=True), x, y + 32)
    if intended and intended.played == (place, site):
        page.put(glow(80, 118, 18, INTENDED, 8, 7), x, y)
