"""Where a game lives: another channel, or none any more."""

import db
from bot.play import posts
from bot.play.deliveries import Sent
from bot.play.people import Visitor, seat_of
from bot.play.position import Position
from bot.play.tables import Tables
from rules.game import Refusal

ALIVE: tuple[db.Status, ...] = ("lobby", "running", "archived")


async def move_to(tables: Tables, code: str, visitor: Visitor, *, server: int, channel: int) -> Position:
    """The game goes on in another channel, with a card and a thread of its own there."""
    async with tables.change() as tx:
        position = await tables.load(tx, code)
        seat_of(position, visitor.id)
        if position.row.status not in ALIVE:
            raise Refusal("over")
        await db.servers.know(tx, server)
        await _leave_place(tx, position)
        row = await db.games.update(tx, position.row, server=server, channel=channel, thread=None)
        await _settle_in(tx, row)
        return await tables.load(tx, row.code)


async def lost(tables: Tables, channel: int) -> None:
    """A thread or a channel was deleted: its games go on in the channel, or ask where to."""
    async with tables.store.write() as tx:
        row = await db.games.in_thread(tx, channel)
        if row is not None and row.status in ALIVE:
            await _leave_place(tx, await tables.load(tx, row.code))
            await _settle_in(tx, await db.games.update(tx, row, thread=None))
        for row in await db.games.opened_in(tx, channel, ALIVE):
            position = await tables.load(tx, row.code)
            notice = posts.Notice(code="homeless", values={"code": row.code})
            await posts.tell_players(tx, position, notice, key=f"homeless {channel}")


async def posted_in_forum(tables: Tables, position: Position, card: Sent) -> Position:
    """A game has a post of its own in a forum: its card opens it, and it is played there."""
    async with tables.store.write() as tx:
        now = await tables.load(tx, position.code)
        await db.games.update(tx, now.row, thread=card.channel)
        await db.messages.keep(tx, message=card.message, channel=card.channel, game=now.code, kind="lobby")
        return await tables.load(tx, now.code)


async def _leave_place(tx: db.Transaction, position: Position) -> None:
    ours = await db.messages.of_game(tx, position.code)
    await db.messages.forget(tx, *(each.message for each in ours if each.kind in ("lobby", "card")))


async def _settle_in(tx: db.Transaction, row: db.Game) -> None:
    await db.posts.add(tx, posts.about(row, posts.Place()))
    if row.status == "running":
        await db.posts.add(tx, posts.about(row, posts.Card(ply=row.ply)))
