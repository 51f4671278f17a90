"""Openings of voyages: a duel is played, and the player takes over before its last rounds."""

from typing import Any

import pytest

from opponents import Idea, opening
from opponents.opening import Opening, parse_opening, play_opening
from tests.opponents.race import Race


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A race of four rounds in which the first player adds three and the second one."""
    monkeypatch.setattr(opening, "choose", lambda _game, _state, seat, **_: Idea([3, 1][seat], 0))
    return Race(8)


@pytest.mark.parametrize(("rounds", "plies"), [(1, 6), (2, 4), (3, 2), (4, 0), (9, 0)])
def test_an_opening_stops_before_the_last_rounds(race: Any, rounds: int, plies: int) -> None:
    race.last_rounds = rounds
    played = play_opening(race, None, bytes(32), "sailor")  # type: ignore[arg-type]
    assert parse_opening(race, played.moves) == [(0, 3), (1, 1)] * (plies // 2)
    assert played.par == 4 * (3 - 1)


def test_the_player_takes_over_when_it_is_their_turn(race: Any) -> None:
    """Rounds of which the other player makes the first move begin with that move."""
    race.last_rounds = 2
    race.first = race.first._replace(active=1)
    played = play_opening(race, None, bytes(32), "sailor")  # type: ignore[arg-type]
    assert parse_opening(race, played.moves) == [(1, 1), (0, 3), (1, 1), (0, 3), (1, 1)]


def test_a_game_without_voyages_has_no_opening(race: Any) -> None:
    assert play_opening(race, None, bytes(32), "sailor") == Opening("", None)  # type: ignore[arg-type]
