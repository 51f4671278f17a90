"""The view of Lofoten: the information set of a seat or a spectator."""

from rules.game import FrozenModel, Seat
from rules.lofoten.action import steps, uses
from rules.lofoten.alliances import progress
from rules.lofoten.components import CentreEffects
from rules.lofoten.counting import counts, measure_of, warehouse_scores
from rules.lofoten.pieces import GOODS, Card, Demand, Effect, Good, Hand, Jarl, Measure, ShipKey, Tile
from rules.lofoten.scoring import power_points
from rules.lofoten.state import Alliance, Fleet, Phase, Ship, Stack, State


class ShipView(FrozenModel):
    """A longship on the wheel with its order and load."""

    ship: ShipKey
    order: Card | None = None
    load: tuple[Tile, ...] = ()
    upgraded: bool = False


class FleetView(FrozenModel):
    """A fleet wheel. Ships by position, as its owner sees them: market, right, dock, left."""

    zone: int  # 0 to 4: the market's zones A to E
    market: ShipView
    right: ShipView
    dock: ShipView
    left: ShipView


class StackView(FrozenModel):
    """A stack of goods tiles: their number, and the type of the top one; its front once looked at."""

    left: int
    top: Good | None = None
    amount: int | None = None
    shields: str = ""  # a letter for each


class WarehouseView(FrozenModel):
    """A warehouse shared by both players; each stores on their own side."""

    card: str  # key of the warehouse card
    points: int  # for the larger total (level 1), or the most this card can give (level 2)
    good: Good | None
    sides: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    totals: tuple[int, int]
    scores: tuple[int, int]  # what each seat would score now
    level: int = 1
    numbers: tuple[int, ...] = ()  # what a level 2 card prints, as its scoring reads them
    measure: Measure = "total"  # what this card counts
    counts: tuple[int, int] = (0, 0)  # how much of it each seat has

    @property
    def leader(self) -> Seat | None:
        """The seat that would score more here now."""
        ours, theirs = self.scores
        return None if ours == theirs else 0 if ours > theirs else 1


class AllianceView(FrozenModel):
    """A Jarl, their demand, the progress of each player, and the seat of their ally."""

    jarl: Jarl
    strength: int  # the number their power prints
    demand: Demand
    progress: tuple[int, int]
    owner: Seat | None = None
    warehouse: int | None = None  # 0 to 3: the one they are tied to

    def is_met(self, seat: Seat) -> bool:
        return self.progress[seat] >= self.demand.number


class CardInPlay(FrozenModel):
    """The order card being played, its position in the hand, and the steps or uses left."""

    card: Card
    hand: Hand
    left: int  # steps of a side card or uses of a centre effect not yet taken


class View(FrozenModel):
    """The whole table as one reader sees it."""

    seat: Seat | None
    phase: Phase
    to_act: frozenset[Seat]
    active: Seat
    first: Seat  # who holds the first player card
    market: tuple[Tile | None, ...]  # zones A to E
    stacks: tuple[StackView, StackView]
    pile: int  # order cards left to draw
    discards: tuple[Card, ...]
    reserve: int
    coins: tuple[int, int]
    fleets: tuple[FleetView, FleetView]
    warehouses: tuple[WarehouseView, ...]
    hand_sizes: tuple[int, int]
    hand: tuple[Card, ...] | None  # the reader's own, left to right
    uses: tuple[int, ...] | None  # how often each hand card's centre effect could be used, reader's own
    steps: tuple[int, ...] | None  # how many steps each would give from a side of the hand, reader's own
    drawn: Card | None  # drawn by the reader, not yet placed
    in_play: CardInPlay | None
    extra_turn: bool  # bought by the active player for after their upkeep
    last_turn: bool  # the end is triggered; only the second player's action phase remains
    points: tuple[int, int]  # power points if the game ended now
    box: tuple[Tile, ...] = ()  # tiles out of the game; all of them were seen in the market
    alliances: tuple[AllianceView, ...] = ()
    better_longships: bool = False  # whether the ships have a dark side at this table
    given: Tile | None = None  # brought by a Jarl, on its way to a warehouse
    effects: dict[Good, Effect]  # what each good's order does from the centre of the hand


def view_for(state: State, seat: Seat | None, to_act: frozenset[Seat], effects: CentreEffects) -> View:
    """Return the view of a seat, or of a spectator (None)."""
    mine = None if seat is None else state.players[seat]
    my_uses = my_steps = None
    if seat is not None and mine is not None:
        my_uses = tuple(uses(state, seat, card.good) for card in mine.hand)
        my_steps = tuple(steps(state, seat, card) for card in mine.hand)
    first, second = state.players
    return View(
        seat=seat,
        phase=state.phase,
        to_act=to_act,
        active=state.active,
        first=state.first,
        market=state.market,
        stacks=(_stack(state.stacks[0]), _stack(state.stacks[1])),
        pile=len(state.pile),
        discards=state.discards,
        reserve=state.reserve,
        coins=(first.coins, second.coins),
        fleets=(_fleet(first.fleet), _fleet(second.fleet)),
        warehouses=tuple(_warehouse(state, index) for index in range(len(state.warehouses))),
        hand_sizes=(
            len(first.hand) + (first.drawn is not None),
            len(second.hand) + (second.drawn is not None),
        ),
        hand=mine and mine.hand,
        uses=my_uses,
        steps=my_steps,
        drawn=mine and mine.drawn,
        in_play=state.in_play
        and CardInPlay(card=state.in_play.card, hand=state.in_play.hand, left=state.in_play.left),
        extra_turn=state.extra_turn,
        last_turn=state.ending == "last_turn",
        points=power_points(state),
        box=state.box,
        alliances=tuple(_alliance(state, alliance) for alliance in state.alliances),
        better_longships=state.options.better_longships == "yes",
        given=state.given,
        effects={good: effects.of(good) for good in GOODS},
    )


def _stack(stack: Stack) -> StackView:
    if not stack.tiles:
        return StackView(left=0)
    top = stack.tiles[-1]
    if not stack.looked:
        return StackView(left=len(stack.tiles), top=top.good)
    return StackView(left=len(stack.tiles), top=top.good, amount=top.amount, shields=top.shields)


def _fleet(fleet: Fleet) -> FleetView:
    return FleetView(
        zone=fleet.zone,
        market=_ship(fleet.market),
        right=_ship(fleet.right),
        dock=_ship(fleet.dock),
        left=_ship(fleet.left),
    )


def _ship(ship: Ship) -> ShipView:
    return ShipView(ship=ship.key, order=ship.order, load=ship.load, upgraded=ship.upgraded)


def _warehouse(state: State, index: int) -> WarehouseView:
    warehouse = state.warehouses[index]
    return WarehouseView(
        card=warehouse.card,
        points=warehouse.points,
        good=warehouse.good,
        sides=warehouse.sides,
        totals=(warehouse.total(0), warehouse.total(1)),
        scores=warehouse_scores(state, index),
        level=2 if warehouse.numbers else 1,
        numbers=warehouse.numbers,
        measure=measure_of(warehouse),
        counts=counts(state, index),
    )


def _alliance(state: State, alliance: Alliance) -> AllianceView:
    return AllianceView(
        jarl=alliance.jarl,
        strength=alliance.strength,
        demand=alliance.demand,
        progress=(progress(state, 0, alliance.demand), progress(state, 1, alliance.demand)),
        owner=alliance.owner,
        warehouse=alliance.warehouse,
    )
