"""The names of pieces: a table with a column for each language."""

import json
from pathlib import Path
from typing import Literal

import pytest
from pydantic import ValidationError

from rules import load_pack
from rules.borealis.components import Components
from rules.components import ByKey, Name, PackError, StoredComponents, load_components

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


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        (
            "lofoten",
            "[warehouses]\npoints = [4, 5, 6]",
            "lofoten.toml: totals: 3 level 1 warehouses instead of 8",
        ),
        ("lofoten", "[warehousez]\n", "lofoten.toml: warehousez: there is no such entry; known are names, "),
        (
            "lofoten",
            "[warehouses]\npointz = 1",
            "lofoten.toml: warehouses.pointz: there is no such entry; known are points, name",
        ),
        ("lofoten", "[warehouses]\npoints = 4", "lofoten.toml: warehouses.points: expected a list"),
        (
            "lofoten",
            '[effects]\nwheel = { good = "gold" }',
            "lofoten.toml: effects.wheel.good: expected 'mead', 'fish', 'sheep' or 'coffer'",
        ),
        (
            "lofotten",
            "",
            "lofotten.toml: there is no such game; name the file lofoten.toml, explorers.toml, ",
        ),
    ],
)
def test_a_pack_that_does_not_fit_is_explained(file: str, text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / f"{file}.toml").write_text(text)
    with pytest.raises(PackError) as refused:
        load_pack(tmp_path)
    assert str(refused.value).startswith(problem)


def test_values_that_a_stored_game_lacks_are_those_of_today() -> None:
    """Any other stored value stays, and what does not fit at all is refused."""
    today = load_components("borealis", Components, None)[0]
    values = today.model_dump(mode="json", by_alias=True)
    values["stars"]["objective"] += 1
    del values["groups"]
    stored, fingerprint = load_components(
        "borealis", Components, StoredComponents(json.dumps(values), "print")
    )
    assert (stored.groups, stored.tracks, fingerprint) == (today.groups, today.tracks, "print")
    assert stored.stars.objective == today.stars.objective + 1
    for text in ("{", '{"groups": {"points": []}}'):
        with pytest.raises(PackError, match="borealis"):
            load_components("borealis", Components, StoredComponents(text, "print"))


def test_a_section_with_one_value_for_each_key_has_them_all() -> None:
    with pytest.raises(ValidationError, match="blue is missing"):
        Colours.model_validate({"red": 1})
    assert Colours.model_validate({"red": 1, "blue": 2}).of("blue") == 2


class Colours(ByKey[Literal["red", "blue"], int]):
    pass
