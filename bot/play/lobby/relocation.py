"""Where a game lives: another channel, another server if the table agrees, or nowhere any more."""

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, seat_of
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify.deliveries import Sent
from bot.play.turns import votes
from db.messages import LEFT
from rules.game import Refusal, Seat

ALIVE: tuple[db.Status, ...] = ("lobby", "running", "archived")
AGREES = "yes"


async def move_to(
    service: GameService, code: str, actor: Actor, *, server: int, channel: int
) -> GameSnapshot:
    """The game goes on in another channel, with a card and a thread of its own there.

    To another server it goes if everybody agrees; who asks for the same as somebody before agrees to it.
    The table as it stands tells whether it has gone.
    """
    async with service.change() as tx:
        snapshot = await service.load(tx, code)
        seat = seat_of(snapshot, actor.id)
        if snapshot.row.status not in ALIVE:
            raise Refusal("over")
        if server == snapshot.row.server:
            await _move(tx, snapshot, server, channel)
        elif snapshot.row.status == "lobby":
            raise Denied("lobby_stays")
        else:
            await _ask(tx, snapshot, seat, actor, server=server, channel=channel)
        return await service.load(tx, snapshot.code)


async def _ask(
    tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, actor: Actor, *, server: int, channel: int
) -> None:
    votes.check_plays(snapshot, actor)
    wanted = {"server": server, "channel": channel}
    for vote in await db.votes.open_at(tx, snapshot.code, kind="move"):
        if vote.payload != wanted or vote.opened_by == actor.id:
            raise Denied("asked_already")
        await db.votes.cast(tx, vote, actor.id, AGREES)
        await votes.weigh(tx, snapshot, vote)
        return
    others = votes.asked(snapshot, "move", seat)
    if not others:
        await _move(tx, snapshot, server, channel)
        return
    vote = await votes.ask(tx, snapshot, "move", seat=seat, by=actor.id, payload=wanted)
    if not snapshot.running:  # nobody looks at a table that rests
        for person in others:
            asked = outbox_messages.Notice(code="vote", values={"vote": vote.id})
            await outbox_messages.tell(tx, person, asked, key=f"vote {vote.id}", game=snapshot.code)


@votes.decides("move")
async def _after_vote(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    vote: db.Vote,
    result: str,
    answered: bool,  # noqa: ARG001 - part of what every decision is given
) -> None:
    if result == AGREES:
        await _move(tx, snapshot, vote.payload["server"], vote.payload["channel"])


async def _move(tx: db.Transaction, snapshot: GameSnapshot, server: int, channel: int) -> None:
    await db.servers.know(tx, server)
    before, home = snapshot.row, snapshot.row.counts_on
    await _leave_place(tx, snapshot)
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


async def lost(service: GameService, channel: int) -> None:
    """A thread or a channel was deleted: its games go on in the channel, or ask where to."""
    async with service.store.write() as tx:
        row = await db.games.in_thread(tx, channel)
        if row is not None and row.status in ALIVE:
            await _leave_place(tx, await service.load(tx, row.code))
            row = await db.games.update(tx, row, thread=None)
            await _settle_in(tx, row)
            await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Departed()))
        for row in await db.games.opened_in(tx, channel, ALIVE):
            snapshot = await service.load(tx, row.code)
            notice = outbox_messages.Notice(code="homeless", values={"code": row.code})
            await outbox_messages.tell_players(tx, snapshot, notice, key=f"homeless {channel}")


async def posted_in_forum(service: GameService, snapshot: GameSnapshot, card: Sent) -> GameSnapshot:
    """A game has a post of its own in a forum: its card opens it, and it is played there."""
    async with service.store.write() as tx:
        now = await service.load(tx, snapshot.code)
        await db.games.update(tx, now.row, thread=card.channel)
        await db.messages.keep(tx, message=card.message, channel=card.channel, game=now.code, kind="lobby")
        return await service.load(tx, now.code)


async def left_behind(reads: db.Reads, snapshot: GameSnapshot) -> tuple[db.Message, ...]:
    """What still stands at the places that a game has left."""
    return await db.messages.of_game(reads, snapshot.code, kind=LEFT)


async def farewell_said(service: GameService, post: db.Post, messages: tuple[db.Message, ...]) -> None:
    """What stood at the old place says where the game went."""
    async with service.store.write() as tx:
        await db.messages.forget(tx, *(each.message for each in messages))
        await db.outbox.delivered(tx, post)


async def _leave_place(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """The cards of a game, and what the table is asked, stand at a place."""
    await db.messages.leave(
        tx,
        *(
            each.message
            for each in await db.messages.of_game(tx, snapshot.code)
            if each.kind in ("lobby", "card") or each.kind.startswith("vote ")
        ),
    )


async def _settle_in(tx: db.Transaction, row: db.Game) -> None:
    await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Place()))
    if row.status == "running":
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Card(ply=row.ply)))
    for vote in await db.votes.open_at(tx, row.code):
        await votes.show(tx, vote, f"again at {row.version}")
