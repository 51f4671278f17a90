"""Plays short games through the game service, for tests of the results that are stored."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random

import db
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.lobby import lobby
from bot.play.turns import moves, resignation

SERVER = 50
MAX_MOVES = 400
_interactions = count(1)


def make_actor(person: int, name: str = "") -> Actor:
    return Actor(person, name or f"viking {person}", "en-GB")


async def start_game(
    service: GameService,
    people: Sequence[Actor],
    *,
    key: str = "borealis",
    rated: bool = True,
    pace: str = "slow",
) -> str:
    snapshot = await lobby.open_table(
        service, people[0], lobby.TableTerms(key, 60, SERVER), server_language="en"
    )
    for one in people[1:]:
        await lobby.join(service, snapshot.code, one)
    async with service.store.write() as tx:
        row = await db.games.find(tx, snapshot.code)
        assert row is not None
        await db.games.update(tx, row, replace(row, rated=rated, pace=pace))
    await lobby.start(service, snapshot.code, people[0].id, interaction_id=next(_interactions))
    return snapshot.code


async def play_random_turns(
    service: GameService,
    code: str,
    people: Sequence[Actor],
    turns: int,
    interactions: Iterator[int] = _interactions,
) -> None:
    """Play random moves until each player has had `turns` turns, or the game is over."""
    had = dict.fromkeys(range(len(people)), 0)
    chance, last = Random(5), None
    for _ in range(MAX_MOVES):
        snapshot = await service.snapshot(code)
        if min(had.values()) >= turns or not snapshot.is_running:
            return
        seat = min(snapshot.owing_seats())
        had[seat] += seat != last
        last = seat
        move = str(chance.choice(snapshot.legal(seat)))
        await moves.play(service, code, people[seat], move, interaction_id=next(interactions))


async def resign(service: GameService, code: str, loser: Actor) -> None:
    await resignation.resign(service, code, loser, interaction_id=next(_interactions))
