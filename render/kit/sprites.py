"""Painted pieces, each made once: kept in memory up to a limit, and on disk for the next start."""

import os
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import wait
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from inspect import signature
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from sys import modules
from threading import Lock
from typing import Generic, ParamSpec

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from render.kit.workers import dismiss, painters, unheard

P = ParamSpec("P")
Value = str | int | float | bool | None

MEMORY_LIMIT = 96 * 2**20
"""Bytes of pixels held in memory; what was not used for longest goes first."""


MOST_REQUESTS = 4096
"""How many different sprites of a painter are remembered by the values they were asked for with."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A painted piece. Around its body lies a margin of `pad` pixels for shadow or glow.

    `made` is what it was asked for by, where it is kept.
    """

    image: Image.Image
    pad: int = 0
    made: "Request | None" = None

    @property
    def weight(self) -> int:
        return self.image.width * self.image.height * len(self.image.getbands())


@dataclass(frozen=True, slots=True)
class Request:
    """A sprite by the name of its painter and what it is painted from; can be sent to another process."""

    module: str
    name: str
    values: tuple[Value, ...]

    @property
    def file_name(self) -> str:
        return sha256(repr((self.module, self.name, self.values)).encode()).hexdigest()[:32] + ".png"

    def fetch(self) -> Sprite:
        maker = getattr(modules[self.module], self.name)
        sprite = maker(*self.values)
        assert isinstance(sprite, Sprite)
        return sprite


class Maker(Generic[P]):
    """A painter of sprites whose results are kept."""

    def __init__(self, paint: Callable[P, Sprite]) -> None:
        self._paint = paint
        self._signature = signature(paint)
        self._requests: dict[tuple[object, ...], Request] = {}
        self.__doc__ = paint.__doc__

    def request(self, *args: P.args, **kwargs: P.kwargs) -> Request:
        """The sprite these values stand for, without painting it."""
        # Asked for many times in every picture: binding the values is worth sparing. True is not 1 here.
        key = *args, *map(type, args), *kwargs.items(), *map(type, kwargs.values())
        known = self._requests.get(key)
        if known is None:
            bound = self._signature.bind(*args, **kwargs)
            bound.apply_defaults()
            known = Request(self._paint.__module__, self._paint.__name__, bound.args)
            if len(self._requests) < MOST_REQUESTS:
                self._requests[key] = known
        return known

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Sprite:
        return STORE.get(self.request(*args, **kwargs), lambda: self._paint(*args, **kwargs))


def sprite(paint: Callable[P, Sprite]) -> Maker[P]:
    """Keep what this function paints. Its arguments are plain values and decide the picture alone."""
    return Maker(paint)


class Store:
    """Sprites in memory and, when a folder is given, on disk."""

    def __init__(self, limit: int = MEMORY_LIMIT) -> None:
        self.limit = limit
        self.painted = 0
        self._folder: Path | None = None
        self._kept: OrderedDict[Request, Sprite] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    @property
    def weight(self) -> int:
        """Bytes of pixels in memory."""
        return self._weight

    @property
    def folder(self) -> Path | None:
        """Where this drawing code's sprites lie."""
        return self._folder

    def __len__(self) -> int:
        return len(self._kept)

    def use(self, folder: Path | None) -> None:
        """Read and keep sprites in a folder of this very drawing code."""
        self._folder = None if folder is None else folder / fingerprint()
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)

    def forget(self) -> None:
        """Empty the memory; the disk is left as it is."""
        with self._lock:
            self._kept.clear()
            self._weight = 0

    def get(self, request: Request, paint: Callable[[], Sprite]) -> Sprite:
        with self._lock:
            if request in self._kept:
                self._kept.move_to_end(request)
                return self._kept[request]
        found = self._read(request)
        if found is None:
            found = paint()
            self.painted += 1
            self._write(request, found)
        found = replace(found, made=request)
        self._keep(request, found)
        return found

    def _keep(self, request: Request, found: Sprite) -> None:
        with self._lock:
            if request in self._kept:
                return
            self._kept[request] = found
            self._weight += found.weight
            while self._weight > self.limit and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                self._weight -= dropped.weight

    def _read(self, request: Request) -> Sprite | None:
        if self._folder is None:
            return None
        try:
            with Image.open(self._folder / request.file_name) as image:
                image.load()
                return Sprite(image.copy(), int(image.info["pad"]))
        except (OSError, SyntaxError, ValueError, KeyError):
            # Missing, or damaged by a full disk or a bad block: it is painted again.
            return None

    def _write(self, request: Request, made: Sprite) -> None:
        if self._folder is None:
            return
        about = PngInfo()
        about.add_text("pad", str(made.pad))
        data = BytesIO()
        made.image.save(data, "PNG", compress_level=1, pnginfo=about)
        try:
            write_whole(self._folder / request.file_name, data.getvalue())
        except OSError:
            # A full or read-only disk must not cost anybody the picture.
            return


def write_whole(path: Path, *data: bytes) -> None:
    """Write a file so that a kill at any moment leaves either nothing or all of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@cache
def fingerprint() -> str:
    """Changes whenever the drawing code, or a library it draws with, changes."""
    digest = sha256()
    root = Path(__file__).parent.parent
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    for library in ("Pillow", "numpy", "fontpkg-inter", "fontpkg-cinzel", "fontpkg-atkinson-hyperlegible"):
        digest.update(f"{library} {version(library)}".encode())
    return digest.hexdigest()[:16]


STORE = Store()
STOPPED_WITHIN = 0.2
"""So many seconds after somebody wants it to, baking stops."""


def bake(
    folder: Path, requests: Iterable[Request], progress: Callable[[int, int], None] | None = None
) -> None:
    """Paint all these sprites to disk, by as many worker processes as there are processors.

    Whoever wants to stop it raises from `progress`, which is called several times a second; what is painted
    by then is not painted again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _clear_out(folder)
    wanted = list(dict.fromkeys(requests))
    home = folder / fingerprint()
    missing = [request for request in wanted if not (home / request.file_name).exists()]
    done = len(wanted) - len(missing)
    if progress:
        progress(done, len(wanted))
    if not missing:
        return
    workers = painters(None, _start_baking, folder)
    try:
        with unheard():
            painting = [workers.submit(_paint, request) for request in missing]
        for each in painting:
            while not wait((each,), STOPPED_WITHIN).done:
                if progress:
                    progress(done, len(wanted))
            each.result()
            done += 1
            if progress:
                progress(done, len(wanted))
    finally:
        dismiss(workers)


def _clear_out(folder: Path) -> None:
    """Remove what earlier drawing code left, and halves of files that a kill left."""
    for old in folder.iterdir():
        if old.is_dir() and len(old.name) == len(fingerprint()) and old.name != fingerprint():
            rmtree(old, ignore_errors=True)
    for half in (folder / fingerprint()).glob(".*.part"):
        half.unlink(missing_ok=True)


def _start_baking(folder: Path) -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # a picture that somebody waits for comes first
    STORE.limit = 0
    STORE.use(folder)


def _paint(request: Request) -> None:
    __import__(request.module)
    request.fetch()
