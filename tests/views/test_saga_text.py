"""Texts of a saga, in every language and every variant that the seed can select."""

from string import Formatter

import pytest

from bot.i18n import LANGUAGES, locale_for
from bot.play.history.saga import SagaLine, Turn, saga_lines
from bot.views.saga_text import SHARED_BY_MANY, VARIANTS, saga_sentences
from rules.game import Outcome
from tests.play.saga_fixtures import SAGA_CASES

SEED = bytes(range(32))
NAMES = ("Astrid", "Bjorn", "Cara")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "outcome", "told"), SAGA_CASES)
def test_every_line_of_a_game_can_be_said(
    game: tuple[Turn, ...], outcome: Outcome, told: list[str], language: str
) -> None:
    said = saga_sentences(saga_lines(game, outcome), locale_for(language), NAMES, SEED)
    assert len([sentence for sentence in said if sentence]) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", VARIANTS)
def test_every_way_of_telling_fills_its_gaps_in_every_language(language: str, kind: str) -> None:
    locale = locale_for(language)
    numbers = {"n": 2, "turn": 5, "turns": 9, "before": 40, "after": 72}
    line = SagaLine(kind, (0, 1) if kind == "shared" else (0,), 1, numbers)
    said = {saga_sentences((line,), locale, NAMES, bytes((seed,)))[0] for seed in range(64)}
    assert len(said) == len(VARIANTS[kind]), "the seed reaches every way of telling"
    for sentence in said:
        assert not [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]
        assert "!" not in sentence
        assert len(sentence) < 110, "it fits on two lines of the poster"


def test_the_same_seed_tells_alike_and_numbers_agree() -> None:
    line = SagaLine("swing", (2,), numbers={"n": 1, "turn": 3})
    english, french = locale_for("en"), locale_for("fr")
    once = saga_sentences((line,), english, NAMES, SEED)
    assert once == saga_sentences((line,), english, NAMES, SEED)
    assert "1 point " in once[0] + " " or "1 point." in once[0]
    assert "Cara" in saga_sentences((line,), french, NAMES, SEED)[0]
    assert saga_sentences((line,), french, NAMES, SEED) != once


def test_three_winners_are_not_called_two() -> None:
    for seed in range(8):
        (said,) = saga_sentences((SagaLine("shared", (0, 1, 2)),), locale_for("en"), NAMES, bytes((seed,)))
        assert said == SHARED_BY_MANY.replace("{who}", "Astrid, Bjorn, and Cara")
