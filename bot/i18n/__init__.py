"""Internationalisation (i18n): gettext catalogues, plurals, typography, and the texts of the games.

A language is a folder of catalogues here, plus a column in the data files of the rules. No code outside
this package names a language.
"""

from bot.i18n.catalogue import SKALD_DOMAIN as SKALD_DOMAIN
from bot.i18n.game_text import MAX_BUTTON_CHARS as MAX_BUTTON_CHARS
from bot.i18n.game_text import MAX_LABEL_CHARS as MAX_LABEL_CHARS
from bot.i18n.game_text import GameText as GameText
from bot.i18n.languages import LANGUAGES as LANGUAGES
from bot.i18n.languages import SOURCE_LANGUAGE as SOURCE_LANGUAGE
from bot.i18n.locale import N_ as N_
from bot.i18n.locale import Locale as Locale
from bot.i18n.locale import locale_for as locale_for
