"""Permission fallbacks: how a message reaches a table where Skald lacks a permission.

Fallbacks are tried in order: with pictures in the thread, there as text, in the parent channel, and as direct
messages to the users it notifies. Discord refuses without naming the permission, so it is deduced from the
first fallback that works. It is reported once per table and channel: in a footer of the message that got
through, and to the host. A degraded message stores it (`db.Message.lacking`). A post of its own
(`outbox_messages.PermissionRecovery`) retries the best form with backoff until it succeeds.
"""

from dataclasses import dataclass
from typing import Literal

import discord

from bot.chat.interactions.channel_checks import TABLE_PERMISSIONS
from bot.chat.messages import MessageBuilder
from bot.i18n import N_, Locale
from bot.play.core import GameSnapshot

Permission = Literal[
    "attach_files", "send_messages_in_threads", "send_messages", "view_channel", "create_public_threads",
    "locked", "thread_limit", "post_limit",
]  # fmt: skip
"""Obstacles to a delivery: permissions, a locked thread, or a server with no room for threads or posts."""

MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
ARCHIVED, LOCKED, THREAD_LIMIT = 50083, 160005, 160006
PERMISSION_ERRORS = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS, ARCHIVED, LOCKED})
CHANNEL_TAKES_NO_MESSAGES = frozenset({50008, 50024})  # Such as a forum, which takes only posts.

_NO_PICTURES = N_("Skald can't send pictures in {place}. Grant the permission “{right}” to bring them back.")
_NO_THREADS = N_(
    "Skald can't open threads in {place}, so the game is played in the channel "
    "itself. Grant the permission “{right}”, and the game gets its own thread."
)
_NO_WORDS_IN_THREADS = N_(
    "Skald can't write in the threads of {place}, so the game is played in the "
    "channel itself. Grant the permission “{right}”, and the game moves to its "
    "thread."
)
_THREAD_LIMIT = N_(
    "This server has as many active threads as Discord allows, so the game is played in {place} itself. "
    "It gets a thread of its own when there is room."
)
_POST_LIMIT = N_(
    "This server has as many active threads as Discord allows, so no table can be posted in {place}. "
    "Yours comes when there is room."
)
_LOCKED = N_("{place} is locked, so Skald can't write there. The game continues once it's unlocked.")
_NO_WORDS = N_("Skald can't write in {place}. Grant the permission “{right}”, and the game continues there.")


def explanation(permission: str, channel: int, locale: Locale) -> str:
    mention = f"<#{channel}>"
    if permission == "locked":
        return locale.t(_LOCKED, place=mention)
    if permission == "thread_limit":
        return locale.t(_THREAD_LIMIT, place=mention)
    if permission == "post_limit":
        return locale.t(_POST_LIMIT, place=mention)
    text = {"attach_files": _NO_PICTURES, "create_public_threads": _NO_THREADS}.get(permission, _NO_WORDS)
    return locale.t(text, place=mention, right=locale.t(TABLE_PERMISSIONS[permission]))


def thread_warning(permission: Permission, channel: int, locale: Locale) -> str:
    """Returns why a game has no thread in which it can be played, as small print of the lobby card."""
    if permission != "send_messages_in_threads":
        return "-# " + explanation(permission, channel, locale)
    right = locale.t(TABLE_PERMISSIONS[permission])
    return "-# " + locale.t(_NO_WORDS_IN_THREADS, place=f"<#{channel}>", right=right)


def is_permission_error(problem: discord.HTTPException) -> bool:
    """Whether Discord refused for lack of a permission, so a fallback may work."""
    return problem.code in PERMISSION_ERRORS or problem.code in CHANNEL_TAKES_NO_MESSAGES


@dataclass(frozen=True, slots=True)
class MissingPermission:
    """The permission that the best form of a message lacks, and in which channel."""

    permission: Permission
    channel: int


class Undeliverable(Exception):  # noqa: N818 - expected, and retried
    """No fallback works, or none is allowed; `missing` says what the best form lacks."""

    def __init__(self, missing: MissingPermission) -> None:
        super().__init__(f"undeliverable without {missing.permission}")
        self.missing = missing


@dataclass(frozen=True, slots=True)
class Fallback:
    """One form of a message to a table; a lower rank is better, 0 is the best form."""

    channel: int
    pictures: bool
    in_thread: bool
    rank: int

    def missing(self, problem: discord.HTTPException) -> MissingPermission:
        """Returns the permission most likely missing if Discord refused this form with an error."""
        return MissingPermission(self._missing_permission(problem.code), self.channel)

    def _missing_permission(self, code: int) -> Permission:
        if code in (LOCKED, ARCHIVED):
            return "locked"
        if code == MISSING_ACCESS:
            return "view_channel"
        if self.pictures:
            return "attach_files"
        return "send_messages_in_threads" if self.in_thread else "send_messages"


DM_RANK = 4  # Direct messages come after all fallbacks at the table.


def fallbacks(snapshot: GameSnapshot, builder: MessageBuilder) -> tuple[Fallback, ...]:
    """Returns the forms in which a message can reach its table, the best first."""
    row = snapshot.row
    channels = [channel for channel in (row.thread, row.channel) if channel is not None]
    candidates = (
        Fallback(channel, pictures=pictures, in_thread=channel == row.thread, rank=2 * index + (not pictures))
        for index, channel in enumerate(channels)
        for pictures in (True, False)
    )
    return tuple(fallback for fallback in candidates if builder.pictures or not fallback.pictures)
