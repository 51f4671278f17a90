"""The names of pieces: a table with a column for each language."""

import pytest
from pydantic import ValidationError

from rules.components import Name

SHEEP = Name.model_validate({"en": "sheep", "fr": ["mouton", "moutons"]})


def test_a_name_has_one_form_or_two_in_each_language() -> None:
    assert SHEEP.languages == ("en", "fr")
    assert [SHEEP.text("en"), SHEEP.text("en", one=False)] == ["sheep", "sheep"]
    assert [SHEEP.text("fr"), SHEEP.text("fr", one=False)] == ["mouton", "moutons"]


def test_where_there_is_no_name_the_first_column_counts() -> None:
    assert SHEEP.text("de") == "sheep"
    other = Name({"nb": ("sau", "sauer"), "en": ("sheep", "sheep")})
    assert other.text("de", one=False) == "sauer"


def test_a_name_is_made_from_others_in_every_language() -> None:
    made = Name.compose(SHEEP.languages, lambda language: f"3 {SHEEP.text(language, one=False)}")
    assert made == Name({"en": ("3 sheep", "3 sheep"), "fr": ("3 moutons", "3 moutons")})


@pytest.mark.parametrize(
    "wrong", [{}, {"en": 3}, {"en": ["one"]}, {"en": ["a", "b", "c"]}, {"English": "sheep"}, "sheep"]
)
def test_a_table_that_is_no_name_is_refused(wrong: object) -> None:
    with pytest.raises(ValidationError):
        Name.model_validate(wrong)
