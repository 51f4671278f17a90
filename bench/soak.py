"""Soak test: hundreds of users play on the real wire while faults are injected; then everything is checked.

Run with `skald soak --minutes 5`; `--people 200` is the number of users, `--pause 10` the seconds between two
actions of one user. Skald serves a harbour in this process. Users open tables of every kind, join, leave, tap
through panels, type moves, give orders, undo, vote, resign and close their direct messages. Skald loses
permissions, gets errors and rate limits, is disconnected and restarted. Pictures are stand-ins that identify
what they show, so that the end can check who was shown what. Problems are printed; with any the exit code is
1.
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

from PIL import Image
from sqlalchemy import func, select

import db
from bot.chat.client import Skald
from bot.chat.interactions.connection import redirect_discord
from bot.play.core.game_service import GameService
from bot.play.history.verify import verify_game
from bot.views import pictures
from harbour import Clock, Harbour
from harbour.seed import users
from harbour.slash_commands import Refused
from harbour.user_client import Response, UserClient, pictures_of
from render import Picture
from render.painter import PictureRequest
from rules import GAMES

MAX_TABLES = 120
TIMEOUT_S = 60
MAX_STALL_S = 90
"""At the end, a delivery must happen at least this often while any is due."""
MAX_MEMORY_GROWTH = 1.6
"""Largest ratio of memory at the end to memory after a quarter of the time."""
EPHEMERAL = 64
RESTART_GRACE_S = 4
"""Taps within this time around a restart may stay unanswered."""
DESTRUCTIVE_VERBS = ("resign", "forget", "erase", "end")
LOOK_COMMANDS = (
    *("/games", "/hand", "/board", "/next", "/play", "/rules", "/help", "/settings", "/leaderboard"),
    *("/table recap", "/table log", "/table note", "/table verify", "/club profile", "/club history"),
)


@dataclass
class SoakResult:
    """Counts of actions, answer times, memory and problems."""

    actions: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    answers: list[float] = field(default_factory=list)
    restarts: int = 0
    memory: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class _ErrorCollector(logging.Handler):
    def __init__(self, result: SoakResult) -> None:
        super().__init__(logging.ERROR)
        self._figures = result

    def emit(self, record: logging.LogRecord) -> None:
        problem = record.exc_info[1] if record.exc_info else ""
        self._figures.problems.append(f"logged: {record.getMessage()} {problem!r:.200}")


def _tiny_jpeg() -> bytes:
    data = BytesIO()
    Image.new("RGB", (12, 9)).save(data, "JPEG")
    return data.getvalue()


class StandInPictures:
    """Draws stand-ins for pictures, each with a suffix that identifies its request and seat."""

    def __init__(self) -> None:
        self._blank = _tiny_jpeg()
        self._seats: dict[bytes, int | None] = {}

    def draw(self, wanted: Any) -> Picture:
        key = wanted.cache_key()
        self._seats[key] = getattr(wanted.view, "seat", None) if isinstance(wanted, PictureRequest) else None
        return Picture(self._blank + key, "jpg", 1200, 900)

    def seat(self, data: bytes) -> int | None:
        """The seat whose view a picture shows; None for a public picture."""
        return self._seats.get(data[len(self._blank) :])


class SoakRun:
    """Runs Skald against a harbour, the users' actions, the faults and the final checks."""

    def __init__(
        self, harbour: Harbour, store: db.Store, folder: Path, rng: Random, stand_ins: StandInPictures
    ) -> None:
        self.harbour, self.store, self.rng = harbour, store, rng
        self.result = SoakResult()
        self._folder = folder
        self._skald: Skald | None = None
        self._running: asyncio.Task[None] | None = None
        self._panels: dict[str, list[Response]] = {}
        self._answers_seen: list[tuple[int, frozenset[str], frozenset[int]]] = []
        self._stand_ins = stand_ins
        self._restarted_at = 0.0

    # Skald

    async def start_bot(self) -> None:
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
        self._restarted_at = perf_counter()

    async def stop_bot(self) -> None:
        self._restarted_at = inf
        assert self._skald is not None
        assert self._running is not None
        await self._skald.close()
        await asyncio.gather(self._running, return_exceptions=True)

    @property
    def service(self) -> GameService:
        assert self._skald is not None
        return self._skald.context.service

    def wake(self) -> None:
        """Wake the outbox worker after posts were added."""
        assert self._skald is not None
        self._skald.wake()

    # Users

    async def run_user(self, person: UserClient, until: float, pause: float) -> None:
        """Perform random actions until the deadline."""
        while perf_counter() < until:
            await asyncio.sleep(self.rng.uniform(0.1, 1.9) * pause)
            act = self._random_action()
            began = perf_counter()
            try:
                await act(person)
            except (Refused, LookupError, StopIteration, ValueError):
                self.result.refused += 1  # The component is gone.
            except TimeoutError:
                self.result.problems.append(f"{person.name} was not answered: {act.__name__}")
            else:
                self.result.actions[act.__name__] += 1
                self.result.answers.append(perf_counter() - began)

    def _random_action(self) -> Callable[[UserClient], Awaitable[None]]:
        weights = {
            self.type_move: 30,
            self.tap: 30,
            self.open_panel: 15,
            self.join: 12,
            self.open_table: 5,
            self.press_public_button: 10,
            self.undo: 4,
            self.look: 8,
            self.order: 3,
            self.toggle_dms: 1,
        }
        return self.rng.choices([*weights], [*weights.values()])[0]

    async def open_table(self, person: UserClient) -> None:
        running = await self.store.scalar(
            select(func.count()).where(db.games.table.c.status.in_(("lobby", "running")))
        )
        if running < MAX_TABLES:
            await self._record_answer(
                person, person.slash(f"/new {self.rng.choice(sorted(GAMES))}", in_="games")
            )

    async def join(self, person: UserClient) -> None:
        gathering = await db.players.list_games(self.store, int(person.id), ("lobby",))
        hosted = {row.code for row in gathering if row.host == int(person.id)}
        message, name = self._public_button("games", ("start",) if hosted else ("join",), hosted)
        await self._record_answer(person, person.press(message, name))

    async def open_panel(self, person: UserClient) -> None:
        message, name = self._public_button(await self._own_thread(person), ("play",))
        await self._record_answer(person, person.press(message, name))

    async def press_public_button(self, person: UserClient) -> None:
        message, name = self._public_button(await self._own_thread(person), ())
        await self._record_answer(person, person.press(message, name))

    async def tap(self, person: UserClient) -> None:
        """Press or select something on one of the user's recent answers."""
        answer = self.rng.choice(self._panels.get(person.id) or [None])
        if answer is None:
            return await self.open_panel(person)
        parts = [part for part in _parts(answer.message) if not part.get("disabled")]
        part = self.rng.choice(parts)
        if any(word in part["custom_id"] for word in DESTRUCTIVE_VERBS) and self.rng.random() < 0.9:
            return None
        if part["type"] == 3:
            value = self.rng.choice(part["options"])["value"]
            return await self._record_answer(person, person.select(answer, part["custom_id"], value))
        return await self._record_answer(person, person.press(answer, part["custom_id"]))

    async def type_move(self, person: UserClient) -> None:
        """Type a legal move in one of the user's games."""
        waiting = await db.players.list_awaiting_games(self.store, int(person.id))
        if not waiting:
            return await self.join(person)
        row = self.rng.choice(waiting)
        snapshot = await self.service.snapshot(row.code)
        seat = snapshot.seat_of(int(person.id))
        legal = snapshot.legal(seat) if seat is not None else ()
        move = self.rng.choice(legal)
        line, options = slash_command_of(row.key, move)
        return await self._record_answer(person, person.slash(line, in_=self._thread(row), **options))

    async def undo(self, person: UserClient) -> None:
        await self._record_answer(person, person.slash("/undo", in_=await self._own_thread(person)))

    async def look(self, person: UserClient) -> None:
        command = self.rng.choice(LOOK_COMMANDS)
        await self._record_answer(person, person.slash(command, in_=await self._own_thread(person)))

    async def order(self, person: UserClient) -> None:
        """Give a standing order with a legal move."""
        rows = await db.players.list_games(self.store, int(person.id), ("running",))
        row = self.rng.choice(rows)
        snapshot = await self.service.snapshot(row.code)
        seat = self.rng.choice([*snapshot.owing_seats()])
        text = str(self.rng.choice(snapshot.legal(seat)))
        await self._record_answer(person, person.slash("/table order", in_=self._thread(row), action=text))

    async def toggle_dms(self, person: UserClient) -> None:
        person.dms_closed = not person.dms_closed

    async def _record_answer(self, person: UserClient, answering: Awaitable[Response]) -> None:
        asked = perf_counter()
        answer = await answering
        if answer.failed and self._restarted_at <= asked - RESTART_GRACE_S:
            self.result.problems.append(f"{person.name} was left without an answer")
        with contextlib.suppress(LookupError):
            if _parts(answer.message):
                self._panels[person.id] = [*self._panels.get(person.id, [])[-3:], answer]
            self._answers_seen.append(
                (int(person.id), _codes(answer.message), self._seats_shown(answer.message))
            )

    def _seats_shown(self, message: Any) -> frozenset[int]:
        """Seats whose views the pictures on a message show."""
        found = {
            self._stand_ins.seat(self.harbour.attachment_bytes(picture["url"]))
            for picture in pictures_of(message)
        }
        return frozenset(seat for seat in found if seat is not None)

    async def _own_thread(self, person: UserClient) -> Any:
        rows = await db.players.list_games(self.store, int(person.id), ("running",))
        return self._thread(self.rng.choice(rows)) if rows else "games"

    def _thread(self, row: db.Game) -> Any:
        key = str(row.thread or row.channel)
        if key not in self.harbour.world.channels:
            raise LookupError(key)
        return {"id": key}

    def _public_button(
        self, channel: Any, verbs: tuple[str, ...], codes: Collection[str] = ()
    ) -> tuple[Any, str]:
        """A random button on a public message, with one of these verbs and of one of these games."""
        found = [
            (message, part["custom_id"])
            for message in self.harbour.user("Eira").messages(channel, limit=30)
            for part in _parts(message)
            if part["type"] == 2
            and (not verbs or part["custom_id"].split(":")[1] in verbs)
            and (not codes or part["custom_id"].split(":")[2] in codes)
        ]
        return self.rng.choice(found)

    # Faults

    async def inject_faults(self, until: float) -> None:
        """Inject one fault after another until shortly before the deadline."""
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
                    permission = self.rng.choice(
                        ("attach_files", "create_public_threads", "send_messages_in_threads")
                    )
                    self.harbour.revoke(permission)
                    await asyncio.sleep(self.rng.uniform(2, 6))
                    self.harbour.grant(permission)
                case 5:
                    await self.stop_bot()
                    await self.start_bot()
                    self.result.restarts += 1
                case _:
                    self.harbour.faults.add("slow", path=r"/channels/.*/messages", times=3, seconds=1.5)

    async def sample_memory(self) -> None:
        """Record the memory of the process twice a minute."""
        while True:
            self.result.memory.append(_memory())
            await asyncio.sleep(30)

    # Final checks

    async def inspect(self) -> None:
        problems = self.result.problems
        await self._wait_for_deliveries()
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
            await self._check_table(code)
        problems += [f"the harbour objects: {defect}" for defect in self.harbour.api_violations]
        memory = self.result.memory
        if len(memory) > 8 and memory[-1] > MAX_MEMORY_GROWTH * memory[len(memory) // 4]:
            problems.append(f"memory grew from {memory[len(memory) // 4]} to {memory[-1]} MB")

    async def _wait_for_deliveries(self) -> None:
        """Wait until nothing is due. After many refusals it may be slow, but deliveries must continue."""
        posts = db.outbox.table
        due = posts.c.done_at.is_(None) & (posts.c.not_before <= db.clock.now_ms(self.harbour.clock))
        left, since = await self.store.scalar(select(func.count()).where(due)), perf_counter()
        while left and perf_counter() - since < MAX_STALL_S:
            await asyncio.sleep(0.5)
            before, left = left, await self.store.scalar(select(func.count()).where(due))
            since = perf_counter() if left < before else since
        if left:
            self.result.problems.append(
                f"{left} posts were due and none of them delivered in {MAX_STALL_S} s"
            )
            lagging = await self.store.rows(
                select(posts.c.kind, posts.c.lane, posts.c.attempts, posts.c.problem).where(due).limit(5)
            )
            self.result.problems += [f"for instance {dict(row)}" for row in lagging]
        given_up = await self.store.rows(
            select(posts.c.kind, posts.c.problem).where(
                posts.c.done_at.is_not(None),
                posts.c.problem.is_not(None),
                posts.c.result.is_(None),
                posts.c.attempts >= 7,
            )
        )
        self.result.problems += [f"a {row['kind']} was given up: {row['problem']}" for row in given_up]

    async def _check_table(self, code: str) -> None:
        """Check a table: one live card, no duplicate messages, and no picture shown to the wrong player."""
        row = await db.games.find(self.store, code)
        assert row is not None
        channel, players = str(row.thread or row.channel), await db.players.list_for_game(self.store, code)
        seats = {player.person: player.seat for player in players}
        if channel in self.harbour.world.channels and row.server is not None:
            seen = self.harbour.user("Eira").messages({"id": channel})
            public = [one for one in seen if not one["flags"] & EPHEMERAL]
            self._check_public(row, public)
        for person, seat in seats.items():
            if person is not None and str(person) in self.harbour.world.users:
                self._check_private(code, UserClient(self.harbour.hub, str(person)), seat)
        for person, codes, seats_seen in self._answers_seen:
            if codes == {code} and seats_seen - {seats.get(person)}:
                self.result.problems.append(f"an answer about {code} showed {person} the seats {seats_seen}")

    def _check_public(self, row: db.Game, messages: list[Any]) -> None:
        problems, code = self.result.problems, row.code
        cards = [one for one in messages if f"skald:play:{code}:" in str(one["components"])]
        if len(cards) > 1:
            problems.append(f"game {code} has {len(cards)} cards to play from")
        nonces = Counter(str(one["nonce"]) for one in messages if one.get("nonce"))
        problems += [f"posted {times} times in {code}: {key}" for key, times in nonces.items() if times > 1]
        for message in messages:
            if row.status != "over" and row.seed is not None and row.seed.hex() in str(message):
                problems.append(f"the seed of {code} was shown")
            if seats := self._seats_shown(message):
                problems.append(f"in the thread of {code} there are pictures for the seats {seats} only")

    def _check_private(self, code: str, reader: UserClient, seat: int) -> None:
        """Check that DMs about a game came once and show only the reader's seat."""
        with contextlib.suppress(Refused, LookupError):
            messages = [one for one in reader.dms() if f":{code}:" in str(one["components"])]
            for message in messages:
                if others := self._seats_shown(message) - {seat}:
                    self.result.problems.append(f"seat {seat} of {code} was sent the hands of {others}")
            nonces = Counter(str(one["nonce"]) for one in messages if one.get("nonce"))
            twice = [key for key, times in nonces.items() if times > 1]
            self.result.problems += [f"sent twice about {code}: {key}" for key in twice]


def _codes(message: Any) -> frozenset[str]:
    """Codes of the games that a message has components for."""
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
    """The slash command of a move in English, with its options."""
    from bot.i18n.catalogue import find_entry

    options = {
        find_entry("en", key, f"field.{move.kind}.{name}") or name: word
        for name, word in zip(move.choice_fields(), move.tokens()[1:], strict=True)
    }
    return f"/{key} {find_entry('en', key, f'command.{move.kind}') or move.kind}", options


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() >> 20


def create_users(harbour: Harbour, count: int) -> list[UserClient]:
    """Create users on the server up to `count`, including those of the seed."""
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
        harbour.world.users.save(person)
    return [UserClient(harbour.hub, key) for key in harbour.world.users]


async def soak(minutes: float, count: int, seed: int, pause: float = 10) -> SoakResult:
    stand_ins = StandInPictures()
    draw, pictures.draw = pictures.draw, stand_ins.draw
    with TemporaryDirectory() as name:
        folder, clock = Path(name), Clock()
        harbour = Harbour(folder / "harbour", port=0, clock=clock)
        clients = create_users(harbour, count)
        await harbour.start()
        redirect_discord(harbour.api_url, harbour.gateway_url, harbour.cdn_url)
        try:
            async with await db.Store.open(
                f"sqlite+aiosqlite:///{folder / 'skald.db'}", clock=clock
            ) as store:
                run = SoakRun(harbour, store, folder, Random(seed), stand_ins)
                errors = _ErrorCollector(run.result)
                logging.getLogger().addHandler(errors)
                await run.start_bot()
                sampling = asyncio.create_task(run.sample_memory())
                until = perf_counter() + 60 * minutes
                try:
                    await asyncio.gather(
                        run.inject_faults(until), *(run.run_user(person, until, pause) for person in clients)
                    )
                    await run.inspect()
                finally:
                    await run.stop_bot()
                    sampling.cancel()
                    logging.getLogger().removeHandler(errors)
                await _find_leftover_tasks(run.result)
                games = await store.rows(
                    select(db.games.table.c.status, func.count().label("n")).group_by(db.games.table.c.status)
                )
                entries = await store.scalar(select(func.count()).select_from(db.entries.table))
                print(
                    f"games: { {row['status']: row['n'] for row in games} }, entries in their logs: {entries}"
                )
                delivered_count = await store.scalar(
                    select(func.count()).where(db.outbox.table.c.done_at.is_not(None))
                )
                print(f"delivered: {delivered_count}")
                return run.result
        finally:
            await harbour.close()
            pictures.draw = draw


async def _find_leftover_tasks(result: SoakResult) -> None:
    """Report tasks of Skald that still run after it stopped."""
    await asyncio.sleep(0.5)
    for task in asyncio.all_tasks():
        code = getattr(task.get_coro(), "cr_code", None)
        if code is not None and f"{Path('bot')}/" in code.co_filename:
            result.problems.append(f"a task was left behind: {code.co_qualname}")


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--pause", type=float, default=10, help="seconds between two acts of a person")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    result = asyncio.run(soak(given.minutes, given.people, given.seed, given.pause))
    answers, actions, used = sorted(result.answers), sum(result.actions.values()), process_time()
    print(f"acts: {actions} {dict(result.actions)}, refused by the page: {result.refused}")
    print(f"CPU of Skald, its harbour and its people: {used:.0f} s, {1000 * used / actions:.0f} ms an act")
    print(f"answers: median {median(answers):.2f} s, p99 {answers[int(len(answers) * 0.99)]:.2f} s")
    print(f"restarts: {result.restarts}, memory: {result.memory} MB")
    for problem, times in Counter(result.problems).most_common(40):
        print(f"problem ({times} times): {problem}")
    print(f"problems: {len(result.problems)}")
    return 1 if result.problems else 0


if __name__ == "__main__":
    sys.exit(main())
