"""Writes of the notes people keep for themselves."""

from sqlalchemy import delete

from db import tables
from db.transaction import Writing


class WritesNotes(Writing):
    """One note a person and game."""

    async def keep_note(self, game: str, person: int, text: str, *, at: int) -> None:
        """Put a note in place of the one before; nothing but blanks takes it away."""
        notes = tables.notes.c
        await self._held.execute(delete(tables.notes).where(notes.game == game, notes.person == person))
        if not text.strip():
            return
        await self._know_person(person)
        row = {"game": game, "person": person, "text": text, "at": at}
        await self._insert(tables.notes, row, game=game)
