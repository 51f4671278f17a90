"""Playing an idea with its continuation, without asking the AI again."""

from dataclasses import replace
from typing import Any

import pytest

from opponents import Idea, choose, play_idea, rank_moves
from rules import GAMES
from tests.contract.contract_checks import seed_from
from tests.opponents.race import Race, Track

IDEAS = 60


@pytest.mark.parametrize("key", GAMES)
def test_a_line_is_carried_out_up_to_what_comes_to_light(key: str) -> None:
    game = GAMES[key]
    state = game.setup(2, game.info.options(), seed_from("followed", key))
    longest = 0
    for number in range(IDEAS):
        owing = game.to_act(state)
        if not owing:
            break
        seat = min(owing)
        idea = choose(game, state, seat, level="apprentice", salt=str(number))
        line = (idea.move, *idea.continuation)
        moves, after = play_idea(game, state, seat, idea)
        assert tuple(moves) == line[: len(moves)]
        steps = []
        for move in moves:
            steps.append(game.apply(state, seat, move))
            state = steps[-1].state
        assert state == after
        assert not any(step.barrier for step in steps[:-1])
        rest = line[len(moves) :]
        assert not rest or steps[-1].barrier or rest[0] not in game.legal(state, seat)
        longest = max(longest, len(moves))
    assert longest > 1


@pytest.mark.parametrize("key", GAMES)
def test_a_tentative_continuation_is_not_played(key: str) -> None:
    game = GAMES[key]
    state = game.setup(2, game.info.options(), seed_from("sketched", key))
    for number in range(IDEAS):
        seat = min(game.to_act(state))
        idea = choose(game, state, seat, level="apprentice", salt=str(number))
        if idea.continuation:
            assert play_idea(game, state, seat, replace(idea, is_tentative=True))[0] == [idea.move]
            return
        state = game.apply(state, seat, idea.move).state
    raise AssertionError("nobody plans a turn")


def test_a_continuation_stops_at_a_drawn_card() -> None:
    """The idea may name a place for a card before it is seen; the AI must be asked again."""
    game = GAMES["lofoten"]
    state = game.setup(2, game.info.options(), seed_from("past a card"))
    seat = min(game.to_act(state))
    state = game.apply(state, seat, game.parse("side left")).state
    stop, place = game.parse("stop"), game.parse("place left")
    assert place in game.legal(game.apply(state, seat, stop).state, seat)
    moves, _ = play_idea(game, state, seat, Idea(stop, 0, continuation=(place,)))
    assert moves == [stop]


def test_a_forced_move_is_the_only_idea() -> None:
    forced: Any = Race(most=1)
    assert rank_moves(forced, Track(), 0, level="captain", salt="salt") == (Idea(1, 0),)  # type: ignore[arg-type]
