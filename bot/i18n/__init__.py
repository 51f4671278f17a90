"""Internationalisation (i18n): gettext catalogues, plurals, typography, and the texts of the games.

A language is a folder of catalogues here, plus a column in the data files of the rules. No code outside
this package names a language.
"""

from bot.i18n.catalogue import SKALD_DOMAIN
from bot.i18n.game_text import MAX_BUTTON_CHARS, MAX_LABEL_CHARS, GameText
from bot.i18n.languages import LANGUAGES, SOURCE_LANGUAGE
from bot.i18n.locale import N_, Locale, locale_for

__all__ = [
    "LANGUAGES",
    "MAX_BUTTON_CHARS",
    "MAX_LABEL_CHARS",
    "N_",
    "SKALD_DOMAIN",
    "SOURCE_LANGUAGE",
    "GameText",
    "Locale",
    "locale_for",
]
