"""Moves that only take back what the player did earlier in the turn. *Undo* does that without an action."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from rules.explorers.moves import ExplorersMove, Load, March, Unload, livestock_of
from rules.explorers.pieces import ACTIONS_PER_TURN
from rules.explorers.shortcuts import Rules
from rules.explorers.state import State
from rules.game import Refusal
from rules.replace import replace

REVERSIBLE_KINDS = frozenset({"load", "unload", "sail", "march", "herd"})


def ways_back(before: State, made: Sequence[ExplorersMove], rules: Rules) -> frozenset[ExplorersMove]:
    """Return the legal moves that lead where the turn was already, or would be without one of the moves
    `made`, or with that move made by fewer pieces.
    """
    states = [before]
    for move in made:
        states.append(_after(states[-1], move, rules))
    now = states.pop()
    saved = set(map(_position, states))
    for number, state in enumerate(states):
        rest = made[number + 1 :]
        fewer = [(move, *rest) for move in rules.legal(state, state.active) if _is_part(move, made[number])]
        saved.update(_positions_after(state, [rest, *fewer], rules))
    return frozenset(
        move
        for move in rules.legal(now, now.active)
        if move.kind in REVERSIBLE_KINDS and _position(_after(now, move, rules)) in saved
    )


def _positions_after(
    start: State, rows: Sequence[Sequence[ExplorersMove]], rules: Rules
) -> Iterator[Hashable]:
    """Yield the position after each row of moves that is legal."""
    for row in rows:
        state = start
        try:
            for move in row:
                state = _after(state, move, rules)
        except Refusal:
            continue
        yield _position(state)


def _after(state: State, move: ExplorersMove, rules: Rules) -> State:
    """Return the state after a move, with actions to spare, so that the turn goes on."""
    return rules.apply(replace(state, actions=ACTIONS_PER_TURN), state.active, move).state


def _position(state: State) -> Hashable:
    """Return all that an action can change, apart from the number of actions."""
    return state.player, tuple(sorted(state.livestock)), state.settlements, state.enemies, state.laid


def _is_part(move: ExplorersMove, whole: ExplorersMove) -> bool:
    """True if a move does the same with fewer pieces."""
    if isinstance(move, March) and isinstance(whole, March):
        same = move.start == whole.start and move.land == whole.land
        return same and move.vikings < whole.vikings
    if isinstance(move, Load | Unload) and isinstance(whole, Load | Unload):
        fewer = Counter(livestock_of(move)) <= Counter(livestock_of(whole)) and move.vikings <= whole.vikings
        return fewer and move.kind == whole.kind and move.land == whole.land and move != whole
    return False
