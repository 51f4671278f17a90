"""Sprite cache: each painted piece is cached in memory (LRU with a byte limit) and as a file on disk."""

import os
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import wait
from contextlib import suppress
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

from cachetools import LRUCache
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from render.kit.workers import kill_workers, sigint_blocked, start_worker_pool

P = ParamSpec("P")
Value = str | int | float | bool | None

MEMORY_LIMIT_BYTES = 96 * 2**20
MAX_KEYS_PER_PAINTER = 4096


@dataclass(frozen=True, slots=True)
class Sprite:
    """A painted piece. Around its body lies a margin of `pad` pixels for shadow or glow.

    `key` is its cache key; None while it is being painted.
    """

    image: Image.Image
    pad: int = 0
    key: "SpriteKey | None" = None

    @property
    def size_bytes(self) -> int:
        return self.image.width * self.image.height * len(self.image.getbands())


@dataclass(frozen=True, slots=True)
class SpriteKey:
    """The painter function and arguments that a sprite is painted from. Can be sent to a worker process."""

    module: str
    name: str
    values: tuple[Value, ...]

    @property
    def file_name(self) -> str:
        return sha256(repr((self.module, self.name, self.values)).encode()).hexdigest()[:32] + ".png"

    def fetch(self) -> Sprite:
        """Return the sprite from the cache, painting it if needed."""
        painter = getattr(modules[self.module], self.name)
        sprite = painter(*self.values)
        assert isinstance(sprite, Sprite)
        return sprite


class SpritePainter(Generic[P]):
    """A function decorated with `@sprite`: calls go through the sprite cache."""

    def __init__(self, paint: Callable[P, Sprite]) -> None:
        self._paint = paint
        self._signature = signature(paint)
        self._keys: dict[tuple[object, ...], SpriteKey] = {}
        self.__doc__ = paint.__doc__

    def key(self, *args: P.args, **kwargs: P.kwargs) -> SpriteKey:
        """Return the cache key of the sprite with these arguments, without painting it."""
        # Called many times for every picture, and binding arguments is slow. The types tell True from 1.
        key = *args, *map(type, args), *kwargs.items(), *map(type, kwargs.values())
        known = self._keys.get(key)
        if known is None:
            bound = self._signature.bind(*args, **kwargs)
            bound.apply_defaults()
            known = SpriteKey(self._paint.__module__, self._paint.__name__, bound.args)
            if len(self._keys) < MAX_KEYS_PER_PAINTER:
                self._keys[key] = known
        return known

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Sprite:
        return SPRITE_CACHE.get(self.key(*args, **kwargs), lambda: self._paint(*args, **kwargs))


def sprite(paint: Callable[P, Sprite]) -> SpritePainter[P]:
    """Cache the results of a painter function. It must be pure, and its arguments plain values."""
    return SpritePainter(paint)


class SpriteCache:
    """LRU cache of sprites in memory, with a disk cache behind it once a folder is set. Thread-safe."""

    def __init__(self, limit_bytes: int = MEMORY_LIMIT_BYTES) -> None:
        self.painted_count = 0
        self._folder: Path | None = None
        self._entries: LRUCache[SpriteKey, Sprite] = LRUCache(
            limit_bytes, getsizeof=lambda sprite: sprite.size_bytes
        )
        self._lock = Lock()

    @property
    def size_bytes(self) -> int:
        """Bytes of pixels in memory."""
        return int(self._entries.currsize)

    @property
    def limit_bytes(self) -> int:
        return int(self._entries.maxsize)

    @property
    def folder(self) -> Path | None:
        """The disk cache of the current drawing code, named by its fingerprint."""
        return self._folder

    def __len__(self) -> int:
        return len(self._entries)

    def use_folder(self, folder: Path | None) -> None:
        """Read and write sprites below this folder; None turns the disk cache off."""
        self._folder = None if folder is None else folder / fingerprint()
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)

    def clear(self) -> None:
        """Drop all sprites from memory. Files stay."""
        with self._lock:
            self._entries.clear()

    def get(self, key: SpriteKey, paint: Callable[[], Sprite]) -> Sprite:
        """Return a sprite from memory or disk, or paint it and store it in both."""
        with self._lock:
            if (known := self._entries.get(key)) is not None:
                return known
        found = self._read_file(key)
        if found is None:
            found = paint()
            self.painted_count += 1
            self._write_file(key, found)
        found = replace(found, key=key)
        # Two threads may paint the same sprite. One that exceeds the whole cache is not kept.
        with self._lock, suppress(ValueError):
            return self._entries.setdefault(key, found)
        return found

    def _read_file(self, key: SpriteKey) -> Sprite | None:
        if self._folder is None:
            return None
        try:
            with Image.open(self._folder / key.file_name) as image:
                image.load()
                return Sprite(image.copy(), int(image.info["pad"]))
        except (OSError, SyntaxError, ValueError, KeyError):
            # Missing, or damaged by a full disk or a bad block: paint it again.
            return None

    def _write_file(self, key: SpriteKey, sprite: Sprite) -> None:
        if self._folder is None:
            return
        about = PngInfo()
        about.add_text("pad", str(sprite.pad))
        data = BytesIO()
        sprite.image.save(data, "PNG", compress_level=1, pnginfo=about)
        try:
            write_atomically(self._folder / key.file_name, data.getvalue())
        except OSError:
            # A full or read-only disk must not prevent the picture.
            return


def write_atomically(path: Path, *data: bytes) -> None:
    """Write a file by renaming a temporary one, so that a kill at any moment leaves all of it or nothing."""
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
    """Hash of the drawing code and of the versions of the libraries it draws with."""
    digest = sha256()
    root = Path(__file__).parent.parent
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    for library in ("Pillow", "numpy", "fontpkg-inter", "fontpkg-cinzel", "fontpkg-atkinson-hyperlegible"):
        digest.update(f"{library} {version(library)}".encode())
    return digest.hexdigest()[:16]


SPRITE_CACHE = SpriteCache()
PROGRESS_INTERVAL_S = 0.2


def bake(folder: Path, keys: Iterable[SpriteKey], progress: Callable[[int, int], None] | None = None) -> None:
    """Paint the missing ones of these sprites to disk, with one worker process per processor.

    `progress(done, total)` is called several times a second. An exception it raises stops the workers;
    sprites painted by then are stored.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _delete_stale_files(folder)
    wanted = list(dict.fromkeys(keys))
    home = folder / fingerprint()
    missing = [key for key in wanted if not (home / key.file_name).exists()]
    done = len(wanted) - len(missing)
    if progress:
        progress(done, len(wanted))
    if not missing:
        return
    workers = start_worker_pool(None, _initialize_worker, folder)
    try:
        with sigint_blocked():
            painting = [workers.submit(_paint_to_disk, key) for key in missing]
        for each in painting:
            while not wait((each,), PROGRESS_INTERVAL_S).done:
                if progress:
                    progress(done, len(wanted))
            each.result()
            done += 1
            if progress:
                progress(done, len(wanted))
    finally:
        kill_workers(workers)


def copy_baked(source: Path, folder: Path) -> int:
    """Copy sprites of this drawing code that were baked elsewhere and are missing. Returns how many.

    Stops quietly when the disk is full: what is missing is painted when a picture needs it.
    """
    home, copied = folder / fingerprint(), 0
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        for file in (source / fingerprint()).glob("*.png"):
            if not (home / file.name).exists():
                write_atomically(home / file.name, file.read_bytes())
                copied += 1
    return copied


def _delete_stale_files(folder: Path) -> None:
    """Delete the sprites of other versions of the drawing code, and temporary files left by a kill."""
    for old in folder.iterdir():
        if old.is_dir() and len(old.name) == len(fingerprint()) and old.name != fingerprint():
            rmtree(old, ignore_errors=True)
    for half in (folder / fingerprint()).glob(".*.part"):
        half.unlink(missing_ok=True)


def _initialize_worker(folder: Path) -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # Pictures that a player waits for come first.
    SPRITE_CACHE.use_folder(folder)


def _paint_to_disk(key: SpriteKey) -> None:
    __import__(key.module)
    key.fetch()
    SPRITE_CACHE.clear()  # Each sprite is painted once, by as many workers as there are processors.
