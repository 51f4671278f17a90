"""Picture cache and worker pool: draws pictures off the event loop, cached by content (LRU)."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal, ParamSpec, TypeVar

import render
from bot.i18n.languages import SOURCE_LANGUAGE
from render import Picture
from render.kit.workers import kill_workers, sigint_blocked, start_worker_pool
from render.painter import Prompt
from render.standings import draw_standings
from render.standings.animation import animated_gif, contact_sheet
from render.standings.views import StandingsView
from rules.game import FrozenModel, Move, Outcome

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Subject = Literal["board", "hand", "score_sheet", "closeup"]
FRAME_MS = 1200


@dataclass(frozen=True, slots=True)
class GamePictureRequest:
    """A picture of a view of a game, never of a state.

    `captions` turn it into a legend. `rows` are the names of the rows of a score sheet.
    """

    game: str
    subject: Subject
    view: FrozenModel
    names: tuple[str, ...]
    language: str = SOURCE_LANGUAGE
    since: FrozenModel | None = None
    intention: Move | None = None
    prompt: Prompt | None = None
    captions: tuple[tuple[str, str], ...] = ()
    closeup: str = ""
    outcome: Outcome | None = None
    rows: tuple[str, ...] = ()

    def cache_key(self) -> bytes:
        """Returns a digest that is equal for requests that show the same content."""
        digest = sha256()
        for part in (
            self.game,
            self.subject,
            self.view.model_dump_json(),
            repr(self.names),
            self.language,
            self.since.model_dump_json() if self.since else "",
            str(self.intention or ""),
            _prompt_key(self.prompt),
            repr(self.captions),
            self.closeup,
            repr(self.outcome),
            repr(self.rows),
        ):
            digest.update(part.encode())
            digest.update(b"\0")
        return digest.digest()


def _prompt_key(prompt: Prompt | None) -> str:
    """Returns everything that a picture can show of a question."""
    if prompt is None:
        return ""
    offers = (
        f"{offer.number} {offer.token} {offer.is_sequence} {[str(move) for move in offer.moves]}"
        for offer in prompt.offers
    )
    return "\n".join((" ".join(prompt.chosen), *offers))


@dataclass(frozen=True, slots=True)
class CombinedPictureRequest:
    """Several pictures in one: side by side (`strip`), or animated (`film`), perhaps with captions."""

    layout: Literal["strip", "film"]
    pictures: tuple[Picture, ...]
    captions: tuple[str, ...] = ()

    def cache_key(self) -> bytes:
        digest = sha256(repr((self.layout, self.captions)).encode())
        for picture in self.pictures:
            digest.update(sha256(picture.data).digest())
        return digest.digest()


@dataclass(frozen=True, slots=True)
class StandingsPictureRequest:
    """A picture of standings. The view contains all its texts and names."""

    view: StandingsView

    def cache_key(self) -> bytes:
        return sha256(f"{type(self.view).__name__} {self.view.model_dump_json()}".encode()).digest()


PictureRequest = GamePictureRequest | CombinedPictureRequest | StandingsPictureRequest


def draw(request: PictureRequest) -> Picture | None:
    """Draw a picture in this process. Returns None for a hand that the game does not have."""
    if isinstance(request, CombinedPictureRequest):
        if request.layout == "strip":
            return contact_sheet(request.pictures)
        return animated_gif(request.pictures, ms=FRAME_MS, captions=request.captions)
    if isinstance(request, StandingsPictureRequest):
        return draw_standings(request.view)
    painter = render.PAINTERS[request.game]
    view, names, language = request.view, request.names, request.language
    match request.subject:
        case "board":
            return painter.board(
                view,
                names,
                language=language,
                since=request.since,
                intention=request.intention,
                prompt=request.prompt,
                captions=dict(request.captions),
            )
        case "hand":
            return painter.hand(
                view,
                names,
                language=language,
                intention=request.intention,
                prompt=request.prompt,
                captions=dict(request.captions),
            )
        case "score_sheet":
            assert request.outcome is not None
            return painter.score_sheet(view, request.outcome, names, request.rows)
        case "closeup":
            return painter.closeup(view, names, request.closeup, language=language)


class PictureCache:
    """Draws pictures in worker processes and caches them, least recently used out first.

    Draws in a thread if `workers` is 0. Equal requests in flight are deduplicated.
    """

    def __init__(self, sprites: Path, *, workers: int, max_bytes: int = 64 << 20) -> None:
        self._sprites = sprites
        self._workers = workers
        self._free_bytes = max_bytes
        self._cache: OrderedDict[bytes, Picture | None] = OrderedDict()
        self._in_flight: dict[bytes, asyncio.Task[Picture | None]] = {}
        self._closed = False
        self._pool = self._new_pool()

    async def get(self, request: PictureRequest) -> Picture | None:
        """Returns a picture from the cache, or draws it. None if the reader has no hand."""
        key = request.cache_key()
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        task = self._in_flight.get(key)
        if task is None:
            task = asyncio.create_task(self._draw(key, request))
            self._in_flight[key] = task
            task.add_done_callback(lambda _: self._in_flight.pop(key, None))
        return await asyncio.shield(task)

    async def run_in_worker(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Run other CPU-bound work in the pool that draws pictures. Retries once if a worker dies."""
        try:
            return await self._submit(partial(work, *given, **named))
        except BrokenExecutor:
            self._restart_pool()
            return await self._submit(partial(work, *given, **named))

    def close(self) -> None:
        """Stop the pool at once, without waiting for work in flight."""
        self._closed = True
        kill_workers(self._pool)

    async def _draw(self, key: bytes, request: PictureRequest) -> Picture | None:
        try:
            picture = await self._submit_drawing(request)
        except BrokenExecutor:
            self._restart_pool()
            picture = await self._submit_drawing(request)
        self._store(key, picture)
        return picture

    def _submit_drawing(self, request: PictureRequest) -> "asyncio.Future[Picture | None]":
        return self._submit(partial(draw, request))

    def _submit(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        with sigint_blocked():
            return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _store(self, key: bytes, picture: Picture | None) -> None:
        self._cache[key] = picture
        self._free_bytes -= len(picture.data) if picture else 0
        while self._free_bytes < 0:
            _, oldest = self._cache.popitem(last=False)
            self._free_bytes += len(oldest.data) if oldest else 0

    def _restart_pool(self) -> None:
        """Start a new pool after a worker died, which breaks the whole pool. Cancels after `close`."""
        if self._closed:
            raise asyncio.CancelledError
        log.warning("a painter died; starting another")
        self._pool = self._new_pool()

    def _new_pool(self) -> Executor:
        if self._workers == 0:
            render.use_sprite_folder(self._sprites)
            return ThreadPoolExecutor(1, thread_name_prefix="painter")
        return start_worker_pool(self._workers, render.use_sprite_folder, self._sprites)
