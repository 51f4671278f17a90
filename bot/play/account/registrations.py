"""What Discord was told of the slash commands."""

from collections.abc import Mapping

import db
from bot.play.core.game_service import GameService


async def save(service: GameService, application: int, digest: str, ids: Mapping[str, int]) -> None:
    """Remember what was told, and the ids that the commands were given."""
    async with service.transaction() as tx:
        await db.registrations.upsert(tx, db.Registration(application, digest, dict(ids)))
