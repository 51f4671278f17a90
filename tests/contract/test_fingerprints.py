"""The fingerprint of a decision: stable while others choose at the same time, and blind to what is hidden."""

import random
from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from bot.play.core.snapshot import GameSnapshot
from rules import GAMES
from rules.game import AnyGame, Seat

MAX_STEPS = 150
WORLDS = 3
WORLDS_EVERY = 3  # Steps between the states whose worlds are compared.


def snapshot_of(game: AnyGame, state: Any) -> GameSnapshot:
    row: Any = SimpleNamespace(code="ABCDE", version=1, status="running")
    return GameSnapshot(row, (), (), game, state)


def fingerprint(game: AnyGame, state: Any, seat: Seat) -> str:
    return snapshot_of(game, state).fingerprint(seat)


def played_states(game: AnyGame, seats: int, seed: int) -> Iterator[tuple[Any, random.Random]]:
    rng = random.Random(seed)
    state = game.setup(seats, game.info.options(), bytes([seed]))
    for _ in range(MAX_STEPS):
        if not game.to_act(state):
            return
        yield state, rng
        seat = rng.choice(sorted(game.to_act(state)))
        state = game.apply(state, seat, rng.choice(game.legal(state, seat))).state


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


def test_simultaneous_choices_of_others_never_change_it(game: AnyGame) -> None:
    for seats in game.info.seat_counts():
        for state, rng in played_states(game, seats, seats):
            owing = sorted(game.to_act(state))
            for mover in owing if len(owing) > 1 else ():
                after = game.apply(state, mover, rng.choice(game.legal(state, mover))).state
                for seat in set(owing) - {mover}:
                    assert seat in game.to_act(after)
                    assert fingerprint(game, state, seat) == fingerprint(game, after, seat)


def test_own_moves_and_moves_in_turn_change_it(game: AnyGame) -> None:
    seats = game.info.seats[1]
    for state, rng in played_states(game, seats, 7):
        owing = game.to_act(state)
        mover = rng.choice(sorted(owing))
        after = game.apply(state, mover, rng.choice(game.legal(state, mover))).state
        assert fingerprint(game, state, mover) != fingerprint(game, after, mover)
        for seat in game.to_act(after) - owing:
            assert fingerprint(game, state, seat) != fingerprint(game, after, seat)


def test_worlds_that_a_seat_cannot_tell_apart_give_the_same(game: AnyGame) -> None:
    seats = game.info.seats[1]
    for state, _ in islice(played_states(game, seats, 3), None, None, WORLDS_EVERY):
        for seat in range(seats):
            worlds = (game.reshuffle(state, seat, bytes([number])) for number in range(WORLDS))
            assert {fingerprint(game, world, seat) for world in worlds} == {fingerprint(game, state, seat)}


def test_it_is_the_same_after_a_restart(game: AnyGame) -> None:
    for state, _ in played_states(game, game.info.seats[1], 5):
        loaded = game.load(game.dump(state))
        for seat in game.to_act(state):
            assert fingerprint(game, loaded, seat) == fingerprint(game, state, seat)


def test_a_version_is_compared_with_the_version() -> None:
    game = GAMES["lofoten"]
    snapshot = snapshot_of(game, game.setup(2, game.info.options(), b"x"))
    assert snapshot.is_unchanged(0, 1)
    assert not snapshot.is_unchanged(0, 2)
    assert snapshot.is_unchanged(0, snapshot.fingerprint(0))
    assert not snapshot.is_unchanged(0, "1")
    assert not snapshot.is_unchanged(0, None)
