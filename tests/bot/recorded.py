"""Games written straight into a database, played by chance: as long as a test needs, in no time."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.position import write_outcome
from db import Game, Store, Write
from rules import GAMES
from rules.chance import commitment
from rules.game import AnyGame, Event

SEED = bytes(range(32))
BEGUN = 1_767_225_600_000
"""The first of January 2026, when these games begin."""
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@dataclass
class Recorded:
    """A game under way, and a hand that plays it on; `states` begins with the deal."""

    row: Game
    game: AnyGame
    state: Any
    people: Sequence[int]
    chance: Random
    events: list[tuple[Event, ...]]
    states: list[Any]
    at: int = BEGUN

    async def play(self, w: Write, plies: int | None = None, *, by: str | None = None) -> None:
        """So many moves more, or all that are left; a finished game is recorded as such."""
        while (owing := sorted(self.game.to_act(self.state))) and plies != 0:
            plies = None if plies is None else plies - 1
            seat = owing[0]
            move = self.chance.choice(self.game.legal(self.state, seat))
            step = self.game.apply(self.state, seat, move)
            self.state = step.state
            self.events.append(step.events)
            self.states.append(step.state)
            await self.append(
                w,
                kind="move",
                text=str(move),
                seat=seat,
                person=None if by else self.people[seat],
                by=by,
                barrier=step.barrier,
                snapshot=step.barrier,
            )
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            self.row = await w.update_game(
                self.row, status="over", outcome=write_outcome(outcome), ended=self.at
            )

    async def append(self, w: Write, **entry: Any) -> None:
        """An entry of any kind, a minute after the one before."""
        self.at += MINUTE
        given = {"owed": self.game.to_act(self.state), "state": self.game.dump(self.state), "at": self.at}
        self.row = await w.append(self.row, **(given | entry))


async def record(
    store: Store,
    people: Sequence[int],
    plies: int | None = None,
    *,
    key: str = "borealis",
    names: Sequence[str] = (),
    server: int | None = None,
    channel: int = 1,
    seed: int = 1,
) -> Recorded:
    """A game of these people after so many moves, or after its last."""
    game = GAMES[key]
    options = game.info.options()
    state = game.setup(len(people), options, SEED)
    async with store.write() as w:
        for person, name in zip(people, names, strict=False):
            await w.update_person(person, name=name)
        row = await w.create_game(
            key=key,
            rules_version=game.info.rules_version,
            pack=game.pack,
            options=options.model_dump(),
            server=server,
            channel=channel,
            host=people[0],
            at=BEGUN,
        )
        for person in people:
            row = await w.join(row, person, at=BEGUN)
        row = await w.update_game(
            row, status="running", seed=SEED, commitment=commitment(SEED), started=BEGUN
        )
        row = await w.append(
            row,
            kind="setup",
            at=BEGUN,
            owed=game.to_act(state),
            state=game.dump(state),
            barrier=True,
            snapshot=True,
        )
        recorded = Recorded(row, game, state, people, Random(seed), [], [state])
        await recorded.play(w, plies)
    return recorded
