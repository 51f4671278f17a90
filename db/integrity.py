"""Integrity check of a database: the file, the schema, and whether logs and states agree."""

from collections.abc import AsyncIterator, Callable
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


PROGRESS_ROWS = 100
"""Progress is reported after this many rows."""


async def check_integrity(
    connection: AsyncConnection, progress: Callable[[int, int], None] = lambda *_: None
) -> tuple[Finding, ...]:
    """Run all checks. Stops after the first level that fails: file, schema, then logs and states.

    :raises DatabaseError: `missing` if the database is empty, as it is before the first start.
    """
    try:
        broken = await find_damage(connection)
    except DatabaseError as error:
        broken = [error.detail]
    if broken:
        return tuple(Finding(None, line) for line in broken)
    revision, newest = await connection.run_sync(current_revision), newest_revision()
    if revision is None and not await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names()):
        raise DatabaseError("missing", "the database is empty")
    if revision != newest:
        return (
            Finding(None, f"the schema is {revision}, this Skald has {newest}: start Skald to update it"),
        )
    return tuple([finding async for finding in _check_rows(connection, progress)])


async def _check_rows(
    connection: AsyncConnection, progress: Callable[[int, int], None]
) -> AsyncIterator[Finding]:
    """Yield the problems of games and checkpoints."""
    entry = entries.table.c
    stored = await connection.scalar(sa.select(sa.func.count()).select_from(games.table))
    checkpoints = await connection.scalar(sa.select(sa.func.count()).where(entry.state.is_not(None)))
    total, done = (stored or 0) + (checkpoints or 0), 0
    for rows in (_check_games(connection), _check_checkpoints(connection)):
        async for findings in rows:
            done += 1
            if done % PROGRESS_ROWS == 0 or done == total:
                progress(done, total)
            for finding in findings:
                yield finding


async def _check_games(connection: AsyncConnection) -> AsyncIterator[list[Finding]]:
    game, entry = games.table.c, entries.table.c
    length = sa.select(sa.func.count()).where(entry.game == game.code).scalar_subquery()
    last = sa.select(entry.state_hash).where(entry.game == game.code, entry.ply == game.ply).scalar_subquery()
    query = sa.select(
        game.code, game.ply, game.state, game.state_hash, length.label("entries"), last.label("last")
    )
    async for row in await connection.stream(query.order_by(game.code)):
        problems = []
        if row.entries != row.ply:
            problems.append(f"the log has {row.entries} entries where {row.ply} were accepted")
        if row.state_hash != row.last:
            problems.append("the state is not the one its last log entry led to")
        if row.state is not None and hash_text(row.state) != row.state_hash:
            problems.append("the state was changed after it was stored")
        yield [Finding(row.code, problem) for problem in problems]


async def _check_checkpoints(connection: AsyncConnection) -> AsyncIterator[list[Finding]]:
    entry = entries.table.c
    query = sa.select(entry.game, entry.ply, entry.state, entry.state_hash).where(entry.state.is_not(None))
    async for row in await connection.stream(query.order_by(entry.game, entry.ply)):
        problem = f"the state kept at entry {row.ply} is not the one the log speaks of"
        yield [] if hash_text(row.state) == row.state_hash else [Finding(row.game, problem)]
