"""Daily backups of an SQLite database; the oldest are deleted."""

import asyncio
import logging
import re
from datetime import datetime
from pathlib import Path

import db
from db import DatabaseError, Store

log = logging.getLogger(__name__)

BACKUP_INTERVAL_S = 24 * 3600
RETRY_DELAY_S = 3600
BACKUP_NAME = re.compile(r"skald-\d{8}-\d{6}\.db")


async def run_backups(store: Store, clock: db.Clock, folder: Path, max_backups: int) -> None:
    """Back up once a day, for ever. The first backup is due when the newest one is a day old."""
    while True:
        try:
            await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True, exist_ok=True)
            newest = max((file.stat().st_mtime for file in _list_backups(folder)), default=0.0)
            delay_s = BACKUP_INTERVAL_S - (clock.time() - newest)
            if delay_s <= 0:
                await write_backup(store, clock.now(), folder, max_backups)
                delay_s = BACKUP_INTERVAL_S
        except (DatabaseError, OSError) as problem:
            log.error("no backup could be made: %s", getattr(problem, "kind", type(problem).__name__))
            delay_s = RETRY_DELAY_S
        await clock.sleep(delay_s)


async def write_backup(store: Store, now: datetime, folder: Path, max_backups: int) -> Path:
    """Write a backup named by its time, and delete all but the newest `max_backups`. Returns its path."""
    file = folder / f"skald-{now:%Y%m%d-%H%M%S}.db"
    await store.backup(file)
    for old in sorted(_list_backups(folder))[:-max_backups]:
        old.unlink()
    log.info("backed up to %s", file.name)
    return file


def _list_backups(folder: Path) -> list[Path]:
    return [file for file in folder.iterdir() if BACKUP_NAME.fullmatch(file.name)]
