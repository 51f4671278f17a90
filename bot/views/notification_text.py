"""Texts of notifications: the one sentence that a phone shows on its lock screen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.i18n import Locale, locale_for
from bot.play.core import GameSnapshot
from bot.play.notify.turn_notifications import ClockEnd
from bot.views.game_labels import name_with_level
from bot.views.markup import mention, plain_name
from bot.views.pace_text import clock_text
from bot.views.reader_view import ReaderView
from rules.game import Outcome, Seat


def turn_notification_text(reader: ReaderView, seats: Sequence[Seat], ends: Mapping[Seat, ClockEnd]) -> str:
    """Returns one line per language and owed action: the mentions of the players, then what they owe."""
    groups: dict[tuple[str, str], list[Seat]] = {}
    for seat in seats:
        own = in_language_of(reader, seat)
        groups.setdefault((own.locale.language, own.owed_text(seat)), []).append(seat)
    lines = []
    for (_, owed), notified in groups.items():
        pings = " ".join(mention(reader.snapshot.players[seat].person) for seat in notified)
        soonest = min((ends[seat] for seat in notified if seat in ends), key=lambda end: end.at, default=None)
        own = in_language_of(reader, notified[0])
        lines.append(f"{pings} {your_move_text(own, notified, owed, soonest)}")
    return "\n".join(lines)


def in_language_of(reader: ReaderView, seat: Seat) -> ReaderView:
    """Returns the same view in the language of the player on a seat, if it is known."""
    language = reader.snapshot.users[seat].locale
    return replace(reader, locale=locale_for(language)) if language else reader


def your_move_text(reader: ReaderView, notified: Sequence[Seat], owed: str, end: ClockEnd | None) -> str:
    """Returns the sentence for the players to move.

    Example: "Lofoten with Bjørn: your move, play an order card. 24 h, until Thursday evening."
    """
    locale, game = reader.locale, game_with_opponents(reader.snapshot, notified, reader.locale)
    if end is None or end.left_ms <= 0:
        return locale.t("{game}: your move, {owed}.", game=game, owed=owed)
    time = clock_text(locale, end)
    return locale.t("{game}: your move, {owed}. {time}.", game=game, owed=owed, time=time)


def game_with_opponents(snapshot: GameSnapshot, readers: Sequence[Seat], locale: Locale) -> str:
    """Returns the title and the players other than the readers: "Lofoten with Bjørn"."""
    title = locale.game_text(snapshot.game, ()).game_name
    others = [name_with_level(snapshot, seat, locale) for seat in snapshot.seats if seat not in readers]
    if not others:
        return title
    return locale.t("{game} with {others}", game=title, others=locale.join_list(others))


def game_over_text(reader: ReaderView, outcome: Outcome) -> str:
    """Returns the title and the outcome of a finished game."""
    names = tuple(plain_name(name) for name in reader.snapshot.names)
    game_text = reader.locale.game_text(reader.snapshot.game, names)
    return reader.locale.t(
        "{what}: {values}", what=game_text.game_name, values=game_text.outcome_text(outcome)
    )
