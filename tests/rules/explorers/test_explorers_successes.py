"""The success sheet of Explorers: each success won and just missed."""

from dataclasses import replace
from typing import Any

import pytest

from rules.explorers import successes
from rules.explorers.chart import chart
from rules.explorers.islands import Island
from rules.explorers.pieces import ANIMALS
from rules.explorers.state import State
from tests.rules.explorers.map import build_map
from tests.rules.explorers.states import GAME, table, with_player
from tests.rules.success_checks import check_success

SOMEWHERE: Any = ("a corner",)
"""A corner around which a tile may still come."""


def finished_state(*, seats: int = 2, rival: int = 0, **mine: Any) -> State:
    """Return a finished game; the rival has `rival` points from settlements."""
    state = with_player(replace(table(seats=seats), stage="over"), **mine)
    return with_player(state, 1, raided=(rival,)) if rival else state


CASES = {
    "win": (finished_state(raided=(3,), rival=2), finished_state(raided=(2,), rival=3)),
    "score_40": (finished_state(raided=(40,)), finished_state(raided=(39,))),
    "score_50": (finished_state(raided=(50,)), finished_state(raided=(49,))),
    "score_60": (finished_state(raided=(60,)), finished_state(raided=(59,))),
    "solo_60": (finished_state(seats=1, raided=(60,)), finished_state(seats=1, raided=(59,))),
    "every_animal": (finished_state(delivered=ANIMALS), finished_state(delivered=(*ANIMALS[:5], ANIMALS[0]))),
    "four_enemy_ships": (finished_state(destroyed=(True,) * 4), finished_state(destroyed=(True,) * 3)),
    "strong_settlements": (finished_state(raided=(5, 5)), finished_state(raided=(5, 4))),
    "captain_6": (
        finished_state(kept="barbarian", destroyed=(False,) * 6),
        finished_state(kept="barbarian", destroyed=(False,) * 5),
    ),
    "four_dead": (finished_state(dead=4), finished_state(dead=3)),
    "win_without_dead": (finished_state(raided=(3,)), finished_state(dead=1)),
}


@pytest.mark.parametrize("success", CASES)
def test_a_success_won_and_just_missed(success: str) -> None:
    check_success(GAME.successes, success, *CASES[success])


@pytest.mark.parametrize(
    ("success", "enough", "short"),
    [("large_island", [6], [5]), ("three_islands", [2, 2, 2], [2, 2])],
)
def test_success_by_islands(
    success: str, enough: list[int], short: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for sizes, reached in ((enough, True), (short, False)):
        found = tuple(Island((), tuple(range(size)), (), (1, 0), (1, 0)) for size in sizes)
        found += (
            Island((), tuple(range(9)), (), (0, 1), (0, 1)),
            Island((), tuple(range(9)), SOMEWHERE, (1, 0), (1, 0)),
        )
        monkeypatch.setattr(successes, "islands", lambda _, found=found: found)
        assert (success in GAME.successes(finished_state(), 0)) == reached


def test_success_by_all_five_outposts() -> None:
    state = replace(table(build_map("e9 e10 f9 f10 g10 h9 h10", "d9w f9e e10w g10w")), stage="over")
    places = tuple(chart(state.laid).points) * 2
    assert "five_outposts" not in GAME.successes(with_player(state, outposts=places[:4]), 0)
    assert "five_outposts" in GAME.successes(with_player(state, outposts=places[:5]), 0)


def test_who_plays_alone_wins_against_nobody() -> None:
    achieved = GAME.successes(finished_state(seats=1, raided=(70,)), 0)
    assert "solo_60" in achieved
    assert not {"win", "score_40", "score_50", "score_60", "win_without_dead"} & set(achieved)


def test_nothing_is_achieved_before_the_end() -> None:
    assert GAME.successes(with_player(table(), raided=(70,), dead=4), 0) == ()
