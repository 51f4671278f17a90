"""Copies of the database made by themselves: one a day, the newest few kept."""

import asyncio
import logging
import re
from datetime import datetime
from pathlib import Path

import db
from db import DatabaseError, Store

log = logging.getLogger(__name__)

EVERY = 24 * 3600
AGAIN = 3600
"""After so many seconds it is tried again where it failed."""
NAMED = re.compile(r"skald-\d{8}-\d{6}\.db")


async def keep_backed_up(store: Store, clock: db.Clock, folder: Path, kept: int) -> None:
    """A copy a day for as long as Skald runs; the first when the newest is a day old."""
    while True:
        try:
            await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True, exist_ok=True)
            pause = EVERY - (clock.time() - _newest(folder))
            if pause <= 0:
                await back_up(store, clock.now(), folder, kept)
                pause = EVERY
        except (DatabaseError, OSError) as problem:
            log.error("no backup could be made: %s", getattr(problem, "kind", type(problem).__name__))
            pause = AGAIN
        await clock.sleep(pause)


async def back_up(store: Store, now: datetime, folder: Path, kept: int) -> Path:
    """One copy, named by the moment; of all such copies only the newest stay."""
    file = folder / f"skald-{now:%Y%m%d-%H%M%S}.db"
    await store.backup(file)
    for old in sorted(_copies(folder))[:-kept]:
        old.unlink()
    log.info("backed up to %s", file.name)
    return file


def _copies(folder: Path) -> list[Path]:
    return [file for file in folder.iterdir() if NAMED.fullmatch(file.name)]


def _newest(folder: Path) -> float:
    return max((file.stat().st_mtime for file in _copies(folder)), default=0.0)
