"""Games played at the tables themselves, without any chat: quick ones, for what is kept of them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from random import Random

from bot.clock import SystemClock
from bot.tables import Tables, Visitor
from db import Store
from rules import GAMES

SERVER = 50
MOST_MOVES = 400
_interactions = count(1)


class HandClock(SystemClock):
    """Stands still until somebody moves it; in milliseconds."""

    def __init__(self, at: int) -> None:
        self.at = at

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.at / 1000, UTC)

    def time(self) -> float:
        return self.at / 1000


def tables_of(store: Store, clock: HandClock) -> Tables:
    return Tables(store, dict(GAMES), clock)


def visitor(person: int, name: str = "") -> Visitor:
    return Visitor(person, name or f"viking {person}", "en-GB")


async def begun(
    tables: Tables,
    people: Sequence[Visitor],
    *,
    key: str = "borealis",
    rated: bool = True,
    pace: str = "slow",
) -> str:
    position = await tables.open(key, {}, people[0], server=SERVER, channel=60, language="en")
    for one in people[1:]:
        await tables.join(position.code, one)
    async with tables.store.write() as w:
        row = await w.game(position.code)
        assert row is not None
        await w.update_game(row, rated=rated, pace=pace)
    await tables.start(position.code, people[0].id, interaction=next(_interactions))
    return position.code


async def some_turns(tables: Tables, code: str, people: Sequence[Visitor], turns: int) -> None:
    """Play at random until everybody had so many turns, or the game is over."""
    had = dict.fromkeys(range(len(people)), 0)
    chance, last = Random(5), None
    for _ in range(MOST_MOVES):
        position = await tables.position(code)
        if min(had.values()) >= turns or not position.running:
            return
        seat = min(position.owing())
        had[seat] += seat != last
        last = seat
        move = str(chance.choice(position.legal(seat)))
        await tables.play(code, people[seat], move, interaction=next(_interactions))


async def given_up(tables: Tables, code: str, loser: Visitor) -> None:
    await tables.resign(code, loser, interaction=next(_interactions))
