"""What those who manage a server choose: where tables are opened and by whom, the pace, the quiet."""

from collections.abc import Mapping
from typing import Any

import db
from bot.play.tables import Tables


async def change(
    tables: Tables, server: int, *, language: str | None = None, settings: Mapping[str, Any] | None = None
) -> None:
    """Choose a language, some settings, or both; the others stay."""
    async with tables.change() as tx:
        known = await db.servers.find(tx, server)
        chosen = known.settings.model_copy(update=dict(settings or {}))
        await db.servers.update(tx, server, language=language or known.language, settings=chosen)
