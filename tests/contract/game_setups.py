"""Parametrizes tests by game, number of seats and options."""

from collections.abc import Mapping

import pytest

from rules.game import AnyGame
from tests.contract.contract_checks import option_sets


def parametrize_games(metafunc: pytest.Metafunc, games: Mapping[str, AnyGame]) -> None:
    """Parametrize a test by these games, and by seats and options if it uses those fixtures."""
    if "options" in metafunc.fixturenames:
        optioned = [
            pytest.param(
                game, seats, options, id=f"{key}-{seats}-{'-'.join(map(str, dict(options).values()))}"
            )
            for key, game in games.items()
            for seats in game.info.seat_counts()
            for options in option_sets(game)
        ]
        metafunc.parametrize(("game", "seats", "options"), optioned)
    elif "seats" in metafunc.fixturenames:
        tables = [
            pytest.param(game, seats, id=f"{key}-{seats}")
            for key, game in games.items()
            for seats in game.info.seat_counts()
        ]
        metafunc.parametrize(("game", "seats"), tables)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games.values(), ids=games)
