"""What a call says first: the one sentence that a phone shows of it."""

from collections.abc import Mapping, Sequence

from bot.i18n import Words
from bot.play.core.snapshot import Position
from bot.views.markup import mention, plain_name
from bot.views.reader_view import Scene
from rules.game import Outcome, Seat


def awaited(scene: Scene, seats: Sequence[Seat], deadlines: Mapping[Seat, int], now: int) -> str:
    """Whose move it is and what is owed, a line for each thing that is owed; those called stand before it."""
    by_what: dict[str, list[Seat]] = {}
    for seat in seats:
        by_what.setdefault(scene.owed_by(seat), []).append(seat)
    lines = []
    for owed, called in by_what.items():
        pings = " ".join(mention(scene.position.players[seat].person) for seat in called)
        soonest = min((deadlines[seat] for seat in called if seat in deadlines), default=None)
        lines.append(f"{pings} {your_move(scene, called, owed, soonest, now)}")
    return "\n".join(lines)


def your_move(scene: Scene, called: Sequence[Seat], owed: str, deadline: int | None, now: int) -> str:
    """The same to those who read it: "Lofoten with Bjørn: your move, play an order card. 2 days left."""
    words, where = scene.words, named(scene.position, called, scene.words)
    if deadline is None or deadline <= now:
        return words.say("{game}: your move, {owed}.", game=where, owed=owed)
    left = words.span(deadline - now)
    return words.say("{game}: your move, {owed}. {left} left.", game=where, owed=owed, left=left)


def named(position: Position, readers: Sequence[Seat], words: Words) -> str:
    """A game by its title and those others who play it."""
    title = words.teller(position.game, ()).game_name
    others = [plain_name(position.names[seat]) for seat in position.seats if seat not in readers]
    if not others:
        return title
    return words.say("{game} with {others}", game=title, others=words.listed(others))


def over(scene: Scene, outcome: Outcome) -> str:
    """How a game ended."""
    names = tuple(plain_name(name) for name in scene.position.names)
    teller = scene.words.teller(scene.position.game, names)
    return f"{teller.game_name}: {teller.outcome(outcome)}"
