"""Differences between two views: indices and keys whose values changed."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

K = TypeVar("K")


def changed_indices(before: Sequence[object], now: Sequence[object]) -> frozenset[int]:
    return frozenset(index for index, (old, new) in enumerate(zip(before, now, strict=True)) if old != new)


def changed_keys(before: Mapping[K, object], now: Mapping[K, object]) -> frozenset[K]:
    """Keys whose values differ; a key that only one of them has did not change."""
    return frozenset(key for key in before.keys() & now.keys() if before[key] != now[key])
