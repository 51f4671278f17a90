"""Highlights: changes since an earlier view, and the targets of a move that is being chosen."""

from dataclasses import dataclass, field

from render.painter import Prompt
from rules.explorers.moves import Build, Discard, Herd, KeepCaptain, Load, March, Place, Sail, Unload
from rules.explorers.pieces import Captain
from rules.explorers.view import HandTile, LandView, LongshipView, SeaView, TileView, View
from rules.game import Move, Seat

Ref = tuple[str, str]
"""`land` or `sea`, and the name of a place."""


@dataclass(frozen=True)
class Changes:
    """The differences between two views of the same reader."""

    tiles: frozenset[str] = frozenset()  # cells
    lands: frozenset[str] = frozenset()
    seas: frozenset[str] = frozenset()
    outposts: frozenset[str] = frozenset()  # points
    sailed: dict[Seat, LongshipView] = field(
        default_factory=dict
    )  # ships that moved, with their earlier state
    holds: frozenset[Seat] = frozenset()
    home: frozenset[Seat] = frozenset()  # seats whose number of Vikings on the Mainland changed
    points: frozenset[Seat] = frozenset()


def changes(before: View | None, now: View) -> Changes:
    """Compare two views; no changes if there is no earlier view."""
    if before is None:
        return Changes()
    cells = {tile.cell for tile in before.tiles}
    lands = {land.place: land for tile in before.tiles for land in tile.lands}
    seas = {sea.place: sea.enemy_ship for tile in before.tiles for sea in tile.seas}
    points = {outpost.point for outpost in before.outposts}
    players = zip(before.players, now.players, strict=True)
    ships = [(old.longship, new.longship) for old, new in players]
    return Changes(
        tiles=frozenset(tile.cell for tile in now.tiles if tile.cell not in cells),
        lands=frozenset(
            land.place
            for tile in now.tiles
            if tile.cell in cells
            for land in tile.lands
            if land != lands[land.place]
        ),
        seas=frozenset(
            sea.place
            for tile in now.tiles
            if tile.cell in cells
            for sea in tile.seas
            if sea.enemy_ship != seas[sea.place]
        ),
        outposts=frozenset(outpost.point for outpost in now.outposts if outpost.point not in points),
        sailed={old.seat: old for old, new in ships if old.place != new.place},
        holds=frozenset(
            new.seat for old, new in ships if (old.vikings, old.livestock) != (new.vikings, new.livestock)
        ),
        home=frozenset(
            player.seat
            for player in now.players
            if player.on_mainland != before.players[player.seat].on_mainland
        ),
        points=frozenset(
            player.seat for player in now.players if player.points != before.players[player.seat].points
        ),
    )


@dataclass(frozen=True)
class Intention:
    """The parts that a chosen or partly chosen move would touch, derived from the move and the view."""

    tile: HandTile | None = None
    cell: str | None = None
    turn: int | None = None
    start: Ref | None = None
    target: Ref | None = None
    point: str | None = None
    captain: Captain | None = None


def intention(view: View, move: Move | None) -> Intention | None:
    return None if move is None else _intention_of(view, move, move.choice_fields())


def partial_intention(view: View, prompt: Prompt) -> Intention | None:
    """The intention of a move of which only some fields are chosen."""
    if not prompt.chosen or not prompt.offers:
        return None
    move = prompt.offers[0].moves[0]
    return _intention_of(view, move, move.choice_fields()[: len(prompt.chosen) - 1])


def _intention_of(view: View, move: Move, known: tuple[str, ...]) -> Intention:
    """Derive the intention from the fields of a move that are already `known`."""

    def land(field: str) -> Ref | None:
        return ("land", getattr(move, field)) if field in known else None

    seat = view.active if view.seat is None else view.seat
    ship = ("sea", view.players[seat].longship.place)
    match move:
        case Place() if "tile" in known:
            tile = next((held for held in view.hand or () if held.number == move.tile), None)
            turn = move.turn if "turn" in known else None
            return Intention(tile=tile, cell=move.cell if "cell" in known else None, turn=turn)
        case Discard() if "tile" in known:
            return Intention(tile=next((held for held in view.hand or () if held.number == move.tile), None))
        case Sail():
            return Intention(start=ship, target=("sea", move.sea) if "sea" in known else None)
        case March() | Herd():
            return Intention(start=land("start"), target=land("land"))
        case Unload():
            return Intention(start=ship, target=land("land"))
        case Load():
            return Intention(start=land("land"), target=ship)
        case Build() if "point" in known:
            return Intention(point=move.point)
        case KeepCaptain() if "captain" in known:
            return Intention(captain=move.captain)
        case _:
            return Intention()


def rotated_corners(corners: tuple[int, ...], turn: int) -> tuple[int, ...]:
    """Corner numbers after a clockwise turn of the tile."""
    return tuple((corner + turn) % 6 for corner in corners)


def rotated_land(tile: HandTile, turn: int) -> tuple[bool, ...]:
    """Land flags of the six corners after a clockwise turn of the tile."""
    return tuple(tile.corners[(corner - turn) % 6] for corner in range(6))


def find_land(view: View, place: str) -> tuple[TileView, LandView] | None:
    return next(((tile, land) for tile in view.tiles for land in tile.lands if land.place == place), None)


def find_sea(view: View, place: str) -> tuple[TileView, SeaView] | None:
    return next(((tile, sea) for tile in view.tiles for sea in tile.seas if sea.place == place), None)
