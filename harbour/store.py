"""Documents on disk: each change is committed before anybody is told of it."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from harbour.errors import Json


class Store:
    """A table of JSON documents by kind and id, and attachment files beside it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._files = folder / "attachments"
        self._files.mkdir(exist_ok=True)
        self._db = sqlite3.connect(folder / "harbour.sqlite3", isolation_level=None, timeout=2.0)
        self._db.execute("PRAGMA journal_mode=WAL")
        # A killed process loses nothing in this mode; only a power cut could.
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS documents"
            " (kind TEXT, id TEXT, body TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID"
        )

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
        part.write_bytes(content)
        part.replace(self._files / key)

    def file(self, key: str) -> Path:
        return self._files / key

    def delete_file(self, key: str) -> None:
        (self._files / key).unlink(missing_ok=True)

    def close(self) -> None:
        self._db.close()


def wipe(folder: Path) -> None:
    """Remove the harbour's own files from a data folder, and nothing else."""
    for name in ("harbour.sqlite3", "harbour.sqlite3-wal", "harbour.sqlite3-shm"):
        (folder / name).unlink(missing_ok=True)
    files = folder / "attachments"
    if files.is_dir():
        for file in files.iterdir():
            file.unlink()
