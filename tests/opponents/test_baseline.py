"""The baseline AI plays legal moves, better than random, from what its seat may know."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from opponents import LEVELS
from opponents.baseline import (
    FULL_PLAYOUT_PLIES,
    MAX_MOVES,
    PLAYOUT_PLIES,
    RANDOM_GAMES,
    VICTORY_POINTS,
    BaselineAI,
    choose,
    evaluate,
)
from rules import GAMES
from rules.game import AnyGame, Move, Seat
from tests.opponents.race import Race, Track

FAST_PLIES = 150
STRONG_PLIES = 500
MOVES_TO_LEAD = {"lofoten": 60, "explorers": 24, "shipwrights": 60, "borealis": 20}
"""Moves after which the better player is well ahead, by game."""
TABLES = [(key, seats) for key, game in GAMES.items() for seats in sorted({*game.info.seats})]


def sample_positions(game: AnyGame, seats: int, *, every: int, most: int) -> Iterator[tuple[Any, Seat, int]]:
    """Yield positions of a random game in which a player has a choice."""
    rng = Random(f"{game.info.key} {seats}")
    state = game.setup(seats, game.info.options(), sha256(b"a deal").digest())
    ply = found = 0
    while game.to_act(state) and found < most:
        seat = max(game.to_act(state))
        moves = game.legal(state, seat)
        if ply % every == 0 and len(moves) > 1:
            yield state, seat, ply
            found += 1
        state = game.apply(state, seat, rng.choice(moves)).state
        ply += 1


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_choice_is_the_same_whatever_the_seat_may_not_know(key: str, seats: int) -> None:
    game = GAMES[key]
    for state, seat, ply in sample_positions(game, seats, every=11, most=3):
        chosen = choose(game, state, seat, f"AB2CD {ply}", plies=FAST_PLIES)
        assert chosen in game.legal(state, seat)
        for deal in range(2):
            other = game.reshuffle(state, seat, sha256(f"deal {deal}".encode()).digest())
            assert game.dump(other) != game.dump(state)
            assert str(choose(game, other, seat, f"AB2CD {ply}", plies=FAST_PLIES)) == str(chosen)


@pytest.mark.parametrize("key", GAMES)
def test_the_caretaker_beats_a_player_who_moves_at_random(key: str) -> None:
    caretaker, other = points_after(GAMES[key], moves=MOVES_TO_LEAD[key])
    assert caretaker > other + 3


def points_after(game: AnyGame, *, moves: int) -> tuple[int, int]:
    """Return the points of the AI and of a random player after `moves` moves, with either seat."""
    totals = [0, 0]
    for own in range(2):
        rng = Random(own)
        state = game.setup(2, game.info.options(), sha256(f"deal {own}".encode()).digest())
        made = 0
        while game.to_act(state) and made < moves:
            seat = min(game.to_act(state))
            legal = game.legal(state, seat)
            move: Move = rng.choice(legal)
            if seat == own:
                move = choose(game, state, seat, f"AB2CD {made}", plies=STRONG_PLIES)
                made += 1
            state = game.apply(state, seat, move).state
        standing = game.current_scores(state)  # type: ignore[attr-defined]
        totals[0] += standing[own]
        totals[1] += standing[1 - own]
    return totals[0], totals[1]


@pytest.mark.parametrize("key", GAMES)
def test_a_game_can_be_sent_to_where_the_caretaker_thinks(key: str) -> None:
    game = GAMES[key]
    state, seat, ply = next(sample_positions(game, game.info.seats[1], every=1, most=1))
    game.load(game.dump(state))
    there, then = pickle.loads(pickle.dumps((game, state)))
    assert choose(there, then, seat, f"AB2CD {ply}", plies=1) == choose(
        game, state, seat, f"AB2CD {ply}", plies=1
    )


def test_the_caretaker_thinks_without_discord() -> None:
    lines = "import sys, opponents.baseline; sys.exit(bool({'discord', 'sqlalchemy'} & sys.modules.keys()))"
    subprocess.run([sys.executable, "-c", lines], check=True)


def race(length: int = 6, **rules: Any) -> Any:
    return Race(length, **rules)


@pytest.mark.parametrize("scores", [True, False])
def test_the_move_with_the_best_results_is_chosen(scores: bool) -> None:
    """Without current scores playouts are long enough to see who wins."""
    assert choose(race(2, scores=scores), Track(active=1), 1, "salt", plies=400) == 3
    plies = 60 * FULL_PLAYOUT_PLIES
    assert choose(race(90, scores=scores), Track((89, 90), 88), 0, "salt", plies=plies) == 3
    assert FULL_PLAYOUT_PLIES > 90 > PLAYOUT_PLIES


def test_of_equal_moves_one_that_ends_the_turn_is_chosen() -> None:
    """And of those the first."""
    game = race(1, scores=False)
    game.outcome = lambda _: None
    assert choose(game, Track(), 0, "salt", plies=9) == 1
    game.length, game.again = 2, (1, 2)
    assert choose(game, Track(), 0, "salt", plies=9) == 3


@pytest.mark.parametrize("most", [2, 3, 8, 12])
def test_playouts_keep_to_the_budget_and_compare_moves_in_equal_deals(most: int) -> None:
    game = race(1000, most=most)
    choose(game, Track(), 0, "salt", plies=8000)
    assert 4000 <= game.calls["apply"] <= 8000 * (1 + 1 / PLAYOUT_PLIES)
    assert game.tried == set(range(1, most + 1))
    assert game.calls["reshuffle"] <= game.calls["apply"] / (2 * PLAYOUT_PLIES)


def test_of_many_moves_a_sample_is_tried() -> None:
    game = race(1, most=100)
    assert choose(game, Track(), 0, "salt", plies=1) == max(game.tried)
    assert len(game.tried) == MAX_MOVES


def test_better_levels_try_more() -> None:
    tried = []
    for level in LEVELS:
        game = race(1000)
        BaselineAI(game).rank_moves(Track(), 0, level, Random(0))
        tried.append(game.calls["apply"])
    assert tried == sorted(tried)
    assert tried[2] > 2 * tried[1] > 4 * tried[0]


@pytest.mark.parametrize(("points", "value"), [((5, 3), 2), ((3, 5), -2), ((4, 4), 0)])
def test_a_result_is_worth_the_lead_and_the_victory(points: tuple[int, int], value: int) -> None:
    game = race(6)
    won = VICTORY_POINTS * ((value > 0) - (value < 0))
    assert evaluate(game, Track(points), 0) == value
    assert evaluate(game, Track(points, 6), 0) == value + won
    assert evaluate(game, Track(points, 6), 1) == -value - won
    assert evaluate(race(6, scores=False), Track(points, 6), 0) == won


def test_random_games_estimate_the_chances() -> None:
    game = race(6)
    assert BaselineAI(game).win_probabilities(Track((99, 0)), Random(0)) == (1, 0)
    assert BaselineAI(game).win_probabilities(Track((7, 7), 6), Random(0)) == (0.5, 0.5)
    first, second = BaselineAI(race(8)).win_probabilities(Track(), Random(0))
    assert first + second == pytest.approx(1)
    assert game.calls["reshuffle"] == 2 * RANDOM_GAMES
