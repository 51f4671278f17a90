"""The hexes of the map: coordinates and their names, corners and edges, and where the Mainland lies.

Cells are axial coordinates of flat-topped hexes, the Mainland in the east. With hexes of radius 1 the centre
of (q, r) lies 1.5 r to the east and √3 (q + r/2) to the north. Corners are counted clockwise from the
western tip; edge i lies between the corners i and i + 1.
"""

from functools import cache
from typing import NamedTuple

CORNERS = ("w", "nw", "ne", "e", "se", "sw")
"""The corners of a hex in the order in which they are counted."""
EDGES = (0, 1, 2, 3, 4, 5)
WEST, EAST = 0, 3


class Cell(NamedTuple):
    """A place for a tile."""

    q: int
    r: int


class Point(NamedTuple):
    """A corner where three cells meet: the western or eastern tip of one of them."""

    q: int
    r: int
    corner: int


STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""From a cell to its neighbour across each edge."""
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
    """The cells across each edge, in the order of the edges."""
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
    """How many half hexes a cell lies north of the middle of the starting board."""
    return 2 * cell[0] + cell[1]


def reading_order(cell: Cell) -> int:
    """From north to south, and from west to east."""
    return cell[1] - _WIDEST * half_row(cell)


@cache
def is_mainland(cell: Cell) -> bool:
    """The Mainland is a band of land behind the starting board that goes east without end."""
    return cell[1] >= 1 and -3 <= half_row(cell) <= 3


@cache
def is_closed(cell: Cell) -> bool:
    """Where no tile may come: the Mainland, its shore, and the cells that would join it."""
    return cell[1] >= 0 and -5 <= half_row(cell) <= 5


@cache
def cell_name(cell: Cell) -> str:
    """A column letter, counted westwards, and a row, counted southwards: `e9`.

    The starting board is d8, d9 and d10; every second column lies half a hex higher. East of a come aa, ab …,
    west of z come za, zb …. A cell keeps its name as the map grows.
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
    """The cell that has this name."""
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
    """The cell and which of its tips: `e9w`."""
    return cell_name(Cell(point.q, point.r)) + CORNERS[point.corner]


def compass(corners: tuple[int, ...]) -> str | None:
    """Where a run of neighbouring corners lies, seen from the middle of its hex; None if all around."""
    # Corner i lies at 180 + 60 i degrees, so a run of n from i points to 180 + 60 i + 30 (n - 1).
    first = [corner for corner in corners if (corner - 1) % 6 not in corners]
    if len(first) != 1:
        return None
    return _COMPASS[(6 + 2 * first[0] + len(corners) - 1) % 12]
