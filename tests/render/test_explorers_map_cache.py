"""The disk cache of Explorers' maps: exact, incremental and bounded."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from render import PAINTERS
from render.explorers import map_background, map_cache
from render.explorers.heightmap import MapTiles, map_tiles
from render.explorers.layout import layout
from render.explorers.piece_placement import PiecePlacer, PlacementRequest, Rect
from render.explorers.placement_cache import PlacementCache
from render.explorers.raster_cache import RASTER_CACHE
from render.explorers.terrain import Box
from tests.render.drawing import draw_board
from tests.render.explorers_games import GAME, NAMES, clear_caches, states

PAINTER = PAINTERS["explorers"]


def test_a_map_from_disk_is_the_map_that_was_painted(map_folder: Path) -> None:
    view = GAME.view(states(2)[60], None)
    clear_caches()
    first = draw_board(PAINTER, view, NAMES[:2]).data
    assert list(map_folder.rglob("*.map"))
    clear_caches()
    painted = RASTER_CACHE.painted_pixels
    assert draw_board(PAINTER, view, NAMES[:2]).data == first
    assert RASTER_CACHE.painted_pixels == painted


@pytest.mark.usefixtures("map_folder")
def test_a_new_tile_is_painted_onto_the_map_on_disk() -> None:
    played = [state for state in states(2) if state.stage == "place"]
    pairs = pairwise(played)
    before, now = next(
        (GAME.view(one, None), GAME.view(other, None))
        for one, other in pairs
        if len(one.laid) > 12 and _scale(one) == _scale(other)
    )
    clear_caches()
    draw_board(PAINTER, before, NAMES[:2])
    whole = RASTER_CACHE.painted_pixels
    clear_caches()
    grown = draw_board(PAINTER, now, NAMES[:2]).data
    assert 0 < RASTER_CACHE.painted_pixels - whole < 1200 * 1254 / 2
    for file in map_cache.folder().iterdir():
        file.unlink()
    clear_caches()
    assert draw_board(PAINTER, now, NAMES[:2]).data == grown


@pytest.mark.usefixtures("map_folder")
def test_a_map_drawn_smaller_is_the_map_on_disk_made_smaller() -> None:
    played = [state for state in states(4) if state.stage == "place"]
    before, now = next(
        (map_tiles(GAME.view(one, None).tiles), GAME.view(other, None))
        for one, other in pairwise(played)
        if _scale(other) < _scale(one) < 92
    )
    pieces, shown = map_tiles(now.tiles), layout((tile.q, tile.r) for tile in now.tiles)
    clear_caches()
    RASTER_CACHE.get(before, *_of(before))
    whole = RASTER_CACHE.painted_pixels
    clear_caches()
    smaller = RASTER_CACHE.get(pieces, shown.radius, shown.box, [before])
    assert 0 < RASTER_CACHE.painted_pixels - whole < whole / 2
    clear_caches()
    anew = RASTER_CACHE.get(pieces, shown.radius, shown.box)
    for one, other in ((smaller.colours, anew.colours), (smaller.paint, anew.paint)):
        assert np.abs(np.asarray(one, float) - np.asarray(other, float)).mean() < 3
    assert np.abs(smaller.shore - anew.shore).mean() < 0.01


def _of(pieces: MapTiles) -> tuple[int, Box]:
    shown = layout(piece.cell for piece in pieces)
    return shown.radius, shown.box


def _scale(state: object) -> int:
    view = GAME.view(state, None)
    return layout((tile.q, tile.r) for tile in view.tiles).radius


@pytest.mark.usefixtures("map_folder")
def test_the_longest_unused_maps_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_cache, "LIMIT_BYTES", 2500)
    monkeypatch.setattr(map_cache, "WRITES_PER_CHECK", 1)
    for key in "abc":
        map_cache.write(key, (1, 2.5), (bytes(400), bytes(500)))
        if key == "b":
            assert map_cache.read("a") == ([1, 2.5], [bytes(400), bytes(500)])
    assert map_cache.read("b") is None
    assert map_cache.read("a") is not None
    assert map_cache.read("c") is not None


@pytest.mark.usefixtures("map_folder")
def test_a_damaged_map_is_painted_again() -> None:
    view = GAME.view(states(2)[30], None)
    shown = layout((tile.q, tile.r) for tile in view.tiles)
    clear_caches()
    first = np.asarray(map_background.map_background(map_tiles(view.tiles), shown).image)
    for file in map_cache.folder().iterdir():
        file.write_bytes(file.read_bytes()[:1000])
    clear_caches()
    assert np.array_equal(
        np.asarray(map_background.map_background(map_tiles(view.tiles), shown).image), first
    )


@pytest.mark.usefixtures("map_folder")
def test_of_a_game_only_its_last_maps_are_kept() -> None:
    views = [GAME.view(state, None) for state in states(2) if state.stage == "place"][3:9]
    for view in views:
        clear_caches()
        draw_board(PAINTER, view, NAMES[:2])
    # The last map, the one before it, from which another may still grow, the last as it is shown, and where
    # pieces stand on it.
    assert len(list(map_cache.folder().iterdir())) == 4


@pytest.mark.usefixtures("map_folder")
def test_places_are_looked_for_again_only_near_what_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    before, now = next(
        (GAME.view(one, None), GAME.view(other, None))
        for one, other in pairwise(states(2)[120:])
        if one.laid == other.laid and one.players[0].ship != other.players[0].ship
    )
    looked: list[PlacementRequest] = []
    look = PiecePlacer._best_spot

    def record(placer: PiecePlacer, request: PlacementRequest, near: list[Rect]) -> tuple[float, float]:
        looked.append(request)
        return look(placer, request, near)

    monkeypatch.setattr(PiecePlacer, "_best_spot", record)
    pictures, counts = [], []
    for view in (before, before, now):
        clear_caches()
        looked.clear()
        pictures.append(draw_board(PAINTER, view, NAMES[:2]).data)
        counts.append(len(looked))
    assert counts[1] == 0 < counts[2] < counts[0]
    assert pictures[1] == pictures[0]
    for file in map_cache.folder().iterdir():
        file.unlink()
    clear_caches()
    assert draw_board(PAINTER, now, NAMES[:2]).data == pictures[2]


@pytest.mark.usefixtures("map_folder")
def test_places_that_cannot_be_read_are_found_again() -> None:
    map_cache.write("places", (), (b'{"best',))
    assert PlacementCache.read("places").is_empty


def test_kept_maps_are_for_their_owner_alone(map_folder: Path) -> None:
    draw_board(PAINTER, GAME.view(states(2)[30], None), NAMES[:2])
    clear_caches()
    draw_board(PAINTER, GAME.view(states(2)[40], None), NAMES[:2])
    kept = list(map_folder.rglob("*.map"))
    assert kept
    assert {file.stat().st_mode & 0o777 for file in kept} == {0o600}


@pytest.mark.usefixtures("map_folder")
def test_little_free_space_is_left_to_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    map_cache.write("old", [1], [b"a map"])
    free = map_cache.shutil.disk_usage(map_cache.folder()).free
    monkeypatch.setattr(map_cache, "MIN_FREE_BYTES", 2 * free)
    map_cache.write("new", [1], [b"a map"])
    assert map_cache.read("new") is None
    assert map_cache.read("old") is None
