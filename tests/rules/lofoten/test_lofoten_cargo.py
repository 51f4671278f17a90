"""The two automatic actions: worked examples T7 to T12, rulings 8, 9, 20 and 21."""

from rules.lofoten.state import Ship, State
from tests.rules.lofoten.notation import legal_notations, play, play_to_upkeep, play_with_events
from tests.rules.lofoten.pieces import cards, ship, tiles
from tests.rules.lofoten.states import table, with_fleet, with_hand, with_stored

SHEEP_MARKET = ("mead 1", "sheep 3", "mead 2", "fish 2", "coffer 1")


def facing_sheep(*market_ship: str) -> State:
    """One step to the left brings the fleet before the second zone with its three sheep."""
    return with_fleet(table(market=SHEEP_MARKET), market=ship("a", *market_ship))


def test_t7_a_ship_with_a_sheep_order_loads_at_once() -> None:
    state = play(facing_sheep("sheep 1"), "side left", "slide")
    assert state.players[0].fleet.market == ship("a", "sheep 1", "sheep 3")
    assert state.market[1] is None


def test_t8_a_ship_with_another_order_loads_nothing() -> None:
    state = play(facing_sheep("fish 1"), "side left", "slide")
    assert state.players[0].fleet.market == ship("a", "fish 1")
    assert state.market == tiles(*SHEEP_MARKET)


def test_t8_a_loaded_ship_loads_nothing_more() -> None:
    state = play(facing_sheep("sheep 1", "sheep 1"), "side left", "slide")
    assert state.players[0].fleet.market == ship("a", "sheep 1", "sheep 1")
    assert state.market == tiles(*SHEEP_MARKET)


def test_t8_a_ship_without_an_order_loads_nothing() -> None:
    assert play(facing_sheep(), "side left", "slide").market == tiles(*SHEEP_MARKET)


def test_t9_a_tile_passed_between_two_slides_is_loaded_on_the_way() -> None:
    state = with_hand(facing_sheep("sheep 1"), "mead 2", "fish 2", "sheep 3")
    state = play(state, "side left", "slide", "slide")
    assert state.players[0].fleet.zone == 0
    assert state.players[0].fleet.market.load == tiles("sheep 3")
    assert state.market[1] is None


def test_a_ship_turned_to_the_market_loads() -> None:
    state = with_fleet(table(), left=ship("d", "mead 1"))
    state = play(state, "side right", "turn")
    assert state.players[0].fleet.market == ship("d", "mead 1", "mead 2")


def test_t10_a_loaded_ship_turned_to_the_dock_is_unloaded() -> None:
    state = with_stored(with_fleet(table(), right=ship("b", "fish 2", "fish 3")), 2, 0, "fish 1")
    state, events = play_with_events(state, "side right", "turn")
    assert state.players[0].fleet.dock == Ship("b")
    assert state.warehouses[1].sides[0] == tiles("fish 1", "fish 3")
    assert state.discards == cards("sheep 3", "fish 2")
    assert [event.kind for event in events] == ["side_card_played", "fleet_turned", "tile_stored"]


def test_t11_two_fish_of_noelie_must_go_where_her_rival_stores_fish() -> None:
    state = with_stored(with_fleet(table(), right=ship("b", "fish 2", "fish 2")), 1, 1, "fish 1")
    state = play(state, "side right", "turn")
    assert state.warehouses[0].sides == (tiles("fish 2"), tiles("fish 1"))
    assert state.phase == "steps"


def test_t12_the_first_delivery_of_a_type_chooses_among_the_empty_warehouses() -> None:
    state = with_stored(with_fleet(table(), right=ship("b", "fish 2", "fish 2")), 1, 1, "mead 1")
    state = play(state, "side right", "turn")
    assert state.phase == "store"
    assert legal_notations(state) == {"store 2", "store 3", "store 4"}
    state = play(state, "store 3")
    assert state.warehouses[2].good == "fish"
    assert state.warehouses[2].sides == (tiles("fish 2"), ())
    assert state.phase == "steps"
    assert "turn" in legal_notations(state)


def test_ruling_8_the_last_type_finds_the_last_warehouse_by_itself() -> None:
    state = with_fleet(table(), right=ship("b", "fish 2", "fish 2"))
    for number, good in ((1, "mead"), (2, "sheep"), (4, "coffer")):
        state = with_stored(state, number, 1, f"{good} 1")
    state = play(state, "side right", "turn")
    assert state.warehouses[2].sides == (tiles("fish 2"), ())
    assert state.phase == "steps"


def test_ruling_9_a_chosen_warehouse_holds_for_both_players() -> None:
    state = with_fleet(table(active=1), 1, right=ship("b", "fish 2", "fish 2"))
    state = play(state, "side right", "turn", "store 4")
    assert state.warehouses[3].sides == ((), tiles("fish 2"))
    state = with_fleet(play(state, "stop", "place left"), 0, right=ship("b", "fish 1", "fish 3"))
    state = play(state, "side right", "turn")
    assert state.warehouses[3].sides == (tiles("fish 3"), tiles("fish 2"))


def test_a_turn_may_load_one_ship_and_unload_another() -> None:
    state = with_fleet(table(), left=ship("d", "mead 1"), right=ship("b", "fish 2", "fish 2"))
    state = play(state, "side right", "turn")
    assert state.players[0].fleet.market.load == tiles("mead 2")
    assert state.phase == "store"


def test_a_ship_at_the_dock_with_an_order_but_no_goods_keeps_its_order() -> None:
    state = with_fleet(table(), right=ship("b", "fish 2"))
    assert play(state, "side right", "turn").players[0].fleet.dock == ship("b", "fish 2")


def test_ruling_20_loading_happens_at_the_start_of_ones_own_turn() -> None:
    """The rival fills the space before the waiting ship; the load follows with the turn."""
    state = table(market=("mead 1", "fish 1", None, "fish 2", "sheep 1"), coins=(1, 3))
    state = with_fleet(state, 1, market=ship("a", "mead 1"))
    state, events = play_with_events(play_to_upkeep(state), "fill right c")
    assert state.active == 1
    assert state.phase == "action"
    assert state.players[1].fleet.market == ship("a", "mead 1", "mead 3")
    assert [event.kind for event in events] == ["market_filled", "tile_loaded"]


def test_ruling_20_nothing_is_loaded_in_ones_own_upkeep() -> None:
    state = table(market=("mead 1", "fish 1", None, None, "sheep 1"))
    state = with_fleet(state, 0, market=ship("a", "mead 1"))
    state = play(play_to_upkeep(state), "fill right c")
    assert state.players[0].fleet.market == ship("a", "mead 1")
    state = play(state, "fill left d", "stop")
    assert state.active == 1
    assert state.players[0].fleet.market == ship("a", "mead 1")


def test_ruling_20_nothing_is_loaded_on_the_rivals_turn() -> None:
    state = with_fleet(table(active=0), 1, market=ship("a", "fish 1"), zone=1)
    state = play(state, "side left", "slide", "stop")
    assert state.players[1].fleet.market == ship("a", "fish 1")


def test_ruling_20_effects_load_between_their_uses() -> None:
    state = with_fleet(table(), market=ship("a", "fish 1"))
    state = with_hand(with_stored(state, 1, 0, "fish 1", "fish 1"), "mead 1", "fish 1", "mead 1")
    state = play(state, "centre", "row left", "row left")
    assert state.players[0].fleet.zone == 0
    assert state.players[0].fleet.market == ship("a", "fish 1", "fish 1")


def test_ruling_21_of_two_fleets_before_one_tile_the_active_player_loads() -> None:
    state = with_fleet(table(active=1), 0, zone=1, market=ship("a", "fish 1"))
    state = with_fleet(state, 1, market=ship("a", "fish 2"))
    state = play(state, "side right", "slide")
    assert state.players[1].fleet.zone == 1
    assert state.players[1].fleet.market.load == tiles("fish 1")
    assert state.players[0].fleet.market.load == ()


def test_ruling_40_nothing_forces_a_player_to_load() -> None:
    """A whole round of cards played for no move leaves the goods where they are."""
    before = with_fleet(table(), left=ship("d", "mead 1"))
    after = play_to_upkeep(play_to_upkeep(before))
    assert after.active == before.active
    assert after.market == before.market
    assert after.players[0].fleet == before.players[0].fleet
