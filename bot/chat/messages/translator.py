"""Command names, descriptions, options and choices in the languages Discord shows them in."""

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.i18n import OWN, SOURCE
from bot.i18n.catalogue import entry
from bot.i18n.languages import spoken


def localized_game_text(game: str, key: str) -> locale_str:
    """An entry of a game's catalogue as Discord shall localise it; its base is the language of the code."""
    return locale_str(entry(SOURCE, game, key) or key, game=game, key=key)


class CatalogueTranslator(Translator):
    """Looks a text up by the key it carries, or, when it carries none, as a sentence of Skald's own."""

    async def translate(
        self,
        string: locale_str,
        locale: Locale,
        context: TranslationContextTypes,  # noqa: ARG002 - part of discord.py's signature
    ) -> str | None:
        language = locale.value.partition("-")[0]
        if language == SOURCE or language not in spoken():
            return None
        return entry(language, string.extras.get("game", OWN), string.extras.get("key", string.message))
