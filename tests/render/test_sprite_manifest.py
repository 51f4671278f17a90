"""Sprite manifests: pictures need nothing else, and every entry can still be painted."""

import pytest

from render import PAINTERS
from render.kit.sprite_manifest import manifest_file, read_manifest
from render.standings import draw_standings
from tests.render.record_sprites import format_manifest, is_turned_tile, painter_parameters, record
from tests.render.sprite_recording import draw, draw_position, recorded_games, recording
from tests.render.standings_views import VIEWS

FOLDERS = (*PAINTERS, "standings")


@pytest.mark.parametrize("key", PAINTERS)
def test_pictures_of_a_game_need_only_baked_sprites(key: str) -> None:
    """What only other positions show is found by the test that records them all."""
    games = {played.seats: played for played in recorded_games(key)}
    with recording() as asked:
        for played in games.values():
            draw_position(played, len(played.states) // 2)
            last = played.game.view(played.states[-1], None)
            draw(key, "score_sheet", last, outcome=played.outcome)
    needed = {sprite for sprite in asked if not is_turned_tile(sprite)}
    assert needed <= set(read_manifest(manifest_file(key)))


def test_pictures_of_standings_need_only_baked_sprites() -> None:
    with recording() as asked:
        for view in VIEWS.values():
            draw_standings(view)
    assert asked.keys() <= set(read_manifest(manifest_file("standings")))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_entry_names_a_painter_and_its_arguments(folder: str) -> None:
    for key in read_manifest(manifest_file(folder)):
        assert len(painter_parameters(key)) == len(key.values), key


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_manifest_is_sorted_and_has_no_double(folder: str) -> None:
    keys = [*read_manifest(manifest_file(folder))]
    assert len(set(keys)) == len(keys)
    assert format_manifest(reversed(keys)) == manifest_file(folder).read_text(encoding="utf-8")


@pytest.mark.nightly
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_manifest_is_what_recording_gives(folder: str) -> None:
    """If this fails, run `python -m tests.render.record_sprites`."""
    assert set(read_manifest(manifest_file(folder))) == record(folder)
