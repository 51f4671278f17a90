"""Inserts finished games straight into the database, for tests and benchmarks of standings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import insert

import db
from bot.standings.rating_history import build_rating_history
from db import Result
from db.clock import DAY, HOUR
from db.rows import metadata

KEYS = ("lofoten", "explorers", "shipwrights", "borealis")


@dataclass(frozen=True)
class FinishedGame:
    """A finished game; `places` are the user ids by place, tied users together."""

    ended: int
    places: Sequence[Sequence[int | None]]
    key: str = "lofoten"
    rated: bool = True
    counted: bool = True
    scores: Sequence[int] = ()
    shares: Sequence[float] = ()
    favourites: Sequence[tuple[str, ...]] = ()
    code: str = ""
    pace: str = "slow"


def game_results(game: FinishedGame, code: str, server: int) -> list[Result]:
    people = [person for group in game.places for person in group]
    found: list[Result] = []
    for group in game.places:
        place = len(found) + 1
        for person in group:
            seat = len(found)
            found.append(
                Result(
                    game=code,
                    seat=seat,
                    person=person,
                    server=server,
                    key=game.key,
                    seats=len(people),
                    began=seat == 0,
                    place=place,
                    tied=len(group),
                    score=game.scores[seat] if game.scores else None,
                    share=game.shares[seat] if game.shares else 1.0,
                    rated=game.rated and len(people) > 1,
                    counted=game.counted,
                    favourites=game.favourites[seat] if game.favourites else (),
                    started=game.ended - DAY,
                    ended=game.ended,
                )
            )
    return found


async def insert_finished_games(
    store: db.Store, server: int, games: Iterable[FinishedGame], names: dict[int, str | None] | None = None
) -> list[str]:
    """Insert these games on a server, with their results and ratings. Returns their codes."""
    made: list[Result] = []
    rows: list[dict[str, Any]] = []
    for number, game in enumerate(games):
        code = game.code or f"G{number:05}"
        rows.append(_game_row(game, code, server))
        made += game_results(game, code, server)
    people = {one.person for one in made if one.person is not None}
    async with store.write() as tx:
        await db.servers.ensure_exists(tx, server)
        known = await db.users.get_many(tx, people)
        for one in sorted(people):
            if known[one].name is None:
                await db.users.update(tx, one, name=(names or {}).get(one, f"viking {one}"))
        await _insert_rows(tx, "games", rows)
        players = [
            {"game": one.game, "seat": one.seat, "person": one.person, "joined": one.started, "reminded": 0}
            for one in made
        ]
        await _insert_rows(tx, "players", players)
        await _insert_rows(tx, "results", [_result_row(one) for one in made])
        ledger = build_rating_history(await db.results.list_for_server(tx, server))
        await db.ratings.replace_for_server(tx, server, ledger.ratings.values(), ledger.steps)
    return [row["code"] for row in rows]


async def _insert_rows(tx: db.Transaction, table: str, rows: Sequence[dict[str, Any]]) -> None:
    await tx.execute(insert(metadata.tables[table]), rows)


def _result_row(result: Result) -> dict[str, Any]:
    row = {name: getattr(result, name) for name in Result.__slots__}
    return {**row, "favourites": list(result.favourites)}


def _game_row(game: FinishedGame, code: str, server: int) -> dict[str, Any]:
    seats, ranking = 0, []
    for group in game.places:
        ranking.append(list(range(seats, seats + len(group))))
        seats += len(group)
    outcome = {"reason": "resigned", "ranking": ranking, "totals": list(game.scores), "sheet": []}
    return {
        "code": code,
        "key": game.key,
        "rules_version": 1,
        "pack": "of the past",
        "options": {},
        "seed": b"past",
        "commitment": None,
        "status": "over",
        "pace": game.pace,
        "rated": game.rated,
        "server": server,
        "channel": 60,
        "thread": None,
        "host": None,
        "version": 1,
        "ply": 1,
        "state": None,
        "state_hash": None,
        "outcome": outcome,
        "created": game.ended - DAY - HOUR,
        "started": game.ended - DAY,
        "ended": game.ended,
        "last_activity": game.ended,
    }


def random_games(
    people: Sequence[int], number: int, *, until: int, seed: int = 7, every: int = HOUR
) -> list[FinishedGame]:
    """Random games among these users; those earlier in the list are a little likelier to win."""
    chance = Random(seed)
    games = []
    for left in range(number, 0, -1):
        table = chance.sample(people, chance.randint(2, min(4, len(people))))
        table.sort(key=lambda person: people.index(person) + chance.gauss(0, len(people) / 2))
        places: list[list[int]] = [[person] for person in table]
        if chance.random() < 0.1:
            places[0:2] = [places[0] + places[1]]
        scores = sorted((chance.randint(10, 80) for _ in table), reverse=True)
        games.append(FinishedGame(until - left * every, places, key=chance.choice(KEYS), scores=scores))
    return games
