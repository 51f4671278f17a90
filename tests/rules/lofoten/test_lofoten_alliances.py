"""Module 2, alliances: demands and Jarls, each with a case for and against; T25, T26, rulings 29, 30."""

from dataclasses import replace

import pytest

from rules.game import Refusal
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import Demand, Jarl, LevelTwo
from rules.lofoten.state import State
from tests.rules.lofoten.notation import legal_notations, play, play_to_upkeep, play_with_events
from tests.rules.lofoten.pieces import ship, tiles
from tests.rules.lofoten.states import (
    GAME,
    scores,
    table,
    with_card,
    with_fleet,
    with_hand,
    with_jarl,
    with_stored,
)


def state_with_demand(
    demand: Demand, jarl: Jarl = "knut", coins: tuple[int, int] = (0, 0), **stored: list[str]
) -> State:
    """The end of a turn of the first player, who has these tiles; goods with their amounts and shields."""
    state = table(coins=coins)
    for number, (good, side) in enumerate(stored.items(), 1):
        state = with_stored(state, number, 0, *(f"{good} {tile}" for tile in side))
    return play_to_upkeep(with_jarl(state, jarl, demand))


def can_claim(state: State, jarl: Jarl = "knut") -> bool:
    return state.active == 0 and f"claim {jarl}" in legal_notations(state)


@pytest.mark.parametrize(
    ("demand", "enough", "too_little"),
    [
        (
            Demand("each_type", 1),
            {"mead": ["1"], "fish": ["1 flipped"], "sheep": ["3"], "coffer": ["2"]},
            {"mead": ["1", "2"], "fish": ["3"], "sheep": ["3"]},
        ),
        (
            Demand("goods", 10),
            {"mead": ["3", "3"], "fish": ["3", "1"]},
            {"mead": ["3", "3"], "fish": ["3"]},
        ),
        (
            Demand("tiles_of", 3, "fish"),
            {"fish": ["1", "1", "3 flipped"]},
            {"fish": ["3", "3"], "mead": ["3"]},
        ),
        (Demand("goods_of", 6, "sheep"), {"sheep": ["3", "3"]}, {"sheep": ["3", "2"], "mead": ["3"]}),
        (Demand("each_shield", 2), {"mead": ["1 rr", "1 bb", "2 yy"]}, {"mead": ["1 rr", "1 bb", "2 y"]}),
        (
            Demand("shields_alike", 5),
            {"mead": ["1 rr", "3 r"], "fish": ["2 rr"]},
            {"mead": ["1 rr", "1 bb", "3 r"]},
        ),
    ],
)
def test_a_demand_is_met_by_what_is_stored(
    demand: Demand, enough: dict[str, list[str]], too_little: dict[str, list[str]]
) -> None:
    assert can_claim(state_with_demand(demand, **enough))
    assert not can_claim(state_with_demand(demand, **too_little))


@pytest.mark.parametrize("good", ["mead", "fish", "sheep", "coffer"])
def test_ruling_30_goods_are_summed_and_tiles_counted(good: str) -> None:
    assert can_claim(state_with_demand(Demand("goods_of", 6, good), **{good: ["3", "3"]}))  # type: ignore[arg-type]
    assert not can_claim(state_with_demand(Demand("tiles_of", 3, good), **{good: ["3", "3"]}))  # type: ignore[arg-type]
    assert can_claim(state_with_demand(Demand("tiles_of", 3, good), **{good: ["1", "1", "1"]}))  # type: ignore[arg-type]
    assert not can_claim(state_with_demand(Demand("goods_of", 6, good), **{good: ["1", "1", "1"]}))  # type: ignore[arg-type]


def test_ruling_27_flipped_tiles_meet_demands_as_one_good_without_shields() -> None:
    assert not can_claim(state_with_demand(Demand("goods", 10), mead=["3", "3 flipped", "3"], fish=["2"]))
    assert can_claim(state_with_demand(Demand("goods", 10), mead=["3", "3 flipped", "3"], fish=["3"]))
    assert not can_claim(state_with_demand(Demand("shields_alike", 5), mead=["1 rr", "2 rr", "3 r flipped"]))


def test_the_rivals_tiles_do_not_count() -> None:
    state = with_stored(table(coins=(0, 0)), 1, 1, "mead 3", "mead 3")
    assert play_to_upkeep(with_jarl(state, "knut", Demand("goods_of", 6, "mead"))).active == 1


def test_five_coins_are_shown_not_spent() -> None:
    state = state_with_demand(Demand("own_coins", 5), coins=(5, 2))
    assert play(state, "claim knut").players[0].coins == 5
    assert not can_claim(state_with_demand(Demand("own_coins", 5), coins=(4, 2)))


def test_t25_three_coins_are_given_to_the_rival() -> None:
    assert not can_claim(state_with_demand(Demand("give_coins", 3), coins=(2, 1)))
    state = play(state_with_demand(Demand("give_coins", 3), coins=(3, 1)), "claim knut")
    assert (state.players[0].coins, state.players[1].coins, state.reserve) == (0, 4, 4)
    assert state.ally(0, "knut")


def test_t26_nobody_has_both_jarls() -> None:
    state = with_jarl(with_jarl(table(coins=(4, 4)), "gunnar", owner=0), "knut")
    state = play_to_upkeep(state)
    assert state.active == 1
    with pytest.raises(Refusal):
        play(state, "claim knut")
    state = play_to_upkeep(state)
    assert "claim knut" in legal_notations(state)
    assert play(state, "claim knut").ally(1, "knut")


def test_ruling_29_first_come() -> None:
    state = play_to_upkeep(with_jarl(table(coins=(4, 4)), "knut", owner=1))
    assert state.active == 1


def test_ruling_29_only_at_the_end_of_ones_own_turn() -> None:
    state = with_jarl(table(coins=(4, 4)), "knut")
    assert "claim knut" not in legal_notations(state)
    state = play(state, "side right", "stop")
    assert "claim knut" not in legal_notations(state)


def test_ruling_29_a_claim_may_wait_for_another_turn() -> None:
    state = play_to_upkeep(with_jarl(table(coins=(4, 4)), "knut"))
    state = play_to_upkeep(play(state, "stop"))
    state = play_to_upkeep(play(state, "stop"))
    assert "claim knut" in legal_notations(state)


def test_ruling_29_the_demand_need_not_hold_later() -> None:
    state = play(state_with_demand(Demand("own_coins", 5), coins=(5, 2)), "claim knut", "extra_turn")
    assert state.players[0].coins == 2
    assert state.ally(0, "knut")


def state_with_ally(
    jarl: Jarl, seat: int = 0, coins: tuple[int, int] = (2, 3), tied_to: int | None = None
) -> State:
    return with_jarl(table(coins=coins), jarl, owner=seat, tied_to=tied_to)


def test_asbjorn_brings_two_coins() -> None:
    state, events = play_with_events(
        play_to_upkeep(with_jarl(table(coins=(2, 5)), "asbjorn")), "claim asbjorn"
    )
    assert (state.players[0].coins, state.players[1].coins, state.reserve) == (4, 4, 0)
    assert [event.coins for event in events if event.kind == "coins_taken"] == [2]  # type: ignore[attr-defined]


def test_asbjorn_brings_nothing_when_all_coins_are_yours() -> None:
    state = play(play_to_upkeep(with_jarl(table(coins=(8, 0)), "asbjorn")), "claim asbjorn")
    assert state.players[0].coins == 8


def gaining_bergljot(**more: object) -> State:
    state = with_jarl(table(coins=(1, 1), **more), "bergljot")  # type: ignore[arg-type]
    return play(play_to_upkeep(with_stored(state, 3, 1, "mead 1")), "claim bergljot")


def test_bergljot_stores_a_tile_of_the_market_and_its_space_is_filled() -> None:
    state = gaining_bergljot()
    assert legal_notations(state) == {"take a", "take b", "take c", "take d", "take e"}
    state = play(state, "take c")
    assert state.warehouses[2].sides[0] == tiles("mead 2")
    assert legal_notations(state) == {"fill left c", "fill right c"}
    state = play(state, "fill left c")
    assert state.market[2] == tiles("coffer 3")[0]
    assert state.active == 1


def test_bergljots_tile_may_open_a_warehouse() -> None:
    state = play(gaining_bergljot(), "take b")
    assert legal_notations(state) == {"store 1", "store 2", "store 4"}
    state = play(state, "store 4")
    assert state.warehouses[3].sides[0] == tiles("fish 1")
    assert state.phase == "upkeep"


def test_bergljot_takes_from_a_market_that_cannot_be_filled() -> None:
    state = gaining_bergljot(left=(), right=())
    state, events = play_with_events(state, "take a")
    assert state.market[0] is None
    assert state.active == 1
    assert [event.kind for event in events] == ["tile_taken", "tile_given", "end_triggered"]
    assert GAME.view(state, None).last_turn, "the end is told at once"
    assert play(state, "side right", "stop").phase == "over", "one last action phase, and no more"


def test_ruling_1_bergljot_of_the_second_player_ends_the_game_at_once() -> None:
    state = play(gaining_bergljot(left=(), right=(), active=1, first=0), "take a")
    assert state.phase == "over"


def test_ruling_1_bergljot_of_the_second_player_leaves_one_more_round_where_agreed() -> None:
    state = gaining_bergljot(left=(), right=(), active=1, second_trigger="one_more_round")
    state = play(state, "take a")
    assert (state.active, state.ending) == (0, "one_more_round")
    state = play(state, "side right", "stop", "place left")
    assert (state.active, state.ending) == (1, "last_turn")
    assert play(state, "side right", "stop").phase == "over"


def test_ruling_1_a_bergljot_whose_space_can_be_filled_triggers_nothing() -> None:
    state = play(gaining_bergljot(left=("coffer 1",), right=()), "take a", "fill left a")
    assert (state.active, state.ending) == (1, "open")


def test_bergljot_in_the_very_last_turn_fills_nothing() -> None:
    state = table(
        active=1, left=("coffer 1",), right=(), market=("mead 1", None, None, None, "mead 2"), coins=(1, 1)
    )
    state = with_jarl(with_stored(state, 3, 1, "mead 1"), "bergljot")
    state = play(state, "side right", "stop", "claim bergljot", "take a")
    assert state.phase == "over"
    assert state.warehouses[2].sides[1] == tiles("mead 1", "mead 1")
    assert state.tiles_left() == 1


def test_bergljot_finds_nothing_in_an_empty_market() -> None:
    state = table(active=1, left=(), right=(), market=(None,) * 5, coins=(1, 1))
    state = play(with_jarl(state, "bergljot"), "side right", "stop", "claim bergljot")
    assert state.ally(1, "bergljot")
    assert state.phase == "over"


def test_eirik_adds_a_step_to_side_cards() -> None:
    state = play(
        with_hand(state_with_ally("eirik"), "mead 1", "fish 2", "sheep 3"), "side left", "turn", "turn"
    )
    assert "turn" not in legal_notations(state)
    for other in (table(), state_with_ally("eirik", seat=1)):
        state = play(with_hand(other, "mead 1", "fish 2", "sheep 3"), "side left", "turn")
        assert "turn" not in legal_notations(state)


def test_frida_makes_an_extra_turn_cheaper() -> None:
    state = play(state_with_ally("frida"), "extra_turn")
    assert state.players[0].coins == 0
    assert "extra_turn" not in legal_notations(table())
    assert "extra_turn" not in legal_notations(state_with_ally("frida", seat=1))
    assert "extra_turn" not in legal_notations(state_with_ally("frida", coins=(1, 3)))


def test_the_refund_is_what_was_paid_with_frida() -> None:
    state = with_jarl(table(active=1, left=(), right=(), coins=(2, 3)), "frida", owner=1)
    state = replace(state, market=tiles("mead 1", None, None, None, None))
    state = play(state, "extra_turn", "side right", "stop")
    assert state.players[1].coins == 3


def test_gunnar_allows_one_use_more() -> None:
    def uses(state: State) -> object:
        state = with_hand(state, "mead 1", "coffer 1", "sheep 3")
        return GAME.label_facts(state, 0, GAME.parse("centre"))["uses"]

    assert uses(state_with_ally("gunnar")) == 2
    assert uses(with_stored(state_with_ally("gunnar"), 1, 0, "coffer 1", "coffer 2")) == 3
    assert uses(with_fleet(state_with_ally("gunnar"), dock=ship("d", better=True), left=ship("c"))) == 5
    assert uses(state_with_ally("gunnar", seat=1)) == 1


@pytest.mark.parametrize("jarl", ["helga", "ingrid"])
def test_some_jarls_are_tied_to_a_warehouse_when_gained(jarl: Jarl) -> None:
    state = play(play_to_upkeep(with_jarl(table(coins=(1, 1)), jarl)), f"claim {jarl}")
    assert legal_notations(state) == {"bind 1", "bind 2", "bind 3", "bind 4"}
    state = play(state, "bind 3")
    alliance = state.ally(0, jarl)
    assert alliance is not None
    assert alliance.warehouse == 2
    assert state.active == 1


@pytest.mark.parametrize("jarl", ["asbjorn", "eirik", "frida", "gunnar", "knut"])
def test_others_are_not(jarl: Jarl) -> None:
    state = play(play_to_upkeep(with_jarl(table(coins=(1, 1)), jarl)), f"claim {jarl}")
    assert state.phase != "bind"


def stored_mead(state: State, ours: list[str], theirs: list[str]) -> State:
    for seat, side in enumerate((ours, theirs)):
        if side:
            state = with_stored(state, 1, seat, *(f"mead {tile}" for tile in side))
    return state


@pytest.mark.parametrize(
    ("ours", "theirs", "tied_to", "expected"),
    [
        (["2"], ["3"], 1, (7, 0)),
        (["2"], ["3", "1"], 1, (0, 0)),
        (["2"], ["3", "3"], 1, (0, 7)),
        (["2"], ["3"], 2, (0, 7)),
        ([], ["1"], 1, (7, 0)),
        ([], ["3"], 1, (0, 7)),
        ([], [], 1, (0, 0)),
    ],
)
def test_helga_makes_a_total_two_higher(
    ours: list[str], theirs: list[str], tied_to: int, expected: tuple[int, int]
) -> None:
    assert scores(stored_mead(state_with_ally("helga", tied_to=tied_to), ours, theirs), 1) == expected


def test_helga_counts_where_level_2_counts_totals() -> None:
    state = stored_mead(state_with_ally("helga", tied_to=1), ["3", "1"], ["3"])
    assert scores(with_card(state, 1, "wide_gap"), 1) == (6, 0)
    assert scores(with_card(state, 1, "threshold"), 1) == (9, 0)
    assert scores(with_card(stored_mead(state, ["1"], ["1"]), 1, "long_hall"), 1) == (0, 0)
    bare = stored_mead(state_with_ally("helga", tied_to=1), [], ["1"])
    assert scores(with_card(bare, 1, "fair_share"), 1) == (7, 3)


def test_helga_adds_no_goods_to_the_count_that_breaks_a_tie() -> None:
    state = table(
        active=1, left=(), right=(), market=("mead 1", None, None, None, None), overall_tie="goods_then_coins"
    )
    state = with_jarl(stored_mead(state, ["1"], ["3"]), "helga", owner=0, tied_to=1)
    state = play(with_fleet(state, 1, zone=4), "side right", "stop")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.totals == (0, 0)
    assert outcome.ranking == ((1,), (0,))


@pytest.mark.parametrize(
    ("ours", "theirs", "tied_to", "expected"),
    [
        (["2"], ["2"], 1, (9, 0)),
        (["3"], ["2"], 1, (9, 0)),
        (["2"], ["3"], 1, (0, 7)),
        (["2"], ["2"], 2, (0, 0)),
        ([], [], 1, (0, 0)),
    ],
)
def test_ingrid_wins_ties_and_two_points_more(
    ours: list[str], theirs: list[str], tied_to: int, expected: tuple[int, int]
) -> None:
    assert scores(stored_mead(state_with_ally("ingrid", tied_to=tied_to), ours, theirs), 1) == expected


def test_ingrids_ally_wins_alone_where_a_tie_gives_both() -> None:
    state = with_jarl(table(ties="both"), "ingrid", owner=1, tied_to=1)
    assert scores(stored_mead(state, ["2"], ["2"]), 1) == (0, 9)


@pytest.mark.parametrize(
    ("card", "ours", "theirs", "expected"),
    [
        ("wide_gap", ["2"], ["2"], (2, 0)),
        ("long_hall", ["1"], ["3"], (10, 0)),
        ("shield_hall", ["1 r"], ["3 b"], (10, 0)),
        ("shield_hall", ["1"], ["3"], (0, 0)),
        ("fair_share", ["2"], ["2"], (9, 3)),
        ("small_trade", ["1"], ["3"], (4, 2)),
        ("small_trade", ["1"], ["3", "1"], (2, 4)),
        ("three_crests", ["1 r"], ["1 b"], (4, 2)),
        ("threshold", ["3"], ["3"], (0, 0)),
        ("threshold", ["3", "3"], ["3", "3"], (8, 6)),
        ("assortment", ["1", "2"], ["3"], (7, 2)),
    ],
)
def test_ingrid_on_level_2(
    card: LevelTwo, ours: list[str], theirs: list[str], expected: tuple[int, int]
) -> None:
    state = stored_mead(state_with_ally("ingrid", tied_to=1), ours, theirs)
    assert scores(with_card(state, 1, card), 1) == expected


def test_knut_is_worth_four_points() -> None:
    assert GAME.view(state_with_ally("knut"), None).points == (4, 0)
    assert GAME.view(with_jarl(table(), "knut"), None).points == (0, 0)


def test_two_jarls_with_a_demand_each_when_the_table_wants_alliances() -> None:
    options = LofotenOptions(alliances="yes")
    jarls, demands = set(), set()
    for number in range(120):
        state = GAME.setup(2, options, bytes([number]) * 32)
        first, second = state.alliances
        assert first.jarl != second.jarl
        assert first.demand != second.demand
        assert (first.owner, second.owner) == (None, None)
        jarls |= {first.jarl, second.jarl}
        demands |= {first.demand.key, second.demand.key}
    assert len(jarls) == 8
    assert len(demands) == 14
    assert GAME.setup(2, LofotenOptions(), bytes(32)).alliances == ()


def test_a_demand_card_shows_one_face_at_a_time() -> None:
    """The two faces of one card are never both on the table."""
    cards = GAME.components.demands.cards  # type: ignore[attr-defined]
    faces = [{card.face(0), card.face(1)} for card in cards]
    for number in range(120):
        first, second = GAME.setup(2, LofotenOptions(alliances="yes"), bytes([number]) * 32).alliances
        assert {first.demand, second.demand} not in faces


def test_the_view_shows_how_far_each_player_is() -> None:
    state = with_jarl(table(coins=(4, 1)), "knut", Demand("own_coins", 5))
    (alliance,) = GAME.view(state, None).alliances
    assert alliance.progress == (4, 1)
