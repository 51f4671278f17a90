"""Measures drawing times, as ratios of the time Pillow needs to write the same picture as PNG.

Run with `python -m bench.pictures`. Ratios are taken within one run, so that the machine cancels out. The
board of Explorers is the largest possible: all 48 tiles beside the three of the starting board.
"""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from shutil import rmtree
from statistics import fmean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from PIL import Image

from bench.explorers_placing import place_sensibly
from bot.views import pictures as bot_pictures
from render import Picture, bake, use_sprite_folder
from render.explorers import map_background, map_cache
from render.explorers.raster_cache import RASTER_CACHE
from render.kit.sprite_cache import SPRITE_CACHE
from render.painter import PictureRequest
from rules import GAMES
from rules.explorers.game import Explorers
from rules.explorers.moves import Place
from rules.game import Move

NAMES = ("Freya", "Leif", "Gunnar", "Åse")
ROUNDS = 9
SINCE_PLIES = 10
"""Changes within this many moves are highlighted."""
STEADY_PICTURES = 40
"""Number of pictures in the steady-state measurement."""


def mid_game_views(key: str, seats: int, plies: int) -> list[Any]:
    """A seat's latest views of a game played by a fixed rule."""
    game = GAMES[key]
    states = [game.setup(seats, game.info.options(), sha256(b"pictures").digest())]
    for ply in range(plies):
        owing = game.to_act(states[-1])
        seat = min(owing)
        moves = game.legal(states[-1], seat)
        following = game.apply(states[-1], seat, _choice(key, states[-1], moves, ply)).state
        if not game.to_act(following):
            break
        states.append(following)
    return [game.view(state, 0) for state in states[-SINCE_PLIES - STEADY_PICTURES :]]


def _choice(key: str, state: Any, moves: Sequence[Move], ply: int) -> Move:
    number = int.from_bytes(sha256(f"{ply}".encode()).digest()[:4], "big")
    game = GAMES[key]
    places = [move for move in moves if isinstance(move, Place)]
    if places and isinstance(game, Explorers):
        return place_sensibly(state, places, game.components, Random(number))
    return moves[number % len(moves)]


def clear_caches() -> None:
    """Drop all sprites and maps from memory."""
    SPRITE_CACHE.clear()
    RASTER_CACHE.clear()
    map_background.clear_cache()


def steady_state_seconds(draws: Sequence[Callable[[], Picture | None]]) -> float:
    """Mean CPU seconds of a picture in steady state: each of another game, one move further.

    Sprites are baked and in memory. Of each game's map only the disk cache is left, as of one move ago.
    """
    for draw in draws:
        draw()
    rmtree(map_cache.folder(), ignore_errors=True)
    taken = []
    for draw in draws:
        RASTER_CACHE.clear()
        map_background.clear_cache()
        taken.append(timed(draw)[1])
    return fmean(taken[1:])


def pictures() -> dict[str, list[Callable[[], Picture | None]]]:
    """Draw functions of each picture, move by move; the last is of an advanced game."""
    found: dict[str, list[Callable[[], Picture | None]]] = {}
    for key, seats, plies in (
        ("lofoten", 2, 240),
        ("explorers", 4, 1000),
        ("shipwrights", 4, 300),
        ("borealis", 4, 100),
    ):
        views = mid_game_views(key, seats, plies)
        names = NAMES[:seats]
        found[f"{key} board"] = [
            partial(
                bot_pictures.draw,
                PictureRequest(game=key, subject="board", view=now, names=names, since=before),
            )
            for before, now in zip(views, views[SINCE_PLIES - 1 :], strict=False)
        ]
        found[f"{key} focus"] = [
            partial(
                bot_pictures.draw,
                PictureRequest(game=key, subject="focus", view=now, names=names, since=before),
            )
            for before, now in zip(views, views[SINCE_PLIES - 1 :], strict=False)
        ]
        found[f"{key} hand"] = [
            partial(bot_pictures.draw, PictureRequest(game=key, subject="hand", view=now, names=names))
            for now in views
        ]
    return found


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of wall time and of CPU time."""
    wall, busy = perf_counter(), process_time()
    work()
    return perf_counter() - wall, process_time() - busy


def png_time(picture: Picture) -> float:
    image = Image.open(BytesIO(picture.data)).convert("RGB")
    return median(timed(lambda: image.save(BytesIO(), "PNG"))[1] for _ in range(3))


def main() -> None:
    print(
        "picture          nothing baked        from disk              warm    steady       PNG  ratio"
        "    size   held"
    )
    for name, draws in pictures().items():
        draw = draws[-1]
        with TemporaryDirectory() as folder:
            use_sprite_folder(Path(folder))
            clear_caches()
            cold = timed(draw)
            clear_caches()
            from_disk = timed(draw)
            warm = median(timed(draw)[1] for _ in range(ROUNDS))
            steady = steady_state_seconds(draws)
            picture = draw()
            held = SPRITE_CACHE.size_bytes / 2**20
        if picture is None:
            continue
        png = png_time(picture)
        print(
            f"{name:17}{cold[0]:5.2f} s ({cold[1]:4.2f} cpu) {from_disk[0]:5.2f} s ({from_disk[1]:4.2f} cpu)"
            f" {warm * 1000:6.0f} ms {steady * 1000:6.0f} ms {png * 1000:6.0f} ms    {steady / png:4.2f}"
            f"    {len(picture.data) // 1024:4} KB    {held:3.0f} MB"
        )
    print(f"memory for sprites: at most {SPRITE_CACHE.limit_bytes / 2**20:.0f} MB")
    with TemporaryDirectory() as folder:
        wall, _ = timed(lambda: bake(Path(folder)))
        files = list(Path(folder).rglob("*.png"))
        size = sum(path.stat().st_size for path in files)
        print(f"baking: {len(files)} sprites, {size / 2**20:.0f} MB on disk, {wall:.0f} s")


if __name__ == "__main__":
    main()
