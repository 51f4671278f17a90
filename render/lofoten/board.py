"""The board of Lofoten: market, fleets, warehouses and purses."""

from dataclasses import dataclass

from render.kit import WIDTH, Page
from render.kit.plates import put_number_plate
from render.kit.regions import rectangle
from render.lofoten.cards import FREE_JARL
from render.lofoten.fleets import Fleets
from render.lofoten.market import Market
from render.lofoten.number_places import NumberPlace, place_of, put_turn_arrows
from render.lofoten.numbering import NumberedAnswer, Spot
from render.lofoten.picture_context import HEIGHT, PictureContext
from render.lofoten.pieces import chart
from render.lofoten.players import STRIP_TOP, STRIP_X, Players
from render.lofoten.warehouses import Warehouses


@dataclass(frozen=True, slots=True)
class Board:
    context: PictureContext
    answers: tuple[NumberedAnswer, ...] = ()

    def paint(self) -> Page:
        page, context = Page(chart(WIDTH, HEIGHT).image), self.context
        market, fleets, players, warehouses = (
            Market(context),
            Fleets(context),
            Players(context),
            Warehouses(context),
        )
        far_first = 1 - context.near, context.near
        market.put_beam(page)
        for seat in far_first:
            fleets.put_dock(page, seat)
        market.put(page)
        for seat in far_first:
            fleets.put(page, seat)
            fleets.put_pointer(page, seat)
            players.put(page, seat)
        for alliance in context.view.alliances:
            if alliance.owner is None:
                players.put_free_jarl(page, alliance)
        for number, warehouse in enumerate(context.view.warehouses):
            warehouses.put(page, number, warehouse)
        for answer in self.answers:
            place = place_of(context, answer.spot) or self._place_of(answer.spot)
            if place:
                put_number_plate(page, place.x, place.y, answer.number, place.target)
        put_turn_arrows(page, context, self.answers)
        return page

    def _place_of(self, spot: Spot) -> NumberPlace | None:
        """The position of the number of a stack or a Jarl; None if the answer is about the hand."""
        if spot.what == "stack" and isinstance(spot.key, int):
            x = 492 + spot.key * 186
            return NumberPlace(x, 84, rectangle(x - 42, 0, x + 136, 118))
        if spot.what == "jarl":
            jarls = [alliance.jarl for alliance in self.context.view.alliances]
            x, (width, height) = STRIP_X[jarls.index(spot.key)], FREE_JARL  # type: ignore[arg-type]
            target = rectangle(x - width / 2, STRIP_TOP, x + width / 2, STRIP_TOP + height + 60)
            # Below the card, which is full.
            return NumberPlace(x, STRIP_TOP + height + 26, target)
        return None
