"""Views, labels and names of Explorers, and the barrier of its moves."""

from random import Random

import pytest

from rules.explorers.hexes import Cell, cell_name, compass, point_name, point_of
from rules.explorers.labels import symbol_side
from rules.explorers.tile import UNKNOWN
from tests.plies import random_plies
from tests.rules.explorers.map import build_map
from tests.rules.explorers.notation import play
from tests.rules.explorers.pieces import with_enemy, with_livestock, with_settlement
from tests.rules.explorers.states import GAME, table, with_ship, with_vikings

TWO_LANDS = build_map("e9 e10 f9 f10", "d9w e10w")


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        (Cell(0, 0), "d9"),
        (Cell(1, 0), "d8"),
        (Cell(1, -1), "e9"),
        (Cell(3, 1), "c6"),
        (Cell(0, -22), "z20"),
        (Cell(0, -23), "za21"),
        (Cell(5, 4), "aa2"),
        (Cell(30, 0), "d-21"),
    ],
)
def test_cells_are_named_by_column_and_row(cell: Cell, name: str) -> None:
    assert cell_name(cell) == name


def test_every_cell_and_point_has_its_own_name() -> None:
    cells = [Cell(q, r) for q in range(-50, 51) for r in range(-50, 51)]
    assert len({cell_name(cell) for cell in cells}) == len(cells)
    points = {point_of(cell, corner) for cell in cells for corner in range(6)}
    assert len({point_name(point) for point in points}) == len(points)


def test_several_lands_are_named_by_their_side() -> None:
    tile = next(tile for tile in GAME.view(table(TWO_LANDS), None).tiles if tile.cell == "e10")
    assert [(land.place, land.corners) for land in tile.lands] == [("e10w", (0,)), ("e10ne", (2,))]
    assert [sea.place for sea in tile.seas] == ["e10"]


def test_sides_of_a_tile_differ() -> None:
    for corners in range(1, 63):
        runs = _runs(corners)
        assert len({compass(run) for run in runs}) == len(runs)


def _runs(corners: int) -> list[tuple[int, ...]]:
    starts = [c for c in range(6) if corners >> c & 1 and not corners >> (c - 1) % 6 & 1]
    runs = []
    for start in starts:
        run = [start]
        while corners >> (run[-1] + 1) % 6 & 1:
            run.append((run[-1] + 1) % 6)
        runs.append(tuple(run))
    return runs


def test_places_have_names_in_every_language_without_being_pieces() -> None:
    assert GAME.names["e10nw"].languages == GAME.names["mainland"].languages
    assert GAME.names["e10nw"].text("en") == "E10 NW"
    assert GAME.names["e10nw"].text("fr") == "E10 NO"
    assert GAME.names["e10w (4), d9 ×2"].text("fr") == "E10 O (4), D9 ×2"
    assert "e10nw" not in set(GAME.names)
    with pytest.raises(KeyError):
        GAME.names["nothing"]


def test_everything_on_the_map_is_in_the_view() -> None:
    state = with_ship(table(TWO_LANDS), "e10", 1, "goat")
    state = with_vikings(state, e10w=2)
    state = with_livestock(state, ("e10w", "pig"), ("e10w", "pig"))
    state = with_enemy(with_settlement(state, "e10ne", 4), "f9", deadly=True)
    view = GAME.view(state, 1)
    tiles = {tile.cell: tile for tile in view.tiles}
    west, east = tiles["e10"].lands
    assert (west.livestock, west.vikings, east.settlement) == (("pig", "pig"), (2, 0), 4)
    assert tiles["e10"].seas[0].longships == (0,)
    assert tiles["f9"].seas[0].enemy_ship
    ship = view.players[0].longship
    assert (ship.place, ship.cell, ship.vikings, ship.livestock) == ("e10", "e10", 1, ("goat",))
    assert view.players[0].on_mainland == 4
    assert view.players[1].longship.place == "shore"


def test_5_19_settlements_once_raided_stay_known() -> None:
    state = with_settlement(with_ship(table(TWO_LANDS), "e10", 2), "e10w", 2)
    after = play(state, "unload e10w 2 none none none")
    assert [GAME.view(after, reader).players[0].raided for reader in (0, 1, None)] == [(2,)] * 3


def test_hands_are_seen_by_their_owners_alone() -> None:
    state = table()
    mine, other, crowd = (GAME.view(state, reader) for reader in (0, 1, None))
    assert mine.hand is not None
    assert [tile.number for tile in mine.hand] == list(state.players[0].hand)
    assert crowd.hand is None
    assert other.hand is not None
    assert not {tile.number for tile in other.hand} & {tile.number for tile in mine.hand}
    assert [player.hand_size for player in crowd.players] == [3, 3]


def test_the_ways_to_turn_a_tile_are_told_apart_by_the_side_of_its_symbol() -> None:
    fitting = GAME.components.fitting
    for tile in GAME.components.tile.values():
        turns = fitting[tile.number][UNKNOWN]
        assert len({symbol_side(tile, turn) for turn in turns}) == len(turns)


def test_a_turn_can_be_taken_back_as_far_as_a_sunk_ship() -> None:
    state = with_enemy(with_ship(table(TWO_LANDS), "e10", 2), "f9", deadly=True)
    for notation, barrier in (
        ("unload e10w 1 none none none", False),
        ("sail e9", False),
        ("sail f9", True),
    ):
        assert GAME.apply(state, 0, GAME.parse(notation)).barrier == barrier
    march = with_vikings(table(TWO_LANDS), d9=2)
    assert not GAME.apply(march, 0, GAME.parse("march d9 e9 2")).barrier
    assert not GAME.apply(march, 0, GAME.parse("build d9w")).barrier


def test_a_whole_turn_is_four_actions_that_leave_the_others_untouched() -> None:
    state = with_vikings(table(TWO_LANDS), d9=2)
    after = play(state, "build d9w", "march d9 e9 1", "sail d8")
    assert after.active == 1
    assert after.stage == "place"
    assert after.players[1] == state.players[1]


def test_settlements_and_enemy_ships_to_come_are_those_on_tiles_not_seen_yet() -> None:
    state = GAME.setup(2, GAME.info.options(), bytes(32))
    symbols = [tile.symbol for tile in GAME.components.tile.values()]
    view = GAME.view(state, None)
    assert view.settlements_left == symbols.count("settlement") == 12
    assert view.enemy_ships_left == symbols.count("enemy_ship") == 10
    *_, last = random_plies(GAME, state, Random(3))
    over = GAME.view(last.step.state, None)
    assert (over.settlements_left, over.enemy_ships_left) == (0, 0)
