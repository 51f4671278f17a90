"""Module 1, new warehouses: the eight level 2 cards, each with a case for and against."""

import pytest

from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import LEVEL_TWO, LevelTwo
from rules.lofoten.state import State
from tests.rules.lofoten.notation import play
from tests.rules.lofoten.states import GAME, scores, table, with_card, with_fleet, with_stored


def state_with_warehouse(card: LevelTwo, ours: list[str], theirs: list[str], **options: str) -> State:
    """Return a state with a level 2 card as the first warehouse, with these tiles of mead."""
    state = table(**options)
    for seat, side in enumerate((ours, theirs)):
        if side:
            state = with_stored(state, 1, seat, *(f"mead {tile}" for tile in side))
    return with_card(state, 1, card)


@pytest.mark.parametrize(
    ("card", "ours", "theirs", "expected"),
    [
        ("wide_gap", ["3", "2"], ["2"], (6, 0)),
        ("wide_gap", ["1"], ["3", "3"], (0, 10)),
        ("wide_gap", ["3", "3", "2"], ["1"], (12, 0)),
        ("wide_gap", ["2"], ["1", "1"], (0, 0)),
        ("long_hall", ["1", "1"], ["3"], (8, 0)),
        ("long_hall", ["3", "2"], ["1", "1", "1 flipped"], (0, 8)),
        ("long_hall", ["3"], ["1"], (0, 0)),
        ("shield_hall", ["1 rr", "2 y"], ["3 r", "2 y"], (8, 0)),
        ("shield_hall", ["3 r"], ["1 bb"], (0, 8)),
        ("shield_hall", ["3 r", "2 y"], ["1 bb"], (0, 0)),
        ("shield_hall", ["1 rr flipped"], ["3 b"], (0, 8)),
        ("shield_hall", ["2"], [], (0, 0)),
        ("fair_share", ["3"], ["2"], (7, 3)),
        ("fair_share", [], ["1"], (0, 7)),
        ("fair_share", ["2"], ["1", "1"], (3, 3)),
        ("fair_share", [], [], (0, 0)),
        ("small_trade", ["3", "1"], ["1"], (4, 2)),
        ("small_trade", ["1"] * 6, [], (10, 0)),
        ("small_trade", ["3 flipped", "2"], [], (4, 0)),
        ("three_crests", ["1 rr"], ["2 rb"], (2, 5)),
        ("three_crests", ["2 rb", "2 y"], ["3", "2"], (9, 0)),
        ("three_crests", ["2 rb flipped", "2 y"], [], (2, 0)),
        ("threshold", ["3", "3"], ["3", "2"], (9, 0)),
        ("threshold", ["3", "3"], ["2", "2", "2"], (6, 6)),
        ("threshold", ["3", "2"], ["3", "1"], (0, 0)),
        ("threshold", ["3", "3 flipped", "2"], [], (9, 0)),
        ("threshold", ["3", "3 flipped", "1"], [], (0, 0)),
        ("assortment", ["1", "2", "3"], ["2", "2"], (9, 2)),
        ("assortment", ["1", "2"], [], (5, 0)),
        ("assortment", ["1", "2 flipped", "3"], [], (5, 0)),
    ],
)
def test_a_level_2_card_scores(
    card: LevelTwo, ours: list[str], theirs: list[str], expected: tuple[int, int]
) -> None:
    assert scores(state_with_warehouse(card, ours, theirs), 1) == expected


def test_every_level_2_card_scores_alike_for_both_seats() -> None:
    for card in LEVEL_TWO:
        one = scores(state_with_warehouse(card, ["1 rr", "3 b"], ["2 y"]), 1)
        other = scores(state_with_warehouse(card, ["2 y"], ["1 rr", "3 b"]), 1)
        assert one == other[::-1]


@pytest.mark.parametrize("card", LEVEL_TWO)
def test_an_empty_level_2_warehouse_gives_nothing(card: LevelTwo) -> None:
    assert scores(state_with_warehouse(card, [], []), 1) == (0, 0)
    assert scores(state_with_warehouse(card, [], [], ties="both"), 1) == (0, 0)


@pytest.mark.parametrize(("card", "expected"), [("long_hall", (8, 8)), ("wide_gap", (0, 0))])
def test_where_a_tie_gives_both_it_does_so_on_level_2_too(card: LevelTwo, expected: tuple[int, int]) -> None:
    assert scores(state_with_warehouse(card, ["2"], ["2"], ties="both"), 1) == expected


def test_level_1_cards_do_not_change() -> None:
    assert scores(with_stored(with_stored(table(), 2, 0, "mead 3"), 2, 1, "mead 2"), 2) == (8, 0)


@pytest.mark.parametrize(
    ("option", "level_2"), [("none", 0), ("one", 1), ("two", 2), ("three", 3), ("four", 4)]
)
def test_as_many_cards_are_replaced_as_the_table_wants(option: str, level_2: int) -> None:
    for number in range(20):
        state = GAME.setup(2, LofotenOptions(new_warehouses=option), bytes([number]) * 32)  # type: ignore[arg-type]
        cards = [warehouse.card for warehouse in state.warehouses]
        assert len(set(cards)) == 4
        assert sum(card in LEVEL_TWO for card in cards) == level_2


def test_chance_may_choose_how_many_from_one_to_four() -> None:
    options = LofotenOptions(new_warehouses="random")
    found = set()
    for number in range(60):
        state = GAME.setup(2, options, bytes([number]) * 32)
        found.add(sum(warehouse.card in LEVEL_TWO for warehouse in state.warehouses))
    assert found == {1, 2, 3, 4}


def test_level_2_cards_lie_in_any_place_among_the_four() -> None:
    places = set()
    for number in range(40):
        state = GAME.setup(2, LofotenOptions(new_warehouses="one"), bytes([number]) * 32)
        places |= {i for i, warehouse in enumerate(state.warehouses) if warehouse.card in LEVEL_TWO}
    assert places == {0, 1, 2, 3}


def test_the_count_is_told_with_what_the_card_counts() -> None:
    state = table(active=1, left=(), right=(), market=("mead 1", None, None, None, None))
    state = with_stored(with_stored(state, 1, 0, "mead 1 rr", "mead 1 bb"), 1, 1, "mead 3 r")
    state = with_card(with_card(state, 1, "shield_hall"), 2, "threshold")
    state = with_fleet(state, 1, zone=4)
    step = GAME.apply(play(state, "side right"), 1, GAME.parse("stop"))
    told = {event.kind: event for event in step.events}
    assert told["new_warehouse_scored"].model_dump(exclude={"kind", "audience"}) == {
        "seat": 0,
        "warehouse": 1,
        "card": "shield_hall",
        "measure": "shields",
        "count": 4,
        "points": 8,
    }
    assert told["new_warehouse_unscored"].model_dump(exclude={"kind", "audience"}) == {
        "warehouse": 2,
        "card": "threshold",
    }
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert outcome.totals == (8, 0)


def test_shields_are_dealt_only_where_they_mean_something() -> None:
    for options, some in (
        (LofotenOptions(), False),
        (LofotenOptions(better_longships="yes"), False),
        (LofotenOptions(alliances="yes"), True),
        (LofotenOptions(new_warehouses="one"), True),
    ):
        state = GAME.setup(2, options, bytes(32))
        assert any(tile.shields for tile in state.market) is some
