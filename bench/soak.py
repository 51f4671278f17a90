"""Hundreds of people play for a given time, on the real wire, while things go wrong: is all as it should be?

Run with `skald soak --minutes 5`; `--people 200` is how many there are, `--pause 10` how many
seconds lie between two things that one of them does. Skald serves a harbour in this process. People open
tables of every kind, join, leave, tap through their panels and type their moves, give orders, take back,
vote, resign, close their direct messages; Skald loses rights, meets errors and rate limits, is dropped by the
gateway and is restarted. Pictures are stand-ins that carry what they show, so that at the end it can be
checked who was shown what. Problems are printed; with any the exit code is 1.
"""

import asyncio
import contextlib
import logging
import resource
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from io import BytesIO
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image
from sqlalchemy import func, select

import db
from bot.chat.client import Skald
from bot.play.core.game_service import GameService
from bot.play.history.verify import verify_game
from bot.views import pictures
from bot.views.pictures import GamePictureRequest
from harbour import Clock, Harbour
from harbour.seed import users
from harbour.slash_commands import Refused
from harbour.user_client import Response, UserClient, pictures_of
from render import Picture
from rules import GAMES

MOST_TABLES = 120
TIMEOUT_S = 60
LATER = 90
"""So many seconds at most pass at the end without an arrival while something is owed."""
LEVEL = 1.6
"""So many times as much memory at the end as after a quarter of the time is still level."""
EPHEMERAL = 64
NOBODY_THERE = 4
"""Who taps while Skald is restarted, or so many seconds around it, may go without an answer."""
QUESTIONS = ("resign", "forget", "erase", "end")
LOOKS = (
    *("/games", "/hand", "/board", "/next", "/play", "/rules", "/help", "/settings", "/leaderboard"),
    *("/table recap", "/table log", "/table note", "/table verify", "/club profile", "/club history"),
)


@dataclass
class Figures:
    """What was done, and what was wrong with it."""

    acts: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    answers: list[float] = field(default_factory=list)
    restarts: int = 0
    memory: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class _Errors(logging.Handler):
    def __init__(self, figures: Figures) -> None:
        super().__init__(logging.ERROR)
        self._figures = figures

    def emit(self, record: logging.LogRecord) -> None:
        problem = record.exc_info[1] if record.exc_info else ""
        self._figures.problems.append(f"logged: {record.getMessage()} {problem!r:.200}")


def _tiny() -> bytes:
    data = BytesIO()
    Image.new("RGB", (12, 9)).save(data, "JPEG")
    return data.getvalue()


class Shown:
    """Stand-ins for pictures: each carries a name by which it is known what it shows, and to which seat."""

    def __init__(self) -> None:
        self._blank = _tiny()
        self._seats: dict[bytes, int | None] = {}

    def draw(self, wanted: Any) -> Picture:
        key = wanted.key()
        self._seats[key] = (
            getattr(wanted.view, "seat", None) if isinstance(wanted, GamePictureRequest) else None
        )
        return Picture(self._blank + key, "jpg", 1200, 900)

    def seat(self, data: bytes) -> int | None:
        """Whose view a picture shows; None is what everybody may see."""
        return self._seats.get(data[len(self._blank) :])


class Soak:
    """A harbour, the Skald that serves it, and what they do."""

    def __init__(self, harbour: Harbour, store: db.Store, folder: Path, rng: Random, shown: Shown) -> None:
        self.harbour, self.store, self.rng = harbour, store, rng
        self.figures = Figures()
        self._folder = folder
        self._skald: Skald | None = None
        self._running: asyncio.Task[None] | None = None
        self._panels: dict[str, list[Response]] = {}
        self._seen: list[tuple[int, frozenset[str], frozenset[int]]] = []
        self._shown = shown
        self._away = 0.0

    # Skald

    async def arrive(self) -> None:
        self._skald = Skald(
            store=self.store,
            clock=self.harbour.clock,
            games=GAMES,
            sprites=self._folder / "sprites",
            painters=0,
            guild_ready_timeout=0.05,
        )
        self._running = asyncio.create_task(self._skald.start(self.harbour.token))
        await self.harbour.wait_for_bot(TIMEOUT_S)
        await self.harbour.wait_until(lambda: bool(self.harbour.world.commands), TIMEOUT_S)
        self._away = perf_counter()

    async def leave(self) -> None:
        self._away = inf
        assert self._skald is not None
        assert self._running is not None
        await self._skald.close()
        await asyncio.gather(self._running, return_exceptions=True)

    @property
    def service(self) -> GameService:
        assert self._skald is not None
        return self._skald.context.service

    def wake(self) -> None:
        """Something was left to be told."""
        assert self._skald is not None
        self._skald.context.wake()

    # People

    async def live(self, person: UserClient, until: float, pause: float) -> None:
        """Do one thing after another."""
        while perf_counter() < until:
            await asyncio.sleep(self.rng.uniform(0.1, 1.9) * pause)
            act = self._some_act()
            began = perf_counter()
            try:
                await act(person)
            except (Refused, LookupError, StopIteration, ValueError):
                self.figures.refused += 1  # what was to be pressed is gone
            except TimeoutError:
                self.figures.problems.append(f"{person.name} was not answered: {act.__name__}")
            else:
                self.figures.acts[act.__name__] += 1
                self.figures.answers.append(perf_counter() - began)

    def _some_act(self) -> Callable[[UserClient], Awaitable[None]]:
        ways = {
            self.type_a_move: 30,
            self.tap: 30,
            self.open_panel: 15,
            self.join: 12,
            self.open_table: 5,
            self.press_something_public: 10,
            self.undo: 4,
            self.look: 8,
            self.order: 3,
            self.close_door: 1,
        }
        return self.rng.choices([*ways], [*ways.values()])[0]

    async def open_table(self, person: UserClient) -> None:
        running = await self.store.scalar(
            select(func.count()).where(db.games.table.c.status.in_(("lobby", "running")))
        )
        if running < MOST_TABLES:
            await self._keep(person, person.slash(f"/new {self.rng.choice(sorted(GAMES))}", in_="games"))

    async def join(self, person: UserClient) -> None:
        gathering = await db.games.list_for_user(self.store, int(person.id), ("lobby",))
        hosted = {row.code for row in gathering if row.host == int(person.id)}
        message, name = self._public("games", ("start",) if hosted else ("join",), hosted)
        await self._keep(person, person.press(message, name))

    async def open_panel(self, person: UserClient) -> None:
        message, name = self._public(await self._own_thread(person), ("play",))
        await self._keep(person, person.press(message, name))

    async def press_something_public(self, person: UserClient) -> None:
        message, name = self._public(await self._own_thread(person), ())
        await self._keep(person, person.press(message, name))

    async def tap(self, person: UserClient) -> None:
        """Press or choose something on one of the answers that stand before somebody."""
        answer = self.rng.choice(self._panels.get(person.id) or [None])
        if answer is None:
            return await self.open_panel(person)
        parts = [part for part in _parts(answer.message) if not part.get("disabled")]
        part = self.rng.choice(parts)
        if any(word in part["custom_id"] for word in QUESTIONS) and self.rng.random() < 0.9:
            return None
        if part["type"] == 3:
            value = self.rng.choice(part["options"])["value"]
            return await self._keep(person, person.select(answer, part["custom_id"], value))
        return await self._keep(person, person.press(answer, part["custom_id"]))

    async def type_a_move(self, person: UserClient) -> None:
        """A legal move of one of somebody's games, by its command."""
        waiting = await db.games.list_awaiting(self.store, int(person.id))
        if not waiting:
            return await self.join(person)
        row = self.rng.choice(waiting)
        snapshot = await self.service.snapshot(row.code)
        seat = snapshot.seat_of(int(person.id))
        legal = snapshot.legal(seat) if seat is not None else ()
        move = self.rng.choice(legal)
        line, options = slash_command_of(row.key, move)
        return await self._keep(person, person.slash(line, in_=self._thread(row), **options))

    async def undo(self, person: UserClient) -> None:
        await self._keep(person, person.slash("/undo", in_=await self._own_thread(person)))

    async def look(self, person: UserClient) -> None:
        command = self.rng.choice(LOOKS)
        await self._keep(person, person.slash(command, in_=await self._own_thread(person)))

    async def order(self, person: UserClient) -> None:
        """A move to be made when it becomes possible."""
        rows = await db.games.list_for_user(self.store, int(person.id), ("running",))
        row = self.rng.choice(rows)
        snapshot = await self.service.snapshot(row.code)
        seat = self.rng.choice([*snapshot.owing_seats()])
        text = str(self.rng.choice(snapshot.legal(seat)))
        await self._keep(person, person.slash("/table order", in_=self._thread(row), action=text))

    async def close_door(self, person: UserClient) -> None:
        person.dms_closed = not person.dms_closed

    async def _keep(self, person: UserClient, answering: Awaitable[Response]) -> None:
        asked = perf_counter()
        answer = await answering
        if answer.failed and self._away <= asked - NOBODY_THERE:
            self.figures.problems.append(f"{person.name} was left without an answer")
        with contextlib.suppress(LookupError):
            if _parts(answer.message):
                self._panels[person.id] = [*self._panels.get(person.id, [])[-3:], answer]
            self._seen.append((int(person.id), _codes(answer.message), self._seats_shown(answer.message)))

    def _seats_shown(self, message: Any) -> frozenset[int]:
        """Whose own views the pictures on a message are."""
        found = {
            self._shown.seat(self.harbour.attachment_bytes(picture["url"]))
            for picture in pictures_of(message)
        }
        return frozenset(seat for seat in found if seat is not None)

    async def _own_thread(self, person: UserClient) -> Any:
        rows = await db.games.list_for_user(self.store, int(person.id), ("running",))
        return self._thread(self.rng.choice(rows)) if rows else "games"

    def _thread(self, row: db.Game) -> Any:
        key = str(row.thread or row.channel)
        if key not in self.harbour.world.channels:
            raise LookupError(key)
        return {"id": key}

    def _public(self, place: Any, verbs: tuple[str, ...], codes: Collection[str] = ()) -> tuple[Any, str]:
        """Something that can be pressed on a message that everybody sees, of one of these games."""
        found = [
            (message, part["custom_id"])
            for message in self.harbour.user("Eira").messages(place, limit=30)
            for part in _parts(message)
            if part["type"] == 2
            and (not verbs or part["custom_id"].split(":")[1] in verbs)
            and (not codes or part["custom_id"].split(":")[2] in codes)
        ]
        return self.rng.choice(found)

    # What goes wrong

    async def trouble(self, until: float) -> None:
        """One thing after another goes wrong for a while."""
        while perf_counter() < until - 20:
            await asyncio.sleep(self.rng.uniform(3, 10))
            match self.rng.randrange(7):
                case 0:
                    self.harbour.faults.add("error", path=r"/channels/.*/messages", times=3, status=500)
                case 1:
                    self.harbour.faults.add("rate", path=r"/channels/", times=3, retry_after=0.5)
                case 2:
                    self.harbour.faults.add("lost", path=r"/channels/.*/messages", method="POST", times=2)
                case 3:
                    self.harbour.faults.add("drop")
                case 4:
                    right = self.rng.choice(
                        ("attach_files", "create_public_threads", "send_messages_in_threads")
                    )
                    self.harbour.revoke(right)
                    await asyncio.sleep(self.rng.uniform(2, 6))
                    self.harbour.grant(right)
                case 5:
                    await self.leave()
                    await self.arrive()
                    self.figures.restarts += 1
                case _:
                    self.harbour.faults.add("slow", path=r"/channels/.*/messages", times=3, seconds=1.5)

    async def weigh(self) -> None:
        """How much memory the process takes, twice a minute."""
        while True:
            self.figures.memory.append(_memory())
            await asyncio.sleep(30)

    # The end

    async def inspect(self) -> None:
        problems = self.figures.problems
        await self._everything_arrives()
        problems += [f"database: {finding.detail}" for finding in await self.store.check()]
        codes = [
            row["code"]
            for row in await self.store.rows(
                select(db.games.table.c.code).where(db.games.table.c.state_hash.is_not(None))
            )
        ]
        for code in codes:
            verdict = await verify_game(self.store, GAMES, code)
            if verdict is None or not verdict.is_valid:
                problems.append(f"game {code} does not replay to what is stored")
            await self._look_at_table(code)
        problems += [f"the harbour objects: {defect}" for defect in self.harbour.api_violations]
        memory = self.figures.memory
        if len(memory) > 8 and memory[-1] > LEVEL * memory[len(memory) // 4]:
            problems.append(f"memory grew from {memory[len(memory) // 4]} to {memory[-1]} MB")

    async def _everything_arrives(self) -> None:
        """Skald may go slowly after many refusals; but as long as something is due, something arrives."""
        posts = db.outbox.table
        due = posts.c.done_at.is_(None) & (posts.c.not_before <= db.clock.now_ms(self.harbour.clock))
        left, since = await self.store.scalar(select(func.count()).where(due)), perf_counter()
        while left and perf_counter() - since < LATER:
            await asyncio.sleep(0.5)
            before, left = left, await self.store.scalar(select(func.count()).where(due))
            since = perf_counter() if left < before else since
        if left:
            self.figures.problems.append(f"{left} posts were due and none of them delivered in {LATER} s")
            lagging = await self.store.rows(
                select(posts.c.kind, posts.c.lane, posts.c.attempts, posts.c.problem).where(due).limit(5)
            )
            self.figures.problems += [f"for instance {dict(row)}" for row in lagging]
        given_up = await self.store.rows(
            select(posts.c.kind, posts.c.problem).where(
                posts.c.done_at.is_not(None),
                posts.c.problem.is_not(None),
                posts.c.result.is_(None),
                posts.c.attempts >= 7,
            )
        )
        self.figures.problems += [f"a {row['kind']} was given up: {row['problem']}" for row in given_up]

    async def _look_at_table(self, code: str) -> None:
        """One card that can be played from, nothing said twice, and nobody shown what is not theirs."""
        row = await db.games.find(self.store, code)
        assert row is not None
        place, players = str(row.thread or row.channel), await db.players.list_for_game(self.store, code)
        seats = {player.person: player.seat for player in players}
        if place in self.harbour.world.channels and row.server is not None:
            seen = self.harbour.user("Eira").messages({"id": place})
            public = [one for one in seen if not one["flags"] & EPHEMERAL]
            self._look_at_public(row, public)
        for person, seat in seats.items():
            if person is not None and str(person) in self.harbour.world.users:
                self._look_at_private(code, UserClient(self.harbour.hub, str(person)), seat)
        for person, codes, shown in self._seen:
            if codes == {code} and shown - {seats.get(person)}:
                self.figures.problems.append(f"an answer about {code} showed {person} the seats {shown}")

    def _look_at_public(self, row: db.Game, messages: list[Any]) -> None:
        problems, code = self.figures.problems, row.code
        cards = [one for one in messages if f"skald:play:{code}:" in str(one["components"])]
        if len(cards) > 1:
            problems.append(f"game {code} has {len(cards)} cards to play from")
        nonces = Counter(str(one["nonce"]) for one in messages if one.get("nonce"))
        problems += [f"said {times} times in {code}: {key}" for key, times in nonces.items() if times > 1]
        for message in messages:
            if row.status != "over" and row.seed is not None and row.seed.hex() in str(message):
                problems.append(f"the seed of {code} was shown")
            if seats := self._seats_shown(message):
                problems.append(f"in the thread of {code} there are pictures for the seats {seats} only")

    def _look_at_private(self, code: str, reader: UserClient, seat: int) -> None:
        """What came by direct message about one game is of the reader's own seat there, and came once."""
        with contextlib.suppress(Refused, LookupError):
            messages = [one for one in reader.dms() if f":{code}:" in str(one["components"])]
            for message in messages:
                if others := self._seats_shown(message) - {seat}:
                    self.figures.problems.append(f"seat {seat} of {code} was sent the hands of {others}")
            nonces = Counter(str(one["nonce"]) for one in messages if one.get("nonce"))
            twice = [key for key, times in nonces.items() if times > 1]
            self.figures.problems += [f"told twice about {code}: {key}" for key in twice]


def _codes(message: Any) -> frozenset[str]:
    """The games that a message can be answered about."""
    names = (part["custom_id"].split(":") for part in _parts(message))
    return frozenset(name[2] for name in names if len(name) > 2 and name[2])


def _parts(message: Any) -> list[Any]:
    found, parts = [], list(message["components"])
    while parts:
        part = parts.pop(0)
        if part.get("custom_id") and part["type"] in (2, 3):
            found.append(part)
        parts[:0] = [*part.get("components", ()), *([part["accessory"]] if part.get("accessory") else ())]
    return found


def slash_command_of(key: str, move: Any) -> tuple[str, dict[str, str]]:
    """A move as its command is typed in English."""
    from bot.i18n.catalogue import find_entry

    options = {
        find_entry("en", key, f"field.{move.kind}.{name}") or name: word
        for name, word in zip(move.choice_fields(), move.tokens()[1:], strict=True)
    }
    return f"/{key} {find_entry('en', key, f'command.{move.kind}') or move.kind}", options


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() >> 20


def crowd(harbour: Harbour, count: int) -> list[UserClient]:
    """So many people on the server, the sample's own among them."""
    model = users()
    for number in range(len(model), count):
        like = model[number % len(model)]
        key = str(int(like["id"]) + 1_000_000 * (number + 1))
        person = {
            **like,
            "id": key,
            "username": f"p{number}",
            "global_name": f"Viking {number}",
            "manager": False,
        }
        harbour.world.users[key] = person
        harbour.world.save_user(person)
    return [UserClient(harbour.hub, key) for key in harbour.world.users]


async def soak(minutes: float, count: int, seed: int, pause: float = 10) -> Figures:
    shown = Shown()
    draw, pictures.draw = pictures.draw, shown.draw
    with TemporaryDirectory() as kept:
        folder, clock = Path(kept), Clock()
        harbour = Harbour(folder / "harbour", port=0, clock=clock)
        crew = crowd(harbour, count)
        await harbour.start()
        Route.BASE, discord.Asset.BASE = harbour.api_url, harbour.cdn_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(harbour.gateway_url)
        try:
            async with await db.Store.open(
                f"sqlite+aiosqlite:///{folder / 'skald.db'}", clock=clock
            ) as store:
                world = Soak(harbour, store, folder, Random(seed), shown)
                errors = _Errors(world.figures)
                logging.getLogger().addHandler(errors)
                await world.arrive()
                weighing = asyncio.create_task(world.weigh())
                until = perf_counter() + 60 * minutes
                try:
                    await asyncio.gather(
                        world.trouble(until), *(world.live(person, until, pause) for person in crew)
                    )
                    await world.inspect()
                finally:
                    await world.leave()
                    weighing.cancel()
                    logging.getLogger().removeHandler(errors)
                await _nothing_left(world.figures)
                games = await store.rows(
                    select(db.games.table.c.status, func.count().label("n")).group_by(db.games.table.c.status)
                )
                entries = await store.scalar(select(func.count()).select_from(db.entries.table))
                print(
                    f"games: { {row['status']: row['n'] for row in games} }, entries in their logs: {entries}"
                )
                told = await store.scalar(select(func.count()).where(db.outbox.table.c.done_at.is_not(None)))
                print(f"delivered: {told}")
                return world.figures
        finally:
            await harbour.close()
            pictures.draw = draw


async def _nothing_left(figures: Figures) -> None:
    """Tasks of Skald that go on though it has left."""
    await asyncio.sleep(0.5)
    for task in asyncio.all_tasks():
        code = getattr(task.get_coro(), "cr_code", None)
        if code is not None and f"{Path('bot')}/" in code.co_filename:
            figures.problems.append(f"a task was left behind: {code.co_qualname}")


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--pause", type=float, default=10, help="seconds between two acts of a person")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    figures = asyncio.run(soak(given.minutes, given.people, given.seed, given.pause))
    answers, acts, used = sorted(figures.answers), sum(figures.acts.values()), process_time()
    print(f"acts: {acts} {dict(figures.acts)}, refused by the page: {figures.refused}")
    print(f"CPU of Skald, its harbour and its people: {used:.0f} s, {1000 * used / acts:.0f} ms an act")
    print(f"answers: median {median(answers):.2f} s, p99 {answers[int(len(answers) * 0.99)]:.2f} s")
    print(f"restarts: {figures.restarts}, memory: {figures.memory} MB")
    for problem, times in Counter(figures.problems).most_common(40):
        print(f"problem ({times} times): {problem}")
    print(f"problems: {len(figures.problems)}")
    return 1 if figures.problems else 0


if __name__ == "__main__":
    sys.exit(main())
