"""The hand of Borealis: each card, and the sites where it could be played now."""

from dataclasses import dataclass

from render.borealis.marks import Intention
from render.borealis.pieces import ICE_RIM, night, site_cell, wash
from render.borealis.shared import IN_HAND, put_card
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import INTENDED
from render.kit.plates import put_tab, wood_panel
from render.kit.shadows import glow
from rules.borealis.pieces import HAND, SITES
from rules.borealis.view import HandCardView, View

HEIGHT = 900
GROUND_SEED = 31
STEP, LEFT, TOP = 296, 16, 26
SHELF_TOP, SHELF = 664, (280, 212)
CELL_STEP = 88


@dataclass(frozen=True, slots=True)
class HandPicture:
    """One picture of a hand, for its owner's eyes only."""

    view: View
    hand: tuple[HandCardView, ...]
    intended: Intention | None

    def paint(self) -> Page:
        page = Page(night(WIDTH, HEIGHT, GROUND_SEED).image)
        for place, held in enumerate(self.hand[:HAND]):
            self._card(page, place, held)
        return page

    def _leaves(self, place: int) -> bool:
        if self.intended and self.intended.given_up:
            return place in self.intended.given_up
        return place + 1 in (self.view.exchanging or ())

    def _card(self, page: Page, place: int, held: HandCardView) -> None:
        left = LEFT + place * STEP
        middle = left + IN_HAND.width / 2
        put_card(page, left, TOP, held.card, IN_HAND)
        if self._leaves(place):
            page.put_corner(wash(IN_HAND.width, IN_HAND.height, 24, "#0B1620", 0.5), left, TOP)
            page.put(icon("discard", 150), middle, TOP + IN_HAND.height * 0.52)
            if self.intended:
                page.put_corner(glow(IN_HAND.width, IN_HAND.height, 24, INTENDED, 14, 9), left, TOP)
        played = self.intended.played if self.intended else None
        if played and played[0] == place:
            page.put_corner(glow(IN_HAND.width, IN_HAND.height, 24, INTENDED, 14, 9), left, TOP)
        page.put_corner(wood_panel(*SHELF, 24, "dark", 20 + place, ICE_RIM, 4), left, SHELF_TOP)
        for nth, site in enumerate(SITES):
            x, y = left + 52 + nth * CELL_STEP, SHELF_TOP + 130
            fits = site in held.sites
            page.put(site_cell(fits), x, y)
            page.put(icon("site", 62, dim=not fits), x, y - 20)
            sign = "flag" if site in held.advances else "yes"
            page.put(icon(sign, 52) if fits else icon("nowhere", 38, dim=True), x, y + 32)
            if played == (place, site):
                page.put(glow(80, 118, 18, INTENDED, 8, 7), x, y)
        put_tab(page, middle, SHELF_TOP + 14, str(place + 1), 84)
