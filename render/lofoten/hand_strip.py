"""The reader's hand as a strip at the foot of a focus picture, with the slots of a card to be placed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render.kit import WIDTH, Page, icon
from render.kit.palette import BONE, GOLD_LIGHT, INK, INTENDED, SHIELD
from render.kit.plates import badge_plate, put_number_plate, vellum_panel
from render.kit.regions import rectangle
from render.kit.shadows import glow
from render.lofoten.hand_slots import SLOT_STYLES, SLOTS
from render.lofoten.picture_context import PictureContext
from render.lofoten.pieces import order_chip, ship_at_dock
from render.lofoten.players import EFFECT_ICONS
from rules.lofoten.pieces import Card, Hand

HEIGHT = 184
GAP = 12
CHIP = 124


def _lefts(count: int) -> tuple[int, list[int]]:
    """Width and left edges of this many cards in a row."""
    width = (WIDTH - GAP * (count + 1)) // count
    return width, [GAP + place * (width + GAP) for place in range(count)]


@dataclass(frozen=True, slots=True)
class HandStrip:
    """Draws the reader's cards from left to right; a drawn card is shown at both ends."""

    context: PictureContext
    top: int
    numbers: Mapping[object, int]
    """Numbers of the answers by slot or end."""

    def put(self, page: Page) -> None:
        view = self.context.view
        if view.drawn:
            self._put_ends(page, view.drawn, view.hand or ())
            return
        width, lefts = _lefts(3)
        for place, card in self._cards().items():
            if card:
                self._put_card(page, lefts[SLOTS.index(place)], width, card, place)

    def _cards(self) -> dict[Hand, Card | None]:
        """The card in each slot; the slot of a card in play is empty."""
        hand, playing = self.context.view.hand or (), self.context.view.in_play
        if len(hand) == len(SLOTS):
            return dict(zip(SLOTS, hand, strict=True))
        missing = playing.hand if playing and self.context.view.active == self.context.near else "centre"
        kept = iter(hand)
        return {place: None if place == missing else next(kept, None) for place in SLOTS}

    def _put_card(self, page: Page, left: int, width: int, card: Card, place: Hand) -> None:
        """Draw a card: its good and value, then what it does in its slot."""
        view, style, middle = self.context.view, SLOT_STYLES[place], self.top + HEIGHT / 2
        page.put_corner(vellum_panel(width, HEIGHT, 24, 12, style.frame, 8), left, self.top)
        self._put_face(page, left + 98, middle, card, place)
        if place == "centre":
            self._put_order(page, left + 172, middle, card)
        else:
            assert view.steps is not None
            steps, leftwards = view.steps[0 if place == "left" else -1], place == "left"
            page.put(icon("slide", 84, style.bright, mirrored=leftwards), left + 216, middle - 36)
            page.put(icon("turn", 84, style.bright, mirrored=leftwards), left + 216, middle + 42)
            page.number(left + 312, middle, f"×{steps}", 76, INK, stroke=0)
        if self.context.intended and place in self.context.intended.cards:
            page.put_corner(glow(width, HEIGHT, 24, INTENDED, 14, 9), left, self.top)
        if place in self.numbers:
            target = rectangle(left, self.top, left + width, self.top + HEIGHT)
            put_number_plate(page, left + 44, self.top + HEIGHT - 40, self.numbers[place], target, 72)
        page.part(f"{place}_card", left, self.top, left + width, self.top + HEIGHT)

    def _put_face(self, page: Page, x: float, y: float, card: Card, place: Hand) -> None:
        style = SLOT_STYLES[place]
        page.put(order_chip(card.good, CHIP), x, y)
        colour = SHIELD if place == "centre" else style.colour
        page.put(badge_plate(72, style.shape, colour, GOLD_LIGHT), x - 58, y - 48)
        page.number(x - 58, y - 48, card.value, 46, BONE, stroke=0)

    def _put_order(self, page: Page, left: float, y: float, card: Card) -> None:
        """Draw what the centre card does: an order for the ship at the dock, and its effect."""
        view = self.context.view
        effect, occupied = EFFECT_ICONS[view.effects[card.good]], view.fleets[self.context.near].dock.order
        page.put(ship_at_dock(self.context.near), left + 28, y - 4)
        if occupied and view.active == self.context.near and view.phase == "action":
            page.put(order_chip(occupied.good, 56), left + 28, y - 8)
            page.put(icon(effect, 84, dim=True), left + 122, y)
            page.put(icon("barred", 104), left + 122, y)
            return
        uses = view.uses[1] if view.uses and len(view.uses) == len(SLOTS) else 1
        page.put(icon(effect, 84), left + 98, y)
        page.number(left + 166, y, f"×{uses}", 56, INK, stroke=0)

    def _put_ends(self, page: Page, drawn: Card, hand: Sequence[Card]) -> None:
        """Draw the kept cards between the two ends where the drawn one can go."""
        width, lefts = _lefts(len(hand) + 2)
        middle = self.top + HEIGHT / 2
        for left, card in zip(lefts[1:], hand, strict=False):
            page.put_corner(vellum_panel(width, HEIGHT, 24, 12, SHIELD, 5), left, self.top)
            page.put(order_chip(card.good, CHIP), left + 84, middle)
            page.put(icon(EFFECT_ICONS[self.context.view.effects[card.good]], 76), left + 206, middle + 44)
            page.number(left + 206, middle - 34, card.value, 72, INK, stroke=0)
        for end, left in (("left", lefts[0]), ("right", lefts[-1])):
            style = SLOT_STYLES["left" if end == "left" else "right"]
            meant = self.context.intended is not None and self.context.intended.end == end
            page.put_corner(vellum_panel(width, HEIGHT, 24, 12, style.frame, 8), left, self.top)
            lit = INTENDED if meant else GOLD_LIGHT
            page.put_corner(glow(width, HEIGHT, 24, lit, 14, 9), left, self.top)
            page.put(order_chip(drawn.good, CHIP), left + 84, middle)
            page.put(icon("slide", 76, style.bright, mirrored=end == "left"), left + 206, middle + 44)
            page.number(left + 206, middle - 34, drawn.value, 72, style.frame, stroke=0)
            if end in self.numbers:
                target = rectangle(left, self.top, left + width, self.top + HEIGHT)
                put_number_plate(page, left + 40, self.top + HEIGHT - 38, self.numbers[end], target)
        page.part("ends", lefts[0], self.top, lefts[0] + width, self.top + HEIGHT)
