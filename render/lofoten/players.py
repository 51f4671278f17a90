"""Player plates beside the fleets, the card in play, allied Jarls, and Jarls without ally."""

from collections.abc import Iterator
from dataclasses import dataclass

from render.kit import Page, fit_text, icon, put_seat
from render.kit.palette import BONE, GOLD_LIGHT, INK, INTENDED, VELLUM_DARK
from render.kit.plates import badge_plate, put_points, vellum_panel
from render.kit.seats import seat_colour
from render.kit.shadows import glow, rim
from render.lofoten.cards import FREE_JARL, JARL, put_free_jarl, put_jarl
from render.lofoten.hand_slots import SLOT_STYLES
from render.lofoten.picture_context import RADIUS, PictureContext, put_spark
from render.lofoten.pieces import order_chip
from render.lofoten.sea_layout import Piece, put_beside
from rules.game import Seat
from rules.lofoten.pieces import SHIELDS, Effect
from rules.lofoten.view import AllianceView, CardInPlay

PLATE = (350, 300)
TAG = (184, 300)
STRIP_X = (48, 1152)
STRIP_TOP = 511
EFFECT_ICONS: dict[Effect, str] = {
    "steal": "steal",
    "remove": "remove",
    "wheel": "either_turn",
    "row": "either_slide",
}
SHIELD_ROW = 72


@dataclass(frozen=True, slots=True)
class Players:
    """Draws the players' things except fleets and warehouses."""

    context: PictureContext

    def put(self, page: Page, seat: Seat) -> None:
        """Draw the plate in the widest stretch of open sea, then the card in play and a Jarl."""
        pieces = [self.plate_piece(page, seat), *self.card_pieces(page, seat), *self.jarl_pieces(page, seat)]
        put_beside(self.context.fleet_x(seat), RADIUS, pieces)

    def plate_piece(self, page: Page, seat: Seat) -> Piece:
        top = self.context.fleet_y(seat) - self._plate_height / 2
        return Piece(PLATE[0], lambda left: self._plate(page, left, top, seat))

    def card_pieces(self, page: Page, seat: Seat) -> Iterator[Piece]:
        """Yields the card in play, if the seat has one."""
        playing, top = self.context.view.in_play, self.context.fleet_y(seat) - TAG[1] / 2
        if playing and seat == self.context.view.active:
            yield Piece(TAG[0], lambda left: self._in_play(page, left, top, playing))

    def jarl_pieces(self, page: Page, seat: Seat) -> Iterator[Piece]:
        """Yields the allied Jarl, if the seat has one."""
        alliance, top = self._alliance_beside(seat), self.context.fleet_y(seat) - JARL[1] / 2
        if alliance:
            yield Piece(JARL[0], lambda left: self._jarl(page, left, top, alliance))

    def _alliance_beside(self, seat: Seat) -> AllianceView | None:
        return next((alliance for alliance in self.context.view.alliances if alliance.owner == seat), None)

    def _jarl(self, page: Page, x: float, y: float, alliance: AllianceView) -> None:
        name, changed = self.context.name_of(alliance.jarl), alliance.jarl in self.context.changes.jarls
        put_jarl(page, x, y, alliance, self.context.names, name, changed=changed)
        page.part("jarl", x, y, x + JARL[0], y + JARL[1])

    def put_free_jarl(self, page: Page, alliance: AllianceView) -> None:
        """Draw a Jarl without ally at a fixed place beside the market."""
        self.put_free_jarl_at(page, STRIP_X[self.context.view.alliances.index(alliance)], STRIP_TOP, alliance)

    def put_free_jarl_at(self, page: Page, x: float, top: float, alliance: AllianceView) -> None:
        meant = self.context.intended is not None and self.context.intended.jarl == alliance.jarl
        offered, names = self._is_offered(alliance), self.context.names
        put_free_jarl(page, x, top, alliance, names, meant=meant, offered=offered)
        page.part("jarl", x - 44, top, x + 44, top + FREE_JARL[1])

    def _is_offered(self, alliance: AllianceView) -> bool:
        view = self.context.view
        free = view.phase == "turn_end" and alliance.owner is None
        return free and alliance.is_met(view.active) and self._alliance_beside(view.active) is None

    @property
    def _plate_height(self) -> int:
        return PLATE[1] + (SHIELD_ROW if self.context.shields else 0)

    def _plate(self, page: Page, x: float, y: float, seat: Seat) -> None:
        view = self.context.view
        width, height = PLATE[0], self._plate_height
        if seat in view.to_act:
            page.put_corner(glow(width + 16, height + 16, 34, GOLD_LIGHT, 16, 12), x - 8, y - 8)
        page.put_corner(vellum_panel(width, height, 26, 4 + seat, seat_colour(seat), 9), x, y)
        page.put_corner(rim(width, height, 26, INK, 2), x, y)
        put_seat(page, x + 64, y + 68, seat, 86, self.context.names[seat])
        name = fit_text(self.context.names[seat], "title", 54, width - 138, fallback=f"{seat + 1}")
        page.text_line(x + 118, y + 68, name)
        page.hline(x + 34, y + 124, x + width - 34, VELLUM_DARK)
        put_points(page, x + 84, y + 206, view.points[seat], 120)
        page.put(icon("coin", 78), x + 200, y + 182)
        page.number(x + 280, y + 182, view.coins[seat], 64, INK, stroke=0)
        for card in range(view.hand_sizes[seat]):
            page.put(icon("card_back", 58), x + 188 + card * 36, y + 254)
        if self.context.is_near(seat):
            page.part("points", x + 24, y + 140, x + 146, y + 270)
            page.part("coins", x + 158, y + 140, x + width - 16, y + 220)
            page.part("cards", x + 158, y + 224, x + width - 16, y + 288)
        if seat == view.first:
            page.put(icon("prow", 82), x + width - 44, y + 8)
        if view.extra_turn and seat == view.active:
            page.put(icon("again", 78), x + width - 128, y + 4)
        if self.context.shields:
            self._shield_row(page, x, y + PLATE[1] + SHIELD_ROW / 2 - 18, seat)
        if seat in self.context.changes.coins:
            put_spark(page, x + 170, y + 150)
        self._plate_intention(page, x, y, seat)

    def _shield_row(self, page: Page, x: float, y: float, seat: Seat) -> None:
        stored = "".join(tile.shown for store in self.context.view.warehouses for tile in store.sides[seat])
        for number, shield in enumerate(SHIELDS):
            page.put(icon(f"shield_{shield}", 54), x + 50 + number * 104, y)
            page.number(x + 98 + number * 104, y, stored.count(shield), 48, INK, stroke=0)

    def _plate_intention(self, page: Page, x: float, y: float, seat: Seat) -> None:
        meant = self.context.intended
        if meant is None:
            return
        if (meant.seat == seat and meant.coins) or meant.taken_from == seat:
            page.put(glow(86, 86, 43, INTENDED, 8), x + 200, y + 182)
        if meant.seat == seat and meant.cards and not meant.dock:
            page.put(glow(128, 66, 12, INTENDED, 8), x + 224, y + 254)
        if meant.seat == seat and meant.again:
            page.put(icon("again", 78), x + PLATE[0] - 128, y + 4)
            page.put(glow(82, 82, 41, INTENDED, 8), x + PLATE[0] - 128, y + 4)

    def _in_play(self, page: Page, x: float, y: float, playing: CardInPlay) -> None:
        """Draw the card in play, its slot, and what it still allows."""
        place = SLOT_STYLES[playing.hand]
        page.put_corner(vellum_panel(*TAG, 24, 7, place.colour, 8), x, y)
        page.put(order_chip(playing.card.good, 118), x + TAG[0] / 2, y + 106)
        if playing.hand == "centre":
            page.put(badge_plate(80, "hexagon", "#22384A", GOLD_LIGHT), x + TAG[0] / 2, y + 38)
            effect = EFFECT_ICONS[self.context.view.effects[playing.card.good]]
            page.put(icon(effect, 50), x + TAG[0] / 2, y + 38)
            page.put(icon(effect, 70), x + 58, y + 234)
        else:
            corner = x + (44 if playing.hand == "left" else TAG[0] - 44)
            page.put(badge_plate(76, place.shape, place.colour, GOLD_LIGHT), corner, y + 46)
            page.number(corner, y + 46, playing.card.value, 46, BONE, stroke=0)
            leftwards = playing.hand == "left"
            page.put(icon("slide", 66, place.bright, mirrored=leftwards), x + 42, y + 216)
            page.put(icon("turn", 66, place.bright, mirrored=leftwards), x + 42, y + 264)
        page.number(x + 124, y + 236, f"×{playing.left}", 60, INK, stroke=0)
        page.part("in_play", x, y, x + TAG[0], y + TAG[1])
