"""Speckle filter: finds small connected components of a mask, by union-find over its row runs."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


class _Runs(NamedTuple):
    """Runs of a mask along its rows: row, first column, column after the last."""

    rows: list[int]
    starts: list[int]
    ends: list[int]


def _runs(mask: Mask) -> _Runs:
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    return _Runs(rows.tolist(), starts.tolist(), ends.tolist())


def small_components(mask: Mask, min_pixels: float) -> Mask:
    """Mask of the connected components with fewer than `min_pixels` pixels.

    Components at the border are excluded, since they may continue beyond it.
    """
    runs = _runs(mask)
    parents = list(range(len(runs.rows)))

    def root(run: int) -> int:
        while parents[run] != run:
            parents[run] = parents[parents[run]]
            run = parents[run]
        return run

    for above, below in pairwise(_by_row(runs, mask.shape[0])):
        upper, lower = above.start, below.start
        while upper < above.stop and lower < below.stop:
            if runs.starts[upper] < runs.ends[lower] and runs.starts[lower] < runs.ends[upper]:
                parents[root(upper)] = root(lower)
            if runs.ends[upper] < runs.ends[lower]:
                upper += 1
            else:
                lower += 1
    sizes: dict[int, float] = {}
    height, width = mask.shape
    for run, (row, start, end) in enumerate(zip(*runs, strict=True)):
        open_ended = row in (0, height - 1) or start == 0 or end == width
        home = root(run)
        sizes[home] = sizes.get(home, 0.0) + (min_pixels if open_ended else end - start)
    found = np.zeros_like(mask)
    for run, (row, start, end) in enumerate(zip(*runs, strict=True)):
        if sizes[root(run)] < min_pixels:
            found[row, start:end] = True
    return found


def _by_row(runs: _Runs, height: int) -> list[range]:
    """The runs of each row, as ranges of indices."""
    ends = np.searchsorted(np.array(runs.rows, int), np.arange(height), side="right").tolist()
    return [range(first, last) for first, last in zip([0, *ends], ends, strict=False)]
