"""Looks a database over: the file, the schema, and whether logs, states and snapshots agree."""

from collections.abc import AsyncIterator

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db import tables
from db.engine import damage
from db.migrate import newest_revision, revision_of
from db.rows import Finding
from db.trouble import DatabaseTrouble
from db.write_games import hash_of


async def findings(connection: AsyncConnection) -> tuple[Finding, ...]:
    try:
        broken = await damage(connection)
    except DatabaseTrouble as trouble:
        broken = [trouble.detail]
    if broken:
        return tuple(Finding(None, line) for line in broken)
    revision, newest = await connection.run_sync(revision_of), newest_revision()
    if revision != newest:
        return (
            Finding(None, f"the schema is {revision}, this Skald has {newest}: start Skald to update it"),
        )
    return (
        *[finding async for finding in _games(connection)],
        *[finding async for finding in _snapshots(connection)],
    )


async def _games(connection: AsyncConnection) -> AsyncIterator[Finding]:
    games, moves = tables.games.c, tables.moves.c
    entries = select(func.count()).where(moves.game == games.code).scalar_subquery()
    last = select(moves.state_hash).where(moves.game == games.code, moves.ply == games.ply).scalar_subquery()
    query = select(
        games.code, games.ply, games.state, games.state_hash, entries.label("entries"), last.label("last")
    )
    async for row in await connection.stream(query.order_by(games.code)):
        if row.entries != row.ply:
            yield Finding(row.code, f"the log has {row.entries} entries where {row.ply} were accepted")
        if row.state_hash != row.last:
            yield Finding(row.code, "the state is not the one its last log entry led to")
        if row.state is not None and hash_of(row.state) != row.state_hash:
            yield Finding(row.code, "the state was changed after it was stored")


async def _snapshots(connection: AsyncConnection) -> AsyncIterator[Finding]:
    snapshots, moves = tables.snapshots, tables.moves
    entry = and_(moves.c.game == snapshots.c.game, moves.c.ply == snapshots.c.ply)
    query = select(snapshots, moves.c.state_hash.label("logged")).outerjoin(moves, entry)
    async for row in await connection.stream(query.order_by(snapshots.c.game, snapshots.c.ply)):
        if not row.state_hash == row.logged == hash_of(row.state):
            yield Finding(row.game, f"the snapshot at entry {row.ply} is not the state the log speaks of")
