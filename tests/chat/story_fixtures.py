"""What tests of a game's story share: a recorded game in the chat, one reader's scene, a beat of the log."""

from typing import Any

import db
from bot.i18n import locale_for
from bot.play.core.snapshot import GameSnapshot
from bot.play.history.story import ReplayedEntry
from bot.views.reader_view import ReaderView
from rules import GAMES
from rules.game import Event, Seat
from tests.chat.discord_driver import Chat, words_of
from tests.play.recorded_games import RecordedGame, record_game

CODE = "AB2CD"
NAMES = ("Astrid", "Bjorn", "Cara")


async def seated(chat: Chat, *names: str, plies: int | None = None, key: str = "borealis") -> RecordedGame:
    """A game of these people in the chat's channel after so many moves, or after its last."""
    people = [chat.person(name).id for name in names]
    return await record_game(
        chat.store, people, plies, key=key, names=names, server=chat.guild.id, channel=chat.channel.id
    )


def scene_of(key: str, seat: Seat | None, language: str = "en") -> ReaderView:
    """A table of three without a row, as somebody on this seat reads of it."""
    players = tuple(db.Player(CODE, seat, seat + 1, 0) for seat in range(len(NAMES)))
    people = tuple(db.User(number, name=name) for number, name in enumerate(NAMES, start=1))
    row: Any = None
    pictures: Any = None
    return ReaderView(GameSnapshot(row, players, people, GAMES[key]), seat, locale_for(language), pictures)


def beat(*events: Event, kind: str = "move", seat: Seat = 1, by: str | None = None) -> ReplayedEntry:
    return ReplayedEntry(db.Entry(CODE, 2, seat, None, kind, by, "", True, None, None, "", 0), events, None)


def said(channel: Any) -> str:
    """All that stands in a channel."""
    return "\n".join(words_of(message) for message in channel.history())
