"""Which entries of a log are in force. The log only grows: an undo is an entry too."""

from collections.abc import Iterable

from db.rows import Entry


def effective(log: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries in force, in order, without undos and what they took back."""
    kept: list[Entry] = []
    for entry in log:
        if entry.back_to is None:
            kept.append(entry)
            continue
        while kept and kept[-1].ply > entry.back_to:
            kept.pop()
    return tuple(kept)
