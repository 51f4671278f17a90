"""Simulation of a club over months: users on several servers join, play, stay away and withdraw.

It drives the use cases that the chat calls, and kills the bot now and then, also during a computation.
`club_audit.py` checks the result.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import select

import db
from bot.play.club import adjudication, cups, digests, leagues, voyages
from bot.play.core.authorization import Actor
from bot.play.core.game_log import GameLog
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import matchmaking
from bot.play.scheduler import HANDLERS
from bot.play.turns import caretaker, resignation
from bot.play.turns.ending import end_by_agreement, end_game
from bot.play.turns.turns import play_moves
from db.clock import DAY
from rules.game import Outcome, Refusal
from tests.empty_store import open_empty_store
from tests.manual_clock import HandClock, moment
from tests.play.table_fixture import TableFixture, choose_random_move, run_inline

ZONES = ("Europe/Paris", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Auckland", None)
PACES = ("live", "fast", "slow")
FIRST_SERVER, FIRST_RESULTS_CHANNEL = 70, 10_000
MAX_MOVES_PER_TURN = 40
USERS_PER_DAILY_CUP = 250
CUT_SHORT_PROBABILITY = 0.2  # Per turn of a caretaker, whose games would last hundreds of moves more.
WEEKLY_VOYAGE_SHARE = 0.15


class Killed(BaseException):
    """Simulates the death of the bot's process."""


@dataclass(frozen=True, slots=True)
class AdjudicatedGame:
    """A game that was adjudicated at the end of its month, with the snapshot before."""

    code: str
    at: int
    before: GameSnapshot


@dataclass(slots=True)
class SimulationLog:
    """Facts collected during the simulation, for the audit."""

    planned_endings: dict[str, str] = field(default_factory=dict)
    adjudicated: list[AdjudicatedGame] = field(default_factory=list)
    members: dict[tuple[int, str, int], tuple[int, ...]] = field(default_factory=dict)
    refused: int = 0
    kills: int = 0
    withdrawn: int = 0


class Club:
    """Servers, their users, and a simulated clock."""

    def __init__(
        self,
        tables: TableFixture,
        url: str,
        seed: int,
        *,
        user_count: int,
        server_count: int,
        users_per_daily_cup: int = USERS_PER_DAILY_CUP,
    ) -> None:
        self.tables, self.url, self.chance = tables, url, Random(seed)
        self.actors = [Actor(1000 + number, f"viking {number}", "en-GB") for number in range(user_count)]
        self.servers = range(FIRST_SERVER, FIRST_SERVER + server_count)
        self.actors_by_server = {
            server: self.actors[number::server_count] for number, server in enumerate(self.servers)
        }
        self.log = SimulationLog()
        self._users_per_daily_cup = users_per_daily_cup
        self._planned: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self._order = count()
        self._worker_calls_until_kill: int | None = None

    # Time

    @property
    def now(self) -> int:
        return self.tables.clock.at

    async def set_up(self) -> None:
        """Give users time zones, and every other server a results channel."""
        async with self.tables.store.write() as tx:
            for number, one in enumerate(self.actors):
                await db.users.update(tx, one.id, name=one.name, timezone=ZONES[number % len(ZONES)])
            for server in self.servers:
                settings = db.servers.ServerSettings(
                    results=FIRST_RESULTS_CHANNEL + server if server % 2 else None
                )
                await db.servers.update(tx, server, settings=settings)
        await self._start_bot()

    async def run(self, until: int) -> None:
        """Simulate until then: plan each day's actions, and carry them out at their times."""
        while self.now < until:
            await self._begin_day()
            tomorrow = min(until, (self.now // DAY + 1) * DAY)
            while self._planned and self._planned[0][0] < tomorrow:
                at, _, act = heappop(self._planned)
                await self.advance(at)
                try:
                    await act()
                except (Denied, Refusal):
                    self.log.refused += 1
                except Killed:
                    await self._restart_bot()
            await self.advance(tomorrow)

    async def advance(self, until: int) -> None:
        """Let time pass and fire each timer when it is due. Restarts the bot if it is killed."""
        store = self.tables.store
        while (due := await db.timers.next_due(store)) is not None and due <= until:
            self.tables.clock.at = max(self.now, due)
            claimed = await db.timers.claim(store, now=self.now)
            try:
                for timer in claimed:
                    if timer.kind == "league":
                        await self._record_members(timer)
                    await HANDLERS[timer.kind](self.tables.service, timer)
                    if timer.kind == "caretaker" and self.chance.random() < CUT_SHORT_PROBABILITY:
                        await self._cut_short(timer.game)
            except Killed:
                await self._restart_bot()
                store = self.tables.store
        self.tables.clock.at = max(self.now, until)

    def _plan(self, within: int, act: Callable[[], Awaitable[None]]) -> None:
        heappush(self._planned, (self.now + self.chance.randrange(within), next(self._order), act))

    # The bot

    async def _start_bot(self) -> None:
        self.tables.service.run_in_worker = self._run_in_worker
        await voyages.ensure_timer(self.tables.service)
        await digests.ensure_timer(self.tables.service)

    async def _restart_bot(self) -> None:
        """Start another process on the same database. Timers that were leased wait for their lease."""
        self.log.kills += 1
        await self.tables.store.close()
        self.tables.use_store(await db.Store.open(self.url, clock=self.tables.clock, migrate=False))
        await self._start_bot()

    async def _run_in_worker(self, work: Callable[..., Any], /, *args: Any) -> Any:
        """Run the work inline, or kill the bot if its last call has come."""
        if self._worker_calls_until_kill is not None:
            self._worker_calls_until_kill -= 1
            if self._worker_calls_until_kill < 0:
                self._worker_calls_until_kill = None
                raise Killed
        return await run_inline(work, *args)

    async def _kill(self) -> None:
        """Kill the bot now, or during one of its next worker calls."""
        if self.chance.random() < 0.5:
            raise Killed
        self._worker_calls_until_kill = self.chance.randrange(30)

    async def _record_members(self, timer: db.Timer) -> None:
        server, key = timer.payload["server"], timer.payload["key"]
        members = tuple(one.person for one in await db.leagues.list_members(self.tables.store, server, key))
        self.log.members.setdefault((server, key, timer.due), members)
        for division in await db.cups.list_divisions(self.tables.store, server, key):
            if division.status == "running":
                for code in await db.cups.seats_by_game(self.tables.store, division.code):
                    snapshot = await self.tables.snapshot(code)
                    if snapshot.row.status in adjudication.UNFINISHED:
                        self.log.adjudicated.append(AdjudicatedGame(code, self.now, snapshot))

    # Actions planned for a day

    async def _begin_day(self) -> None:
        for server in self.servers:
            if self.chance.random() < len(self.actors_by_server[server]) / self._users_per_daily_cup:
                self._plan(DAY, partial(self._open_cup, server))
            for cup in await db.cups.list_for_server(self.tables.store, server, ("gathering", "running")):
                if cup.status == "gathering":
                    for _ in range(self.chance.randint(1, 4)):
                        self._plan(DAY, partial(self._enter_cup, server, cup.code))
                    if self.chance.random() < 0.1:
                        self._plan(DAY, partial(self._leave_cup, cup.code))
                elif self.chance.random() < 0.02:
                    self._plan(DAY, partial(self._withdraw_from_cup, cup.code))
            if self.chance.random() < 0.15:
                self._plan(DAY, partial(self._toggle_membership, server))
            self._plan(DAY, partial(self._join_waiting_list, server))
        for one in self.chance.sample(self.actors, round(len(self.actors) * WEEKLY_VOYAGE_SHARE / 7)):
            self._plan(DAY, partial(self._start_voyage, one))
        if self.chance.random() < 0.3:
            self._plan(DAY, self._kill)
        for server in (*self.servers, None):
            await self._plan_new_games(server)

    async def _open_cup(self, server: int) -> None:
        key = self.chance.choice([*self.tables.service.games])
        size, pace = self.chance.randint(3, 8), self.chance.choice(PACES)
        who = self.chance.choice(self.actors_by_server[server])
        await cups.open_cup(
            self.tables.service, key, who, server=server, channel=server * 10, size=size, pace=pace
        )

    async def _enter_cup(self, server: int, cup: str) -> None:
        await cups.enter(self.tables.service, cup, self.chance.choice(self.actors_by_server[server]))

    async def _leave_cup(self, cup: str) -> None:
        there = await db.cups.list_entrants(self.tables.store, cup)
        await cups.leave(self.tables.service, cup, self.chance.choice(there).person)

    async def _withdraw_from_cup(self, cup: str) -> None:
        there = await db.cups.list_entrants(self.tables.store, cup)
        await cups.withdraw(self.tables.service, cup, self.chance.choice(there).person)
        self.log.withdrawn += 1

    async def sign_on(self, server: int, key: str, members: Sequence[Actor]) -> None:
        for one in members:
            await leagues.sign_on(
                self.tables.service, key, one, server=server, channel=server * 10, pace="slow"
            )

    async def _toggle_membership(self, server: int) -> None:
        """Sign a random user on to a league, or off."""
        found = await db.leagues.list_for_server(self.tables.store, server)
        one, who = self.chance.choice(found), self.chance.choice(self.actors_by_server[server])
        members = {each.person for each in await db.leagues.list_members(self.tables.store, server, one.key)}
        if who.id in members:
            await leagues.sign_off(self.tables.service, one.key, who.id, server=server)
        else:
            await self.sign_on(server, one.key, [who])

    async def _join_waiting_list(self, server: int) -> None:
        key = self.chance.choice([*self.tables.service.games])
        who = self.chance.choice(self.actors_by_server[server])
        await matchmaking.join_waiting_list(
            self.tables.service, key, who, server=server, channel=server * 10, pace="fast", seats=None
        )

    async def _start_voyage(self, who: Actor) -> None:
        server = next(server for server, people in self.actors_by_server.items() if who in people)
        await voyages.set_out(
            self.tables.service, who, server=server if who.id % 7 else None, channel=20_000 + who.id
        )

    # Course and end of games

    async def _plan_new_games(self, server: int | None) -> None:
        """Choose an ending for every new game."""
        of = db.games.table.c
        where = of.server == server if server is not None else of.server.is_(None)
        for row in await self.tables.store.rows(
            select(of.code, of.sealed_until).where(where, of.status == "running")
        ):
            if row["code"] not in self.log.planned_endings:
                self._plan_ending(row["code"], voyage=row["sealed_until"] is not None)

    def _plan_ending(self, code: str, *, voyage: bool) -> None:
        weights = {"decided": 50, "resigned": 18, "played": 12, "dawdled": 10, "agreed": 5, "left": 5}
        if voyage:
            weights = {"played": 70, "decided": 15, "left": 10, "resigned": 5}
        ending = self.chance.choices([*weights], [*weights.values()])[0]
        self.log.planned_endings[code] = ending
        if ending == "left":
            return
        if ending == "dawdled":
            for _ in range(12):
                self._plan(35 * DAY, partial(self._take_turn, code))
            return
        days = self.chance.randint(2, 20)
        for _ in range(self.chance.randint(0, 2 if voyage else 6)):
            self._plan(days * DAY, partial(self._take_turn, code))
        self._plan(days * DAY, partial(self._end_as_planned, code, ending))

    async def _take_turn(self, code: str) -> None:
        """Play a whole turn of a random player who owes a move, taking the seat back from a caretaker."""
        snapshot = await self.tables.snapshot(code)
        if not snapshot.is_running or not snapshot.owing_seats():
            return
        seat = self.chance.choice(sorted(snapshot.owing_seats()))
        who = self._actor(snapshot, seat)
        if who is None:
            return
        if snapshot.players[seat].has_caretaker:
            await caretaker.reclaim(
                self.tables.service, code, who, interaction_id=self.tables.next_interaction_id()
            )
        async with self.tables.service.transaction() as tx:
            snapshot = await self.tables.service.load(tx, code)
            state, moves = snapshot.state, []
            while seat in snapshot.game.to_act(state) and len(moves) < MAX_MOVES_PER_TURN:
                moves.append(self.chance.choice(snapshot.game.legal(state, seat)))
                state = snapshot.game.apply(state, seat, moves[-1]).state
            await play_moves(tx, GameLog(snapshot), seat, moves, user_id=who.id)

    async def _end_as_planned(self, code: str, ending: str) -> None:
        snapshot = await self.tables.snapshot(code)
        if not snapshot.is_running:
            return
        if ending == "played":
            await self._play_out(code)
        elif ending == "resigned":
            for seat in self.chance.sample(snapshot.seats, max(1, len(snapshot.seats) - 1)):
                who = self._actor(snapshot, seat)
                if who is not None and not snapshot.players[seat].resigned:
                    give_up = partial(resignation.resign, self.tables.service, code, who)
                    self._plan(DAY, partial(give_up, interaction_id=self.tables.next_interaction_id()))
        elif ending == "agreed":
            async with self.tables.service.transaction() as tx:
                await end_by_agreement(tx, await self.tables.service.load(tx, code))
        else:
            await self._end_with_random_result(code)

    async def _play_out(self, code: str) -> None:
        """Play random moves to the end in one transaction."""
        async with self.tables.service.transaction() as tx:
            snapshot = await self.tables.service.load(tx, code)
            log, game = GameLog(snapshot), snapshot.game
            while owing := game.to_act(log.snapshot.state):
                seat = min(owing)
                move = self.chance.choice(game.legal(log.snapshot.state, seat))
                step = game.apply(log.snapshot.state, seat, move)
                log.add_move(seat, move, step, user_id=snapshot.players[seat].person)
            await play_moves(tx, log, seat, (), user_id=None)

    async def _cut_short(self, code: str | None) -> None:
        if code is not None and (await self.tables.snapshot(code)).is_running:
            await self._end_with_random_result(code)

    async def _end_with_random_result(self, code: str) -> None:
        """End the game with random scores, now and then a tie."""
        async with self.tables.service.transaction() as tx:
            snapshot = await self.tables.service.load(tx, code)
            totals = tuple(self.chance.randint(20, 29) for _ in snapshot.seats)
            ranking = tuple(
                tuple(seat for seat in snapshot.seats if totals[seat] == total)
                for total in sorted(set(totals), reverse=True)
            )
            await end_game(tx, GameLog(snapshot), Outcome("finished", ranking, totals))

    def _actor(self, snapshot: GameSnapshot, seat: int) -> Actor | None:
        user_id = snapshot.players[seat].person
        return None if user_id is None else self.actors[user_id - 1000]


@asynccontextmanager
async def open_club(folder: Path, at: str, seed: int, **sizes: int) -> AsyncIterator[Club]:
    """Open a club on an empty database. Caretakers play at random, which is cheap."""
    clock = HandClock(moment(at))
    choose, caretaker.choose = caretaker.choose, choose_random_move  # type: ignore[assignment]
    try:
        async with open_empty_store(folder, clock) as first:
            url = first.engine.url.render_as_string(hide_password=False)
            tables = TableFixture(await db.Store.open(url, clock=clock, migrate=False), clock)
            club = Club(tables, url, seed, **sizes)
            await club.set_up()
            try:
                yield club
            finally:
                await club.tables.store.close()
    finally:
        caretaker.choose = choose
