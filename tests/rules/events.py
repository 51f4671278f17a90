"""Reads the events of a move."""

from collections.abc import Iterable

from rules.game import Event


def event_kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]
