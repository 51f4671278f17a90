"""Reads of the kudos people gave each other."""

from sqlalchemy import select

from db import tables
from db.reading import Reading
from db.rows import Kudos


class ReadsKudos(Reading):
    """Who thanked whom, game by game."""

    async def kudos_at(self, game: str) -> tuple[Kudos, ...]:
        """The kudos given after a game, oldest first."""
        kudos = tables.kudos.c
        query = select(tables.kudos).where(kudos.game == game).order_by(kudos.at, kudos.giver, kudos.receiver)
        return tuple(Kudos(**row) for row in await self._rows(query))
