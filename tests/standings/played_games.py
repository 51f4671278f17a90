"""Games played at the tables themselves, without any chat: quick ones, for what is kept of them."""

from collections.abc import Sequence
from itertools import count
from random import Random

import db
from bot.play.core.authorization import Visitor
from bot.play.core.game_service import Tables
from bot.play.lobby import lobby
from bot.play.turns import moves, resignation

SERVER = 50
MOST_MOVES = 400
_interactions = count(1)


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
    position = await lobby.open_table(tables, key, {}, people[0], server=SERVER, channel=60, language="en")
    for one in people[1:]:
        await lobby.join(tables, position.code, one)
    async with tables.store.write() as tx:
        row = await db.games.find(tx, position.code)
        assert row is not None
        await db.games.update(tx, row, rated=rated, pace=pace)
    await lobby.start(tables, position.code, people[0].id, interaction=next(_interactions))
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
        await moves.play(tables, code, people[seat], move, interaction=next(_interactions))


async def given_up(tables: Tables, code: str, loser: Visitor) -> None:
    await resignation.resign(tables, code, loser, interaction=next(_interactions))
