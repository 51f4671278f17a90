"""Cleanup of temporary messages: turn notifications, and notices with buttons or warnings.

Each is stored under a kind with a common prefix. Whenever a game changes, obsolete ones are collected into an
outbox post that deletes them or strips their buttons.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import db
from bot.play.core import GameService, GameSnapshot, outbox_messages
from bot.play.core.snapshot import is_owing
from db.messages import TEMPORARY_PREFIX
from rules.game import Seat

if TYPE_CHECKING:
    from bot.play.notify.deliveries import SentMessage

CleanupAction = Literal["delete", "strip_buttons"]
TURN, NEXT, TABLE_FULL, GUESTS_ANSWERED, VOTE = "call", "next", "table_full", "guests_answered", "vote"
CLEANUP_ACTIONS: Mapping[str, CleanupAction] = {
    **dict.fromkeys((TURN, NEXT, TABLE_FULL, GUESTS_ANSWERED), "delete"),
    **dict.fromkeys(("lobby_silent", "game_silent", "another_round"), "delete"),
    **dict.fromkeys((VOTE, "caretaker_plays", "archived", "paused", "deserted"), "strip_buttons"),
}
"""Temporary messages: turn notifications by their kind, notices by their code."""


def message_kind(name: str) -> str:
    return TEMPORARY_PREFIX + name


def cleanup_action(message: db.Message) -> CleanupAction:
    return CLEANUP_ACTIONS[message.kind.removeprefix(TEMPORARY_PREFIX)]


async def earlier_messages(
    reads: db.Reads, snapshot: GameSnapshot, name: str, user_id: int
) -> tuple[db.Message, ...]:
    """Temporary messages of this kind to a user, which a new one replaces."""
    return await db.messages.list_for_game(reads, snapshot.code, kind=message_kind(name), person=user_id)


async def save_temporary_message(
    service: GameService,
    snapshot: GameSnapshot,
    name: str,
    sent: "SentMessage",
    *,
    seat: Seat | None = None,
    user_id: int | None = None,
    replaced: Sequence[db.Message] = (),
) -> None:
    """Store a sent message for later cleanup, and forget the messages it replaces."""
    async with service.store.write() as tx:
        await db.messages.delete(tx, *(each.message for each in replaced))
        for each in (sent, *sent.others):
            if each.message_id:
                await db.messages.upsert(
                    tx,
                    db.Message(
                        message=each.message_id,
                        channel=each.channel_id,
                        game=snapshot.code,
                        kind=message_kind(name),
                        seat=seat,
                        person=user_id,
                        ply=snapshot.row.ply,
                        classic=each.classic,
                    ),
                )
        # The game may have changed while the message was being sent.
        await schedule_cleanup(tx, await service.load(tx, snapshot.code))


async def schedule_cleanup(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Enqueue the cleanup of all temporary messages that are obsolete in this snapshot."""
    if not snapshot.has("messages"):
        return
    stale = [
        message.message
        for message in await db.messages.list_temporary(tx, snapshot.code)
        if not _applies(snapshot, message)
    ]
    if stale:
        code, digest = snapshot.code, db.hash_text(" ".join(map(str, stale)))[:12]
        message = outbox_messages.Cleanup(messages=tuple(stale))
        key = f"{code} tidy {digest}"
        await outbox_messages.post(tx, message, key=key, game=code, lane=f"tidy {code}")


def _applies(snapshot: GameSnapshot, message: db.Message) -> bool:
    row, name = snapshot.row, message.kind.removeprefix(TEMPORARY_PREFIX)
    match name:
        case "call" | "next" | "caretaker_plays":
            return _applies_to_player(snapshot, message, name)
        case "vote":
            return snapshot.has("votes")
        case "archived" | "deserted":
            return row.status == "archived"
        case "paused":
            return snapshot.is_paused
        case "game_silent":
            return snapshot.is_running and row.last_activity <= message.at
        case "lobby_silent":
            return row.status == "lobby" and row.last_activity <= message.at
        case "table_full":
            return row.status == "lobby" and snapshot.is_full
        case "guests_answered":
            return row.status == "lobby" and len(snapshot.players) >= snapshot.game.info.seats[0]
        case _:
            return row.status == "lobby"


def _applies_to_player(snapshot: GameSnapshot, message: db.Message, name: str) -> bool:
    """True if a message to one player is not obsolete. It is if another user has taken the seat."""
    if not snapshot.is_running or message.seat is None:
        return False
    player = snapshot.players[message.seat]
    if message.person not in (None, player.person):
        return False
    owes = is_owing(snapshot.row, player)
    match name:
        case "call":
            # Notifications of the player's earlier turns are obsolete as well.
            return owes and (player.owes_since or 0) <= message.at
        case "next":
            return not owes
        case _:
            return player.has_caretaker and not player.resigned
