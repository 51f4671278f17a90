"""Whole games of Borealis to draw, and helpers that inspect the drawn pages."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from bot.play.core.narrowing import narrow
from render import PAINTERS
from render.kit.page import DrawCall, Page
from render.painter import Offer, Prompt
from rules import GAMES
from rules.borealis.game import Borealis
from rules.borealis.view import View
from rules.game import Seat, kind_of
from tests.render.seeded_games import seeded_states

GAME, PAINTER = GAMES["borealis"], PAINTERS["borealis"]
NAMES = ("Ootah", "Leif", "Freya", "Britta")


@cache
def states(seats: int, seed: str = "one", side: str = "i") -> tuple[Any, ...]:
    """Every state of a game in which cards are played whenever they can be."""
    dealt = GAME.setup(seats, GAME.info.options(side=side), sha256(seed.encode()).digest())
    return seeded_states(GAME, dealt, seed, _observations)


def _observations(_state: Any, legal: Sequence[Any], _drawn: int) -> Sequence[Any]:
    return [move for move in legal if move.kind == "observe"] or legal


def under_way(phase: str, seats: int = 3, after: int = 40) -> Any:
    """A state well into the game, in a phase."""
    return next(state for state in states(seats)[after:] if state.phase == phase)


def active_view(phase: str, **wanted: Any) -> View:
    """The active player's view."""
    state = under_way(phase, **wanted)
    view: View = GAME.view(state, state.active)
    return view


def texts_in_box(page: Page, left: float, top: float, right: float, bottom: float) -> list[str]:
    """The texts within a box, from left to right."""
    return [str(each.values[0]) for each in within(page, "text", left, top, right, bottom)]


def within(page: Page, what: str, left: float, top: float, right: float, bottom: float) -> list[DrawCall]:
    found = [
        each
        for each in page.draw_calls
        if each.what == what and left <= each.x <= right and top <= each.y <= bottom
    ]
    return sorted(found, key=lambda each: each.x)


def prompts(state: Any, seat: Seat) -> list[Prompt]:
    """All prompts of a player: at the beginning of a move, and after each token."""
    assert isinstance(GAME, Borealis)
    view, moves = GAME.view(state, seat), GAME.legal(state, seat)
    shortcuts = GAME.shortcuts(state, seat)
    begun = {shortcut.moves[0] for shortcut in shortcuts}
    offers = [Offer(f"shortcut {place}", each.moves) for place, each in enumerate(shortcuts)]
    left = [move for move in moves if move not in begun]
    if len(offers) + len(left) <= 9:
        offers += [Offer(str(move), (move,)) for move in left]
    else:
        kinds = {
            kind: tuple(move for move in left if move.kind == kind) for kind in map(kind_of, GAME.info.moves)
        }
        offers += [Offer(kind, found) for kind, found in kinds.items() if found]
    found = [_with_numbers(view, (), offers)]
    for words in {move.tokens()[:count] for move in moves for count in range(1, len(move.tokens()))}:
        narrowing = narrow(moves, words)
        assert narrowing is not None
        if narrowing.move is None:
            several = narrowing.field in type(narrowing.moves[0]).multi_select_fields
            pieces = [word for word in narrowing.next_tokens() if not several or len(word) == 1]
            asked = [Offer(word, narrowing.moves_with(word)) for word in pieces]
            found.append(_with_numbers(view, narrowing.chosen, asked))
    return found


def _with_numbers(view: View, chosen: tuple[str, ...], offers: list[Offer]) -> Prompt:
    pointed = PAINTER.points_at(view, Prompt(chosen, tuple(offers)))
    numbered, number = [], 0
    for offer in offers:
        number += offer.token in pointed
        numbered.append(Offer(offer.token, offer.moves, number if offer.token in pointed else None))
    return Prompt(chosen, tuple(numbered))
