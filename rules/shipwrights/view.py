"""The view of Shipwrights: the information set of a seat or a spectator."""

from typing import Any

from rules.game import FrozenModel, Seat
from rules.shipwrights.components import Components, Face
from rules.shipwrights.fleet import evening_gold, evening_workers, military, mill_capacity
from rules.shipwrights.morning import knows_price, open_set
from rules.shipwrights.moves import HAND_ORDER
from rules.shipwrights.pieces import Building, Card, Craftsman, Good, Goods, Source
from rules.shipwrights.scoring import building_points, points_now
from rules.shipwrights.state import TURN_PHASES, Phase, Player, State


class CraftsmanNeed(FrozenModel):
    """A craftsman that a ship in a workshop needs, and where one is; only its owner's hand is searched."""

    craftsman: Craftsman
    found: Source | None


class WorkshopView(FrozenModel):
    """A ship under construction, its requirements, and what its owner still lacks."""

    ship: Face
    gold_lacking: int
    workers_lacking: int
    goods_lacking: Goods  # before a tool is used
    spared: Good | None = None  # the resource that the owner's tool can replace
    craftsmen: tuple[CraftsmanNeed, ...]


class BuildingView(FrozenModel):
    """A building, and the points it would give now."""

    building: Face
    points: int


class PlayerView(FrozenModel):
    """The public board of a player."""

    gold: int  # on the shoreline, 0 to 12
    workers: int
    mill: Goods
    mill_capacity: int  # at night
    evening_gold: int  # income of the next evening, limited by the shoreline
    evening_workers: int  # change of workers in the next evening
    village_capacity: int  # at night
    craftsmen: tuple[Craftsman, ...]  # in at most four places
    workshops: tuple[WorkshopView | None, WorkshopView | None]  # A and B
    fleet: tuple[Face, ...]  # ships built, in the order of building
    tool: Face | None
    cart: Goods  # what is left on the Trade Cart
    buildings: tuple[BuildingView, ...]
    watchman: bool  # protected until their next turn
    pioneer: bool  # a Pioneer lies in front of them
    hand_size: int
    discarded: tuple[Card, ...]  # left unplayed at the end of the latest turn
    picks: int  # cards picked this morning
    played: bool  # the turn of today is over
    military: int
    points: int  # if the game ended now, with the military bonus as it stands


class View(FrozenModel):
    """The whole table as one reader sees it."""

    seat: Seat | None
    phase: Phase
    to_act: frozenset[Seat]
    day: int  # from 1; 0 while starting resources are chosen
    order: tuple[Seat, ...]  # clockwise from the first player of the day
    first: Seat
    active: Seat | None  # whose turn it is in the afternoon
    tomorrow: Seat | None  # made first player of tomorrow by a Pioneer
    last_day: bool  # a player has four ships: the game ends with this day
    price: Goods | None  # the deck's top back: what a purchase gives; None before the third set is seen
    price_gold: int
    price_workers: int
    deck: int  # cards left to draw
    discards: tuple[Card, ...]  # face up, the latest last
    buried: int  # face down among the discards
    aside: int  # leftovers of this morning, face down
    players: tuple[PlayerView, ...]
    hand: tuple[Face, ...] | None  # the reader's own
    draft: tuple[Face, ...] | None  # the set before the reader, to pick from
    draft_number: int | None  # which of the three sets that is, 1 to 3
    passed: tuple[tuple[Card, ...], ...] | None  # what the reader passed on of each set today
    drawn: tuple[Face, ...] | None  # drawn by the reader's Chieftain; one is kept
    swaps: int  # exchanges the active player's Trader still allows
    stock: tuple[Good, Good] | None  # starting resources the reader chose, until all have
    returning: Goods | None  # what the reader chose to give back at night


def view_for(state: State, seat: Seat | None, to_act: frozenset[Seat], components: Components) -> View:
    """Return the view of a seat, or of a spectator (None)."""
    points = points_now(state, components)
    return View(
        seat=seat,
        phase=state.stage,
        to_act=to_act,
        day=state.day,
        order=state.order,
        first=state.first,
        active=state.active if state.stage in TURN_PHASES else None,
        tomorrow=state.tomorrow,
        last_day=any(len(player.fleet) >= components.end.ships for player in state.players),
        price=components.price(state.backs[-1]) if state.backs and knows_price(state, seat) else None,
        price_gold=components.purchase.gold,
        price_workers=components.purchase.workers,
        deck=len(state.deck),
        discards=state.discards,
        buried=len(state.buried),
        aside=sum(len(cards) == 1 for cards in state.sets),
        players=tuple(
            _player(state, owner, reader=seat, points=points[owner], components=components)
            for owner in range(len(state.players))
        ),
        swaps=state.swaps,
        **_own_part(state, seat, components),
    )


def _own_part(state: State, seat: Seat | None, components: Components) -> dict[str, Any]:
    """Return what only its owner sees."""
    if seat is None:
        return dict.fromkeys(("hand", "draft", "draft_number", "passed", "drawn", "stock", "returning"))
    faces, player, before = components.faces, state.players[seat], open_set(state, seat)
    has_drawn = seat == state.active and state.drawn
    return {
        "hand": tuple(
            faces[card] for card in sorted((held.card for held in player.hand), key=HAND_ORDER.__getitem__)
        ),
        "draft": None if before is None else tuple(faces[card] for card in state.sets[before]),
        "draft_number": None if before is None else before + 1,
        "passed": player.passed,
        "drawn": tuple(faces[card] for card in state.drawn) if has_drawn else None,
        "stock": player.stock,
        "returning": player.returning,
    }


def _player(
    state: State, owner: Seat, *, reader: Seat | None, points: int, components: Components
) -> PlayerView:
    player = state.players[owner]
    faces = components.faces
    workshop_a, workshop_b = (
        None if ship is None else _workshop(player, faces[ship], components, open_hand=owner == reader)
        for ship in player.workshops
    )
    turns_done = state.stage == "night" or state.stage == "over"
    afternoon = state.stage in TURN_PHASES
    done = state.turn_index(state.active) + (state.stage == "dusk")
    return PlayerView(
        gold=player.gold,
        workers=player.workers,
        mill=player.mill,
        mill_capacity=mill_capacity(player, components),
        evening_gold=evening_gold(player, components),
        evening_workers=evening_workers(player, components),
        village_capacity=components.board.workers,
        craftsmen=player.craftsmen,
        workshops=(workshop_a, workshop_b),
        fleet=tuple(faces[ship] for ship in player.fleet),
        tool=None if player.tool is None else faces[player.tool],
        cart=player.cart,
        buildings=tuple(_building(player, key, components) for key in player.buildings),
        watchman=player.watchmen > 0,
        pioneer=player.pioneers > 0,
        discarded=player.discarded,
        hand_size=len(player.hand) + (len(state.drawn) if owner == state.active else 0),
        picks=len(player.hand) if state.stage == "morning" else 0,
        played=turns_done or (afternoon and state.turn_index(owner) < done),
        military=military(player, components),
        points=points,
    )


def _workshop(player: Player, ship: Face, components: Components, *, open_hand: bool) -> WorkshopView:
    cost = ship.goods
    spares = None if player.tool is None else components.faces[player.tool].spares
    return WorkshopView(
        ship=ship,
        gold_lacking=max(0, ship.gold - player.gold),
        workers_lacking=max(0, ship.workers - player.workers),
        goods_lacking=Goods(*(max(0, need - has) for need, has in zip(cost, player.mill, strict=True))),
        spared=spares if spares is not None and cost.of(spares) else None,
        craftsmen=_craftsman_needs(player, ship, open_hand=open_hand),
    )


def _craftsman_needs(player: Player, ship: Face, *, open_hand: bool) -> tuple[CraftsmanNeed, ...]:
    """Find each craftsman on the board, then in the hand; each piece is used once."""
    board = list(player.craftsmen)
    hand = [held.card for held in player.hand] if open_hand else []
    needs = []
    for craftsman in ship.craftsmen:
        found: Source | None = None
        if craftsman in board:
            board.remove(craftsman)
            found = "board"
        elif craftsman in hand:
            hand.remove(craftsman)
            found = "hand"
        needs.append(CraftsmanNeed(craftsman=craftsman, found=found))
    return tuple(needs)


def _building(player: Player, key: Building, components: Components) -> BuildingView:
    return BuildingView(building=components.faces[key], points=building_points(player, key, components))
