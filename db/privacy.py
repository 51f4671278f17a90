"""Export and erasure of all data about a user.

Private rows are deleted. Rows shared with other players stay, under a random negative id without a name:
a ghost.
"""

import secrets
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Column, RowMapping, String, Table, cast, delete, func, or_, select, update

from db import (
    absences,
    conditional_moves,
    cups,
    entries,
    games,
    invitations,
    kudos,
    leagues,
    matchmaking,
    messages,
    notes,
    outbox,
    players,
    ratings,
    results,
    rows,
    seasons,
    standing_orders,
    successes,
    timers,
    users,
    votes,
    voyages,
)
from db.transaction import Reads, Transaction

GHOST_IDS = 2**62  # The number of ids to choose from.

_PRIVATE_TABLES = (
    absences.table,
    standing_orders.table,
    conditional_moves.table,
    notes.table,
    successes.table,
    invitations.table,
    matchmaking.table,
    leagues.members_table,
)
_SHARED_TABLES = (
    players.table,
    entries.table,
    votes.ballots_table,
    results.table,
    ratings.table,
    ratings.steps_table,
    cups.entrants_table,
    cups.seats_table,
    voyages.tries_table,
)
_EXPORTED_TABLES: tuple[tuple[Table, type], ...] = (
    (players.table, players.Player),
    (entries.table, entries.Entry),
    (absences.table, absences.Absence),
    (standing_orders.table, standing_orders.Order),
    (conditional_moves.table, conditional_moves.Plan),
    (notes.table, notes.Note),
    (votes.ballots_table, votes.Ballot),
    (successes.table, successes.Success),
    (invitations.table, invitations.InvitedUser),
    (matchmaking.table, matchmaking.MatchRequest),
    (leagues.members_table, leagues.LeagueMember),
    (results.table, results.Result),
    (ratings.table, ratings.Rating),
    (ratings.steps_table, ratings.RatingStep),
    (cups.entrants_table, cups.CupEntrant),
    (cups.seats_table, cups.CupSeat),
    (voyages.tries_table, voyages.VoyageTry),
    (messages.table, messages.Message),
    (timers.table, timers.Timer),
)


async def export_user(reads: Reads, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return all rows about a user by table, as plain values for a file.

    Leaves out other users' data, and states of games, which contain hidden information.
    """
    found = {"people": await _export_rows(reads, users.table, users.User, users.table.c.id, user_id)}
    for table, row_type in _EXPORTED_TABLES:
        found[table.name] = await _export_rows(reads, table, row_type, table.c.person, user_id)
    columns = kudos.table.c
    own_kudos = select(kudos.table).where(or_(columns.giver == user_id, columns.receiver == user_id))
    found["kudos"] = [
        {"game": row["game"], "given": row["giver"] == user_id, "at": row["at"]}
        for row in await reads.rows(own_kudos)
    ]
    return {name: every for name, every in found.items() if every}


async def erase_user(tx: Transaction, user_id: int) -> int:
    """Erase a user. Their seats and results pass to a ghost. Returns the ghost's id."""
    ghost = min(users.COMPUTER_PLAYER_IDS) - 1 - secrets.randbelow(GHOST_IDS)
    await users.update(tx, ghost, preferences=users.Preferences(hidden=True))
    for table in _PRIVATE_TABLES:
        await tx.execute(delete(table).where(table.c.person == user_id))
    columns = kudos.table.c
    await tx.execute(delete(kudos.table).where(or_(columns.giver == user_id, columns.receiver == user_id)))
    await cups.remove_from_unstarted(tx, user_id)
    for table in _SHARED_TABLES:
        await tx.execute(update(table).where(table.c.person == user_id).values(person=ghost))
    await seasons.replace_on_podiums(tx, user_id, ghost)
    asked, hosted = votes.table, games.table
    await tx.execute(update(asked).where(asked.c.opened_by == user_id).values(opened_by=None))
    about = cast(asked.c.payload["person"].as_string(), String) == str(user_id)
    await tx.execute(update(asked).where(about).values(payload={"person": ghost}))
    await tx.execute(update(hosted).where(hosted.c.host == user_id).values(host=None))
    await _redact_messages(tx, user_id, ghost)
    await tx.execute(delete(users.table).where(users.table.c.id == user_id))
    return ghost


async def _redact_messages(tx: Transaction, user_id: int, ghost: int) -> None:
    """Delete a user's messages and timers, and redact them in the outbox."""
    for table in (messages.table, timers.table):
        await tx.execute(delete(table).where(table.c.person == user_id))
    # Payloads may name the user. A delivered post needs only its key, which deduplicates.
    post, named = outbox.table.c, str(user_id)
    naming = or_(cast(post.payload, String).contains(named), post.lane.endswith(f" {named}"))
    await tx.execute(update(outbox.table).where(naming, post.done_at.is_not(None)).values(payload={}))
    await tx.execute(delete(outbox.table).where(naming, post.done_at.is_(None)))
    # Keys and lanes may name the user too, for example those of notifications.
    redacted = {column: func.replace(post[column], named, str(ghost)) for column in ("key", "lane")}
    known = or_(post.key.contains(named), post.lane.contains(named))
    await tx.execute(update(outbox.table).where(known).values(redacted))


async def _export_rows(
    reads: Reads, table: Table, row_type: type, owner: Column[Any], user_id: int
) -> list[dict[str, Any]]:
    query = select(*rows.columns(table, row_type)).where(owner == user_id)
    return [_to_json_values(found) for found in await reads.rows(query)]


def _to_json_values(found: RowMapping) -> dict[str, Any]:
    return {
        name: value.model_dump(mode="json", exclude_defaults=True) if isinstance(value, BaseModel) else value
        for name, value in found.items()
    }
