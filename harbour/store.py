"""SQLite store of JSON documents and attachment files. A change is committed before events are sent."""

import errno
import json
import os
import sqlite3
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from harbour.errors import Json

MAX_RETIRED_FILES = 100
PRIVATE_FOLDER_MODE, PRIVATE_FILE_MODE = 0o700, 0o600
"""Readable only by the owner: they contain tokens and players' hands."""


def _create_private_file(file: Path) -> None:
    """Create a file that only the owner can read, before anything is written to it."""
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, PRIVATE_FILE_MODE))
    file.chmod(PRIVATE_FILE_MODE)


class Store:
    """JSON documents by kind and id, with attachment files beside the database."""

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._files = folder / "attachments"
        self._files.mkdir(exist_ok=True)
        for directory in (folder, self._files):
            directory.chmod(PRIVATE_FOLDER_MODE)
        _create_private_file(folder / "harbour.sqlite3")  # SQLite gives its WAL the same mode.
        self._retired: deque[str] = deque()
        self._db = sqlite3.connect(folder / "harbour.sqlite3", isolation_level=None, timeout=0.5)
        self._lock_exclusively(folder)
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS documents"
            " (kind TEXT, id TEXT, body TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID"
        )
        if fresh:
            self._db.execute("DELETE FROM documents")
            for file in self._files.iterdir():
                file.unlink()

    def _lock_exclusively(self, folder: Path) -> None:
        """Take an exclusive lock. Raises OSError if another server uses the folder."""
        try:
            self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode=WAL")
            # In this mode a killed process loses nothing; only a power cut could.
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute("BEGIN EXCLUSIVE")
            self._db.execute("COMMIT")
        except sqlite3.OperationalError as problem:
            self._db.close()
            if "locked" in str(problem):
                raise OSError(errno.EBUSY, "another harbour is using this folder", str(folder)) from None
            raise

    def put(self, kind: str, key: str, body: Json) -> None:
        self._db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", (kind, key, json.dumps(body)))

    def delete(self, kind: str, key: str) -> None:
        self._db.execute("DELETE FROM documents WHERE kind = ? AND id = ?", (kind, key))

    def all(self, kind: str) -> Iterator[tuple[str, Json]]:
        rows = self._db.execute(
            "SELECT id, body FROM documents WHERE kind = ? ORDER BY length(id), id", (kind,)
        ).fetchall()
        for key, body in rows:
            yield key, json.loads(body)

    def write_file(self, key: str, content: bytes) -> None:
        part = self._files / f"{key}.part"
        _create_private_file(part)
        part.write_bytes(content)
        part.replace(self._files / key)

    def file_path(self, key: str) -> Path:
        return self._files / key

    def delete_file(self, key: str) -> None:
        (self._files / key).unlink(missing_ok=True)

    def retire_file(self, key: str) -> None:
        """Delete a replaced file later: a page may still be loading it."""
        self._retired.append(key)
        while len(self._retired) > MAX_RETIRED_FILES:
            self.delete_file(self._retired.popleft())

    def close(self) -> None:
        while self._retired:
            self.delete_file(self._retired.popleft())
        self._db.close()


class Documents(dict[str, Json]):
    """All documents of one kind by id, kept in memory and in the store."""

    def __init__(self, store: Store, kind: str) -> None:
        super().__init__(store.all(kind))
        self._store, self._kind = store, kind

    def save(self, document: Json) -> None:
        self[document["id"]] = document
        self._store.put(self._kind, document["id"], document)

    def drop(self, key: str) -> None:
        self.pop(key, None)
        self._store.delete(self._kind, key)
