"""Integrity check of a database: the file, the schema, and whether logs and states agree."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db import entries, games
from db.engine import find_damage
from db.errors import DatabaseError
from db.games import hash_text
from db.migrate import current_revision, newest_revision


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem found by the check, in one line for the operator."""

    game: str | None
    detail: str


async def check_integrity(connection: AsyncConnection) -> tuple[Finding, ...]:
    """Run all checks. Stops after the first level that fails: file, schema, then logs and states."""
    try:
        broken = await find_damage(connection)
    except DatabaseError as error:
        broken = [error.detail]
    if broken:
        return tuple(Finding(None, line) for line in broken)
    revision, newest = await connection.run_sync(current_revision), newest_revision()
    if revision != newest:
        return (
            Finding(None, f"the schema is {revision}, this Skald has {newest}: start Skald to update it"),
        )
    return (
        *[finding async for finding in _check_games(connection)],
        *[finding async for finding in _check_checkpoints(connection)],
    )


async def _check_games(connection: AsyncConnection) -> AsyncIterator[Finding]:
    game, entry = games.table.c, entries.table.c
    length = sa.select(sa.func.count()).where(entry.game == game.code).scalar_subquery()
    last = sa.select(entry.state_hash).where(entry.game == game.code, entry.ply == game.ply).scalar_subquery()
    query = sa.select(
        game.code, game.ply, game.state, game.state_hash, length.label("entries"), last.label("last")
    )
    async for row in await connection.stream(query.order_by(game.code)):
        if row.entries != row.ply:
            yield Finding(row.code, f"the log has {row.entries} entries where {row.ply} were accepted")
        if row.state_hash != row.last:
            yield Finding(row.code, "the state is not the one its last log entry led to")
        if row.state is not None and hash_text(row.state) != row.state_hash:
            yield Finding(row.code, "the state was changed after it was stored")


async def _check_checkpoints(connection: AsyncConnection) -> AsyncIterator[Finding]:
    entry = entries.table.c
    query = sa.select(entry.game, entry.ply, entry.state, entry.state_hash).where(entry.state.is_not(None))
    async for row in await connection.stream(query.order_by(entry.game, entry.ply)):
        if hash_text(row.state) != row.state_hash:
            yield Finding(row.game, f"the state kept at entry {row.ply} is not the one the log speaks of")
