"""GameService: loads game snapshots and opens transactions for all use cases."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import db
from bot.play.core.authorization import require_seat
from bot.play.core.refusals import Denied
from bot.play.core.rules_registry import UNREADABLE_STATE_ERRORS, RulesRegistry, rules_match
from bot.play.core.snapshot import GameSnapshot, new_state_cache
from rules.game import AnyGame, Refusal, Seat

MAX_READ_ATTEMPTS = 5
P = ParamSpec("P")
T = TypeVar("T")


class RunInWorker(Protocol):
    """Runs a slow function outside the event loop, in a thread or a worker pool."""

    def __call__(self, work: Any, /, *args: Any) -> Awaitable[Any]: ...


class GameService:
    """Database, rules, state cache and worker pool: the dependencies of every use case."""

    def __init__(
        self, store: db.Store, games: Mapping[str, AnyGame], run_in_worker: RunInWorker = asyncio.to_thread
    ) -> None:
        self.store = store
        self.games = games
        self.rules_registry = RulesRegistry(games)
        self.run_in_worker = run_in_worker
        self._state_cache = new_state_cache()

    def now(self) -> int:
        """Current time in milliseconds since the epoch, by the store's clock."""
        return self.store.now

    async def snapshot(self, code: str) -> GameSnapshot:
        return await self.load(self.store, code)

    async def load(self, reads: db.Reads, code: str) -> GameSnapshot:
        """Load a game: one query for its rows, a second one for its state on a cache miss.

        Raises Denied("no_game"), or Denied("components_gone") if no rules are available for it.
        """
        for _ in range(MAX_READ_ATTEMPTS):
            found = await db.loaded_games.load(reads, code)
            if found is None:
                raise Denied("no_game", code=code[:20])
            game = await self.rules_registry.rules_for(reads, found.game)
            if game is None:
                raise Denied("components_gone", code=found.game.code)
            if found.game.state_hash is None:
                return self._snapshot(found, game, None)
            state = self._state_cache.get((found.game.pack, found.game.state_hash))
            if state is None:
                text = await db.games.find_state(reads, found.game.code)
                if text is None or db.games.hash_text(text) != found.game.state_hash:
                    continue  # a move was committed between the two queries
                state = self._load_state(game, found.game, text)
            return self._snapshot(found, game, state)
        raise RuntimeError(f"game {code}: the stored state does not match its hash")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[db.Transaction]:
        """Open a write transaction for a user's action.

        Raises Refusal("stale") if the interaction was handled before or the game has changed meanwhile.
        """
        try:
            async with self.store.write() as tx:
                yield tx
        except (db.Duplicate, db.Conflict):
            raise Refusal("stale") from None

    @asynccontextmanager
    async def player_transaction(
        self, code: str, user_id: int
    ) -> AsyncIterator[tuple[db.Transaction, GameSnapshot, Seat]]:
        """Open a write transaction for a player's action in a running game, and load it with their seat."""
        async with self.transaction() as tx:
            snapshot = await self.load_running(tx, code)
            yield tx, snapshot, require_seat(snapshot, user_id)

    async def load_running(self, tx: db.Transaction, code: str) -> GameSnapshot:
        """Load a game that can be played. Raises Denied or Refusal if it is not running or not readable."""
        snapshot = await self.load(tx, code)
        if snapshot.row.status == "lobby":
            raise Denied("not_started")
        if snapshot.row.paused_until is not None and snapshot.is_paused:
            raise Denied("paused", at=snapshot.row.paused_until // 1000)
        if not snapshot.is_running:
            raise Refusal("over")
        if snapshot.state is None:
            raise Denied("rules_unfit")
        return snapshot

    def _load_state(self, game: AnyGame, row: db.Game, text: str) -> Any | None:
        """Parse and cache a stored state. Returns None if changed rules cannot read it."""
        try:
            state = game.load(text)
        except UNREADABLE_STATE_ERRORS:
            if rules_match(game, row):
                raise
            return None
        assert row.state_hash is not None
        self._state_cache[row.pack, row.state_hash] = state
        return state

    def _snapshot(self, found: db.LoadedGame, game: AnyGame, state: Any) -> GameSnapshot:
        return GameSnapshot(
            row=found.game,
            players=tuple(_without_virtual_user(player) for player in found.players),
            users=found.users,
            game=game,
            state=state,
            server=found.server,
            related=found.related,
            state_cache=self._state_cache,
        )


def _without_virtual_user(player: db.Player) -> db.Player:
    """Clear negative user ids, which stand for computer players and erased users."""
    return replace(player, person=None) if player.person is not None and player.person < 0 else player


def in_transaction(
    write: Callable[Concatenate[db.Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[GameService, P], Coroutine[Any, Any, T]]:
    """Make a use case of one write of `db`, which runs it in a transaction of its own."""

    @wraps(write)
    async def use_case(service: GameService, /, *args: P.args, **kwargs: P.kwargs) -> T:
        async with service.store.write() as tx:
            return await write(tx, *args, **kwargs)

    return use_case
