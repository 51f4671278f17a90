"""A state with some of its values changed."""

import dataclasses

import pytest

from rules import GAMES
from rules.replace import replace


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_changed_state_is_the_one_that_dataclasses_make(key: str) -> None:
    game = GAMES[key]
    state = game.setup(game.info.seats[1], game.info.options(), bytes(32))
    other = game.setup(game.info.seats[1], game.info.options(), bytes([1]) * 32)
    changed = replace(state, chance=other.chance)
    assert changed == dataclasses.replace(state, chance=other.chance)
    assert changed != state
    assert game.dump(changed) == game.dump(dataclasses.replace(state, chance=other.chance))
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.chance = state.chance


def test_a_field_that_is_not_there_is_refused() -> None:
    game = GAMES["lofoten"]
    with pytest.raises(TypeError, match="weather"):
        replace(game.setup(2, game.info.options(), bytes(32)), weather="fair")
