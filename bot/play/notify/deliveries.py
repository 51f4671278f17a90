"""What is written down once Discord has taken something, or has refused it: one transaction each.

Where a post is given it is settled in the same transaction, so that it is neither lost nor delivered again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import db
from bot.play.core import outbox_messages
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import cup_games, turn_notifications
from bot.play.notify.turn_notifications import Summons
from db.clock import DAY, HOUR, MINUTE
from rules.game import Seat

_RANKS: Mapping[str, int] = {
    outbox_messages.Call.kind: 0,
    outbox_messages.Card.kind: 0,
    outbox_messages.Refresh.kind: 2,
    outbox_messages.Mend.kind: 2,
    outbox_messages.Tidy.kind: 2,
    outbox_messages.Hand.kind: 3,
    outbox_messages.Saga.kind: 4,
    outbox_messages.SeasonOver.kind: 4,
    outbox_messages.CupShown.kind: 4,
    outbox_messages.CupOver.kind: 4,
    outbox_messages.VoyageOver.kind: 4,
}
URGENCY: Mapping[str, int] = {kind: _RANKS.get(kind, 1) for kind in outbox_messages.KINDS}
"""What goes first when much waits: whatever calls somebody, then what is said, then what is brought up to
date, then hands, which nobody waits for, and last what closes a game or a season."""
FIRST_MEND, LONGEST_MEND = 10 * MINUTE, 6 * HOUR
"""After so long something is tried again that was refused for want of a right: longer each time."""
KEPT_FOR = 30 * DAY
"""Nobody has given the right in so long: nobody will."""
MENDING, ASIDE = "mend", "aside"
"""How the lanes begin in which something waits for a right."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that Discord has taken: which it is, where it stands, and whether its words are content.

    `lacking` is the right for want of which it stands there in a lesser form. It may have had to go to
    several people by direct message: to `person`, and to `others`. `files` are those on it, by their names.
    """

    message: int
    channel: int
    classic: bool = False
    lacking: str | None = None
    person: int | None = None
    others: tuple["Sent", ...] = ()
    files: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def nowhere(cls, lacking: str) -> "Sent":
        """What could be shown nowhere, and is shown when it can be."""
        return cls(0, 0, lacking=lacking)


async def claim(
    service: GameService, *, limit: int, lease: int, held: Collection[int] = ()
) -> tuple[db.Post, ...]:
    """Posts to deliver now, at most one of each lane, the most urgent ones, held for `lease` milliseconds."""
    now = service.now()
    return await db.outbox.claim(service.store, now=now, limit=limit, lease=lease, urgency=URGENCY, held=held)


async def hold(service: GameService, held: Collection[int], *, lease: int) -> None:
    """Posts that take long to deliver are held on to."""
    async with service.store.write() as tx:
        await db.outbox.hold(tx, held, tx.now + lease)


async def delivered(service: GameService, post: db.Post) -> None:
    async with service.store.write() as tx:
        await db.outbox.delivered(tx, post)


async def failed(
    service: GameService, post: db.Post, problem: str, *, retry_after: int | None = None
) -> None:
    """It is tried again later."""
    async with service.store.write() as tx:
        await db.outbox.failed(tx, post, problem, retry_after=retry_after)


async def set_aside(service: GameService, post: db.Post, missing: tuple[str, int] | None) -> int:
    """It is refused for want of a right at a place, and tried again slowly, where nobody waits behind it.

    Says when. The host is told; what has been of no use for long is given up at last.
    """
    lane = post.lane
    if post.kind != outbox_messages.Mend.kind:
        lane = f"{ASIDE} {post.game or post.key} {post.kind}"
    problem = "{} in {}".format(*missing) if missing else "a right is missing"
    pause = min(FIRST_MEND << min(post.attempts - 1, 20), LONGEST_MEND)
    async with service.store.write() as tx:
        if missing and post.game is not None:
            await _tell_host(tx, (await service.load(tx, post.game)).row, *missing)
        if tx.now - post.created > KEPT_FOR:
            await db.outbox.abandon(tx, post, problem)
        return await db.outbox.failed(tx, post, problem, retry_after=pause, lane=lane)


async def rights_changed(service: GameService, server: int) -> None:
    """Rights have changed on a server: what waits for one there is tried again at once."""
    async with service.store.write() as tx:
        await db.outbox.hurry(tx, server, (MENDING, ASIDE))


def right_key(code: str, right: str, place: int) -> str:
    """Under which it is told, once, that a right is missing at a place."""
    return f"{code} lacks {right} {place}"


async def hindered(service: GameService, snapshot: GameSnapshot, right: str, place: int) -> int:
    """Something was said in a lesser form: the host is told, and the proper one tried later; says when."""
    lane = f"{MENDING} {snapshot.code}"
    async with service.store.write() as tx:
        until = tx.now + FIRST_MEND
        if not await db.outbox.is_waiting(tx, lane):
            mend, key = outbox_messages.Mend(), f"{lane} {tx.now}"
            await db.outbox.add(
                tx, outbox_messages.post(mend, key=key, game=snapshot.code, lane=lane, not_before=until)
            )
        await _tell_host(tx, snapshot.row, right, place)
        return until


async def _tell_host(tx: db.Transaction, row: db.Game, right: str, place: int) -> None:
    """Once for each table, right and place."""
    told = outbox_messages.RightMissing(person=row.host or 0, right=right, place=place)
    key = right_key(row.code, right, place)
    await db.outbox.add(tx, outbox_messages.post(told, key=key, game=row.code, lane=f"word {row.host}"))


async def door_opened(service: GameService, person: int, channel: int) -> None:
    """Where somebody's direct messages are."""
    async with service.store.write() as tx:
        await db.users.update(tx, person, door=channel)


async def abandoned(service: GameService, post: db.Post, problem: str) -> None:
    """It can never be delivered; those behind it need not wait longer."""
    async with service.store.write() as tx:
        await db.outbox.abandon(tx, post, problem)


async def lobby_posted(
    service: GameService, snapshot: GameSnapshot, sent: Sent, *, post: db.Post | None = None
) -> None:
    async with service.store.write() as tx:
        await _keep(tx, snapshot, sent, "lobby")
        if post is not None:
            await db.outbox.delivered(tx, post)


async def lobby_removed(service: GameService, card: db.Message, cup: str) -> None:
    """The card of a game of a cup has gone: the cup's table leads to its thread now."""
    async with service.store.write() as tx:
        await db.messages.forget(tx, card.message)
        row = await db.cups.find(tx, cup)
        if row is not None:
            await cup_games.show(tx, row)


async def thread_opened(service: GameService, snapshot: GameSnapshot, thread: int | None) -> GameSnapshot:
    """A game has its thread, or must live in the channel; now the hands can be sent."""
    async with service.store.write() as tx:
        now = await _in_thread(tx, service, snapshot, thread)
        await db.outbox.add(tx, *outbox_messages.hands(now.row, now.seats))
        return now


async def thread_found(service: GameService, snapshot: GameSnapshot, thread: int) -> GameSnapshot:
    """A game that was played in its channel has a thread now."""
    async with service.store.write() as tx:
        return await _in_thread(tx, service, snapshot, thread)


async def _in_thread(
    tx: db.Transaction, service: GameService, snapshot: GameSnapshot, thread: int | None
) -> GameSnapshot:
    now = await service.load(tx, snapshot.code)
    if thread is None or now.row.thread is not None:
        return now
    await db.games.update(tx, now.row, thread=thread)
    return await service.load(tx, snapshot.code)


async def card_posted(
    service: GameService, snapshot: GameSnapshot, summonses: Sequence[Summons], sent: Sent
) -> None:
    """A new card stands at the table: those it called are told. Its post is settled when the old are out."""
    async with service.store.write() as tx:
        live = not snapshot.over
        for each in (*sent.others, sent):
            await _keep(tx, snapshot, each, "card", ply=snapshot.row.ply, live=live)
        if not sent.message:
            await db.messages.fall_short(tx, snapshot.code, "card", sent.lacking)
        await turn_notifications.summoned(tx, snapshot, summonses)


async def cards_put_out(service: GameService, post: db.Post, cards: Sequence[db.Message]) -> None:
    """The buttons of these cards are gone, and the card that came after them is delivered."""
    async with service.store.write() as tx:
        await db.messages.put_out(tx, *(card.message for card in cards))
        await db.outbox.delivered(tx, post)


async def hand_posted(
    service: GameService,
    post: db.Post,
    snapshot: GameSnapshot,
    seat: Seat,
    old: Sequence[db.Message],
    sent: Sent,
    looks: str,
) -> None:
    """A hand has reached its player, in place of earlier ones."""
    async with service.store.write() as tx:
        person = snapshot.users[seat]
        await _keep(tx, snapshot, sent, "hand", seat=seat, person=person.id, ply=snapshot.row.ply)
        await db.messages.repainted(tx, sent.message, looks)
        if old:
            await db.messages.forget(tx, *(each.message for each in old))
        await _note_door(tx, person, closed=False)
        await db.outbox.delivered(tx, post)


async def hand_changed(service: GameService, post: db.Post, message: db.Message, looks: str) -> None:
    """A hand that stands there shows something else now."""
    async with service.store.write() as tx:
        await db.messages.repainted(tx, message.message, looks)
        await db.outbox.delivered(tx, post)


async def files_changed(service: GameService, message: db.Message, files: Mapping[str, int]) -> None:
    """Other files are on a message now."""
    async with service.store.write() as tx:
        await db.messages.carry(tx, message.message, files)


async def hand_refused(service: GameService, post: db.Post, snapshot: GameSnapshot, seat: Seat) -> None:
    """A player's direct messages are closed: the card says where the hand is to be had."""
    async with service.store.write() as tx:
        await _note_door(tx, snapshot.users[seat], closed=True)
        refresh = outbox_messages.Refresh(ply=snapshot.row.ply)
        await db.outbox.add(tx, outbox_messages.post(refresh, key=f"{post.key} closed", game=snapshot.code))
        await db.outbox.delivered(tx, post)


async def vote_posted(
    service: GameService, post: db.Post, snapshot: GameSnapshot, vote: db.Vote, sent: Sent
) -> None:
    async with service.store.write() as tx:
        await _keep(tx, snapshot, sent, f"vote {vote.id}")
        await db.outbox.delivered(tx, post)


async def saga_posted(
    service: GameService, snapshot: GameSnapshot, sent: Sent, *, kind: str = "saga"
) -> None:
    """The saga stands at the table; or, under another kind, in the channel for results."""
    async with service.store.write() as tx:
        await _keep(tx, snapshot, sent, kind, ply=snapshot.row.ply)


async def _keep(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    sent: Sent,
    kind: str,
    *,
    seat: Seat | None = None,
    person: int | None = None,
    ply: int | None = None,
    live: bool = False,
) -> None:
    if not sent.message:
        return
    await db.messages.keep(
        tx,
        message=sent.message,
        channel=sent.channel,
        game=snapshot.code,
        kind=kind,
        seat=seat,
        person=sent.person if person is None else person,
        ply=ply,
        classic=sent.classic,
        live=live,
        lacking=sent.lacking,
        files=sent.files,
    )


async def call_later(service: GameService, call: outbox_messages.Call, at: int) -> None:
    """Somebody has gone to sleep before they could be told: they are told when they wake."""
    async with service.store.write() as tx:
        await turn_notifications.call(tx, call.person, (call.way,), "turn", key=str(at // MINUTE), at=at)


async def call_refused(service: GameService, post: db.Post, call: outbox_messages.Call) -> None:
    """Somebody's direct messages are closed: they are called in the thread."""
    async with service.store.write() as tx:
        await _note_door(tx, await db.users.find(tx, call.person), closed=True)
        key = f"{post.key} closed"
        await turn_notifications.call(tx, call.person, ("thread",), call.why, key=key, game=call.game)
        await db.outbox.delivered(tx, post)


async def pinged_now(
    service: GameService, post: db.Post, snapshot: GameSnapshot, notice: outbox_messages.Notice
) -> list[int]:
    """Whom a notice at a table pings. Sleepers get it again when they wake; in a quiet place it is sent."""
    if not notice.mentions:
        return []
    free = await turn_notifications.awake(service.store, notice.mentions)
    quiet, now = turn_notifications.is_quiet(snapshot), service.now()
    if quiet or any(at > now for at in free.values()):
        async with service.store.write() as tx:
            for person, at in free.items():
                await _say_again(tx, post, snapshot, notice, person, at, quiet=quiet)
    return [] if quiet else [person for person, at in free.items() if at <= now]


async def _say_again(
    tx: db.Transaction,
    post: db.Post,
    snapshot: GameSnapshot,
    notice: outbox_messages.Notice,
    person: int,
    at: int,
    *,
    quiet: bool,
) -> None:
    if quiet:
        alone = notice.model_copy(update={"mentions": ()})
        key = f"{post.key} quiet"
        await outbox_messages.tell(tx, person, alone, key=key, game=snapshot.code, not_before=at)
    elif tx.now < at <= tx.now + DAY:  # what is older than a day when they are back would only confuse
        alone = notice.model_copy(update={"mentions": (person,)})
        key = f"{post.key} awake {person} {at}"
        await db.outbox.add(
            tx, outbox_messages.post(alone, key=key, lane=key, game=snapshot.code, not_before=at)
        )


async def left_server(service: GameService, snapshot: GameSnapshot, person: int) -> None:
    """Tell the table, once, that somebody is not on its server any more."""
    seat = snapshot.seat_of(person)
    assert seat is not None
    others = tuple(snapshot.people_at([other for other in snapshot.seats if other != seat]))
    notice = outbox_messages.Notice(code="left_server", values={"seat": seat}, mentions=others)
    async with service.store.write() as tx:
        await outbox_messages.say(tx, snapshot.code, notice, key=f"left {person}")


async def _note_door(tx: db.Transaction, person: db.User, *, closed: bool) -> None:
    if person.preferences.dms_closed != closed:
        await db.users.prefer(tx, person.id, dms_closed=closed)
