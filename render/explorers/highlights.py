"""Highlights: changes since an earlier view, and the targets of a move that is being chosen."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from render.kit.differences import changed_keys
from render.painter import Prompt
from rules.explorers.moves import Build, Discard, Herd, KeepCaptain, Load, March, Place, Sail, Unload
from rules.explorers.pieces import Captain
from rules.explorers.view import HandTile, LandView, LongshipView, PlayerView, SeaView, TileView, View
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
    sailed: dict[Seat, LongshipView] = field(default_factory=dict)  # moved ships as they were before
    holds: frozenset[Seat] = frozenset()
    home: frozenset[Seat] = frozenset()  # seats whose number of Vikings on the Mainland changed
    points: frozenset[Seat] = frozenset()


def changes(before: View | None, now: View) -> Changes:
    """Compare two views; no changes if there is no earlier view."""
    if before is None:
        return Changes()
    players = list(zip(before.players, now.players, strict=True))

    def differing_seats(value: Callable[[PlayerView], object]) -> frozenset[Seat]:
        return frozenset(new.seat for old, new in players if value(old) != value(new))

    return Changes(
        tiles=frozenset(tile.cell for tile in now.tiles) - {tile.cell for tile in before.tiles},
        lands=changed_keys(_lands(before), _lands(now)),
        seas=changed_keys(_enemy_ships(before), _enemy_ships(now)),
        outposts=frozenset(built.point for built in now.outposts)
        - {built.point for built in before.outposts},
        sailed={old.seat: old.longship for old, new in players if old.longship.place != new.longship.place},
        holds=differing_seats(lambda player: (player.longship.vikings, player.longship.livestock)),
        home=differing_seats(lambda player: player.on_mainland),
        points=differing_seats(lambda player: player.points),
    )


def _lands(view: View) -> dict[str, LandView]:
    return {land.place: land for tile in view.tiles for land in tile.lands}


def _enemy_ships(view: View) -> dict[str, bool]:
    return {sea.place: sea.enemy_ship for tile in view.tiles for sea in tile.seas}


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


def intention(view: View, move: Move | None, prompt: Prompt | None = None) -> Intention | None:
    """The intention of a whole move, or else of the partly chosen move of a prompt."""
    if move is not None:
        return _intention_of(view, move, move.choice_fields())
    if prompt is None or not prompt.chosen or not prompt.offers:
        return None
    move = prompt.offers[0].moves[0]
    return _intention_of(view, move, move.choice_fields()[: len(prompt.chosen) - 1])


def _intention_of(view: View, move: Move, known: tuple[str, ...]) -> Intention:
    """Derive the intention from the fields of a move that are already `known`."""

    def value(field: str) -> Any:
        return getattr(move, field) if field in known else None

    def place(what: Literal["land", "sea"], field: str) -> Ref | None:
        return (what, getattr(move, field)) if field in known else None

    seat = view.active if view.seat is None else view.seat
    ship = ("sea", view.players[seat].longship.place)
    match move:
        case Place() | Discard():
            tile = next((held for held in view.hand or () if held.number == value("tile")), None)
            return Intention(tile=tile, cell=value("cell"), turn=value("turn"))
        case Sail():
            return Intention(start=ship, target=place("sea", "sea"))
        case March() | Herd():
            return Intention(start=place("land", "start"), target=place("land", "land"))
        case Unload():
            return Intention(start=ship, target=place("land", "land"))
        case Load():
            return Intention(start=place("land", "land"), target=ship)
        case Build():
            return Intention(point=value("point"))
        case KeepCaptain():
            return Intention(captain=value("captain"))
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
