"""A shortcut is offered only if its events fulfil its label, in every game and language."""

import pytest

from rules import GAMES
from rules.game import AnyGame
from tests.contract.game_setups import parametrize_games
from tests.contract.label_checks import check_labels


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    parametrize_games(metafunc, GAMES)


def test_a_shortcut_does_what_its_label_says(game: AnyGame) -> None:
    assert check_labels(game, 2500, "normal") > 20


@pytest.mark.long
def test_every_shortcut_does_what_its_label_says(game: AnyGame) -> None:
    check_labels(game, 25_000, "long")
