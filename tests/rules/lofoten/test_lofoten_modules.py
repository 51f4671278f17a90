"""The three modules together and apart: every combination keeps the contract; old tables are read."""

from itertools import product
from random import Random

import pytest

from rules.lofoten.options import LofotenOptions
from tests.contract.contract_checks import GameRecord, check_game, play_random, seed_from
from tests.rules.lofoten.states import GAME

COMBINATIONS = [
    LofotenOptions(new_warehouses=warehouses, alliances=alliances, better_longships=longships)  # type: ignore[arg-type]
    for warehouses, alliances, longships in product(("none", "four"), ("no", "yes"), ("no", "yes"))
]


@pytest.mark.parametrize(
    "options",
    COMBINATIONS,
    ids=lambda options: f"{options.new_warehouses}-{options.alliances}-{options.better_longships}",
)
@pytest.mark.slow
def test_every_combination_keeps_every_promise(options: LofotenOptions) -> None:
    log = GameRecord(GAME, 2, options, seed_from("modules", options))
    try:
        check_game(log, every=24)
    except Exception as broken:
        pytest.fail(f"{broken}\n\n{log}")


def test_random_games_come_upon_every_kind_of_move_of_the_modules() -> None:
    options = LofotenOptions(new_warehouses="random", alliances="yes", better_longships="yes")
    wanted = {"load", "upgrade", "claim", "bind", "take"}
    for number in range(60):
        wanted -= {
            ply.move.kind
            for ply in play_random(GameRecord(GAME, 2, options, seed_from(number)), Random(number))
        }
        if not wanted:
            break
    assert not wanted


def test_a_state_stored_before_the_modules_is_read() -> None:
    """Tiles, ships, warehouses and tables were shorter then."""
    state = GAME.setup(2, LofotenOptions(), bytes(32))
    text = GAME.dump(state)
    old = text.replace(',"",false]', "]").replace(",[],false]", ",[]]").replace(",[[],[]],[]]", ",[[],[]]]")
    old = old.partition(',"alliances":[]')[0] + "}"
    old = old.replace(',"new_warehouses":"none","alliances":"no","better_longships":"no"', "")
    assert len(old) < len(text) - 200
    assert GAME.load(old) == state
