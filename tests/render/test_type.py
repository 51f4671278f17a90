"""Text layout: never too small, and never a row of empty boxes."""

from pathlib import Path

import pytest

import render
from render.kit.type import MIN_FONT_PX, displayable_name, fit_text, font, initial, layout_line

pytestmark = pytest.mark.quick

NAMES = [
    "م",
    "Þórunn",
    "Ольга",
    "李小龙",
    "佐藤さくら",
    "김민준",
    "محمد علي",
    "שרה כהן",
    "สมชาย",
    "Ἀθηνᾶ",
    "नमन",
]


def test_small_lettering_is_refused() -> None:
    assert font("number", MIN_FONT_PX).size == MIN_FONT_PX == 38
    with pytest.raises(ValueError, match="too small"):
        font("title", 37)


def test_fonts_are_opened_in_one_place() -> None:
    sources = Path(render.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if "truetype(" in path.read_text(encoding="utf-8")] == ["type.py"]


@pytest.mark.parametrize("name", NAMES)
def test_names_in_any_script_are_drawn_with_real_letters(name: str) -> None:
    assert displayable_name(name).replace(" ", "") == name.replace(" ", "")
    for text, face in layout_line(displayable_name(name), "title", 48).runs:
        absent = bytes(face.getmask("\U0010ffff"))
        for character in text.replace(" ", ""):
            assert bytes(face.getmask(character)) != absent


def test_right_to_left_names_are_set_as_they_are_read() -> None:
    """The first letter of a Hebrew name stands at the right end of the line."""
    seen = "".join(run.text for run in layout_line("שרה", "title", 48).runs)
    assert seen == "הרש"


def test_arabic_letters_join() -> None:
    joined = "".join(run.text for run in layout_line("محمد", "title", 48).runs)
    assert "\u062d" not in joined
    assert len(joined) == 4


def test_fancy_letters_become_plain_and_unknown_signs_are_left_out() -> None:
    assert displayable_name("𝓛𝓮𝓲𝓯") == "Leif"
    assert displayable_name("Leif 🦄 Eriksson") == "Leif Eriksson"
    assert displayable_name("❄ Frost") == "❄ Frost"


@pytest.mark.parametrize("name", ["Z͑ͫ̓ͪ̂ͫ̽A̴̵̜̰͔ͫ͗L̠ͨG̴̻͈Ǫ̵̹", "שָׁלוֹם", "Ḿ̃ar", "مُحَمَّد"])
def test_no_mark_of_a_letter_is_an_empty_box(name: str) -> None:
    for family in ("title", "letter", "number"):
        for text, face in layout_line(displayable_name(name, family), family, 48).runs:
            absent = bytes(face.getmask("\U0010ffff"))
            assert all(bytes(face.getmask(each)) != absent for each in text.replace(" ", ""))


def test_letters_do_not_carry_towers_of_marks() -> None:
    assert len(displayable_name("o" + "\u0336\u0315\u031b\u0340" * 8 + "k")) <= 4


@pytest.mark.parametrize("name", ["Leif the Exceedingly Long-Winded", "李" * 32, "محمد علي " * 3, "W" * 32])
def test_long_names_are_cut_to_the_width(name: str) -> None:
    set_line = fit_text(name, "title", 54, 212)
    assert set_line.width <= 212
    assert set_line.size == MIN_FONT_PX
    assert "…" in "".join(run.text for run in set_line.runs)


def test_short_names_keep_their_size() -> None:
    assert fit_text("Ole", "title", 54, 212).size == 54


def test_a_name_without_letters_is_still_somebody() -> None:
    assert "".join(run.text for run in fit_text("\u200b", "title", 54, 212, fallback="2").runs) == "2"
    assert initial("\u200b", "2") == "2"
    assert initial("🦄 éric", "2") == "É"
    assert initial("(Bob)", "2") == "B"


def test_a_sentence_keeps_its_direction_whatever_name_it_begins_with() -> None:
    sentence = "אורי took the lead on turn 9."
    set_line = layout_line(sentence, "letter", 40, base="L")
    seen = "".join(run.text for run in set_line.runs)
    assert seen.startswith("ירוא"), "the name itself is read from the right"
    assert seen.endswith("took the lead on turn 9.")


@pytest.mark.parametrize(
    ("name", "spelt"),
    [
        ("🦄🦄", "Unicorn"),
        ("🐻\u200d❄\ufe0f", "❄"),
        ("🇫🇷", "F r"),
        ("Արամ", "Aram"),
        ("తెలుగు", "Telugu"),
        ("சுந்தர்", "Cuntar"),
        ("ᏣᎳᎩ", "Tsalagi"),
    ],
)
def test_a_name_that_no_font_can_letter_is_spelt(name: str, spelt: str) -> None:
    assert displayable_name(name) == spelt
    assert initial(name, "2") == spelt[0]


def test_no_initial_is_a_capital_that_no_font_has() -> None:
    assert initial("ქეთევანი", "2") == "ქ"
