"""The hand of Shipwrights: the set to pick from, the kept cards, what can be played, and the resources."""

from collections import Counter
from dataclasses import dataclass

from render.kit import WIDTH, Page, fit_text, icon, put_seat
from render.kit.palette import GOLD_LIGHT, INK, INTENDED
from render.kit.plates import put_number_plate, put_tab, vellum_panel, wood_panel
from render.kit.regions import rectangle
from render.kit.seats import seat_colour
from render.kit.shadows import glow, well
from render.shipwrights.cards import DRAFT, HAND, CardLayout, put_card
from render.shipwrights.highlights import MAX_GOLD, Intention
from render.shipwrights.numbering import Numbering, card_spot
from render.shipwrights.own_board import Names
from render.shipwrights.pieces import bench, ghost, lack
from render.shipwrights.playable import gold_gained, is_playable, possible_targets
from render.shipwrights.village_row import missing_needs
from rules.game import Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import GOODS, MAX_CRAFTSMEN, SETS, Card
from rules.shipwrights.view import PlayerView, View

ACROSS = 3
PITCH = 390
MARGIN = 14
HEAD = 76
STRIP = 108
PLAQUE = 164
EMPTY = 900
TRAY = "#0b0704"
BIG_NUMBER_PX = 84


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in the picture, to be chosen or kept, and its index in that group."""

    face: Face
    kept: bool
    place: int


def shown_cards(view: View) -> tuple[ShownCard, ...]:
    """The cards to choose from, then the cards in hand."""
    offered = enumerate(view.draft or view.drawn or ())
    kept = enumerate(view.hand or ())
    return (
        *(ShownCard(face, False, place) for place, face in offered),
        *(ShownCard(face, True, place) for place, face in kept),
    )


def rows_of(cards: int) -> int:
    return (cards + ACROSS - 1) // ACROSS


def height_for(cards: int) -> int:
    rows = rows_of(cards)
    if rows == 0:
        return EMPTY
    if rows == 1:
        return HEAD + MARGIN + HAND.height + 18 + PLAQUE + 16 + STRIP + 14
    return HEAD + MARGIN + rows * (DRAFT.height + 14) + STRIP + 14


@dataclass(frozen=True, slots=True)
class HandPicture:
    """Draws one picture of a hand, for its owner only."""

    view: View
    seat: Seat
    people: tuple[str, ...]
    names: Names
    intended: Intention | None = None
    numbering: Numbering | None = None

    @property
    def player(self) -> PlayerView:
        return self.view.players[self.seat]

    def paint(self) -> Page:
        cards = shown_cards(self.view)
        height = height_for(len(cards))
        page = Page(bench(WIDTH).image.crop((0, 0, WIDTH, height)))
        rows = rows_of(len(cards))
        layout = HAND if rows == 1 else DRAFT
        spots = self._spots(len(cards), layout)
        offered = sum(not card.kept for card in cards)
        self._head(page)
        self._tray(page, spots[offered:] if offered else [], layout)
        intended_cards = Counter(self.intended.cards if self.intended else ())
        for card, (left, top) in zip(cards, spots, strict=True):
            self._card(page, left, top, card, layout, intended_cards)
            if rows == 1:
                self._plaque(page, left, top + layout.height + 18, card)
        if not cards:
            self._empty(page)
        self._strip(page, height - STRIP - 14)
        return page

    def _spots(self, cards: int, layout: CardLayout) -> list[tuple[float, int]]:
        """Positions of the cards: three in a row, four in two pairs, a short row centred."""
        per_row = 2 if cards == 4 else ACROSS
        spots = []
        for number in range(cards):
            row = number // per_row
            in_row = min(per_row, cards - row * per_row)
            first = WIDTH / 2 - ((in_row - 1) * PITCH + layout.width) / 2
            spots.append((first + (number % per_row) * PITCH, HEAD + MARGIN + row * (layout.height + 14)))
        return spots

    def _head(self, page: Page) -> None:
        """Draw which set it is, and what a purchase costs and gives today."""
        view = self.view
        page.put_corner(wood_panel(WIDTH - 40, HEAD - 10, 20, "oak", 45), 20, 8)
        y = 8 + (HEAD - 10) / 2
        if view.draft_number is not None:
            words = f"{self.names['draft_set']} {view.draft_number}/{SETS}"
            page.text_line(44, y, fit_text(words, "letter", 46, 330), GOLD_LIGHT)
            page.part("set", 30, 8, 390, HEAD - 2)
        else:
            page.put(icon("card_back", 54), 66, y)
            page.number(102, y, view.deck, 46, anchor="lm")
            page.part("deck", 30, 8, 200, HEAD - 2)
        for sign, amount, x in (("coin", view.price_gold, 446), ("worker", view.price_workers, 556)):
            page.put(icon(sign, 50), x, y)
            page.number(x + 32, y, amount, 44, anchor="lm")
        page.put(icon("becomes", 44), 668, y)
        for number, good in enumerate(GOODS):
            x = 742 + number * 140
            page.put(icon(good, 54), x, y)
            page.number(x + 36, y, "?" if view.price is None else view.price.of(good), 46, anchor="lm")
        page.part("price", 410, 8, 1170, HEAD - 2)

    def _tray(self, page: Page, spots: list[tuple[float, int]], layout: CardLayout) -> None:
        """Draw the tray that sets kept cards apart from cards to choose."""
        for left, top in spots:
            page.put_corner(well(layout.width + 16, layout.height + 14, 30, TRAY, 0.6), left - 8, top - 7)

    def _card(
        self,
        page: Page,
        left: float,
        top: int,
        card: ShownCard,
        layout: CardLayout,
        intended_cards: Counter[Card],
    ) -> None:
        face = card.face
        choosing = bool(self.view.draft or self.view.drawn)
        afternoon = not choosing and self.view.phase in ("afternoon", "trader")
        dim = afternoon and not is_playable(self.view, face)
        put_card(page, left, top, face, self.names[face.card], layout, dim)
        page.part("kept" if card.kept else "to_pick", left, top, left + layout.width, top + layout.height)
        spot, numbering = card_spot(card.kept, card.place), self.numbering or Numbering()
        if spot in numbering.chosen or (intended_cards[face.card] and not (choosing and card.kept)):
            intended_cards[face.card] -= 1
            page.put_corner(glow(layout.width, layout.height, 26, INTENDED, 18, 12), left, top)
        x, y = left + layout.width - 56, top + 56
        if spot in numbering.numbers:
            target = rectangle(left, top, left + layout.width, top + layout.height)
            put_number_plate(page, x, y, numbering.numbers[spot], target, BIG_NUMBER_PX)
        elif card.kept and (choosing or afternoon):
            page.put(icon("refused" if dim else "fulfilled", 76), x, y)

    def _empty(self, page: Page) -> None:
        """Draw who has the next set, or that cards come in the morning."""
        middle, y = WIDTH / 2, 400
        for shift in (-PITCH, 0, PITCH):
            page.put_corner(well(300, 420, 30, TRAY, 0.6), middle + shift - 150, y - 210)
        page.put(icon("card_back", 150), middle, y)
        page.put(icon("becomes", 104), middle + PITCH / 2, y)
        put_seat(page, middle + PITCH, y - 30, self.seat, 120, self.people[self.seat])
        page.put(icon("becomes", 104), middle - PITCH / 2, y)
        giver = next_giver(self.view, self.seat)
        if giver is None:
            page.put(icon("sunrise", 150), middle - PITCH, y)
        else:
            put_seat(page, middle - PITCH, y - 30, giver, 120, self.people[giver])
        named = [(self.seat, PITCH)] + ([] if giver is None else [(giver, -PITCH)])
        for seat, shift in named:
            name = fit_text(self.people[seat], "title", 46, 270, fallback=f"{seat + 1}")
            page.text_line(middle + shift, y + 90, name, GOLD_LIGHT, "middle")

    # Why a card can or cannot be played

    def _plaque(self, page: Page, left: float, top: float, card: ShownCard) -> None:
        page.put_corner(vellum_panel(HAND.width, PLAQUE, 22, 12), left, top)
        page.part("plaque", left, top, left + HAND.width, top + PLAQUE)
        x, y = left + HAND.width / 2, top + PLAQUE / 2
        match card.face.kind:
            case "ship":
                self._workshops(page, x, y)
            case "craftsman":
                self._places(page, x, y, card.face)
            case "tool" | "building":
                self._purse(page, x, y, card.face)
            case "villager":
                self._reach(page, x, y, card.face)

    def _workshops(self, page: Page, x: float, y: float) -> None:
        for number, workshop in enumerate(self.player.workshops):
            middle = x + (-84 if number == 0 else 84)
            page.put_corner(well(150, 128, 16, "#3a2a18", 0.5), middle - 75, y - 64)
            page.put(
                ghost("hammer", 70) if workshop is None else icon(workshop.ship.card, 120), middle, y + 4
            )
            put_tab(page, middle - 54, y - 44, "AB"[number], 50)

    def _places(self, page: Page, x: float, y: float, face: Face) -> None:
        """Draw the four places for craftsmen, and the workshops that need this craftsman."""
        wanted = [
            "AB"[number]
            for number, workshop in enumerate(self.player.workshops)
            if workshop
            and any(need.craftsman == face.card and need.found != "board" for need in workshop.craftsmen)
        ]
        level = y - 36 if wanted else y
        for place in range(MAX_CRAFTSMEN):
            middle = x + (place - (MAX_CRAFTSMEN - 1) / 2) * 78
            page.put_corner(well(70, 70, 14, "#3a2a18", 0.5), middle - 35, level - 35)
            taken = self.player.craftsmen[place : place + 1]
            page.put(icon(taken[0], 58) if taken else ghost("hammer", 40), middle, level)
        if wanted:
            page.put(icon("becomes", 50), x - 60, y + 42)
            for number, letter in enumerate(wanted):
                put_tab(page, x + 10 + number * 66, y + 42, letter, 62)

    def _reach(self, page: Page, x: float, y: float, face: Face) -> None:
        """Draw the villager's possible targets, or the gold it would leave."""
        aimed_at = possible_targets(self.view, face)
        if aimed_at:
            for number, seat in enumerate(aimed_at):
                put_seat(page, x + (number - (len(aimed_at) - 1) / 2) * 70, y, seat, 66, self.people[seat])
            return
        gold, workers = gold_gained(self.view, face), face.gains_workers
        if gold or workers:
            sign, has = ("coin", self.player.gold) if gold else ("worker", self.player.workers)
            after = min(MAX_GOLD, has + gold) if gold else has + workers
            page.put(icon(sign, 76), x - 110, y)
            page.number(x - 38, y, has, 56, INK, stroke=0)
            page.put(icon("becomes", 50), x + 30, y)
            page.number(x + 100, y, after, 60, INK, stroke=0)
            return
        able = is_playable(self.view, face)
        special = {"watchman": "guard", "pioneer": "crown"}.get(face.card, "fulfilled")
        page.put(icon(special if able else "refused", 96), x, y)

    def _purse(self, page: Page, x: float, y: float, face: Face) -> None:
        """Draw the price with a tick if it can be paid, else what is missing."""
        costs = [("coin", face.gold, self.player.gold), ("worker", face.workers, self.player.workers)]
        costs = [cost for cost in costs if cost[1]]
        for number, (sign, cost, has) in enumerate(costs):
            middle = x + (number - (len(costs) - 1) / 2) * 172
            page.put(icon(sign, 72), middle - 46, y)
            page.number(middle + 8, y, cost, 56, INK, "lm", stroke=0)
            if has >= cost:
                page.put(icon("fulfilled", 44), middle + 66, y - 34)
            else:
                page.put(lack(54), middle + 66, y - 34)
                page.number(middle + 66, y - 34, cost - has, 40, stroke=0)

    # The reader's resources

    def _strip(self, page: Page, top: int) -> None:
        player = self.player
        y = top + STRIP / 2
        page.put_corner(wood_panel(WIDTH - 40, STRIP, 22, "oak", 44, seat_colour(self.seat), 5), 20, top)
        put_seat(page, 72, y, self.seat, 70, self.people[self.seat])
        page.part("belongings", 20, top, WIDTH - 20, top + STRIP)
        numbers = (("coin", player.gold), ("worker", player.workers), *zip(GOODS, player.mill, strict=True))
        for number, (sign, amount) in enumerate(numbers):
            x = 128 + number * 108
            page.put(icon(sign, 58), x + 28, y)
            page.number(x + 58, y, amount, 44, anchor="lm")
        for number, craftsman in enumerate(player.craftsmen):
            page.put(icon(craftsman, 52), 698 + number * 54, y)
        for number, workshop in enumerate(player.workshops):
            middle = 974 + number * 126
            page.put_corner(well(118, STRIP - 20, 14, TRAY, 0.45), middle - 59, top + 10)
            if workshop is None:
                page.put(ghost("hammer", 54), middle + 10, y)
            else:
                page.put(icon(workshop.ship.card, 92), middle + 8, y + 4)
                lacks = sum(amount for _, amount in missing_needs(workshop))
                if lacks:
                    page.put(lack(46), middle + 40, y + 22)
                    page.number(middle + 40, y + 22, lacks, 38, stroke=0)
                else:
                    page.put(icon("fulfilled", 44), middle + 38, y + 22)
            put_tab(page, middle - 40, y - 24, "AB"[number], 46)


def next_giver(view: View, seat: Seat) -> Seat | None:
    """The seat that passes the next set to a reader without cards; None if it comes from the deck."""
    if view.phase != "morning" or seat == view.first:
        return None
    return (seat - 1) % len(view.players)
