"""A hand of Shipwrights: the set to pick from, the cards kept, what can be played now, and what one has."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import INK, INTENDED
from render.kit.plates import put_tab, vellum_panel, wood_panel
from render.kit.seats import put_seat, seat_colour
from render.kit.shadows import glow, well
from render.shipwrights.cards import DRAFT, HAND, Cut, put_card
from render.shipwrights.marks import MOST_GOLD, Intention, gold_gained, playable, targets
from render.shipwrights.pieces import bench, ghost, lack
from render.shipwrights.village import lacking
from rules.game import Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import GOODS, PLACES_FOR_CRAFTSMEN, Card
from rules.shipwrights.view import PlayerView, View

ACROSS = 3
PITCH = 390
MARGIN = 22
STRIP = 108
PLAQUE = 164
TRAY = "#0b0704"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in the picture: to be chosen, or kept."""

    face: Face
    kept: bool


def laid_cards(view: View) -> tuple[Laid, ...]:
    """What lies before the reader to choose from, then what he holds."""
    offered = view.draft or view.drawn or ()
    return (*(Laid(face, False) for face in offered), *(Laid(face, True) for face in view.hand or ()))


def rows_of(cards: int) -> int:
    return (cards + ACROSS - 1) // ACROSS


def height_for(cards: int) -> int:
    rows = rows_of(cards)
    if rows == 1:
        return MARGIN + HAND.height + 18 + PLAQUE + 16 + STRIP + 14
    return MARGIN + rows * (DRAFT.height + 16) + STRIP + 14


@dataclass(frozen=True, slots=True)
class HandPicture:
    """One picture of a hand, for its owner's eyes only."""

    view: View
    seat: Seat
    names: tuple[str, ...]
    intended: Intention | None

    @property
    def player(self) -> PlayerView:
        return self.view.players[self.seat]

    def paint(self) -> Page:
        cards = laid_cards(self.view)
        height = height_for(len(cards))
        page = Page(bench(WIDTH).image.crop((0, 0, WIDTH, height)))
        rows = rows_of(len(cards))
        cut = HAND if rows == 1 else DRAFT
        spots = self._spots(len(cards), cut)
        offered = sum(not laid.kept for laid in cards)
        self._tray(page, spots[offered:] if offered else [], cut)
        meant = list(self.intended.cards) if self.intended else []
        for laid, (left, top) in zip(cards, spots, strict=True):
            self._card(page, left, top, laid, cut, meant)
            if rows == 1:
                self._plaque(page, left, top + cut.height + 18, laid)
        self._strip(page, height - STRIP - 14)
        return page

    def _spots(self, cards: int, cut: Cut) -> list[tuple[float, int]]:
        """Three in a row; four stand in two pairs, and a short row in the middle."""
        per_row = 2 if cards == 4 else ACROSS
        spots = []
        for number in range(cards):
            row = number // per_row
            in_row = min(per_row, cards - row * per_row)
            first = WIDTH / 2 - ((in_row - 1) * PITCH + cut.width) / 2
            spots.append((first + (number % per_row) * PITCH, MARGIN + row * (cut.height + 16)))
        return spots

    def _tray(self, page: Page, spots: list[tuple[float, int]], cut: Cut) -> None:
        """What is already kept lies deeper than what is still to be chosen."""
        for left, top in spots:
            page.put_corner(well(cut.width + 16, cut.height + 14, 30, TRAY, 0.6), left - 8, top - 7)

    def _card(self, page: Page, left: float, top: int, laid: Laid, cut: Cut, meant: list[Card]) -> None:
        face = laid.face
        choosing = bool(self.view.draft or self.view.drawn)
        afternoon = not choosing and self.view.phase in ("afternoon", "trader")
        dim = afternoon and not playable(self.view, face)
        put_card(page, left, top, face, cut, dim)
        if face.card in meant and (not choosing or not laid.kept):
            meant.remove(face.card)
            page.put_corner(glow(cut.width, cut.height, 26, INTENDED, 18, 12), left, top)
        if laid.kept and choosing:
            page.put(icon("fulfilled", 76), left + cut.width - 56, top + 56)
        elif laid.kept and afternoon:
            sign = "refused" if dim else "fulfilled"
            page.put(icon(sign, 76), left + cut.width - 56, top + 56)

    # What stands against a card, or for it

    def _plaque(self, page: Page, left: float, top: float, laid: Laid) -> None:
        page.put_corner(vellum_panel(HAND.width, PLAQUE, 22, 12), left, top)
        x, y = left + HAND.width / 2, top + PLAQUE / 2
        match laid.face.kind:
            case "ship":
                self._workshops(page, x, y)
            case "craftsman":
                self._places(page, x, y, laid.face)
            case "tool" | "building":
                self._purse(page, x, y, laid.face)
            case "villager":
                self._reach(page, x, y, laid.face)

    def _workshops(self, page: Page, x: float, y: float) -> None:
        for number, workshop in enumerate(self.player.workshops):
            middle = x + (-84 if number == 0 else 84)
            page.put_corner(well(150, 128, 16, "#3a2a18", 0.5), middle - 75, y - 64)
            page.put(
                ghost("hammer", 70) if workshop is None else icon(workshop.ship.card, 120), middle, y + 4
            )
            put_tab(page, middle - 54, y - 44, "AB"[number], 50)

    def _places(self, page: Page, x: float, y: float, face: Face) -> None:
        """The workshops that want this craftsman, else the places taken."""
        wanted = [
            "AB"[number]
            for number, workshop in enumerate(self.player.workshops)
            if workshop
            and any(need.craftsman == face.card and need.found != "board" for need in workshop.craftsmen)
        ]
        taken = f"{len(self.player.craftsmen)}/{PLACES_FOR_CRAFTSMEN}"
        page.put(icon("hammer", 78), x - (136 if wanted else 96), y)
        page.number(x - 50 if wanted else x + 26, y, taken, 52 if wanted else 60, INK, stroke=0)
        if wanted:
            page.put(icon("becomes", 50), x + 32, y)
            for number, letter in enumerate(wanted):
                put_tab(page, x + 112 + (number - (len(wanted) - 1) / 2) * 66, y, letter, 62)

    def _reach(self, page: Page, x: float, y: float, face: Face) -> None:
        """Whom a villager could be called against, or what he would leave his caller with."""
        aimed_at = targets(self.view, face)
        if aimed_at:
            for number, seat in enumerate(aimed_at):
                put_seat(page, x + (number - (len(aimed_at) - 1) / 2) * 70, y, seat, 66, self.names[seat])
            return
        gold, workers = gold_gained(self.view, face), face.gains_workers
        if gold or workers:
            sign, has = ("coin", self.player.gold) if gold else ("worker", self.player.workers)
            after = min(MOST_GOLD, has + gold) if gold else has + workers
            page.put(icon(sign, 76), x - 118, y)
            page.number(x - 36, y, has, 58, INK, stroke=0)
            page.put(icon("becomes", 50), x + 36, y)
            page.number(x + 108, y, after, 66, INK, stroke=0)
            return
        sign = {"watchman": "guard", "pioneer": "crown"}.get(face.card, "fulfilled")
        page.put(icon(sign if playable(self.view, face) else "refused", 96), x, y)

    def _purse(self, page: Page, x: float, y: float, face: Face) -> None:
        """What there is to pay with, and what it costs."""
        costs = [("coin", face.gold, self.player.gold), ("worker", face.workers, self.player.workers)]
        costs = [cost for cost in costs if cost[1]]
        for number, (sign, cost, has) in enumerate(costs):
            middle = x + (number - (len(costs) - 1) / 2) * 172
            page.put(icon(sign, 72), middle - 46, y)
            colour = INK if has >= cost else "#A3271D"
            page.number(middle + 34, y, f"{has}/{cost}", 50, colour, stroke=0)

    # What the reader has

    def _strip(self, page: Page, top: int) -> None:
        player = self.player
        y = top + STRIP / 2
        page.put_corner(wood_panel(WIDTH - 40, STRIP, 22, "oak", 44, seat_colour(self.seat), 5), 20, top)
        put_seat(page, 72, y, self.seat, 70, self.names[self.seat])
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
                lacks = sum(amount for _, amount in lacking(workshop))
                if lacks:
                    page.put(lack(46), middle + 40, y + 22)
                    page.number(middle + 40, y + 22, lacks, 38, stroke=0)
                else:
                    page.put(icon("fulfilled", 44), middle + 38, y + 22)
            put_tab(page, middle - 40, y - 24, "AB"[number], 46)
