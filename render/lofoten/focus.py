"""Focus pictures of Lofoten: the part of the board that a question, or the chosen moves, are about.

All three are bands of the board, in its own size: the market with both fleets; the market and the reader's
fleet with their hand; the reader's fleet with the warehouses.
"""

from dataclasses import dataclass, replace
from typing import Literal

from render.kit import WIDTH, Page
from render.kit.palette import GOLD_LIGHT
from render.kit.plates import put_number_plate
from render.kit.regions import rectangle
from render.kit.shadows import glow
from render.lofoten.cards import FREE_JARL
from render.lofoten.fleets import SMALL_RADIUS, Fleets
from render.lofoten.hand_strip import HandStrip
from render.lofoten.ledger import ledger_piece
from render.lofoten.market import Market
from render.lofoten.number_places import place_of, put_turn_arrows
from render.lofoten.numbering import NumberedAnswer, What
from render.lofoten.picture_context import HEIGHT, RADIUS, PictureContext
from render.lofoten.pieces import chart, goods_tile
from render.lofoten.players import Players
from render.lofoten.sea_layout import Piece, put_beside
from render.lofoten.warehouses import Warehouses
from render.painter import PictureRequest
from rules.lofoten.view import AllianceView, View

Scene = Literal["market", "hand", "warehouses"]
TOPS: dict[Scene, int] = {"market": 320, "hand": 508, "warehouses": 732}
"""Row of the board at which each picture begins."""
HEIGHTS: dict[Scene, int] = {"market": 900, "hand": 900, "warehouses": 866}
STRIP_TOP = 704
WAREHOUSE_KINDS = frozenset({"store", "bind", "unload", "upgrade", "claim"})
HAND_KINDS = frozenset({"place", "new_hand"})
SCENE_OF_PHASE: dict[str, Scene] = {
    "action": "hand",
    "draw": "hand",
    "store": "warehouses",
    "bind": "warehouses",
    "turn_end": "warehouses",
    "last_unload": "warehouses",
    "over": "warehouses",
}


def scene_of(request: PictureRequest[View]) -> Scene:
    """Returns the scene of the moves to be confirmed, else of the phase."""
    view, kinds = request.view, {move.kind for move in request.focus_moves}
    if kinds & WAREHOUSE_KINDS:
        return "warehouses"
    if kinds & HAND_KINDS:
        return "hand"
    if kinds - {"stop", "extra_turn", "nothing_more"} or view.seat is None:
        return "market"
    if view.seat not in view.to_act:
        return "hand" if view.hand else "warehouses"
    return SCENE_OF_PHASE.get(view.phase, "market")


@dataclass(frozen=True, slots=True)
class Focus:
    context: PictureContext
    answers: tuple[NumberedAnswer, ...] = ()

    def paint(self) -> Page:
        scene = scene_of(self.context.request)
        top, height = TOPS[scene], HEIGHTS[scene]
        page = Page(chart(WIDTH, HEIGHT).image.crop((0, top, WIDTH, top + height)))
        focus = replace(self, context=replace(self.context, top=top))
        match scene:
            case "market":
                focus._put_market(page)
            case "hand":
                focus._put_hand(page)
            case "warehouses":
                focus._put_warehouses(page)
        for answer in self.answers:
            if place := place_of(focus.context, answer.spot):
                put_number_plate(page, place.x, place.y, answer.number, place.target)
        put_turn_arrows(page, focus.context, self.answers)
        return page

    def _put_market(self, page: Page) -> None:
        """The market between the rival's fleet, small, and the reader's, with what the moves need."""
        context, view = self.context, self.context.view
        near, market = context.near, Market(context)
        self._put_fleet(page, market, with_rival=True)
        cards = Players(context).card_pieces(page, near)
        put_beside(context.fleet_x(near), RADIUS, [ledger_piece(page, context), *cards])
        middle = context.market_edge(1 - near) - SMALL_RADIUS - 16
        far: list[Piece] = []
        if view.phase in ("draw", "upkeep") or self._is_about("fill"):
            far += market.stack_pieces(page, middle, self._numbers("stack"))
        if self._is_about("steal"):
            far += market.reserve_pieces(page, middle)
        put_beside(context.fleet_x(1 - near), SMALL_RADIUS, far)

    def _put_fleet(self, page: Page, market: Market, *, with_rival: bool) -> None:
        near, fleets = self.context.near, Fleets(self.context)
        fleets.put_dock(page, near)
        market.put(page)
        if with_rival:
            fleets.put_small(page, 1 - near)
        fleets.put(page, near)
        for seat in (1 - near, near):
            fleets.put_pointer(page, seat)

    def _is_about(self, kind: str) -> bool:
        prompt = self.context.request.prompt
        offered = [move for offer in prompt.offers for move in offer.moves] if prompt else []
        return any(move.kind == kind for move in (*offered, *self.context.request.focus_moves))

    def _numbers(self, *what: What) -> dict[object, int]:
        """Numbers of the answers about these targets, by target."""
        return {answer.spot.key: answer.number for answer in self.answers if answer.spot.what in what}

    def _put_hand(self, page: Page) -> None:
        """The market and the reader's fleet, with the hand below."""
        context, near = self.context, self.context.near
        self._put_fleet(page, Market(context), with_rival=False)
        jarls = Players(context).jarl_pieces(page, near)
        put_beside(context.fleet_x(near), RADIUS, [ledger_piece(page, context), *jarls])
        HandStrip(context, STRIP_TOP, self._numbers("card", "end")).put(page)

    def _put_warehouses(self, page: Page) -> None:
        """The reader's fleet above the warehouses, with the Jarls."""
        context, view = self.context, self.context.view
        near, fleets, players = context.near, Fleets(context), Players(context)
        fleets.put_dock(page, near)
        fleets.put(page, near)
        free = [self._free_jarl(page, each) for each in view.alliances if each.owner is None]
        pieces = [players.plate_piece(page, near), *players.jarl_pieces(page, near), *free]
        put_beside(context.fleet_x(near), RADIUS, pieces)
        for number, warehouse in enumerate(view.warehouses):
            Warehouses(context).put(page, number, warehouse)
        if view.given:
            x, y = context.fleet_x(near), context.fleet_y(near)
            page.put(goods_tile(view.given.good, view.given.amount, 146), x, y)
            page.put(glow(146, 146, 22, GOLD_LIGHT, 10, 7), x, y)

    def _free_jarl(self, page: Page, alliance: AllianceView) -> Piece:
        top = self.context.fleet_y(self.context.near) - FREE_JARL[1] / 2 - 20

        def put_jarl(left: float) -> None:
            x = left + FREE_JARL[0] / 2
            Players(self.context).put_free_jarl_at(page, x, top, alliance)
            for answer in self.answers:
                if answer.spot.key == alliance.jarl:
                    target = rectangle(left, top, left + FREE_JARL[0], top + FREE_JARL[1] + 60)
                    put_number_plate(page, x, top + FREE_JARL[1] + 26, answer.number, target)

        return Piece(FREE_JARL[0], put_jarl)
