"""Who is told that their turn comes next."""

import pytest

from bot.play.calls import follower
from rules import GAMES


@pytest.mark.parametrize("key", ["shipwrights", "borealis", "explorers"])
def test_who_is_next_hangs_on_nothing_hidden(key: str) -> None:
    game = GAMES[key]
    state = game.setup(3, game.info.options(), bytes(32))
    for _ in range(200):
        owing = game.to_act(state)
        if len(owing) == 1:
            break
        state = game.apply(state, min(owing), game.legal(state, min(owing))[0]).state
    (seat,) = owing
    expected = follower(game, state, seat)
    assert expected != seat
    for trial in range(3):
        assert follower(game, game.reshuffle(state, None, bytes([trial])), seat) == expected
