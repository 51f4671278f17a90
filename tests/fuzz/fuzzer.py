"""Sends forged interactions to Skald on a simulated Discord and checks responses and database."""

import asyncio
import logging
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import simcord
from discord.app_commands import CommandNotFound, CommandSignatureMismatch
from simcord import interactions as wire
from simcord.backend import serializers

import db
from bot.chat.interactions.component_dispatch import HANDLERS
from bot.chat.messages.custom_id import parse_custom_id
from bot.play.core.authorization import Actor
from bot.play.core.rate_limit import BURST, RateLimit
from bot.play.turns import moves
from bot.views import pictures
from rules import GAMES
from tests.chat.components import walk_components
from tests.chat.discord_driver import BLANK_PICTURE, Chat, open_chat, text_of
from tests.chat.simulator import settle_interaction, take_errors
from tests.fuzz.database_watch import DatabaseWatcher
from tests.fuzz.forged_interactions import AUTOCOMPLETE, COMPONENT, FORM, InteractionForger

PLAYERS = ("astrid", "bjorn", "cara", "dag")
HOSTILE_NAME = "\u202e<@&1> @everyone **x** `{0}`"  # The name of one of the players.
GENUINE_SHARE = 0.4  # Interactions that tap a component shown to the same user.
SEATED_SHARE = 0.5  # Forged interactions by a player of the game that they name.
WAIT_EVERY = 25  # Interactions between jumps of the clock, which fire due timers.
MOVE_EVERY = 10  # Interactions between legal moves.
ENDING_VERBS = ("forget-me", "resign", "end")  # Rarely used, or the games would soon end.
REPLAY_SHARE = 0.05  # Interactions that are sent a second time.
IDLE_CPU_S = 0.05  # If Skald uses less CPU time than this within a timeout, it is stuck.
SETTLE_POLL_S = 0.01
FLOOD_EVERY = 1_000  # Interactions between floods by one user.
SECONDS_BETWEEN = 60  # Between two interactions on the rate limit's clock, except in a flood.
LEARN_EVERY = 50  # Interactions between scans of the channels.
FAILURE_TEXT = "Something went wrong on our side"
RATE_LIMIT_TEXT = "Slow down"


@dataclass
class Report:
    """Counts of what was sent and answered, and the `problems` found."""

    sent: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    changes: int = 0
    moves: int = 0
    problems: list[str] = field(default_factory=list)


class FakeTime:
    """The clock of the rate limit."""

    seconds = 0.0

    def now(self) -> float:
        return self.seconds


class Fuzzer:
    """Sends forged interactions as any user and checks the results."""

    def __init__(
        self, chat: Chat, seed: int, time: FakeTime, on_problem: Callable[[str], None] | None = None
    ) -> None:
        self.chat = chat
        self.time = time
        self.seed = seed
        self.random = Random(seed)
        self.on_problem = on_problem
        self.report = Report()
        self.errors = _ErrorLog()
        self.strangers: list[Any] = []
        self._sent: list[tuple[Any, dict[str, Any]]] = []
        self._shown: list[tuple[int, int, str, list[str]]] = []

    async def set_up(self) -> None:
        """Start games of every title on one server, and create another server with strangers."""
        chat = self.chat
        for name in PLAYERS:
            chat.user(name)
        chat.users["eve"] = chat.guild.add_member(chat.env.create_user("eve", global_name=HOSTILE_NAME))
        for number, key in enumerate(sorted(GAMES)):
            await chat.start_game(PLAYERS[number % 4], PLAYERS[(number + 1) % 4], game=key)
        await chat.open_lobby("eve", "astrid", game="borealis")
        await chat.start_game("dag", "eve", game="explorers")
        self.other_server = chat.env.create_guild("Elsewhere")
        self.other_channel = self.other_server.create_text_channel("games")
        self.strangers = [
            self.other_server.add_member(chat.env.create_user(name)) for name in ("mallory", "trudy")
        ]
        self.forger = InteractionForger(self.random, list(chat.env.backend.commands[None].values()))
        managers = {
            guild.id: frozenset(
                member
                for member in chat.env.backend.get_guild(guild.id).members
                if chat.env.backend.get_guild(guild.id).owner_id == member
            )
            for guild in (chat.guild, self.other_server)
        }
        self.watcher = DatabaseWatcher(chat.store, chat.folder / "skald.db", managers)
        await self.watcher.find_violations(0)

    async def run(self, count: int, flood: int = FLOOD_EVERY) -> Report:
        for number in range(count):
            if number % LEARN_EVERY == 0:
                await self._learn()
            if number % MOVE_EVERY == 0:
                await self._move()
            if number % WAIT_EVERY == WAIT_EVERY - 1:
                await self._advance_time()
            if number % flood == flood // 2:
                await self._flood()
            await self._send_one()
        self._report_problems(f"at the end: {problem}" for problem in await self.watcher.check_everything())
        self._report_problems(_forbidden_mentions(self.chat))
        self.report.changes, self.report.moves = self.watcher.changes, self.watcher.moves
        return self.report

    def _report_problems(self, problems: Iterable[str]) -> None:
        """Add problems to the report, with seed and number, and pass them to `on_problem`."""
        for problem in problems:
            line = f"seed {self.seed}, interaction {self.report.sent}: {problem}"
            self.report.problems.append(line)
            if self.on_problem is not None:
                self.on_problem(line)

    async def _move(self) -> None:
        """Play a legal move, so that the games progress and seen components become outdated."""
        running = await db.games.list_for_server(self.chat.store, self.chat.guild.id, ("running",))
        snapshot = await self.chat.snapshot(self.random.choice(running).code) if running else None
        if snapshot is None or not snapshot.user_ids_at(sorted(snapshot.owing_seats())):
            return
        seat = self.random.choice([seat for seat in snapshot.owing_seats() if snapshot.players[seat].person])
        person = snapshot.users[seat]
        actor = Actor(person.id, person.name or "", "en-GB")
        text = str(self.random.choice(snapshot.legal(seat)))
        await moves.play(self.chat.service, snapshot.code, actor, text, interaction_id=-self.report.sent - 1)
        self._report_problems(await self.watcher.find_violations(person.id))

    async def _advance_time(self) -> None:
        """Let seconds or hours pass: plans are played, reminders sent, opponents move."""
        seconds = [self.random.choice((40, 200, 3_600, 20_000))]
        if not await _settles(lambda: self.chat.env.advance_time(seconds.pop() if seconds else 0)):
            self._report_problems([f"time does not pass; {_waiting_tasks()}"])
        self._report_problems(
            [*await self.watcher.find_violations(0), *self.errors.take(), *_unexpected_errors(self.chat)]
        )

    async def _flood(self) -> None:
        """Send the same interaction over the rate limit: it must be refused and change nothing."""
        _, payload = self._forge()
        while payload["type"] == AUTOCOMPLETE:
            _, payload = self._forge()
        self.time.seconds += SECONDS_BETWEEN
        for number in range(BURST + 5):
            changes = self.watcher.changes
            record, payload = self._repeat(payload)
            self.report.kinds["flood"] += 1
            await self._send(payload)
            if number < BURST:
                continue
            answer = simcord.InteractionResult(self.chat.env, record).response
            if answer is None or RATE_LIMIT_TEXT not in text_of(answer) or self.watcher.changes != changes:
                self._report_problems([f"a flood goes on: {payload['data']!r:.300}"])

    def _repeat(self, payload: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Returns a new interaction by the same user with the same data."""
        guild = payload.get("guild_id")
        record, again = wire.base_payload(
            self.chat.env.backend,
            type=payload["type"],
            channel_id=int(payload["channel_id"]),
            guild_id=int(guild) if guild else None,
            user_id=int((payload.get("member") or payload)["user"]["id"]),
            data=payload["data"],
        )
        if "message" in payload:
            again["message"] = payload["message"]
            record.source_message_id = int(payload["message"]["id"])
        return record, {**again, "locale": "en-GB"}

    async def _send_one(self) -> None:
        report, chance = self.report, self.random
        if self._sent and chance.random() < REPLAY_SHARE:
            record, payload = chance.choice(self._sent)
            report.kinds["replayed"] += 1
            again = True
        else:
            record, payload = self._forge()
            report.kinds[
                {COMPONENT: "tap", FORM: "form", AUTOCOMPLETE: "completion"}.get(payload["type"], "command")
            ] += 1
            if payload["type"] != AUTOCOMPLETE:
                self._sent = [*self._sent[-200:], (record, payload)]
            again = False
        self.time.seconds += SECONDS_BETWEEN
        actor = await self._send(payload)
        if not again:
            result = simcord.InteractionResult(self.chat.env, record)
            self._check_response(result, payload)
            if result.response:
                own = [
                    (part["custom_id"], [one["value"] for one in part.get("options", ())])
                    for part in walk_components(result.response)
                    if part.get("custom_id")
                ]
                self._shown = [*self._shown[-100:], *((actor, record.channel_id, *each) for each in own)]

    async def _send(self, payload: dict[str, Any]) -> int:
        """Send an interaction and check the database. Returns the id of its user."""
        self.report.sent += 1
        self.report.verbs[_verb(payload)] += 1
        env = self.chat.env
        env.backend.emit("INTERACTION_CREATE", payload)
        if not await _settles(lambda: settle_interaction(env, SETTLE_POLL_S)):
            self._report_problems(
                [f"Skald does not come to rest: {payload['data']!r:.200}; {_waiting_tasks()}"]
            )
        actor = int((payload.get("member") or payload)["user"]["id"])
        wrong = await self.watcher.find_violations(actor)
        wrong += [*self.errors.take(), *_unexpected_errors(self.chat)]
        self._report_problems(f"{problem} ({payload['data']!r:.300})" for problem in wrong)
        return actor

    def _check_response(self, result: Any, payload: dict[str, Any]) -> None:
        messages = [*filter(None, (result.response, *result.followups))]
        text = "\n".join(text_of(message) for message in messages)
        if not result.acknowledged:
            answer = "nothing"
        elif FAILURE_TEXT in text:
            answer = "failed"
        elif payload["type"] == AUTOCOMPLETE or result.modal or messages:
            answer = "answered"
        else:
            answer = "left waiting" if payload["type"] != COMPONENT else "answered"
        self.report.answers[answer] += 1
        if answer != "answered":
            self._report_problems([f"{answer}: {payload['type']} {payload['data']!r:.300}"])
        for message in messages:
            self._remember(message)
        if result.modal:
            self._remember_form(result.modal)

    def _forge(self) -> tuple[Any, dict[str, Any]]:
        chance, chat, backend = self.random, self.chat, self.chat.env.backend
        self.forger.versions = self.watcher.versions
        kind, data = self.forger.random_interaction()
        actor = self._choose_actor(data)
        if self._shown and chance.random() < GENUINE_SHARE:
            whose, _, name, values = chance.choice(self._shown)
            if name.startswith(tuple(f"skald:{verb}" for verb in ENDING_VERBS)) and chance.random() < 0.95:
                name = "skald:games:::"
            actor = next(one for one in (*chat.users.values(), *self.strangers) if one.id == whose)
            kind, data = COMPONENT, {"custom_id": name, "component_type": 3 if values else 2}
            if values:
                data["values"] = [chance.choice(values)]
        if actor in self.strangers:
            guild, channel = self.other_server.id, self.other_channel.id
        else:
            guild = chat.guild.id
            channel = chance.choice([chat.channel, *chat.channel.threads]).id
        if chance.random() < 0.1:
            guild, channel = None, backend.get_dm_channel(actor.id).id
        record, payload = wire.base_payload(
            backend, type=kind, channel_id=channel, guild_id=guild, user_id=actor.id, data=data
        )
        payload["locale"] = chance.choice(("en-GB", "fr", "xx", "ar"))
        if kind in (COMPONENT, FORM):
            shown = chance.choice(self._messages(channel) or self._messages(chat.channel.id))
            payload["message"] = dict(serializers.message_payload(backend, shown))
            record.source_message_id = shown.id
        return record, payload

    def _choose_actor(self, data: dict[str, Any]) -> Any:
        """Returns a random user, often one seated in the game that is named."""
        everybody = [*self.chat.users.values(), *self.strangers]
        custom_id = parse_custom_id(data.get("custom_id", ""))
        seated = self.watcher.seated_users(custom_id.game) if custom_id is not None and custom_id.game else ()
        there = [one for one in everybody if one.id in seated]
        return self.random.choice(there if there and self.random.random() < SEATED_SHARE else everybody)

    def _messages(self, channel: int) -> list[Any]:
        return [*self.chat.env.backend.messages.get(channel, {}).values()]

    async def _learn(self) -> None:
        """Collect the components in all channels and the legal moves of all games."""
        for channel in (self.chat.channel, *self.chat.channel.threads):
            for message in channel.history():
                self._remember(message)
        games = await db.games.list_for_server(self.chat.store, self.chat.guild.id)
        self.forger.codes = [game.code for game in games]
        moves = []
        for game in games:
            snapshot = await self.chat.snapshot(game.code)
            moves += [
                str(move) for seat in sorted(snapshot.owing_seats()) for move in snapshot.legal(seat)[:5]
            ]
        self.forger.moves = moves

    def _remember(self, message: Any) -> None:
        forger = self.forger
        for part in walk_components(message):
            if part.get("custom_id"):
                forger.custom_ids = [*forger.custom_ids[-400:], part["custom_id"]]
            forger.values = [*forger.values[-400:], *(str(one["value"]) for one in part.get("options", ()))]

    def _remember_form(self, form: dict[str, Any]) -> None:
        self.forger.custom_ids = [*self.forger.custom_ids[-400:], form["custom_id"]]
        parts = list(form["components"])
        while parts:
            part = parts.pop()
            if part.get("custom_id"):
                self.forger.fields = [*self.forger.fields[-60:], part["custom_id"]]
            parts += [*part.get("components", ()), *([part["component"]] if part.get("component") else ())]


class _ErrorLog(logging.Handler):
    """Collects log records of errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"logged: {record.name}: {record.getMessage()} {_cause(record)}")

    def take(self) -> list[str]:
        """Returns and clears the collected errors."""
        lines, self.lines = self.lines, []
        return lines


def _cause(record: logging.LogRecord) -> str:
    """Returns the exception of a log record and the last frames of its traceback."""
    if not record.exc_info or record.exc_info[1] is None:
        return ""
    problem = record.exc_info[1]
    steps = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(problem.__traceback__)
    ]
    return f"{problem!r} at {' > '.join(steps[-5:])}"


def _verb(payload: dict[str, Any]) -> str:
    """Returns the verb of a component or form, or an empty text."""
    custom_id = parse_custom_id(payload["data"].get("custom_id", ""))
    return custom_id.verb if custom_id is not None and custom_id.verb in HANDLERS else ""


def _forbidden_mentions(chat: Chat) -> list[str]:
    """Returns messages that mention @everyone or a role, except for Discord's own system messages."""
    return [
        f"a message mentions everybody or a role: {message.content!r:.200}"
        for channel in (chat.channel, *chat.channel.threads)
        for message in channel.history()
        if (message.mention_everyone or message.role_mentions) and not message.is_system()
    ]


async def _settles(settle: Callable[[], Awaitable[object]]) -> bool:
    """Whether Skald becomes idle. Waits as long as it uses CPU time, even on a slow machine."""
    while True:
        used = process_time()
        try:
            await settle()
        except TimeoutError:
            if process_time() - used < IDLE_CPU_S:
                return False
        else:
            return True


def _waiting_tasks() -> str:
    """Returns where the tasks of this process are waiting."""
    stacks = [task.get_stack(limit=1) for task in asyncio.all_tasks()]
    places = [
        f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}" for stack in stacks for frame in stack
    ]
    return ", ".join(f"{count} in {place}" for place, count in Counter(places).most_common(12))


def _unexpected_errors(chat: Chat) -> list[str]:
    """Returns the handlers' exceptions, except for unknown commands, which get a response."""
    known = (CommandNotFound, CommandSignatureMismatch)
    return [f"raised: {error!r:.300}" for error in take_errors(chat.env) if not isinstance(error, known)]


@asynccontextmanager
async def start_fuzzer(
    folder: Path, seed: int, on_problem: Callable[[str], None] | None = None
) -> AsyncIterator[Fuzzer]:
    """Start a fuzzer on a new chat with blank pictures."""
    draw, pictures.draw = pictures.draw, lambda _: BLANK_PICTURE
    try:
        time = FakeTime()
        async with open_chat(folder, threads=True, rate_limit=RateLimit(now=time.now)) as chat:
            fuzz = Fuzzer(chat, seed, time, on_problem)
            logging.getLogger().addHandler(fuzz.errors)
            try:
                await fuzz.set_up()
                try:
                    yield fuzz
                finally:
                    fuzz.watcher.close()
            finally:
                logging.getLogger().removeHandler(fuzz.errors)
    finally:
        pictures.draw = draw
