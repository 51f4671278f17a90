"""What Skald may not do at a place, and how a message makes its way all the same.

A message to a table goes down a ladder: with its pictures in the thread, there in words alone, to the parent
channel, and to those whom it calls by direct message. Discord refuses without saying why; which right is
missing is seen by the rung that holds. It is told once for each table and place: in a line of the message
that got through, and to the table's host. What was sent in a lesser form knows it (`db.Message.lacking`), and
a post of its own (`posts.Mend`) tries the proper form again, slowly, until it is well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import discord

from bot.chat.messages.message_builder import MessageBuilder
from bot.i18n import N_, Locale
from bot.play.core.snapshot import GameSnapshot

Right = Literal[
    "attach_files",
    "send_messages_in_threads",
    "send_messages",
    "view_channel",
    "create_public_threads",
    "locked",
]
"""What is missing; a locked thread is the one thing that is no permission."""

MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
ARCHIVED, LOCKED = 50083, 160005
REFUSALS = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS, ARCHIVED, LOCKED})
"""With these codes Discord says that it is for want of a right."""
NOT_FOR_WORDS = frozenset({50008, 50024})
"""A forum takes posts, but no message of its own."""

PERMISSIONS: Mapping[str, str] = {
    "attach_files": N_("Attach Files"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "send_messages": N_("Send Messages"),
    "view_channel": N_("View Channel"),
    "create_public_threads": N_("Create Public Threads"),
}
"""Called as Discord calls them in the settings of a channel."""
_NO_PICTURES = N_("Skald can't send pictures in {place}. The permission “{right}” would bring them back.")
_NO_THREADS = N_(
    "Skald can't open threads in {place}, so the game is played in the channel itself. "
    "With the permission “{right}” it gets a thread of its own."
)
_LOCKED = N_("{place} is locked, so Skald can't write there. The game goes on there once it's unlocked.")
_NO_WORDS = N_("Skald can't write in {place}. With the permission “{right}” the game goes on there.")


def told(right: str, place: int, locale: Locale) -> str:
    """What is missing, and what would help."""
    there = f"<#{place}>"
    if right == "locked":
        return locale.t(_LOCKED, place=there)
    text = {"attach_files": _NO_PICTURES, "create_public_threads": _NO_THREADS}.get(right, _NO_WORDS)
    return locale.t(text, place=there, right=locale.t(PERMISSIONS[right]))


def is_refusal(problem: discord.HTTPException) -> bool:
    """Whether something cannot be said there, but perhaps elsewhere."""
    return problem.code in REFUSALS or problem.code in NOT_FOR_WORDS


@dataclass(frozen=True, slots=True)
class Want:
    """What is missing for the proper form: which right, and where."""

    right: Right
    place: int


class NowhereError(Exception):
    """Nothing can be said at a table, and nobody is called by it; what is missing there."""

    def __init__(self, want: Want) -> None:
        super().__init__(f"nowhere for want of {want.right}")
        self.want = want


@dataclass(frozen=True, slots=True)
class Rung:
    """One way to say something at a table; the lower its rank the better."""

    place: int
    pictures: bool
    in_thread: bool
    rank: int

    def form(self, builder: MessageBuilder) -> MessageBuilder:
        """A message as it can stand there."""
        return builder if self.pictures else builder.without_pictures()

    def missing(self, code: int) -> Right:
        """What is missing where it does not hold, as far as is known before the next one is tried."""
        if code in (LOCKED, ARCHIVED):
            return "locked"
        if code == MISSING_ACCESS:
            return "view_channel"
        if self.pictures:
            return "attach_files"
        return "send_messages_in_threads" if self.in_thread else "send_messages"


BY_DIRECT_MESSAGE = 4
"""The rank below all rungs."""


def ladder(snapshot: GameSnapshot, builder: MessageBuilder) -> tuple[Rung, ...]:
    """The ways to a table, the proper one first."""
    row = snapshot.row
    places = [place for place in (row.thread, row.channel) if place is not None]
    every = (
        Rung(place, pictures=pictures, in_thread=place == row.thread, rank=2 * number + (not pictures))
        for number, place in enumerate(places)
        for pictures in (True, False)
    )
    return tuple(rung for rung in every if builder.pictures or not rung.pictures)
