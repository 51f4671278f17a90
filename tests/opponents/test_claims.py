"""Every claim of the coach comes true when the line is played: over whole games, mostly their later part."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from opponents import BY_TRIAL, ONLY_MOVE, Idea, ai_for, explain, rank_moves
from opponents.reasons import play_line
from rules import GAMES
from rules.game import AnyGame, Seat
from tests.contract.contract_checks import seed_from
from tests.opponents.claim_checks import CHECKS

IDEAS_PER_POSITION = 2


@pytest.mark.parametrize("key", GAMES)
def test_every_claim_has_a_check(key: str) -> None:
    assert set(ai_for(GAMES[key]).reasons) == set(CHECKS[key])


@pytest.mark.parametrize("key", GAMES)
def test_no_claim_is_false(key: str) -> None:
    assert not false_claims(key, positions=70)


@pytest.mark.nightly
@pytest.mark.parametrize("key", GAMES)
def test_no_claim_is_false_in_two_thousand_positions(key: str) -> None:
    assert not false_claims(key, positions=2000)


def false_claims(key: str, positions: int) -> Counter[str]:
    """Return the claims that did not come true, by key, with an example each."""
    game, wrong = GAMES[key], Counter[str]()
    for number, (state, seat, ideas) in enumerate(sample_positions(game, positions)):
        for idea in ideas[:IDEAS_PER_POSITION]:
            moves = (idea.move, *idea.continuation)
            reason = explain(game, state, seat, moves, salt=f"claims {number}")
            if reason.key in (ONLY_MOVE, BY_TRIAL):
                continue
            line = play_line(game, state, seat, moves)
            if not CHECKS[key][reason.key](line, reason.values):
                wrong[f"{reason.key} {reason.values}: {'; '.join(map(str, line.moves))}"] += 1
    return wrong


def sample_positions(game: AnyGame, positions: int) -> Iterator[tuple[Any, Seat, tuple[Idea, ...]]]:
    """Yield decisions of games among computer players who make a random move now and then.

    Of the first third of a game only every fifth decision is taken.
    """
    random, found, table = Random(f"claims {game.info.key}"), 0, 0
    low, high = max(2, game.info.seats[0]), game.info.seats[1]
    while True:
        table += 1
        seats = low + table % (high - low + 1)
        state = game.setup(seats, game.info.options(), seed_from("claims", game.info.key, table))
        for ply in range(100_000):
            owing = game.to_act(state)
            if not owing:
                break
            seat = min(owing)
            legal = game.legal(state, seat)
            ideas = rank_moves(game, state, seat, level="sailor", salt=f"{table} {ply}")
            if len(legal) > 1 and (ply > 40 or ply % 5 == 0):
                yield state, seat, ideas
                found += 1
                if found == positions:
                    return
            move = random.choice(legal) if random.random() < 0.15 else ideas[0].move
            state = game.apply(state, seat, move).state
