"""What those who manage a server choose: where tables are opened and by whom, the pace, the quiet."""

from collections.abc import Mapping
from typing import Any

import db
from bot.play.core import outbox_messages
from bot.play.core.game_service import GameService


async def update_settings(
    service: GameService,
    server: int,
    *,
    language: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> None:
    """Choose a language, some settings, or both; the others stay."""
    async with service.transaction() as tx:
        known = await db.servers.get(tx, server)
        chosen = known.settings.model_copy(update=dict(settings or {}))
        await db.servers.update(tx, server, language=language or known.language, settings=chosen)
        if language and language != known.language:
            await _refresh_lobby_cards(tx, server, language)


async def _refresh_lobby_cards(tx: db.Transaction, server: int, language: str) -> None:
    """The cards of tables that are still gathering are written anew, unless the table chose its language."""
    for row in await db.games.list_for_server(tx, server, ("lobby",)):
        if row.language is None:
            key = f"{row.code} {row.version} lobby {language} {tx.now}"
            await db.outbox.enqueue(
                tx, outbox_messages.new_post(outbox_messages.LobbyCard(), key=key, game=row.code)
            )
