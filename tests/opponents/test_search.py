"""Successive halving, and the determinizations that AIs search in."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from opponents import Idea, Level, ai_for, rank_moves, selection
from opponents.search import successive_halving
from rules import GAMES, load_pack
from rules.game import AnyGame, Seat

VALUES = {"sail home": 3.0, "trade": 9.0, "wait": 1.0, "raid": 6.0, "rest": 2.0}


def test_the_best_plan_comes_first_and_the_worst_last() -> None:
    found = successive_halving([*VALUES], lambda plan, _: VALUES[plan], determinizations=2)
    assert found[0] == ("trade", 9.0)
    assert found[1] == ("raid", 6.0)
    assert found[-1] == ("wait", 1.0)


def test_candidates_are_evaluated_in_the_same_determinizations() -> None:
    numbers: dict[str, list[int]] = {plan: [] for plan in VALUES}

    def evaluate(plan: str, number: int) -> float:
        numbers[plan].append(number)
        return VALUES[plan] + 100 * (number % 2)  # some determinizations are good for all

    assert successive_halving([*VALUES], evaluate, determinizations=3)[0][0] == "trade"
    longest = numbers["trade"]
    assert longest == list(range(len(longest)))
    assert all(each == longest[: len(each)] for each in numbers.values())
    assert [len(numbers[plan]) for plan in VALUES] == [6, 9, 3, 9, 3], "half of five, of three, of two go"


def test_a_single_candidate_needs_no_search() -> None:
    assert successive_halving(["wait"], lambda *_: 1 / 0, determinizations=2) == [("wait", 0.0)]


def test_a_prior_outweighs_few_samples_and_many_samples_outweigh_it() -> None:
    luck = {"sound": 1.0, "lucky": 3.0}

    def best(determinizations: int) -> str:
        return successive_halving(
            [*luck],
            lambda plan, _: luck[plan],
            determinizations=determinizations,
            prior=[4, 0],
            prior_weight=10,
        )[0][0]

    assert successive_halving([*luck], lambda plan, _: luck[plan], determinizations=1)[0][0] == "lucky"
    assert best(determinizations=4) == "sound"
    assert best(determinizations=40) == "lucky"


def test_an_ai_is_cached_by_the_components_of_its_game(tmp_path: Path) -> None:
    (tmp_path / "lofoten.toml").write_text("[prices]\nextra_turn = 4\n", encoding="utf-8")
    printed, other = GAMES["lofoten"], load_pack(tmp_path)["lofoten"]
    assert ai_for(printed) is ai_for(printed)
    assert ai_for(other) is not ai_for(printed)


class PeekingAI:
    """Records every state it is given."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.shown: list[Any] = []

    def rank_moves(self, state: Any, seat: Seat, level: Level, rng: Random) -> list[Idea]:  # noqa: ARG002
        self.shown.append(state)
        return [Idea(self.game.legal(state, seat)[0], 0)]


@pytest.mark.parametrize("key", ["lofoten", "shipwrights", "borealis"])
def test_an_ai_sees_the_same_state_whatever_is_hidden_from_its_seat(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[key]
    peeking = PeekingAI(game)
    monkeypatch.setattr(selection, "ai_for", lambda _: peeking)
    state = game.setup(2, game.info.options(), bytes(32))
    seat = min(game.to_act(state))
    other = game.reshuffle(state, seat, bytes(range(32)))
    assert game.dump(other) != game.dump(state), "something is hidden"
    for each in (state, other):
        rank_moves(game, each, seat, level="captain", salt="a moment")
    one, another = map(game.dump, peeking.shown)
    assert one == another
