"""The box: 48 different tiles, tokens and boards as sources and rules bound them (C1 to C11, D1 to D8)."""

import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from rules.components import PackError
from rules.explorers.components import Components
from rules.explorers.game import Explorers
from rules.explorers.hexes import EDGES
from rules.explorers.pieces import BOARDS, Board, Ground
from rules.explorers.tile import Tile, regions, rotate
from tests.rules.explorers.states import GAME

COMPONENTS = GAME.components
TILES = tuple(COMPONENTS.tile.values())
SYMBOLS = Counter(tile.symbol for tile in TILES)
NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST = 1, 2, 4, 5


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
            (rotate(tile.land, turn), sorted((corner + turn) % 6 for corner in symbol_region(tile)))
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


def test_c8_some_tiles_have_two_lands_that_each_reach_a_corner() -> None:
    found = [regions(tile.land, tile.middle, "land") for tile in TILES]
    assert any(len(each) == 2 and all(each) for each in found)


def test_d4_5_3_every_land_of_a_tile_borders_every_sea_of_it() -> None:
    """As no tile has several of both, a longship reaches every land of its tile."""
    assert not any(lands(tile) > 1 and seas(tile) > 1 for tile in TILES)
    fixed = [shape for board in BOARDS for shape in COMPONENTS.boards.of(board).tiles]
    for shape in fixed:
        grounds: tuple[Ground, ...] = ("land", "sea")
        assert 1 in [len(regions(shape.land, shape.middle, ground)) for ground in grounds]


def test_d5_share_of_land() -> None:
    corners = sum(tile.land.bit_count() for tile in TILES)
    assert 0.42 <= corners / 288 <= 0.46


def test_d6_tiles_of_each_class() -> None:
    """By the lengths of their runs of land, and what joins where there are several."""
    classes = Counter(
        (tile.middle, *sorted(len(run) for run in regions(tile.land, None, "land"))) for tile in TILES
    )
    assert classes == {
        (None, 1): 6,
        (None, 2): 8,
        (None, 3): 7,
        (None, 4): 4,
        (None, 5): 1,
        ("sea", 1, 1): 6,
        ("sea", 1, 2): 4,
        ("sea", 1, 3): 1,
        ("sea", 2, 2): 2,
        ("land", 1, 1): 2,
        ("land", 1, 2): 2,
        ("land", 1, 3): 1,
        ("land", 2, 2): 1,
        ("sea", 1, 1, 1): 2,
        ("land", 1, 1, 1): 1,
    }


def test_d7_most_ships_have_much_sea_and_most_settlements_two_corners_of_land() -> None:
    ships = [tile for tile in TILES if tile.symbol == "enemy_ship"]
    assert sum(tile.land.bit_count() <= 3 for tile in ships) > len(ships) * 0.8
    settlements = [tile for tile in TILES if tile.symbol == "settlement"]
    assert sum(len(symbol_region(tile)) >= 2 for tile in settlements) > len(settlements) * 0.7


def test_d2_d3_tokens() -> None:
    assert Counter(COMPONENTS.settlements.strengths) == {2: 3, 3: 4, 4: 4, 5: 3}
    assert (COMPONENTS.enemy_ships.deadly, COMPONENTS.enemy_ships.harmless) == (6, 6)


def test_c10_d8_four_different_boards_of_rising_difficulty() -> None:
    boards = [COMPONENTS.boards.of(board) for board in BOARDS]
    assert len({str(board.tiles) for board in boards}) == 4
    # Two corners are shared by two of the fixed tiles.
    land = [
        sum(tile.land.bit_count() for tile in board.tiles) - sum(tile.land >> 1 & 1 for tile in board.tiles)
        for board in boards
    ]
    assert land == [3, 4, 4, 5]
    assert all(tile.land for board in boards for tile in board.tiles)


def test_d8_the_side_of_the_mainland_is_sea() -> None:
    for board in BOARDS:
        north, middle, south = (tile.corners for tile in COMPONENTS.boards.of(board).tiles)
        assert north[1:5] == south[2:6] == "SSSS"
        assert middle[2:5] == "SSS"


@pytest.mark.parametrize("board", BOARDS)
def test_c10_the_fixed_tiles_match_and_bring_no_token(board: Board) -> None:
    state = GAME.setup(2, GAME.info.options(board=board), bytes(32))
    assert (state.livestock, state.settlements, state.enemies) == ((), (), ())
    north, middle, south = (laid.land for laid in state.laid)
    for upper, lower in ((north, middle), (middle, south)):
        assert upper >> SOUTH_WEST & 1 == lower >> NORTH_WEST & 1
        assert upper >> SOUTH_EAST & 1 == lower >> NORTH_EAST & 1


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


def tile_data(number: int, **changes: str) -> dict[str, Any]:
    """Return the values of the file with one tile changed."""
    text = files("rules.explorers").joinpath("components.toml").read_text(encoding="utf-8")
    values = tomllib.loads(text)
    values["tiles"]["all"][number] |= changes
    return values


@pytest.mark.parametrize(
    ("number", "changes", "complaint"),
    [
        (0, {"corners": "LLLLLL"}, "land and sea"),
        (0, {"corners": "SSSSSS"}, "land and sea"),
        (0, {"corners": "LSLSSS"}, "middle"),
        (0, {"middle": "sea"}, "middle"),
        (0, {"at": "w"}, "enemy_ship stands on the wrong ground"),
        (1, {"at": "e"}, "pig stands on the wrong ground"),
        (1, {"symbol": "settlement"}, "tiles with a pig"),
    ],
)
def test_a_tile_that_cannot_be_is_refused(number: int, changes: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        Components.model_validate(tile_data(number, **changes))
    assert Components.model_validate(tile_data(number)) == GAME.components
