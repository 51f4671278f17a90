"""All tables of this Skald: the database they are kept in, the rules they go by, and the time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Protocol

import db
from bot.play.core.refusals import Denied
from bot.play.core.rules_registry import UNREADABLE, Rulebooks, goes_by, read_state
from bot.play.core.snapshot import GameSnapshot
from bot.play.core.state_cache import States
from rules.game import AnyGame, Refusal

LOOKS = 5
"""How often a table is looked at again that changes while it is read."""


class Think(Protocol):
    """Does something that takes a while, without holding anybody up."""

    def __call__(self, work: Any, /, *given: Any) -> Awaitable[Any]: ...


class GameService:
    """What everybody who acts at a table is given."""

    def __init__(
        self, store: db.Store, games: Mapping[str, AnyGame], think: Think = asyncio.to_thread
    ) -> None:
        self.store = store
        self.games = games
        self.rulebooks = Rulebooks(games)
        self.think = think
        self._states = States()

    def now(self) -> int:
        """Milliseconds, as the database counts time."""
        return self.store.now

    async def snapshot(self, code: str) -> GameSnapshot:
        return await self.load(self.store, code)

    async def load(self, reads: db.Reads, code: str) -> GameSnapshot:
        """A table as it stands, in one statement; its state in another, unless it is known already."""
        for _ in range(LOOKS):
            found = await db.games.load(reads, code)
            if found is None:
                raise Denied("no_game", code=code[:20])
            game = await self.rulebooks.of(reads, found.game)
            if game is None:
                raise Denied("components_gone", code=found.game.code)
            if found.game.state_hash is None:
                return self._position(found, game, None)
            state = self._states.find(found.game.pack, found.game.state_hash)
            if state is None:
                text = await db.games.state_of(reads, found.game.code)
                if text is None or db.games.hash_of(text) != found.game.state_hash:
                    continue  # somebody has moved between the two statements
                state = self._read(game, found.game, text)
            return self._position(found, game, state)
        raise RuntimeError(f"the state of game {code} is not the one its log speaks of")

    @asynccontextmanager
    async def change(self) -> AsyncIterator[db.Transaction]:
        """A transaction by which somebody acts: what comes twice or too late is told so."""
        try:
            async with self.store.write() as tx:
                yield tx
        except (db.Duplicate, db.Conflict):
            raise Refusal("stale") from None

    async def playing(self, tx: db.Transaction, code: str) -> GameSnapshot:
        """A table where a game is going on."""
        snapshot = await self.load(tx, code)
        if snapshot.row.status == "lobby":
            raise Denied("not_started")
        if not snapshot.running:
            raise Refusal("over")
        if snapshot.state is None:
            raise Denied("rules_unfit")
        return snapshot

    def _read(self, game: AnyGame, row: db.Game, text: str) -> Any | None:
        """A stored state; None where the rules have changed so much that they cannot read it."""
        try:
            state = read_state(game, text, row.rules_version)
        except UNREADABLE:
            if goes_by(game, row):
                raise
            return None
        assert row.state_hash is not None
        self._states.keep(row.pack, row.state_hash, state)
        return state

    def _position(self, found: db.games.Loaded, game: AnyGame, state: Any) -> GameSnapshot:
        return GameSnapshot(
            row=found.game,
            players=tuple(_reachable(player) for player in found.players),
            users=found.people,
            game=game,
            state=state,
            server=found.server,
            voting=found.voting,
            ordered=found.ordered,
            planned=found.planned,
            away=found.away,
            cluttered=found.cluttered,
            states=self._states,
        )


def _reachable(player: db.Player) -> db.Player:
    """Nobody where a computer player sits, or a ghost: somebody who was erased."""
    return replace(player, person=None) if player.person is not None and player.person < 0 else player
