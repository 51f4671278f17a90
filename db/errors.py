"""Errors of the store: failures by kind, version conflicts, and duplicate interactions."""

import sqlite3
from typing import Literal

from sqlalchemy.exc import DBAPIError, IntegrityError

DatabaseErrorKind = Literal[
    "locked", "readonly", "full", "corrupt", "missing", "missing_folder", "unopenable", "newer", "foreign",
    "unsupported", "unreachable", "taken", "other",
]  # fmt: skip

_SQLITE_KINDS: dict[int, DatabaseErrorKind] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
    sqlite3.SQLITE_CANTOPEN: "unopenable",
}

# By SQLSTATE.
_POSTGRES_KINDS: dict[str, DatabaseErrorKind] = {
    "40001": "locked", "40P01": "locked", "55P03": "locked",
    "25006": "readonly", "42501": "readonly",
    "53100": "full",
    "53300": "unreachable", "57P01": "unreachable", "57P02": "unreachable", "57P03": "unreachable",
    "XX001": "corrupt", "XX002": "corrupt",
}  # fmt: skip


class DatabaseError(Exception):
    """The database failed and nothing was written. `kind` tells what can be done about it."""

    def __init__(self, kind: DatabaseErrorKind, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Conflict(Exception):  # noqa: N818
    """Another transaction changed the row first, so the caller must reload it and retry.

    `actual` is the version found, or None if the game is gone.
    """

    def __init__(self, game: str, *, expected: int | None = None, actual: int | None = None) -> None:
        super().__init__(f"game {game}: expected version {expected}, found {actual}")
        self.game = game
        self.expected = expected
        self.actual = actual


class Duplicate(Exception):  # noqa: N818
    """The interaction was already accepted, as entry `ply` of the game's log."""

    def __init__(self, interaction: int, *, game: str, ply: int) -> None:
        super().__init__(f"interaction {interaction} is already entry {ply} of game {game}")
        self.interaction = interaction
        self.game = game
        self.ply = ply


def is_unique_violation(error: IntegrityError) -> bool:
    """True if a row with the same key exists. Any other violated constraint is a bug."""
    if isinstance(error.orig, sqlite3.Error):
        return error.orig.sqlite_errorcode in (
            sqlite3.SQLITE_CONSTRAINT_UNIQUE,
            sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        )
    return getattr(error.orig, "sqlstate", None) == "23505"


def to_database_error(error: BaseException) -> DatabaseError | None:
    """Convert a driver's error. Returns None if it is not a failure of the database itself."""
    if isinstance(error, DatabaseError):
        return error
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        return None
    if isinstance(error, sqlite3.Error):
        # The low byte is the primary code; the rest tells where it happened.
        primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return DatabaseError(_SQLITE_KINDS.get(primary, "other"), str(error))
    if isinstance(error, DBAPIError):
        if error.orig is not None and (converted := to_database_error(error.orig)) is not None:
            return converted
        default: DatabaseErrorKind = "unreachable" if error.connection_invalidated else "other"
        code = str(getattr(error.orig, "sqlstate", None))
        return DatabaseError(_POSTGRES_KINDS.get(code, default), str(error.orig))
    if isinstance(error, OSError):
        return DatabaseError("unreachable", str(error))
    return None
