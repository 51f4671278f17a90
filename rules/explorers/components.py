"""The components of Explorers: the model of `components.toml`, with the totals it must meet."""

from collections import Counter
from functools import cache, cached_property
from typing import Literal, Self

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from rules.components import Data, GameComponents, MarkedByKey, Name, Provenance, check_totals
from rules.explorers.hexes import CORNERS
from rules.explorers.pieces import ANIMALS, BOARDS, CAPTAINS, Animal, Board, Captain, Ground, Symbol
from rules.explorers.tile import Corners, Shore, Tile, region_at, regions, rotate

CornerName = Literal["w", "nw", "ne", "e", "se", "sw"]

TILES = 48
LIVESTOCK = 26
SETTLEMENT_TOKENS = 14
ENEMY_SHIPS = 12
TOWARDS_MAINLAND: tuple[tuple[int, ...], ...] = ((1, 2, 3, 4), (2, 3, 4), (2, 3, 4, 5))
"""The corners of the three fixed tiles that touch the Mainland or the closed cells beside it."""


class Shape(Data):
    """Six corners, L or S; `middle` is the ground that joins in the middle where they alternate."""

    corners: str = Field(pattern="^[LS]{6}$")
    middle: Ground | None = None

    @model_validator(mode="after")
    def land_and_sea(self) -> Self:
        if self.land in (0, 63):
            raise ValueError("a tile has land and sea")
        if (len(regions(self.land, None, "land")) > 1) != (self.middle is not None):
            raise ValueError("middle is said exactly where land and sea alternate more than once")
        return self

    @property
    def land(self) -> Corners:
        return sum(1 << corner for corner, ground in enumerate(self.corners) if ground == "L")


class PrintedTile(Shape):
    symbol: Symbol
    at: CornerName

    @model_validator(mode="after")
    def symbol_on_its_ground(self) -> Self:
        if (self.land >> CORNERS.index(self.at) & 1) == (self.symbol == "enemy_ship"):
            raise ValueError(f"{self.symbol} stands on the wrong ground")
        return self


class Kept(Data):
    """An animal: number of pieces, and name."""

    count: PositiveInt
    name: Name


class Livestock(MarkedByKey[Animal, Kept]): ...


class CaptainNames(MarkedByKey[Captain, Name]): ...


class Settlements(Data):
    provenance: Provenance
    strengths: tuple[PositiveInt, ...]


class EnemyShips(Data):
    provenance: Provenance
    deadly: NonNegativeInt
    harmless: NonNegativeInt


class StartingBoard(Data):
    """Three fixed tiles from north to south."""

    name: Name
    tiles: tuple[Shape, Shape, Shape]

    @model_validator(mode="after")
    def open_to_the_sea(self) -> Self:
        for tile, corners in zip(self.tiles, TOWARDS_MAINLAND, strict=True):
            if any(tile.land >> corner & 1 for corner in corners):
                raise ValueError("the corners towards the Mainland are sea")
        north, middle, south = (tile.land for tile in self.tiles)
        if (north >> 5 ^ middle >> 1) & 1 or (middle >> 5 ^ south >> 1) & 1:
            raise ValueError("the fixed tiles do not match")
        return self


class StartingBoards(MarkedByKey[Board, StartingBoard]): ...


class Tiles(Data):
    provenance: Provenance
    name: Name
    all: tuple[PrintedTile, ...]


class Components(GameComponents):
    names: dict[str, Name]
    livestock: Livestock
    captains: CaptainNames
    settlements: Settlements
    enemy_ships: EnemyShips
    boards: StartingBoards
    tiles: Tiles

    @model_validator(mode="after")
    def totals(self) -> Self:
        symbols = Counter(tile.symbol for tile in self.tiles.all)
        check_totals(
            ("tiles", len(self.tiles.all), TILES),
            ("livestock", sum(self.livestock.of(animal).count for animal in ANIMALS), LIVESTOCK),
            ("settlement tokens", len(self.settlements.strengths), SETTLEMENT_TOKENS),
            ("enemy ships", self.enemy_ships.deadly + self.enemy_ships.harmless, ENEMY_SHIPS),
            *(
                (f"tiles with a {animal}", symbols[animal], self.livestock.of(animal).count)
                for animal in ANIMALS
            ),
        )
        if symbols["settlement"] > SETTLEMENT_TOKENS or symbols["enemy_ship"] > ENEMY_SHIPS:
            raise ValueError("more symbols than tokens")
        return self

    @cached_property
    def tile(self) -> dict[int, Tile]:
        """Tiles by number."""
        return {
            number: Tile(number, printed.land, printed.middle, printed.symbol, CORNERS.index(printed.at))
            for number, printed in enumerate(self.tiles.all, 1)
        }

    @cached_property
    def fitting(self) -> "dict[int, Fitting]":
        """Fitting rotations of each tile, by its number; equal tiles share one object."""
        fitting = cache(Fitting)
        return {number: fitting(_different_turns(tile)) for number, tile in self.tile.items()}

    @cached_property
    def all_names(self) -> dict[str, Name]:
        livestock = {animal: self.livestock.of(animal).name for animal in ANIMALS}
        captains = {captain: self.captains.of(captain) for captain in CAPTAINS}
        boards = {board: self.boards.of(board).name for board in BOARDS}
        tiles = {f"tile_{number}": self._tile_name(number) for number in self.tile}
        return self.names | livestock | captains | boards | tiles

    def _tile_name(self, number: int) -> Name:
        name = self.tiles.name
        return Name.compose(name.languages, lambda language: name.text(language).format(number=number))


class Fitting(dict[Shore, tuple[int, ...]]):
    """Maps the known corners of a cell to the rotations in which one tile fits there.

    Rotations that look equal are listed once. Entries are computed on first use.
    """

    def __init__(self, different: tuple[tuple[int, Corners], ...]) -> None:
        self._different = different

    def __missing__(self, shore: Shore) -> tuple[int, ...]:
        known = shore >> 6
        turns = tuple(turn for turn, corners in self._different if (corners ^ shore) & known == 0)
        self[shore] = turns
        return turns


def _different_turns(tile: Tile) -> tuple[tuple[int, Corners], ...]:
    ground: Ground = "sea" if tile.symbol == "enemy_ship" else "land"
    found: dict[tuple[Corners, int | None], int] = {}
    for turn in range(6):
        corners = rotate(tile.land, turn)
        symbol = region_at(corners, tile.middle, ground)[(tile.at + turn) % 6]
        found.setdefault((corners, symbol), turn)
    return tuple((turn, corners) for (corners, _), turn in found.items())
