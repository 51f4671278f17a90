"""Current scores equal the totals at the end and reveal no hidden information before."""

import pytest

from rules import GAMES
from rules.game import AnyGame
from tests.contract.contract_checks import check_current_scores

TABLES = [
    pytest.param(game, seats, id=f"{key}-{seats}")
    for key, game in GAMES.items()
    for seats in (game.info.seats[0], game.info.seats[1])
]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_current_scores_end_as_the_totals_and_are_known_to_onlookers(game: AnyGame, seats: int) -> None:
    check_current_scores(game, seats)
