"""The baseline AI plays legal moves, better than random, from what its seat may know."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from opponents.baseline import choose
from rules import GAMES
from rules.game import AnyGame, Move, Seat

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
