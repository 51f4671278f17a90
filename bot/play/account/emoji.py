"""Which emoji of the application are Skald's, and what they show."""

import db
from bot.play.core.game_service import GameService


async def save(service: GameService, uploaded: db.UploadedEmoji) -> None:
    """Remember one that Discord has taken."""
    async with service.transaction() as tx:
        await db.emoji.upsert(tx, uploaded)


async def delete(service: GameService, uploaded: db.UploadedEmoji) -> None:
    """One is not there any more."""
    async with service.transaction() as tx:
        await db.emoji.delete(tx, uploaded)
