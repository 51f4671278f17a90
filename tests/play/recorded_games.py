"""Games written straight into a database with random moves: fast, and as long as a test needs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import db
from bot.standings.results import dump_outcome
from db.clock import MINUTE
from rules import GAMES
from rules.chance import commitment
from rules.game import AnyGame, Event
from tests.db.game_fixtures import append_entry
from tests.manual_clock import moment

SEED = bytes(range(32))
STARTED_AT = moment("2026-01-01")


@dataclass
class RecordedGame:
    """A stored game that can be continued. `states` begins with the deal."""

    row: db.Game
    game: AnyGame
    state: Any
    user_ids: Sequence[int]
    chance: Random
    events: list[tuple[Event, ...]]
    states: list[Any]
    at: int = STARTED_AT

    async def play(self, tx: db.Transaction, plies: int | None = None, *, by: str | None = None) -> None:
        """Play `plies` random moves, or all that are left, and store the outcome at the end."""
        while (owing := sorted(self.game.to_act(self.state))) and plies != 0:
            plies = None if plies is None else plies - 1
            seat = owing[0]
            move = self.chance.choice(self.game.legal(self.state, seat))
            step = self.game.apply(self.state, seat, move)
            self.state = step.state
            self.events.append(step.events)
            self.states.append(step.state)
            await self.append(
                tx,
                kind="move",
                text=str(move),
                seat=seat,
                person=None if by else self.user_ids[seat],
                by=by,
                barrier=step.barrier,
                checkpoint=step.barrier,
            )
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            self.row = await db.games.update(
                tx, self.row, replace(self.row, status="over", outcome=dump_outcome(outcome), ended=self.at)
            )

    async def append(self, tx: db.Transaction, **entry: Any) -> None:
        """Append an entry of any kind, a minute after the last one, independent of the store's clock."""
        self.at += MINUTE
        tx.now = self.at
        given = {"owed": self.game.to_act(self.state), "state": self.game.dump(self.state)}
        self.row = await append_entry(tx, self.row, **(given | entry))


async def record_game(
    store: db.Store,
    user_ids: Sequence[int],
    plies: int | None = None,
    *,
    key: str = "borealis",
    names: Sequence[str] = (),
    server: int | None = None,
    channel: int = 1,
    seed: int = 1,
) -> RecordedGame:
    """Create a game of these users and play `plies` moves, or to the end."""
    game = GAMES[key]
    options = game.info.options()
    state = game.setup(len(user_ids), options, SEED)
    async with store.write() as tx:
        tx.now = STARTED_AT
        for person, name in zip(user_ids, names, strict=False):
            await db.users.update(tx, person, name=name)
        row = await db.games.create(
            tx,
            db.Game(
                key=key,
                rules_version=game.info.rules_version,
                pack=game.pack,
                options=options.model_dump(),
                server=server,
                channel=channel,
                host=user_ids[0],
            ),
        )
        for person in user_ids:
            row = await db.players.join(tx, row, person)
        row = await db.games.update(
            tx,
            row,
            replace(row, status="running", seed=SEED, commitment=commitment(SEED), started=STARTED_AT),
        )
        row = await append_entry(
            tx,
            row,
            kind="setup",
            owed=game.to_act(state),
            state=game.dump(state),
            barrier=True,
            checkpoint=True,
        )
        recorded = RecordedGame(row, game, state, user_ids, Random(seed), [], [state])
        await recorded.play(tx, plies)
    return recorded
