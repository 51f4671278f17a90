"""What stands in the chat only for a while: calls, and notices with something to tap or a warning.

Each is kept under a kind of its own (`db.messages.passing`). When something happens at the table that leaves
one of them without a point, it is swept away: a post takes it off, or takes its buttons off.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import db
from bot.play.core import outbox_messages
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot, is_owing
from db.games import PASSING
from rules.game import Seat

if TYPE_CHECKING:
    from bot.play.notify.deliveries import Sent

Manner = Literal["gone", "bare"]
"""What becomes of a message that no longer applies: it is taken away, or it stays without its buttons."""

CALL, NEXT, FULL, ANSWERED, VOTE = "call", "next", "table_full", "guests_answered", "vote"
MANNERS: Mapping[str, Manner] = {
    CALL: "gone",
    NEXT: "gone",
    FULL: "gone",
    ANSWERED: "gone",
    VOTE: "bare",
    "caretaker_plays": "bare",
    "archived": "bare",
    "deserted": "bare",
    "lobby_silent": "gone",
    "game_silent": "gone",
    "another_round": "gone",
}
"""What holds only for a while: calls, and notices by their codes."""


def kind_of(what: str) -> str:
    return PASSING + what


def manner_of(message: db.Message) -> Manner:
    return MANNERS[message.kind.removeprefix(PASSING)]


async def earlier(reads: db.Reads, snapshot: GameSnapshot, what: str, person: int) -> tuple[db.Message, ...]:
    """What was said to somebody at a table before, in whose place something new is said."""
    return await db.messages.of_game(reads, snapshot.code, kind=kind_of(what), person=person)


async def kept(
    service: GameService,
    snapshot: GameSnapshot,
    what: str,
    sent: "Sent",
    *,
    seat: Seat | None = None,
    person: int | None = None,
    old: Sequence[db.Message] = (),
) -> None:
    """Something stands there that will have to go, in place of what was there before."""
    async with service.store.write() as tx:
        await db.messages.forget(tx, *(each.message for each in old))
        for each in (sent, *sent.others):
            if each.message:
                await db.messages.keep(
                    tx,
                    message=each.message,
                    channel=each.channel,
                    game=snapshot.code,
                    kind=kind_of(what),
                    seat=seat,
                    person=person,
                    ply=snapshot.row.ply,
                    classic=each.classic,
                )
        # What it is about may have come to pass while it was being sent.
        await sweep(tx, await service.load(tx, snapshot.code))


async def sweep(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Have everything taken away that no longer applies at a table as it stands now."""
    if not snapshot.cluttered:
        return
    stale = [
        message.message
        for message in await db.messages.passing(tx, snapshot.code)
        if not _applies(snapshot, message)
    ]
    if stale:
        code, these = snapshot.code, db.hash_of(" ".join(map(str, stale)))[:12]
        payload = outbox_messages.Tidy(messages=tuple(stale))
        key = f"{code} tidy {these}"
        await db.outbox.add(tx, outbox_messages.post(payload, key=key, game=code, lane=f"tidy {code}"))


async def swept(service: GameService, post: db.Post, messages: tuple[int, ...]) -> None:
    async with service.store.write() as tx:
        await db.messages.forget(tx, *messages)
        await db.outbox.delivered(tx, post)


def _applies(snapshot: GameSnapshot, message: db.Message) -> bool:
    row = snapshot.row
    match message.kind.removeprefix(PASSING):
        case "call":
            player = _meant(snapshot, message)
            # A call of an earlier turn of the same player is just as little to the point.
            return player is not None and is_owing(row, player) and (player.owes_since or 0) <= message.at
        case "next":
            player = _meant(snapshot, message)
            return player is not None and snapshot.running and not is_owing(row, player)
        case "caretaker_plays":
            player = _meant(snapshot, message)
            return player is not None and snapshot.running and player.caretaker and not player.resigned
        case "vote":
            return snapshot.voting
        case "table_full":
            return row.status == "lobby" and snapshot.full
        case "guests_answered":
            return row.status == "lobby" and len(snapshot.players) >= snapshot.game.info.seats[0]
        case "archived" | "deserted":
            return row.status == "archived"
        case "game_silent":
            return snapshot.running and row.last_activity <= message.at
        case "lobby_silent":
            return row.status == "lobby" and row.last_activity <= message.at
        case _:
            return row.status == "lobby"


def _meant(snapshot: GameSnapshot, message: db.Message) -> db.Player | None:
    """Whom a message is about, if they still sit where they sat."""
    if message.seat is None or message.seat >= len(snapshot.players):
        return None
    player = snapshot.players[message.seat]
    return player if message.person in (None, player.person) else None
