"""Focus pictures of Explorers: large hexes, every answer in sight, no piece cut."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.play.core.narrowing import narrow
from render.explorers import focus
from render.explorers.focus import Focus
from render.explorers.focus_window import HEIGHT, HOME_AREA, MAP_BOTTOM, Want, cell_area, choose_window
from render.explorers.geometry import ROOT3, centre
from render.explorers.layout import Layout
from render.explorers.numbering import numbered_targets
from render.explorers.piece_placement import footprint
from render.kit.page import Page
from render.painter import Offer, PictureRequest, Prompt
from rules.explorers.hexes import cell_named
from rules.explorers.moves import Place
from rules.explorers.view import View
from tests.render.explorers_games import GAME, NAMES, PAINTER, find_state, numbers_on, states

MAX_NUMBERS = 8
MIN_HEX_PX = 136  # 44 pixels on a screen 390 pixels wide


def request_focus(view: View, **shown: Any) -> PictureRequest[View]:
    return PictureRequest(game="", subject="focus", view=view, names=NAMES[: len(view.players)], **shown)


def draw_focus(view: View, **shown: Any) -> Any:
    return PAINTER.draw(request_focus(view, **shown))


def first_page(view: View, prompt: Prompt) -> Prompt:
    """The prompt with numbers on the first eight answers that the pictures point out."""
    pointed = PAINTER.points_at(view, prompt)
    numbers = iter(range(1, MAX_NUMBERS + 1))
    return Prompt(
        prompt.chosen,
        tuple(
            Offer(
                offer.token,
                offer.moves,
                next(numbers, None) if offer.token in pointed else None,
                offer.is_sequence,
            )
            for offer in prompt.offers
        ),
    )


def prompt_after(view: View, moves: Any, *chosen: str) -> Prompt:
    narrowed = narrow(moves, chosen)
    assert narrowed is not None
    offers = (Offer(token, narrowed.moves_with(token)) for token in narrowed.next_tokens())
    return first_page(view, Prompt(narrowed.chosen, tuple(offers)))


def prompts(state: Any) -> Iterator[tuple[View, Prompt]]:
    """The questions of a state: errands and kinds of action, or tile, cell and rotation."""
    seat = min(GAME.to_act(state))
    view, moves = GAME.view(state, seat), GAME.legal(state, seat)
    kinds = list(dict.fromkeys(move.kind for move in moves))
    if state.stage == "actions":
        rows = [row for row in GAME.shortcuts(state, seat) if row.promoted]
        errands = (Offer(f"shortcut {n}", row.moves, None, is_sequence=True) for n, row in enumerate(rows))
        yield view, first_page(view, Prompt((), tuple(errands)))
        for kind in kinds:
            whole = tuple(Offer(str(move), (move,)) for move in moves if move.kind == kind)
            yield view, first_page(view, Prompt((kind,), whole))
    elif kinds == ["place"]:
        yield from placing_prompts(view, moves, "place")


def placing_prompts(view: View, moves: Any, *chosen: str) -> Iterator[tuple[View, Prompt]]:
    """The questions for a tile, its cell and its rotation, the last two for two answers each."""
    prompt = prompt_after(view, moves, *chosen)
    yield view, prompt
    for offer in [offer for offer in prompt.offers if len(offer.moves) > 1][:2]:
        yield from placing_prompts(view, moves, *prompt.chosen, offer.token)


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> list[Layout]:
    """The windows of the maps that are drawn from now on."""
    seen: list[Layout] = []

    def record(*given: Any) -> Layout:
        seen.append(choose_window(*given))
        return seen[-1]

    monkeypatch.setattr(focus, "choose_window", record)
    return seen


@pytest.mark.usefixtures("blank_maps", "named_sprites")
@pytest.mark.parametrize(("seats", "step"), [(2, 23), (4, 29)])
def test_every_numbered_answer_is_in_a_landscape_with_large_hexes(
    seats: int, step: int, pages: list[Page], layouts: list[Layout]
) -> None:
    for state in states(seats)[1::step]:
        for view, prompt in prompts(state) if GAME.to_act(state) else ():
            draw_focus(view, prompt=prompt)
            page = pages.pop()
            assert 4 / 3 <= page.image.width / page.image.height <= 3 / 2
            numbered = [offer.number for offer in prompt.offers if offer.number is not None]
            assert numbers_on(page) == numbered
            assert len(numbered) <= MAX_NUMBERS
            for call in page.draw_calls:
                if call.what in ("choice_plate", "span_plate"):
                    assert 20 < call.x < page.image.width - 20
                    assert 20 < call.y < page.image.height - 20
    assert len(layouts) > 20
    assert all(layout.radius * ROOT3 >= MIN_HEX_PX for layout in layouts)
    assert max(layout.radius for layout in layouts) > min(layout.radius for layout in layouts)


@pytest.mark.usefixtures("blank_maps")
def test_no_piece_is_cut_at_the_edge() -> None:
    for state in states(4)[60::40]:
        for view, prompt in prompts(state) if GAME.to_act(state) else ():
            drawn = Focus(request_focus(view, prompt=prompt), {})
            if all(target.what in ("tile", "turn") for _, target, _ in numbered_targets(prompt)):
                continue
            for piece in drawn._map_pieces.pieces:
                foot, (x, y) = footprint(piece.token), piece.spot
                assert x + foot.left >= 0
                assert x + foot.right <= 1200
                assert y + foot.top >= 0
                assert y + foot.bottom <= MAP_BOTTOM


@pytest.mark.usefixtures("blank_maps")
def test_pieces_of_the_numbered_cells_are_all_drawn(pages: list[Page]) -> None:
    state = next(state for state in states(4)[200:] if state.stage == "actions" and state.actions == 4)
    view, prompt = next(prompts(state))
    draw_focus(view, prompt=prompt)
    drawn = {call.values[0] for call in pages[-1].draw_calls if call.what == "longship_token"}
    assert state.active in drawn


def test_a_window_shows_the_longship_with_the_answers_around_it() -> None:
    cells = [cell_area((0, -3)), cell_area((1, -3)), cell_area((0, -4))]
    window = choose_window([Want(area) for area in cells], [], (-20, -20, 3, 20))
    for cell in ((0, -3), (1, -3), (0, -4)):
        x, y = window.at(centre(cell))
        assert window.radius < x < 1200 - window.radius
        assert window.radius < y < MAP_BOTTOM - window.radius
    assert window.radius == 124


def test_answers_far_apart_are_shown_where_most_of_them_are() -> None:
    together = [Want(cell_area((0, -column))) for column in range(1, 5)]
    far = Want(cell_area((12, -20)))
    window = choose_window([far, *together], [], (-40, -40, 3, 40))
    assert window.radius == 80
    assert all(0 < window.at(centre((0, -column)))[0] < 1200 for column in range(1, 5))
    x, y = window.at(centre((12, -20)))
    assert not (0 < x < 1200 and 0 < y < MAP_BOTTOM)


@pytest.mark.usefixtures("blank_maps")
def test_an_answer_outside_the_window_has_its_number_at_the_edge(pages: list[Page]) -> None:
    state = find_state("place", after=150)
    view = GAME.view(state, state.active)
    far, near = "z9", view.tiles[-1].cell
    offers = [
        Offer(cell, (Place(tile=1, cell=cell, turn=0),), number) for number, cell in enumerate((near, far), 1)
    ]
    draw_focus(view, prompt=Prompt(("place", "1"), tuple(offers)))
    assert numbers_on(pages[-1]) == [1, 2]
    (plate,) = [one for one in pages[-1].draw_calls if one.what == "choice_plate" and one.values[0] == 2]
    assert 20 < plate.x < 140
    assert 20 < plate.y < MAP_BOTTOM


@pytest.mark.usefixtures("blank_maps")
def test_a_move_to_confirm_is_drawn_around_its_cell(layouts: list[Layout]) -> None:
    state = find_state("place", after=150)
    view = GAME.view(state, state.active)
    move = GAME.legal(state, state.active)[0]
    assert isinstance(move, Place)
    draw_focus(view, intention=move, focus_moves=(move,))
    x, y = layouts[-1].at(centre(cell_named(move.cell)))
    assert 0 < x < 1200
    assert 0 < y < MAP_BOTTOM
    assert layouts[-1].radius >= 96


@pytest.mark.usefixtures("blank_maps")
def test_hand_and_captains_are_the_focus_while_they_are_chosen_from(pages: list[Page]) -> None:
    start = states(2)[0]
    view, moves = GAME.view(start, 0), GAME.legal(start, 0)
    offers = tuple(Offer(str(move), (move,), number) for number, move in enumerate(moves, 1))
    draw_focus(view, prompt=Prompt((), offers))
    assert [one.values[0] for one in pages[-1].draw_calls if one.what == "captain_card"] == list(view.dealt)
    state = find_state("place", after=60)
    view, moves = GAME.view(state, state.active), GAME.legal(state, state.active)
    draw_focus(view, prompt=prompt_after(view, moves, "place"))
    faces = [one.values[0] for one in pages[-1].draw_calls if one.what == "tile_face"]
    assert faces == [tile.number for tile in view.hand or ()]


@pytest.mark.usefixtures("blank_maps")
def test_spectators_see_the_waters_of_the_active_player(layouts: list[Layout]) -> None:
    state = next(state for state in states(4)[150:] if state.stage == "actions")
    assert draw_focus(GAME.view(state, None)).height == HEIGHT
    ship = GAME.view(state, None).players[state.active].longship
    left, top, right, bottom = HOME_AREA if ship.cell is None else cell_area(cell_named(ship.cell))
    (x0, y0), (x1, y1) = layouts[-1].at((left, top)), layouts[-1].at((right, bottom))
    assert 0 < x0 < x1 < 1200
    assert 0 < y0 < y1 < MAP_BOTTOM


@pytest.mark.usefixtures("blank_maps")
def test_a_focus_shows_nothing_that_its_reader_cannot_know() -> None:
    state = find_state("actions", seats=4, after=120)
    seat = state.active
    other = GAME.reshuffle(state, seat, b"another deal")
    assert draw_focus(GAME.view(state, seat)).data == draw_focus(GAME.view(other, seat)).data
