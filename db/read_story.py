"""Reads by which somebody catches up with a game."""

from sqlalchemy import func, select

from db import tables
from db.read_games import ReadsGames
from db.rows import Entry


class ReadsStory(ReadsGames):
    """Where a reader left off."""

    async def last_choice(self, code: str, seat: int) -> Entry | None:
        """The latest move in force that somebody on that seat chose himself."""
        moves = tables.moves.c
        own = (moves.game == code, moves.seat == seat, moves.kind == "move", moves.by.is_(None))
        latest = select(func.max(moves.ply)).where(*own)
        ply: int | None = await self._scalar(latest)
        while ply is not None:
            entry, *later = await self.moves(code, since=ply - 1)
            undone_to = [each.back_to for each in later if each.back_to is not None and each.back_to < ply]
            if not undone_to:
                return entry
            ply = await self._scalar(latest.where(moves.ply <= min(undone_to)))
        return None
