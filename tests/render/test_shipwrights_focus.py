"""Focus pictures of Shipwrights: each question has one, in landscape, with everything it takes to decide."""

from typing import Any

import pytest

from bot.play.core.narrowing import Narrowing
from bot.views.choices import Choices
from render.kit.page import Page
from render.kit.sprite_cache import Sprite
from render.painter import Prompt
from rules.shipwrights.pieces import GOODS
from rules.shipwrights.view import View
from tests.render.focus_checks import all_questions, bodies_outside, check_questions, focus_page
from tests.render.shipwrights_games import GAME, NAMES, find_view, states
from tests.render.sprite_recording import Played
from tests.views.views_in_memory import reader_view_at

SEATS = (2, 3, 4, 5)


def texts(page: Page) -> list[str]:
    return [str(drawn.values[0]) for drawn in page.draw_calls if drawn.what == "text"]


def icons(page: Page) -> set[str]:
    return {str(drawn.values[0]) for drawn in page.draw_calls if drawn.what == "icon"}


def prompts_of(players: int, kind: str) -> tuple[View, Prompt]:
    """The first question in a game that asks for the target of an attack."""
    for state in states(players):
        for seat in GAME.to_act(state):
            if any(move.kind == kind for move in GAME.legal(state, seat)):
                for prompt in all_questions(Played(GAME, players, (state,)), state, seat):
                    if prompt.chosen[:1] == (kind,):
                        return GAME.view(state, seat), prompt
    raise LookupError(kind)


def can_finish(state: Any) -> bool:
    return state.stage == "afternoon" and any(
        move.kind == "finish" for move in GAME.legal(state, state.active)
    )


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("players", SEATS)
def test_every_question_is_numbered_on_one_landscape_picture(players: int) -> None:
    played = Played(GAME, players, states(players))
    finishing = [ply for ply, state in enumerate(played.states) if can_finish(state)]
    seen = check_questions(played, [*range(0, len(played.states), 4), *finishing[:3]])
    assert {"pick", "hire", "lay", "buy", "finish"} <= seen


@pytest.mark.usefixtures("named_sprites")
def test_the_numbers_of_a_turn_run_downwards_and_from_left_to_right() -> None:
    for state in [state for state in states(3) if state.stage == "afternoon"][::4]:
        choices = Choices(reader_view_at(GAME, state, state.active, 3, "en"), state.active)
        question = choices.question(Narrowing(GAME.legal(state, state.active), ()))
        if question.list_entries:  # numbered after the buttons
            continue
        page = focus_page("shipwrights", GAME.view(state, state.active), prompt=question.prompt)
        plates = [
            (round(drawn.y / 40), drawn.x, int(str(drawn.values[0])))
            for drawn in page.draw_calls
            if drawn.what == "choice_plate"
        ]
        assert [plate[-1] for plate in sorted(plates)] == list(range(1, len(plates) + 1))


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("players", SEATS)
def test_the_draft_shows_every_card_on_offer_and_what_its_reader_has(players: int) -> None:
    view = find_view(players, "morning", 60)
    assert view.seat is not None
    assert view.draft
    assert view.hand is not None
    page, me = focus_page("shipwrights", view), view.players[view.seat]
    named = texts(page)
    for face in view.draft:
        assert GAME.names[face.card].text("en").capitalize().split()[0] in " ".join(named)
    assert {str(me.gold), str(me.workers), *(str(me.mill.of(good)) for good in GOODS)} <= set(named)
    assert {*me.craftsmen} <= {str(drawn.values[0]) for drawn in page.draw_calls}


@pytest.mark.usefixtures("named_sprites")
def test_an_attack_shows_the_players_it_can_hit_and_no_others() -> None:
    view, prompt = prompts_of(5, "thief")
    targets = {move.player for offer in prompt.offers for move in offer.moves}  # type: ignore[attr-defined]
    named = texts(focus_page("shipwrights", view, NAMES, prompt=prompt))
    for seat, name in enumerate(NAMES):
        assert (name.upper() in map(str.upper, named)) == (seat in targets)


def test_gains_and_losses_of_a_move_lie_within_the_picture(
    drawn_sprites: list[tuple[Sprite, float, float]],
) -> None:
    state = next(state for state in states(3) if state.stage == "dusk")
    view, move = GAME.view(state, state.active), GAME.legal(state, state.active)[0]
    page = focus_page("shipwrights", view, intention=move, focus_moves=(move,))
    assert bodies_outside(page, drawn_sprites) == []
