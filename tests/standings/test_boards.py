"""What a line on a board tells besides its number."""

import pytest

from bot.standings import boards
from render.standings import views
from tests.standings.past import Played, results


def test_a_board_shows_as_many_results_as_its_picture_has_room_for() -> None:
    assert boards.FORM == views.FORM


@pytest.mark.parametrize(
    ("places", "form"),
    [
        ([[1], [2], [3]], ["won", "between", "lost"]),
        ([[1, 2], [3]], ["won", "won", "lost"]),
        ([[1], [2, 3]], ["won", "lost", "lost"]),
        ([[1, 2, 3]], ["won", "won", "won"]),
    ],
)
def test_form_is_first_last_or_between(places: list[list[int]], form: list[str]) -> None:
    assert [boards.form_of(one) for one in results(Played(1, places), "G1", 50)] == form
