"""Why a computer player makes a move, in words: every reason it can have is a sentence in every language."""

import logging
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.i18n import locale_for
from bot.i18n.catalogue import find_entry
from bot.i18n.languages import available_languages
from opponents import BY_TRIAL, ONLY_MOVE, Level, ai_for, explain, rank_moves
from opponents.reasons import Claim, Line, certain_reason, claim, play_line
from rules import GAMES
from rules.game import AnyGame, Phrase
from tests.contract.contract_checks import seed_from
from tests.opponents.race import Race, Track

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


def test_a_claim_is_made_only_if_it_holds_in_every_deal() -> None:
    """Of those the heaviest; a move without a choice needs none."""
    game: Any = Race()
    deals = iter(range(100))

    def claims(line: Line) -> Iterator[Claim]:
        assert line.moves == (2,)
        yield claim(9, "luck", number=next(deals))
        yield claim(1, "light")
        yield claim(2, "heavy", number=3)

    reason = certain_reason(game, claims, Track(), 0, (2,), salt="salt")
    assert reason == Phrase(key="heavy", values={"number": 3})
    assert certain_reason(game, lambda _: (), Track(), 0, (2,), salt="salt").key == BY_TRIAL
    assert next(deals) > 1, "several deals were compared"
    forced: Any = Race(most=1)
    assert certain_reason(forced, claims, Track(), 0, (1,), salt="salt").key == ONLY_MOVE


def test_a_line_ends_before_a_move_that_is_not_legal_and_after_one_that_reveals() -> None:
    game: Any = Race(again=(1,))
    assert play_line(game, Track(), 0, (1, 1, 7, 1)).moves == (1, 1)
    assert play_line(game, Track(), 0, (1, 2, 1)).moves == (1, 2)
    line = play_line(game, Track(), 0, (1, 2))
    assert (line.before, line.after.points) == (Track(), (3, 0))
    apply = game.apply
    game.apply = lambda *given: apply(*given)._replace(reveals=True)
    assert play_line(game, Track(), 0, (1, 1)).moves == (1,)
