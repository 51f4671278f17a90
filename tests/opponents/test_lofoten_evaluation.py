"""The evaluation of Lofoten: exact at the end and for certain cargo, estimates in the right order."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

from opponents.lofoten.determinization import build_table
from opponents.lofoten.evaluation import (
    DELIVERY_TURNS,
    DOCK_TURNS,
    JARL_CLAIM_VALUES,
    TILES_PER_ROUND,
    evaluate,
    rounds_left,
    turns_to_come,
)
from opponents.lofoten.simulator import DOCK, MARKET, RIGHT, Table
from opponents.lofoten.simulator_helpers import progress
from opponents.lofoten.weights import BEGINNER, WEIGHTS, Weights
from rules import GAMES
from rules.lofoten import alliances
from rules.lofoten.counting import INDEPENDENT_SCORES
from rules.lofoten.game import Lofoten
from rules.lofoten.pieces import GOODS, LEVEL_TWO, SHIELDS, SHIPS, Card, Demand, Good, Jarl, Tile
from rules.lofoten.state import Alliance, Ship, Warehouse
from tests.rules.lofoten.pieces import tiles
from tests.rules.lofoten.states import table as state_of

GAME = GAMES["lofoten"]
assert isinstance(GAME, Lofoten)
CERTAIN = Weights(
    arrival=1.0, order=1.0, later=0.0, still=1e-9, open=0.0, busy=0.0, loaded=0.0, stored=0.0, hopeless=0.0,
    stuck=0.0, block=0.0,
)  # fmt: skip
"""Ships count for nothing but their cargo, which arrives, and who leads wins."""
EMPTY = (Ship("a"), Ship("b"), Ship("c"), Ship("d"))
LEVEL_ONE = [Warehouse(f"warehouse_{points}", points) for points in (4, 6, 9, 11)]
Sides = tuple[tuple[Tile, ...], tuple[Tile, ...]]


def sketch(*warehouses: Warehouse, coins: tuple[int, int] = (2, 2), **changes: str) -> Table:
    """Return a table in mid-game without orders, with these warehouses and many tiles still to come."""
    covered = ["coffer 2"] * 8
    table = build_table(state_of(coins=coins, left=covered, right=covered, **changes), GAME.components)
    table.warehouses = warehouses
    return table


def level_two() -> list[Warehouse]:
    """Return a warehouse for each card of level 2."""
    cards: dict[str, Warehouse] = {}
    for number in range(40):
        options = GAME.info.options(new_warehouses="four")
        state = GAME.setup(2, options, bytes([number]) * 32)
        cards |= {each.card: each for each in state.warehouses}
    assert set(cards) == set(LEVEL_TWO)
    return list(cards.values())


CARDS = [*LEVEL_ONE, *level_two()]


def random_side(rng: Random, good: Good, most: int = 4) -> tuple[Tile, ...]:
    return tuple(
        Tile(good, rng.randint(1, 3), "".join(rng.choices(SHIELDS, k=rng.randrange(3))), rng.random() < 0.2)
        for _ in range(rng.randint(0, most))
    )


def random_warehouses(rng: Random) -> list[Warehouse]:
    return [
        card._replace(good=good, sides=(random_side(rng, good), random_side(rng, good)))
        for card, good in zip(rng.sample(CARDS, 4), GOODS, strict=True)
    ]


def ally(jarl: Jarl, owner: int | None, warehouse: int | None = None) -> Alliance:
    return Alliance(jarl, GAME.components.jarls.strength(jarl), Demand("own_coins", 4), owner, warehouse)


def lead_of(table: Table) -> int:
    first, second = table.points()
    return first - second


def test_at_the_end_the_lead_in_points_is_exact() -> None:
    rng, seen = Random("end"), set()
    for number in range(150):
        table = sketch(*random_warehouses(rng), better_longships="yes")
        table.stage, table.market = "over", (None,) * 5
        table.stacks, table.covered = ((), ()), dict.fromkeys(GOODS, (0, 0))
        table.wheels = [(EMPTY[0]._replace(upgraded=rng.random() < 0.5), *EMPTY[1:]) for _ in range(2)]
        table.alliances = (
            ally("knut", rng.randrange(2)),
            ally("helga", rng.randrange(2), rng.randrange(4)),
        )
        lead, _ = evaluate(table, replace(CERTAIN, coin=1.0))
        assert lead == pytest.approx(lead_of(table), abs=1e-6), (number, table.warehouses)
        seen |= {each.card for each in table.warehouses}
    assert seen == {each.card for each in CARDS}


@pytest.mark.parametrize("owner", [0, 1])
def test_ingrid_counts_where_her_ally_wins_or_is_level(owner: int) -> None:
    rng = Random("ingrid")
    compared = [each for each in CARDS if each.card not in (*INDEPENDENT_SCORES, "wide_gap", "fair_share")]
    for _ in range(60):
        good = rng.choice(GOODS)
        sides = random_side(rng, good), random_side(rng, good)
        sides = ((*sides[0], Tile(good, 1, "r")), (*sides[1], Tile(good, 1, "r")))
        table = sketch(rng.choice(compared)._replace(good=good, sides=sides))
        table.stage, table.alliances = "over", (ally("ingrid", owner, 0),)
        assert evaluate(table, CERTAIN)[0] == pytest.approx(lead_of(table), abs=1e-6)


@pytest.mark.parametrize(("owner", "sign"), [(0, 1), (1, -1)])
def test_ingrid_adds_more_the_surer_her_ally_wins(owner: int, sign: int) -> None:
    """In a warehouse where each player scores alone, the better score wins."""
    card = next(each for each in CARDS if each.card == "small_trade")
    strength = GAME.components.jarls.strength("ingrid")
    gains = []
    for ours, theirs in ((0, 4), (2, 2), (4, 0)):
        sides = ((Tile("fish", 1),) * ours, (Tile("fish", 1),) * theirs)
        table = sketch(card._replace(good="fish", sides=sides[::sign]))
        table.stage = "over"
        without = evaluate(table, CERTAIN)[0]
        table.alliances = (ally("ingrid", owner, 0),)
        gains.append(sign * (evaluate(table, CERTAIN)[0] - without))
    assert 0 <= gains[0] < gains[1] < gains[2] <= strength
    assert gains[0] < 0.1 * strength
    assert gains[1] == pytest.approx(strength / 2)
    assert gains[2] > 0.9 * strength


def with_ship(table: Table, seat: int, place: int, ship: Ship) -> Table:
    changed = table.copy()
    wheel = list(table.wheels[seat])
    wheel[place] = ship
    changed.wheels[seat] = (wheel[0], wheel[1], wheel[2], wheel[3])
    return changed


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.card)
def test_a_load_at_the_dock_counts_as_stored(card: Warehouse) -> None:
    rng = Random(card.card)
    for number in range(12):
        seat, good = number % 2, rng.choice(GOODS)
        sides: Sides = (random_side(rng, good, 1), random_side(rng, good, 1))
        load = tuple(Tile(good, 1, rng.choice(SHIELDS)) for _ in range(rng.randint(1, 2)))
        table = sketch(card._replace(good=good, sides=sides))
        stored = table.copy()
        more = (*sides[seat], *load)
        stored.warehouses = (
            card._replace(good=good, sides=(more, sides[1]) if seat == 0 else (sides[0], more)),
        )
        loaded = with_ship(table, seat, DOCK, Ship("b", Card(good, 1), load, True))
        assert evaluate(loaded, CERTAIN)[0] == pytest.approx(evaluate(stored, CERTAIN)[0], abs=1e-6)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.card)
def test_an_order_whose_tile_is_certain_counts_as_stored(card: Warehouse, seat: int) -> None:
    if card.card == "threshold":
        return  # It also depends on how many goods are left.
    own, rival = (Tile("mead", 2),), (Tile("mead", 1, "bb"),)
    sides: Sides = (own, rival) if seat == 0 else (rival, own)
    table = sketch(card._replace(good="mead", sides=sides))
    table.market = (*tiles("fish 1", "fish 2"), Tile("mead", 3, "ry"), *tiles("sheep 1", "sheep 2"))
    ordered = with_ship(table, seat, RIGHT, Ship("a", Card("mead", 1)))
    stored = table.copy()
    more = (*own, Tile("mead", 3, "ry"))
    stored.warehouses = (card._replace(good="mead", sides=(more, rival) if seat == 0 else (rival, more)),)
    assert evaluate(ordered, CERTAIN)[0] == pytest.approx(evaluate(stored, CERTAIN)[0], abs=1e-6)


def test_a_tile_is_expected_by_one_ship_only() -> None:
    """Of two ships with the same order each expects another tile, the larger one first."""
    card = next(each for each in CARDS if each.card == "small_trade")
    table = sketch(card._replace(good="mead"))
    table.market = tiles("fish 1", "mead 1", "mead 3", "sheep 1", "sheep 2")
    ship = Ship("a", Card("mead", 1))
    one = with_ship(table, 0, RIGHT, ship)
    two = with_ship(one, 0, MARKET, ship)
    three = with_ship(two, 0, 3, ship)
    leads = [evaluate(each, CERTAIN)[0] for each in (table, one, two, three)]
    for_each = card.numbers[0]
    assert leads == pytest.approx([0, for_each, 2 * for_each, 2 * for_each])
    total = sketch(LEVEL_ONE[1]._replace(good="mead", sides=((), (Tile("mead", 2),))))
    total.market = table.market
    assert evaluate(with_ship(total, 0, RIGHT, ship), CERTAIN)[0] == pytest.approx(6), "it takes the three"


def quarter_turns(place: int, goal: int) -> list[tuple[int, int]]:
    """Return how many steps to the right, or to the left, bring a ship from a place of the wheel to another.

    A step to the right moves it from the market to the right, to the dock, to the left.
    """
    right = (goal - place) % 4
    return [(right, 0), (0, (4 - right) % 4)]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_delivery_takes_the_fewest_turns(seat: int) -> None:
    """To the market, along the zones, and on to the dock; seat 1 sees the zones from the other side."""
    for place, zone, goal in product(range(4), range(5), range(5)):
        slide = (goal - zone) * (1 if seat == 0 else -1)
        ways = [
            turns_to_come(first[0] + last[0] + max(0, slide))
            + turns_to_come(first[1] + last[1] + max(0, -slide))
            for first in quarter_turns(place, MARKET)
            for last in quarter_turns(MARKET, DOCK)
        ]
        assert DELIVERY_TURNS[seat][place][zone][goal] == min(ways)
    assert list(DOCK_TURNS) == [
        min(turns_to_come(right) + turns_to_come(left) for right, left in quarter_turns(place, DOCK))
        for place in range(4)
    ]


def test_more_steps_take_more_turns() -> None:
    turns = [turns_to_come(steps) for steps in range(10)]
    assert turns[:2] == [0, 1]
    assert turns == sorted(set(turns))


def test_the_rounds_left_follow_from_the_tiles_that_are_left() -> None:
    table = sketch()
    for covered, market in ((3, "mead 1"), (5, "mead 1"), (5, None)):
        table.stacks = (tiles(*["fish 1"] * covered), tiles(*["mead 1"] * covered))
        table.market = tiles(market, *["sheep 1"] * 4)
        leaving, holes = 0, table.market.count(None)
        while 2 * covered - leaving >= holes:  # The end comes when the market cannot be filled.
            leaving += 1
        assert rounds_left(table) == pytest.approx(leaving / TILES_PER_ROUND)
    table.stacks = ((), ())
    assert 0 < rounds_left(table) < 1
    table.ending = "last_turn"
    assert 0 < rounds_left(table) < 1
    for stage in ("last_unload", "over"):
        ended = sketch()
        ended.stage = stage  # type: ignore[assignment]
        assert rounds_left(ended) == 0


@pytest.mark.parametrize("name", ["warehouse_9", "long_hall", "shield_hall"])
def test_the_uncertainty_is_that_of_winning_or_losing_the_points(name: str) -> None:
    """It is less the surer the lead, and the fewer goods are left."""
    card = next(each for each in CARDS if each.card == name)
    found = []
    for ahead, covered in product((0, 1, 3), (0, 8)):
        sides: Sides = ((Tile("mead", 1, "r"),) * ahead, ())
        table = sketch(card._replace(good="mead", sides=sides))
        table.market = tiles(*["fish 1"] * 5)
        table.stacks = (tiles(*["mead 1"] * covered), ())
        table.covered = {**table.covered, "mead": (covered, covered)}
        lead, variance = evaluate(table, replace(WEIGHTS, stored=0.0))
        assert variance == pytest.approx(card.points**2 - lead**2)
        found.append(lead / card.points)
    level, level_open, one, one_open, three, three_open = found
    assert level == level_open == 0
    assert 0 < one_open < one < three < 1
    assert one_open < three_open < three


def test_the_smaller_share_is_certain_and_the_rest_is_not() -> None:
    card = next(each for each in CARDS if each.card == "fair_share")
    larger, other = card.numbers
    for ours, theirs, ends in (
        (1, 1, (larger - other, other - larger)),
        (1, 0, (larger, other - larger)),
        (0, 1, (larger - other, -larger)),
    ):
        table = sketch(
            card._replace(good="mead", sides=((Tile("mead", 1),) * ours, (Tile("mead", 1),) * theirs))
        )
        mean, half = (ends[0] + ends[1]) / 2, (ends[0] - ends[1]) / 2
        assert evaluate(table, replace(CERTAIN, still=1e9))[0] == pytest.approx(mean)
        lead, variance = evaluate(table, replace(CERTAIN, still=1.0))
        assert variance == pytest.approx(half**2 - (lead - mean) ** 2)
        sure = ends[0] * (ours > theirs) + ends[1] * (ours < theirs)
        assert evaluate(table, CERTAIN)[0] == pytest.approx(sure)


def test_goods_without_a_warehouse_may_go_to_any_that_is_empty() -> None:
    card, other = LEVEL_ONE[0], LEVEL_ONE[3]
    loaded = Ship("a", Card("mead", 1), (Tile("mead", 2),))
    table = with_ship(sketch(card, other), 0, DOCK, loaded)
    lead, variance = evaluate(table, CERTAIN)
    assert lead == pytest.approx((card.points + other.points) / 2)
    taken = with_ship(sketch(card._replace(good="mead"), other), 0, DOCK, loaded)
    assert evaluate(taken, CERTAIN)[0] == pytest.approx(card.points)
    assert variance == pytest.approx((len(GOODS) - 1) * (card.points**2 + other.points**2) / 2)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_beginner_sees_the_own_ships_only(seat: int) -> None:
    table = sketch(*[card._replace(good=good) for card, good in zip(LEVEL_ONE, GOODS, strict=True)])
    loaded = Ship("a", Card("mead", 1), (Tile("mead", 2),))
    own, rival = with_ship(table, seat, 1, loaded), with_ship(table, 1 - seat, 1, loaded)
    sign = 1 if seat == 0 else -1
    assert evaluate(rival, BEGINNER, seat) == evaluate(table, BEGINNER, seat)
    assert sign * evaluate(own, BEGINNER, seat)[0] > sign * evaluate(table, BEGINNER, seat)[0]
    assert sign * evaluate(rival, WEIGHTS, seat)[0] < sign * evaluate(table, WEIGHTS, seat)[0]


def mead_table(**changes: str) -> Table:
    return sketch(LEVEL_ONE[2]._replace(good="mead", sides=((), (Tile("mead", 2),))), **changes)


def leads(tables: Sequence[Table], weights: Weights = WEIGHTS) -> list[float]:
    return [evaluate(table, weights)[0] for table in tables]


def assert_increasing(values: Sequence[float]) -> None:
    assert all(one < other for one, other in pairwise(values)), values


def test_the_nearer_a_load_is_to_the_dock_the_more_it_is_worth() -> None:
    loaded = Ship("a", Card("mead", 1), (Tile("mead", 3),))
    far, right, dock, left = leads([with_ship(mead_table(), 0, place, loaded) for place in range(4)])
    assert right == left
    assert_increasing([far, right, dock])


def test_an_order_is_worth_more_the_more_likely_its_tile_comes() -> None:
    """None left, all covered, one far away, one at hand, one aboard."""
    ship = Ship("a", Card("mead", 1))
    table = with_ship(mead_table(), 0, MARKET, ship)
    table.zones = [0, 4]
    gone, covered, far, near = (table.copy() for _ in range(4))
    fish = tiles(*["fish 2"] * 5)
    for each in (gone, covered):
        each.market = fish
    gone.covered = {**table.covered, "mead": (0, 0)}
    for each in (covered, far, near):
        each.covered = {**table.covered, "mead": (4, 8)}
    far.market = (*fish[:4], Tile("mead", 2))
    near.market = (fish[0], Tile("mead", 2), *fish[2:])
    aboard = with_ship(near, 0, MARKET, ship._replace(load=(Tile("mead", 2),)))
    assert_increasing(leads([gone, covered, far, near, aboard]))
    blocked = with_ship(with_ship(near, 0, MARKET, Ship("a")), 0, DOCK, ship)
    beside = with_ship(with_ship(near, 0, MARKET, Ship("a")), 0, RIGHT, ship)
    still = replace(WEIGHTS, block=0.0)
    assert leads([beside])[0] - leads([blocked])[0] > leads([beside], still)[0] - leads([blocked], still)[0]


def test_few_covered_tiles_make_an_order_less_likely() -> None:
    tables = []
    for covered in (1, 3, 5, 8):
        table = with_ship(mead_table(), 0, MARKET, Ship("a", Card("mead", 1)))
        table.market = tiles(*["fish 1"] * 5)
        table.stacks = (tiles(*["fish 1"] * 10), tiles(*["fish 1"] * 10))
        table.covered = {**table.covered, "mead": (covered, 8)}
        tables.append(table)
    one, three, five, many = leads(tables)
    assert_increasing([one, three, five])
    assert many == five, "more than five make no difference"


def test_time_runs_out_for_what_is_still_to_fetch() -> None:
    ship = Ship("a", Card("mead", 1))
    values = []
    for covered in (0, 1, 2, 8):
        table = with_ship(mead_table(), 0, MARKET, ship)
        without = mead_table()
        for each in (table, without):
            each.stacks = (tiles(*["fish 1"] * covered), tiles(*["fish 1"] * covered))
            each.market = tiles("fish 1", "fish 1", "fish 1", "mead 2", "fish 1")
        values.append(leads([table])[0] - leads([without])[0])
    assert_increasing(values)


def test_at_the_end_one_ship_brings_its_load_home_for_nothing() -> None:
    """The largest load counts nearly in full; another still has to reach the dock."""
    table = mead_table()
    table.ending = "last_turn"
    for amount in (1, 3):
        other = Ship("b", Card("fish", 1), (Tile("fish", 2),))
        ship = Ship("a", Card("mead", 1), (Tile("mead", amount),))
        both = with_ship(with_ship(table, 0, MARKET, ship), 0, RIGHT, other)
        small = replace(CERTAIN, arrival=0.1, still=0.2)
        lead = evaluate(both, small)[0]
        assert (lead > 8) is (amount == 3), "three mead are ahead of two"
    early = table.copy()
    early.ending = "open"
    early.stacks = (tiles(*["fish 1"] * 12), tiles(*["fish 1"] * 12))
    loaded = Ship("a", Card("mead", 1), (Tile("mead", 3),))
    assert evaluate(with_ship(early, 0, MARKET, loaded), small)[0] < 0, "early it is far from the dock"


def test_ships_that_only_wait_for_the_rival_are_a_burden() -> None:
    table = sketch()
    table.market = tiles(*["fish 1"] * 5)
    waiting = table
    costs = []
    for place in range(4):
        before = evaluate(waiting, replace(CERTAIN, stuck=4.0))[0]
        waiting = with_ship(waiting, 0, place, Ship(SHIPS[place], Card("mead", 1)))
        costs.append(before - evaluate(waiting, replace(CERTAIN, stuck=4.0))[0])
    assert costs == pytest.approx([0, 0, 0, 4])
    for ship in (Ship("a", Card("fish", 1)), Ship("a", Card("mead", 1), (Tile("mead", 1),))):
        free = with_ship(waiting, 0, MARKET, ship)
        assert evaluate(free, replace(CERTAIN, stuck=4.0)) == evaluate(free, CERTAIN)


def test_coins_are_worth_less_when_there_is_no_time_to_spend_them() -> None:
    rich, poor = sketch(coins=(3, 2)), sketch(coins=(2, 2))
    for table in (rich, poor):
        table.stacks = (tiles(*["fish 1"] * 6), tiles(*["fish 1"] * 6))
    early = leads([rich])[0] - leads([poor])[0]
    assert early == pytest.approx(WEIGHTS.coin + WEIGHTS.third_coin)
    for table in (rich, poor):
        table.stacks = (tiles("fish 1", "fish 1"), ())
    assert 0 < leads([rich])[0] - leads([poor])[0] < early
    bought = rich.copy()
    bought.paid = 3
    assert leads([bought])[0] - leads([rich])[0] == pytest.approx(WEIGHTS.extra_turn)
    bought.active = 1
    assert leads([bought])[0] - leads([rich])[0] == pytest.approx(-WEIGHTS.extra_turn)


@pytest.mark.parametrize("key", SHIPS)
def test_a_better_ship_is_worth_more_the_longer_it_sails(key: str) -> None:
    place = SHIPS.index(key)  # type: ignore[arg-type]
    gains = []
    for covered in (0, 4, 9):
        table = sketch(better_longships="yes")
        table.stacks = (tiles(*["fish 1"] * covered), tiles(*["fish 1"] * covered))
        better = with_ship(table, 0, place, EMPTY[place]._replace(upgraded=True))
        gains.append(leads([better])[0] - leads([table])[0])
    if key == "a":  # Its power is points.
        assert gains == pytest.approx([4, 4, 4])
    else:
        assert 1 < gains[0] < gains[1] < gains[2]
    other = with_ship(sketch(better_longships="yes"), 1, place, EMPTY[place]._replace(upgraded=True))
    assert leads([other])[0] < leads([sketch(better_longships="yes")])[0]


def test_a_jarl_is_worth_more_the_nearer_the_alliance() -> None:
    values = []
    for coins in range(6):
        table = sketch(coins=(coins, 0))
        without = evaluate(table)[0]
        table.alliances = (ally("eirik", None),)
        values.append(evaluate(table)[0] - without)
    assert values[0] == 0
    assert_increasing(values[:5])
    assert values[4] == values[5] <= JARL_CLAIM_VALUES["eirik"]
    assert values[4] - values[3] > values[1] - values[0], "coins are seldom kept for long"


def test_only_one_free_jarl_can_be_gained() -> None:
    table = sketch(coins=(4, 0))
    both = table.copy()
    table.alliances = (ally("knut", None),)
    both.alliances = (ally("asbjorn", None), ally("knut", None))
    assert leads([both]) == leads([table])
    owner = table.copy()
    owner.alliances = (ally("knut", 0),)
    taken = table.copy()
    taken.alliances = (ally("knut", 0), ally("asbjorn", None))
    assert leads([taken]) == leads([owner])


def test_an_ally_helps_for_the_rest_of_the_game() -> None:
    for jarl in ("eirik", "frida", "gunnar"):
        values = []
        for covered in (0, 4, 9):
            table = sketch()
            table.stacks = (tiles(*["fish 1"] * covered), tiles(*["fish 1"] * covered))
            table.alliances = (ally(jarl, 0),)
            values.append(leads([table])[0])
            table.alliances = (ally(jarl, 1),)
            assert leads([table])[0] == -values[-1]
        assert_increasing([0, *values])


def test_a_decision_of_a_jarl_is_worth_something_to_whose_turn_it_is() -> None:
    table = sketch()
    table.alliances = (ally("helga", 0),)
    before = leads([table])[0]
    table.claimed = "bind"
    assert leads([table])[0] > before
    table.active = 1
    assert leads([table])[0] < before


def test_a_total_is_the_more_likely_the_less_is_missing() -> None:
    card = next(each for each in CARDS if each.card == "threshold")
    needed, points, alone = card.numbers
    values = []
    for stored in range(needed + 1):
        side = tuple(Tile("mead", 1) for _ in range(stored))
        values.append(leads([sketch(card._replace(good="mead", sides=(side, ())))], CERTAIN)[0])
    assert_increasing(values)
    full = tuple(Tile("mead", 3) for _ in range(3))
    both = sketch(card._replace(good="mead", sides=(full, full[:1])))
    sure = sketch(card._replace(good="mead", sides=(full, ())))
    assert 0 < leads([both], CERTAIN)[0] < leads([sure], CERTAIN)[0] <= alone
    empty = sketch(card._replace(good="mead", sides=(full[:1], ())))
    empty.covered = {**empty.covered, "mead": (0, 0)}
    empty.market = tiles(*["fish 1"] * 5)
    assert leads([empty], CERTAIN)[0] == 0, "nothing is left"
    tight = empty.copy()
    tight.covered = {**empty.covered, "mead": (1, 3)}
    wide = empty.copy()
    wide.covered = {**empty.covered, "mead": (3, 9)}
    assert 0 < leads([tight], CERTAIN)[0] < leads([wide], CERTAIN)[0]
    assert points < alone


def test_kinds_that_may_still_come_count_by_their_probability() -> None:
    """Each kind on its way makes the sum of the sure kinds grow, and no kind counts twice."""
    for name, load in (("three_crests", Tile("mead", 1, "b")), ("assortment", Tile("mead", 2))):
        card = next(each for each in CARDS if each.card == name)
        first, second, _ = card.numbers
        table = sketch(card._replace(good="mead", sides=((Tile("mead", 1, "r"),), ())))
        half = replace(CERTAIN, arrival=0.5)
        coming = with_ship(table, 0, RIGHT, Ship("a", Card("mead", 1), (load,)))
        assert leads([coming], half)[0] == pytest.approx((first + second) / 2)
        again = with_ship(table, 0, RIGHT, Ship("a", Card("mead", 1), (Tile("mead", 1, "r"),)))
        assert leads([again], half)[0] == pytest.approx(first)
        twice = with_ship(coming, 0, 3, Ship("b", Card("mead", 1), (load,)))
        assert leads([twice], half)[0] == pytest.approx(first + (second - first) * 0.75)


def test_progress_towards_every_demand_is_that_of_the_rules() -> None:
    rng, met = Random("demands"), set()
    faces = GAME.components.demands.faces()
    for _ in range(40):
        state = replace(state_of(coins=(3, 1)), warehouses=tuple(random_warehouses(rng)))
        for demand in faces:
            for seat in (0, 1):
                has = progress(state.warehouses, state.players[seat].coins, seat, demand)
                assert has == alliances.progress(state, seat, demand), demand
                met |= {demand.kind} if has else set()
    assert met == {demand.kind for demand in faces}
