"""Every success and every title can be said in every language."""

import pytest

from bot.i18n import LANGUAGES
from bot.i18n.catalogue import find_entry
from rules.borealis.successes import SUCCESS_SHEET, SUCCESSES

TITLES = [title.key for title in SUCCESS_SHEET.titles]


@pytest.mark.parametrize("language", LANGUAGES)
def test_successes_and_titles_have_words_of_their_own(language: str) -> None:
    keys = [f"word.success.{key}" for key in SUCCESSES] + [f"word.title.{key}" for key in TITLES]
    said = [find_entry(language, "borealis", key) for key in keys]
    assert all(said)
    assert len(set(said)) == 19 + 5


def test_titles_are_the_printed_ones_in_french() -> None:
    assert [find_entry("fr", "borealis", f"word.title.{title}") for title in TITLES] == [
        "Touriste de la Toundra",
        "Amateur de l’Arctique",
        "Baroudeur Boréal",
        "Professionnel Polaire",
        "Explorateur Émérite",
    ]
