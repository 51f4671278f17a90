"""Register of the slash commands that were last uploaded to Discord."""

from collections.abc import Mapping

import db
from bot.play.core.game_service import GameService


async def save(
    service: GameService, application_id: int, digest: str, command_ids: Mapping[str, int]
) -> None:
    """Store the digest of the uploaded commands and the ids that Discord assigned."""
    async with service.transaction() as tx:
        await db.registrations.upsert(tx, db.Registration(application_id, digest, dict(command_ids)))
