"""Panels: a selection survives in the arguments of a button, and what is forged selects nothing."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

import bot.views.panel
from bot.play.core.narrowing import narrow
from bot.play.turns import hints
from bot.play.turns.choosing import NOTHING_SELECTED, Selection
from bot.views.choices import Choices
from bot.views.panel import PanelState, selection_from_args
from rules import GAMES
from rules.game import Phrase, Seat, Shortcut
from rules.lofoten.game import Lofoten
from tests.views.views_in_memory import reader_view_at

GAME = GAMES["lofoten"]
STATE = GAME.setup(2, GAME.info.options(), bytes(32))
SEAT: Seat = min(GAME.to_act(STATE))
FIRST, SECOND = GAME.legal(STATE, SEAT)[:2]
MENU = Shortcut(Phrase(key="shortcut.place_gain"), (FIRST,), menu=FIRST.kind, promoted=False)
SHORTCUTS = (MENU, replace(MENU, moves=(SECOND,)))


@pytest.fixture(autouse=True)
def two_shortcuts_of_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lofoten, "shortcuts", lambda *_: SHORTCUTS)


def panel(selection: Selection) -> PanelState:
    nothing: Any = None
    reader = reader_view_at(GAME, STATE, SEAT, 2, "en")
    return PanelState(reader, SEAT, selection, nothing, None, None, "")


@pytest.mark.parametrize(
    "selection",
    [
        NOTHING_SELECTED,
        Selection((FIRST.kind,)),
        Selection(FIRST.tokens()),
        Selection(shortcut=SHORTCUTS[1]),
        Selection(ambiguous=(1, 0)),
        Selection(ambiguous=(0, 12)),
    ],
)
def test_a_button_leads_back_to_the_selection_that_it_was_made_for(selection: Selection) -> None:
    snapshot, args = panel(selection).reader.snapshot, panel(selection).selection_args
    seen = snapshot.row.version
    assert selection_from_args(snapshot, SEAT, args, seen) == selection
    assert selection_from_args(snapshot, SEAT, args, seen - 1) == NOTHING_SELECTED


@pytest.mark.parametrize("arg", ["#2", "#-1", "#", "#0.x", "#²", "#0123456789", "wave"])
def test_forged_arguments_select_nothing(arg: str) -> None:
    snapshot = panel(NOTHING_SELECTED).reader.snapshot
    assert selection_from_args(snapshot, SEAT, (arg,), snapshot.row.version) == NOTHING_SELECTED


def test_of_several_shortcuts_with_one_name_it_asks_which_is_meant() -> None:
    question = panel(Selection(ambiguous=(0, 0))).question
    assert question is not None
    offered = [answer.offer.moves for answer in (*question.buttons, *question.list_entries)]
    assert sorted(offered, key=str) == sorted([(FIRST,), (SECOND,)], key=str)


def test_a_shortcut_of_a_menu_leads_back_to_the_menu() -> None:
    assert panel(Selection(shortcut=MENU)).previous_tokens == (FIRST.kind,)


def test_advice_on_a_decision_stands_above_its_answers_if_they_are_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def panel_of_returning_user() -> PanelState:
        new = panel(NOTHING_SELECTED)
        reader, players = new.reader, (SimpleNamespace(resigned=False),) * 2
        user: Any = reader.snapshot.users[SEAT]
        user.hints_seen = {f"{GAME.info.key}.{hints.GOAL}"}
        row: Any = SimpleNamespace(**vars(reader.snapshot.row), begins=1)
        snapshot = replace(reader.snapshot, row=row, players=cast("Any", players))
        later: Any = SimpleNamespace(since=2)
        return replace(new, reader=replace(reader, snapshot=snapshot), since_last=later)

    monkeypatch.setattr(Lofoten, "shortcuts", lambda *_: ())
    few = panel_of_returning_user()
    assert few.hint == FIRST.kind
    advice = few.reader.game_text.hint_text(FIRST.kind)
    assert advice
    assert (few.introduction, few.explanations) == ([], [advice])
    assert few.question is not None
    for more, texts in ((0, ([], [advice])), (1, ([advice], []))):
        monkeypatch.setattr(bot.views.panel, "MAX_BUTTONS_BELOW_HINT", len(few.question.buttons) - more)
        again = panel_of_returning_user()
        assert (again.introduction, again.explanations) == texts


@pytest.mark.parametrize("more", [0, 1])
def test_eight_answers_are_buttons_and_with_more_the_shortcuts_are_a_list(
    monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    legal = GAME.legal(STATE, SEAT)
    offered = tuple(
        Shortcut(Phrase(key="shortcut.place_gain", values={"n": number}), (FIRST,), keeps_first_move=True)
        for number in range(8 - len(legal) + more)
    )
    monkeypatch.setattr(Lofoten, "shortcuts", lambda *_: offered)
    start = narrow(legal, ())
    assert start is not None
    question = Choices(panel(NOTHING_SELECTED).reader, SEAT).question(start)
    sizes = len(question.buttons), len(question.list_entries)
    assert sizes == ((len(legal), len(offered)) if more else (8, 0))
