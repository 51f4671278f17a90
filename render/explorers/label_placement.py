"""Label placement for numbers on a crowded map: near their targets, avoiding pieces and each other."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from render.explorers.geometry import Spot
from render.explorers.piece_placement import Footprint, Rect

_RING_RADII = (0.6, 0.8, 1.05, 1.35, 1.7, 2.1, 2.6, 3.2)
"""Distances from the target at which a number is tried, in hex radii."""
_DIRECTIONS = 16
_COST_ON_PLATE, _COST_ON_TARGET, _COST_ON_PIECE = 60.0, 12.0, 5.0
_COST_LINE_ON_PLATE, _COST_LINES_CROSS = 4.0, 1.5
"""Costs of covering another number, a target or a piece; of a line over a number, and of crossed lines."""
_COST_PER_RADIUS = 1.3
"""Cost of each hex radius away from the preferred spot."""
_ROUNDS = 3
_LINE_SAMPLES = np.linspace(0.15, 0.85, 7)
_TARGET_PX = 10
"""Half the side of the square around a target that should stay visible."""

Floats = NDArray[np.float64]


class Callout(NamedTuple):
    """A number with its preferred spot `at`, its target `to`, and the footprint of its plate."""

    at: Spot
    to: Spot
    foot: Footprint


def place_labels(
    callouts: Sequence[Callout], pieces: Sequence[Rect], within: Rect, radius: float
) -> list[Spot]:
    """Choose a spot for every number by repeated greedy improvement of the total cost."""
    candidates = [_candidates(callout, within, radius) for callout in callouts]
    fixed_cost = [
        _overlap_shares(spots, callout.foot, pieces) * _COST_ON_PIECE
        + _targets_covered(spots, callout, callouts) * _COST_ON_TARGET
        + np.hypot(*(spots - callout.at).T) / radius * _COST_PER_RADIUS
        for spots, callout in zip(candidates, callouts, strict=True)
    ]
    found = [0] * len(callouts)
    for round_ in range(_ROUNDS):
        before = list(found)
        for number, callout in enumerate(callouts):
            placed = range(number) if round_ == 0 else range(len(callouts))
            others = [other for other in placed if other != number]
            cost = _total_cost(
                fixed_cost[number],
                candidates[number],
                callout,
                [callouts[other] for other in others],
                [candidates[other][found[other]] for other in others],
            )
            found[number] = int(cost.argmin())
        if round_ and found == before:
            break
    return [(float(x), float(y)) for x, y in (candidates[n][at] for n, at in enumerate(found))]


def _total_cost(
    fixed: Floats, spots: Floats, callout: Callout, others: Sequence[Callout], places: Sequence[Floats]
) -> Floats:
    """Cost of a number at each spot while the others stand at `places`."""
    plates = [_rect(place, other.foot) for other, place in zip(others, places, strict=True)]
    starts, ends = np.reshape(places, (-1, 2)), np.reshape([other.to for other in others], (-1, 2))
    on_plates = _overlap_shares(spots, callout.foot, plates)
    cost = fixed + on_plates * _COST_ON_PLATE + (on_plates > 0) * _COST_ON_TARGET
    cost += _plates_under_line(spots, callout.to, plates) * _COST_LINE_ON_PLATE
    cost += _lines_under_plate(spots, callout.foot, starts, ends) * _COST_LINE_ON_PLATE
    return cost + _lines_crossed(spots, callout.to, starts, ends) * _COST_LINES_CROSS


def _candidates(callout: Callout, within: Rect, radius: float) -> Floats:
    """Candidate spots inside the map: the preferred one or the nearest to it, then rings about the target."""
    angles = [math.tau * way / _DIRECTIONS for way in range(_DIRECTIONS)]
    x, y = callout.to
    spots = [
        (x + ring * radius * math.cos(a), y + ring * radius * math.sin(a))
        for ring in _RING_RADII
        for a in angles
    ]
    foot = callout.foot
    fitting = [
        (x, y)
        for x, y in spots
        if x + foot.left >= within[0] and x + foot.right <= within[2]
        if y + foot.top >= within[1] and y + foot.bottom <= within[3]
    ]
    x, y = callout.at
    preferred = (
        min(max(x, within[0] - foot.left), within[2] - foot.right),
        min(max(y, within[1] - foot.top), within[3] - foot.bottom),
    )
    return np.array([preferred, *fitting])


def _rect(spot: Floats, foot: Footprint) -> Rect:
    x, y = spot
    return x + foot.left, y + foot.top, x + foot.right, y + foot.bottom


def _overlap_shares(spots: Floats, foot: Footprint, rects: Sequence[Rect]) -> Floats:
    """Overlap of a plate on each spot with all rectangles, as shares of the smaller area."""
    sides = np.reshape(rects, (-1, 4))
    x, y = spots[:, :1], spots[:, 1:]
    wide = np.minimum(x + foot.right, sides[:, 2]) - np.maximum(x + foot.left, sides[:, 0])
    high = np.minimum(y + foot.bottom, sides[:, 3]) - np.maximum(y + foot.top, sides[:, 1])
    size = (foot.right - foot.left) * (foot.bottom - foot.top)
    smaller = np.minimum(size, (sides[:, 2] - sides[:, 0]) * (sides[:, 3] - sides[:, 1]))
    return np.asarray((np.maximum(wide, 0) * np.maximum(high, 0) / smaller).sum(axis=1))


def _targets_covered(spots: Floats, callout: Callout, callouts: Sequence[Callout]) -> Floats:
    """Overlap of a plate on each spot with the targets of other numbers."""
    others = [other.to for other in callouts if other.to != callout.to]
    around = [(x - _TARGET_PX, y - _TARGET_PX, x + _TARGET_PX, y + _TARGET_PX) for x, y in others]
    return _overlap_shares(spots, callout.foot, around)


def _plates_under_line(spots: Floats, to: Spot, plates: Sequence[Rect]) -> Floats:
    """Number of plates that the line from each spot to the target would run over."""
    sides = np.reshape(plates, (-1, 4))
    x, y = (spots[:, side, None] + (to[side] - spots[:, side, None]) * _LINE_SAMPLES for side in (0, 1))
    inside = (
        (x[..., None] > sides[:, 0]) & (x[..., None] < sides[:, 2])
        & (y[..., None] > sides[:, 1]) & (y[..., None] < sides[:, 3])
    )  # fmt: skip
    return np.asarray(inside.any(axis=1).sum(axis=1), np.float64)


def _lines_under_plate(spots: Floats, foot: Footprint, starts: Floats, ends: Floats) -> Floats:
    """Number of other lines that a plate on each spot would cover."""
    along = starts[:, None] + (ends - starts)[:, None] * _LINE_SAMPLES[None, :, None]
    aside, above = (along[None, ..., side] - spots[:, side, None, None] for side in (0, 1))
    inside = (aside > foot.left) & (aside < foot.right) & (above > foot.top) & (above < foot.bottom)
    return np.asarray(inside.any(axis=2).sum(axis=1), np.float64)


def _lines_crossed(spots: Floats, to: Spot, starts: Floats, ends: Floats) -> Floats:
    """Number of other lines that the line from each spot to the target would cross."""
    place, each = np.array(to), spots[:, None]
    apart = _side(starts, ends, each) * _side(starts, ends, place) < 0
    crossed = apart & (_side(each, place, starts) * _side(each, place, ends) < 0)
    return np.asarray(crossed.sum(axis=1), np.float64)


def _side(start: Floats, end: Floats, spots: Floats) -> Floats:
    """Signed side of a line on which each spot lies."""
    along, away = end - start, spots - start
    return np.asarray(along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0])
