"""How the players stand: at the end it is the count, and before it tells nothing that lies hidden."""

from random import Random
from typing import Any

import pytest
from proofs import Log, plies, seed_of

from rules import GAMES
from rules.game import AnyGame, Scoring

TABLES = [
    pytest.param(game, seats, id=f"{key}-{seats}")
    for key, game in GAMES.items()
    for seats in (game.info.seats[0], game.info.seats[1])
]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_standing_ends_as_the_totals_and_is_known_to_onlookers(game: AnyGame, seats: int) -> None:
    assert isinstance(game, Scoring)
    log = Log(game, seats, game.info.options(), seed_of("standing", game.info.key, seats))
    states: list[Any] = [game.setup(seats, log.options, log.seed)]
    states += [ply.step.state for ply in plies(log, Random(log.seed))]
    for number, state in enumerate(states[:: max(1, len(states) // 12)]):
        standing = game.standing(state)
        assert len(standing) == seats
        other = game.reshuffle(state, None, seed_of("other", number))
        assert game.standing(other) == standing, "an onlooker could not have counted this"
    outcome = game.outcome(states[-1])
    assert outcome is not None
    assert game.standing(states[-1]) == outcome.totals
