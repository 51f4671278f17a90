"""Where a game lives: another channel, another server if the table agrees, or nowhere any more."""

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, require_seat
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify.deliveries import SentMessage
from bot.play.turns import votes
from db.messages import LEFT_KIND
from rules.game import Refusal, Seat

MOVABLE: tuple[db.Status, ...] = ("lobby", "running", "archived")
AGREES = "yes"


async def move_to(
    service: GameService, code: str, actor: Actor, *, server: int, channel: int
) -> GameSnapshot:
    """The game goes on in another channel, with a card and a thread of its own there.

    To another server it goes if everybody agrees; who asks for the same as somebody before agrees to it.
    The table as it stands tells whether it has gone.
    """
    async with service.transaction() as tx:
        snapshot = await service.load(tx, code)
        seat = require_seat(snapshot, actor.id)
        if snapshot.row.status not in MOVABLE:
            raise Refusal("over")
        if server == snapshot.row.server:
            await _move(tx, snapshot, server, channel)
        elif snapshot.row.status == "lobby":
            raise Denied("lobby_stays")
        else:
            await _ask_table(tx, snapshot, seat, actor, server=server, channel=channel)
        return await service.load(tx, snapshot.code)


async def _ask_table(
    tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, actor: Actor, *, server: int, channel: int
) -> None:
    votes.check_plays(snapshot, actor)
    wanted = {"server": server, "channel": channel}
    for vote in await db.votes.list_open(tx, snapshot.code, kind="move"):
        if vote.payload != wanted or vote.opened_by == actor.id:
            raise Denied("asked_already")
        await db.votes.cast_ballot(tx, vote, actor.id, AGREES)
        await votes.settle_if_decided(tx, snapshot, vote)
        return
    others = votes.voters(snapshot, "move", seat)
    if not others:
        await _move(tx, snapshot, server, channel)
        return
    vote = await votes.open_vote(tx, snapshot, "move", seat=seat, by=actor.id, payload=wanted)
    if not snapshot.is_running:  # nobody looks at a table that rests
        for user_id in others:
            asked = outbox_messages.Notice(code="vote", values={"vote": vote.id})
            await outbox_messages.post_private_notice(
                tx, user_id, asked, key=f"vote {vote.id}", game=snapshot.code
            )


@votes.on_result("move")
async def _apply_vote(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    vote: db.Vote,
    result: str,
    answered: bool,  # noqa: ARG001 - part of what every decision is given
) -> None:
    if result == AGREES:
        await _move(tx, snapshot, vote.payload["server"], vote.payload["channel"])


async def _move(tx: db.Transaction, snapshot: GameSnapshot, server: int, channel: int) -> None:
    await db.servers.ensure_exists(tx, server)
    before, home = snapshot.row, snapshot.row.standings_server
    await _detach_messages(tx, snapshot)
    row = await db.games.update(
        tx,
        before,
        server=server,
        channel=channel,
        thread=None,
        # A game counts where it started, wherever it ends.
        home=None if before.started is None or home == server else home,
    )
    await _post_in_new_channel(tx, row)
    departed = outbox_messages.LeaveChannel(word=before.thread or before.channel)
    await db.outbox.enqueue(tx, outbox_messages.game_post(row, departed))


async def handle_deleted_channel(service: GameService, channel: int) -> None:
    """A thread or a channel was deleted: its games go on in the channel, or ask where to."""
    async with service.store.write() as tx:
        row = await db.games.find_in_thread(tx, channel)
        if row is not None and row.status in MOVABLE:
            await _detach_messages(tx, await service.load(tx, row.code))
            row = await db.games.update(tx, row, thread=None)
            await _post_in_new_channel(tx, row)
            await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.LeaveChannel()))
        for row in await db.games.list_opened_in(tx, channel, MOVABLE):
            snapshot = await service.load(tx, row.code)
            notice = outbox_messages.Notice(code="homeless", values={"code": row.code})
            await outbox_messages.post_notice_to_players(tx, snapshot, notice, key=f"homeless {channel}")


async def record_forum_post(service: GameService, snapshot: GameSnapshot, card: SentMessage) -> GameSnapshot:
    """A game has a post of its own in a forum: its card opens it, and it is played there."""
    async with service.store.write() as tx:
        now = await service.load(tx, snapshot.code)
        await db.games.update(tx, now.row, thread=card.channel_id)
        await db.messages.upsert(
            tx, message=card.message_id, channel=card.channel_id, game=now.code, kind="lobby"
        )
        return await service.load(tx, now.code)


async def old_messages(reads: db.Reads, snapshot: GameSnapshot) -> tuple[db.Message, ...]:
    """What still stands at the places that a game has left."""
    return await db.messages.list_for_game(reads, snapshot.code, kind=LEFT_KIND)


async def record_farewell(service: GameService, post: db.Post, messages: tuple[db.Message, ...]) -> None:
    """What stood at the old place says where the game went."""
    async with service.store.write() as tx:
        await db.messages.delete(tx, *(each.message for each in messages))
        await db.outbox.mark_delivered(tx, post)


async def _detach_messages(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """The cards of a game, and what the table is asked, stand at a place."""
    await db.messages.mark_left(
        tx,
        *(
            each.message
            for each in await db.messages.list_for_game(tx, snapshot.code)
            if each.kind in ("lobby", "card") or each.kind.startswith("vote ")
        ),
    )


async def _post_in_new_channel(tx: db.Transaction, row: db.Game) -> None:
    await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.ChannelSetup()))
    if row.status == "running":
        await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.TurnCard(ply=row.ply)))
    for vote in await db.votes.list_open(tx, row.code):
        await votes.post_update(tx, vote, f"again at {row.version}")
