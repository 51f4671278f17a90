"""Texts of the log: what is said of moves under earlier rules, and how many losses are listed."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.play.history.story import ReplayedEntry
from bot.play.turns.turns import PAUSED
from bot.views.reader_view import ReaderView
from bot.views.story_text import MAX_LOSS_LINES, entry_lines, fit_lines
from rules import GAMES
from tests.views.views_in_memory import reader_view_at

GAME = GAMES["lofoten"]
STATE = GAME.setup(2, GAME.info.options(), bytes(32))


def reader_on(seat: int | None, *, over: bool = False) -> ReaderView:
    reader = reader_view_at(GAME, STATE, 0, 2, "en")
    row: Any = SimpleNamespace(code="ABCDE", version=1, status="over" if over else "running")
    return replace(reader, seat=seat, snapshot=replace(reader.snapshot, row=row))


def entry(kind: str, text: str, *, seat: int | None = 0, by: str | None = None) -> ReplayedEntry:
    row: Any = SimpleNamespace(kind=kind, text=text, seat=seat, by=by)
    return ReplayedEntry(row, (), None, is_unreadable=True)


@pytest.mark.parametrize(
    ("seat", "over", "line"),
    [
        (0, False, "Astrid: `side left`"),
        (1, False, "Astrid makes a move."),
        (None, False, "Astrid makes a move."),
        (1, True, "Astrid: `side left`"),
        (None, True, "Astrid: `side left`"),
    ],
)
def test_a_move_under_earlier_rules_is_shown_to_others_only_after_the_game(
    seat: int | None, over: bool, line: str
) -> None:
    reader = reader_on(seat, over=over)
    assert entry_lines(reader, entry("move", "side left")) == [line]
    assert entry_lines(reader, entry("move", "`side` left")) == [line]
    assert entry_lines(reader, entry("move", "side left", by="caretaker")) == [
        f"{line} (played by the caretaker)"
    ]


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (entry("undo", ""), ["Astrid undoes a move."]),
        (entry("undo", "", by="vote"), []),
        (entry("archive", "", seat=None), ["The game is archived."]),
        (entry("archive", PAUSED, seat=None), []),
        (entry("vote", "overdue wait", seat=1), ["The table waits another day for Bjørn."]),
        (entry("vote", "unheard of"), []),
        (entry("setup", "", seat=None), []),
        (entry("resign", "", seat=None), ["Skald resigns."]),
    ],
)
def test_an_entry_is_told_once_and_by_name(told: ReplayedEntry, line: list[str]) -> None:
    assert entry_lines(reader_on(1), told) == line


def test_the_latest_losses_are_listed_and_equal_ones_counted() -> None:
    lines = [f"loss {number}" for number in range(MAX_LOSS_LINES)]
    reader = reader_on(0)
    assert fit_lines(reader, [*lines, lines[-1]]) == [*lines[:-1], f"{lines[-1]} ×2"]
    assert fit_lines(reader, ["first", "second", *lines]) == ["-# … and 2 more before that", *lines]
