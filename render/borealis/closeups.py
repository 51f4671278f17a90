"""Close-ups: the discard pile, with a row for each species and a column for each vehicle."""

from dataclasses import dataclass

from render.borealis.pieces import ICE_RIM, animal_chip, night, scientist, slip
from render.borealis.table_parts import PictureContext, put_title
from render.kit import WIDTH, Page, icon
from render.kit.plates import wood_panel
from rules.borealis.pieces import SPECIES, VEHICLES, Card

HEIGHT = 1010
GROUND_SEED = 47
HEAD, TOP, ROW, PANEL = 152, 208, 158, (1160, 150)
FIRST, COLUMN = 130, 208
SMALL, SLIP = 48, (92, 62)


@dataclass(frozen=True, slots=True)
class Discards:
    context: PictureContext

    def paint(self) -> Page:
        page = Page(night(WIDTH, HEIGHT, GROUND_SEED).image)
        put_title(page)
        page.put(icon("discard", 62), 1010, 37)
        page.number(1050, 38, len(self.context.view.discards), 50, anchor="lm")
        for column, vehicle in enumerate(VEHICLES):
            page.put(icon(vehicle, 92), FIRST + (column + 0.5) * COLUMN, HEAD)
        for row, species in enumerate(SPECIES):
            top = TOP + row * ROW
            page.put_corner(wood_panel(*PANEL, 22, "dark", 60 + row, ICE_RIM, 4), 20, top)
            page.put(animal_chip(species), 74, top + PANEL[1] / 2)
            for column, vehicle in enumerate(VEHICLES):
                cards = [
                    card
                    for card in self.context.view.discards
                    if (card.species, card.vehicle) == (species, vehicle)
                ]
                self._cards(page, FIRST + column * COLUMN, top + PANEL[1] / 2, cards)
        return page

    def _cards(self, page: Page, left: float, middle: float, cards: list[Card]) -> None:
        """Draw cards in pairs, each by the scientists that move left and right."""
        lower = (len(cards) - 1) // 2
        for place, card in enumerate(cards):
            row, column = divmod(place, 2)
            x, y = left + 54 + column * (SLIP[0] + 4), middle + (2 * row - lower) * 34
            page.put(slip(*SLIP), x, y)
            page.put(scientist(card.left, SMALL), x - 20, y)
            page.put(scientist(card.right, SMALL), x + 20, y)
