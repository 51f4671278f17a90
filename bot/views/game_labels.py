"""What a game is called where there is little room: by its people, then its title."""

from collections.abc import Sequence

from bot.i18n import Locale
from bot.play.core.snapshot import GameSnapshot
from bot.views.markup import clip
from rules.game import Seat

THREAD_LIMIT = 100
LABEL = 34
"""So much of a button's label is seen on a phone."""
SHORTEST = 2
APART = " · "


def thread_name(snapshot: GameSnapshot, locale: Locale) -> str:
    """The people, then the title: "Bjørn & Astrid · Lofoten · K7QXR".

    A list of threads shows little more than how a name begins. Of long names the ends are cut off, not of the
    whole: the code always stands there.
    """
    rest = APART + locale.game_text(snapshot.game, ()).game_name + APART + snapshot.code
    return _people(snapshot.names, THREAD_LIMIT - len(rest)) + rest


def button_name(snapshot: GameSnapshot, reader: Seat | None, locale: Locale) -> str:
    """A game on a button for one of its players: "Lofoten · Bjørn"."""
    title = locale.game_text(snapshot.game, ()).game_name
    others = [name for seat, name in enumerate(snapshot.names) if seat != reader]
    if not others:
        return title
    return title + APART + _people(others, LABEL - len(title + APART))


def _people(names: Sequence[str], room: int) -> str:
    """Names side by side in so much room: the longest give way first."""
    names = [" ".join(name.split()) for name in names]
    longest = max(map(len, names), default=0)
    while longest > SHORTEST and len(_joined(names, longest)) > room:
        longest -= 1
    return clip(_joined(names, longest), room)


def _joined(names: Sequence[str], longest: int) -> str:
    *others, last = (clip(name, longest) for name in names)
    return f"{', '.join(others)} & {last}" if others else last
