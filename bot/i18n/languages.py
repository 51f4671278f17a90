"""Which languages there are: those that have catalogues, and the one the code itself is written in."""

from babel import Locale

from bot.i18n.catalogue import languages_written

SOURCE = "en"
"""The language of the sentences in the code; whoever reads none of the others reads this one."""


def spoken() -> tuple[str, ...]:
    """Every language, that of the code first."""
    return (SOURCE, *sorted(languages_written() - {SOURCE}))


LANGUAGES = spoken()
"""Those Skald comes with."""


def named() -> dict[str, str]:
    """Every language, called as those who speak it call it."""
    return {language: Locale(language).get_display_name() or language for language in spoken()}


def language_of(locale: str | None) -> str:
    """The language that is read by somebody with this Discord locale, such as `en-GB`."""
    language = (locale or SOURCE).lower().partition("-")[0]
    return language if language in spoken() else SOURCE
