"""Labels of an afternoon: gains, costs, and the player who loses something."""

import pytest

from bot.i18n import LANGUAGES, MAX_BUTTON_CHARS, locale_for
from rules.game import Move
from rules.shipwrights.events import DraftDone
from rules.shipwrights.state import State
from tests.rules.shipwrights.states import COMPONENTS, GAME, board, table

PEOPLE = ("Astrid", "Chloé", "Dag")


def label(state: State, move: Move, language: str) -> str:
    return locale_for(language).game_text(GAME, PEOPLE).move_label(move, GAME.label_facts(state, 0, move))


def legal(state: State, kind: str) -> list[Move]:
    return [move for move in GAME.legal(state, 0) if move.kind == kind]


@pytest.mark.parametrize(("language", "gold"), [("en", "gold"), ("fr", "Or"), ("de", "Gold")])
def test_a_gain_is_told_from_a_cost_by_its_sign(language: str, gold: str) -> None:
    state = table(board(hand="king bow_saw", gold=6), board())
    (king,), (saw,) = legal(state, "call"), legal(state, "tool")
    assert f"+{COMPONENTS.villagers['king'].gold} {gold}" in label(state, king, language)
    assert f"−{COMPONENTS.faces['bow_saw'].gold} {gold}" in label(state, saw, language)


@pytest.mark.parametrize(("language", "workers"), [("en", "workers"), ("fr", "Ouvr."), ("de", "Arbeiter")])
def test_a_building_says_which_workers_it_takes(language: str, workers: str) -> None:
    state = table(board(hand="boat_house", gold=12, workers=8), board())
    (build,) = legal(state, "build")
    face = COMPONENTS.faces["boat_house"]
    assert face.workers > 1
    assert f"−{face.gold} " in label(state, build, language)
    assert f"−{face.workers} {workers}" in label(state, build, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_buys_a_second_tool_reads_which_one_is_lost(language: str) -> None:
    state = table(board(hand="bow_saw", gold=12, tool="spindle_whorl"), board())
    (buy,) = legal(state, "tool")
    game_text = locale_for(language).game_text(GAME, PEOPLE)
    lost = GAME.names["spindle_whorl"].text(language)
    assert lost in label(state, buy, language)
    assert lost in game_text.intent_text(buy, GAME.label_facts(state, 0, buy))


@pytest.mark.parametrize(("language", "own"), [("en", "your own"), ("fr", "votre")])
@pytest.mark.parametrize("card", ["assassin", "barbarian"])
def test_an_attack_on_oneself_comes_last_and_says_so(language: str, own: str, card: str) -> None:
    attacked = board(craftsmen="oarmaker", workshops="skute -")
    state = table(board(hand=card, craftsmen="carpenter", workshops="sud -"), attacked, attacked)
    moves = legal(state, card)
    assert [move.player for move in moves] == [1, 2, 0]  # type: ignore[attr-defined]
    labels = [label(state, move, language) for move in moves]
    assert [own in each for each in labels] == [False, False, True]
    assert "Chloé" in labels[0]
    assert all(len(each) <= MAX_BUTTON_CHARS for each in labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_villager_is_called_what_workers_are(language: str) -> None:
    assert GAME.names["labourer"].text(language).lower() != GAME.names["worker"].text(language).lower()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", ["assassin", "beggar", "merchant", "raider", "sage", "thief"])
def test_the_hint_of_a_villager_names_them(language: str, card: str) -> None:
    hint = locale_for(language).game_text(GAME, PEOPLE).hint_text(card)
    assert hint is not None
    assert GAME.names[card].text(language) in hint


def test_a_whole_draft_is_told_in_one_line() -> None:
    """The public text about a player's morning does not list cards and fits half a line of the card."""
    game_text = locale_for("en").game_text(GAME, PEOPLE)
    assert game_text.event_text(DraftDone(seat=1, cards=3)) == "Chloé has kept 3 cards."
