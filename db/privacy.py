"""Export and erasure of all data about a user.

Private rows are deleted. Rows shared with other players stay, under a random negative id without a name:
a ghost.
"""

import json
import re
import secrets
from typing import Any

import sqlalchemy as sa
from pydantic import BaseModel

from db import cups, games, kudos, ladder, outbox, rows, seasons, users, votes
from db.transaction import Reads, Transaction

GHOST_IDS = 2**62  # The number of ids to choose from.


async def export_user(reads: Reads, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return all rows about a user by table, as plain values for a file.

    Leaves out other users' data, and states of games, which contain hidden information.
    """
    found = {users.table.name: await _export_rows(reads, users.table.c.id, user_id)}
    for table in (*rows.tables_with_erasure("delete"), *rows.tables_with_erasure("reassign")):
        found[table.name] = await _export_rows(reads, table.c.person, user_id)
    for challenge in found[ladder.challenges_table.name]:
        del challenge["rival"]
    own_kudos = sa.select(kudos.table).where(_is_about(user_id))
    found["kudos"] = [
        {"game": row["game"], "given": row["giver"] == user_id, "at": row["at"]}
        for row in await reads.rows(own_kudos)
    ]
    return {name: every for name, every in found.items() if every}


async def erase_user(tx: Transaction, user_id: int) -> int:
    """Erase a user. Their seats and results pass to a ghost. Returns the ghost's id."""
    ghost = min(users.COMPUTER_PLAYER_IDS) - 1 - secrets.randbelow(GHOST_IDS)
    await users.update(tx, ghost, preferences=users.Preferences(hidden=True))
    for table in rows.tables_with_erasure("delete"):
        await tx.execute(sa.delete(table).where(table.c.person == user_id))
    await tx.execute(sa.delete(kudos.table).where(_is_about(user_id)))
    await cups.remove_from_unstarted(tx, user_id)
    await ladder.delete_challenges_to(tx, user_id)
    for table in rows.tables_with_erasure("reassign"):
        await tx.execute(sa.update(table).where(table.c.person == user_id).values(person=ghost))
    await seasons.replace_on_podiums(tx, user_id, ghost)
    asked, hosted = votes.table, games.table
    await tx.execute(sa.update(asked).where(asked.c.opened_by == user_id).values(opened_by=None))
    about = sa.cast(asked.c.payload["person"].as_string(), sa.String) == str(user_id)
    await tx.execute(sa.update(asked).where(about).values(payload={"person": ghost}))
    await tx.execute(sa.update(hosted).where(hosted.c.host == user_id).values(host=None))
    await _redact_posts(tx, user_id, ghost)
    await tx.execute(sa.delete(users.table).where(users.table.c.id == user_id))
    return ghost


async def _redact_posts(tx: Transaction, user_id: int, ghost: int) -> None:
    # Payloads may name the user. A delivered post needs only its key, which deduplicates.
    # Keys and lanes may name the user too, for example those of notifications.
    post, named = outbox.table.c, str(user_id)
    candidates = sa.select(post.id, post.key, post.lane, post.payload, post.done_at).where(
        sa.or_(*(sa.cast(each, sa.String).contains(named) for each in (post.payload, post.key, post.lane)))
    )
    whole_id = re.compile(rf"(?<!\d){named}(?!\d)")  # Another id or a time may contain the same digits.
    for row in await tx.rows(candidates):
        in_payload = whole_id.search(json.dumps(row["payload"])) or row["lane"].endswith(f" {named}")
        if in_payload and row["done_at"] is None:
            await tx.execute(sa.delete(outbox.table).where(post.id == row["id"]))
            continue
        redacted = {column: whole_id.sub(str(ghost), row[column]) for column in ("key", "lane")}
        payload = {} if in_payload else row["payload"]
        await tx.execute(
            sa.update(outbox.table).where(post.id == row["id"]).values(**redacted, payload=payload)
        )


def _is_about(user_id: int) -> sa.ColumnElement[bool]:
    return sa.or_(kudos.table.c.giver == user_id, kudos.table.c.receiver == user_id)


async def _export_rows(reads: Reads, owner: sa.Column[Any], user_id: int) -> list[dict[str, Any]]:
    found = await reads.rows(rows.query(owner.table).where(owner == user_id))
    return [_to_json_values(row) for row in found]


def _to_json_values(found: sa.RowMapping) -> dict[str, Any]:
    return {
        name: value.model_dump(mode="json", exclude_defaults=True) if isinstance(value, BaseModel) else value
        for name, value in found.items()
    }
