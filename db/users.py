"""Users: name, language, time zone, preferences and seen hints. Computer players are users too."""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

import sqlalchemy as sa
from pydantic import BaseModel, ConfigDict

from db import rows
from db.rows import Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows

UNKNOWN_NAME = "—"
COMPUTER_PLAYER_IDS = range(-99, 0)
BATCH_SIZE = 500  # Databases limit the number of bind parameters of a query.
MAX_NAME_LENGTH = 100
# They could reverse the text next to a name.
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # They count as letters or symbols, but show nothing.
_TAGS = range(0xE0000, 0xE0080)  # Invisible copies of ASCII.
MAX_COMBINING_MARKS = 4  # On one letter; more would cover the lines above and below.
COMPUTER_MARK = "⚙"
"""The suffix of every computer player's name."""


def sanitize_name(name: str) -> str:
    """Return a name on one line, without invisible characters and bidirectional controls.

    >>> sanitize_name("Ast\\u202erid\\n the Red")
    'Astrid the Red'
    >>> sanitize_name("\u200b\u200b") == UNKNOWN_NAME
    True
    """
    kept, marks = list[str](), 0
    for letter in " ".join(name.split()):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MAX_COMBINING_MARKS and not _is_invisible(letter):
            kept.append(letter)
    if not any(map(_is_seen, kept)):
        return UNKNOWN_NAME
    return " ".join("".join(kept).split())[:MAX_NAME_LENGTH]


def sanitize_user_name(name: str) -> str:
    """Return the name of a Discord user without the mark of computer players.

    >>> sanitize_user_name("Torsten ⚙")
    'Torsten'
    """
    return sanitize_name(name.replace(COMPUTER_MARK, ""))


def _is_invisible(letter: str) -> bool:
    return letter in _BIDI_CONTROLS or ord(letter) in _TAGS or unicodedata.category(letter) in ("Cc", "Cs")


def _is_seen(letter: str) -> bool:
    """True if the letter shows something by itself. A joiner, for one, shows nothing without its emoji."""
    return letter not in _BLANKS and unicodedata.category(letter)[0] not in "CMZ"


class Preferences(BaseModel):
    """A user's preferences.

    `sleep` is a range in minutes after midnight, or None for no quiet hours. `rest_days` are weekdays
    (Monday is 0), last changed at `rest_changed` (ms). `digest` enables a daily message. `confirm` asks
    before an irreversible move; with `linger` an unambiguous one is delayed for a few seconds instead.
    `zone_asked` is set once the user has been asked for a time zone, `away_days_asked` once they have been
    asked whether to `use_away_days` when a clock runs out. Invitations may be off, or refused from some
    inviters, who are stored as hashes. `share_positions` lets finished games become positions of the day,
    without the user's name unless `share_names` is set. `text_only` replaces pictures in all that only
    this user reads.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    sleep: tuple[int, int] | Literal["default"] | None = "default"
    rest_days: tuple[int, ...] = ()
    rest_changed: int = 0
    tell: Literal["thread", "dm", "both"] = "thread"
    next: bool = False
    hints: bool = True
    digest: bool = False
    confirm: bool = True
    linger: bool = True
    hidden: bool = False
    dms_closed: bool = False
    zone_asked: bool = False
    use_away_days: bool = True
    away_days_asked: bool = False
    invitations: bool = True
    refused_inviters: tuple[str, ...] = ()
    share_positions: bool = False
    share_names: bool = False
    text_only: bool = False


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


class DisplayName(NamedTuple):
    """A user's name, if it is known, and whether they are hidden from leaderboards."""

    name: str | None = None
    hidden: bool = False

    def __str__(self) -> str:
        return self.name or UNKNOWN_NAME


class UserChanges(TypedDict, total=False):
    name: str | None
    locale: str | None
    timezone: str | None
    preferences: Preferences
    hints_seen: Collection[str]
    door: int | None


table = rows.table("people", User)

_these = table.c.id.in_(sa.bindparam("people", expanding=True))
_ONE = rows.query(table).where(table.c.id == sa.bindparam("person"))
_SOME = rows.query(table).where(_these)
_NAMES = sa.select(table.c.id, table.c.name, table.c.preferences).where(_these)


async def get(reads: Reads, user_id: int) -> User:
    """Return a user, with defaults if there is no row."""
    return await find_row(reads, User, reads.for_update(_ONE), person=user_id) or User(user_id)


async def get_many(reads: Reads, user_ids: Iterable[int]) -> dict[int, User]:
    """Return users by id, with defaults where there is no row."""
    found = {user_id: User(user_id) for user_id in user_ids}
    if found:
        found |= {one.id: one for one in await list_rows(reads, User, _SOME, people=tuple(found))}
    return found


async def display_names(reads: Reads, user_ids: Iterable[int | None]) -> dict[int | None, DisplayName]:
    """Return the names of users by id, with a default where a user has no row or is None."""
    found: dict[int | None, DisplayName] = dict.fromkeys(user_ids, DisplayName())
    every = sorted(user_id for user_id in found if user_id is not None)
    for start in range(0, len(every), BATCH_SIZE):
        for row in await reads.rows(_NAMES, {"people": every[start : start + BATCH_SIZE]}):
            name = sanitize_name(row["name"]) if row["name"] else None
            found[row["id"]] = DisplayName(name, row["preferences"].hidden)
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


async def update_preferences(tx: Transaction, user_id: int, /, **changes: Any) -> Preferences:
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
