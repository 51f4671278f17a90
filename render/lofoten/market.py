"""The market between the fleets, and the stacks, reserve and pile above."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from render.kit import WIDTH, Page, font, icon
from render.kit.palette import BONE, CHANGED, GOLD_LIGHT, INTENDED, MUTED
from render.kit.plates import beam, plank_panel, put_number_plate, put_tab
from render.kit.regions import rectangle
from render.kit.shadows import glow, rim, well
from render.lofoten.highlights import zone_beyond
from render.lofoten.picture_context import PITCH, PictureContext, put_shields, put_spark
from render.lofoten.pieces import MARKET, empty_stack, goods_tile, mooring_post, stack_of_tiles, zone_hook
from render.lofoten.sea_layout import Piece
from rules.lofoten.view import StackView

STACK_SHIELD = 40
STACK, STACKS, RESERVE = 124, 440, 220
"""In focus pictures: size of a stack, width of both, width of the reserve."""


def put_title(page: Page) -> None:
    page.put_corner(beam(WIDTH + 20, 100), -10, -6)
    page.text(40, 41, "LOFOTEN", font("title", 56, 900), "#1c120a", "lm")
    page.text(40, 38, "LOFOTEN", font("title", 56, 900), GOLD_LIGHT, "lm")


@dataclass(frozen=True, slots=True)
class Market:
    context: PictureContext

    def put_beam(self, page: Page) -> None:
        view = self.context.view
        put_title(page)
        if view.last_turn or view.phase in ("last_unload", "over"):
            page.put(icon("hourglass", 66), 392, 36)
        for number, stack in enumerate(view.stacks):
            self._stack(page, 492 + number * 186, number, stack)
        page.put(icon("coin", 64), 872, 38)
        page.number(914, 38, view.reserve, 52, anchor="lm")
        if self.context.changes.reserve:
            put_spark(page, 846, 18)
        if self.context.intended and self.context.intended.taken_from == "reserve":
            page.put(glow(72, 72, 36, INTENDED, 8), 872, 38)
        page.part("stacks", 450, 2, 830, 80)
        page.part("reserve", 836, 2, 960, 80)
        page.part("pile", 990, 2, 1150, 80)
        page.put(icon("card_back", 68), 1032, 37)
        page.number(1068, 38, view.pile, 52, anchor="lm")

    def _stack(self, page: Page, x: int, number: int, stack: StackView) -> None:
        if stack.top is None:
            page.put(empty_stack(70), x, 37)
        else:
            page.put(stack_of_tiles(stack.top, stack.amount or 0, 66), x, 37)
            put_shields(page, x - 24, 60, stack.shields, STACK_SHIELD)
        page.number(x + 50, 38, stack.left, 52, BONE if stack.left else MUTED, "lm")
        if self._filling and stack.left:
            page.put(glow(72, 72, 14, GOLD_LIGHT, 6, 4), x - 2, 36)
        if self.context.intended and self.context.intended.stack == number:
            page.put(glow(72, 72, 14, INTENDED, 8), x - 2, 36)

    def stack_pieces(self, page: Page, y: float, answers: Mapping[object, int]) -> Iterator[Piece]:
        """Yields both stacks large, side by side, for a focus picture; `answers` are numbers by stack."""

        def put_stacks(left: float) -> None:
            for number, stack in enumerate(self.context.view.stacks):
                x = left + 70 + number * 224
                top = stack_of_tiles(stack.top, stack.amount or 0, STACK) if stack.top else empty_stack(STACK)
                page.put(top, x, y)
                put_shields(page, x - 40, y + 36, stack.shields, 50)
                page.number(x + 78, y, stack.left, 60, BONE if stack.left else MUTED, "lm")
                if self.context.intended and self.context.intended.stack == number:
                    page.put(glow(STACK + 6, STACK + 6, 20, INTENDED, 10), x - 2, y - 2)
                if number in answers:
                    target = rectangle(x - 74, y - 80, x + 146, y + 80)
                    put_number_plate(page, x - 52, y - 52, answers[number], target)
            page.part("stacks", left, y - 80, left + STACKS, y + 80)

        yield Piece(STACKS, put_stacks)

    def reserve_pieces(self, page: Page, y: float) -> Iterator[Piece]:
        """Yields the reserve of coins, for a focus picture."""

        def put_reserve(left: float) -> None:
            page.put(icon("coin", 118), left + 70, y)
            page.number(left + 140, y, self.context.view.reserve, 84, anchor="lm")
            if self.context.intended and self.context.intended.taken_from == "reserve":
                page.put(glow(126, 126, 63, INTENDED, 10), left + 70, y)
            page.part("reserve", left, y - 64, left + RESERVE, y + 64)

        yield Piece(RESERVE, put_reserve)

    def put(self, page: Page) -> None:
        left, right, middle = MARKET[0], MARKET[2], self.context.market_y
        top, bottom = MARKET[1] - self.context.top, MARKET[3] - self.context.top
        page.put_corner(plank_panel(right - left, bottom - top, 18, "drift", 42, 6, False, 10), left, top)
        page.part("market", left, top, right, bottom)
        for zone in range(5):
            page.put(well(162, 162, 26, "#1c130c", 0.42), self.context.zone_x(zone), middle)
        for seat in (1 - self.context.near, self.context.near):
            upwards = self.context.is_near(seat)
            page.put(zone_hook(seat, upwards), self.context.fleet_x(seat), middle + (49 if upwards else -49))
        for post in range(6):
            for y in (top + 24, bottom - 24):
                page.put(mooring_post(), 600 + (post - 2.5) * PITCH, y)
        for zone, tile in enumerate(self.context.view.market):
            x = self.context.zone_x(zone)
            if tile:
                page.put(goods_tile(tile.good, tile.amount, 146), x, middle)
                put_shields(page, x - 44, middle + 48, tile.shown, 50)
            elif self._filling:
                page.put(glow(146, 146, 22, GOLD_LIGHT, 8, 4), x, middle)
            if tile and self._awaits_answer(zone):
                page.put(glow(146, 146, 22, GOLD_LIGHT, 8, 4), x, middle)
            if zone in self.context.changes.zones:
                page.put(rim(156, 156, 26, CHANGED, 6), x, middle)
            if zone == self._meant_zone():
                page.put(glow(152, 152, 24, INTENDED, 10, 7), x, middle)
                page.put(icon("pointing", 60), x + 10, middle - 62)
            if zone in self.context.changes.zones:
                put_spark(page, x + 66, middle - 66)
            put_tab(page, x - 62, middle - 62, "ABCDE"[zone])

    @property
    def _filling(self) -> bool:
        """True if the reader is about to fill the market, with the drawn card or after it."""
        return self.context.view.phase in ("draw", "upkeep")

    def _awaits_answer(self, zone: int) -> bool:
        """True if the tile awaits an answer: a Jarl may take it, or the better ship C may load it."""
        if self.context.view.phase == "load":
            return zone == self.context.view.fleets[self.context.view.active].zone
        return self.context.view.phase == "take"

    def _meant_zone(self) -> int | None:
        """The zone of the intention: that of a tile, or the one a fleet would slide to."""
        meant = self.context.intended
        if meant and meant.slide:
            return zone_beyond(self.context.view, meant.seat, meant.slide)
        return meant.zone if meant else None
