"""A past for the server of a chat: games that were played there."""

from collections.abc import Sequence

from tests.chat.discord_driver import Chat
from tests.standings.finished_games import Played, remember


async def past(chat: Chat, games: Sequence[Played], **names: str) -> None:
    """These games, by people who were called so then."""
    known = {chat.person(name).id: called for name, called in names.items()}
    await remember(chat.store, chat.guild.id, games, known)
