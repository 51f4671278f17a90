"""Discord's markup as text: escaped names, mentions, links, timestamps; and cutting texts to a length."""

import re

from bot.play.core import GameSnapshot
from db.users import UNKNOWN_NAME, sanitize_name
from rules.game import Seat

MAX_ALT_CHARS = 1024
_MARKDOWN = re.compile(r"([_\\~|*`]|^>(?:>>)?\s|\[.+\]\(.+\)|^#{1,3}|^\s*-)", re.MULTILINE)
_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")
_LINK = re.compile(r"(:(?=//)|(?<=\w)\.\w+(?=/))")
_CUT_EMOJI = re.compile(r"<(:\w*(:\d*)?)?$")


def plain_name(name: str) -> str:
    """Escape a user's name, so that it cannot format, ping or link anything."""
    escaped = _MENTION.sub("@\u200b\\1", _MARKDOWN.sub(r"\\\1", sanitize_name(name)))
    # An opening bracket may start a mention, a time, an emoji or a command.
    return _LINK.sub("\\1\u200b", escaped.replace("<", "\\<"))


def mention(user_id: int | None) -> str:
    """Mention a user. Computer players and erased users have no mention, only a stand-in name."""
    return f"<@{user_id}>" if user_id is not None and user_id > 0 else UNKNOWN_NAME


def mention_player(snapshot: GameSnapshot, seat: Seat | None) -> str:
    """Mention the player on a seat, or name the computer player there."""
    if seat is not None and seat in snapshot.opponent_seats:
        return plain_name(snapshot.names[seat])
    return mention(None if seat is None else snapshot.players[seat].person)


def channel_link(server: int | None, channel: int) -> str:
    """Link to a channel. Unlike a channel mention it works from another server."""
    return f"https://discord.com/channels/{server or '@me'}/{channel}"


def relative_time(at: int) -> str:
    """Show a time, in milliseconds, as a countdown that Discord keeps up to date."""
    return f"<t:{at // 1000}:R>"


def clip(text: str, limit: int) -> str:
    """Cut a text to a number of characters, never in the middle of a custom emoji."""
    if len(text) <= limit:
        return text
    return _CUT_EMOJI.sub("", text[: limit - 1]).rstrip() + "…"


def clip_bytes(text: str, limit: int) -> str:
    """Cut a text to a number of UTF-8 bytes, never in the middle of a character or a custom emoji.

    >>> clip_bytes("航海日誌", 9)
    '航海…'
    """
    encoded = text.encode()
    if len(encoded) <= limit:
        return text
    kept = encoded[: max(0, limit - len("…".encode()))].decode(errors="ignore")
    return _CUT_EMOJI.sub("", kept).rstrip() + "…"
