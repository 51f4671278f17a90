"""Views of games that are in no database."""

from types import SimpleNamespace
from typing import Any

from bot.i18n import locale_for
from bot.play.core.snapshot import GameSnapshot
from bot.views.reader_view import ReaderView
from db.users import Preferences
from rules.game import AnyGame, Seat

NAMES = ("Astrid", "Bjørn", "Cara", "Dag", "Eira")


def reader_view_at(game: AnyGame, state: Any, seat: Seat, seats: int, language: str) -> ReaderView:
    """Returns a view of a game in memory, with as much as a question needs."""
    row: Any = SimpleNamespace(code="ABCDE", version=123456, status="running")
    people: Any = tuple(
        SimpleNamespace(name=name, id=number, preferences=Preferences(), hints_seen=frozenset())
        for number, name in enumerate(NAMES[:seats])
    )
    snapshot = GameSnapshot(row, (), people, game, state)
    nobody: Any = None
    return ReaderView(snapshot, seat, locale_for(language), nobody)
