"""Pictures drawn off the event loop and kept while they are fresh, by exactly what they show."""

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
from bot.i18n.languages import SOURCE
from render import Picture
from render.kit.workers import dismiss, painters, unheard
from render.painter import Asking
from render.standings import drawn
from render.standings.frames import animated, strip
from render.standings.views import StandingsView
from rules.game import Move, Outcome, Record

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Subject = Literal["board", "hand", "score_sheet", "closeup"]
FRAME_MS = 1200
"""How long a film shows each board."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture to draw: of a view, never of a state. `captions` make a legend of it; `rows` are what the
    rows of a score sheet are called."""

    game: str
    subject: Subject
    view: Record
    names: tuple[str, ...]
    language: str = SOURCE
    since: Record | None = None
    intention: Move | None = None
    asking: Asking | None = None
    captions: tuple[tuple[str, str], ...] = ()
    closeup: str = ""
    outcome: Outcome | None = None
    rows: tuple[str, ...] = ()

    def key(self) -> bytes:
        """Equal for pictures that show the same."""
        digest = sha256()
        for part in (
            self.game,
            self.subject,
            self.view.model_dump_json(),
            repr(self.names),
            self.language,
            self.since.model_dump_json() if self.since else "",
            str(self.intention or ""),
            _asked(self.asking),
            repr(self.captions),
            self.closeup,
            repr(self.outcome),
            repr(self.rows),
        ):
            digest.update(part.encode())
            digest.update(b"\0")
        return digest.digest()


def _asked(asking: Asking | None) -> str:
    """All that a picture can show of a question."""
    if asking is None:
        return ""
    offers = (
        f"{offer.number} {offer.word} {offer.in_a_row} {[str(move) for move in offer.moves]}"
        for offer in asking.offers
    )
    return "\n".join((" ".join(asking.chosen), *offers))


@dataclass(frozen=True, slots=True)
class Joined:
    """Several pictures in one: side by side, or one after the other as a film, perhaps with captions."""

    way: Literal["strip", "film"]
    pictures: tuple[Picture, ...]
    captions: tuple[str, ...] = ()

    def key(self) -> bytes:
        digest = sha256(repr((self.way, self.captions)).encode())
        for picture in self.pictures:
            digest.update(sha256(picture.data).digest())
        return digest.digest()


@dataclass(frozen=True, slots=True)
class Standings:
    """A picture of standings: what it shows is in its view, words and names included."""

    view: StandingsView

    def key(self) -> bytes:
        return sha256(f"{type(self.view).__name__} {self.view.model_dump_json()}".encode()).digest()


Drawable = Drawing | Joined | Standings


def draw(wanted: Drawable) -> Picture | None:
    if isinstance(wanted, Joined):
        if wanted.way == "strip":
            return strip(wanted.pictures)
        return animated(wanted.pictures, ms=FRAME_MS, captions=wanted.captions)
    if isinstance(wanted, Standings):
        return drawn(wanted.view)
    painter = render.PAINTERS[wanted.game]
    view, names, language = wanted.view, wanted.names, wanted.language
    match wanted.subject:
        case "board":
            return painter.board(
                view,
                names,
                language=language,
                since=wanted.since,
                intention=wanted.intention,
                asking=wanted.asking,
                captions=dict(wanted.captions),
            )
        case "hand":
            return painter.hand(
                view,
                names,
                language=language,
                intention=wanted.intention,
                asking=wanted.asking,
                captions=dict(wanted.captions),
            )
        case "score_sheet":
            assert wanted.outcome is not None
            return painter.score_sheet(view, wanted.outcome, names, wanted.rows)
        case "closeup":
            return painter.closeup(view, names, wanted.closeup, language=language)


class Pictures:
    """Draws pictures in worker processes, or in a thread where there are none."""

    def __init__(self, sprites: Path, *, workers: int, keep_bytes: int = 64 << 20) -> None:
        self._sprites = sprites
        self._workers = workers
        self._room = keep_bytes
        self._kept: OrderedDict[bytes, Picture | None] = OrderedDict()
        self._drawing: dict[bytes, asyncio.Task[Picture | None]] = {}
        self._closed = False
        self._pool = self._new_pool()

    async def get(self, wanted: Drawable) -> Picture | None:
        key = wanted.key()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._drawing.get(key)
        if task is None:
            task = asyncio.create_task(self._draw(key, wanted))
            self._drawing[key] = task
            task.add_done_callback(lambda _: self._drawing.pop(key, None))
        return await asyncio.shield(task)

    async def think(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Something else that takes a while, done where the pictures are drawn."""
        try:
            return await self._run(partial(work, *given, **named))
        except BrokenExecutor:
            self._replace_painters()
            return await self._run(partial(work, *given, **named))

    def close(self) -> None:
        """At once, whatever is being drawn."""
        self._closed = True
        dismiss(self._pool)

    async def _draw(self, key: bytes, wanted: Drawable) -> Picture | None:
        try:
            picture = await self._painted(wanted)
        except BrokenExecutor:
            self._replace_painters()
            picture = await self._painted(wanted)
        self._keep(key, picture)
        return picture

    def _painted(self, wanted: Drawable) -> "asyncio.Future[Picture | None]":
        return self._run(partial(draw, wanted))

    def _run(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        with unheard():
            return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _keep(self, key: bytes, picture: Picture | None) -> None:
        self._kept[key] = picture
        self._room -= len(picture.data) if picture else 0
        while self._room < 0:
            _, oldest = self._kept.popitem(last=False)
            self._room += len(oldest.data) if oldest else 0

    def _replace_painters(self) -> None:
        """One of them has died, and the others with it; unless they were told to go."""
        if self._closed:
            raise asyncio.CancelledError
        log.warning("a painter died; starting another")
        self._pool = self._new_pool()

    def _new_pool(self) -> Executor:
        if self._workers == 0:
            render.use_sprites(self._sprites)
            return ThreadPoolExecutor(1, thread_name_prefix="painter")
        return painters(self._workers, render.use_sprites, self._sprites)
