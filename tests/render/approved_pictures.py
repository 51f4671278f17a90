"""Approved pictures: scenes of recorded games, standings and every sprite, as last looked at.

`python -m tests.render.approve` draws those that have changed anew. Look at each one before you commit it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from io import BytesIO
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bot.play.core.narrowing import narrow
from render import FACES, PAINTERS, Picture
from render.kit import page
from render.kit.emoji import face_emoji, icon_emoji, seat_emoji
from render.kit.page import WIDTH
from render.kit.seats import SHAPES
from render.kit.sprite_cache import SpriteKey
from render.kit.sprite_manifest import manifest_file, read_manifest
from render.painter import PictureRequest
from render.standings import draw_standings
from render.standings.animation import animated_gif, contact_sheet
from render.standings.views import StandingsView
from tests.games.recorded_file import FILES
from tests.render.sprite_recording import NAMES, Played, panel_choices, replay
from tests.render.standings_views import VIEWS, flat

Draw = Callable[[], Image.Image]

FOLDER = Path(__file__).with_name("approved")
SCENES = (FOLDER / "scenes.txt").read_text(encoding="utf-8").splitlines()
"""A line each: game, recording, ply, seat of the reader, subject, and what is asked, intended or marked."""
STANDINGS = (
    "board of 10", "board with mine apart", "board by points", "board of strangers", "board of 0", "solo",
    "solo with mine apart", "profile", "profile against computer players", "profile of one game",
    "profile of nobody", "sheet of 8", "sheet of 19", "cup", "league of 2 by 5", "league of 8 by 6",
    "league of none", "voyage", "podium", "podium shared", "podium of nobody", "poster of 2", "poster of 5",
    "poster with computer players", "chances",
)  # fmt: skip

SCALE = 3
"""Pictures are stored at a third of their width, sheets of sprites in full size."""
ENCODING: Mapping[str, Any] = {"format": "WEBP", "quality": 70, "method": 0}
BLOCK = 4
TOLERANCE = 6
"""Levels of 255 by which the mean of a block may differ: less than an eye sees, more than encoders differ."""

GROUND = "#6B7F8C"
GAP = 8
USUAL_SIZE = 64
MAX_SIZE = 240
"""Larger sprites, such as grounds, are reduced on their sheet."""
SIZE_PARAMETERS = frozenset({"size", "width", "height", "radius", "font_px", "art", "at", "spread"})
STRIDE = {
    "small_face": 12, "tile_face": 12, "hex_preview": 20, "vellum_panel": 8, "face_emoji": 4, "icon_emoji": 9,
}  # fmt: skip
"""Every how many sprites of a painter one is drawn, where they differ little."""


def approved_pictures() -> dict[str, Draw]:
    """Returns what draws each picture, by its file name below `approved`."""
    scenes = {_scene_file(line): partial(_draw_scene, line) for line in SCENES}
    views = {f"standings/{_slug(name)}.webp": partial(_draw_standings, VIEWS[name]) for name in STANDINGS}
    several = {"standings/contact-sheet.webp": _draw_contact_sheet, "standings/film.webp": _draw_film_frame}
    sheets = {
        f"sprites/{module.removeprefix('render.')}.webp": partial(_draw_sheet, keys)
        for module, keys in _sprites().items()
    }
    return {**scenes, **views, **several, **sheets}


def encode(image: Image.Image) -> bytes:
    """Encode a picture as it is stored."""
    data = BytesIO()
    image.save(data, **ENCODING)
    return data.getvalue()


def visible_difference(one: bytes, other: bytes) -> tuple[float, tuple[int, int]]:
    """Returns the largest difference of two stored pictures, and where it is; 255 if their sizes differ."""
    first, second = (_block_means(data) for data in (one, other))
    if first.shape != second.shape:
        return 255, (0, 0)
    apart = np.abs(first - second).max(axis=2)
    row, column = np.unravel_index(apart.argmax(), apart.shape)
    return float(apart.max()), (int(column) * BLOCK, int(row) * BLOCK)


def _block_means(data: bytes) -> Any:
    with Image.open(BytesIO(data)) as image:
        return np.asarray(image.convert("RGB").reduce(BLOCK), np.float32)


# Scenes


def _scene_file(line: str) -> str:
    game, rest = line.split(" ", 1)
    return f"{game}/{_slug(rest)}.webp"


def _slug(text: str) -> str:
    words = "".join(each if each.isalnum() else " " for each in text.replace(" - ", " spectator "))
    return "-".join(words.split())


def _draw_scene(line: str) -> Image.Image:
    key, recording, ply, reader, subject, *shown = line.split(" ")
    played = _recording(key, recording)
    state = played.states[int(ply)]
    seat = None if reader == "-" else int(reader)
    request = PictureRequest(
        game=key,
        subject=subject,  # type: ignore[arg-type]
        view=played.game.view(state, seat),
        names=NAMES[: played.seats],
        outcome=played.outcome if subject == "score_sheet" else None,
        closeup=shown.pop() if subject == "closeup" else "",
        **_shown(played, int(ply), seat, " ".join(shown)),
    )
    with _lossless():
        picture = PAINTERS[key].draw(request)
    assert picture is not None
    return _open(picture.data).reduce(SCALE)


def _shown(played: Played, ply: int, seat: int | None, text: str) -> dict[str, Any]:
    what, _, value = text.partition("=")
    game, state = played.game, played.states[ply]
    match what:
        case "since":
            return {"since": game.view(played.states[max(0, ply - int(value))], seat)}
        case "question":
            assert seat is not None
            narrowing = narrow(game.legal(state, seat), value.split())
            assert narrowing is not None
            return {"prompt": panel_choices(played, state, seat).question(narrowing).prompt}
        case "intention":
            return {"intention": (move := game.parse(value)), "focus_moves": (move,)}
        case "legend":
            return {"captions": tuple((part, part) for part in PAINTERS[played.key].legend_parts)}
    assert not text
    return {}


@cache
def _recording(key: str, name: str) -> Played:
    return replay(next(file for file in FILES if (file.parent.name, file.stem) == (key, name)))


def _draw_standings(view: StandingsView) -> Image.Image:
    with _lossless():
        return _open(draw_standings(view).data).reduce(SCALE)


def _draw_contact_sheet() -> Image.Image:
    with _lossless():
        return _open(contact_sheet(_boards(5)).data).reduce(SCALE)


def _draw_film_frame() -> Image.Image:
    return _open(animated_gif(_boards(3), ms=500, captions=("Sigrid, 1", "Björn, 2", "—, 3")).data)


def _boards(count: int) -> list[Picture]:
    shapes = (("#204060", 900), ("#806020", 1200))
    return [flat(colour, 1200, height) for colour, height in islice(cycle(shapes), count)]


@contextmanager
def _lossless() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "ENCODINGS", {key: {"format": "PPM"} for key in page.ENCODINGS})
        yield


def _open(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as image:
        return image.convert("RGB")


# Sprites


def _draw_sheet(keys: Iterable[SpriteKey]) -> Image.Image:
    """Arrange sprites in rows, in their order."""
    images = [_shrink(key.fetch().image.convert("RGBA")) for key in keys]
    places, x, y, row_height = [], GAP, GAP, 0
    for image in images:
        if x + image.width > WIDTH:
            x, y, row_height = GAP, y + row_height + GAP, 0
        places.append((x, y))
        x, row_height = x + image.width + GAP, max(row_height, image.height)
    sheet = Image.new("RGB", (WIDTH, y + row_height + GAP), GROUND)
    for image, place in zip(images, places, strict=True):
        sheet.paste(image, place, image)
    return sheet


def _shrink(image: Image.Image) -> Image.Image:
    factor = -(-image.width // MAX_SIZE)
    return image.reduce(factor) if factor > 1 else image


def _sprites() -> dict[str, list[SpriteKey]]:
    """Returns the sprites of the manifests by module: for each first argument one, near the usual size."""
    manifests = (read_manifest(manifest_file(folder)) for folder in (*PAINTERS, "standings"))
    emoji = {icon for painter in PAINTERS.values() for icon in painter.emoji().values()}
    alike: dict[tuple[str, str, str], list[tuple[int, SpriteKey]]] = defaultdict(list)
    of_emoji = map(icon_emoji.key, emoji), map(face_emoji.key, FACES), map(seat_emoji.key, range(len(SHAPES)))
    for key in chain(*manifests, *of_emoji):
        parameters = getattr(import_module(key.module), key.name)._signature.parameters
        named = dict(zip(parameters, key.values, strict=True))
        sizes = [int(str(named.pop(name))) for name in SIZE_PARAMETERS & named.keys()]
        main = next(iter(named.values()), None)
        alike[key.module, key.name, str(main)].append((abs(max(sizes, default=0) - USUAL_SIZE), key))
    painters: dict[tuple[str, str], list[SpriteKey]] = defaultdict(list)
    for (module, name, _), candidates in sorted(alike.items()):
        painters[module, name].append(min(candidates, key=lambda each: (each[0], str(each[1])))[1])
    modules: dict[str, list[SpriteKey]] = defaultdict(list)
    for (module, name), keys in painters.items():
        modules[module] += keys[:: STRIDE.get(name, 1)]
    return modules
