"""Texts of notifications: the one sentence that a phone shows on its lock screen."""

from collections.abc import Mapping, Sequence

from bot.i18n import Locale
from bot.play.core.snapshot import GameSnapshot
from bot.views.markup import mention, plain_name
from bot.views.reader_view import ReaderView
from rules.game import Outcome, Seat


def turn_notification_text(
    reader: ReaderView, seats: Sequence[Seat], deadlines: Mapping[Seat, int], now: int
) -> str:
    """Returns one line per owed action: the mentions of the players who owe it, then what they owe."""
    seats_by_owed: dict[str, list[Seat]] = {}
    for seat in seats:
        seats_by_owed.setdefault(reader.owed_text(seat), []).append(seat)
    lines = []
    for owed, notified in seats_by_owed.items():
        pings = " ".join(mention(reader.snapshot.players[seat].person) for seat in notified)
        soonest = min((deadlines[seat] for seat in notified if seat in deadlines), default=None)
        lines.append(f"{pings} {your_move_text(reader, notified, owed, soonest, now)}")
    return "\n".join(lines)


def your_move_text(
    reader: ReaderView, notified: Sequence[Seat], owed: str, deadline: int | None, now: int
) -> str:
    """Returns the sentence for the players to move.

    Example: "Lofoten with Bjørn: your move, play an order card. 2 days left."
    """
    locale, game = reader.locale, game_with_opponents(reader.snapshot, notified, reader.locale)
    if deadline is None or deadline <= now:
        return locale.t("{game}: your move, {owed}.", game=game, owed=owed)
    left = locale.duration(deadline - now)
    return locale.t("{game}: your move, {owed}. {left} left.", game=game, owed=owed, left=left)


def game_with_opponents(snapshot: GameSnapshot, readers: Sequence[Seat], locale: Locale) -> str:
    """Returns the title and the players other than the readers: "Lofoten with Bjørn"."""
    title = locale.game_text(snapshot.game, ()).game_name
    others = [plain_name(snapshot.names[seat]) for seat in snapshot.seats if seat not in readers]
    if not others:
        return title
    return locale.t("{game} with {others}", game=title, others=locale.join_list(others))


def game_over_text(reader: ReaderView, outcome: Outcome) -> str:
    """Returns the title and the outcome of a finished game."""
    names = tuple(plain_name(name) for name in reader.snapshot.names)
    game_text = reader.locale.game_text(reader.snapshot.game, names)
    return f"{game_text.game_name}: {game_text.outcome_text(outcome)}"
