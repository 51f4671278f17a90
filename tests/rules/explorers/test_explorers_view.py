"""What is seen, marked and called by name; how far a turn can be taken back."""

import pytest

from rules.explorers.hexes import Cell, cell_name, compass, point_name, point_of
from rules.explorers.labels import side_of_symbol
from tests.rules.explorers.explorers_table import (
    GAME,
    play,
    sea_map,
    table,
    with_enemy,
    with_livestock,
    with_settlement,
    with_ship,
    with_vikings,
)

TWO_LANDS = sea_map("e49 e51 f50 f52", "d50w e51w")


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        (Cell(0, 0), "d50"),
        (Cell(1, 0), "d48"),
        (Cell(1, -1), "e49"),
        (Cell(3, 1), "c43"),
        (Cell(0, -22), "z72"),
        (Cell(0, -23), "za73"),
        (Cell(5, 4), "aa36"),
        (Cell(30, 0), "d-10"),
    ],
)
def test_cells_are_named_by_column_and_half_row(cell: Cell, name: str) -> None:
    assert cell_name(cell) == name


def test_every_cell_and_point_has_its_own_name() -> None:
    cells = [Cell(q, r) for q in range(-50, 51) for r in range(-50, 51)]
    assert len({cell_name(cell) for cell in cells}) == len(cells)
    points = {point_of(cell, corner) for cell in cells for corner in range(6)}
    assert len({point_name(point) for point in points}) == len(points)


def test_several_lands_are_named_by_their_side() -> None:
    tile = next(tile for tile in GAME.view(table(TWO_LANDS), None).tiles if tile.cell == "e51")
    assert [(land.place, land.corners) for land in tile.lands] == [("e51w", (0,)), ("e51ne", (2,))]
    assert [sea.place for sea in tile.seas] == ["e51"]


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
    assert GAME.names["e51nw"].languages == GAME.names["mainland"].languages
    assert GAME.names["e51nw"].say("en") == "E51 NW"
    assert GAME.names["e51nw"].say("fr") == "E51 NO"
    assert GAME.names["e51w (4), d50 ×2"].say("fr") == "E51 O (4), D50 ×2"
    assert "e51nw" not in set(GAME.names)
    with pytest.raises(KeyError):
        GAME.names["nothing"]


def test_everything_on_the_map_is_in_the_view() -> None:
    state = with_ship(table(TWO_LANDS), "e51", 1, "goat")
    state = with_vikings(state, e51w=2)
    state = with_livestock(state, ("e51w", "pig"), ("e51w", "pig"))
    state = with_enemy(with_settlement(state, "e51ne", 4), "f50", deadly=True)
    view = GAME.view(state, 1)
    tiles = {tile.cell: tile for tile in view.tiles}
    west, east = tiles["e51"].lands
    assert (west.livestock, west.vikings, east.settlement) == (("pig", "pig"), (2, 0), 4)
    assert tiles["e51"].seas[0].longships == (0,)
    assert tiles["f50"].seas[0].enemy_ship
    ship = view.players[0].longship
    assert (ship.place, ship.cell, ship.vikings, ship.livestock) == ("e51", "e51", 1, ("goat",))
    assert view.players[0].on_mainland == 4
    assert view.players[1].longship.place == "shore"


def test_5_19_settlements_once_raided_stay_known() -> None:
    state = with_settlement(with_ship(table(TWO_LANDS), "e51", 2), "e51w", 2)
    after = play(state, "unload e51w 2 none none none")
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


def test_marks_number_the_places_of_the_choices() -> None:
    state = with_vikings(with_ship(table(TWO_LANDS), "e51", 2), d50=2)
    view = GAME.view(state, 0)
    assert [mark.number for mark in view.marks] == list(range(1, len(view.marks) + 1))
    marked = {(mark.ground, mark.place): mark.number for mark in view.marks}
    targets = {"sail": ("sea", "sea"), "march": ("land", "land"), "build": ("point", "point")}
    seen = 0
    for move in GAME.legal(state, 0):
        if move.kind in targets:
            ground, field = targets[move.kind]
            assert GAME.about(state, 0, move)["number"] == marked[ground, getattr(move, field)]
            seen += 1
    assert seen > 5
    assert GAME.view(state, 1).marks == ()


def test_the_ways_to_turn_a_tile_are_told_apart_by_the_side_of_its_symbol() -> None:
    fitting = GAME.components.fitting
    for tile in GAME.components.tile.values():
        turns = fitting[tile.number, 0, 0]
        assert len({side_of_symbol(tile, turn) for turn in turns}) == len(turns)


def test_a_turn_can_be_taken_back_as_far_as_a_sunk_ship() -> None:
    state = with_enemy(with_ship(table(TWO_LANDS), "e51", 2), "f50", deadly=True)
    for notation, barrier in (
        ("unload e51w 1 none none none", False),
        ("sail e49", False),
        ("sail f50", True),
    ):
        assert GAME.apply(state, 0, GAME.parse(notation)).barrier == barrier
    march = with_vikings(table(TWO_LANDS), d50=2)
    assert not GAME.apply(march, 0, GAME.parse("march d50 e49 2")).barrier
    assert not GAME.apply(march, 0, GAME.parse("build d50w")).barrier


def test_a_whole_turn_is_four_actions_that_leave_the_others_untouched() -> None:
    state = with_vikings(table(TWO_LANDS), d50=2)
    after = play(state, "build d50w", "march d50 e49 1", "sail d48", "end")
    assert after.active == 1
    assert after.stage == "place"
    assert after.players[1] == state.players[1]
