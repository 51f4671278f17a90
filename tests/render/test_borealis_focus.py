"""Focus pictures of Borealis: each question has one, in landscape, with everything it takes to decide."""

import pytest

from render.kit.sprite_cache import Sprite
from tests.render.borealis_games import GAME, active_view, states
from tests.render.focus_checks import (
    all_questions,
    bodies_outside,
    check_confirmations,
    check_questions,
    focus_page,
)
from tests.render.sprite_recording import Played

SEATS = (2, 3, 4)


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("players", SEATS)
def test_every_question_is_numbered_on_one_landscape_picture(players: int) -> None:
    played = Played(GAME, players, states(players, side="ii"))
    seen = check_questions(played, range(len(played.states)))
    assert seen >= {"exchange", "observe", "take", "regroup", "gather"}


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("players", SEATS)
def test_every_move_to_confirm_has_a_landscape_picture(players: int) -> None:
    played = Played(GAME, players, states(players))
    check_confirmations(played, range(0, len(played.states) - 1, 3))


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


@pytest.mark.usefixtures("named_sprites")
def test_the_picture_shows_nothing_that_the_reader_cannot_know() -> None:
    """The picture of another deal that the reader cannot tell from this one has the same draw calls."""
    for state in states(3)[::12]:
        for seat in sorted(GAME.to_act(state)):
            other = GAME.reshuffle(state, seat, b"another deal")
            here, there = (focus_page("borealis", GAME.view(each, seat)) for each in (state, other))
            assert here.draw_calls == there.draw_calls


def test_no_piece_is_cut_at_the_edge(drawn_sprites: list[tuple[Sprite, float, float]]) -> None:
    played = Played(GAME, 3, states(3))
    for ply in (0, 20, 60, 90):
        state = played.states[ply]
        for seat in sorted(GAME.to_act(state))[:1]:
            for prompt in list(all_questions(played, state, seat))[:2]:
                drawn_sprites.clear()
                page = focus_page("borealis", GAME.view(state, seat), prompt=prompt)
                assert bodies_outside(page, drawn_sprites) == []
