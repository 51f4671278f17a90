"""What a button or a select carries, and which handler answers it.

Everything a tap needs is in its own name, in 100 letters: a verb, the game, and what the verb needs. So it
outlives any restart, and it is answered however old its message is.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.chat.requests import Manner, Request, answer
from bot.play.refusals import Denied

log = logging.getLogger(__name__)

_PREFIX = "skald"
LIMIT = 100


@dataclass(frozen=True, slots=True)
class Tap:
    """A verb, the game it is about, the version of it that was seen, and further words."""

    verb: str
    game: str = ""
    version: int | None = None
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        version = "" if self.version is None else str(self.version)
        name = ":".join((_PREFIX, self.verb, self.game, version, " ".join(self.words)))
        if len(name) > LIMIT:
            raise ValueError(f"a tap of {len(name)} letters: {name}")
        return name


def read_tap(name: str) -> Tap | None:
    """The tap behind a custom id; None for one that is not ours or was forged."""
    parts = name.split(":", 4)
    if len(parts) != 5 or parts[0] != _PREFIX or not parts[1]:
        return None
    _, verb, game, version, words = parts
    if version and not (version.isascii() and version.isdigit() and len(version) < 10):
        return None
    return Tap(verb, game, int(version) if version else None, tuple(words.split()))


def read_number(word: str) -> int:
    """A number in the words of a tap; what is none was not written by us."""
    if not (word.isascii() and word.isdecimal() and len(word) < 16):
        raise Denied("unknown_button")
    return int(word)


Handler = Callable[[Request, Tap], Awaitable[None]]

BUTTONS: dict[str, tuple[Manner, Handler]] = {}
"""By verb: how the answer appears, and who gives it."""


def on_tap(verb: str, manner: Manner) -> Callable[[Handler], Handler]:
    """Declare that the function below answers the taps of this verb."""

    def register(handler: Handler) -> Handler:
        if verb in BUTTONS:
            raise ValueError(f"two handlers for the tap {verb!r}")
        BUTTONS[verb] = (manner, handler)
        return handler

    return register


def first_number(tap: Tap) -> int:
    """The number that a tap carries first."""
    return read_number(next(iter(tap.words), ""))


async def answer_tap(request: Request, name: str) -> None:
    """Answer a tap by its name alone, however old its message is."""
    tap = read_tap(name)
    manner, handler = BUTTONS.get(tap.verb if tap else "", ("private", _unknown))

    async def work(request: Request) -> None:
        await handler(request, tap or Tap("unknown"))

    await answer(request, manner, work)


async def _unknown(_: Request, tap: Tap) -> None:
    log.info("an unknown tap: %s", tap.verb)
    raise Denied("unknown_button")
