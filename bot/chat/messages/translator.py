"""i18n of slash commands: localises names, descriptions, options and choices for Discord."""

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.i18n import SKALD_DOMAIN, SOURCE_LANGUAGE
from bot.i18n.catalogue import catalogue_languages, find_entry


def localized_game_text(game: str, key: str) -> locale_str:
    """Returns an entry of a game's catalogue for Discord to localise, with the English text as default."""
    return locale_str(find_entry(SOURCE_LANGUAGE, game, key) or key, game=game, key=key)


class CatalogueTranslator(Translator):
    """Looks a text up by the catalogue key it carries, else as a source text of Skald's own catalogue."""

    async def translate(
        self,
        string: locale_str,
        locale: Locale,
        context: TranslationContextTypes,  # noqa: ARG002 - part of discord.py's signature
    ) -> str | None:
        language = locale.value.partition("-")[0]
        if language == SOURCE_LANGUAGE or language not in catalogue_languages():
            return None
        return find_entry(
            language, string.extras.get("game", SKALD_DOMAIN), string.extras.get("key", string.message)
        )
