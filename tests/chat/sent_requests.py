"""What Skald sent to the simulated Discord."""

from dataclasses import dataclass
from typing import Any

from tests.chat.discord_driver import Chat

SILENT = 1 << 12


@dataclass(frozen=True)
class SentMessage:
    """A message as it was posted to Discord."""

    channel: int
    pinged: frozenset[int]
    silent: bool
    nonce: str
    """Discord drops a second message with the same nonce."""


def sent_messages(chat: Chat, since: int = 0) -> list[SentMessage]:
    """Returns the messages Skald posted in channels, threads and DMs."""
    found = []
    for request in chat.env.http_requests[since:]:
        parts = request.path.strip("/").split("/")
        if request.method == "POST" and parts[-1] == "messages" and parts[0] == "channels":
            body: Any = request.json or {}
            users = (body.get("allowed_mentions") or {}).get("users", ())
            silent = bool(body.get("flags", 0) & SILENT)
            found.append(
                SentMessage(int(parts[1]), frozenset(map(int, users)), silent, body.get("nonce", ""))
            )
    return found


def count_requests(chat: Chat) -> int:
    return len(chat.env.http_requests)


def registered_commands(chat: Chat) -> list[Any]:
    """Returns the lists of commands that were sent to Discord."""
    return [
        request.json
        for request in chat.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]
