"""Parametrizes tests by game, number of seats and options."""

from collections.abc import Iterator, Mapping
from itertools import cycle, islice, product
from typing import Any

import pytest

from rules.game import AnyGame
from tests.contract.contract_checks import option_sets


def parametrize_games(metafunc: pytest.Metafunc, games: Mapping[str, AnyGame]) -> None:
    """Parametrize a test by these games, and by seats and options if it uses those fixtures."""
    if "options" in metafunc.fixturenames:
        metafunc.parametrize(
            ("game", "seats", "options"), [case for game in games.values() for case in _optioned(game)]
        )
    elif "seats" in metafunc.fixturenames:
        tables = [
            pytest.param(game, seats, id=f"{key}-{seats}")
            for key, game in games.items()
            for seats in game.info.seat_counts()
        ]
        metafunc.parametrize(("game", "seats"), tables)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games.values(), ids=games)


def _optioned(game: AnyGame) -> Iterator[Any]:
    """Yields a game with every number of seats and every set of options.

    Each number and each set occurs once or more; the other combinations are in the group `long`.
    """
    counts, sets = game.info.seat_counts(), option_sets(game)
    sample = [*islice(zip(cycle(counts), cycle(sets), strict=False), max(len(counts), len(sets)))]
    for seats, options in product(counts, sets):
        name = "-".join(map(str, (game.info.key, seats, *dict(options).values())))
        marks = () if (seats, options) in sample else pytest.mark.long
        yield pytest.param(game, seats, options, id=name, marks=marks)
