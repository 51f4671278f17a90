"""What Skald and its games say: the languages there are, their catalogues, and sentences made from them.

A language is a folder of catalogues here, and a column for it in the data files of the rules. Nothing
outside this package names one.
"""

from bot.words.catalogue import OWN
from bot.words.languages import LANGUAGES, SOURCE
from bot.words.sentences import Words, mark, words_for
from bot.words.teller import BUTTON, LABEL, Teller

__all__ = ["BUTTON", "LABEL", "LANGUAGES", "OWN", "SOURCE", "Teller", "Words", "mark", "words_for"]
