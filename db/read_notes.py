"""Reads of the notes people keep for themselves."""

from sqlalchemy import select

from db import tables
from db.reading import Reading
from db.rows import Note


class ReadsNotes(Reading):
    """A note is asked for by its writer alone."""

    async def note(self, game: str, person: int) -> Note | None:
        """What somebody wrote down for himself about a game."""
        notes = tables.notes.c
        row = await self._row(select(tables.notes).where(notes.game == game, notes.person == person))
        return None if row is None else Note(**row)
