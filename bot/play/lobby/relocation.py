"""Where a game lives: another channel, another server if the table agrees, or nowhere any more."""

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Visitor, seat_of
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.notify.deliveries import Sent
from bot.play.turns import votes
from db.messages import LEFT
from rules.game import Refusal, Seat

ALIVE: tuple[db.Status, ...] = ("lobby", "running", "archived")
AGREES = "yes"


async def move_to(tables: Tables, code: str, visitor: Visitor, *, server: int, channel: int) -> Position:
    """The game goes on in another channel, with a card and a thread of its own there.

    To another server it goes if everybody agrees; who asks for the same as somebody before agrees to it.
    The table as it stands tells whether it has gone.
    """
    async with tables.change() as tx:
        position = await tables.load(tx, code)
        seat = seat_of(position, visitor.id)
        if position.row.status not in ALIVE:
            raise Refusal("over")
        if server == position.row.server:
            await _move(tx, position, server, channel)
        elif position.row.status == "lobby":
            raise Denied("lobby_stays")
        else:
            await _ask(tx, position, seat, visitor, server=server, channel=channel)
        return await tables.load(tx, position.code)


async def _ask(
    tx: db.Transaction, position: Position, seat: Seat, visitor: Visitor, *, server: int, channel: int
) -> None:
    votes.check_plays(position, visitor)
    wanted = {"server": server, "channel": channel}
    for vote in await db.votes.open_at(tx, position.code, kind="move"):
        if vote.payload != wanted or vote.opened_by == visitor.id:
            raise Denied("asked_already")
        await db.votes.cast(tx, vote, visitor.id, AGREES)
        await votes.weigh(tx, position, vote)
        return
    others = votes.asked(position, "move", seat)
    if not others:
        await _move(tx, position, server, channel)
        return
    vote = await votes.ask(tx, position, "move", seat=seat, by=visitor.id, payload=wanted)
    if not position.running:  # nobody looks at a table that rests
        for person in others:
            asked = outbox_messages.Notice(code="vote", values={"vote": vote.id})
            await outbox_messages.tell(tx, person, asked, key=f"vote {vote.id}", game=position.code)


@votes.decides("move")
async def _after_vote(
    tx: db.Transaction,
    position: Position,
    vote: db.Vote,
    result: str,
    answered: bool,  # noqa: ARG001 - part of what every decision is given
) -> None:
    if result == AGREES:
        await _move(tx, position, vote.payload["server"], vote.payload["channel"])


async def _move(tx: db.Transaction, position: Position, server: int, channel: int) -> None:
    await db.servers.know(tx, server)
    before, home = position.row, position.row.counts_on
    await _leave_place(tx, position)
    row = await db.games.update(
        tx,
        before,
        server=server,
        channel=channel,
        thread=None,
        # A game counts where it started, wherever it ends.
        home=None if before.started is None or home == server else home,
    )
    await _settle_in(tx, row)
    departed = outbox_messages.Departed(word=before.thread or before.channel)
    await db.outbox.add(tx, outbox_messages.about(row, departed))


async def lost(tables: Tables, channel: int) -> None:
    """A thread or a channel was deleted: its games go on in the channel, or ask where to."""
    async with tables.store.write() as tx:
        row = await db.games.in_thread(tx, channel)
        if row is not None and row.status in ALIVE:
            await _leave_place(tx, await tables.load(tx, row.code))
            row = await db.games.update(tx, row, thread=None)
            await _settle_in(tx, row)
            await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Departed()))
        for row in await db.games.opened_in(tx, channel, ALIVE):
            position = await tables.load(tx, row.code)
            notice = outbox_messages.Notice(code="homeless", values={"code": row.code})
            await outbox_messages.tell_players(tx, position, notice, key=f"homeless {channel}")


async def posted_in_forum(tables: Tables, position: Position, card: Sent) -> Position:
    """A game has a post of its own in a forum: its card opens it, and it is played there."""
    async with tables.store.write() as tx:
        now = await tables.load(tx, position.code)
        await db.games.update(tx, now.row, thread=card.channel)
        await db.messages.keep(tx, message=card.message, channel=card.channel, game=now.code, kind="lobby")
        return await tables.load(tx, now.code)


async def left_behind(reads: db.Reads, position: Position) -> tuple[db.Message, ...]:
    """What still stands at the places that a game has left."""
    return await db.messages.of_game(reads, position.code, kind=LEFT)


async def farewell_said(tables: Tables, post: db.Post, messages: tuple[db.Message, ...]) -> None:
    """What stood at the old place says where the game went."""
    async with tables.store.write() as tx:
        await db.messages.forget(tx, *(each.message for each in messages))
        await db.outbox.delivered(tx, post)


async def _leave_place(tx: db.Transaction, position: Position) -> None:
    """The cards of a game, and what the table is asked, stand at a place."""
    await db.messages.leave(
        tx,
        *(
            each.message
            for each in await db.messages.of_game(tx, position.code)
            if each.kind in ("lobby", "card") or each.kind.startswith("vote ")
        ),
    )


async def _settle_in(tx: db.Transaction, row: db.Game) -> None:
    await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Place()))
    if row.status == "running":
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Card(ply=row.ply)))
    for vote in await db.votes.open_at(tx, row.code):
        await votes.show(tx, vote, f"again at {row.version}")
