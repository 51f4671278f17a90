"""How each kind of post reaches the chat: cards, hands, notices. Everything may be tried more than once."""

import logging
from collections.abc import Awaitable, Callable
from typing import Literal

import discord

import db
from bot.cards import (
    final_card,
    first_words,
    hand_card,
    lobby_card,
    no_threads,
    notice_card,
    turn_card,
    vote_card,
)
from bot.draft import Draft
from bot.house import House
from bot.notices import Notice
from bot.position import Position
from bot.saga.post import deliver as deliver_saga
from bot.standings.closing import deliver_season
from bot.standings.why import add_ratings
from bot.tables.votes import answers_to
from bot.telling import NO_DIRECT_MESSAGES, deliver_call, pinged_now
from bot.words import Words, words_for

log = logging.getLogger(__name__)

FRESH_FOR = 3_600_000
"""How long a message may be edited freely; an older one is replaced."""
THREAD_EXISTS = 160004
ARCHIVED = 50083
UNKNOWN_CHANNEL = 10003
GONE = (UNKNOWN_CHANNEL, 10008)
THREAD_KEPT: Literal[10080] = 10080

Messageable = discord.PartialMessageable | discord.DMChannel
Delivery = Callable[["Deliveries", db.Post], Awaitable[None]]


class Deliveries:
    """Knows how to put a post into the chat."""

    def __init__(self, client: discord.Client, house: House) -> None:
        self.client = client
        self.house = house

    async def carry(self, post: db.Post) -> None:
        kind = KINDS.get(post.kind)
        if kind is None:
            raise ValueError(f"nobody knows how to deliver {post.kind!r}")
        try:
            await kind(self, post)
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_CHANNEL or post.game is None:
                raise
            row = (await self.position(post)).row
            await self.house.tables.lost_place(channel=row.thread or row.channel)
            self.house.wake()

    async def position(self, post: db.Post) -> Position:
        assert post.game is not None
        return await self.house.tables.position(post.game)

    # What is delivered

    async def lobby(self, post: db.Post) -> None:
        await self._lobby(await self.position(post))

    async def _lobby(self, position: Position, *, trouble: str = "") -> None:
        bindings = await self.house.store.bindings(position.code, kind="lobby")
        words = await self.house.server_words(position)
        for binding in bindings[-1:]:
            message = self.channel(binding.channel).get_partial_message(binding.message)
            draft = lobby_card(position, words, trouble=trouble)
            await message.edit(view=draft.view(), allowed_mentions=discord.AllowedMentions.none())

    async def open(self, post: db.Post) -> None:
        """Open the thread of a game under its lobby card, once."""
        position = await self.position(post)
        thread = position.row.thread or await self._thread(position)
        tables = self.house.tables
        async with self.house.store.write() as w:
            row = await w.game(position.code)
            assert row is not None
            if thread is not None and row.thread is None:
                row = await w.update_game(row, thread=thread)
            await tables.send_hands(w, row, (player.seat for player in position.players))
        position = await tables.position(position.code)
        if thread is not None:
            await self._invite(thread, position)
        words = await self.house.server_words(position)
        await self._lobby(position, trouble="" if thread is not None else no_threads(words))

    async def _thread(self, position: Position) -> int | None:
        """The thread under the lobby card; None where the game must live in the channel."""
        bindings = await self.house.store.bindings(position.code, kind="lobby")
        if not bindings:
            return None
        words = await self.house.server_words(position)
        name = f"{words.teller(position.game, ()).game_name} · {' – '.join(position.names)} · {position.code}"
        card = bindings[-1]
        try:
            thread = await self.client.http.start_thread_with_message(
                card.channel, card.message, name=name[:100], auto_archive_duration=THREAD_KEPT
            )
        except discord.Forbidden:
            return None
        except discord.HTTPException as problem:
            if problem.code == THREAD_EXISTS:
                return card.message  # a thread under a message has the message's own id
            raise
        return int(thread["id"])

    async def _invite(self, thread: int, position: Position) -> None:
        for player in position.players:
            if player.person is None:
                continue
            try:
                await self.client.http.add_user_to_thread(thread, player.person)
            except discord.HTTPException as problem:
                log.info("a player could not be added to a thread: code %s", problem.code)

    async def place(self, post: db.Post) -> None:
        """A game settles in a channel: its card there, and under it a thread if it has begun."""
        position = await self.position(post)
        if not await self.house.store.bindings(position.code, kind="lobby"):
            draft = lobby_card(position, await self.house.server_words(position))
            message = await self.send(self.channel(position.row.channel), draft, nonce=post.id)
            async with self.house.store.write() as w:
                await w.bind(
                    message=message.id,
                    channel=message.channel.id,
                    game=position.code,
                    kind="lobby",
                    at=self.house.tables.now(),
                )
        if position.row.started is not None:
            await self.open(post)

    async def card(self, post: db.Post) -> None:
        """A new card at a handover, else the latest one brought up to date.

        It shows the table as it stands when it is delivered, so of several that wait the last one will do.
        """
        store = self.house.store
        behind = await store.posts_behind(post)
        if any(later.payload["fresh"] or not post.payload["fresh"] for later in behind):
            return
        position = await self.position(post)
        cards = await store.bindings(position.code, kind="card")
        latest = cards[-1] if cards else None
        if latest is not None and (latest.ply or 0) >= post.payload["ply"] and post.payload["fresh"]:
            return
        start = self._start_of(cards, fresh=bool(post.payload["fresh"]))
        editable = not post.payload["fresh"] and latest is not None and self._is_fresh(latest)
        if editable and latest is not None and await self._edit_card(position, latest, start):
            return
        if post.payload.get("quietly"):
            return
        tables = self.house.tables
        draft = await self._card_draft(position, start, opening=latest is None)
        summonses = await tables.summonses(store, position.row)
        if position.over:
            called = draft.mentions if post.payload["fresh"] else []
            draft.mentions = await tables.reachable(store, position.row, called)
        else:
            draft.mentions = [each.person for each in summonses if each.mention]
        message = await self.send(self.table(position), draft, nonce=post.id, silent=not draft.mentions)
        async with store.write() as w:
            await w.bind(
                message=message.id,
                channel=message.channel.id,
                game=position.code,
                kind="card",
                ply=position.row.ply,
                at=tables.now(),
            )
            await tables.summoned(w, position, summonses)
        if latest is not None:
            await self._retire(position, latest, self._start_of(cards, fresh=False))

    def _start_of(self, cards: tuple[db.Binding, ...], *, fresh: bool) -> int:
        """The entry after which a card tells: a new one since the latest, the latest since the one before."""
        plies = [card.ply or 1 for card in cards]
        index = 1 if fresh else 2
        return plies[-index] if len(plies) >= index else 1

    def _is_fresh(self, binding: db.Binding) -> bool:
        return self.house.tables.now() - binding.at < FRESH_FOR

    async def _card_draft(self, position: Position, start: int, *, opening: bool = False) -> Draft:
        words = await self.house.server_words(position)
        scene = self.house.scene(position, None, words)
        stretch = await self.house.tables.stretch(position, start, position.row.ply)
        if position.over:
            earned = await self.house.store.successes(game=position.code)
            card = await final_card(scene, stretch, earned)
            await add_ratings(card, scene, self.house.store)
            return card
        closed = await self._closed_doors(position)
        deadlines = await self.house.tables.deadlines(self.house.store, position.code)
        draft = await turn_card(scene, stretch, closed_dms=closed, deadlines=deadlines)
        return draft.text(first_words(scene)) if opening else draft

    async def _edit_card(self, position: Position, card: db.Binding, start: int) -> bool:
        """Bring the latest card up to date; False when it is gone and must be posted again."""
        draft = await self._card_draft(position, start)
        message = self.channel(card.channel).get_partial_message(card.message)
        try:
            await message.edit(
                view=draft.view(), attachments=draft.files(), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as problem:
            if problem.code in (*GONE, ARCHIVED):
                return False
            raise
        return True

    async def _retire(self, position: Position, card: db.Binding, start: int) -> None:
        """Take the buttons off a card that is no longer the latest; its story and its picture stay."""
        words = await self.house.server_words(position)
        scene = self.house.scene(position, None, words)
        stretch = await self.house.tables.stretch(position, start, card.ply or 1)
        draft = await turn_card(scene, stretch, current=False)
        message = self.channel(card.channel).get_partial_message(card.message)
        try:
            await message.edit(
                view=draft.view(), attachments=draft.files(), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as problem:
            # Its buttons still answer, only with a word that the board has moved on.
            log.info("an old card keeps its buttons: code %s", problem.code)

    async def hand(self, post: db.Post) -> None:
        """A player's hand by direct message; where those are closed, the card shows the way."""
        if await self.house.store.posts_behind(post):
            return
        position = await self.position(post)
        seat: int = post.payload["seat"]
        person = position.players[seat].person
        if person is None:
            return
        scene = self.house.scene(position, seat, await self.own_words(person))
        hand = await scene.hand()
        if hand is None:
            return
        draft = hand_card(scene, hand)
        sent = await self.house.store.bindings(position.code, kind="hand", person=person)
        if sent and self._is_fresh(sent[-1]) and await self._edit_hand(sent[-1], draft):
            return
        try:
            dm = await self.client.create_dm(discord.Object(person))
            message = await self.send(dm, draft, nonce=post.id)
        except discord.Forbidden as problem:
            if problem.code not in NO_DIRECT_MESSAGES:
                raise
            await self.note_door(person, closed=True)
            await self._refresh_after_closed_door(position, post)
            return
        await self.note_door(person, closed=False)
        async with self.house.store.write() as w:
            await w.bind(
                message=message.id,
                channel=dm.id,
                game=position.code,
                kind="hand",
                seat=seat,
                person=person,
                ply=position.row.ply,
                at=self.house.tables.now(),
            )
            await w.unbind(*(old.message for old in sent))
        for old in sent:
            await self._remove(old)

    async def _edit_hand(self, binding: db.Binding, draft: Draft) -> bool:
        message = self.channel(binding.channel).get_partial_message(binding.message)
        try:
            await message.edit(view=draft.view(), attachments=draft.files())
        except (discord.NotFound, discord.Forbidden):
            return False
        return True

    async def _remove(self, binding: db.Binding) -> None:
        try:
            await self.channel(binding.channel).get_partial_message(binding.message).delete()
        except discord.HTTPException as problem:
            log.info("an old hand stays: code %s", problem.code)

    async def _refresh_after_closed_door(self, position: Position, post: db.Post) -> None:
        """Let the card say where the hand is to be had."""
        async with self.house.store.write() as w:
            await w.post(
                "card",
                {"ply": position.row.ply, "fresh": False},
                key=f"{post.key} closed",
                at=self.house.tables.now(),
                game=position.code,
            )

    async def notice(self, post: db.Post) -> None:
        """A short word at the table, silent for all whom it does not name."""
        position = await self.position(post)
        notice = Notice.model_validate(post.payload)
        words = await self.house.server_words(position)
        draft = notice_card(notice, words, code=position.code)
        draft.mentions = await pinged_now(self, post, position, notice)
        await self.send(self.table(position), draft, nonce=post.id, silent=not draft.mentions)

    async def vote(self, post: db.Post) -> None:
        """What the table is asked, with the answers so far; asked once, then brought up to date."""
        position = await self.position(post)
        vote = await self.house.store.vote(post.payload["vote"])
        if vote is None or "notice" not in vote.payload:
            return
        words = await self.house.server_words(position)
        asked = Notice.model_validate(vote.payload["notice"])
        notice = asked.model_copy(update={"answers": answers_to(vote)})
        draft = vote_card(notice, words, position, vote, await self.house.store.ballots(vote.id))
        kind = f"vote {vote.id}"
        for binding in (await self.house.store.bindings(position.code, kind=kind))[-1:]:
            message = self.channel(binding.channel).get_partial_message(binding.message)
            await message.edit(view=draft.view(), allowed_mentions=discord.AllowedMentions.none())
            return
        if vote.closed is not None:
            return
        draft.mentions = await pinged_now(self, post, position, notice)
        message = await self.send(self.table(position), draft, nonce=post.id, silent=not draft.mentions)
        async with self.house.store.write() as w:
            await w.bind(
                message=message.id,
                channel=message.channel.id,
                game=position.code,
                kind=kind,
                at=self.house.tables.now(),
            )

    async def word(self, post: db.Post) -> None:
        """A short word to one person, by direct message."""
        position = await self.position(post)
        person: int = post.payload["person"]
        words = await self.own_words(person)
        scene = self.house.scene(position, None, words)
        notice = Notice.model_validate(post.payload["notice"])
        place = position.row.thread or position.row.channel
        draft = notice_card(notice, words, code=position.code, heading=f"{scene.title} · <#{place}>")
        await self.send(await self.client.create_dm(discord.Object(person)), draft, nonce=post.id)

    # Ways and doors

    async def send(
        self, channel: Messageable, draft: Draft, *, nonce: int | str, silent: bool = False
    ) -> discord.Message:
        """Send with a mark by which Discord itself drops a repetition; a closed thread is opened again."""

        async def attempt() -> discord.Message:
            return await channel.send(
                view=draft.view(),
                files=draft.files(),
                allowed_mentions=draft.allowed_mentions(),
                nonce=f"skald-{nonce}",
                silent=silent,
            )

        try:
            return await attempt()
        except discord.HTTPException as problem:
            if problem.code != ARCHIVED:
                raise
            await self.client.http.edit_channel(channel.id, archived=False, locked=False)
            return await attempt()

    def table(self, position: Position) -> discord.PartialMessageable:
        return self.channel(position.row.thread or position.row.channel)

    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    async def own_words(self, person: int) -> Words:
        return words_for((await self.house.store.person(person)).locale)

    async def _closed_doors(self, position: Position) -> tuple[int, ...]:
        people = await self.house.store.people(position.people_at(sorted(position.owing())))
        return tuple(person.id for person in people.values() if person.preferences.get("dms_closed"))

    async def note_door(self, person: int, *, closed: bool) -> None:
        known = await self.house.store.person(person)
        if bool(known.preferences.get("dms_closed")) != closed:
            async with self.house.store.write() as w:
                known = await w.person(person)
                await w.update_person(person, preferences={**known.preferences, "dms_closed": closed})


KINDS: dict[str, Delivery] = {
    "lobby": Deliveries.lobby,
    "open": Deliveries.open,
    "card": Deliveries.card,
    "hand": Deliveries.hand,
    "notice": Deliveries.notice,
    "vote": Deliveries.vote,
    "word": Deliveries.word,
    "call": deliver_call,
    "place": Deliveries.place,
    "saga": deliver_saga,
    "season": deliver_season,
}
