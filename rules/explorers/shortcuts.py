"""Shortcuts: the errands that are offered, the most telling first, each a row of legal moves."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Protocol

from rules.explorers.errands import Errand, Errands, Row
from rules.explorers.moves import ExplorersMove
from rules.explorers.state import State
from rules.game import Phrase, Refusal, Seat, Shortcut, Step

TELLING = 20
"""How many are offered at the beginning."""
ALIKE = 5
"""How many of one sort are among these."""
IN_MENU = 25
HASTE = 0.15
"""How much less telling an errand is for each action it takes."""


class Rules(Protocol):
    """What carries out a move."""

    def apply(self, state: State, seat: Seat, move: ExplorersMove) -> Step[State]: ...


def shortcuts(state: State, rules: Rules) -> tuple[Shortcut, ...]:
    found = sorted(Errands(state).all(), key=lambda errand: HASTE * errand.cost - errand.worth)
    alike, menus, telling = Counter[str](), Counter[str](), 0
    offered: list[Shortcut] = []
    for errand in _distinct(found, state, rules):
        is_telling = telling < TELLING and alike[errand.key] < ALIKE
        if menus[errand.menu] >= IN_MENU or not (is_telling or len(errand.moves) > 1):
            continue
        menus[errand.menu] += 1
        telling += is_telling
        alike[errand.key] += is_telling
        name = Phrase(key=f"shortcut.{errand.key}", values=errand.values | {"actions": errand.cost})
        offered.append(Shortcut(name, errand.moves, beside=True, menu=errand.menu, telling=is_telling))
    return tuple(offered)


def _distinct(errands: Iterable[Errand], state: State, rules: Rules) -> Iterator[Errand]:
    """Those that can be made, none of which reads as another does."""
    seen: set[tuple[object, ...]] = set()
    for errand in errands:
        name = errand.key, *errand.values.items()
        if name in seen or not 0 < errand.cost <= state.actions:
            continue
        if _can_be_made(state, errand.moves, rules):
            seen.add(name)
            yield errand


def _can_be_made(state: State, moves: Row, rules: Rules) -> bool:
    """Whether every move is legal in its turn, and none but the last is final."""
    seat, last = state.active, len(moves) - 1
    for place, move in enumerate(moves):
        try:
            step = rules.apply(state, seat, move)
        except Refusal:
            return False
        if step.barrier and place != last:
            return False
        state = step.state
    return True
