"""Choices of slash command options that name a title, such as Lofoten."""

from collections.abc import Mapping

from discord.app_commands import locale_str

from bot.chat.messages.translator import localized_game_text
from rules.game import AnyGame


def title_choices(games: Mapping[str, AnyGame]) -> list[tuple[locale_str, str]]:
    """Returns a localised choice per title."""
    return [(localized_game_text(key, "game.name"), key) for key in games]
