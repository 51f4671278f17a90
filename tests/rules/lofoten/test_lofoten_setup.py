"""Setup: worked examples T1 and T2, rulings 16 and 37, and the note on equal starting orders."""

from collections import Counter

from rules.lofoten.options import LofotenOptions
from rules.lofoten.state import State
from tests.rules.lofoten.pieces import tiles
from tests.rules.lofoten.states import GAME

SEEDS = [bytes([number]) * 32 for number in range(200)]


def deals(**options: str) -> list[State]:
    return [GAME.setup(2, LofotenOptions(**options), seed) for seed in SEEDS]  # type: ignore[arg-type]


def test_t1_setup() -> None:
    for state in deals():
        assert state.players[state.first].coins == 2
        assert state.players[state.second].coins == 3
        assert state.reserve == 3
        assert [len(player.hand) for player in state.players] == [3, 3]
        assert len(state.pile) == 26
        assert len(state.warehouses) == len({warehouse.card for warehouse in state.warehouses}) == 4
        assert None not in state.market
        assert len(state.market) == 5
        assert state.tiles_left() + len(state.box) == 27
        assert abs(len(state.stacks[0].tiles) - len(state.stacks[1].tiles)) <= 1
        for player in state.players:
            fleet = player.fleet
            assert fleet.zone == 2
            assert fleet.left.order
            assert fleet.right.order
            assert not fleet.market.order
            assert not fleet.dock.order
            assert sorted(ship.key for ship in fleet.ships) == ["a", "b", "c", "d"]


def test_t2_tile_census() -> None:
    state = deals()[0]
    everything = [*state.market, *state.stacks[0].tiles, *state.stacks[1].tiles, *state.box]
    counts = Counter(everything)
    for good in ("mead", "fish", "sheep", "coffer"):
        assert [counts[tile] for tile in tiles(f"{good} 1", f"{good} 2", f"{good} 3")] == [2, 4, 2]
    assert len(everything) == 32
    assert sum(tile.amount for tile in everything) == 64


def test_the_order_cards_are_nine_of_each_good_and_twelve_of_each_value() -> None:
    state = deals()[0]
    held = [card for player in state.players for card in player.hand]
    in_ships = [ship.order for player in state.players for ship in player.fleet.ships if ship.order]
    orders = [*state.pile, *held, *in_ships]
    assert Counter(card.good for card in orders) == {"mead": 9, "fish": 9, "sheep": 9, "coffer": 9}
    assert Counter(card.value for card in orders) == {1: 12, 2: 12, 3: 12}


def test_ruling_16_a_pair_of_equal_starting_orders_is_drawn_anew() -> None:
    for state in deals():
        for player in state.players:
            left, right = player.fleet.left.order, player.fleet.right.order
            assert left
            assert right
            assert left.good != right.good


def test_ruling_16_rejected_cards_are_shuffled_back() -> None:
    """A rejected pair costs a whole shuffle; with or without one, all 36 orders are on the table."""
    draws = Counter(state.chance.counter for state in deals(begins="host") if not state.box)
    assert len(draws) > 1, "some of these deals rejected a pair"
    for state in deals(begins="host"):
        assert sum(count for kind, count in GAME.census(state).items() if kind.startswith("order")) == 36


def test_ruling_37_the_first_player_is_random_unless_agreed() -> None:
    assert {state.first for state in deals()} == {0, 1}
    assert {state.first for state in deals(begins="host")} == {0}
    assert {state.first for state in deals(begins="guest")} == {1}
    assert all(state.active == state.first for state in deals())


def test_ruling_15_no_market_starts_with_four_alike() -> None:
    parted = 0
    for state in deals():
        goods = Counter(tile.good for tile in state.market if tile)
        assert max(goods.values()) < 4
        parted += bool(state.box)
        assert len(state.box) % 2 == 0
    assert parted, "some of these deals had four alike at first"


def test_level_1_warehouses_and_ships_come_in_any_order() -> None:
    states = deals()
    assert {warehouse.points for state in states for warehouse in state.warehouses} == set(range(4, 12))
    assert len({tuple(ship.key for ship in state.players[0].fleet.ships) for state in states}) == 24
