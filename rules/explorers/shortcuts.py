"""The shortcuts of Explorers: errands with the highest priority, each a row of legal moves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from rules.explorers.errands import Errand, Errands, Row, Values
from rules.explorers.events import SettlementRaided
from rules.explorers.moves import ExplorersMove
from rules.explorers.state import State
from rules.game import Phrase, Refusal, Seat, Shortcut, Step

MAX_PROMOTED = 25
"""Shortcuts at top level: as many as one list holds."""
MAX_PROMOTED_PER_KEY = 8
MIN_PROMOTED_PRIORITY = 0.0
MAX_PER_MENU = 25
PRIORITY_PER_ACTION = 0.15
"""Priority that an errand loses for each action it costs."""

_SCORING = frozenset({"raid", "outpost", "deliver", "deliver_board", "fetch_home"})
"""Errands that bring points at once and for certain come first."""


class Played(NamedTuple):
    """The result of an errand: the state after it, the raids, and whether the turn has ended."""

    state: State
    raids: tuple[SettlementRaided, ...]
    ends_turn: bool


class Rules(Protocol):
    """The part of `Game` that validates moves."""

    def legal(self, state: State, seat: Seat) -> Sequence[ExplorersMove]: ...
    def apply(self, state: State, seat: Seat, move: ExplorersMove) -> Step[State]: ...


def shortcuts(state: State, rules: Rules) -> tuple[Shortcut, ...]:
    """Return the playable errands with distinct names and moves, as many as there is room for.

    Those that bring points come first, then the most useful ones.
    """
    found = sorted(Errands(state).all(), key=lambda errand: (errand.key not in _SCORING, -_priority(errand)))
    kinds = Counter(move.kind for move in rules.legal(state, state.active))
    alike, menus = Counter[str](), Counter[str]()
    offered: dict[tuple[object, ...], Shortcut] = {}
    rows: set[Row] = set()
    for errand in found:
        name_key = errand.key, *errand.values.items()
        is_promoted = _is_promoted(errand, alike)
        # A single move is in its menu already; and a kind without legal moves has no menu.
        has_menu = len(errand.moves) > 1 and errand.menu in kinds
        has_room = is_promoted or (has_menu and menus[errand.menu] < MAX_PER_MENU)
        is_known = name_key in offered or errand.moves in rows
        if not has_room or is_known or not 0 < errand.cost <= state.actions:
            continue
        played = _play(state, errand.moves, rules)
        if played is not None and (
            errand.key != "raid" or errand.values["land"] in {raid.land for raid in played.raids}
        ):
            menus[errand.menu] += has_menu
            alike[errand.key] += is_promoted
            rows.add(errand.moves)
            name = _name(errand, state, played)
            menu = errand.menu if has_menu else ""
            offered[name_key] = Shortcut(
                name, errand.moves, keeps_first_move=True, menu=menu, promoted=is_promoted
            )
    # The only move of a kind without menu has its own button.
    bare = {kind for kind, count in kinds.items() if count == 1 and not menus[kind]}
    return tuple(each for each in offered.values() if not _is_bare(each, bare))


def _is_promoted(errand: Errand, promoted: Counter[str]) -> bool:
    """True if an errand is offered at top level, beside those `promoted` so far by key."""
    return (
        promoted.total() < MAX_PROMOTED
        and promoted[errand.key] < MAX_PROMOTED_PER_KEY
        and _priority(errand) >= MIN_PROMOTED_PRIORITY
    )


def _is_bare(shortcut: Shortcut, bare: set[str]) -> bool:
    return len(shortcut.moves) == 1 and shortcut.moves[0].kind in bare


def _name(errand: Errand, state: State, played: Played) -> Phrase:
    """Name an errand: what it is for, then the raids on the way, then the end of the turn or the game."""
    raids = [raid for raid in played.raids if errand.key != "raid" or raid.land != errand.values["land"]]
    end = []
    # Whether a Viking dies in a fight, and leaves nothing to do, is not known before.
    if errand.cost == state.actions or (played.ends_turn and not errand.key.startswith("attack")):
        end = [Phrase(key="shortcut.game_ends" if played.state.stage == "over" else "shortcut.ends_turn")]
    values = errand.values | {"actions": errand.cost}
    return Phrase(key=f"shortcut.{errand.key}", values=values, parts=(*_raid_parts(raids), *end))


def _raid_parts(raids: list[SettlementRaided]) -> Iterator[Phrase]:
    """Yield the raid on the way, or the number of several."""
    if len(raids) == 1:
        values: Values = {"land": raids[0].land, "strength": raids[0].strength}
        yield Phrase(key="shortcut.on_the_way", values=values)
    elif raids:
        values = {"raids": len(raids), "points": sum(raid.strength for raid in raids)}
        yield Phrase(key="shortcut.raids_on_the_way", values=values)


def _priority(errand: Errand) -> float:
    return errand.value - PRIORITY_PER_ACTION * errand.cost


def _play(state: State, moves: Row, rules: Rules) -> Played | None:
    """Return the result of moves; None unless all are legal in turn and only the last is a barrier."""
    seat, turn, last = state.active, state.turn, len(moves) - 1
    raids: list[SettlementRaided] = []
    for place, move in enumerate(moves):
        try:
            step = rules.apply(state, seat, move)
        except Refusal:
            return None
        if step.barrier and place != last:
            return None
        raids += [event for event in step.events if isinstance(event, SettlementRaided)]
        state = step.state
    return Played(state, tuple(raids), ends_turn=state.turn != turn or state.stage == "over")
