"""Every refusal has a text, and every text belongs to a refusal.

Covers `bot/play/core/refusals.py`.
"""

import ast
import re
from typing import get_args

import pytest

from bot.i18n import LANGUAGES, locale_for
from bot.play.core.refusals import Denied
from bot.views.refusal_text import DENIED_TEXTS, RULES_TEXTS, refusal_text
from rules.game import Refusal, RefusalCode
from tests.chat.source_scan import CallSite, find_calls


def denials() -> list[CallSite]:
    """Returns every `Denied` raised with a new code, without those that are raised again."""
    return [each for each in find_calls("", "Denied") if not isinstance(each.argument(0), ast.Attribute)]


def test_every_code_has_a_sentence_and_every_sentence_is_used() -> None:
    codes = {code for denied in denials() for code in denied.values(0)}
    assert codes == set(DENIED_TEXTS)


def test_every_sentence_is_given_what_it_speaks_of() -> None:
    for denied in denials():
        given = {keyword.arg for keyword in denied.node.keywords}
        for code in denied.values(0):
            assert set(re.findall(r"{(\w+)", DENIED_TEXTS[code])) == given, f"{denied}: {code}"


def test_a_refusal_of_the_rules_has_a_sentence_too() -> None:
    assert set(RULES_TEXTS) == set(get_args(RefusalCode))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_said_with_its_values(language: str) -> None:
    locale = locale_for(language)
    assert "AB2CD" in refusal_text(locale, Denied("no_game", code="AB2CD"))
    assert refusal_text(locale, Refusal("over")) == locale.t("This game is over.")
