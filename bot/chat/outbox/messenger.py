"""How a message reaches a table or a person: sent, edited, taken away."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

import discord

import db
from bot.chat.interactions.context import Context
from bot.chat.messages.message_builder import NO_FILES, Files, MessageBuilder, files_on
from bot.chat.outbox import permissions
from bot.chat.outbox.permissions import ARCHIVED, NowhereError, Rung, Want
from bot.chat.outbox.throttle import Later, Restraint
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import deliveries
from bot.play.notify.deliveries import Sent
from db.clock import HOUR

log = logging.getLogger(__name__)

T = TypeVar("T")

FRESH_FOR = HOUR
"""How long a message may be edited freely; an older one is replaced."""
NO_DIRECT_MESSAGES = (50007, 50278)
INVALID = 50035
TOO_FAST = 40003
TOO_MANY_EDITS = 30046
"""Of messages that are older than `FRESH_FOR`, in one channel."""
UNKNOWN_CHANNEL = 10003
CARDS = frozenset({outbox_messages.Card.kind, outbox_messages.Refresh.kind})
"""What may find no place at all: the card is shown when there is one again."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where a game is played; what is sent there goes down the ladder of `rights` where it must."""

    snapshot: GameSnapshot


@dataclass(frozen=True, slots=True)
class Door:
    """The direct messages of somebody."""

    person: int
    channel: int


Target = discord.PartialMessageable | Table | Door


@dataclass(frozen=True, slots=True)
class Hindrance:
    """From which rung on a table can be reached, for want of what, and until when that is believed."""

    rank: int
    want: Want
    until: int
    server: int | None


@dataclass(slots=True)
class Memory:
    """What a process knows by heart, so that it need not be refused again and again.

    `places` are the tables that cannot be shown properly, `doors` the channels of direct messages, `lines`
    what is said to be missing, by the message that says it.
    """

    restraint: Restraint
    places: dict[str, Hindrance] = field(default_factory=dict)
    doors: dict[int, int] = field(default_factory=dict)
    lines: dict[int, str] = field(default_factory=dict)


class Messenger:
    """Knows the ways and the doors. `post` is what it carries; done `properly` it takes no lesser way."""

    def __init__(
        self,
        client: discord.Client,
        context: Context,
        memory: Memory | None = None,
        *,
        post: db.Post | None = None,
        properly: bool = False,
    ) -> None:
        self.client = client
        self.context = context
        self.memory = Memory(Restraint(lambda: context.service.now())) if memory is None else memory
        self._post = post
        self._properly = properly

    def carrying(self, post: db.Post) -> "Messenger":
        """The same for one post."""
        properly = post.kind == outbox_messages.Mend.kind
        return Messenger(self.client, self.context, self.memory, post=post, properly=properly)

    async def snapshot(self, post: db.Post) -> GameSnapshot:
        """The table a post is about."""
        assert post.game is not None
        return await self.context.service.snapshot(post.game)

    def is_fresh(self, message: db.Message) -> bool:
        """Whether a message may still be edited freely."""
        return self.context.service.now() - message.at < FRESH_FOR

    def table(self, snapshot: GameSnapshot) -> Table:
        """Where a game is played."""
        return Table(snapshot)

    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    # Sending

    async def send(
        self, target: Target, builder: MessageBuilder, *, nonce: int | str, silent: bool = False
    ) -> Sent:
        """Send with a mark by which Discord itself drops a repetition.

        At a table it is said in the best form that the rights there allow; elsewhere, where pictures are not
        allowed, in words alone. Whoever's door is closed is refused by Discord.
        """
        match target:
            case Table(snapshot):
                return await self._down_the_ladder(snapshot, builder, nonce=nonce, silent=silent)
            case Door():
                return await self._through(target, builder, nonce=nonce, silent=silent)
            case _:
                return await self._in_channel(target.id, builder, nonce=nonce, silent=silent)

    async def whisper(
        self, person: int, builder: MessageBuilder, *, nonce: int | str, silent: bool = False
    ) -> Sent | None:
        """Send to one person; None where their direct messages are closed."""
        try:
            return await self.send(await self.direct(person), builder, nonce=nonce, silent=silent)
        except discord.Forbidden as problem:
            if problem.code not in NO_DIRECT_MESSAGES:
                raise
            return None

    async def direct(self, person: int) -> Door:
        """The way to somebody's direct messages; one that was never gone before may be told to wait."""
        channel = self.memory.doors.get(person)
        if channel is None:
            channel = (await db.users.find(self.context.store, person)).door
        if channel is None:
            self.memory.restraint.acquire_dm_slot(person)
            opened = await self.ask(lambda: self.client.create_dm(discord.Object(person)))
            self.memory.restraint.opened()
            channel = opened.id
            await deliveries.door_opened(self.context.service, person, channel)
        self.memory.doors[person] = channel
        return Door(person, channel)

    async def _through(self, door: Door, builder: MessageBuilder, *, nonce: int | str, silent: bool) -> Sent:
        try:
            sent = await self._said(door.channel, builder, nonce=nonce, silent=silent)
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_CHANNEL:
                raise
            self.memory.doors.pop(door.person, None)
            opened = await self.ask(lambda: self.client.create_dm(discord.Object(door.person)))
            await deliveries.door_opened(self.context.service, door.person, opened.id)
            sent = await self._said(opened.id, builder, nonce=nonce, silent=silent)
        return replace(sent, person=door.person)

    async def _in_channel(
        self, channel: int, builder: MessageBuilder, *, nonce: int | str, silent: bool
    ) -> Sent:
        try:
            return await self._said(channel, builder, nonce=nonce, silent=silent)
        except discord.Forbidden as problem:
            if problem.code != permissions.MISSING_PERMISSIONS or not builder.pictures:
                raise self._nowhere(channel, problem) from problem
        try:
            sent = await self._said(channel, builder.without_pictures(), nonce=nonce, silent=silent)
        except discord.Forbidden as problem:
            raise self._nowhere(channel, problem) from problem
        return replace(sent, lacking="attach_files")

    async def _said(self, channel: int, builder: MessageBuilder, *, nonce: int | str, silent: bool) -> Sent:
        async def attempt() -> Sent:
            message = await self.channel(channel).send(
                **builder.sent(), nonce=f"skald-{nonce}", silent=silent
            )
            return Sent(message.id, message.channel.id, builder.is_classic, files=files_on(message))

        return await self._reopening(channel, attempt)

    async def _reopening(self, channel: int, attempt: Callable[[], Awaitable[T]]) -> T:
        """Do something in a thread; a closed one is opened again."""
        try:
            return await self.ask(attempt)
        except discord.HTTPException as problem:
            if problem.code != ARCHIVED:
                raise
            try:
                await self.ask(lambda: self.client.http.edit_channel(channel, archived=False))
            except discord.Forbidden:
                raise problem from None
            return await self.ask(attempt)

    def _nowhere(self, channel: int, problem: discord.HTTPException) -> Exception:
        """What is missing in a channel that is nobody's table; the problem itself where it is no right."""
        if not permissions.is_refusal(problem):
            return problem
        in_thread = isinstance(self.client.get_channel(channel), discord.Thread)
        rung = Rung(channel, pictures=False, in_thread=in_thread, rank=0)
        return NowhereError(Want(rung.missing(problem.code), channel))

    # The ladder

    async def _down_the_ladder(
        self, snapshot: GameSnapshot, builder: MessageBuilder, *, nonce: int | str, silent: bool
    ) -> Sent:
        """Say something at a table as well as its rights allow; what is missing is told and kept in mind."""
        ways = permissions.ladder(snapshot, builder)
        lowest, want = self._known(snapshot)
        skipped: int | None = None
        for number, rung in enumerate(ways):
            if rung.rank < lowest or rung.place == skipped:
                continue
            lacks = want if number else None
            line = await self._line(snapshot, lacks)
            try:
                told = rung.form(builder).with_line(line)
                sent = await self._said(rung.place, told, nonce=nonce, silent=silent)
            except discord.HTTPException as problem:
                if not permissions.is_refusal(problem):
                    raise
                if self._properly:
                    raise NowhereError(Want(rung.missing(problem.code), rung.place)) from problem
                if rung.place == ways[0].place:
                    want = Want(rung.missing(problem.code), rung.place)
                if problem.code != permissions.MISSING_PERMISSIONS:
                    skipped = rung.place
                continue
            if line:
                self.memory.lines[sent.message] = line
            await self._note(snapshot, rung.rank, lacks)
            return sent if lacks is None else replace(sent, lacking=lacks.right)
        assert want is not None
        return await self._to_those_called(snapshot, builder, want, nonce=nonce)

    async def _to_those_called(
        self, snapshot: GameSnapshot, builder: MessageBuilder, want: Want, *, nonce: int | str
    ) -> Sent:
        """The last way: to whom it may concern, each by direct message that says why it comes there."""
        told = builder.with_line(self._missing(snapshot, want))
        for person in builder.mentions:  # a door that has to wait shall do so before anything is said
            with suppress(discord.Forbidden):
                await self.direct(person)
        reached = [
            sent
            for number, person in enumerate(builder.mentions)
            if (sent := await self.whisper(person, told, nonce=f"{nonce}-dm{number}")) is not None
        ]
        is_card = self._post is not None and self._post.kind in CARDS
        if not reached and (builder.mentions or not is_card):
            raise NowhereError(want)
        await self._note(snapshot, permissions.BY_DIRECT_MESSAGE, want)
        if not reached:
            return Sent.nowhere(want.right)
        first, *others = (replace(sent, lacking=want.right) for sent in reached)
        return replace(first, others=tuple(others))

    def _known(self, snapshot: GameSnapshot) -> tuple[int, Want | None]:
        """How far down to begin, by what was found a short while ago."""
        known = self.memory.places.get(snapshot.code)
        if known is None or self._properly:
            return 0, None
        place = snapshot.row.thread or snapshot.row.channel
        if known.until <= self.context.service.now() or known.want.place != place:
            del self.memory.places[snapshot.code]
            return 0, None
        return known.rank, known.want

    async def _line(self, snapshot: GameSnapshot, want: Want | None) -> str:
        """What is missing, unless nothing is or it was said before."""
        if want is None:
            return ""
        key = deliveries.right_key(snapshot.code, want.right, want.place)
        if await db.outbox.is_known(self.context.store, key):
            return ""
        return self._missing(snapshot, want)

    def _missing(self, snapshot: GameSnapshot, want: Want) -> str:
        return "-# " + permissions.told(want.right, want.place, self.context.table_locale(snapshot))

    async def _note(self, snapshot: GameSnapshot, rank: int, want: Want | None) -> None:
        """Keep in mind which way a table was reached; a lesser one is to be mended."""
        places = self.memory.places
        if want is None:
            if rank == 0:
                places.pop(snapshot.code, None)
            return
        if snapshot.code not in places or places[snapshot.code].rank < rank:
            until = await deliveries.hindered(self.context.service, snapshot, want.right, want.place)
            log.warning("game %s lacks %s", snapshot.code, want.right)
            places[snapshot.code] = Hindrance(rank, want, until, snapshot.row.server)

    def mended(self, code: str, *, until: int | None = None) -> None:
        """The proper form is possible again at a table; or it is not, and is not tried again until then."""
        known = self.memory.places.pop(code, None)
        if until is not None and known is not None:
            self.memory.places[code] = replace(known, until=until)

    def forget_hindrances(self, server: int) -> None:
        """Rights may be different now on a server."""
        places = self.memory.places
        for code in [code for code, each in places.items() if each.server == server]:
            del places[code]

    # Changing

    async def edit(
        self, message: db.Message, builder: MessageBuilder, *, keep_pictures: bool = False
    ) -> None:
        """Put something else in place of what a message says, without pinging anybody.

        What had to do without pictures does so still; where they are not allowed any more, those on it stay,
        as they do where that is asked for.
        """
        try:
            await self._edit(message, builder, keep_pictures=keep_pictures)
        except discord.HTTPException as problem:
            if problem.code != permissions.MISSING_PERMISSIONS or not builder.pictures:
                raise self._nowhere(message.channel, problem) from problem
            await self._edit(message, builder, keep_pictures=True)

    async def edit_if_possible(self, message: db.Message, builder: MessageBuilder) -> bool:
        """The same; False where the message is gone, closed, was edited too often or cannot show this, and
        must be sent anew."""
        try:
            await self._edit(message, builder)
        except discord.HTTPException as problem:
            refused = problem.code in (ARCHIVED, TOO_MANY_EDITS)
            if refused or isinstance(problem, discord.NotFound | discord.Forbidden):
                return False
            raise
        return True

    async def _edit(
        self, message: db.Message, builder: MessageBuilder, *, keep_pictures: bool = False
    ) -> None:
        """What is on the message already is not uploaded again."""
        if keep_pictures or message.lacking == "attach_files":
            builder = builder.without_pictures()
        builder = builder.with_line(self.memory.lines.get(message.message, ""))
        files: Files = message.files
        for on in (message.files, NO_FILES):
            try:
                files = await self._edited(message, builder, on, keep_pictures=keep_pictures)
            except discord.HTTPException as problem:
                if problem.code != INVALID or not on:
                    raise
            else:
                if all(each.filename in files for each in builder.pictures):
                    break
            # What was thought to be on it is not there any more.
        if files != message.files:
            await deliveries.files_changed(self.context.service, message, files)

    async def _edited(
        self, message: db.Message, builder: MessageBuilder, on: Files, *, keep_pictures: bool
    ) -> Files:
        """Edit once, and say what is on the message then."""

        async def attempt() -> discord.Message:
            said = builder.edited(classic=message.classic, on=on)
            if keep_pictures:
                del said["attachments"]
            return await self._there(message).edit(**said)

        return files_on(await self._reopening(message.channel, attempt))

    async def remove(self, message: db.Message) -> None:
        try:
            await self.ask(lambda: self._there(message).delete())
        except discord.HTTPException as problem:
            log.info("an old %s stays: code %s", message.kind, problem.code)

    def _there(self, message: db.Message) -> discord.PartialMessage:
        return self.channel(message.channel).get_partial_message(message.message)

    async def ask(self, request: Callable[[], Awaitable[T]]) -> T:
        """Ask something of Discord at the pace it wants."""
        restraint = self.memory.restraint
        await restraint.turn()
        try:
            return await request()
        except discord.Forbidden as problem:
            restraint.refused()
            if problem.code == TOO_FAST:
                raise Later(restraint.too_fast()) from problem
            raise
