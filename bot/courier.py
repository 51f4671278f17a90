"""Carries the outbox to the chat: in order, at least once, tried again until Discord has taken it."""

import asyncio
import logging
from typing import Literal

import discord

import db
from bot.cards import final_card, first_words, hand_card, lobby_card, no_threads, turn_card
from bot.draft import Draft
from bot.house import House
from bot.position import Position
from bot.tables import Denied
from bot.words import Words, words_for

log = logging.getLogger(__name__)

AT_ONCE = 10
PATIENCE = 5_000
LEASE = 15_000
"""How long a post is held: after a crash it is taken up again when this has passed."""
LEAST_PAUSE = 50
FRESH_FOR = 3_600_000
"""How long a message may be edited freely; an older one is replaced."""
NO_DIRECT_MESSAGES = (50007, 50278)
THREAD_EXISTS = 160004
ARCHIVED = 50083
GONE = (10003, 10008)
THREAD_KEPT: Literal[10080] = 10080


class Courier:
    """Goes round whenever it is woken, delivers each lane's first post, and sleeps when nothing is due."""

    def __init__(self, client: discord.Client, house: House) -> None:
        self._client = client
        self._house = house
        self._round: asyncio.Task[None] | None = None
        self._sleep: asyncio.Task[None] | None = None
        self._called_again = False

    def wake(self) -> None:
        """There may be something to deliver."""
        self._called_again = True
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        tasks = [task for task in (self._sleep, self._round) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _go_round(self) -> None:
        """Deliver until nothing is due; a failing database is waited out."""
        posts: tuple[db.Post, ...] = ()
        now = self._house.tables.now
        try:
            while self._called_again or posts:
                self._called_again = False
                posts = await self._house.store.claim_outbox(now=now(), limit=AT_ONCE, lease=LEASE)
                await asyncio.gather(*(self._deliver(post) for post in posts))
            waiting = await self._house.store.next_post()
        except db.DatabaseTrouble as trouble:
            log.error("the outbox cannot be read: %s", trouble.kind)
            waiting = now()
        if waiting is not None:
            # What is due but not ours to take stands behind another post or is being carried elsewhere.
            self._come_back(waiting if waiting > now() else now() + PATIENCE)

    def _come_back(self, at: int) -> None:
        if self._sleep is not None:
            self._sleep.cancel()
        self._sleep = asyncio.create_task(self._sleep_until(at))

    async def _sleep_until(self, at: int) -> None:
        await self._house.clock.sleep(max(at - self._house.tables.now(), LEAST_PAUSE) / 1000)
        self._sleep = None
        self.wake()

    async def _deliver(self, post: db.Post) -> None:
        now = self._house.tables.now
        try:
            await self._carry(post)
        except Denied:
            await self._settle(post, "the game is gone")
        except discord.Forbidden as problem:
            await self._settle(post, f"forbidden {problem.code}")
        except discord.NotFound as problem:
            await self._settle(post, f"not found {problem.code}")
        except (discord.HTTPException, OSError) as problem:
            detail = f"{type(problem).__name__} {getattr(problem, 'status', '')}"
            async with self._house.store.write() as w:
                await w.failed(post, now=now(), problem=detail)
            log.warning("a %s for game %s could not be delivered yet: %s", post.kind, post.game, detail)
        except Exception:
            log.exception("a %s for game %s cannot be delivered", post.kind, post.game)
            async with self._house.store.write() as w:
                await w.failed(post, now=now(), problem="unexpected")
        else:
            async with self._house.store.write() as w:
                await w.delivered(post, at=now())

    async def _settle(self, post: db.Post, problem: str) -> None:
        log.warning("a %s for game %s is given up: %s", post.kind, post.game, problem)
        async with self._house.store.write() as w:
            await w.abandon(post, at=self._house.tables.now(), problem=problem)

    async def _carry(self, post: db.Post) -> None:
        assert post.game is not None
        position = await self._house.tables.position(post.game)
        match post.kind:
            case "lobby":
                await self._lobby(position)
            case "open":
                await self._open(position)
            case "card":
                await self._card(position, post)
            case "hand":
                await self._hand(position, post)
            case _:
                raise ValueError(f"nobody knows how to deliver {post.kind!r}")

    # What is delivered

    async def _lobby(self, position: Position, *, trouble: str = "") -> None:
        bindings = await self._house.store.bindings(position.code, kind="lobby")
        words = await self._house.server_words(position)
        for binding in bindings[-1:]:
            message = self._channel(binding.channel).get_partial_message(binding.message)
            draft = lobby_card(position, words, trouble=trouble)
            await message.edit(view=draft.view(), allowed_mentions=discord.AllowedMentions.none())

    async def _open(self, position: Position) -> None:
        """Open the thread of a game under its lobby card, once."""
        thread = position.row.thread or await self._thread(position)
        tables = self._house.tables
        async with self._house.store.write() as w:
            row = await w.game(position.code)
            assert row is not None
            if thread is not None and row.thread is None:
                row = await w.update_game(row, thread=thread)
            await tables.send_hands(w, row, (player.seat for player in position.players))
        position = await tables.position(position.code)
        if thread is not None:
            await self._invite(thread, position)
        words = await self._house.server_words(position)
        await self._lobby(position, trouble="" if thread is not None else no_threads(words))

    async def _thread(self, position: Position) -> int | None:
        """The thread under the lobby card; None where the game must live in the channel."""
        bindings = await self._house.store.bindings(position.code, kind="lobby")
        if not bindings:
            return None
        words = await self._house.server_words(position)
        name = f"{words.teller(position.game, ()).game_name} · {' – '.join(position.names)} · {position.code}"
        card = bindings[-1]
        try:
            thread = await self._client.http.start_thread_with_message(
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
                await self._client.http.add_user_to_thread(thread, player.person)
            except discord.HTTPException as problem:
                log.info("a player could not be added to a thread: code %s", problem.code)

    async def _card(self, position: Position, post: db.Post) -> None:
        """A new card at a handover, else the latest one brought up to date."""
        store = self._house.store
        cards = await store.bindings(position.code, kind="card")
        latest = cards[-1] if cards else None
        if latest is not None and (latest.ply or 0) >= post.payload["ply"] and post.payload["fresh"]:
            return
        start = self._start_of(cards, fresh=bool(post.payload["fresh"]))
        editable = not post.payload["fresh"] and latest is not None and self._is_fresh(latest)
        if editable and latest is not None and await self._edit_card(position, latest, start):
            return
        draft = await self._card_draft(position, start, opening=latest is None)
        if not post.payload["fresh"]:
            draft.mentions.clear()
        message = await self._send(self._table(position), draft, nonce=post.id)
        async with store.write() as w:
            await w.bind(
                message=message.id,
                channel=message.channel.id,
                game=position.code,
                kind="card",
                ply=position.row.ply,
                at=self._house.tables.now(),
            )
        if latest is not None:
            await self._retire(position, latest, self._start_of(cards, fresh=False))

    def _start_of(self, cards: tuple[db.Binding, ...], *, fresh: bool) -> int:
        """The entry after which a card tells: a new one since the latest, the latest since the one before."""
        plies = [card.ply or 1 for card in cards]
        index = 1 if fresh else 2
        return plies[-index] if len(plies) >= index else 1

    def _is_fresh(self, binding: db.Binding) -> bool:
        return self._house.tables.now() - binding.at < FRESH_FOR

    async def _card_draft(self, position: Position, start: int, *, opening: bool = False) -> Draft:
        words = await self._house.server_words(position)
        scene = self._house.scene(position, None, words)
        stretch = await self._house.tables.stretch(position, start, position.row.ply)
        if position.over:
            earned = await self._house.store.successes(game=position.code)
            return await final_card(scene, stretch, earned)
        closed = await self._closed_doors(position)
        draft = await turn_card(scene, stretch, closed_dms=closed)
        return draft.text(first_words(scene)) if opening else draft

    async def _edit_card(self, position: Position, card: db.Binding, start: int) -> bool:
        """Bring the latest card up to date; False when it is gone and must be posted again."""
        draft = await self._card_draft(position, start)
        message = self._channel(card.channel).get_partial_message(card.message)
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
        words = await self._house.server_words(position)
        scene = self._house.scene(position, None, words)
        stretch = await self._house.tables.stretch(position, start, card.ply or 1)
        draft = await turn_card(scene, stretch, current=False)
        message = self._channel(card.channel).get_partial_message(card.message)
        try:
            await message.edit(
                view=draft.view(), attachments=draft.files(), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as problem:
            # Its buttons still answer, only with a word that the board has moved on.
            log.info("an old card keeps its buttons: code %s", problem.code)

    async def _hand(self, position: Position, post: db.Post) -> None:
        """A player's hand by direct message; where those are closed, the card shows the way."""
        seat: int = post.payload["seat"]
        person = position.players[seat].person
        if person is None:
            return
        scene = self._house.scene(position, seat, await self._own_words(person))
        hand = await scene.hand()
        if hand is None:
            return
        draft = hand_card(scene, hand)
        sent = await self._house.store.bindings(position.code, kind="hand", person=person)
        if sent and self._is_fresh(sent[-1]) and await self._edit_hand(sent[-1], draft):
            return
        try:
            dm = await self._client.create_dm(discord.Object(person))
            message = await self._send(dm, draft, nonce=post.id)
        except discord.Forbidden as problem:
            if problem.code not in NO_DIRECT_MESSAGES:
                raise
            await self._note_door(person, closed=True)
            await self._refresh_after_closed_door(position, post)
            return
        await self._note_door(person, closed=False)
        async with self._house.store.write() as w:
            await w.bind(
                message=message.id,
                channel=dm.id,
                game=position.code,
                kind="hand",
                seat=seat,
                person=person,
                ply=position.row.ply,
                at=self._house.tables.now(),
            )
            await w.unbind(*(old.message for old in sent))
        for old in sent:
            await self._remove(old)

    async def _edit_hand(self, binding: db.Binding, draft: Draft) -> bool:
        message = self._channel(binding.channel).get_partial_message(binding.message)
        try:
            await message.edit(view=draft.view(), attachments=draft.files())
        except (discord.NotFound, discord.Forbidden):
            return False
        return True

    async def _remove(self, binding: db.Binding) -> None:
        try:
            await self._channel(binding.channel).get_partial_message(binding.message).delete()
        except discord.HTTPException as problem:
            log.info("an old hand stays: code %s", problem.code)

    async def _refresh_after_closed_door(self, position: Position, post: db.Post) -> None:
        """Let the card say where the hand is to be had."""
        async with self._house.store.write() as w:
            await w.post(
                "card",
                {"ply": position.row.ply, "fresh": False},
                key=f"{post.key} closed",
                at=self._house.tables.now(),
                game=position.code,
            )

    # Ways and doors

    async def _send(self, channel: discord.abc.Messageable, draft: Draft, *, nonce: int) -> discord.Message:
        """Send with a mark by which Discord itself drops a repetition."""
        return await channel.send(
            view=draft.view(),
            files=draft.files(),
            allowed_mentions=draft.allowed_mentions(),
            nonce=f"skald-{nonce}",
        )

    def _table(self, position: Position) -> discord.PartialMessageable:
        return self._channel(position.row.thread or position.row.channel)

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def _own_words(self, person: int) -> Words:
        return words_for((await self._house.store.person(person)).locale)

    async def _closed_doors(self, position: Position) -> tuple[int, ...]:
        people = await self._house.store.people(position.people_at(sorted(position.owing())))
        return tuple(person.id for person in people.values() if person.preferences.get("dms_closed"))

    async def _note_door(self, person: int, *, closed: bool) -> None:
        known = await self._house.store.person(person)
        if bool(known.preferences.get("dms_closed")) != closed:
            async with self._house.store.write() as w:
                known = await w.person(person)
                await w.update_person(person, preferences={**known.preferences, "dms_closed": closed})
