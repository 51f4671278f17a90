"""What a seat, or a spectator, may know of a game of Explorers.

Cells, corners and edges are counted as in hexes.py: corners clockwise from the western tip (w, nw, ne, e, se,
sw). The Mainland is every cell for which `hexes.is_mainland` holds: a band that goes east without end.
"""

from rules.explorers.pieces import Animal, Board, Captain, Ground, Symbol
from rules.explorers.state import Stage
from rules.game import Record, Seat

CATEGORIES = ("livestock", "outposts", "enemy_ships", "settlements", "viking_deaths", "islands", "captain")
"""The rows of the score sheet, from top to bottom."""


class LandView(Record):
    """One land of a tile and what stands on it."""

    place: str  # the cell, with the side if the tile has several lands: e49, e49nw
    corners: tuple[int, ...]  # of the tile, that this land reaches
    livestock: tuple[Animal, ...] = ()
    settlement: int | None = None  # the strength of a settlement not yet raided
    vikings: tuple[int, ...] = ()  # for each seat


class SeaView(Record):
    """One sea of a tile and what sails on it."""

    place: str
    corners: tuple[int, ...]
    enemy_ship: bool = False
    longships: tuple[Seat, ...] = ()


class TileView(Record):
    """A tile of the map as it lies."""

    cell: str
    q: int
    r: int
    number: int  # 1 to 48; 0 for the three of the starting board
    turn: int  # clockwise, in sixths, from how the tile is shown in hand
    corners: tuple[bool, ...]  # land or not
    middle: Ground | None  # what joins in the middle where land and sea alternate around the tile
    symbol: Symbol | None
    symbol_corners: tuple[int, ...]  # those of the land or sea where the symbol is printed
    lands: tuple[LandView, ...]
    seas: tuple[SeaView, ...]


class HandTile(Record):
    """A tile in the reader's hand, not turned, and the cells where it fits."""

    number: int
    corners: tuple[bool, ...]
    middle: Ground | None
    symbol: Symbol
    symbol_corners: tuple[int, ...]
    cells: tuple[str, ...]


class LongshipView(Record):
    """A longship. Off the Mainland it is at the place `shore`, and has no cell."""

    seat: Seat
    place: str
    cell: str | None
    q: int | None
    r: int | None
    vikings: int
    livestock: tuple[Animal, ...]


class OutpostView(Record):
    """An outpost, on a corner of this cell where three tiles join by land."""

    seat: Seat
    point: str
    q: int
    r: int
    corner: int  # 0 the western, 3 the eastern tip of the cell
    cells: tuple[str, ...]  # the three tiles that are closed to other outposts


class IslandView(Record):
    """Lands that hang together. Only complete islands score."""

    cells: tuple[str, ...]
    places: tuple[str, ...]  # the lands of these tiles that belong to it
    complete: bool
    influence: tuple[int, ...]  # of each seat
    controllers: tuple[Seat, ...]  # who would score it as it stands


class PlayerView(Record):
    """What a player has in front of him."""

    seat: Seat
    captains: tuple[Captain, ...]  # face up: none before the choice, one after it, two when playing alone
    hand_size: int
    longship: LongshipView
    on_mainland: int  # Vikings
    dead: int
    outposts_left: int
    delivered: tuple[Animal, ...]
    raided: tuple[int, ...]  # strengths of the settlements
    destroyed: int  # enemy ships
    scores: tuple[int, ...]  # by category, if the game ended now
    points: int


class OpenCell(Record):
    """A free cell beside the map where a tile may come."""

    cell: str
    q: int
    r: int


class Mark(Record):
    """A place that a move of the reader can lead to, with the number by which the choices call it."""

    number: int
    ground: str  # cell, land, sea, point
    place: str
    q: int | None  # None for the Mainland and its shore
    r: int | None
    corners: tuple[int, ...]  # of the land or sea, or the one of a point


class View(Record):
    """The whole table as one reader may see it."""

    seat: Seat | None
    phase: Stage
    to_act: frozenset[Seat]
    active: Seat
    first: Seat
    winter: Seat | None  # who holds the winter token; nobody when playing alone
    turn: int  # counted from 1
    turns: int  # in the whole game: 48, or 16 when playing alone
    actions: int  # left to the active player
    board: Board
    tiles: tuple[TileView, ...]  # in the order of laying, the starting board first
    open_cells: tuple[OpenCell, ...]
    outposts: tuple[OutpostView, ...]
    islands: tuple[IslandView, ...]
    players: tuple[PlayerView, ...]
    stack: int
    settlements_left: int  # tokens in the supply
    enemy_ships_left: int
    discarded: tuple[int, ...]  # tiles out of the game
    dealt: tuple[Captain, ...]  # the reader's own captains to choose from
    kept: Captain | None  # the reader's own choice
    hand: tuple[HandTile, ...] | None  # the reader's own
    marks: tuple[Mark, ...]  # where the reader's next move can lead
