"""Hex geometry of the map: coordinates and their names, corners and edges, the Mainland.

Cells are axial coordinates of flat-topped hexes, the Mainland in the east. With hexes of radius 1 the centre
of (q, r) lies 1.5 r to the east and √3 (q + r/2) to the north. Corners are counted clockwise from the
western tip; edge i lies between the corners i and i + 1.
"""

from functools import cache
from typing import NamedTuple

CORNERS = ("w", "nw", "ne", "e", "se", "sw")
"""Names of the corners, by number."""
EDGES = (0, 1, 2, 3, 4, 5)
WEST, EAST = 0, 3


class Cell(NamedTuple):
    """A hex of the map, in axial coordinates."""

    q: int
    r: int


class Point(NamedTuple):
    """A corner where three cells meet: the western or eastern tip of one of them."""

    q: int
    r: int
    corner: int


STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Offsets from a cell to its neighbour across each edge."""
FIXED = (Cell(1, 0), Cell(0, 0), Cell(-1, 0))
"""The three tiles of the starting board, from north to south."""

# Each corner of a hex is the western or eastern tip of that hex or of a neighbour.
_TIPS = ((0, 0, WEST), (1, -1, EAST), (0, 1, WEST), (0, 0, EAST), (-1, 1, WEST), (0, -1, EAST))
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_FIXED_COLUMN = 3
_MIDDLE_ROW = 9
_WIDEST = 1000  # no map has as many columns
_COMPASS = ("e", "se", "se", "s", "sw", "sw", "w", "nw", "nw", "n", "ne", "ne")


@cache
def neighbour(cell: Cell, edge: int) -> Cell:
    step = STEPS[edge]
    return Cell(cell[0] + step[0], cell[1] + step[1])


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the cells across each edge, in the order of the edges."""
    return tuple(neighbour(cell, edge) for edge in EDGES)


@cache
def point_of(cell: Cell, corner: int) -> Point:
    q, r, tip = _TIPS[corner]
    return Point(cell[0] + q, cell[1] + r, tip)


@cache
def cells_around(point: Point) -> tuple[Cell, Cell, Cell]:
    cell = Cell(point.q, point.r)
    return cell, neighbour(cell, (point.corner - 1) % 6), neighbour(cell, point.corner)


def half_row(cell: Cell) -> int:
    """Return the distance north of the middle of the starting board, in half hexes."""
    return 2 * cell[0] + cell[1]


def reading_order(cell: Cell) -> int:
    """Return a sort key: from north to south, then from west to east."""
    return cell[1] - _WIDEST * half_row(cell)


@cache
def is_mainland(cell: Cell) -> bool:
    """True for the Mainland: a band of land behind the starting board, infinite to the east."""
    return cell[1] >= 1 and -3 <= half_row(cell) <= 3


@cache
def is_closed(cell: Cell) -> bool:
    """True where no tile is allowed: the Mainland, its shore, and the cells that would join it."""
    return cell[1] >= 0 and -5 <= half_row(cell) <= 5


@cache
def cell_name(cell: Cell) -> str:
    """Return the name of a cell: a column letter, counted westwards, and a row, counted southwards.

    The starting board is d8, d9 and d10; every second column is half a hex higher. East of a come aa, ab …,
    west of z come za, zb …. A cell keeps its name as the map grows.

    >>> cell_name(Cell(0, 0)), cell_name(Cell(0, -1))
    ('d9', 'e10')
    """
    return f"{_column(cell[1])}{_MIDDLE_ROW - half_row(cell) // 2}"


def _column(r: int) -> str:
    west = _FIXED_COLUMN - r
    if 0 <= west < 26:
        return _ALPHABET[west]
    beyond, far = (west - 26, "z") if west > 0 else (-1 - west, "a")
    return far * (1 + beyond // 26) + _ALPHABET[beyond % 26]


@cache
def cell_named(name: str) -> Cell:
    """Return the cell with this name: inverse of `cell_name`."""
    letters = name.rstrip("0123456789").rstrip("-")
    row = int(name[len(letters) :])
    last = _ALPHABET.index(letters[-1])
    beyond = last + 26 * (len(letters) - 2)
    west = last if len(letters) == 1 else 26 + beyond if letters[0] == "z" else -1 - beyond
    r = _FIXED_COLUMN - west
    north = 2 * (_MIDDLE_ROW - row) + r % 2
    return Cell((north - r) // 2, r)


@cache
def point_name(point: Point) -> str:
    """Return the name of a point: the cell and which of its tips, for example `e9w`."""
    return cell_name(Cell(point.q, point.r)) + CORNERS[point.corner]


def compass(corners: tuple[int, ...]) -> str | None:
    """Return the direction of a run of corners from the centre of its hex; None if all around."""
    # Corner i lies at 180 + 60 i degrees, so a run of n from i points to 180 + 60 i + 30 (n - 1).
    first = [corner for corner in corners if (corner - 1) % 6 not in corners]
    if len(first) != 1:
        return None
    return _COMPASS[(6 + 2 * first[0] + len(corners) - 1) % 12]
