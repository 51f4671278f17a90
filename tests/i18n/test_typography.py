"""Apostrophes, spaces and elision, in templates and with inserted values."""

import re

import pytest

from bot.i18n import LANGUAGES, locale_for
from bot.i18n.typography import NBSP, elide, typeset, typography_problems
from rules import GAMES
from rules.game import AnyGame
from tests.i18n.told_games import game_texts

VOWEL_NAMES = ("Astrid", "Erik", "Ylva", "Øyvind", "Åse")
PLURAL_AFTER_ONE = re.compile(
    r"(?<![\w.,:/])1 (?!fois\b|ours\b|skis\b|macareux\b)(?:\w+[sx]\b|\w+,? (?:\w+ )?\w+és\b)"
)
"""A French plural after 1. Singular names that end in s or x are left out."""
UNELIDED = re.compile(
    r"\b(?i:[djlmnst]e|que|la) \W*(?:" + "|".join(VOWEL_NAMES) + r")\b|\b(?:[Dd]e|[Qq]ue) [AEIOU]\d+\b"
)
"""A word left whole before a name or a coordinate that begins with a vowel."""


@pytest.mark.parametrize(
    ("before", "value", "expected"),
    [
        ("le dernier coup de ", "Astrid", "le dernier coup d’"),
        ("le dernier coup de **", "Aud", "le dernier coup d’**"),
        ("le dernier coup de ", "**Aud**", "le dernier coup d’"),
        ("plus que ", "Øyvind", "plus qu’"),
        ("De ", "Ylva", "D’"),
        ("de ", "Bjørn", "de "),
        ("de ", "Yann", "de "),
        ("de ", "<@17>", "de "),
        ("la case de ", "E11", "la case d’"),
        ("de ", "A9 NO", "d’"),
        ("de ", "D8", "de "),
        ("la zone de ", "A", "la zone de "),
        ("une grande ", "arche", "une grande "),
        ("de plus que ", "onze", "de plus que "),
    ],
)
def test_french_elides_before_a_vowel_that_is_pronounced(before: str, value: str, expected: str) -> None:
    assert elide("fr", before, value) == expected


def test_a_language_without_elision_leaves_the_text_alone() -> None:
    assert elide("en", "the move of de ", "Astrid") == "the move of de "


def test_the_last_move_of_a_player_is_told_with_elision() -> None:
    question = "Not everyone agrees to undo {who}'s move, so it stands."
    assert "le coup d’Astrid" in locale_for("fr").t(question, who="Astrid")
    assert "le coup de Bjørn" in locale_for("fr").t(question, who="Bjørn")


@pytest.mark.parametrize("language", LANGUAGES)
def test_source_texts_are_shown_with_curly_apostrophes_only(language: str) -> None:
    text = locale_for(language).t("It isn't your turn.")
    assert "'" not in text


def test_an_apostrophe_in_a_name_stays_as_its_owner_writes_it() -> None:
    text = locale_for("en").t("{who} takes the seat and plays on.", who="O'Neil")
    assert text.startswith("O'Neil")


def test_a_percentage_has_a_space_in_french_only() -> None:
    assert locale_for("en").percent(52) == "52%"
    assert locale_for("fr").percent(52) == f"52{NBSP}%"


def test_typesetting_twice_changes_nothing() -> None:
    for language in LANGUAGES:
        once = typeset(language, "Qui ? « Moi », dit l'hôte ; 5 % : d'accord")
        assert typeset(language, once) == once


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_straight_apostrophe_is_reported(language: str) -> None:
    assert "a straight apostrophe" in list(typography_problems(language, "l'hôte"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_whole_games_in_french_elide_and_agree(game: AnyGame, seed: int) -> None:
    told = [locale_for("fr").game_text(game, VOWEL_NAMES)]
    for sentence, _ in game_texts(game, told, seed, set()):
        assert not UNELIDED.search(sentence), sentence
        assert not PLURAL_AFTER_ONE.search(sentence), sentence
