"""What Skald and its games say: the languages there are, their catalogues, and sentences made from them.

A language is a folder of catalogues here, and a column for it in the data files of the rules. Nothing
outside this package names one.
"""

from bot.i18n.catalogue import OWN
from bot.i18n.game_text import BUTTON, LABEL, GameText
from bot.i18n.languages import LANGUAGES, SOURCE
from bot.i18n.locale import N_, Locale, locale_for

__all__ = ["BUTTON", "LABEL", "LANGUAGES", "N_", "OWN", "SOURCE", "GameText", "Locale", "locale_for"]
