"""Server settings: language, who may open tables and where, default pace, quiet mode."""

from collections.abc import Mapping
from typing import Any

import db
from bot.play.club import daily_positions, scheduled_events
from bot.play.core import GameService, outbox_messages


async def update_settings(
    service: GameService,
    server_id: int,
    *,
    language: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> None:
    """Change the language, the given settings, or both."""
    async with service.transaction() as tx:
        stored = await db.servers.get(tx, server_id)
        changed = stored.settings.model_copy(update=dict(settings or {}))
        await db.servers.update(tx, server_id, language=language or stored.language, settings=changed)
        if changed.scheduled_events != stored.settings.scheduled_events:
            await scheduled_events.post_all(tx, server_id)
        await daily_positions.schedule(tx, server_id, changed)
        if language and language != stored.language:
            await _refresh_lobby_cards(tx, server_id, language)


async def _refresh_lobby_cards(tx: db.Transaction, server_id: int, language: str) -> None:
    """Enqueue an edit of the lobby cards that are in the server's language."""
    for row in await db.games.list_for_server(tx, server_id, ("lobby",)):
        if row.language is None:
            key = f"{row.code} {row.version} lobby {language} {tx.now}"
            await outbox_messages.post(tx, outbox_messages.LobbyCard(), key=key, game=row.code)
