"""Invitations: somebody is asked to a table by name, and answers with one tap. Nobody sits down unasked."""

from collections.abc import Iterable

import db
from bot.play.core import outbox_messages
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import turn_notifications
from bot.play.notify.deliveries import Sent

KIND = "invitation"
"""Under which the messages are kept."""


async def invite(tx: db.Transaction, row: db.Game, people: Iterable[int]) -> None:
    """Ask these people to a table; whoever sleeps is told when they wake."""
    guests = tuple(dict.fromkeys(people))
    if guests:
        await db.invitations.invite(tx, row.code, *guests)
        await _tell(tx, row, guests, await turn_notifications.awake(tx, guests))


async def taken(tx: db.Transaction, row: db.Game, person: int) -> bool:
    """Somebody sits down; says whether they were invited."""
    was_invited = await db.invitations.taken(tx, row.code, person)
    if was_invited:
        await _tell(tx, row, (person,))
    return was_invited


async def declined(tx: db.Transaction, row: db.Game, person: int) -> bool:
    """Somebody does not come; says whether that is news."""
    is_news = await db.invitations.declined(tx, row.code, person)
    if is_news:
        await _tell(tx, row, (person,))
    return is_news


async def lapse(tx: db.Transaction, row: db.Game) -> None:
    """The table gathers no longer: what was asked is not asked any more."""
    guests = await db.invitations.to(tx, row.code)
    await db.invitations.drop_all(tx, row.code)
    await _tell(tx, row, guests.awaited)


async def posted(
    service: GameService, post: db.Post, snapshot: GameSnapshot, person: int, sent: Sent
) -> None:
    """An invitation has reached somebody."""
    async with service.store.write() as tx:
        if sent.message:
            await db.messages.keep(
                tx,
                message=sent.message,
                channel=sent.channel,
                game=snapshot.code,
                kind=KIND,
                person=person,
                classic=sent.classic,
            )
        await db.outbox.delivered(tx, post)


async def taken_away(service: GameService, post: db.Post, message: db.Message) -> None:
    """What was asked in the open is answered, and does not stand there any more."""
    async with service.store.write() as tx:
        await db.messages.forget(tx, message.message)
        await db.outbox.delivered(tx, post)


async def _tell(
    tx: db.Transaction, row: db.Game, people: Iterable[int], free: dict[int, int] | None = None
) -> None:
    """Each in a lane of their own, which names nobody: no table waits for anybody's door."""
    for person in people:
        lane = f"invitation {row.code} {db.hash_of(str(person))[:12]}"
        payload, at = outbox_messages.Invitation(person=person), (free or {}).get(person, 0)
        key = f"{lane} {row.version}"
        await db.outbox.add(
            tx, outbox_messages.post(payload, key=key, game=row.code, lane=lane, not_before=at)
        )
