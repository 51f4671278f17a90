"""TableFixture: games without a chat, with real rules, a real database and a manual clock."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import db
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.notify import turn_notifications
from bot.play.scheduler import HANDLERS
from bot.play.turns import moves, resignation, undo
from db.clock import DAY
from opponents import Idea
from rules import GAMES
from rules.game import AnyGame, Outcome, Seat
from tests.empty_store import open_empty_store
from tests.manual_clock import HandClock, moment
from tests.standings.played_games import play_random_turns

ASTRID, BJORN, CARA = ACTORS = (
    Actor(1, "Astrid", "en-GB"),
    Actor(2, "Bjorn", "en-GB"),
    Actor(3, "Cara", "fr"),
)
SERVER, CHANNEL = 70, 700
NOON = "2026-07-14T12:00"
MAX_MOVES = 400


async def run_inline(work: Callable[..., Any], /, *args: Any) -> Any:
    """Stands in for the worker pool: runs the work in the event loop."""
    return work(*args)


def choose_last_move(game: AnyGame, state: Any, seat: Seat, **_: str) -> Idea:
    """Stands in for the AI: chooses the last legal move, which is fast and ends turns soon."""
    return Idea(game.legal(state, seat)[-1], 0)


def choose_random_move(game: AnyGame, state: Any, seat: Seat, *, salt: str, **_: str) -> Idea:
    """Stands in for the AI: chooses a random move, which is fast, and games come to an end."""
    return Idea(Random(salt).choice(game.legal(state, seat)), 0)


class TableFixture:
    """Opens and plays games. Timers fire when `advance` passes their time."""

    def __init__(self, store: db.Store, clock: HandClock) -> None:
        self.clock = clock
        self._interactions = count(1000)
        self.use_store(store)

    def use_store(self, store: db.Store) -> None:
        """Continue on this store with a new service, like another process."""
        self.store = store
        self.service = GameService(store, GAMES, run_inline)

    def next_interaction_id(self) -> int:
        return next(self._interactions)

    async def open_lobby(self, *actors: Actor, game: str = "lofoten", **terms: Any) -> str:
        """Open a lobby with these players. Returns its code."""
        host, *others = actors
        extra = {name: terms.pop(name) for name in ("guests", "computer_opponents") if name in terms}
        place = {"server": SERVER, "channel": CHANNEL} | terms
        opened = await lobby.open_table(
            self.service, host, lobby.TableTerms(game, **place), server_language="en", **extra
        )
        code = opened.code
        for other in others:
            await lobby.join(self.service, code, other)
        return code

    async def start_game(self, *actors: Actor, game: str = "lofoten", **terms: Any) -> str:
        code = await self.open_lobby(*actors, game=game, **terms)
        await lobby.start(self.service, code, actors[0].id, interaction_id=self.next_interaction_id())
        return code

    async def snapshot(self, code: str) -> GameSnapshot:
        return await self.service.snapshot(code)

    async def final_outcome(self, code: str) -> Outcome:
        """The outcome of a game that must be over."""
        snapshot = await self.snapshot(code)
        assert snapshot.is_over
        outcome = snapshot.outcome()
        assert outcome is not None
        return outcome

    async def play(self, code: str, actor: Actor, text: str) -> None:
        await moves.play(self.service, code, actor, text, interaction_id=self.next_interaction_id())

    async def play_last_move(self, code: str, actors: Sequence[Actor] = ACTORS) -> Actor:
        """Play the last legal move of a seat that owes one. Returns who played it."""
        snapshot = await self.snapshot(code)
        seat = min(snapshot.owing_seats())
        user_id = snapshot.players[seat].person
        actor = next(one for one in actors if one.id == user_id)
        await self.play(code, actor, str(snapshot.legal(seat)[-1]))
        return actor

    async def finish_turn(self, code: str) -> None:
        """Play until another player is to move."""
        before = await self.user_to_move(code)
        while await self.user_to_move(code) == before:
            await self.play_last_move(code)

    async def play_random_turns(self, code: str, actors: Sequence[Actor], turns: int) -> None:
        """Play random moves until each seat had `turns` turns, or the game is over."""
        await play_random_turns(self.service, code, actors, turns, self._interactions)

    async def user_to_move(self, code: str) -> int:
        """The id of the single user who owes a move."""
        snapshot = await self.snapshot(code)
        (user_id,) = snapshot.user_ids_at(sorted(snapshot.owing_seats()))
        return user_id

    async def undo(self, code: str, actor: Actor) -> None:
        await undo.undo(self.service, code, actor, interaction_id=self.next_interaction_id())

    async def resign(self, code: str, actor: Actor) -> None:
        await resignation.resign(self.service, code, actor, interaction_id=self.next_interaction_id())

    async def player_of(self, code: str, user_id: int) -> db.Player:
        return next(
            player for player in await db.players.list_for_game(self.store, code) if player.person == user_id
        )

    async def deadlines(self, code: str) -> dict[Seat, int]:
        """When the running clocks of a game run out, by seat."""
        ends = await turn_notifications.clock_ends(self.store, await self.snapshot(code))
        return {seat: end.at for seat, end in ends.items()}

    async def advance(self, milliseconds: int) -> None:
        """Advance the clock and fire each timer when it is due."""
        end = self.clock.at + milliseconds
        while (due := await db.timers.next_due(self.store)) is not None and due <= end:
            self.clock.at = max(self.clock.at, due)
            for timer in await db.timers.claim(self.store, now=self.clock.at):
                await HANDLERS[timer.kind](self.service, timer)
        self.clock.at = end

    async def advance_to(self, text: str, zone: str = "UTC") -> None:
        await self.advance(moment(text, zone) - self.clock.at)

    async def take_posts(self, kind: str) -> list[db.Post]:
        """Mark all posts in the outbox as delivered, due or not. Returns those of this kind."""
        found: list[db.Post] = []
        far = self.clock.at + 400 * DAY
        while claimed := await db.outbox.claim(self.store, now=far):
            async with self.store.write() as tx:
                for post in claimed:
                    await db.outbox.mark_delivered(tx, post)
            found += claimed
        return [post for post in found if post.kind == kind]


@asynccontextmanager
async def open_table_fixture(folder: Path, at: str) -> AsyncIterator[TableFixture]:
    clock = HandClock(moment(at))
    async with open_empty_store(folder, clock) as store:
        yield TableFixture(store, clock)
