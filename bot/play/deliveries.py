"""What is written down once Discord has taken something, or has refused it: one transaction each.

Where a post is given it is settled in the same transaction, so that it is neither lost nor delivered again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import db
from bot.play import calls, posts
from bot.play.calls import Summons
from bot.play.position import Position
from bot.play.tables import Tables
from db.clock import DAY, MINUTE
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that Discord has taken: which it is, where it stands, and whether its words are content."""

    message: int
    channel: int
    classic: bool = False


async def claim(tables: Tables, *, limit: int, lease: int) -> tuple[db.Post, ...]:
    """Posts to deliver now, at most one of each lane, held for `lease` milliseconds."""
    return await db.posts.claim(tables.store, now=tables.now(), limit=limit, lease=lease)


async def delivered(tables: Tables, post: db.Post) -> None:
    async with tables.store.write() as tx:
        await db.posts.delivered(tx, post)


async def failed(tables: Tables, post: db.Post, problem: str, *, retry_after: int | None = None) -> None:
    """It is tried again later."""
    async with tables.store.write() as tx:
        await db.posts.failed(tx, post, problem, retry_after=retry_after)


async def abandoned(tables: Tables, post: db.Post, problem: str) -> None:
    """It can never be delivered; those behind it need not wait longer."""
    async with tables.store.write() as tx:
        await db.posts.abandon(tx, post, problem)


async def lobby_posted(
    tables: Tables, position: Position, sent: Sent, *, post: db.Post | None = None
) -> None:
    async with tables.store.write() as tx:
        await _keep(tx, position, sent, "lobby")
        if post is not None:
            await db.posts.delivered(tx, post)


async def thread_opened(tables: Tables, position: Position, thread: int | None) -> Position:
    """A game has its thread, or must live in the channel; now the hands can be sent."""
    async with tables.store.write() as tx:
        now = await tables.load(tx, position.code)
        if thread is not None and now.row.thread is None:
            await db.games.update(tx, now.row, thread=thread)
            now = await tables.load(tx, position.code)
        await db.posts.add(tx, *posts.hands(now.row, now.seats))
        return now


async def card_posted(tables: Tables, position: Position, summonses: Sequence[Summons], sent: Sent) -> None:
    """A new card stands at the table: those it called are told. Its post is settled when the old are out."""
    async with tables.store.write() as tx:
        live = not position.over
        await _keep(tx, position, sent, "card", ply=position.row.ply, live=live)
        await calls.summoned(tx, position, summonses)


async def cards_put_out(tables: Tables, post: db.Post, cards: Sequence[db.Message]) -> None:
    """The buttons of these cards are gone, and the card that came after them is delivered."""
    async with tables.store.write() as tx:
        await db.messages.put_out(tx, *(card.message for card in cards))
        await db.posts.delivered(tx, post)


async def hand_posted(
    tables: Tables,
    post: db.Post,
    position: Position,
    seat: Seat,
    old: Sequence[db.Message],
    sent: Sent,
) -> None:
    """A hand has reached its player, in place of earlier ones."""
    async with tables.store.write() as tx:
        person = position.people[seat]
        await _keep(tx, position, sent, "hand", seat=seat, person=person.id, ply=position.row.ply)
        if old:
            await db.messages.forget(tx, *(each.message for each in old))
        await _note_door(tx, person, closed=False)
        await db.posts.delivered(tx, post)


async def hand_refused(tables: Tables, post: db.Post, position: Position, seat: Seat) -> None:
    """A player's direct messages are closed: the card says where the hand is to be had."""
    async with tables.store.write() as tx:
        await _note_door(tx, position.people[seat], closed=True)
        refresh = posts.Refresh(ply=position.row.ply)
        await db.posts.add(tx, posts.post(refresh, key=f"{post.key} closed", game=position.code))
        await db.posts.delivered(tx, post)


async def vote_posted(tables: Tables, post: db.Post, position: Position, vote: db.Vote, sent: Sent) -> None:
    async with tables.store.write() as tx:
        await _keep(tx, position, sent, f"vote {vote.id}")
        await db.posts.delivered(tx, post)


async def saga_posted(tables: Tables, post: db.Post, position: Position, sent: Sent) -> None:
    async with tables.store.write() as tx:
        await _keep(tx, position, sent, "saga", ply=position.row.ply)
        await db.posts.delivered(tx, post)


async def _keep(
    tx: db.Transaction,
    position: Position,
    sent: Sent,
    kind: str,
    *,
    seat: Seat | None = None,
    person: int | None = None,
    ply: int | None = None,
    live: bool = False,
) -> None:
    await db.messages.keep(
        tx,
        message=sent.message,
        channel=sent.channel,
        game=position.code,
        kind=kind,
        seat=seat,
        person=person,
        ply=ply,
        classic=sent.classic,
        live=live,
    )


async def call_later(tables: Tables, call: posts.Call, at: int) -> None:
    """Somebody has gone to sleep before they could be told: they are told when they wake."""
    async with tables.store.write() as tx:
        await calls.call(tx, call.person, (call.way,), "turn", key=str(at // MINUTE), at=at)


async def call_refused(tables: Tables, post: db.Post, call: posts.Call) -> None:
    """Somebody's direct messages are closed: they are called in the thread."""
    async with tables.store.write() as tx:
        await _note_door(tx, await db.people.find(tx, call.person), closed=True)
        key = f"{post.key} closed"
        await calls.call(tx, call.person, ("thread",), call.why, key=key, game=call.game)
        await db.posts.delivered(tx, post)


async def pinged_now(tables: Tables, post: db.Post, position: Position, notice: posts.Notice) -> list[int]:
    """Whom a notice at a table pings. Sleepers get it again when they wake; in a quiet place it is sent."""
    if not notice.mentions:
        return []
    free = await calls.awake(tables.store, notice.mentions)
    quiet, now = calls.is_quiet(position), tables.now()
    if quiet or any(at > now for at in free.values()):
        async with tables.store.write() as tx:
            for person, at in free.items():
                await _say_again(tx, post, position, notice, person, at, quiet=quiet)
    return [] if quiet else [person for person, at in free.items() if at <= now]


async def _say_again(
    tx: db.Transaction,
    post: db.Post,
    position: Position,
    notice: posts.Notice,
    person: int,
    at: int,
    *,
    quiet: bool,
) -> None:
    if quiet:
        alone = notice.model_copy(update={"mentions": ()})
        key = f"{post.key} quiet"
        await posts.tell(tx, person, alone, key=key, game=position.code, not_before=at)
    elif tx.now < at <= tx.now + DAY:  # what is older than a day when they are back would only confuse
        alone = notice.model_copy(update={"mentions": (person,)})
        key = f"{post.key} awake {person} {at}"
        await db.posts.add(tx, posts.post(alone, key=key, lane=key, game=position.code, not_before=at))


async def left_server(tables: Tables, position: Position, person: int) -> None:
    """Tell the table, once, that somebody is not on its server any more."""
    seat = position.seat_of(person)
    assert seat is not None
    others = tuple(position.people_at([other for other in position.seats if other != seat]))
    notice = posts.Notice(code="left_server", values={"seat": seat}, mentions=others)
    async with tables.store.write() as tx:
        await posts.say(tx, position.code, notice, key=f"left {person}")


async def _note_door(tx: db.Transaction, person: db.Person, *, closed: bool) -> None:
    if person.preferences.dms_closed != closed:
        await db.people.prefer(tx, person.id, dms_closed=closed)
