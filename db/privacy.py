"""What is kept about one person: shown as a whole, and erased.

What is theirs alone goes; what others share with them loses their name. A ghost, known by a random negative
number, keeps the seats of somebody who was erased.
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
    orders,
    outbox,
    players,
    ratings,
    results,
    rows,
    seasons,
    successes,
    timers,
    users,
    votes,
    voyages,
)
from db.transaction import Reads, Transaction

GHOSTS = 2**62

_PRIVATE = (
    absences.table,
    orders.table,
    conditional_moves.table,
    notes.table,
    successes.table,
    invitations.table,
    matchmaking.table,
    leagues.members_table,
)
"""What is somebody's alone."""
_SHARED = (
    players.table,
    entries.table,
    votes.cast_ballots,
    results.table,
    ratings.table,
    ratings.steps,
    cups.entrants_table,
    cups.seats_table,
    voyages.tries_table,
)
"""What others share with them."""
_OWN: tuple[tuple[Table, type], ...] = (
    (players.table, players.Player),
    (entries.table, entries.Entry),
    (absences.table, absences.Absence),
    (orders.table, orders.Order),
    (conditional_moves.table, conditional_moves.Plan),
    (notes.table, notes.Note),
    (votes.cast_ballots, votes.Ballot),
    (successes.table, successes.Success),
    (invitations.table, invitations.Invited),
    (matchmaking.table, matchmaking.Waiter),
    (leagues.members_table, leagues.Member),
    (results.table, results.Result),
    (ratings.table, ratings.Rating),
    (ratings.steps, ratings.RatingStep),
    (cups.entrants_table, cups.Contender),
    (cups.seats_table, cups.CupSeat),
    (voyages.tries_table, voyages.Try),
    (messages.table, messages.Message),
    (timers.table, timers.Timer),
)


async def everything_about(reads: Reads, person: int) -> dict[str, list[dict[str, Any]]]:
    """Everything the database holds about somebody, as plain values for a file of their own.

    Nothing of anybody else: a move is one's own, a kudos names the game and the direction. And no state of a
    game, which may hold what they must not see yet.
    """
    found = {"people": await _plain(reads, users.table, users.User, users.table.c.id, person)}
    for table, row in _OWN:
        found[table.name] = await _plain(reads, table, row, table.c.person, person)
    thanks = kudos.table.c
    mine = select(kudos.table).where(or_(thanks.giver == person, thanks.receiver == person))
    found["kudos"] = [
        {"game": row["game"], "given": row["giver"] == person, "at": row["at"]}
        for row in await reads.rows(mine)
    ]
    return {name: every for name, every in found.items() if every}


async def erase(tx: Transaction, person: int) -> int:
    """Forget somebody. Their seats, places and the ratings of their friends stay; says the ghost's number."""
    ghost = min(users.OPPONENTS) - 1 - secrets.randbelow(GHOSTS)
    await users.update(tx, ghost, preferences=users.Preferences(hidden=True))
    for table in _PRIVATE:
        await tx.run(delete(table).where(table.c.person == person))
    thanks = kudos.table.c
    await tx.run(delete(kudos.table).where(or_(thanks.giver == person, thanks.receiver == person)))
    await cups.step_back(tx, person)
    for table in _SHARED:
        await tx.run(update(table).where(table.c.person == person).values(person=ghost))
    await seasons.rename_on_podiums(tx, person, ghost)
    asked, hosted = votes.table, games.table
    await tx.run(update(asked).where(asked.c.opened_by == person).values(opened_by=None))
    about = cast(asked.c.payload["person"].as_string(), String) == str(person)
    await tx.run(update(asked).where(about).values(payload={"person": ghost}))
    await tx.run(update(hosted).where(hosted.c.host == person).values(host=None))
    await _forget_what_was_said(tx, person, ghost)
    await tx.run(delete(users.table).where(users.table.c.id == person))
    return ghost


async def _forget_what_was_said(tx: Transaction, person: int, ghost: int) -> None:
    for table in (messages.table, timers.table):
        await tx.run(delete(table).where(table.c.person == person))
    # What was or will be said may name them; its key alone is enough not to say it again.
    post, named = outbox.table.c, str(person)
    naming = or_(cast(post.payload, String).contains(named), post.lane.endswith(f" {named}"))
    await tx.run(update(outbox.table).where(naming, post.done_at.is_not(None)).values(payload={}))
    await tx.run(delete(outbox.table).where(naming, post.done_at.is_(None)))
    # And so may the key itself, as that of a call.
    unnamed = {column: func.replace(post[column], named, str(ghost)) for column in ("key", "lane")}
    known = or_(post.key.contains(named), post.lane.contains(named))
    await tx.run(update(outbox.table).where(known).values(unnamed))


async def _plain(
    reads: Reads, table: Table, row: type, whose: Column[Any], person: int
) -> list[dict[str, Any]]:
    query = select(*rows.columns(table, row)).where(whose == person)
    return [_values(found) for found in await reads.rows(query)]


def _values(found: RowMapping) -> dict[str, Any]:
    return {
        name: value.model_dump(mode="json", exclude_defaults=True) if isinstance(value, BaseModel) else value
        for name, value in found.items()
    }
