"""How the players stand: at the end it is the count, and before it tells nothing that lies hidden."""

import pytest

from rules import GAMES
from rules.game import AnyGame
from tests.contract.contract_checks import check_standing

TABLES = [
    pytest.param(game, seats, id=f"{key}-{seats}")
    for key, game in GAMES.items()
    for seats in (game.info.seats[0], game.info.seats[1])
]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_standing_ends_as_the_totals_and_is_known_to_onlookers(game: AnyGame, seats: int) -> None:
    check_standing(game, seats)
