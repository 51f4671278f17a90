"""What people are called in a text, and a game where there is little room: by its people, then its title."""

import re
import unicodedata
from collections.abc import Sequence

from bot.chat.draft import clip
from bot.play.position import Position
from bot.words import Words
from rules.game import Seat

THREAD_LIMIT = 100
LABEL = 34
"""So much of a button's label is seen on a phone."""
SHORTEST = 2
APART = " · "
NAMELESS = "…"
_TURNS_AROUND = frozenset(
    "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
"""Signs that cannot be seen, and turn around or hide what stands beside them."""
_MEANS_SOMETHING = re.compile(r"<(?=[@#:/]|a:|t:|id:)|@(?=everyone|here)")
"""Where Discord would read a mention, an emoji, a time or a command."""


def tidy_name(name: str) -> str:
    """Somebody's name as it can stand in any text: it rings for nobody and turns nothing around.

    >>> tidy_name("Bj\u202eørn\\n<@&7> @everyone")
    'Bjørn ‹@&7> everyone'
    """
    seen = "".join(
        " " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter
        for letter in name
        if letter not in _TURNS_AROUND
    )
    plain = _MEANS_SOMETHING.sub(lambda found: "‹" if found[0] == "<" else "", seen)
    return " ".join(plain.split()) or NAMELESS


def thread_name(position: Position, words: Words) -> str:
    """The people, then the title: "Bjørn & Astrid · Lofoten · K7QXR".

    A list of threads shows little more than how a name begins. Of long names the ends are cut off, not of the
    whole: the code always stands there.
    """
    rest = APART + words.teller(position.game, ()).game_name + APART + position.code
    return _people(position.names, THREAD_LIMIT - len(rest)) + rest


def button_name(position: Position, reader: Seat | None, words: Words) -> str:
    """A game on a button for one of its players: "Lofoten · Bjørn"."""
    title = words.teller(position.game, ()).game_name
    others = [name for seat, name in enumerate(position.names) if seat != reader]
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
