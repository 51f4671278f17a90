"""Distances on the map of Explorers, for rivals of its AI."""

from collections.abc import Iterable, Mapping


def steps_from(starts: Iterable[int], beside: Mapping[int, Iterable[int]]) -> dict[int, int]:
    """Return the number of steps from the nearest start, by place."""
    found = dict.fromkeys(starts, 0)
    way = list(found)
    for place in way:
        for beyond in beside[place]:
            if beyond not in found:
                found[beyond] = found[place] + 1
                way.append(beyond)
    return found
