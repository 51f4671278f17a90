"""Finished games, for tests of the statistics derived from them."""

from dataclasses import replace
from typing import Any

import db
from db import Rating, RatingStep, Result, Store
from tests.db.game_fixtures import open_lobby
from tests.db.ids import SERVER

OTHER_SERVER = 51


async def insert_finished_game(
    store: Store, *people: int | None, at: int, server: int = SERVER, **details: Any
) -> str:
    """Insert a game that these users finished in this order. Returns its code."""
    async with store.write() as tx:
        for person in filter(None, people):
            await db.users.update(tx, person, name=f"viking {person}")
    game = await open_lobby(store, server=server)
    async with store.write() as tx:
        await db.games.update(tx, game, replace(game, status="over", started=at - 10, ended=at))
        results = [
            Result(
                game=game.code,
                seat=seat,
                person=person,
                server=server,
                key=game.key,
                seats=len(people),
                began=seat == 0,
                place=seat + 1,
                tied=1,
                score=50 - seat,
                share=1.0,
                rated=len(people) > 1,
                counted=True,
                favourites=("mead",),
                started=at - 10,
                ended=at,
            )
            for seat, person in enumerate(people)
        ]
        await db.results.replace_for_game(tx, game.code, [replace(one, **details) for one in results])
    return game.code


def make_rating(person: int, mu: float, *, server: int = SERVER, key: str = "lofoten") -> Rating:
    return Rating(server=server, key=key, person=person, mu=mu, sigma=1 / 3, games=1, last=9)


def make_rating_step(game: str, person: int) -> RatingStep:
    return RatingStep(
        game=game,
        key="lofoten",
        person=person,
        server=SERVER,
        mu_before=25.0,
        sigma_before=8.0,
        mu=27.1,
        sigma=7.9,
        odds=0.5,
        at=9,
    )
