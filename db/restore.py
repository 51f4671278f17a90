"""Puts a backup in the place of the database: looked over first, and nothing of the old one is left."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from db.engine import PRIVATE, file_of, is_sqlite, left_overs, put_in_place, read_url
from db.errors import DatabaseTrouble
from db.store import Store


async def restore(url: str, backup: Path) -> Path | None:
    """Put a backup in place; says where the database that was there is kept now, if there was one.

    What SQLite had left beside that one would be applied to the backup, and spoil it: it goes.
    """
    path = _place_for(url, backup)
    copy = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        await _look_over(backup, copy)
        return _swap(copy, path)
    finally:
        for file in (copy, *left_overs(copy)):
            file.unlink(missing_ok=True)


def _place_for(url: str, backup: Path) -> Path:
    """The file of the database, where a backup can be put in its place."""
    parts = read_url(url)
    path = file_of(parts) if is_sqlite(parts) else None
    if path is None:
        raise DatabaseTrouble("unsupported", "restore this kind of database with its own tools (pg_restore)")
    if not backup.is_file():
        raise DatabaseTrouble("missing", f"there is no file {backup}")
    if path.exists() and path.samefile(backup):
        raise DatabaseTrouble("unsupported", "that is the database itself")
    if not path.parent.is_dir():
        raise DatabaseTrouble("missing_folder", f"there is no folder {path.parent}")
    _refuse_if_used(path)
    return path


async def _look_over(backup: Path, copy: Path) -> None:
    """A copy that is whole, or DatabaseTrouble; the backup itself is only read."""
    os.close(os.open(copy, os.O_CREAT | os.O_TRUNC | os.O_RDWR, PRIVATE))
    shutil.copyfile(backup, copy)
    try:
        # It may be of an earlier Skald, so it is brought up to date as at any start.
        async with await Store.open(f"sqlite+aiosqlite:///{copy}") as store:
            found = await store.check()
    except DatabaseTrouble as trouble:
        raise DatabaseTrouble(trouble.kind, f"{backup} cannot be used: {trouble.detail}") from trouble
    if found:
        raise DatabaseTrouble("corrupt", f"{backup} cannot be used: {found[0].detail}")
    with closing(sqlite3.connect(copy)) as file:
        file.execute("PRAGMA journal_mode = DELETE")  # or what the check wrote stood beside it


def _refuse_if_used(path: Path) -> None:
    """Whoever runs on a database would go on writing to it, into the backup."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=0)) as file:
            file.execute("PRAGMA locking_mode = EXCLUSIVE")
            file.execute("BEGIN EXCLUSIVE")
            file.execute("ROLLBACK")
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem):
            raise DatabaseTrouble("locked", "Skald is running on this database: stop it first") from None
    except sqlite3.DatabaseError:
        pass  # it is spoilt, which may be why a backup is wanted


def _swap(copy: Path, path: Path) -> Path | None:
    kept = None
    if path.exists():
        kept = _free_name(path)
        path.replace(kept)
    for file in left_overs(path):
        file.unlink(missing_ok=True)
    put_in_place(copy, path)
    return kept


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.before-{number}") for number in range(1, 10_000))
    return next(name for name in names if not name.exists())
