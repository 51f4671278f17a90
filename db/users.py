"""People: how they are called, how they live, and what they have already been shown."""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, Unpack

from pydantic import BaseModel, ConfigDict
from sqlalchemy import bindparam, select

from db import rows
from db.rows import Snowflake, column, made
from db.transaction import Reads, Transaction

NOBODY = "—"
"""How somebody is called who is not known any more."""
OPPONENTS = range(-99, 0)
"""The numbers of computer players, who are people here like anybody."""
AT_ONCE = 500
"""So few people are asked for at a time that no database finds a query too long."""


LONGEST_NAME = 100
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks by which a name could turn round what is written beside it."""


MARK = "⚙"
"""What stands behind the name of everybody who is no person, wherever it is written or drawn."""


def tidy_name(name: str) -> str:
    """A name in one line, without what cannot be seen or would turn other words round.

    >>> tidy_name("Ast\\u202erid\\n the Red")
    'Astrid the Red'
    """
    seen = (letter for letter in " ".join(name.split()) if not _is_unseen(letter))
    return " ".join("".join(seen).split())[:LONGEST_NAME] or NOBODY


def name_of_person(name: str) -> str:
    """The name of somebody on Discord, who cannot pass for a computer player.

    >>> name_of_person("Torsten ⚙")
    'Torsten'
    """
    return tidy_name(name.replace(MARK, ""))


def _is_unseen(letter: str) -> bool:
    return letter in _DIRECTIONS or unicodedata.category(letter) in ("Cc", "Cs")


class Preferences(BaseModel):
    """What somebody has chosen. `sleep` is in minutes after midnight, None for whoever may be woken.

    `digest` sends them a message a day. `confirm` asks before a move that cannot be taken back; with
    `linger` one that needs no explanation is played a few seconds after its tap instead. `zone_asked` says
    that they were asked once where they live, which is often enough.
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


NOTHING_CHOSEN = Preferences()


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who plays; one who was never stored has only an id."""

    id: Snowflake = field(metadata=column(primary_key=True))
    name: str | None = None
    locale: str | None = None
    timezone: str | None = None
    preferences: Preferences = NOTHING_CHOSEN
    hints_seen: frozenset[str] = frozenset()
    door: Snowflake | None = None
    """The channel of their direct messages, once it has been opened."""


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


async def find(reads: Reads, person: int) -> User:
    """Somebody, known or not."""
    row = await reads.row(reads.mine(_ONE), {"person": person})
    return User(person) if row is None else made(User, row)


async def find_all(reads: Reads, people: Iterable[int]) -> dict[int, User]:
    """Those people, known or not, by id."""
    found = {person: User(person) for person in people}
    if found:
        for row in await reads.rows(_SOME, {"people": tuple(found)}):
            found[row["id"]] = made(User, row)
    return found


async def names_and_hiding(reads: Reads, people: Iterable[int]) -> dict[int, tuple[str | None, bool]]:
    """How these people are called, and whether each hides from boards."""
    every = sorted(set(people))
    found: dict[int, tuple[str | None, bool]] = {}
    for start in range(0, len(every), AT_ONCE):
        some = await reads.rows(_NAMES, {"people": every[start : start + AT_ONCE]})
        for row in some:
            name: str | None = row["name"]
            found[row["id"]] = (tidy_name(name) if name else None, row["preferences"].hidden)
    return found


async def update(tx: Transaction, person: int, **changes: Unpack[UserChanges]) -> None:
    """Change what is given of somebody, and leave the rest; whoever is not known yet becomes known."""
    if not changes:
        await know(tx, person)
        return
    written: dict[str, Any] = dict(changes)
    if written.get("name") is not None:
        written["name"] = tidy_name(written["name"])
    if "hints_seen" in written:
        written["hints_seen"] = sorted(written["hints_seen"])
    await tx.put(table, _stranger(person) | written, key="id", changed=tuple(changes))


async def prefer(tx: Transaction, person: int, **choices: Any) -> Preferences:
    """Change some of what somebody has chosen; says what is chosen now."""
    known = (await find(tx, person)).preferences
    preferences = Preferences.model_validate({**known.model_dump(), **choices})
    await update(tx, person, preferences=preferences)
    return preferences


async def know(tx: Transaction, *people: int) -> None:
    """Whoever is not known yet becomes known."""
    await tx.insert(table, *map(_stranger, people), unless_known="id")


def _stranger(person: int) -> dict[str, Any]:
    return {"id": person, "preferences": NOTHING_CHOSEN, "hints_seen": []}
