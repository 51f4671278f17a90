"""Which emoji of the application are Skald's, and what they show."""

import db
from bot.play.core.game_service import GameService


async def keep(service: GameService, uploaded: db.Uploaded) -> None:
    """Remember one that Discord has taken."""
    async with service.change() as tx:
        await db.emoji.keep(tx, uploaded)


async def forget(service: GameService, uploaded: db.Uploaded) -> None:
    """One is not there any more."""
    async with service.change() as tx:
        await db.emoji.forget(tx, uploaded)
