"""Stores finished games on the server of a chat."""

from collections.abc import Sequence

from tests.chat.discord_driver import Chat
from tests.standings.finished_games import FinishedGame, insert_finished_games


async def record_finished_games(chat: Chat, games: Sequence[FinishedGame], **names: str) -> None:
    """Store these games; `names` are the players' names at that time, by user."""
    known = {chat.user(name).id: called for name, called in names.items()}
    await insert_finished_games(chat.store, chat.guild.id, games, known)
