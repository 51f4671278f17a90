"""The glossary of the style page is current and has a column for every language."""

import pytest

from bot.i18n import LANGUAGES, glossary
from rules import GAMES


def test_the_glossary_on_the_style_page_is_current() -> None:
    text = glossary.STYLE_PAGE.read_text(encoding="utf-8")
    assert glossary.with_glossary(text) == text, "run python -m bot.i18n.glossary"


def test_every_game_has_a_table_with_every_language() -> None:
    lines = list(glossary.glossary_lines())
    assert sum(line.startswith("###") for line in lines) == len(GAMES)
    assert all(line.count("|") == len(LANGUAGES) + 1 for line in lines if line.startswith("|"))


def test_a_component_is_named_in_each_language() -> None:
    outpost = GAMES["explorers"].names["outpost"]
    assert f"| {' | '.join(outpost.text(language) for language in LANGUAGES)} |" in glossary.glossary_lines()


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="no marks"):
        glossary.with_glossary("# Style")
