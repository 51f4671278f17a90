"""Layout of pieces in the open sea on both sides of a fleet."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from render.kit import WIDTH

MARGIN = 16
GAP = 14


class Piece(NamedTuple):
    """Something to draw: its width, and the function that draws it by its left edge."""

    width: int
    put: Callable[[float], None]


def put_beside(x: int, radius: int, pieces: Sequence[Piece]) -> None:
    """Draw pieces beside a fleet: the first in the widest stretch, the others there too while there is room.

    In each stretch the first is farthest from the fleet.
    """
    left, right = (MARGIN, x - radius - 8), (x + radius + 8, WIDTH - MARGIN)
    wide, narrow = (left, right) if left[1] - left[0] > right[1] - right[0] else (right, left)
    here: list[Piece] = []
    there: list[Piece] = []
    room = wide[1] - wide[0] + GAP
    for piece in pieces:
        fits = not here or room >= piece.width + GAP
        (here if fits else there).append(piece)
        room -= (piece.width + GAP) * fits
    for stretch, found in ((wide, here), (narrow, there)):
        row = found[::-1] if stretch is right else found
        start = (stretch[0] + stretch[1] - sum(piece.width + GAP for piece in row) + GAP) / 2
        for piece in row:
            piece.put(start)
            start += piece.width + GAP
