"""Tables without a chat: the real rules, the real database, and a clock that is moved by hand."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import db
from bot.clock import SystemClock
from bot.house import House
from bot.tables import Tables, Visitor
from bot.timers import FIRES
from rules import GAMES

ASTRID, BJORN, CARA = PEOPLE = (
    Visitor(1, "Astrid", "en-GB"),
    Visitor(2, "Bjorn", "en-GB"),
    Visitor(3, "Cara", "fr"),
)
SERVER, CHANNEL = 70, 700


class HandClock(SystemClock):
    """Stands still until somebody moves it."""

    def __init__(self, at: int) -> None:
        self.at = at

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.at / 1000, UTC)

    def time(self) -> float:
        return self.at / 1000


class AtOnce:
    """Does at once what is otherwise done where the pictures are drawn."""

    async def think(self, work: Callable[..., Any], *given: Any) -> Any:
        return work(*given)


class Tabletop:
    """Everything that happens by itself happens when `go` passes its moment."""

    def __init__(self, store: db.Store, clock: HandClock) -> None:
        self.clock = clock
        self._interactions = count(1)
        self.sit_down(store)

    def sit_down(self, store: db.Store) -> None:
        """Begin with this database, as another process of Skald would."""
        self.store = store
        self.tables = Tables(store, dict(GAMES), self.clock)
        at_once: Any = AtOnce()
        self.house = House(store, dict(GAMES), self.tables, at_once, self.clock, lambda: None)

    async def start(self, *people: Visitor, game: str = "lofoten", **agreed: Any) -> str:
        host, *others = people
        options = {"server": SERVER, "channel": CHANNEL, "language": "en", **agreed}
        code = (await self.tables.open(game, {}, host, **options)).code
        for other in others:
            await self.tables.join(code, other)
        await self.tables.start(code, host.id, interaction=next(self._interactions))
        return code

    async def act(self, code: str) -> Visitor:
        """One step of whoever owes a move: the last that is possible, by which turns end soon."""
        position = await self.tables.position(code)
        seat = min(position.owing())
        person = position.players[seat].person
        visitor = next(one for one in PEOPLE if one.id == person)
        move = position.legal(seat)[-1]
        await self.tables.play(code, visitor, str(move), interaction=next(self._interactions))
        return visitor

    async def hand_over(self, code: str) -> None:
        """Play until somebody else is to move."""
        before = await self.owing(code)
        while await self.owing(code) == before:
            await self.act(code)

    async def owing(self, code: str) -> int:
        """The one person who owes a move."""
        position = await self.tables.position(code)
        (person,) = position.people_at(sorted(position.owing()))
        return person

    async def undo(self, code: str, visitor: Visitor) -> None:
        await self.tables.undo(code, visitor, interaction=next(self._interactions))

    async def clock_of(self, code: str, person: int) -> db.Seated:
        return next(seat for seat in await self.store.seats(code) if seat.person == person)

    async def go(self, milliseconds: int) -> None:
        """Let time pass; each timer fires at its own moment."""
        end = self.clock.at + milliseconds
        while (due := await self.store.next_due()) is not None and due <= end:
            self.clock.at = max(self.clock.at, due)
            for timer in await self.store.claim_timers(now=self.clock.at):
                await FIRES[timer.kind](self.house, timer)
        self.clock.at = end

    async def go_to(self, text: str, zone: str = "UTC") -> None:
        await self.go(moment(text, zone) - self.clock.at)

    async def posts(self, kind: str) -> list[db.Post]:
        """What was left in the outbox since it was last looked at, delivered or not yet due."""
        found: list[db.Post] = []
        far = self.clock.at + 400 * 86_400_000
        while posts := await self.store.claim_outbox(now=far):
            async with self.store.write() as w:
                for post in posts:
                    await w.delivered(post, at=self.clock.at)
            found += posts
        return [post for post in found if post.kind == kind]


def moment(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@cache
def _empty_database() -> bytes:
    """A database as it is at first, made once: the migrations take longer than the tests."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "skald.db"

        async def make() -> None:
            await (await db.Store.open(f"sqlite+aiosqlite:///{file}")).close()

        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, make()).result()
        return file.read_bytes()


@asynccontextmanager
async def opened_tabletop(folder: Path, at: str) -> AsyncIterator[Tabletop]:
    file = folder / "skald.db"
    file.write_bytes(_empty_database())
    async with await db.Store.open(f"sqlite+aiosqlite:///{file}") as store:
        yield Tabletop(store, HandClock(moment(at)))
