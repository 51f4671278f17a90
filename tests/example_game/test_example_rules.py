"""Worked examples of Runes: a round, a tie, a cast, the end."""

from dataclasses import replace
from pathlib import Path

import pytest

from rules.components import PackError
from rules.game import Refusal
from tests.example_game.example import GAME
from tests.example_game.rules.components import Stones
from tests.example_game.rules.events import RoundTied, StoneDrawn, StonesTaken
from tests.example_game.rules.game import Runes
from tests.example_game.rules.moves import Cast, Lay
from tests.example_game.rules.options import RunesOptions
from tests.example_game.rules.state import Player, State


def state_with_hands(*hands: Stones, stones_wait: bool = True) -> State:
    """Return a state with these hands."""
    dealt = GAME.setup(len(hands), RunesOptions(stones_wait=stones_wait), bytes(32))
    return replace(dealt, players=tuple(map(Player, hands)))


def play_round(state: State, *stones: str) -> State:
    """Lay a stone for each seat in order."""
    for seat, stone in enumerate(stones):
        state = GAME.apply(state, seat, GAME.parse(f"lay {stone}")).state
    return state


def test_the_strongest_stone_takes_them_all() -> None:
    state = play_round(
        state_with_hands(("ice", "sun"), ("giant", "sun"), ("cattle", "sun")), "ice", "giant", "cattle"
    )
    assert state.players[1].taken == ("ice", "giant", "cattle")
    assert GAME.current_scores(state) == (1, 4, 1)
    assert [GAME.favourites(state, seat) for seat in range(3)] == [("ice",), ("giant",), ("cattle",)]


def test_nobody_knows_a_stone_before_the_last_is_laid() -> None:
    first = GAME.apply(state_with_hands(("ice", "sun"), ("giant", "sun")), 0, Lay(stone="ice"))
    assert not first.barrier
    assert GAME.view(first.state, 1).players[0].has_laid
    assert GAME.view(first.state, 1).laid is None
    last = GAME.apply(first.state, 1, Lay(stone="sun"))
    assert last.barrier
    assert last.events[-1] == StonesTaken(seat=1, stones=("ice", "sun"))


@pytest.mark.parametrize("stones_wait", [True, False])
def test_after_a_tie_the_stones_wait_or_are_lost(stones_wait: bool) -> None:
    state = state_with_hands(("sun", "ice"), ("sun", "giant"), stones_wait=stones_wait)
    state = GAME.apply(state, 0, Lay(stone="sun")).state
    tied = GAME.apply(state, 1, Lay(stone="sun"))
    assert tied.events[-1] == RoundTied()
    won = ("ice", "giant")
    assert play_round(tied.state, *won).players[1].taken == (("sun", "sun", *won) if stones_wait else won)


def test_a_cast_is_seen_and_what_it_draws_is_not() -> None:
    cast = GAME.apply(state_with_hands(("ice", "sun"), ("giant", "sun")), 0, Cast(stone="ice"))
    assert cast.barrier
    assert cast.state.gone == ("ice",)
    (drawn,) = (event for event in cast.events if isinstance(event, StoneDrawn))
    assert drawn.visible_to(0)
    assert not drawn.visible_to(1)
    assert not drawn.visible_to(None)
    with pytest.raises(Refusal, match="illegal"):
        GAME.apply(cast.state, 0, Cast(stone="sun"))


def test_the_game_ends_with_the_hands_and_equal_points_share_the_victory() -> None:
    outcome = GAME.outcome(play_round(state_with_hands(("sun",), ("sun",)), "sun", "sun"))
    assert outcome is not None
    assert outcome.totals == (1, 1)
    assert outcome.ranking == ((0, 1),)


def test_a_pack_corrects_the_components_and_cannot_take_the_stones_away(tmp_path: Path) -> None:
    (tmp_path / "runes.toml").write_text("[points]\nstone = 2\n", encoding="utf-8")
    corrected = Runes(tmp_path)
    assert corrected.components.points.stone == 2
    assert corrected.pack != GAME.pack
    (tmp_path / "runes.toml").write_text("[runes.sun]\nstones = 0\n", encoding="utf-8")
    with pytest.raises(PackError, match=r"runes\.toml: "):
        Runes(tmp_path)
