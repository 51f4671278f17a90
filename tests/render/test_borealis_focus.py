"""Focus pictures of Borealis: each question has one, in landscape, with everything it takes to decide."""

import pytest

from tests.render.borealis_games import GAME, active_view, states
from tests.render.focus_checks import check_questions, focus_page
from tests.render.sprite_recording import Played

SEATS = (2, 3, 4)


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("players", SEATS)
def test_every_question_is_numbered_on_one_landscape_picture(players: int) -> None:
    played = Played(GAME, players, states(players, side="ii"))
    seen = check_questions(played, range(0, len(played.states), 2))
    assert seen >= {"exchange", "observe", "take", "regroup", "gather"}


@pytest.mark.usefixtures("named_sprites")
def test_the_opening_shows_the_goals_by_name() -> None:
    view = GAME.view(states(3)[0], 0)
    named = {
        str(drawn.values[0]) for drawn in focus_page("borealis", view).draw_calls if drawn.what == "text"
    }
    goals = {goal.name.text("en") for goal in (*view.objectives, *view.score_cards)}
    assert goals <= named


@pytest.mark.usefixtures("named_sprites")
def test_drawing_shows_the_open_cards_the_hand_the_deck_and_the_stars() -> None:
    view = active_view("draw")
    assert view.hand is not None
    page = focus_page("borealis", view)
    faces = [str(drawn.values[0]) for drawn in page.draw_calls if drawn.what == "card_face"]
    assert sorted(faces) == sorted(card.species for card in (*view.pool, *(held.card for held in view.hand)))
    named = {str(drawn.values[0]) for drawn in page.draw_calls if drawn.what == "text"}
    assert {str(view.deck), str(view.players[view.active].stars)} <= named
