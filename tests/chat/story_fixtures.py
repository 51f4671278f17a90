"""Fixtures for a game's story: a recorded game in the chat, a reader's view, an entry of the log."""

from collections.abc import Collection
from dataclasses import replace
from random import Random
from typing import Any

import db
from bot.i18n import locale_for
from bot.play.core.snapshot import GameSnapshot
from bot.play.history.story import ReplayedEntry
from bot.views.reader_view import ReaderView
from rules import GAMES
from rules.game import AnyGame, Event, Seat
from tests.chat.discord_driver import Chat, text_of
from tests.play.recorded_games import RecordedGame, record_game
from tests.plies import random_plies

CODE = "AB2CD"
NAMES = ("Astrid", "Bjorn", "Cara")


async def recorded_game_in(
    chat: Chat, *names: str, plies: int | None = None, key: str = "borealis"
) -> RecordedGame:
    """Store a recorded game of these users in the chat's channel, after `plies` moves or at its end."""
    people = [chat.user(name).id for name in names]
    return await record_game(
        chat.store, people, plies, key=key, names=names, server=chat.guild.id, channel=chat.channel.id
    )


def reader_view_of(game: str | AnyGame, seat: Seat | None, language: str = "en") -> ReaderView:
    """Returns a seat's view of a game of three that is not stored."""
    played = GAMES[game] if isinstance(game, str) else game
    players = tuple(db.Player(CODE, seat, seat + 1, 0) for seat in range(len(NAMES)))
    people = tuple(db.User(number, name=name) for number, name in enumerate(NAMES, start=1))
    row: Any = None
    pictures: Any = None
    return ReaderView(GameSnapshot(row, players, people, played), seat, locale_for(language), pictures)


def replayed_entry(
    *events: Event, kind: str = "move", seat: Seat = 1, by: str | None = None
) -> ReplayedEntry:
    return ReplayedEntry(db.Entry(CODE, 2, seat, None, kind, by, "", True, None, None, "", 0), events, None)


def played_entries(game: AnyGame, plies: int) -> list[ReplayedEntry]:
    """Returns the first entries of a game of random moves, with their events."""
    dealt = game.setup(min(len(NAMES), game.info.seats[1]), game.info.options(), bytes(32))
    return [
        replace(replayed_entry(*step.events, seat=seat), state=step.state)
        for _, seat, _, step in random_plies(game, dealt, Random(1), plies)
    ]


def channel_text(channel: Any) -> str:
    """Returns the text of all messages in a channel."""
    return "\n".join(text_of(message) for message in channel.history())


def view_of_table(
    seat: Seat | None = None,
    *,
    owing: Collection[Seat] = (),
    caretaker: Collection[Seat] = (),
    resigned: Collection[Seat] = (),
    **row: Any,
) -> ReaderView:
    """Returns a seat's view of a running game of three; `row` changes the columns of its row."""
    reader = reader_view_of("borealis", seat)
    columns: dict[str, Any] = {
        "code": CODE,
        "status": "running",
        "channel": 60,
        "thread": 70,
        "host": 1,
        **row,
    }
    stored = db.Game("borealis", 1, "printed", {}, **columns)
    players = tuple(
        replace(
            player,
            caretaker_since=1 if player.seat in caretaker else None,
            resigned_at=1 if player.seat in resigned else None,
        )
        for player in reader.snapshot.players
    )
    snapshot = _OwingSnapshot(stored, players, reader.snapshot.users, reader.snapshot.game)
    object.__setattr__(snapshot, "owing", frozenset(owing))
    return replace(reader, snapshot=snapshot)


class _OwingSnapshot(GameSnapshot):
    """A snapshot that needs no state to say who owes a move."""

    owing: frozenset[Seat]

    def owing_seats(self) -> frozenset[Seat]:
        return self.owing if self.is_running else frozenset()
