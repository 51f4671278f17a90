"""What can go wrong with the store, in words the rest of Skald can act upon."""

import sqlite3
from typing import Literal

from sqlalchemy.exc import DBAPIError, IntegrityError

TroubleKind = Literal[
    "locked",
    "readonly",
    "full",
    "corrupt",
    "missing",
    "missing_folder",
    "unopenable",
    "newer",
    "foreign",
    "unsupported",
    "unreachable",
    "taken",
    "other",
]

_SQLITE_KINDS: dict[int, TroubleKind] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
    sqlite3.SQLITE_CANTOPEN: "unopenable",
}

_POSTGRES_KINDS: dict[str, TroubleKind] = {
    "40001": "locked",
    "40P01": "locked",
    "55P03": "locked",
    "25006": "readonly",
    "42501": "readonly",
    "53100": "full",
    "53300": "unreachable",
    "57P01": "unreachable",
    "57P02": "unreachable",
    "57P03": "unreachable",
    "XX001": "corrupt",
    "XX002": "corrupt",
}
"""By the code of PostgreSQL's error."""


class DatabaseTrouble(Exception):  # noqa: N818 - the name people say it by
    """The database could not do its work; nothing was written. `kind` says which way out there is."""

    def __init__(self, kind: TroubleKind, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Conflict(Exception):  # noqa: N818
    """Somebody else changed this first: look again. `actual` is None when the game is gone."""

    def __init__(self, game: str, *, expected: int | None = None, actual: int | None = None) -> None:
        super().__init__(f"game {game}: expected version {expected}, found {actual}")
        self.game = game
        self.expected = expected
        self.actual = actual


class Duplicate(Exception):  # noqa: N818
    """This interaction was already accepted, as that entry of that game's log."""

    def __init__(self, interaction: int, *, game: str, ply: int) -> None:
        super().__init__(f"interaction {interaction} is already entry {ply} of game {game}")
        self.interaction = interaction
        self.game = game
        self.ply = ply


def already_taken(error: IntegrityError) -> bool:
    """Whether somebody else wrote the same key first; any other breach is a mistake of ours."""
    if isinstance(error.orig, sqlite3.Error):
        return error.orig.sqlite_errorcode in (
            sqlite3.SQLITE_CONSTRAINT_UNIQUE,
            sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        )
    return getattr(error.orig, "sqlstate", None) == "23505"


def trouble_of(error: BaseException) -> DatabaseTrouble | None:
    """The trouble behind a driver's error; None for what is no trouble of the database itself."""
    if isinstance(error, DatabaseTrouble):
        return error
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        return None
    if isinstance(error, sqlite3.Error):
        # The low byte is the primary code; the rest says where it happened.
        primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return DatabaseTrouble(_SQLITE_KINDS.get(primary, "other"), str(error))
    if isinstance(error, DBAPIError):
        if error.orig is not None and (trouble := trouble_of(error.orig)) is not None:
            return trouble
        lost: TroubleKind = "unreachable" if error.connection_invalidated else "other"
        code = str(getattr(error.orig, "sqlstate", None))
        return DatabaseTrouble(_POSTGRES_KINDS.get(code, lost), str(error.orig))
    if isinstance(error, OSError):
        return DatabaseTrouble("unreachable", str(error))
    return None
