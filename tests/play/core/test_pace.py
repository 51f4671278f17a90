"""Paces: bank, increment and cap."""

import pytest

from bot.play.core.pace import FIRST_MOVE_BONUS_MS, PACES, bank_after_turn, bank_at_turn_start
from db.clock import HOUR


@pytest.mark.parametrize(
    ("name", "bank", "increment", "cap"), [("live", 24, 4, 72), ("fast", 72, 12, 120), ("slow", 72, 36, 240)]
)
def test_each_pace_has_its_bank_its_increment_and_its_cap(
    name: str, bank: int, increment: int, cap: int
) -> None:
    pace = PACES[name]
    assert bank_at_turn_start(pace, None) == (bank + 24) * HOUR
    assert bank_after_turn(pace, 5 * HOUR, is_first_turn=False) == (5 + increment) * HOUR
    assert bank_after_turn(pace, (cap - 1) * HOUR, is_first_turn=False) == cap * HOUR


def test_the_extra_time_before_the_first_move_is_used_first_and_then_gone() -> None:
    slow = PACES["slow"]
    full = bank_at_turn_start(slow, None)
    assert bank_after_turn(slow, full - 3 * HOUR, is_first_turn=True) == slow.bank + slow.increment
    late = full - FIRST_MOVE_BONUS_MS - 3 * HOUR
    assert bank_after_turn(slow, late, is_first_turn=True) == slow.bank - 3 * HOUR + slow.increment


def test_a_seat_that_comes_back_has_at_least_the_time_of_a_turn() -> None:
    assert bank_at_turn_start(PACES["live"], 0) == 4 * HOUR
    assert bank_at_turn_start(PACES["live"], 20 * HOUR) == 20 * HOUR
