"""Contents of Lofoten's pictures: numbers of answers, totals, counts, names, legend parts."""

from typing import Any

import pytest

from render.kit.page import DrawCall, Page
from render.kit.type import font
from render.lofoten.cards import FREE_JARL
from render.lofoten.hand import CARD, LARGE, LEFTS
from render.painter import Offer, Prompt
from rules.game import Move
from rules.lofoten.moves import CLAIM
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import GOODS, Tile
from tests.render.drawing import draw_board, draw_closeup, draw_hand
from tests.render.lofoten_games import GAME, NAMES, PAINTER, states, views

ALL = LofotenOptions(new_warehouses="four", alliances="yes", better_longships="yes")


def texts(page: Page) -> list[str]:
    return [str(drawn.values[0]) for drawn in page.draw_calls if drawn.what == "text"]


def numbers(page: Page) -> list[int]:
    return [int(str(drawn.values[0])) for drawn in page.draw_calls if drawn.what == "choice_plate"]


def near(page: Page, x: float, y: float, reach: float) -> list[DrawCall]:
    return [drawn for drawn in page.draw_calls if abs(drawn.x - x) < reach and abs(drawn.y - y) < reach]


def numbered_prompt(state: Any, seat: int, view: Any) -> Prompt:
    """The prompt at the beginning of a move, numbered where the painter points."""
    shortcuts = GAME.shortcuts(state, seat)  # type: ignore[attr-defined]
    begun = {shortcut.moves[0] for shortcut in shortcuts if not shortcut.keeps_first_move}
    offers = [Offer(f"shortcut {number}", each.moves) for number, each in enumerate(shortcuts)]
    offers += [Offer(str(move), (move,)) for move in GAME.legal(state, seat) if move not in begun]
    pointed = PAINTER.points_at(view, Prompt((), tuple(offers)))
    count = iter(range(1, 100))
    return Prompt(
        (),
        tuple(
            Offer(offer.token, offer.moves, next(count) if offer.token in pointed else None)
            for offer in offers
        ),
    )


@pytest.mark.parametrize("phase", ["action", "steps", "effect", "store", "draw", "upkeep", "last_unload"])
def test_every_numbered_answer_is_drawn_and_no_other(phase: str, pages: list[Page]) -> None:
    found = [
        state
        for seed in ("one", "two", "three")
        for state in states(seed)
        if state.phase == phase and len(GAME.legal(state, state.active)) > 1
    ]
    for state in found[:: 1 + len(found) // 3]:
        view = GAME.view(state, state.active)
        prompt = numbered_prompt(state, state.active, view)
        pages.clear()
        draw_board(PAINTER, view, NAMES, prompt=prompt)
        draw_hand(PAINTER, view, NAMES, prompt=prompt)
        drawn = [number for page in pages for number in numbers(page)]
        assert set(drawn) == {offer.number for offer in prompt.offers if offer.number}
        assert all(len(set(numbers(page))) == len(numbers(page)) for page in pages)


def test_without_a_question_nothing_carries_a_number(pages: list[Page]) -> None:
    for view in views(0)[::40]:
        draw_board(PAINTER, view, NAMES)
        draw_hand(PAINTER, view, NAMES)
    assert not any(numbers(page) for page in pages)


@pytest.mark.parametrize("seat", [0, 1])
def test_totals_points_and_coins_are_those_of_their_seat(seat: int, pages: list[Page]) -> None:
    view = views(seat)[0].model_copy(update={"points": (17, 23), "coins": (55, 77)})
    store = view.warehouses[0].model_copy(
        update={
            "good": "mead",
            "sides": ((Tile("mead", 3),), (Tile("mead", 1), Tile("mead", 1))),
            "counts": (31, 42),
        }
    )
    view = view.model_copy(update={"warehouses": (store, *view.warehouses[1:])})
    draw_board(PAINTER, view, NAMES)
    (page,) = pages
    where = {str(drawn.values[0]): drawn.y for drawn in page.draw_calls if drawn.what == "text"}
    mine, theirs = (("17", "55", "31"), ("23", "77", "42"))[:: 1 if seat == 0 else -1]
    for own, other in zip(mine, theirs, strict=True):
        assert where[own] > where[other], "the reader's own lie below"


def test_reserve_pile_and_stacks_are_counted_each_beside_its_sign(pages: list[Page]) -> None:
    view = views(0)[0]
    stacks = tuple(stack.model_copy(update={"left": 41 + n}) for n, stack in enumerate(view.stacks))
    draw_board(PAINTER, view.model_copy(update={"reserve": 51, "pile": 52, "stacks": stacks}), NAMES)
    (page,) = pages
    above = sorted((drawn for drawn in page.draw_calls if drawn.y < 80), key=lambda drawn: drawn.x)
    told = [
        str(drawn.values[0])
        for drawn in above
        if drawn.what in ("text", "stack_of_tiles")
        or (drawn.what == "icon" and drawn.values[0] in ("coin", "card_back"))
    ]
    tops = [str(stack.top) for stack in stacks]
    assert told[-8:] == [tops[0], "41", tops[1], "42", "coin", "51", "card_back", "52"]


def test_equal_tiles_lie_on_a_pile_with_their_number_and_shields_are_counted(pages: list[Page]) -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    tiles = (Tile("mead", 2, "yy"), Tile("mead", 2, "rb"), Tile("mead", 2, "y"), Tile("mead", 3, "r"))
    store = view.warehouses[0].model_copy(update={"good": "mead", "sides": (tiles, ()), "counts": (13, 0)})
    draw_board(PAINTER, view.model_copy(update={"warehouses": (store, *view.warehouses[1:])}), NAMES)
    (page,) = pages
    row = [drawn for drawn in page.draw_calls if drawn.x < 300 and drawn.y > 1440]
    written = [drawn.values[0] for drawn in row if drawn.what == "text"]
    assert written == ["×3", "13", "2", "1", "3"]
    assert [drawn.values[0] for drawn in row if drawn.what == "icon"][-3:] == [
        "shield_r",
        "shield_b",
        "shield_y",
    ]
    total = next(drawn for drawn in row if drawn.values[0] == "13")
    assert all(drawn.x < total.x - 80 for drawn in row if drawn.what == "amount_tile")


@pytest.mark.parametrize(("language", "lines"), [("en", ["dried fish"]), ("fr", ["poisson", "séché"])])
def test_cards_carry_their_names_beside_their_numbers(
    language: str, lines: list[str], pages: list[Page]
) -> None:
    view = next(view for view in views(0) if view.hand and any(card.good == "fish" for card in view.hand))
    draw_hand(PAINTER, view, NAMES, language=language)
    found = [one for one in pages[-1].draw_calls if one.what == "text" and one.values[0] in lines]
    assert {one.values[0] for one in found} == set(lines)
    for one in found:
        left = max(left for left in LEFTS if left < one.x)
        half = font("letter", 42).getlength(str(one.values[0])) / 2
        assert left + 62 + LARGE / 2 < one.x - half
        assert one.x + half < left + CARD[0]


def test_a_free_jarl_stays_where_they_are_and_an_ally_goes_to_their_player(pages: list[Page]) -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    first, second = view.alliances
    fleet = view.fleets[0]
    moved = view.model_copy(update={"fleets": (fleet.model_copy(update={"zone": 0}), view.fleets[1])})
    owned = view.model_copy(update={"alliances": (first.model_copy(update={"owner": 0}), second)})
    for each in (view, moved, owned):
        draw_board(PAINTER, each, NAMES)
    faces = [
        next((drawn.x, drawn.y) for drawn in page.draw_calls if drawn.values[:1] == (f"jarl_{first.jarl}",))
        for page in pages
    ]
    assert faces[0] == faces[1]
    assert faces[2][1] > 800, "beside the reader's own fleet"
    assert GAME.names[first.jarl].text("en") in texts(pages[2])


def test_a_jarl_to_be_claimed_glows_around_the_card(pages: list[Page]) -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    for alliance in view.alliances:
        draw_board(PAINTER, view, NAMES, intention=CLAIM[alliance.jarl])
    for alliance, page in zip(view.alliances, pages, strict=True):
        face = next(drawn for drawn in page.draw_calls if drawn.values[:1] == (f"jarl_{alliance.jarl}",))
        cards = {
            kind: [
                (drawn.x, drawn.y)
                for drawn in page.draw_calls
                if (drawn.what, drawn.values[:2]) == (kind, FREE_JARL) and drawn.x == face.x
            ]
            for kind in ("wood_panel", "glow")
        }
        assert len(cards["glow"]) == 1
        assert cards["glow"] == cards["wood_panel"]


def test_the_number_of_a_jarl_leaves_their_card_free(pages: list[Page]) -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    claims = [CLAIM[alliance.jarl] for alliance in view.alliances]
    draw_board(PAINTER, view, NAMES, prompt=Prompt((), tuple(map(numbered_offer, claims, (1, 2)))))
    plates = [drawn for drawn in pages[0].draw_calls if drawn.what == "choice_plate"]
    assert numbers(pages[0]) == [1, 2]
    for move, plate in zip(claims, plates, strict=True):
        face = next(drawn for drawn in pages[0].draw_calls if drawn.values[:1] == (f"jarl_{move.jarl}",))
        assert plate.x == face.x
        assert plate.y - face.y > FREE_JARL[1] - 84 / 2


def numbered_offer(move: Move, number: int) -> Offer:
    return Offer(str(move), (move,), number)


def test_ship_b_shows_what_it_carries_in_all(pages: list[Page]) -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    full_board = view.fleets[0].dock.model_copy(
        update={"load": (Tile("mead", 2), Tile("mead", 2)), "upgraded": True}
    )
    fleet = view.fleets[0].model_copy(update={"dock": full_board})
    draw_board(PAINTER, view.model_copy(update={"fleets": (fleet, view.fleets[1])}), NAMES)
    assert "4" in [drawn.values[0] for drawn in near(pages[-1], 646, 1020, 40) if drawn.what == "text"]


def test_an_empty_better_ship_shows_its_power(pages: list[Page]) -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    for letter in "abcd":
        empty = view.fleets[0].dock.model_copy(update={"ship": letter, "upgraded": True, "order": None})
        fleet = view.fleets[0].model_copy(update={"dock": empty})
        draw_board(PAINTER, view.model_copy(update={"fleets": (fleet, view.fleets[1])}), NAMES)
    for letter, page in zip("abcd", pages, strict=True):
        (name,) = [one for one in near(page, 600, 1020, 60) if one.values == (letter.upper(),)]
        power = [one for one in near(page, name.x + 50, name.y + 50, 45) if one is not name]
        goods = {one.values[0] for one in power if one.what == "icon"} & {*GOODS}
        numbers_there = [one for one in power if one.what == "text"]
        assert (len(goods), len(numbers_there)) == ((len(GOODS), 0) if letter == "c" else (0, 1))


def test_the_legend_points_at_the_value_of_a_card(pages: list[Page]) -> None:
    view = views(0)[40]
    draw_hand(PAINTER, view, NAMES)
    (page,) = pages
    (part,) = (part for part in page.parts if part.key == "value")
    inside = [
        drawn.values[0]
        for drawn in page.draw_calls
        if drawn.what == "text" and part.left < drawn.x < part.right and part.top < drawn.y < part.bottom
    ]
    assert inside in [[str(card.value)] for card in view.hand or ()]


def test_every_part_is_known_and_called_by_name(pages: list[Page]) -> None:
    for number in (0, 40, 60):
        for view in (views(0)[number], views(1, "two")[number]):
            draw_board(PAINTER, view, NAMES, captions=dict.fromkeys(PAINTER.legend_parts, "Called so"))
            draw_hand(PAINTER, view, NAMES)
    found = {part.key for page in pages for part in page.parts}
    assert found <= set(PAINTER.legend_parts)
    assert {"market", "fleet", "dock", "points", "left_card", "does", "side"} <= found
    assert "Called so" in texts(pages[0])


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everybody_may_look_at_each_player_and_at_the_discards(seat: int | None, pages: list[Page]) -> None:
    view = views(seat)[80]
    assert PAINTER.closeups(view) == ("seat.0", "seat.1", "discards")
    for key in PAINTER.closeups(view):
        draw_closeup(PAINTER, view, NAMES, key, language="fr")
        assert PAINTER.describe_closeup(view, key)
    of_first, of_second, discards = pages
    assert "Freya" in texts(of_first)
    assert "Leif" in texts(of_second)
    counts = [int(text[1:]) for text in texts(discards)[:20] if text.startswith("×")]
    assert sum(counts[:12]) == len(view.discards)


def test_the_texts_in_sight_are_those_of_the_cards_in_sight() -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    found = PAINTER.visible_components(view)
    assert found[0] == view.alliances[0].jarl
    assert {store.card for store in view.warehouses} <= set(found)
    assert set(found) <= GAME.names.keys()
    assert len(found) <= 12


def test_letters_on_octagons_are_those_of_zones_and_ships_have_discs(pages: list[Page]) -> None:
    state = GAME.setup(2, ALL, bytes(32))
    draw_board(PAINTER, GAME.view(state, 0), NAMES)
    (page,) = pages

    def on(plate: str) -> list[str]:
        places = [(drawn.x, drawn.y) for drawn in page.draw_calls if drawn.what == plate]
        return sorted(
            str(drawn.values[0])
            for drawn in page.draw_calls
            if drawn.what == "text" and (drawn.x, drawn.y) in places and str(drawn.values[0]).isalpha()
        )

    assert on("tab_plate") == list("ABCDE")
    assert on("badge_plate") == sorted("ABCD" * 2)
