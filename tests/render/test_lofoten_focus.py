"""Focus pictures of Lofoten: their shape, the numbers of the answers, and what each is about."""

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from render.kit.page import WIDTH, DrawCall, Page
from render.kit.sprite_cache import Sprite
from render.painter import Prompt
from rules.game import Move
from rules.lofoten.options import LofotenOptions
from tests.render.focus_checks import (
    all_questions,
    bodies_outside,
    check_confirmations,
    check_questions,
    focus_page,
)
from tests.render.lofoten_games import GAME
from tests.render.sprite_recording import Played, questions
from tests.rules.lofoten.notation import play, play_to_upkeep
from tests.rules.lofoten.pieces import ship
from tests.rules.lofoten.states import table, with_fleet, with_jarl

MODULES = LofotenOptions(new_warehouses="two", alliances="yes", better_longships="yes")


def played_game(options: LofotenOptions, seed: str) -> Played:
    """A whole game of random moves, and of shortcuts where there are any."""
    random, state = Random(seed), GAME.setup(2, options, sha256(seed.encode()).digest())
    found = [state]
    while owing := GAME.to_act(state):
        seat = min(owing)
        shortcuts = GAME.shortcuts(state, seat)
        single = (random.choice(GAME.legal(state, seat)),)
        moves = random.choice(shortcuts).moves if shortcuts and random.random() < 0.5 else single
        for move in moves:
            state = GAME.apply(state, seat, move).state
        found.append(state)
    return Played(GAME, 2, found)


def plates(page: Page) -> list[DrawCall]:
    return [drawn for drawn in page.draw_calls if drawn.what == "choice_plate"]


def sprite_names(page: Page) -> set[str]:
    return {drawn.what for drawn in page.draw_calls}


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("options", [LofotenOptions(), MODULES], ids=["base", "modules"])
def test_every_question_is_numbered_on_one_landscape_picture(options: LofotenOptions) -> None:
    played = played_game(options, "one")
    seen = check_questions(played, range(0, len(played.states), 2))
    assert seen >= {"side", "centre", "slide", "turn", "place", "fill", "remove"}


@pytest.mark.usefixtures("named_sprites")
def test_every_move_to_confirm_has_a_landscape_picture() -> None:
    played = played_game(MODULES, "three")
    check_confirmations(played, range(0, len(played.states) - 1, 3))


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_picture_shows_nothing_that_the_reader_cannot_know(seat: int) -> None:
    for state in played_game(MODULES, "two").states[::9]:
        other = GAME.reshuffle(state, seat, b"another deal")
        one, two = (focus_page("lofoten", GAME.view(each, seat)).draw_calls for each in (state, other))
        assert one == two


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("zone", range(5))
def test_the_numbers_lie_apart_and_inside_the_picture(zone: int) -> None:
    state = with_fleet(table(), zone=zone)
    for asked in (state, play(state, "side left"), play(state, "side right"), play(state, "centre")):
        page = focus_page("lofoten", GAME.view(asked, 0), prompt=first_prompt(asked))
        places = [(plate.x, plate.y) for plate in plates(page)]
        assert len(set(places)) == len(places)
        assert all(34 <= x <= WIDTH - 34 and 34 <= y <= page.image.height - 34 for x, y in places)


def test_no_piece_is_cut_at_the_edge(drawn_sprites: list[tuple[Sprite, float, float]]) -> None:
    played = played_game(MODULES, "two")
    phases: dict[str, Any] = {state.phase: state for state in played.states[:-1]}
    for state in phases.values():
        prompt = next(all_questions(played, state, state.active), None)
        drawn_sprites.clear()
        page = focus_page("lofoten", GAME.view(state, state.active), prompt=prompt)
        # The jetty ends at the quay, which reaches beyond the picture.
        assert set(bodies_outside(page, drawn_sprites)) <= {"plank_panel"}, state.phase


def test_moving_shows_the_market_with_both_fleets_and_the_numbers_of_the_steps() -> None:
    state = play(with_fleet(table(), zone=1), "side left")
    page = focus_page("lofoten", GAME.view(state, 0), prompt=first_prompt(state))
    slide, turn = plates(page)
    tiles = [drawn for drawn in page.draw_calls if drawn.what == "goods_tile" and drawn.y == 319]
    assert min(tile.x for tile in tiles) < slide.x < sorted(tile.x for tile in tiles)[1], "on zone A"
    arrow = next(drawn for drawn in page.draw_calls if drawn.values[:2] == ("turn", 104))
    assert arrow.values[-1] is True, "anticlockwise"
    wheels = [drawn for drawn in page.draw_calls if drawn.what == "wheel_wood"]
    assert len(wheels) == 2
    assert turn.x < wheels[1].x, "the left card turns towards the left"


def first_prompt(state: Any) -> Prompt:
    return next(questions(Played(GAME, 2, [state]), state, state.active, Random(0)))


def test_choosing_and_placing_cards_shows_the_hand() -> None:
    state = table(coins=(0, 3))
    for asked in (state, play(state, "side right", "stop")):
        page = focus_page("lofoten", GAME.view(asked, 0), prompt=first_prompt(asked))
        chips = [drawn for drawn in page.draw_calls if drawn.what == "order_chip" and drawn.values[1] == 124]
        assert len(chips) == (3 if asked is state else 4), "the drawn card can go to either end"
        assert all(plate.y > 700 for plate in plates(page))


def test_a_space_has_one_number_for_each_stack_also_if_the_turn_can_stay_open() -> None:
    state = play_to_upkeep(table(market=("mead 1", None, "mead 2", "fish 2", "sheep 1"), coins=(3, 3)))
    prompt = first_prompt(state)
    page = focus_page("lofoten", GAME.view(state, 0), prompt=prompt)
    assert [plate.values[0] for plate in plates(page)] == [1, 2]
    assert len(prompt.offers) > 3


def test_filling_shows_both_stacks() -> None:
    state = play_to_upkeep(table(market=("mead 1", None, "mead 2", "fish 2", "sheep 1"), coins=(0, 3)))
    page = focus_page("lofoten", GAME.view(state, 0), prompt=first_prompt(state))
    stacks = [drawn.values[:2] for drawn in page.draw_calls if drawn.what == "stack_of_tiles"]
    assert stacks == [("coffer", 3), ("mead", 3)]


def test_storing_shows_the_warehouses_and_each_has_one_number() -> None:
    state = play(with_fleet(table(), right=ship("b", "fish 1", "fish 3")), "side right", "turn")
    page = focus_page("lofoten", GAME.view(state, 0), prompt=first_prompt(state))
    assert not plates(page)
    tabs = [drawn for drawn in page.draw_calls if drawn.what == "tab_plate"]
    assert len(tabs) == 4
    assert "pointer" not in sprite_names(page), "the market is not in the picture"


def test_a_free_jarl_who_can_be_claimed_is_numbered_beside_the_fleet() -> None:
    state = with_jarl(with_jarl(table(coins=(1, 1)), "knut"), "gunnar")
    state = play_to_upkeep(state)
    claims: list[Move] = [move for move in GAME.legal(state, 0) if move.kind == "claim"]
    prompt = next(
        asked
        for asked in questions(Played(GAME, 2, [state]), state, 0, Random(0))
        if any(offer.moves == tuple(claims[:1]) and offer.number for offer in asked.offers)
    )
    page = focus_page("lofoten", GAME.view(state, 0), prompt=prompt)
    faces = [drawn.x for drawn in page.draw_calls if str(drawn.values[:1]).startswith("('jarl_")]
    assert [plate.x for plate in plates(page)] == faces


def test_a_player_who_waits_sees_the_hand_and_a_spectator_does_not() -> None:
    state = table(active=1)
    mine, public = (focus_page("lofoten", GAME.view(state, seat)) for seat in (0, None))
    chips = [[drawn for drawn in page.draw_calls if drawn.values[1:2] == (124,)] for page in (mine, public)]
    assert [len(each) for each in chips] == [3, 0]
