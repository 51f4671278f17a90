"""The success sheet of Lofoten: each success won and just missed."""

from dataclasses import replace
from typing import Any

import pytest

from rules.lofoten.pieces import Demand
from rules.lofoten.state import Fleet, Ship, State
from tests.rules.lofoten.notation import play
from tests.rules.lofoten.states import GAME, table, with_jarl, with_stored
from tests.rules.success_checks import check_success

SUCCESSES = GAME.successes


def state_with_stored(mine: dict[int, str], theirs: dict[int, str] | None = None, **changes: Any) -> State:
    """A finished game with these tiles in the warehouses of 7, 8, 9 and 10 points."""
    state = table(coins=(2, 2))
    for seat, sides in enumerate((mine, theirs or {})):
        for number, tiles in sides.items():
            state = with_stored(state, number, seat, *tiles.split(", "))
    return replace(state, stage="over", **changes)


def with_coins(state: State, coins: int) -> State:
    return replace(state, players=state.players_with(0, state.players[0]._replace(coins=coins)))


def with_better(state: State, *keys: str) -> State:
    fleet = Fleet(2, *(Ship(key, upgraded=key in keys) for key in ("a", "b", "c", "d")))  # type: ignore[arg-type]
    return replace(state, players=state.players_with(0, state.players[0]._replace(fleet=fleet)))


def with_ally(state: State, owner: int) -> State:
    return with_jarl(state, "asbjorn", Demand("own_coins", 1), owner=owner)


SEVEN = state_with_stored({1: "mead 1"})
FIFTEEN = state_with_stored({1: "mead 1", 2: "fish 1"})
CASES = {
    "win": (SEVEN, state_with_stored({1: "mead 1"}, {2: "fish 1"})),
    "score_15": (FIFTEEN, state_with_stored({4: "mead 1"})),
    "score_20": (
        state_with_stored({3: "mead 1", 4: "fish 1", 1: "sheep 1"}),
        state_with_stored({3: "mead 1", 4: "fish 1"}),
    ),
    "score_25": (
        state_with_stored({2: "mead 1", 3: "fish 1", 4: "sheep 1"}),
        state_with_stored({1: "mead 1", 2: "fish 1", 3: "sheep 1"}),
    ),
    "win_by_one": (
        state_with_stored({2: "mead 1"}, {1: "fish 1"}),
        state_with_stored({3: "mead 1"}, {1: "fish 1"}),
    ),
    "win_by_ten": (state_with_stored({4: "mead 1"}), state_with_stored({3: "mead 1"})),
    "three_warehouses": (state_with_stored({1: "mead 1", 2: "fish 1", 3: "sheep 1"}), FIFTEEN),
    "four_warehouses": (
        state_with_stored({1: "mead 1", 2: "fish 1", 3: "sheep 1", 4: "coffer 1"}),
        state_with_stored({1: "mead 1", 2: "fish 1", 3: "sheep 1", 4: "coffer 1"}, {4: "coffer 1"}),
    ),
    "every_good": (
        state_with_stored({1: "mead 1", 2: "fish 1", 3: "sheep 1", 4: "coffer 1"}),
        state_with_stored({1: "mead 1", 2: "fish 1", 3: "sheep 1"}),
    ),
    "goods_25": (
        state_with_stored({1: ", ".join(["mead 5"] * 5)}),
        state_with_stored({1: ", ".join(["mead 4"] * 6)}),
    ),
    "win_without_coins": (with_coins(SEVEN, 0), with_coins(SEVEN, 1)),
    "coins_4": (with_coins(SEVEN, 4), with_coins(SEVEN, 3)),
    "win_with_jarl": (with_ally(SEVEN, 0), with_ally(SEVEN, 1)),
    "four_upgrades": (with_better(SEVEN, "a", "b", "c", "d"), with_better(SEVEN, "a", "b", "c")),
}


@pytest.mark.parametrize("success", GAME.success_sheet.successes)
def test_a_success_won_and_just_missed(success: str) -> None:
    check_success(SUCCESSES, success, *CASES[success])


def test_a_jarl_can_be_won_and_the_game_with_them() -> None:
    """Gained at the end of the very last turn, after which the goods are counted."""
    state = table(active=1, first=0, market=(None, None, "mead 2", "fish 2", "sheep 1"), left=(), right=())
    state = with_jarl(with_stored(state, 1, 1, "mead 1"), "eirik")
    state = play(state, "side right", "stop", "claim eirik")
    assert GAME.outcome(state) is not None
    assert "win_with_jarl" in SUCCESSES(state, 1)
    assert "win_with_jarl" not in SUCCESSES(state, 0)


def test_nothing_is_achieved_before_the_end() -> None:
    assert SUCCESSES(replace(FIFTEEN, stage="action"), 0) == ()


def test_a_shared_victory_is_one() -> None:
    level = state_with_stored({}, {})
    assert "win" in SUCCESSES(level, 0)
    assert "win" in SUCCESSES(level, 1)
