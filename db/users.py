"""Users: name, language, time zone, preferences and seen hints. Computer players are users too."""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, Unpack

from pydantic import BaseModel, ConfigDict
from sqlalchemy import bindparam, select

from db import rows
from db.rows import Snowflake, column, from_row
from db.transaction import Reads, Transaction

UNKNOWN_NAME = "—"
COMPUTER_PLAYER_IDS = range(-99, 0)
BATCH_SIZE = 500  # Databases limit the number of bind parameters of a query.
MAX_NAME_LENGTH = 100
# They could reverse the text next to a name.
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
COMPUTER_MARK = "⚙"
"""The suffix of every computer player's name."""


def sanitize_name(name: str) -> str:
    """Return a name on one line, without invisible characters and bidirectional controls.

    >>> sanitize_name("Ast\\u202erid\\n the Red")
    'Astrid the Red'
    """
    visible = (letter for letter in " ".join(name.split()) if not _is_invisible(letter))
    return " ".join("".join(visible).split())[:MAX_NAME_LENGTH] or UNKNOWN_NAME


def sanitize_user_name(name: str) -> str:
    """Return the name of a Discord user without the mark of computer players.

    >>> sanitize_user_name("Torsten ⚙")
    'Torsten'
    """
    return sanitize_name(name.replace(COMPUTER_MARK, ""))


def _is_invisible(letter: str) -> bool:
    return letter in _BIDI_CONTROLS or unicodedata.category(letter) in ("Cc", "Cs")


class Preferences(BaseModel):
    """A user's preferences.

    `sleep` is a range in minutes after midnight, or None for no quiet hours. `digest` enables a daily
    message. `confirm` asks before an irreversible move; with `linger` an unambiguous one is delayed for a
    few seconds instead. `zone_asked` is set once the user has been asked for a time zone.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    sleep: tuple[int, int] | Literal["default"] | None = "default"
    tell: Literal["thread", "dm", "both"] = "thread"
    next: bool = False
    hints: bool = True
    digest: bool = False
    confirm: bool = True
    linger: bool = True
    hidden: bool = False
    dms_closed: bool = False
    zone_asked: bool = False


DEFAULT_PREFERENCES = Preferences()


@dataclass(frozen=True, slots=True)
class User:
    """A user. One without a row has only an id and defaults."""

    id: Snowflake = field(metadata=column(primary_key=True))
    name: str | None = None
    locale: str | None = None
    timezone: str | None = None
    preferences: Preferences = DEFAULT_PREFERENCES
    hints_seen: frozenset[str] = frozenset()
    door: Snowflake | None = None
    """The DM channel, once it has been opened."""


class UserChanges(TypedDict, total=False):
    name: str | None
    locale: str | None
    timezone: str | None
    preferences: Preferences
    hints_seen: Collection[str]
    door: int | None


table = rows.table("people", User)

_EVERY = select(*rows.columns(table, User))
_ONE = _EVERY.where(table.c.id == bindparam("person"))
_SOME = _EVERY.where(table.c.id.in_(bindparam("people", expanding=True)))
_NAMES = select(table.c.id, table.c.name, table.c.preferences).where(
    table.c.id.in_(bindparam("people", expanding=True))
)


async def get(reads: Reads, user_id: int) -> User:
    """Return a user, with defaults if there is no row."""
    row = await reads.row(reads.for_update(_ONE), {"person": user_id})
    return User(user_id) if row is None else from_row(User, row)


async def get_many(reads: Reads, user_ids: Iterable[int]) -> dict[int, User]:
    """Return users by id, with defaults where there is no row."""
    found = {user_id: User(user_id) for user_id in user_ids}
    if found:
        for row in await reads.rows(_SOME, {"people": tuple(found)}):
            found[row["id"]] = from_row(User, row)
    return found


async def get_names_and_hidden(reads: Reads, user_ids: Iterable[int]) -> dict[int, tuple[str | None, bool]]:
    """Return each known user's name and whether they are hidden from leaderboards."""
    every = sorted(set(user_ids))
    found: dict[int, tuple[str | None, bool]] = {}
    for start in range(0, len(every), BATCH_SIZE):
        batch = await reads.rows(_NAMES, {"people": every[start : start + BATCH_SIZE]})
        for row in batch:
            name: str | None = row["name"]
            found[row["id"]] = (sanitize_name(name) if name else None, row["preferences"].hidden)
    return found


async def update(tx: Transaction, user_id: int, **changes: Unpack[UserChanges]) -> None:
    """Change the given columns of a user, inserting the row if it is missing."""
    if not changes:
        await ensure_exists(tx, user_id)
        return
    written: dict[str, Any] = dict(changes)
    if written.get("name") is not None:
        written["name"] = sanitize_name(written["name"])
    if "hints_seen" in written:
        written["hints_seen"] = sorted(written["hints_seen"])
    await tx.upsert(table, _default_row(user_id) | written, key="id", update=tuple(changes))


async def update_preferences(tx: Transaction, user_id: int, **changes: Any) -> Preferences:
    """Change some of a user's preferences. Returns all of them. Raises ValidationError for invalid values."""
    current = (await get(tx, user_id)).preferences
    preferences = Preferences.model_validate({**current.model_dump(), **changes})
    await update(tx, user_id, preferences=preferences)
    return preferences


async def ensure_exists(tx: Transaction, *user_ids: int) -> None:
    """Insert rows with defaults for users who have none."""
    await tx.insert(table, *map(_default_row, user_ids), skip_existing="id")


def _default_row(user_id: int) -> dict[str, Any]:
    return {"id": user_id, "preferences": DEFAULT_PREFERENCES, "hints_seen": []}
