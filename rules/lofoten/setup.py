"""Setup: ships, warehouses, orders, hands, market, coins."""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten.components import Components
from rules.lofoten.fleet import MIDDLE_ZONE
from rules.lofoten.options import LofotenOptions, NewWarehouses
from rules.lofoten.pieces import JARLS, LEVEL_TWO, SHIPS, ZONES, Card
from rules.lofoten.state import Alliance, Fleet, Player, Ship, Stack, State, Warehouse
from rules.lofoten.upkeep import remove_four_alike, take_tile

NEW_WAREHOUSE_COUNTS: tuple[NewWarehouses, ...] = ("none", "one", "two", "three", "four")


def deal(components: Components, options: LofotenOptions, recorder: StepRecorder) -> State:
    first = _first_player(options, recorder)
    orders, pile = _starting_orders(recorder.shuffle(components.order_cards()), recorder)
    tiles = recorder.shuffle(components.goods_tiles(shields=options.shields))
    stacked = tiles[len(ZONES) :]
    half = len(stacked) // 2
    coins = components.coins
    players = tuple(
        Player(
            hand=pile[3 * seat : 3 * seat + 3],
            drawn=None,
            coins=coins.first_player if seat == first else coins.second_player,
            fleet=_fleet(orders[seat], recorder),
        )
        for seat in (0, 1)
    )
    state = State(
        chance=recorder.chance,
        options=options,
        first=first,
        active=first,
        stage="action",
        players=(players[0], players[1]),
        market=tiles[: len(ZONES)],
        stacks=(Stack(stacked[half:]), Stack(stacked[:half])),
        pile=pile[6:],
        discards=(),
        box=(),
        reserve=coins.reserve,
        warehouses=_warehouses(components, options, recorder),
        alliances=_alliances(components, recorder) if options.alliances == "yes" else (),
    )
    return _fill_market(state, recorder)


def _first_player(options: LofotenOptions, recorder: StepRecorder) -> Seat:
    """The host of the table has seat 0."""
    if options.begins == "random":
        return recorder.random_below(2)
    return 0 if options.begins == "host" else 1


def _starting_orders(
    pile: tuple[Card, ...], recorder: StepRecorder
) -> tuple[tuple[tuple[Card, Card], ...], tuple[Card, ...]]:
    """Draw two orders of different goods for each player; a pair of equal goods is shuffled back."""
    pairs: list[tuple[Card, Card]] = []
    while len(pairs) < 2:
        if pile[0].good == pile[1].good:
            pile = recorder.shuffle(pile)
        else:
            pairs.append((pile[0], pile[1]))
            pile = pile[2:]
    return tuple(pairs), pile


def _fleet(orders: tuple[Card, Card], recorder: StepRecorder) -> Fleet:
    """Place the ships at random on the wheel, the orders on those to the left and right."""
    market, right, dock, left = (Ship(key) for key in recorder.shuffle(SHIPS))
    on_left, on_right = orders
    return Fleet(MIDDLE_ZONE, market, right._replace(order=on_right), dock, left._replace(order=on_left))


def _warehouses(
    components: Components, options: LofotenOptions, recorder: StepRecorder
) -> tuple[Warehouse, ...]:
    """Deal four cards in random order, as many of level 2 as the options say."""
    points = components.warehouse_cards
    cards = [Warehouse(card, points[card]) for card in recorder.shuffle(tuple(points))[:4]]
    if options.new_warehouses == "none":
        return tuple(cards)
    if options.new_warehouses == "random":
        count = 1 + recorder.random_below(4)
    else:
        count = NEW_WAREHOUSE_COUNTS.index(options.new_warehouses)
    for index, card in enumerate(recorder.shuffle(LEVEL_TWO)[:count]):
        cards[index] = components.level_2.warehouse(card)
    return recorder.shuffle(cards)


def _alliances(components: Components, recorder: StepRecorder) -> tuple[Alliance, ...]:
    """Deal two Jarls, each with a random face of a demand card."""
    jarls = recorder.shuffle(JARLS)[:2]
    cards = recorder.shuffle(components.demands.cards)[:2]
    return tuple(
        Alliance(jarl, components.jarls.strength(jarl), card.face(recorder.random_below(2)))
        for jarl, card in zip(jarls, cards, strict=True)
    )


def _fill_market(state: State, recorder: StepRecorder) -> State:
    """Apply the rule of four equal tiles at the start. The higher stack fills the market."""
    state = remove_four_alike(state, recorder)
    while None in state.market:
        higher = 0 if len(state.stacks[0].tiles) >= len(state.stacks[1].tiles) else 1
        _, state = take_tile(state, higher, state.market.index(None), recorder)
        state = remove_four_alike(state, recorder)
    return state
