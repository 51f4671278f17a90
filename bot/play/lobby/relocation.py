"""Relocation: moves a game to another channel, or by vote to another server; handles deleted channels."""

from dataclasses import replace

import db
from bot.play.core import Actor, Denied, GameService, GameSnapshot, outbox_messages, require_seat
from bot.play.notify.deliveries import SentMessage
from bot.play.turns import votes
from rules.game import Refusal, Seat

MOVABLE: tuple[db.Status, ...] = ("lobby", "running", "archived")


async def move_to(
    service: GameService, code: str, actor: Actor, *, server: int, channel: int
) -> GameSnapshot:
    """Move a game to another channel, with a new card and thread there.

    Moving to another server needs the consent of all players: this opens a vote, or casts a yes if the same
    move is proposed already. The returned snapshot shows whether the game has moved.
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
    votes.require_active_seat(snapshot, actor)
    target = {"server": server, "channel": channel}
    for vote in await db.votes.list_open(tx, snapshot.code, kind="move"):
        if vote.payload != target or vote.opened_by == actor.id:
            raise Denied("asked_already")
        await db.votes.cast_ballot(tx, vote, actor.id, votes.AGREES)
        await votes.settle_if_decided(tx, snapshot, vote)
        return
    others = votes.voters(snapshot, "move", seat)
    if not others:
        await _move(tx, snapshot, server, channel)
        return
    vote = await votes.open_vote(tx, snapshot, "move", seat=seat, by=actor.id, payload=target)
    if not snapshot.is_running:  # Players do not follow the thread of an archived game.
        for user_id in others:
            notice = outbox_messages.Notice(code="vote", values={"vote": vote.id})
            await outbox_messages.post_private_notice(
                tx, user_id, notice, key=f"vote {vote.id}", game=snapshot.code
            )


@votes.on_result("move")
async def _apply_vote(tx: db.Transaction, snapshot: GameSnapshot, closed: votes.ClosedVote) -> None:
    if closed.result == votes.AGREES:
        await _move(tx, snapshot, closed.vote.payload["server"], closed.vote.payload["channel"])


async def _move(tx: db.Transaction, snapshot: GameSnapshot, server: int, channel: int) -> None:
    await db.servers.ensure_exists(tx, server)
    old_row, home = snapshot.row, snapshot.row.standings_server
    await _detach_messages(tx, snapshot)
    moved = replace(
        old_row,
        server=server,
        channel=channel,
        thread=None,
        # A game counts on the server where it started.
        home=None if old_row.started is None or home == server else home,
    )
    row = await db.games.update(tx, old_row, moved)
    await _post_in_new_channel(tx, row)
    departed = outbox_messages.LeaveChannel(word=old_row.thread or old_row.channel)
    await db.outbox.enqueue(tx, outbox_messages.game_post(row, departed))


async def handle_deleted_channel(service: GameService, channel: int) -> None:
    """React to a deleted thread or channel: continue in the channel, or ask the players where to."""
    async with service.store.write() as tx:
        row = await db.games.find_in_thread(tx, channel)
        if row is not None and row.status in MOVABLE:
            await _detach_messages(tx, await service.load(tx, row.code))
            row = await db.games.update(tx, row, replace(row, thread=None))
            await _post_in_new_channel(tx, row)
            await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.LeaveChannel()))
        for row in await db.games.list_opened_in(tx, channel, MOVABLE):
            snapshot = await service.load(tx, row.code)
            notice = outbox_messages.Notice(code="homeless", values={"code": row.code})
            await outbox_messages.post_notice_to_players(tx, snapshot, notice, key=f"homeless {channel}")


async def record_forum_post(service: GameService, snapshot: GameSnapshot, card: SentMessage) -> GameSnapshot:
    """Store the forum post that a game's card opened; the game is played in that thread."""
    async with service.store.write() as tx:
        current = await service.load(tx, snapshot.code)
        await db.games.update(tx, current.row, replace(current.row, thread=card.channel_id))
        message = db.Message(card.message_id, card.channel_id, current.code, "lobby")
        await db.messages.upsert(tx, message)
        return await service.load(tx, current.code)


async def _detach_messages(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Mark the cards and votes posted so far as left behind."""
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
