"""Disk cache of painted maps beside the sprites: lossless, least recently used files are evicted."""

import json
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count
from pathlib import Path

from render.kit.sprite_cache import SPRITE_CACHE, write_atomically

LIMIT_BYTES = 3 * 2**30
"""Enough for the maps of some 250 games."""
MIN_FREE_BYTES = 512 * 2**20
"""Below this much free disk space nothing is written and the oldest maps go: the database needs the room."""
WRITES_PER_CHECK = 64
"""A process checks the size of the cache after this many writes."""
_written = count()
_SUFFIX = ".map"


def folder() -> Path:
    """The folder of the current drawing code's maps."""
    assert SPRITE_CACHE.folder is not None
    return SPRITE_CACHE.folder / "maps"


def _file(key: object) -> Path | None:
    if SPRITE_CACHE.folder is None:
        return None
    return folder() / (sha256(repr(key).encode()).hexdigest()[:32] + _SUFFIX)


def read(key: object) -> tuple[list[int | float], list[bytes]] | None:
    """Returns the numbers and byte strings stored under a key; None if they are missing or damaged."""
    file = _file(key)
    if file is None:
        return None
    try:
        with file.open("rb") as stored:
            numbers, lengths = json.loads(stored.readline())
            parts = [stored.read(length) for length in lengths]
        if list(map(len, parts)) != lengths:
            return None
        os.utime(file)
    except (OSError, ValueError):
        # Missing, or damaged by a full disk or a bad block: paint it again.
        return None
    return numbers, parts


def write(key: object, numbers: Sequence[int | float], parts: Sequence[bytes]) -> None:
    file = _file(key)
    if file is None:
        return
    head = json.dumps([list(numbers), [len(part) for part in parts]]).encode()
    # A full or read-only disk must not prevent the picture.
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, exist_ok=True)
        if shutil.disk_usage(file.parent).free < MIN_FREE_BYTES:
            _evict_oldest()
            return
        write_atomically(file, head, b"\n", *parts)
        if next(_written) % WRITES_PER_CHECK == 0:
            _evict_oldest()


def delete(key: object) -> None:
    file = _file(key)
    if file is not None:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _evict_oldest() -> None:
    entries = sorted(
        ((entry.stat(), entry.path) for entry in os.scandir(folder())), key=lambda one: one[0].st_mtime
    )
    size = sum(stat.st_size for stat, _ in entries)
    missing = MIN_FREE_BYTES - shutil.disk_usage(folder()).free
    excess = max(size - LIMIT_BYTES, missing)
    for stat, path in entries:
        if excess <= 0:
            return
        with suppress(OSError):
            Path(path).unlink()
        excess -= stat.st_size
