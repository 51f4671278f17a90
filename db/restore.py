"""Restores a backup in place of the SQLite database, after checking a copy of it."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Literal

from db.engine import OWNER_ONLY, is_sqlite, parse_url, replace_atomically, sidecar_files, sqlite_file
from db.errors import DatabaseError
from db.store import Store

COPY_CHUNK_BYTES = 2**24
Phase = Literal["copying", "checking"]
Progress = Callable[[Phase, int, int], None]
"""Receives the phase, and how much of it is done and how much there is: bytes, then log entries and games."""


async def restore(url: str, backup: Path, progress: Progress = lambda *_: None) -> Path | None:
    """Replace the database with a backup. Returns where the old database was moved to, if there was one.

    The WAL and journal files of the old database are deleted, or SQLite would apply them to the backup.
    Raises DatabaseError if the backup is unusable or the database is in use.
    """
    path = _check_target(url, backup)
    copy = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        await _make_checked_copy(backup, copy, progress)
        return _swap_in(copy, path)
    finally:
        for file in (copy, *sidecar_files(copy)):
            file.unlink(missing_ok=True)


def _check_target(url: str, backup: Path) -> Path:
    """Return the path of the database file. Raises DatabaseError if it cannot be replaced by the backup."""
    parts = parse_url(url)
    path = sqlite_file(parts) if is_sqlite(parts) else None
    if path is None:
        raise DatabaseError("unsupported", "restore this kind of database with its own tools (pg_restore)")
    if not backup.is_file():
        raise DatabaseError("missing", f"there is no file {backup}")
    if path.exists() and path.samefile(backup):
        raise DatabaseError("unsupported", "that is the database itself")
    if not path.parent.is_dir():
        raise DatabaseError("missing_folder", f"there is no folder {path.parent}")
    _check_not_in_use(path)
    return path


async def _make_checked_copy(backup: Path, copy: Path, progress: Progress) -> None:
    """Copy the backup, migrate the copy and check it. Raises DatabaseError if it is damaged."""
    _copy_file(backup, copy, lambda done, total: progress("copying", done, total))
    try:
        # Opening also migrates a backup of an earlier version, as at any start.
        async with await Store.open(f"sqlite+aiosqlite:///{copy}") as store:
            found = await store.check(lambda done, total: progress("checking", done, total))
    except DatabaseError as error:
        raise DatabaseError(error.kind, f"{backup} cannot be used: {error.detail}") from error
    if found:
        raise DatabaseError("corrupt", f"{backup} cannot be used: {found[0].detail}")
    with closing(sqlite3.connect(copy)) as file:
        file.execute("PRAGMA journal_mode = DELETE")  # moves the WAL of the check into the file


def _copy_file(source: Path, target: Path, progress: Callable[[int, int], None]) -> None:
    size, copied = source.stat().st_size, 0
    handle = os.open(target, os.O_CREAT | os.O_TRUNC | os.O_RDWR, OWNER_ONLY)
    with source.open("rb") as reading, os.fdopen(handle, "wb") as writing:
        while chunk := reading.read(COPY_CHUNK_BYTES):
            writing.write(chunk)
            copied += len(chunk)
            progress(copied, size)


def _check_not_in_use(path: Path) -> None:
    """Raise DatabaseError if a process uses the database: it would continue to write into the backup."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=0)) as file:
            file.execute("PRAGMA locking_mode = EXCLUSIVE")
            file.execute("BEGIN EXCLUSIVE")
            file.execute("ROLLBACK")
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem):
            raise DatabaseError("locked", "Skald is running on this database: stop it first") from None
    except sqlite3.DatabaseError:
        pass  # a damaged database may be the reason for restoring


def _swap_in(copy: Path, path: Path) -> Path | None:
    old_copy = None
    if path.exists():
        old_copy = _free_name(path)
        path.replace(old_copy)
    for file in sidecar_files(path):
        file.unlink(missing_ok=True)
    replace_atomically(copy, path)
    return old_copy


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.before-{number}") for number in range(1, 10_000))
    return next(name for name in names if not name.exists())
