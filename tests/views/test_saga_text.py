"""The lines of a saga in words: in every language, in every way the seed can choose."""

from string import Formatter

import pytest

from bot.i18n import LANGUAGES, locale_for
from bot.play.history.saga import Line, Turn, lines_of
from bot.views.saga_text import SHARED_BY_MORE, WAYS, in_words
from rules.game import Outcome
from tests.play.saga_fixtures import TOLD

SEED = bytes(range(32))
PEOPLE = ("Astrid", "Bjorn", "Cara")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "outcome", "told"), TOLD)
def test_every_line_of_a_game_can_be_said(
    game: tuple[Turn, ...], outcome: Outcome, told: list[str], language: str
) -> None:
    said = in_words(lines_of(game, outcome), locale_for(language), PEOPLE, SEED)
    assert len([sentence for sentence in said if sentence]) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", WAYS)
def test_every_way_of_telling_fills_its_gaps_in_every_language(language: str, kind: str) -> None:
    locale = locale_for(language)
    numbers = {"n": 2, "turn": 5, "turns": 9, "before": 40, "after": 72}
    line = Line(kind, (0, 1) if kind == "shared" else (0,), 1, numbers)
    said = {in_words((line,), locale, PEOPLE, bytes((seed,)))[0] for seed in range(64)}
    assert len(said) == len(WAYS[kind]), "the seed reaches every way of telling"
    for sentence in said:
        assert not [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]
        assert "!" not in sentence
        assert len(sentence) < 110, "it fits on two lines of the poster"


def test_the_same_seed_tells_alike_and_numbers_agree() -> None:
    line = Line("swing", (2,), numbers={"n": 1, "turn": 3})
    english, french = locale_for("en"), locale_for("fr")
    once = in_words((line,), english, PEOPLE, SEED)
    assert once == in_words((line,), english, PEOPLE, SEED)
    assert "1 point " in once[0] + " " or "1 point." in once[0]
    assert "Cara" in in_words((line,), french, PEOPLE, SEED)[0]
    assert in_words((line,), french, PEOPLE, SEED) != once


def test_three_winners_are_not_called_two() -> None:
    for seed in range(8):
        (said,) = in_words((Line("shared", (0, 1, 2)),), locale_for("en"), PEOPLE, bytes((seed,)))
        assert said == SHARED_BY_MORE.replace("{who}", "Astrid, Bjorn, and Cara")
