"""Writes of the kudos people give each other."""

from db import tables
from db.transaction import Writing


class WritesKudos(Writing):
    """Once from one person to another for one game."""

    async def give_kudos(self, game: str, giver: int, receiver: int, *, at: int) -> bool:
        """Whether they were new."""
        given = await self.kudos_at(game)
        if any((kudos.giver, kudos.receiver) == (giver, receiver) for kudos in given):
            return False
        row = {"game": game, "giver": giver, "receiver": receiver, "at": at}
        await self._insert(tables.kudos, row, game=game)
        return True
