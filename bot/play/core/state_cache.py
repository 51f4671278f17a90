"""States that were read or made lately, by their fingerprint: what is found here need not be read again.

A state never changes and its fingerprint is that of its text, so nothing here can be out of date.
"""

from collections import OrderedDict
from typing import Any

MOST = 1000


class States:
    """As many as there is room for, the latest used kept."""

    def __init__(self, most: int = MOST) -> None:
        self._kept: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self._most = most

    def find(self, pack: str, fingerprint: str) -> Any | None:
        """The state of that fingerprint, dealt from those components."""
        state = self._kept.get((pack, fingerprint))
        if state is not None:
            self._kept.move_to_end((pack, fingerprint))
        return state

    def keep(self, pack: str, fingerprint: str, state: Any) -> None:
        self._kept[pack, fingerprint] = state
        self._kept.move_to_end((pack, fingerprint))
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
