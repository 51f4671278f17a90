"""The shortcuts of Explorers: errands with the highest priority, each a row of legal moves."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from rules.explorers.errands import Errand, Errands, Row
from rules.explorers.moves import Build, ExplorersMove, Herd, Load, March, Sail, Unload
from rules.explorers.state import State
from rules.game import Phrase, Refusal, Seat, Shortcut, Step

MAX_PROMOTED = 25
"""Shortcuts at top level: as many as one list holds."""
MAX_PROMOTED_PER_KEY = 8
MIN_PROMOTED_PRIORITY = 0.0
MAX_PER_MENU = 25
PRIORITY_PER_ACTION = 0.15
"""Priority that an errand loses for each action it costs."""


class Rules(Protocol):
    """The part of `Game` that validates moves."""

    def legal(self, state: State, seat: Seat) -> Sequence[ExplorersMove]: ...
    def apply(self, state: State, seat: Seat, move: ExplorersMove) -> Step[State]: ...


def shortcuts(state: State, rules: Rules) -> tuple[Shortcut, ...]:
    """Return the playable errands with distinct names, as many as there is room for."""
    found = sorted(Errands(state).all(), key=lambda errand: -_priority(errand))
    kinds = Counter(move.kind for move in rules.legal(state, state.active))
    alike, menus, promoted = Counter[str](), Counter[str](), 0
    offered: dict[tuple[object, ...], Shortcut] = {}
    for errand in found:
        name_key = errand.key, *errand.values.items()
        is_promoted = (
            promoted < MAX_PROMOTED
            and alike[errand.key] < MAX_PROMOTED_PER_KEY
            and _priority(errand) >= MIN_PROMOTED_PRIORITY
        )
        # A single move is in its menu already; and a kind without legal moves has no menu.
        has_menu = len(errand.moves) > 1 and errand.menu in kinds
        has_room = is_promoted or (has_menu and menus[errand.menu] < MAX_PER_MENU)
        if not has_room or name_key in offered or not 0 < errand.cost <= state.actions:
            continue
        if not _is_playable(state, errand.moves, rules):
            continue
        menus[errand.menu] += has_menu
        promoted += is_promoted
        alike[errand.key] += is_promoted
        name = Phrase(key=f"shortcut.{errand.key}", values=errand.values | {"actions": errand.cost})
        menu = errand.menu if has_menu else ""
        offered[name_key] = Shortcut(
            name, errand.moves, keeps_first_move=True, menu=menu, promoted=is_promoted
        )
    # The only move of a kind without menu has its own button.
    bare = {kind for kind, count in kinds.items() if count == 1 and not menus[kind]}
    shown = [each for each in offered.values() if len(each.moves) > 1 or each.moves[0].kind not in bare]
    return tuple(_group_by_target(shown))


def _priority(errand: Errand) -> float:
    return errand.value - PRIORITY_PER_ACTION * errand.cost


def _group_by_target(found: Iterable[Shortcut]) -> list[Shortcut]:
    """Keep the order, but put shortcuts with the same destination together."""
    places: dict[tuple[str, str], list[Shortcut]] = {}
    for each in found:
        places.setdefault(_target(each.moves[-1]), []).append(each)
    return [each for together in places.values() for each in together]


def _target(move: ExplorersMove) -> tuple[str, str]:
    match move:
        case Sail():
            return "sea", move.sea
        case Build():
            return "point", move.point
        case Load() | Unload() | March() | Herd():
            return "land", move.land
        case _:
            return "", ""


def _is_playable(state: State, moves: Row, rules: Rules) -> bool:
    """True if every move is legal in turn and only the last may be a barrier."""
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
