"""Pictures of Explorers: a seamless map, highlights and alt texts."""

from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bot.i18n import LANGUAGES, locale_for
from render.explorers.geometry import ROOT3, centre, corner_spot
from render.explorers.ghost import ghost_tile
from render.explorers.heightmap import Heightmap, MapTile, MapTiles, map_tiles
from render.explorers.highlights import changes, intention
from render.explorers.layout import HEIGHTS, ROSTER, Layout, layout
from render.explorers.magnifier import EmptyCircle, put_magnifier
from render.explorers.piece_placement import PiecePlacer, PlacementRequest, footprint
from render.explorers.pieces import Sizes
from render.explorers.raster_cache import RASTER_CACHE, RasterCache, ShoreMap
from render.explorers.speckle_filter import small_components
from render.explorers.text_only import text_only_board
from render.explorers.tokens import animal_token
from render.kit.page import Page
from render.kit.sprite_manifest import manifest_file, read_manifest
from rules.explorers.hexes import FIXED, Cell, is_closed, is_mainland
from rules.explorers.pieces import ANIMALS
from rules.explorers.view import View
from rules.game import kind_of
from tests.render.drawing import draw_board, draw_hand, draw_score_sheet
from tests.render.explorers_games import GAME, NAMES, PAINTER, active_view, clear_caches, find_state, states
from tests.render.lofoten_games import differing

LONG_NAMES = tuple(name.ljust(32, "x") for name in NAMES)


def map_layout(view: View) -> tuple[MapTiles, Any]:
    return map_tiles(view.tiles), layout((tile.q, tile.r) for tile in view.tiles)


def test_every_map_of_a_game_has_a_layout_that_shows_all_of_it() -> None:
    for state in states(4)[::7]:
        cells = [(laid.q, laid.r) for laid in state.laid]
        shown = layout(cells)
        assert shown.height in HEIGHTS
        for cell in cells:
            x, y = shown.at(centre(cell))
            assert shown.radius < x < shown.map_right - shown.radius
            assert shown.radius * 0.86 < y < shown.map_bottom - shown.radius * 0.86


def test_a_tall_map_has_larger_hexes_with_the_roster_beside_it() -> None:
    tall = layout((row, 0) for row in range(-7, 8))
    assert tall.has_side_roster
    assert tall.map_right < 1200
    room_below_the_map = (1600 - ROSTER) / 15 / ROOT3
    assert tall.radius > room_below_the_map
    assert not layout((0, -column) for column in range(9)).has_side_roster


def test_painted_land_and_sea_are_those_of_the_tiles() -> None:
    view = GAME.view(states(4)[-1], None)
    pieces, shown = map_layout(view)
    painted = RASTER_CACHE.get(pieces, shown.radius, shown.box)
    for tile in view.tiles:
        for corner, land in enumerate(tile.corners):
            (cx, cy), (kx, ky) = centre((tile.q, tile.r)), corner_spot((tile.q, tile.r), corner)
            x, y = shown.at((cx * 0.1 + kx * 0.9, cy * 0.1 + ky * 0.9))
            inland = painted.shore[int(y / 2), int(x / 2)]
            assert (inland > 0) == land, f"{tile.cell} corner {corner}"


def test_paint_thins_out_towards_the_edge_of_the_known_map() -> None:
    view = GAME.view(states(4)[-1], None)
    pieces, shown = map_layout(view)
    paint = np.asarray(RASTER_CACHE.get(pieces, shown.radius, shown.box).paint)
    painted, thin = (paint > 0).sum(), ((paint > 100) & (paint < 250)).sum()
    assert painted / 20 < thin < painted / 3
    assert (paint == 0).any()


@pytest.mark.usefixtures("map_folder")
def test_a_map_painted_tile_by_tile_is_the_map_painted_at_once() -> None:
    played = [state for state in states(2) if state.stage == "place"]
    boxes = layout((laid.q, laid.r) for laid in played[16].laid)
    grown, fresh = RasterCache(), RasterCache()
    for state in played[12:17]:
        last = grown.get(map_tiles(GAME.view(state, None).tiles), 58, boxes.box)
    once = fresh.get(last.tiles, 58, boxes.box)
    assert np.array_equal(np.asarray(last.colours), np.asarray(once.colours))
    assert np.array_equal(np.asarray(last.paint), np.asarray(once.paint))
    assert np.array_equal(last.shore, once.shore)


@pytest.mark.usefixtures("map_folder")
def test_a_new_tile_repaints_its_neighbourhood_only() -> None:
    last = states(4)[-1]
    view = GAME.view(last, None)
    pieces, shown = map_layout(view)
    newest = view.tiles[-1]
    rasters = RasterCache()
    rasters.get(
        frozenset(piece for piece in pieces if piece.cell != (newest.q, newest.r)), shown.radius, shown.box
    )
    whole = rasters.painted_pixels
    rasters.get(pieces, shown.radius, shown.box)
    assert 0 < rasters.painted_pixels - whole < whole / 4
    before = rasters.painted_pixels
    rasters.get(pieces, shown.radius, shown.box)
    assert rasters.painted_pixels == before


def test_the_same_view_gives_the_same_bytes() -> None:
    view = active_view("actions", after=60)
    first = draw_board(PAINTER, view, NAMES[:2]).data
    clear_caches()
    again = View.model_validate(view.model_dump())
    assert draw_board(PAINTER, again, NAMES[:2]).data == first


def test_specks_are_found_and_what_leaves_the_picture_is_not_one() -> None:
    mask = np.zeros((40, 40), bool)
    mask[10:13, 10:13] = True
    mask[20:30, 5:25] = True
    mask[0:2, 30:32] = True
    found = small_components(mask, 20)
    assert found[10:13, 10:13].all()
    assert found.sum() == 9


@pytest.mark.usefixtures("blank_maps")
def test_a_new_tile_is_marked_and_nothing_when_nothing_changed() -> None:
    played = states(2)
    ply = next(n for n, state in enumerate(played) if n > 60 and state.stage == "place")
    before, now = GAME.view(played[ply], None), GAME.view(played[ply + 1], None)
    newest = now.tiles[-1]
    assert changes(before, now).tiles == {newest.cell}
    plain = draw_board(PAINTER, now, NAMES[:2])
    assert draw_board(PAINTER, now, NAMES[:2], since=now).data == plain.data
    x, y = layout((tile.q, tile.r) for tile in now.tiles).at(centre((newest.q, newest.r)))
    marked = differing(plain, draw_board(PAINTER, now, NAMES[:2], since=before))
    reach = 150
    around = slice(max(0, int(y) - reach), int(y) + reach), slice(max(0, int(x) - reach), int(x) + reach)
    assert marked[around].any()
    marked[around] = False
    assert not marked.any()


def test_changes_name_ships_holds_lands_and_outposts() -> None:
    played = states(4)
    seen = dict.fromkeys(("sailed", "holds", "lands", "outposts"), False)
    for before, after in pairwise(played[100:]):
        old, new = GAME.view(before, None), GAME.view(after, None)
        found = changes(old, new)
        ships = [player.longship for player in old.players], [player.longship for player in new.players]
        for was, now in zip(*ships, strict=True):
            assert (was.place != now.place) == (now.seat in found.sailed)
            loaded = (was.vikings, was.livestock) != (now.vikings, now.livestock)
            assert loaded == (now.seat in found.holds)
        assert len(found.outposts) == len(new.outposts) - len(old.outposts)
        for name in seen:
            seen[name] |= bool(getattr(found, name))
    assert all(seen.values())


@pytest.mark.usefixtures("blank_maps")
def test_a_tile_meant_to_be_laid_is_shown_in_its_place() -> None:
    state = find_state("place", after=60)
    view = GAME.view(state, state.active)
    moves = [move for move in GAME.legal(state, state.active) if move.kind == "place"]
    tile = moves[0].tile
    pair = [move for move in moves if move.tile == tile and move.cell == moves[0].cell]
    meant = intention(view, pair[0])
    assert meant is not None
    assert meant.tile is not None
    assert meant.tile.number == tile
    one = draw_board(PAINTER, view, NAMES[:2], intention=pair[0])
    other = next(move for move in moves if move.tile == tile and move.cell != moves[0].cell)
    assert differing(one, draw_board(PAINTER, view, NAMES[:2], intention=other)).any()


@pytest.mark.usefixtures("blank_maps", "named_sprites")
def test_every_kind_of_move_can_be_drawn_as_an_intention() -> None:
    kinds = {"captain", "place", "load", "unload", "sail", "march", "herd", "build", "end"}
    for state in states(4):
        seat = min(GAME.to_act(state), default=None)
        for move in () if seat is None or not kinds else GAME.legal(state, seat):
            if move.kind in kinds:
                kinds.remove(move.kind)
                view = GAME.view(state, seat)
                assert draw_board(PAINTER, view, NAMES, intention=move).data
                assert draw_hand(PAINTER, view, NAMES, intention=move)
    assert not kinds


@pytest.mark.quick
def test_hands_are_for_their_owner() -> None:
    view = active_view("place", after=40)
    picture = draw_hand(PAINTER, view, NAMES[:2])
    assert picture is not None
    assert picture.width == 1200 != picture.height
    assert draw_hand(PAINTER, GAME.view(find_state("place"), None), NAMES[:2]) is None
    assert draw_hand(PAINTER, view.model_copy(update={"hand": (), "dealt": ()}), NAMES[:2]) is None


def test_a_settlement_in_hand_shows_no_strength() -> None:
    """Its face is painted from the tile alone, and that does not know one."""
    faces = [key for key in read_manifest(manifest_file("explorers")) if key.name == "tile_face"]
    assert len(faces) == len(GAME.components.tile)
    for key in faces:
        number, land, _, symbol, at = key.values
        tile = GAME.components.tile[int(str(number))]
        assert (land, symbol) == (tile.land, tile.symbol)
        assert int(str(at)) >> tile.at & 1


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_score_sheets_suit_a_phone_with_tie_breakers_too(seats: int) -> None:
    last = states(seats)[-1]
    outcome = GAME.outcome(last)
    assert outcome is not None
    for rows in (outcome.sheet[:7], (*outcome.sheet[:7], *outcome.sheet[4:6])):
        sheet = type(outcome)(outcome.reason, outcome.ranking, outcome.totals, rows)
        picture = draw_score_sheet(PAINTER, GAME.view(last, None), sheet, LONG_NAMES[:seats])
        assert 3 / 4 <= picture.width / picture.height <= 4 / 3
        assert picture.width != picture.height


def test_emoji_stand_for_names_of_the_components_and_kinds_of_move() -> None:
    assert set(PAINTER.emoji()) <= set(GAME.names) | {kind_of(model) for model in GAME.info.moves}


def magnified(radius: int, room: float, *spots: tuple[float, float]) -> Image.Image:
    """A white page with red dots at these spots, after the magnifier was drawn."""
    page = Page(Image.new("RGB", (1200, 1600), "white"))
    for x, y in spots:
        page.image.paste("red", (int(x) - 8, int(y) - 8, int(x) + 8, int(y) + 8))
    shown = Layout(1600, radius, 0, 0, map_bottom=1254)
    put_magnifier(page, shown, EmptyCircle(250, 1000, room), spots, "#00FF00")
    return page.image


def test_what_changed_on_a_map_of_small_hexes_is_enlarged_on_the_empty_paper() -> None:
    image = magnified(58, 190, (700, 400))
    row = np.asarray(image)[1000, 150:350]
    assert 30 < (row[:, 1] < 100).sum() < 40
    assert image.getpixel((700, 400)) == (255, 0, 0)


def test_the_glass_takes_in_what_lies_together() -> None:
    image = magnified(58, 190, (1000, 1200), (700, 400), (760, 400), (730, 450))
    glass = np.asarray(image.crop((250 - 160, 1000 - 160, 250 + 160, 1000 + 160)))
    reds = (glass == (255, 0, 0)).all(axis=2)
    down, across = np.nonzero(reds)
    assert len(set(across // 40)) >= 3
    assert np.ptp(across) > 60
    assert np.ptp(down) > 50


@pytest.mark.parametrize(("radius", "room"), [(108, 190), (58, 90)])
def test_no_glass_where_hexes_are_large_or_paper_is_short(radius: int, room: float) -> None:
    image = magnified(radius, room, (700, 400))
    assert image.getpixel((250, 1000)) == (255, 255, 255)


@pytest.mark.parametrize("language", LANGUAGES)
def test_descriptions_fit_an_alt_text(language: str) -> None:
    game_text = locale_for(language).game_text(GAME, LONG_NAMES)
    for state in states(4)[::11]:
        for seat in (None, 0):
            view = GAME.view(state, seat)
            assert len(" ".join(map(game_text.phrase_text, PAINTER.describe(view)))) <= 1024
            assert len(" ".join(map(game_text.phrase_text, PAINTER.describe_hand(view)))) <= 1024


def test_a_description_tells_the_turn_the_players_and_the_settlements() -> None:
    view = active_view("actions", seats=4, after=120)
    phrases = PAINTER.describe(view)
    keys = [phrase.key for phrase in phrases]
    assert keys[:2] == ["alt.actions", "alt.turn"]
    assert keys.count("alt.player") == 4
    strong = next(phrase for phrase in phrases if phrase.key == "alt.settlements")
    for tile in view.tiles:
        for land in tile.lands:
            if land.settlement is not None:
                assert f"{land.place} ({land.settlement})" in str(strong.values["places"])


def test_a_description_tells_every_piece_on_the_map_and_how_many_stand_there() -> None:
    view = GAME.view(find_state("actions", seats=2, after=11), None)
    told: dict[tuple[object, ...], Counter[str]] = defaultdict(Counter)
    for phrase in PAINTER.describe(view):
        for place in str(phrase.values.get("places", "")).split(", "):
            name, _, count = place.partition(" ×")
            about = phrase.values.get("seat", phrase.values.get("animal"))
            told[phrase.key, about][name] += int(count or 1)
    lands = [land for tile in view.tiles for land in tile.lands]
    for player in view.players:
        ashore = {land.place: land.vikings[player.seat] for land in lands if land.vikings[player.seat]}
        assert told["alt.ashore", player.seat] == ashore
        built = [outpost.point for outpost in view.outposts if outpost.seat == player.seat]
        assert told["alt.outposts", player.seat] == Counter(built)
    assert max(count for land in lands for count in land.vikings) > 1
    for animal in ANIMALS:
        herd = Counter(land.place for land in lands for each in land.livestock if each == animal)
        assert told["alt.herd", animal] == herd
    enemies = [sea.place for tile in view.tiles for sea in tile.seas if sea.enemy_ship]
    assert told["alt.enemies", None] == Counter(enemies)


def test_a_close_up_of_a_player_tells_what_was_gained() -> None:
    view = GAME.view(states(2)[-1], None)
    for player in view.players:
        told, gains = PAINTER.describe_closeup(view, f"seat.{player.seat}")
        assert told.values["home"] == player.on_mainland
        assert told.values["animals"] == len(player.longship.livestock)
        assert gains.values == {
            "outposts": [outpost.seat for outpost in view.outposts].count(player.seat),
            "animals": len(player.delivered),
            "settlements": len(player.raided),
            "ships": player.destroyed,
            "dead": player.dead,
        }


def test_a_description_names_every_place_as_the_choices_do() -> None:
    """The alt text, sentence by sentence."""
    view = active_view("actions", seats=2, after=150)
    as_text = " ".join(map(locale_for("fr").game_text(GAME, NAMES).phrase_text, PAINTER.describe(view)))
    stands = [
        land.place
        for tile in view.tiles
        for land in tile.lands
        if land.settlement or land.livestock or any(land.vikings)
    ]
    stands += [sea.place for tile in view.tiles for sea in tile.seas if sea.enemy_ship]
    stands += [outpost.point for outpost in view.outposts]
    assert len(stands) > 10
    assert [place for place in stands if GAME.names[place].text("fr") not in as_text] == []


def test_the_map_in_words_says_where_each_tile_has_land() -> None:
    view = active_view("place", after=60)
    said = {
        phrase.values["place"]: phrase
        for section in text_only_board(view)
        for line in section.lines
        for phrase in line
        if phrase.key in ("alt.map_tile", "alt.land_tile", "alt.sea_tile")
    }
    assert said.keys() == {tile.cell for tile in view.tiles}
    keys = set()
    for tile in view.tiles:
        land = [
            name
            for name, is_land in zip(("w", "nw", "ne", "e", "se", "sw"), tile.corners, strict=True)
            if is_land
        ]
        phrase = said[tile.cell]
        keys.add(phrase.key)
        assert phrase.key == {0: "alt.sea_tile", 6: "alt.land_tile"}.get(len(land), "alt.map_tile")
        assert phrase.values.get("corners", "") == (", ".join(land) if phrase.key == "alt.map_tile" else "")
    assert "alt.map_tile" in keys


def test_a_hand_in_words_has_every_tile_and_the_captain() -> None:
    view = active_view("place", after=40)
    phrases = PAINTER.describe_hand(view)
    numbers = [phrase.values["number"] for phrase in phrases if phrase.key == "alt.tile"]
    assert numbers == [tile.number for tile in view.hand or ()]
    assert phrases[-1].key == "alt.captain"
    start = GAME.view(states(2)[0], 0)
    dealt = [phrase for phrase in PAINTER.describe_hand(start) if phrase.key == "alt.dealt"]
    assert [phrase.values["captain"] for phrase in dealt] == list(start.dealt)
    held = [phrase for phrase in PAINTER.describe_hand(start) if phrase.key == "alt.tile"]
    assert [phrase.values["number"] for phrase in held] == [tile.number for tile in start.hand or ()]
    assert PAINTER.describe_hand(GAME.view(states(2)[0], None)) == ()


@pytest.mark.parametrize("seats", [2, 4])
def test_no_piece_stands_on_an_island_it_is_not_on(seats: int) -> None:
    view = GAME.view(states(seats)[-1], None)
    pieces, shown = map_layout(view)
    shore_map = RASTER_CACHE.get(pieces, shown.radius, shown.box).shore_map
    foot = footprint(animal_token("pig", Sizes(shown.radius).animal))
    placer = PiecePlacer(shown, shore_map)
    several = [tile for tile in view.tiles if len(tile.lands) > 1]
    assert several
    for tile in several:
        requests = [PlacementRequest((tile.q, tile.r), "land", land.corners, foot) for land in tile.lands]
        for request in requests:
            for _ in range(3):  # the first takes the best place
                x, y = placer.place(request)
                ground = x, y + foot.top + 0.62 * (foot.bottom - foot.top)
                others = [other for other in requests if other is not request]
                assert not any(placer.is_on_region(other, ground) for other in others), tile.cell


@pytest.mark.usefixtures("blank_maps")
def test_no_piece_hides_the_name_of_a_cell(pages: list[Page]) -> None:
    view = GAME.view(states(2)[-1], None)
    draw_board(PAINTER, view, NAMES[:2])
    calls = pages[-1].draw_calls
    names = {tile.cell.upper() for tile in view.tiles}
    written = {str(call.values[0]): at for at, call in enumerate(calls) if call.what == "text"}
    last_piece = max(at for at, call in enumerate(calls) if call.what.endswith("_token"))
    assert names <= written.keys()
    assert min(written[name] for name in names) > last_piece


def test_water_beside_the_mainland_that_cannot_be_sailed_is_not_painted() -> None:
    heightmap = Heightmap(map_tiles(GAME.view(states(2)[0], None).tiles))
    closed = [cell for cell in (Cell(q, r) for q in range(-6, 7) for r in range(4)) if is_closed(cell)]
    for cell in closed:
        is_painted = is_mainland(cell) or cell in FIXED
        assert heightmap.is_known(cell) == is_painted
    assert any(not is_mainland(cell) and cell not in FIXED for cell in closed)


@pytest.mark.parametrize("far", [-400, 0, 400])
def test_a_tile_is_previewed_inside_and_outside_the_shown_part_of_the_map(far: int) -> None:
    radius, piece = 40, MapTile(0, 0, (True,) * 6, "land")
    box = (-60, far - 60, 60, far + 60)
    shore_map = ShoreMap(frozenset(), radius, box, np.full((60, 60), -9.0, np.float32))
    shown = ghost_tile(shore_map, piece)
    assert shown.image.size == shown.mask.size
    has_land = bool((shown.shore_map.shore != shore_map.shore).any())
    assert has_land == (far == 0)
