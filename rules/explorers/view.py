"""The view of Explorers: the information set of a seat or a spectator.

Cells, corners and edges are counted as in hexes.py: corners clockwise from the western tip (w, nw, ne, e, se,
sw). The Mainland is every cell for which `hexes.is_mainland` is true: a band, infinite to the east.
"""

from collections.abc import Iterator

from rules.explorers.chart import Chart, chart
from rules.explorers.components import Components
from rules.explorers.hexes import EDGES, Cell, cell_name, cells_around, point_name
from rules.explorers.islands import Island, islands
from rules.explorers.pieces import Animal, Board, Captain, Ground, Symbol
from rules.explorers.placing import cells_for
from rules.explorers.scoring import captains_points, scores
from rules.explorers.state import MAINLAND, SHORE, Land, Sea, Stage, State
from rules.explorers.tile import Corners, Laid, Tile, region_at, regions
from rules.explorers.turn import turn_count
from rules.game import FrozenModel, Seat


class LandView(FrozenModel):
    """One land of a tile and the pieces on it."""

    place: str  # the cell, with the side if the tile has several lands: e9, e9nw
    corners: tuple[int, ...]  # of the tile, that this land reaches
    livestock: tuple[Animal, ...] = ()
    settlement: int | None = None  # the strength of a settlement not yet raided
    vikings: tuple[int, ...] = ()  # for each seat


class SeaView(FrozenModel):
    """One sea of a tile and the ships on it."""

    place: str
    corners: tuple[int, ...]
    enemy_ship: bool = False
    longships: tuple[Seat, ...] = ()


class TileView(FrozenModel):
    """A tile of the map in its rotation."""

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


class HandTile(FrozenModel):
    """A tile in the reader's hand, without rotation, and the cells where it fits."""

    number: int
    corners: tuple[bool, ...]
    middle: Ground | None
    symbol: Symbol
    symbol_corners: tuple[int, ...]
    cells: tuple[str, ...]


class LongshipView(FrozenModel):
    """A longship. At the Mainland its place is `shore`, and it has no cell."""

    seat: Seat
    place: str
    cell: str | None
    q: int | None
    r: int | None
    vikings: int
    livestock: tuple[Animal, ...]


class OutpostView(FrozenModel):
    """An outpost, on a corner of this cell where three tiles join by land."""

    seat: Seat
    point: str
    q: int
    r: int
    corner: int  # 0 the western, 3 the eastern tip of the cell
    cells: tuple[str, ...]  # the three tiles that are closed to other outposts


class OpenPoint(FrozenModel):
    """A corner of this cell where land continues onto a cell without a tile."""

    q: int
    r: int
    corner: int


class IslandView(FrozenModel):
    """Connected lands. Only complete islands score."""

    cells: tuple[str, ...]
    places: tuple[str, ...]  # the lands of these tiles that belong to it
    complete: bool
    open_points: tuple[OpenPoint, ...]  # corners of its land that still want a tile
    influence: tuple[int, ...]  # of each seat
    controllers: tuple[Seat, ...]  # seats that would score it now


class PlayerView(FrozenModel):
    """The public pieces of a player."""

    seat: Seat
    captains: tuple[Captain, ...]  # face up: none before the choice, one after it, two when playing alone
    captain_points: tuple[int, ...]  # of each of them, if the game ended now; playing alone, the lower counts
    hand_size: int
    longship: LongshipView
    on_mainland: int  # Vikings
    dead: int
    delivered: tuple[Animal, ...]
    raided: tuple[int, ...]  # strengths of the settlements
    destroyed: int  # enemy ships
    scores: tuple[int, ...]  # in the order of scoring.CATEGORIES, if the game ended now
    points: int


class OpenCell(FrozenModel):
    """A free cell where a tile can be placed."""

    cell: str
    q: int
    r: int


class View(FrozenModel):
    """The whole table as one reader sees it."""

    seat: Seat | None
    phase: Stage
    to_act: frozenset[Seat]
    active: Seat
    first: Seat
    winter: Seat | None  # the seat with the winter token; None in a solo game
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
    settlements_left: int  # tiles with a settlement that are neither laid nor out of the game
    enemy_ships_left: int
    discarded: tuple[int, ...]  # tiles out of the game
    dealt: tuple[Captain, ...]  # the reader's own captains to choose from
    kept: Captain | None  # the reader's own choice
    hand: tuple[HandTile, ...] | None  # the reader's own


def view_for(state: State, seat: Seat | None, to_act: frozenset[Seat], components: Components) -> View:
    """Return the view of a seat, or of a spectator (None)."""
    map_ = chart(state.laid)
    mine = None if seat is None else state.players[seat]
    found = islands(state)
    return View(
        seat=seat,
        phase=state.stage,
        to_act=to_act,
        active=state.active,
        first=state.first,
        winter=None if state.solo else state.winter,
        turn=state.turn,
        turns=turn_count(state, components),
        actions=state.actions,
        board=state.board,
        tiles=tuple(_tile(state, map_, index, components) for index in range(len(state.laid))),
        open_cells=tuple(OpenCell(cell=each.name, q=each.cell.q, r=each.cell.r) for each in map_.openings),
        outposts=tuple(_outposts(state)),
        islands=_islands(state, map_, found),
        players=_players(state, map_, tuple(island for island in found if island.complete)),
        stack=len(state.stack),
        settlements_left=_tiles_to_come(state, "settlement", components),
        enemy_ships_left=_tiles_to_come(state, "enemy_ship", components),
        discarded=state.discarded,
        dealt=mine.captains if mine and state.stage == "captains" else (),
        kept=mine and mine.kept,
        hand=mine and tuple(_hand_tile(state, number, components) for number in mine.hand),
    )


def _tiles_to_come(state: State, symbol: Symbol, components: Components) -> int:
    """Return how many tiles with a symbol are in the stack and in hands: public, from those that are not."""
    seen = {laid.number for laid in state.laid}.union(state.discarded)
    return sum(tile.symbol == symbol and tile.number not in seen for tile in components.tile.values())


def _tile(state: State, map_: Chart, index: int, components: Components) -> TileView:
    laid = state.laid[index]
    printed = components.tile.get(laid.number)
    cell = cell_name(Cell(laid.q, laid.r))
    return TileView(
        cell=cell,
        q=laid.q,
        r=laid.r,
        number=laid.number,
        turn=laid.turn,
        corners=_grounds(laid.land),
        middle=laid.middle,
        symbol=printed.symbol if printed else None,
        symbol_corners=_symbol_corners(printed, laid) if printed else (),
        lands=tuple(_land(state, map_, land) for land in map_.lands_of(index)),
        seas=tuple(_sea(state, map_, sea) for sea in map_.seas_of(index)),
    )


def _grounds(land: Corners) -> tuple[bool, ...]:
    return tuple(bool(land >> corner & 1) for corner in EDGES)


def _symbol_corners(tile: Tile, laid: Laid) -> tuple[int, ...]:
    ground: Ground = "sea" if tile.symbol == "enemy_ship" else "land"
    region = region_at(laid.land, tile.middle, ground)[(tile.at + laid.turn) % 6]
    assert region is not None
    return regions(laid.land, tile.middle, ground)[region]


def _land(state: State, map_: Chart, land: Land) -> LandView:
    return LandView(
        place=map_.lands[land],
        corners=_corners(map_.land_at[land // 3], land),
        livestock=tuple(animal for place, animal in state.livestock if place == land),
        settlement=next((strength for place, strength in state.settlements if place == land), None),
        vikings=tuple(player.vikings_on(land) for player in state.players),
    )


def _sea(state: State, map_: Chart, sea: Sea) -> SeaView:
    return SeaView(
        place=map_.seas[sea],
        corners=_corners(map_.sea_at[sea // 3], sea),
        enemy_ship=any(place == sea for place, _ in state.enemies),
        longships=tuple(seat for seat, player in enumerate(state.players) if player.ship.sea == sea),
    )


def _corners(places: tuple[int | None, ...], place: int) -> tuple[int, ...]:
    return tuple(corner for corner in EDGES if places[corner] == place)


def _outposts(state: State) -> Iterator[OutpostView]:
    for seat, player in enumerate(state.players):
        for point in player.outposts:
            yield OutpostView(
                seat=seat,
                point=point_name(point),
                q=point.q,
                r=point.r,
                corner=point.corner,
                cells=tuple(cell_name(cell) for cell in cells_around(point)),
            )


def _islands(state: State, map_: Chart, found: tuple[Island, ...]) -> tuple[IslandView, ...]:
    return tuple(
        IslandView(
            cells=tuple(cell_name(Cell(state.laid[tile].q, state.laid[tile].r)) for tile in island.tiles),
            places=tuple(map_.lands[land] for land in island.lands),
            complete=island.complete,
            open_points=tuple(OpenPoint(q=q, r=r, corner=corner) for q, r, corner in island.open_points),
            influence=island.influence,
            controllers=island.controllers,
        )
        for island in found
    )


def _players(state: State, map_: Chart, complete: tuple[Island, ...]) -> tuple[PlayerView, ...]:
    points = scores(state, complete)
    return tuple(_player(state, map_, seat, points[seat], complete) for seat in range(len(state.players)))


def _player(
    state: State, map_: Chart, seat: Seat, points: tuple[int, ...], found: tuple[Island, ...]
) -> PlayerView:
    player = state.players[seat]
    captains = captains_points(state, seat, found)
    return PlayerView(
        seat=seat,
        captains=tuple(captain for captain, _ in captains),
        captain_points=tuple(bonus for _, bonus in captains),
        hand_size=len(player.hand),
        longship=_longship(state, map_, seat),
        on_mainland=player.vikings_on(MAINLAND),
        dead=player.dead,
        delivered=player.delivered,
        raided=player.raided,
        destroyed=len(player.destroyed),
        scores=points,
        points=sum(points),
    )


def _longship(state: State, map_: Chart, seat: Seat) -> LongshipView:
    ship = state.players[seat].ship
    at = None if ship.sea == SHORE else state.laid[ship.sea // 3]
    return LongshipView(
        seat=seat,
        place=map_.seas[ship.sea],
        cell=cell_name(Cell(at.q, at.r)) if at else None,
        q=at.q if at else None,
        r=at.r if at else None,
        vikings=ship.vikings,
        livestock=ship.livestock,
    )


def _hand_tile(state: State, number: int, components: Components) -> HandTile:
    tile = components.tile[number]
    return HandTile(
        number=number,
        corners=_grounds(tile.land),
        middle=tile.middle,
        symbol=tile.symbol,
        symbol_corners=_symbol_corners(tile, Laid(number, 0, 0, 0, tile.land, tile.middle)),
        cells=tuple(cell_name(cell) for cell in cells_for(state, number, components)),
    )
