"""LRU cache of parsed game states.

States are immutable and keyed by the hash of their text, so entries never become stale.
"""

from collections import OrderedDict
from typing import Any

MAX_STATES = 1000


class StateCache:
    """Least recently used states are evicted first."""

    def __init__(self, max_states: int = MAX_STATES) -> None:
        self._states: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self._max_states = max_states

    def get(self, pack: str, state_hash: str) -> Any | None:
        """Look up a state by its component pack and hash, and mark it as used."""
        state = self._states.get((pack, state_hash))
        if state is not None:
            self._states.move_to_end((pack, state_hash))
        return state

    def put(self, pack: str, state_hash: str, state: Any) -> None:
        self._states[pack, state_hash] = state
        self._states.move_to_end((pack, state_hash))
        if len(self._states) > self._max_states:
            self._states.popitem(last=False)
