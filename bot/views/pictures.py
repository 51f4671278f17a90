"""Picture cache: draws pictures in worker processes, cached by content (LRU)."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import render
from bot.shared_cache import SharedCache
from bot.views.picture_file import PictureFile
from bot.views.worker_pool import WorkerPool
from render import Picture
from render.painter import PictureRequest, content_digest
from render.standings import draw_standings
from render.standings.animation import animated_gif, contact_sheet
from render.standings.views import StandingsView

FRAME_MS = 1200
ENTRY_BYTES = 500  # Counted for each entry, so that the number of missing hands is limited as well.
CORNER_BYTES = 120  # Of a region: a tuple of two integers.


@dataclass(frozen=True, slots=True)
class CombinedPictureRequest:
    """Several pictures in one: side by side (`strip`), or animated (`film`), perhaps with captions."""

    layout: Literal["strip", "film"]
    pictures: tuple[Picture, ...]
    captions: tuple[str, ...] = ()

    def cache_key(self) -> bytes:
        digests = (sha256(picture.data).digest() for picture in self.pictures)
        return content_digest(self.layout, self.captions, *digests)


@dataclass(frozen=True, slots=True)
class StandingsPictureRequest:
    """A picture of standings. The view contains all its texts and names."""

    view: StandingsView

    def cache_key(self) -> bytes:
        return content_digest(self.view)


AnyPictureRequest = PictureRequest[Any] | CombinedPictureRequest | StandingsPictureRequest


def draw(request: AnyPictureRequest) -> Picture | None:
    """Draw a picture in this process. Returns None for a hand that the game does not have."""
    match request:
        case PictureRequest():
            return render.PAINTERS[request.game].draw(request)
        case StandingsPictureRequest():
            return draw_standings(request.view)
        case CombinedPictureRequest(layout="strip"):
            return contact_sheet(request.pictures)
        case CombinedPictureRequest():
            return animated_gif(request.pictures, ms=FRAME_MS, captions=request.captions)


def _size_bytes(picture: Picture | None) -> int:
    if picture is None:
        return ENTRY_BYTES
    corners = sum(len(region.outline) for region in picture.regions)
    return ENTRY_BYTES + len(picture.data) + CORNER_BYTES * corners


def _game_and_kind(request: AnyPictureRequest) -> tuple[str, str]:
    match request:
        case PictureRequest():
            return request.game, request.subject
        case CombinedPictureRequest():
            return "", request.layout
        case StandingsPictureRequest():
            return "", "standings"


PICTURES_PER_PAINTER = 500  # A painter has about 400 MB then, and starts anew.


class PictureCache:
    """Draws pictures in worker processes and caches them, least recently used out first.

    Draws in a thread if `workers` is 0. Equal requests in flight are deduplicated. `on_drawn` is called with
    game and kind of each picture drawn, and the seconds it took, those in the queue included.
    """

    def __init__(
        self,
        sprites: Path,
        *,
        workers: int,
        max_bytes: int = 64 << 20,
        on_drawn: Callable[[str, str, float], None] | None = None,
    ) -> None:
        self._on_drawn = on_drawn
        self._cache = SharedCache(max_bytes, _size_bytes)
        if workers == 0:
            render.use_sprite_folder(sprites)
        self._pool = WorkerPool(workers, render.use_sprite_folder, sprites, max_jobs=PICTURES_PER_PAINTER)
        self.run_in_worker = self._pool.run
        self.close = self._pool.close

    async def get(self, request: AnyPictureRequest) -> Picture | None:
        """Returns a picture from the cache, or draws it. None if the reader has no hand."""
        return await self._cache.get(request.cache_key(), partial(self._draw, request))

    async def file(self, name: str, request: AnyPictureRequest, alt: str) -> PictureFile:
        """Draw a picture that exists for every reader. Returns it as a file to attach."""
        picture = await self.get(request)
        assert picture is not None
        return PictureFile(name, picture, alt)

    async def _draw(self, request: AnyPictureRequest) -> Picture | None:
        started = time.perf_counter()
        picture: Picture | None = await self._pool.run(draw, request)
        if self._on_drawn is not None:
            self._on_drawn(*_game_and_kind(request), time.perf_counter() - started)
        return picture
