"""The moves of Explorers, one decision each. Equal moves are built once (memoized)."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Annotated, ClassVar, Literal, get_args, overload

from pydantic import Field

from rules.explorers.pieces import Animal, Captain
from rules.game import Move

TileNumber = Annotated[int, Field(ge=1, le=48)]
Turn = Annotated[int, Field(ge=0, le=5)]
Crew = Annotated[int, Field(ge=0, le=3)]
Pair = Annotated[int, Field(ge=1, le=2)]
CellName = Annotated[str, Field(pattern=r"^[a-z]+-?\d+$")]
PlaceName = Annotated[str, Field(pattern=r"^([a-z]+-?\d+(n|ne|e|se|s|sw|w|nw)?|mainland|shore)$")]
"""A cell, with a side if its tile has several lands or seas; or the Mainland or its shore."""
PointName = Annotated[str, Field(pattern=r"^[a-z]+-?\d+[we]$")]
AnimalOrNone = Literal["pig", "chicken", "goat", "sheep", "cattle", "horse", "none"]
NO_ANIMAL: AnimalOrNone = "none"


class KeepCaptain(Move, kind="captain"):
    """Keep one of the two captains dealt; the other leaves the game."""

    captain: Captain


class Place(Move):
    """Place a tile of the hand on a free cell, rotated clockwise by `turn` sixths."""

    tile: TileNumber
    cell: CellName
    turn: Turn


Placement = tuple[int, str, int]
"""Tile, cell and turn."""


class Placements(Sequence[Place]):
    """All placements of a hand's tiles as a lazy sequence: there are often a hundred."""

    def __init__(self, ways: Sequence[Placement]) -> None:
        self._placements = ways

    def __len__(self) -> int:
        return len(self._placements)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Place) and (move.tile, move.cell, move.turn) in self._placements

    def __iter__(self) -> Iterator[Place]:
        return iter(self._all)

    @overload
    def __getitem__(self, index: int) -> Place: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Place, ...]: ...
    def __getitem__(self, index: int | slice) -> Place | tuple[Place, ...]:
        if isinstance(index, slice) or "_all" in self.__dict__:
            return self._all[index]
        tile, cell, turn = self._placements[index]
        return Place(tile=tile, cell=cell, turn=turn)

    def __eq__(self, other: object) -> bool:
        return self._all == (other._all if isinstance(other, Placements) else other)

    def __hash__(self) -> int:
        return hash(self._all)

    @cached_property
    def _all(self) -> tuple[Place, ...]:
        return Place.build_many(
            [
                {"kind": "place", "tile": tile, "cell": cell, "turn": turn}
                for tile, cell, turn in self._placements
            ]
        )


class Redraw(Move):
    """Nothing fits: shuffle the hand back into the stack and draw as many tiles."""


class Discard(Move):
    """Nothing fits and no hand can be drawn: give up a tile unplaced."""

    tile: TileNumber


class _Freight(Move):
    offered_whole: ClassVar[bool] = True

    land: PlaceName
    vikings: Crew
    livestock: AnimalOrNone
    second: AnimalOrNone
    third: AnimalOrNone


class Load(_Freight):
    """Take Vikings and livestock aboard from one land on the longship's tile."""


class Unload(_Freight):
    """Put Vikings and livestock ashore on one land of the longship's tile."""


class Sail(Move):
    """Move the longship to a connected sea of a neighbouring tile."""

    offered_whole: ClassVar[bool] = True

    sea: PlaceName


class March(Move):
    """Move one or two Vikings to a connected land of a neighbouring tile."""

    offered_whole: ClassVar[bool] = True

    start: PlaceName
    land: PlaceName
    vikings: Pair


class Herd(Move):
    """Move an animal with one Viking to a connected land of a neighbouring tile."""

    offered_whole: ClassVar[bool] = True

    start: PlaceName
    animal: Animal
    land: PlaceName


class Build(Move):
    """Build an outpost, for two actions, where three tiles join by land."""

    offered_whole: ClassVar[bool] = True

    point: PointName


class End(Move):
    """End the turn and draw a tile."""

    is_side_action = True


ExplorersMove = KeepCaptain | Place | Redraw | Discard | Load | Unload | Sail | March | Herd | Build | End
MOVES: tuple[type[Move], ...] = get_args(ExplorersMove)


REDRAW = Redraw()
END = End()


# Legal moves are listed again at every step; most of them were built before.
MAX_MEMOIZED = 1 << 13
_memoize = lru_cache(MAX_MEMOIZED)
keep_captain = KeepCaptain.memoized()
discard = Discard.memoized()
sail = Sail.memoized(MAX_MEMOIZED)
march = March.memoized(MAX_MEMOIZED)
herd = Herd.memoized(MAX_MEMOIZED)
build = Build.memoized(MAX_MEMOIZED)


@_memoize
def load(land: str, vikings: int, livestock: tuple[Animal, ...]) -> Load:
    first, second, third = _three(livestock)
    return Load(land=land, vikings=vikings, livestock=first, second=second, third=third)


@_memoize
def unload(land: str, vikings: int, livestock: tuple[Animal, ...]) -> Unload:
    first, second, third = _three(livestock)
    return Unload(land=land, vikings=vikings, livestock=first, second=second, third=third)


def _three(livestock: tuple[Animal, ...]) -> tuple[AnimalOrNone, AnimalOrNone, AnimalOrNone]:
    first, second, third, *_ = (*livestock, NO_ANIMAL, NO_ANIMAL, NO_ANIMAL)
    return first, second, third


def livestock_of(move: Load | Unload) -> tuple[Animal, ...]:
    """Return the animals that are loaded or unloaded."""
    return tuple(animal for animal in (move.livestock, move.second, move.third) if animal != "none")
