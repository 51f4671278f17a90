"""Register of the application emoji that Skald has uploaded to Discord."""

import db
from bot.play.core.game_service import GameService


async def save(service: GameService, uploaded: db.UploadedEmoji) -> None:
    async with service.transaction() as tx:
        await db.emoji.upsert(tx, uploaded)


async def delete(service: GameService, uploaded: db.UploadedEmoji) -> None:
    async with service.transaction() as tx:
        await db.emoji.delete(tx, uploaded)
