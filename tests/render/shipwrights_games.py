"""Games of Shipwrights to draw, played by a fixed rule that builds when it can."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from render import PAINTERS
from rules import GAMES
from rules.shipwrights.view import View
from tests.render.seeded_games import seeded_states

GAME = GAMES["shipwrights"]
PAINTER = PAINTERS["shipwrights"]
NAMES = ("Sigrid", "Leif", "Þórunn", "Håkon", "Britta")
PLIES = 320
PREFERRED_KINDS = (("finish",), ("build", "tool", "lay", "hire"))


@cache
def states(players: int, seed: str = "one") -> tuple[Any, ...]:
    """The first PLIES states of a game."""
    dealt = GAME.setup(players, GAME.info.options(), sha256(seed.encode()).digest())
    return seeded_states(GAME, dealt, seed, _preferred_moves, PLIES - 1)


def _preferred_moves(_state: Any, legal: Sequence[Any], draw: int) -> list[Any]:
    """Three times in four, build; else anything but giving up a tool."""
    for kinds in PREFERRED_KINDS if draw % 4 else ():
        if wanted := [move for move in legal if move.kind in kinds]:
            return wanted
    return [move for move in legal if move.kind != "drop"]


def find_view(players: int, phase: str, ply: int = 0) -> View:
    """The view of a player to act, in the first state of that phase from a ply on."""
    state = next(state for state in states(players)[ply:] if state.stage == phase)
    view: View = GAME.view(state, min(GAME.to_act(state)))
    return view
