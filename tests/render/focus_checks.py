"""Draws the focus picture of every question along whole games, and checks shape and numbers."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bot.views.choices import Choices
from render import PAINTERS
from render.kit.page import WIDTH, Page
from render.painter import PictureRequest, Prompt
from rules.game import Move, Seat
from tests.render.sprite_recording import NAMES, Played, questions
from tests.views.views_in_memory import reader_view_at

SHAPES = (WIDTH * 2 // 3, WIDTH * 3 // 4)
"""Least and greatest height: 3:2 to 4:3."""


def focus_page(key: str, view: Any, names: Sequence[str] = NAMES, **shown: Any) -> Page:
    request = PictureRequest(game=key, subject="focus", view=view, names=tuple(names), language="en", **shown)
    return PAINTERS[key].focus(request)


def plate_numbers(page: Page) -> list[int]:
    return sorted(int(str(call.values[0])) for call in page.draw_calls if call.what == "choice_plate")


def all_questions(played: Played, state: Any, seat: Seat) -> Iterator[Prompt]:
    """The questions of a panel, those that distinguish shortcuts of one name included."""
    yield from questions(played, state, seat, Random(0))
    choices = Choices(reader_view_at(played.game, state, seat, played.seats, "en"), seat)
    for number, shortcut in enumerate(played.game.shortcuts(state, seat)):
        alike = [each for each in played.game.shortcuts(state, seat) if each.name == shortcut.name]
        if len(alike) > 1 and alike[0] is shortcut:
            yield choices.shortcut_question(number, 0).prompt


def check_questions(played: Played, plies: Sequence[int]) -> set[str]:
    """Check the picture of every question after these plies. Returns the kinds of move that were numbered."""
    game, seen = played.game, set[str]()
    for ply in plies:
        state = played.states[ply]
        for seat in sorted(game.to_act(state)):
            view = game.view(state, seat)
            for prompt in all_questions(played, state, seat):
                page = focus_page(played.key, view, prompt=prompt)
                given = sorted(offer.number for offer in prompt.offers if offer.number is not None)
                assert plate_numbers(page) == given, (played.seats, ply, prompt)
                assert SHAPES[0] <= page.image.height <= SHAPES[1], (played.seats, ply, prompt.chosen)
                seen |= {offer.moves[0].kind for offer in prompt.offers if offer.number is not None}
    return seen


def check_confirmations(played: Played, plies: Sequence[int]) -> None:
    """Check the picture of a move before it is made, and of its result if nothing decides it by chance."""
    game = played.game
    for ply in plies:
        state = played.states[ply]
        for seat in sorted(game.to_act(state)):
            view = game.view(state, seat)
            by_kind: dict[str, Move] = {move.kind: move for move in game.legal(state, seat)}
            for move in by_kind.values():
                after = game.view(game.apply(state, seat, move).state, seat)
                pages = (
                    focus_page(played.key, view, intention=move, focus_moves=(move,)),
                    focus_page(played.key, after, since=view, focus_moves=(move,)),
                )
                for page in pages:
                    assert SHAPES[0] <= page.image.height <= SHAPES[1], (played.seats, ply, str(move))
                    assert plate_numbers(page) == []


def bodies_outside(page: Page, pieces: Sequence[tuple[Any, float, float]]) -> list[str]:
    """Names of the drawn sprites whose body, without shadow, reaches over the edge of the picture."""
    width, height = page.image.size
    found = []
    for piece, x, y in pieces:
        across, down = (piece.image.width / 2 - piece.pad, piece.image.height / 2 - piece.pad)
        inside = across - 1 <= x <= width - across + 1 and down - 1 <= y <= height - down + 1
        if not inside and piece.key is not None:
            found.append(piece.key.name)
    return found
