"""Why a computer player makes a move, in words: every reason it can have is a sentence in every language."""

import logging
from random import Random

import pytest

from bot.i18n import locale_for
from bot.i18n.catalogue import find_entry
from bot.i18n.languages import available_languages
from opponents import BY_TRIAL, ONLY_MOVE, Level, ai_for, explain, rank_moves
from rules import GAMES
from rules.game import AnyGame, Phrase
from tests.contract.contract_checks import seed_from

PLIES = 90
NAMES = ("Astrid", "Bjorn", "Cara")


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", available_languages())
def test_every_reason_is_a_sentence(key: str, language: str) -> None:
    missing = [
        reason for reason in ai_for(GAMES[key]).reasons if not find_entry(language, key, f"why.{reason}")
    ]
    assert not missing


@pytest.mark.parametrize("key", GAMES)
def test_what_was_thought_of_a_move_fills_its_sentence(key: str, caplog: pytest.LogCaptureFixture) -> None:
    """All kinds of ideas come up in a game; each is told in every language."""
    game = GAMES[key]
    tellers = [locale_for(language).game_text(game, NAMES) for language in available_languages()]
    with caplog.at_level(logging.WARNING, "bot.i18n"):
        met = reasons_in_game(game)
        for phrase in met:
            for game_text in tellers:
                told = game_text.phrase_text(phrase.model_copy(update={"key": f"why.{phrase.key}"}))
                assert "{" not in told
                assert told[0] == told[0].upper()
    assert not caplog.text
    assert len({phrase.key for phrase in met}) >= 5


def reasons_in_game(game: AnyGame) -> list[Phrase]:
    """Return the reasons of two levels throughout a game played by them and at random."""
    seats = min(game.info.seats[1], 3)
    state = game.setup(seats, game.info.options(), seed_from("reasons", game.info.key))
    random, phrases = Random(game.info.key), list[Phrase]()
    for ply in range(PLIES):
        owing = game.to_act(state)
        if not owing:
            break
        seat = min(owing)
        level: Level = "apprentice" if random.random() < 0.6 else "sailor"
        ideas = rank_moves(game, state, seat, level=level, salt=str(ply))
        for idea in ideas[:2]:
            reason = explain(game, state, seat, (idea.move, *idea.continuation), salt=str(ply))
            phrases += [reason] if reason.key not in (ONLY_MOVE, BY_TRIAL) else []
        move = random.choice(game.legal(state, seat)) if random.random() < 0.2 else ideas[0].move
        state = game.apply(state, seat, move).state
    return phrases
