"""Reads the components of a message: buttons and selects, by custom id."""

from collections.abc import Iterator
from typing import Any


def walk_components(message: Any) -> Iterator[dict[str, Any]]:
    """Iterate over all components of a message, including nested ones."""
    tops = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    while tops:
        part = tops.pop(0)
        yield part
        tops[:0] = part.get("components", [])


def enabled_components(message: Any) -> dict[str, str]:
    """Returns the labels of enabled buttons and selects, by custom id."""
    return {
        part["custom_id"]: part.get("label") or part.get("placeholder") or ""
        for part in walk_components(message)
        if part.get("custom_id") and not part.get("disabled")
    }


def find_custom_id(message: Any, verb: str) -> str:
    return next(name for name in enabled_components(message) if name.startswith(f"skald:{verb}:"))


def has_component(message: Any, fragment: str) -> bool:
    return any(fragment in name for name in enabled_components(message))
