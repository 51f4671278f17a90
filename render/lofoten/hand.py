"""The hand of Lofoten: the left, centre and right card with their effects, and a drawn card to be placed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from render.kit import WIDTH, Page, font, icon
from render.kit.palette import BONE, GOLD_LIGHT, INK, INTENDED, SHIELD
from render.kit.plates import badge_plate, put_number_plate, vellum_panel
from render.kit.regions import rectangle
from render.kit.shadows import glow
from render.lofoten.hand_slots import SLOT_STYLES, SLOTS
from render.lofoten.highlights import Intention
from render.lofoten.numbering import NumberedAnswer
from render.lofoten.pieces import ghost_card, nib, order_card, order_chip, ship_at_dock, slash, table
from render.lofoten.players import EFFECT_ICONS
from rules.game import Seat
from rules.lofoten.pieces import SIDES, Card, Good, Hand
from rules.lofoten.view import View

HEIGHT = 900
LARGE = 92
"""Size of the number plates on large cards."""
CARD = (364, 560)
SMALL = (252, 388)
NAME, NAME_ROOM = 42, 232
LEFTS = (27, 418, 809)
TOP = 34
PLAQUE_TOP, PLAQUE = 634, 232
DIM, DIM_EDGE, DIM_INK = "#4A5560", "#8E979E", "#D0D5D8"


@dataclass(frozen=True, slots=True)
class HandPicture:
    """Draws one picture of a hand, for its owner only."""

    view: View
    seat: Seat
    hand: tuple[Card, ...]
    intended: Intention | None
    answers: tuple[NumberedAnswer, ...] = ()
    names_by_key: Mapping[Good, str] = field(default_factory=dict)
    """Names of the goods in the language of the picture."""

    def paint(self) -> Page:
        page = Page(table(WIDTH, HEIGHT).image)
        if self.view.drawn:
            self._placing(page, self.view.drawn)
            return page
        for place, card in self._places().items():
            left = LEFTS[SLOTS.index(place)]
            if card is None:
                self._gone(page, left, place)
            else:
                self._card(page, left, card, place)
        for answer in self.answers:
            if answer.spot.what == "card":
                left = LEFTS[SLOTS.index(answer.spot.key)]
                target = rectangle(left, TOP, left + CARD[0], PLAQUE_TOP + PLAQUE)
                put_number_plate(page, left + 62, TOP + CARD[1] - 54, answer.number, target, LARGE)
        return page

    def _places(self) -> dict[Hand, Card | None]:
        """The card in each slot; the slot of a card in play is empty."""
        mine = self.view.active == self.seat
        playing = self.view.in_play if mine else None
        kept = iter(self.hand)
        if len(self.hand) == len(SLOTS):
            return dict(zip(SLOTS, self.hand, strict=True))
        missing = playing.hand if playing else "centre"
        return {place: None if place == missing else next(kept, None) for place in SLOTS}

    def _steps(self, side: Hand) -> int:
        assert self.view.steps is not None
        return self.view.steps[0 if side == "left" else -1]

    def _effect(self, card: Card) -> str:
        return EFFECT_ICONS[self.view.effects[card.good]]

    def _card(self, page: Page, left: int, card: Card, place: Hand) -> None:
        playable = place != "centre" or self.view.fleets[self.seat].dock.order is None
        page.put_corner(order_card(card.good, *CARD, dim=not playable), left, TOP)
        if self.intended and place in self.intended.cards:
            page.put_corner(glow(CARD[0], CARD[1], 26, INTENDED, 18, 12), left, TOP)
        self._name(page, left + CARD[0] / 2 + 44, TOP + CARD[1] - 52, card)
        page.part(f"{place}_card", left, TOP + 130, left + CARD[0], TOP + CARD[1])
        page.part("does", left, PLAQUE_TOP, left + CARD[0], PLAQUE_TOP + PLAQUE)
        if place == "left":
            page.part("value", left + 10, TOP + 10, left + 122, TOP + 122)
        if place == "centre":
            page.part("effect", left + 124, TOP + 10, left + 240, TOP + 122)
        self._badges(page, left, TOP, CARD[0], card, place if playable else None)
        self._plaque(page, left, card, place, playable)

    def _name(self, page: Page, x: float, y: float, card: Card) -> None:
        """Write the good's name, on two lines if one would leave the card or cover its number."""
        name = self.names_by_key.get(card.good, "")
        face = font("letter", NAME)
        lines = [name] if face.getlength(name) <= NAME_ROOM else name.split(maxsplit=1)
        for number, text in enumerate(reversed(lines)):
            page.text(x, y - number * NAME, text, face, BONE, stroke=5)

    def _badges(self, page: Page, left: int, top: int, width: int, card: Card, lit: Hand | None) -> None:
        """Draw the card's use in each slot; the one of its own slot is lit."""
        for place, x in zip(SLOTS, (left + 66, left + width / 2, left + width - 66), strict=True):
            on = place == lit
            mark = SLOT_STYLES[place]
            colour = SHIELD if place == "centre" else mark.colour
            size = (118 if on else 88) if place == "centre" else (112 if on else 84)
            face = badge_plate(size, mark.shape, colour if on else DIM, GOLD_LIGHT if on else DIM_EDGE)
            page.put(face, x, top + 66)
            if place == "centre":
                page.put(icon(self._effect(card), 78 if on else 54, dim=not on), x, top + 66)
            else:
                page.number(x, top + 66, card.value, 70 if on else 50, BONE if on else DIM_INK, stroke=0)

    def _plaque(self, page: Page, left: int, card: Card, place: Hand, playable: bool) -> None:
        mark = SLOT_STYLES[place]
        middle = PLAQUE_TOP + PLAQUE / 2 + 8
        page.put_corner(vellum_panel(CARD[0], PLAQUE, 24, 12, mark.frame, 7), left, PLAQUE_TOP)
        page.put(nib(mark.colour), left + CARD[0] / 2, PLAQUE_TOP - 6)
        if place != "centre":
            leftwards = place == "left"
            page.put(icon("turn", 98, mark.bright, mirrored=leftwards), left + 72, middle)
            page.put(slash(), left + 132, middle)
            page.put(icon("slide", 98, mark.bright, mirrored=leftwards), left + 192, middle)
            page.number(left + CARD[0] - 78, middle, f"×{self._steps(place)}", 70, INK, stroke=0)
            return
        occupied = self.view.fleets[self.seat].dock.order
        if occupied and not playable:
            page.put(ship_at_dock(self.seat), left + 104, middle - 2)
            page.put(order_chip(occupied.good, 82), left + 104, middle - 4)
            page.put(icon(self._effect(card), 108, dim=True), left + 244, middle)
            page.put(icon("barred", 130), left + 244, middle)
            return
        page.put(ship_at_dock(self.seat), left + 70, middle - 2)
        uses = self.view.uses[SLOTS.index(place)] if self.view.uses else 1
        page.put(icon(self._effect(card), 108), left + 186, middle)
        page.number(left + CARD[0] - 78, middle, f"×{uses}", 70, INK, stroke=0)

    def _gone(self, page: Page, left: int, place: Hand) -> None:
        """Draw the slot of the card in play, and what that card still allows."""
        mark = SLOT_STYLES[place]
        page.put_corner(ghost_card(*CARD, mark.colour), left, TOP)
        playing = self.view.in_play
        if playing is None or self.view.active != self.seat:
            return
        middle = TOP + CARD[1] / 2
        page.put(order_chip(playing.card.good, 150), left + CARD[0] / 2, middle - 60)
        sign = self._effect(playing.card) if place == "centre" else "slide"
        colour = "" if place == "centre" else mark.bright
        page.put(icon(sign, 98, colour, mirrored=place == "left"), left + CARD[0] / 2 - 64, middle + 90)
        page.number(left + CARD[0] / 2 + 60, middle + 90, f"×{playing.left}", 80)

    def _placing(self, page: Page, drawn: Card) -> None:
        """Draw the drawn card above the two kept ones, with the two ends where it can be placed."""
        gap = (WIDTH - 4 * SMALL[0]) / 5
        lefts = [round(gap + number * (SMALL[0] + gap)) for number in range(4)]
        row = 484
        middle = WIDTH / 2
        for place, left in zip(SIDES, (lefts[0], lefts[3]), strict=True):
            mark = SLOT_STYLES[place]
            page.put_corner(ghost_card(*SMALL, mark.colour), left, row)
            meant = self.intended is not None and self.intended.end == place
            if meant:
                page.put_corner(glow(*SMALL, 24, INTENDED, 16, 10), left, row)
            x = left + SMALL[0] / 2
            page.put(badge_plate(112, mark.shape, mark.colour, GOLD_LIGHT), x, row + 120)
            page.number(x, row + 120, drawn.value, 70, stroke=0)
            page.put(order_chip(drawn.good, 104), x, row + 260)
        self._ends(page, lefts, row)
        for card, left in zip(self.hand, lefts[1:3], strict=False):
            page.put_corner(order_card(card.good, *SMALL), left, row)
            self._small_badges(page, left, row, card)
        page.put_corner(order_card(drawn.good, *SMALL), middle - SMALL[0] / 2, 44)
        page.put_corner(glow(*SMALL, 26, GOLD_LIGHT, 18, 10), middle - SMALL[0] / 2, 44)
        self._small_badges(page, round(middle - SMALL[0] / 2), 44, drawn)
        page.part("drawn", middle - SMALL[0] / 2, 44, middle + SMALL[0] / 2, 44 + SMALL[1])
        page.part("ends", lefts[0], row, lefts[0] + SMALL[0], row + SMALL[1])
        for card, x, y in (
            (drawn, middle, 44),
            *zip(self.hand, (lefts[1] + 126, lefts[2] + 126), (row, row), strict=False),
        ):
            self._name(page, x, y + SMALL[1] - 40, card)
        for place, x in zip(SIDES, (lefts[0] + SMALL[0] * 0.75, lefts[3] + SMALL[0] * 0.25), strict=True):
            page.put(icon("bend", 190, SLOT_STYLES[place].bright, mirrored=place == "left"), x, 300)

    def _ends(self, page: Page, lefts: Sequence[int], row: int) -> None:
        """Draw the numbers of the answers at their end of the hand."""
        found: dict[object, list[int]] = {}
        for answer in self.answers:
            if answer.spot.what == "end":
                found.setdefault(answer.spot.key, []).append(answer.number)
        for end, left in zip(SIDES, (lefts[0], lefts[3]), strict=True):
            for place, number in enumerate(found.get(end, ())):
                target = rectangle(left, row, left + SMALL[0], row + SMALL[1])
                put_number_plate(page, left + 50 + place * 76, row + SMALL[1] - 44, number, target)

    def _small_badges(self, page: Page, left: int, top: int, card: Card) -> None:
        x = left + SMALL[0] / 2
        for place, shift in zip(SLOTS, (-78, 0, 78), strict=True):
            mark = SLOT_STYLES[place]
            page.put(badge_plate(76, mark.shape, DIM, DIM_EDGE), x + shift, top + 52)
            if place == "centre":
                page.put(icon(self._effect(card), 50), x, top + 52)
            else:
                page.number(x + shift, top + 52, card.value, 46, BONE, stroke=0)
