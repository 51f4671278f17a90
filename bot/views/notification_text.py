"""What a call says first: the one sentence that a phone shows of it."""

from collections.abc import Mapping, Sequence

from bot.i18n import Locale
from bot.play.core.snapshot import GameSnapshot
from bot.views.markup import mention, plain_name
from bot.views.reader_view import ReaderView
from rules.game import Outcome, Seat


def awaited(reader: ReaderView, seats: Sequence[Seat], deadlines: Mapping[Seat, int], now: int) -> str:
    """Whose move it is and what is owed, a line for each thing that is owed; those called stand before it."""
    by_what: dict[str, list[Seat]] = {}
    for seat in seats:
        by_what.setdefault(reader.owed_by(seat), []).append(seat)
    lines = []
    for owed, called in by_what.items():
        pings = " ".join(mention(reader.snapshot.players[seat].person) for seat in called)
        soonest = min((deadlines[seat] for seat in called if seat in deadlines), default=None)
        lines.append(f"{pings} {your_move(reader, called, owed, soonest, now)}")
    return "\n".join(lines)


def your_move(reader: ReaderView, called: Sequence[Seat], owed: str, deadline: int | None, now: int) -> str:
    """The same to those who read it: "Lofoten with Bjørn: your move, play an order card. 2 days left."""
    locale, where = reader.locale, named(reader.snapshot, called, reader.locale)
    if deadline is None or deadline <= now:
        return locale.t("{game}: your move, {owed}.", game=where, owed=owed)
    left = locale.span(deadline - now)
    return locale.t("{game}: your move, {owed}. {left} left.", game=where, owed=owed, left=left)


def named(snapshot: GameSnapshot, readers: Sequence[Seat], locale: Locale) -> str:
    """A game by its title and those others who play it."""
    title = locale.game_text(snapshot.game, ()).game_name
    others = [plain_name(snapshot.names[seat]) for seat in snapshot.seats if seat not in readers]
    if not others:
        return title
    return locale.t("{game} with {others}", game=title, others=locale.listed(others))


def over(reader: ReaderView, outcome: Outcome) -> str:
    """How a game ended."""
    names = tuple(plain_name(name) for name in reader.snapshot.names)
    game_text = reader.locale.game_text(reader.snapshot.game, names)
    return f"{game_text.game_name}: {game_text.outcome(outcome)}"
