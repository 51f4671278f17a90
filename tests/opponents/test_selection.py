"""What was thought out is carried out without thinking again, as far as it still holds."""

from dataclasses import replace

import pytest

from opponents import Idea, choose, followed
from rules import GAMES
from rules.game import Phrase
from tests.contract.contract_checks import seed_of

IDEAS = 60


@pytest.mark.parametrize("key", GAMES)
def test_a_line_is_carried_out_up_to_what_comes_to_light(key: str) -> None:
    game = GAMES[key]
    state = game.setup(2, game.info.options(), seed_of("followed", key))
    longest = 0
    for number in range(IDEAS):
        owing = game.to_act(state)
        if not owing:
            break
        seat = min(owing)
        idea = choose(game, state, seat, level="apprentice", salt=str(number))
        line = (idea.move, *idea.then)
        moves, after = followed(game, state, seat, idea)
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
def test_what_is_only_sketched_is_thought_about_again(key: str) -> None:
    game = GAMES[key]
    state = game.setup(2, game.info.options(), seed_of("sketched", key))
    for number in range(IDEAS):
        seat = min(game.to_act(state))
        idea = choose(game, state, seat, level="apprentice", salt=str(number))
        if idea.then:
            assert followed(game, state, seat, replace(idea, sketched=True))[0] == [idea.move]
            return
        state = game.apply(state, seat, idea.move).state
    raise AssertionError("nobody plans a turn")


def test_nobody_plays_on_past_a_card_that_was_drawn() -> None:
    """Where the drawn card goes may have been thought of before it was seen: that is thought about again."""
    game = GAMES["lofoten"]
    state = game.setup(2, game.info.options(), seed_of("past a card"))
    seat = min(game.to_act(state))
    state = game.apply(state, seat, game.parse("side left")).state
    stop, place = game.parse("stop"), game.parse("place left")
    assert place in game.legal(game.apply(state, seat, stop).state, seat)
    moves, _ = followed(game, state, seat, Idea(stop, 0, Phrase(key="only_move"), then=(place,)))
    assert moves == [stop]
