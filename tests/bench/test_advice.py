"""Games played by the coach's advice, and the players it is measured against."""

from hashlib import sha256
from random import Random

import pytest

from bench.advice import Turn, returns, undone_turns
from bench.opponents import advised_thinker, opponent_thinker
from bench.rivals.explorers_beam import plan_turn
from opponents import choose
from opponents.review import ADVISER_LEVEL
from rules import GAMES
from rules.explorers.events import VikingsMarched
from rules.game import AnyGame


def positions(game: AnyGame, every: int, most: int) -> list[tuple[object, int]]:
    """Return positions with a choice from a duel of apprentices."""
    state, ply = game.setup(2, game.info.options(), sha256(b"advice").digest()), 0
    found: list[tuple[object, int]] = []
    while (owing := game.to_act(state)) and len(found) < most:
        seat, ply = min(owing), ply + 1
        if ply % every == 0 and len(game.legal(state, seat)) > 1:
            found.append((state, seat))
        state = game.apply(
            state, seat, choose(game, state, seat, level="apprentice", salt=f"{ply}").move
        ).state
    return found


@pytest.mark.parametrize("key", GAMES)
def test_the_first_idea_of_the_coach_is_what_a_captain_plays(key: str) -> None:
    """So following the advice is as strong as a captain."""
    for number, (state, seat) in enumerate(positions(GAMES[key], 9, 3)):
        advised = advised_thinker(key)(state, seat, Random(number))
        played = opponent_thinker(key, ADVISER_LEVEL)(state, seat, Random(number))
        assert [*advised] == [*played]


def test_a_turn_is_undone_if_the_pieces_are_back_without_a_point() -> None:
    there, back = Turn((), 3, 3, "there"), Turn((), 3, 3, "here")
    assert [*undone_turns([Turn((), 3, 3, "here"), there, back])] == [back]
    assert not [*undone_turns([Turn((), 2, 2, "here"), there, back])]
    assert not [*undone_turns([back, back, back])]


def test_a_walk_went_back_if_neither_turn_brought_a_point() -> None:
    out = VikingsMarched(seat=0, start="d8", land="e8", vikings=1)
    back = VikingsMarched(seat=0, start="e8", land="d8", vikings=1)
    other = VikingsMarched(seat=0, start="e8", land="f8", vikings=1)
    assert [*returns([Turn((out,), 3, 3), Turn((back,), 3, 3)])] == [back]
    assert not [*returns([Turn((out,), 3, 5), Turn((back,), 5, 5)])]
    assert not [*returns([Turn((out,), 3, 3), Turn((back,), 3, 4)])]
    assert not [*returns([Turn((out,), 3, 3), Turn((other,), 3, 3)])]


def test_the_beam_search_plays_legal_turns_from_what_its_seat_may_know() -> None:
    game = GAMES["explorers"]
    for state, seat in positions(game, 17, 4):
        moves = plan_turn(state, seat, Random(1))
        other = game.reshuffle(state, seat, sha256(b"another deal").digest())
        assert [*plan_turn(other, seat, Random(1))] == [*moves]
        step_state = state
        for move in moves:
            assert move in game.legal(step_state, seat)
            step_state = game.apply(step_state, seat, move).state
