"""Texts of a saga, in every language and every variant that the seed can select."""

from string import Formatter

import pytest

from bot.i18n import LANGUAGES, locale_for
from bot.play.history.saga import SagaLine, Turn, saga_lines
from bot.views.saga_text import SHARED_BY_MANY, VARIANTS, saga_sentences
from rules import GAMES
from rules.game import Outcome, Phrase
from tests.play.saga_fixtures import SAGA_CASES

SEED = bytes(range(32))
NAMES = ("Astrid", "Bjorn", "Cara")
GAME_TEXTS = {language: locale_for(language).game_text(GAMES["shipwrights"], NAMES) for language in LANGUAGES}
DAY_SIX = Phrase(key="turn.day", values={"day": 6, "phase": "afternoon"})
TURNS = tuple(Turn(number, 0, (0, 0), DAY_SIX) for number in range(10))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "outcome", "told"), SAGA_CASES)
def test_every_line_of_a_game_can_be_said(
    game: tuple[Turn, ...], outcome: Outcome, told: list[str], language: str
) -> None:
    said = saga_sentences(saga_lines(game, outcome), game, GAME_TEXTS[language], NAMES, SEED)
    assert len([sentence for sentence in said if sentence]) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", VARIANTS)
def test_every_way_of_telling_fills_its_gaps_in_every_language(language: str, kind: str) -> None:
    numbers = {"n": 2, "turn": 5, "before": 40, "after": 72}
    line = SagaLine(kind, (0, 1) if kind == "shared" else (0,), 1, numbers)
    texts = GAME_TEXTS[language]
    said = {saga_sentences((line,), TURNS, texts, NAMES, bytes((seed,)))[0] for seed in range(64)}
    assert len(said) == len(VARIANTS[kind]), "the seed reaches every way of telling"
    for sentence in said:
        assert not [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]
        assert "!" not in sentence
        assert len(sentence) < 110, "it fits on two lines of the poster"


def test_the_same_seed_tells_alike_and_numbers_agree() -> None:
    line = SagaLine("swing", (2,), numbers={"n": 1, "turn": 3})
    english, french = GAME_TEXTS["en"], GAME_TEXTS["fr"]
    once = saga_sentences((line,), TURNS, english, NAMES, SEED)
    assert once == saga_sentences((line,), TURNS, english, NAMES, SEED)
    assert "1 point " in once[0] + " " or "1 point." in once[0]
    assert "Cara" in saga_sentences((line,), TURNS, french, NAMES, SEED)[0]
    assert saga_sentences((line,), TURNS, french, NAMES, SEED) != once


def test_three_winners_are_not_called_two() -> None:
    for seed in range(8):
        line = SagaLine("shared", (0, 1, 2))
        (said,) = saga_sentences((line,), TURNS, GAME_TEXTS["en"], NAMES, bytes((seed,)))
        assert said == SHARED_BY_MANY.replace("{who}", "Astrid, Bjorn, and Cara")


@pytest.mark.parametrize(
    ("language", "label", "uncounted"),
    [("en", "on day 6 (afternoon)", "on turn 3"), ("fr", "au jour 6 (après-midi)", "au tour 3")],
)
def test_turns_are_counted_as_at_the_table(language: str, label: str, uncounted: str) -> None:
    line = SagaLine("swing", (1,), numbers={"n": 7, "turn": 3})
    for turns, text in ((TURNS, label), ([Turn(n, 0, (0, 0)) for n in range(4)], uncounted)):
        (said,) = saga_sentences((line,), turns, GAME_TEXTS[language], NAMES, SEED)
        assert text in said or said.startswith(text[0].upper() + text[1:])
