"""The box: 48 different tiles, tokens and boards as sources and rules bound them (C1 to C11, D1 to D8)."""

import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from rules.components import PackError
from rules.explorers.game import Explorers
from rules.explorers.hexes import EDGES
from rules.explorers.tile import Tile, regions, turned
from tests.rules.explorers.explorers_table import GAME

COMPONENTS = GAME.components
TILES = tuple(COMPONENTS.tile.values())
SYMBOLS = Counter(tile.symbol for tile in TILES)


def lands(tile: Tile) -> int:
    return len(regions(tile.land, tile.middle, "land"))


def seas(tile: Tile) -> int:
    return len(regions(tile.land, tile.middle, "sea"))


def symbol_region(tile: Tile) -> tuple[int, ...]:
    ground = regions(tile.land, tile.middle, "sea" if tile.symbol == "enemy_ship" else "land")
    return next(region for region in ground if tile.at in region)


def test_c1_all_48_tiles_are_different() -> None:
    pictures = {
        min(
            (turned(tile.land, turn), sorted((corner + turn) % 6 for corner in symbol_region(tile)))
            for turn in EDGES
        ).__repr__()
        + f"{tile.middle} {tile.symbol}"
        for tile in TILES
    }
    assert len(TILES) == len(pictures) == 48


def test_c2_every_tile_has_land_and_sea() -> None:
    assert all(lands(tile) and seas(tile) for tile in TILES)


def test_c3_animals_and_settlements_stand_on_land_and_ships_on_sea() -> None:
    assert all((tile.land >> tile.at & 1) == (tile.symbol != "enemy_ship") for tile in TILES)


def test_c4_c5_d1_symbols() -> None:
    assert SYMBOLS == {
        "pig": 6,
        "chicken": 5,
        "goat": 5,
        "sheep": 4,
        "cattle": 3,
        "horse": 3,
        "settlement": 12,
        "enemy_ship": 10,
    }


def test_c6_d7_settlements_on_tiles_with_several_lands() -> None:
    several = [tile for tile in TILES if lands(tile) > 1]
    assert len(several) == 15
    assert sum(tile.symbol == "settlement" for tile in several) >= 4


def test_c7_d7_ships_on_tiles_with_several_seas() -> None:
    several = [tile for tile in TILES if seas(tile) > 1]
    assert len(several) == 7
    assert sum(tile.symbol == "enemy_ship" for tile in several) >= 2


def test_d4_no_tile_has_several_of_both() -> None:
    assert not any(lands(tile) > 1 and seas(tile) > 1 for tile in TILES)


def test_d5_d6_share_of_land() -> None:
    corners = sum(tile.land.bit_count() for tile in TILES)
    assert 0.42 <= corners / 288 <= 0.46


def test_d7_most_ships_have_much_sea_and_most_settlements_two_corners_of_land() -> None:
    ships = [tile for tile in TILES if tile.symbol == "enemy_ship"]
    assert sum(tile.land.bit_count() <= 3 for tile in ships) > len(ships) * 0.8
    settlements = [tile for tile in TILES if tile.symbol == "settlement"]
    assert sum(len(symbol_region(tile)) >= 2 for tile in settlements) > len(settlements) * 0.7


def test_d2_d3_tokens() -> None:
    assert Counter(COMPONENTS.settlements.strengths) == {2: 3, 3: 4, 4: 4, 5: 3}
    assert (COMPONENTS.enemy_ships.deadly, COMPONENTS.enemy_ships.harmless) == (6, 6)


def test_c10_d8_four_different_boards_of_rising_difficulty() -> None:
    boards = [COMPONENTS.boards.of(board) for board in ("capes", "strait", "headland", "long_coast")]
    assert len({str(board.tiles) for board in boards}) == 4
    # Two corners are shared by two of the fixed tiles.
    land = [
        sum(tile.land.bit_count() for tile in board.tiles) - sum(tile.land >> 1 & 1 for tile in board.tiles)
        for board in boards
    ]
    assert land == [3, 4, 4, 5]
    assert all(tile.land for board in boards for tile in board.tiles)


def test_every_table_of_the_file_says_where_it_comes_from() -> None:
    values = tomllib.loads(files("rules.explorers").joinpath("components.toml").read_text(encoding="utf-8"))
    assert all("provenance" in values[name] for name in values.keys() - {"names", "topics"})


def test_a_pack_corrects_strengths_and_is_told_apart(tmp_path: Path) -> None:
    pack = tmp_path / "explorers.toml"
    pack.write_text(
        "[settlements]\nstrengths = [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5]\n", encoding="utf-8"
    )
    corrected = Explorers(tmp_path)
    assert corrected.pack != GAME.pack
    assert corrected.components.settlements.strengths.count(2) == 4


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[settlements]\nstrengths = [2, 3]", "2 settlement tokens instead of 14"),
        ("[enemy_ships]\ndeadly = 7", "13 enemy ships instead of 12"),
        ("[livestock.pig]\ncount = 7", "27 livestock instead of 26"),
        (
            '[boards.capes]\ntiles = [{corners="LSSSSS"},{corners="LLSSSS"},{corners="LSSSSS"}]',
            "do not match",
        ),
        (
            '[boards.capes]\ntiles = [{corners="LSSSSS"},{corners="LSLSSS",middle="sea"},{corners="LSSSSS"}]',
            "sea",
        ),
    ],
)
def test_a_pack_that_does_not_add_up_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "explorers.toml").write_text(text, encoding="utf-8")
    with pytest.raises(PackError, match=complaint):
        Explorers(tmp_path)
