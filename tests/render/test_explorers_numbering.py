"""Numbering in Explorers: exactly the answers have numbers, and names are shown."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.play.core.narrowing import narrow
from render import PAINTERS
from render.explorers import overlay
from render.explorers.tile_preview import tile_preview
from render.kit.page import DrawCall, Page
from render.painter import Offer, Prompt
from tests.render.drawing import draw_board, draw_closeup, draw_hand, draw_score_sheet
from tests.render.explorers_games import GAME, NAMES, find_state, numbers_on, states, texts

PAINTER = PAINTERS["explorers"]


def prompt_after(view: Any, moves: Any, *chosen: str) -> Prompt:
    """The prompt after these tokens, numbered where the painter points."""
    narrowed = narrow(moves, chosen)
    assert narrowed is not None
    plain = Prompt(
        narrowed.chosen, tuple(Offer(word, narrowed.moves_with(word)) for word in narrowed.next_tokens())
    )
    pointed = PAINTER.points_at(view, plain)
    numbers: Iterator[int] = iter(range(1, 100))
    return Prompt(
        plain.chosen,
        tuple(
            Offer(offer.token, offer.moves, next(numbers) if offer.token in pointed else None)
            for offer in plain.offers
        ),
    )


def near(page: Page, what: str, x: float, y: float, reach: float) -> list[DrawCall]:
    return [
        one
        for one in page.draw_calls
        if one.what == what and abs(one.x - x) < reach and abs(one.y - y) < reach
    ]


@pytest.mark.usefixtures("blank_maps")
def test_every_step_of_placing_numbers_exactly_its_answers(pages: list[Page]) -> None:
    state = find_state("place", after=60)
    view, moves = GAME.view(state, state.active), GAME.legal(state, state.active)
    tile = prompt_after(view, moves, "place")
    draw_hand(PAINTER, view, NAMES[:2], prompt=tile)
    assert numbers_on(pages[-1]) == [1, 2, 3][: len(tile.offers)]
    draw_board(PAINTER, view, NAMES[:2], prompt=tile)
    assert numbers_on(pages[-1]) == []
    for word in (offer.token for offer in tile.offers):
        cells = prompt_after(view, moves, "place", word)
        draw_board(PAINTER, view, NAMES[:2], prompt=cells)
        assert numbers_on(pages[-1]) == list(range(1, len(cells.offers) + 1))
        assert all(texts(pages[-1])[offer.token.upper()] for offer in cells.offers)
        draw_hand(PAINTER, view, NAMES[:2], prompt=cells)
        assert numbers_on(pages[-1]) == []
        cell = max(cells.offers, key=lambda offer: len(offer.moves))
        turns = prompt_after(view, moves, "place", word, cell.token)
        if len(cell.moves) > 1:
            draw_board(PAINTER, view, NAMES[:2], prompt=turns)
            assert numbers_on(pages[-1]) == list(range(1, len(cell.moves) + 1))


@pytest.mark.usefixtures("blank_maps")
def test_every_kind_of_action_numbers_the_places_that_are_asked_for(pages: list[Page]) -> None:
    kinds = {"sail", "march", "unload", "build"}
    for state in states(4):
        if not kinds:
            break
        if state.stage != "actions":
            continue
        view, moves = GAME.view(state, state.active), GAME.legal(state, state.active)
        for kind in sorted(kinds & {move.kind for move in moves}):
            prompt = prompt_after(view, moves, kind)
            numbered = [offer.number for offer in prompt.offers if offer.number]
            if len(numbered) > 1:
                draw_board(PAINTER, view, NAMES, prompt=prompt)
                assert numbers_on(pages[-1]) == numbered
                kinds.discard(kind)
    assert kinds <= {"unload", "build"}


@pytest.mark.usefixtures("blank_maps")
def test_errands_are_numbered_where_they_lead_one_plate_for_a_place(pages: list[Page]) -> None:
    starts = [state for state in states(4) if state.stage == "actions" and state.actions == 4]
    telling = ([row for row in GAME.shortcuts(state, state.active) if row.promoted] for state in starts)
    state, rows = next(pair for pair in zip(starts, telling, strict=True) if len(pair[1]) > 9)
    view = GAME.view(state, state.active)
    offers = tuple(Offer(f"shortcut {n}", row.moves, n, is_sequence=True) for n, row in enumerate(rows, 1))
    assert PAINTER.points_at(view, Prompt((), offers)) == {offer.token for offer in offers}
    draw_board(PAINTER, view, NAMES, prompt=Prompt((), offers))
    assert numbers_on(pages[-1]) == [offer.number for offer in offers]
    plates = [one for one in pages[-1].draw_calls if one.what in ("choice_plate", "span_plate")]
    assert len(plates) < len(offers)


@pytest.mark.usefixtures("blank_maps")
def test_the_tile_is_drawn_where_it_can_lie_only_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[int] = []

    def record(tile: Any, turn: int) -> Any:
        turns.append(turn)
        return tile_preview(tile, turn)

    monkeypatch.setattr(overlay, "tile_preview", record)
    state = find_state("place", after=60)
    view, moves = GAME.view(state, state.active), GAME.legal(state, state.active)
    tile = moves[0].tokens()[1]
    cells = prompt_after(view, moves, "place", tile)
    draw_board(PAINTER, view, NAMES[:2], prompt=cells)
    single = [offer for offer in cells.offers if len(offer.moves) == 1]
    assert len(single) > 0
    assert turns == [int(offer.moves[0].tokens()[-1]) for offer in single]


@pytest.mark.usefixtures("blank_maps")
def test_without_a_question_there_are_no_numbers(pages: list[Page]) -> None:
    for stage in ("place", "actions"):
        state = find_state(stage, after=60)
        draw_board(PAINTER, GAME.view(state, state.active), NAMES[:2])
        assert numbers_on(pages[-1]) == []


def test_captains_are_chosen_by_name_over_the_tiles(pages: list[Page]) -> None:
    state = states(2)[0]
    view, moves = GAME.view(state, 0), GAME.legal(state, 0)
    offers = tuple(Offer(str(move), (move,), number) for number, move in enumerate(moves, 1))
    assert PAINTER.points_at(view, Prompt((), offers)) == {str(move) for move in moves}
    for language in ("en", "fr"):
        draw_hand(PAINTER, view, NAMES[:2], language=language, prompt=Prompt((), offers))
        page = pages[-1]
        assert numbers_on(page) == [1, 2]
        for captain in view.dealt:
            assert texts(page)[GAME.names[captain].text(language)] == 1
        shown = [drawn.values[0] for drawn in page.draw_calls if drawn.what == "small_face"]
        assert shown == [tile.number for tile in view.hand or ()]


@pytest.mark.usefixtures("blank_maps")
def test_the_roster_tells_each_player_apart(pages: list[Page]) -> None:
    state = states(4)[-2]
    view = GAME.view(state, None)
    draw_board(PAINTER, view, NAMES, language="fr")
    page = pages[-1]
    width = 1200 / 4
    for player in view.players:
        column = [one for one in page.draw_calls if player.seat * width < one.x < (player.seat + 1) * width]
        low = [one for one in column if one.y > page.image.height - 290]
        told = Counter(str(one.values[0]) for one in low if one.what == "text")
        assert told[str(player.points)] >= 1
        assert told[NAMES[player.seat]] == 1
        assert told[GAME.names[player.captains[0]].text("fr")] == 1
        built = sum(outpost.seat == player.seat for outpost in view.outposts)
        (tower,) = [one for one in low if one.what == "icon" and one.values[0] == "outpost"]
        beside = [one for one in low if one.what == "text" and one.y == tower.y and 0 < one.x - tower.x < 60]
        assert [one.values[0] for one in beside] == [str(built)]


def beside(page: Page, sign: str, left: float, right: float, top: float) -> list[str]:
    """The texts to the right of each occurrence of an icon."""
    signs = [one for one in page.draw_calls if one.what == "icon" and one.values[0] == sign]
    return [
        str(text.values[0])
        for one in signs
        for text in page.draw_calls
        if text.what == "text" and text.y == one.y and 0 < text.x - one.x < 60
        if left < one.x < right and one.y > top
    ]


@pytest.mark.usefixtures("blank_maps")
def test_every_count_of_the_roster_is_that_of_its_sign_and_its_player(pages: list[Page]) -> None:
    view = GAME.view(states(3)[-2], None)
    gains = [
        player.model_copy(
            update={
                "delivered": ("sheep",) * (11 + 5 * player.seat),
                "dead": 12 + 5 * player.seat,
                "raided": (2,) * (13 + 5 * player.seat),
                "destroyed": 14 + 5 * player.seat,
                "on_mainland": 15 + 5 * player.seat,
            }
        )
        for player in view.players
    ]
    left = {"stack": 31, "settlements_left": 32, "enemy_ships_left": 33}
    draw_board(PAINTER, view.model_copy(update={"players": tuple(gains), **left}), NAMES[:3])
    page = pages[-1]
    low, width = page.image.height - 290, 1200 / 3
    for player in gains:
        frame = player.seat * width, (player.seat + 1) * width, low
        assert beside(page, "livestock_sheep", *frame) == [str(len(player.delivered))]
        assert beside(page, "dead_viking", *frame) == [str(player.dead)]
        assert beside(page, "settlement", *frame) == [str(len(player.raided))]
        assert beside(page, "enemy_ship", *frame) == [str(player.destroyed)]
        assert beside(page, "viking", *frame) == [str(player.on_mainland)]
    above = [beside(page, sign, 0, 1200, 0) for sign in ("hex_tile", "settlement", "enemy_ship")]
    assert [sum(value in found for found in above) for value in ("31", "32", "33")] == [1, 1, 1]
    assert ["31" in above[0], "32" in above[1], "33" in above[2]] == [True, True, True]


@pytest.mark.usefixtures("blank_maps")
def test_a_banner_for_every_complete_island_with_its_worth_and_holders(pages: list[Page]) -> None:
    view = GAME.view(states(4)[-1], None)
    complete = [island for island in view.islands if island.complete]
    assert complete
    draw_board(PAINTER, view, NAMES)
    page = pages[-1]
    banners = [one for one in page.draw_calls if one.what == "banner" and one.values[1] is True]
    assert len(banners) == len(complete)
    worths = [one.values[0] for flag in banners for one in near(page, "text", flag.x, flag.y, 90)]
    for island in complete:
        assert str(len(island.cells)) in worths
    marks = [one for one in page.draw_calls if one.what == "seat_mark" and one.values[1] == 40]
    told = [island for island in view.islands if island.complete or len(island.open_points) == 1]
    assert len(marks) == sum(len(island.controllers) for island in told)
    flags = [one for one in page.draw_calls if one.what == "banner"]
    for mark in marks:
        flag = min(flags, key=lambda one: abs(one.x - mark.x) + abs(one.y - mark.y))
        half = float(str(flag.values[0])) / 2
        assert flag.x - half <= mark.x - 20 < mark.x + 20 <= flag.x + half, "it is on its banner"
    rings = [one for one in page.draw_calls if one.what == "open_corner"]
    assert len(rings) == sum(len(island.open_points) == 1 for island in view.islands)


@pytest.mark.usefixtures("blank_maps")
def test_score_sheets_with_a_tie_end_within_the_picture(pages: list[Page]) -> None:
    last = states(2)[-1]
    outcome = GAME.outcome(last)
    assert outcome is not None
    rows = (*outcome.sheet[:7], *outcome.sheet[4:6])
    sheet = type(outcome)(outcome.reason, outcome.ranking, (41, 41), rows)
    draw_score_sheet(PAINTER, GAME.view(last, None), sheet, NAMES[:2])
    page = pages[-1]
    totals = [one for one in page.draw_calls if one.values == ("41",)]
    assert len(totals) == 2
    assert all(one.y < page.image.height - 60 for one in totals)


def test_everything_public_can_be_looked_at_by_anybody(pages: list[Page]) -> None:
    view = GAME.view(states(1)[-1], None)
    keys = PAINTER.closeups(view)
    assert keys[:4] == ("ship", "north", "south", "seat.0")
    assert {"islands", "discarded"} <= set(keys)
    for key in keys:
        draw_closeup(PAINTER, view, NAMES[:1], key, language="fr")
        assert pages[-1].draw_calls
        assert PAINTER.describe_closeup(view, key)
    assert len(pages) == len(keys)
    faces = [one.values[0] for one in pages[-1].draw_calls if one.what == "small_face"]
    assert faces == list(view.discarded)
