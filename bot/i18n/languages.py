"""Available languages: those with catalogues, and the source language of the code."""

from babel import Locale

from bot.i18n.catalogue import catalogue_languages

SOURCE_LANGUAGE = "en"
"""The language of the texts in the code, and the fallback for readers of any other language."""


def available_languages() -> tuple[str, ...]:
    """Returns every language, the source language first."""
    return (SOURCE_LANGUAGE, *sorted(catalogue_languages() - {SOURCE_LANGUAGE}))


LANGUAGES = available_languages()
"""The languages that ship with Skald, without folders added later."""


def language_names() -> dict[str, str]:
    return {language: Locale(language).get_display_name() or language for language in available_languages()}


def language_for(locale: str | None) -> str:
    """Returns the language for a Discord locale such as `en-GB`, or the fallback.

    >>> language_for("en-GB"), language_for("xx"), language_for(None)
    ('en', 'en', 'en')
    """
    language = (locale or SOURCE_LANGUAGE).lower().partition("-")[0]
    return language if language == SOURCE_LANGUAGE or language in catalogue_languages() else SOURCE_LANGUAGE
