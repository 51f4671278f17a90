"""The games of a cup: how its table stands, and what follows when one of them ends."""

import secrets

import db
from bot.play import posts
from bot.standings.cups import CupLine, Played, table_of


async def lines_of(reads: db.Reads, cup: db.Cup) -> tuple[CupLine, ...]:
    """The table of a cup as it stands, the best first."""
    entrants = await db.cups.entrants(reads, cup.code)
    seats = await db.cups.seats(reads, cup.code)
    results = await db.results.of_games(reads, seats)
    tables: list[Played] = [
        {
            one.person: place.get(one.seat)
            for one in seated
            for place in ({result.seat: result.place for result in results.get(game, ())},)
        }
        for game, seated in seats.items()
    ]
    struck = frozenset(one.person for one in entrants if one.struck)
    return table_of([one.person for one in entrants], struck, tables)


async def show(tx: db.Transaction, cup: db.Cup) -> None:
    """Its table in the channel is brought up to date."""
    lane = f"cup {cup.code}"
    key = f"{lane} {secrets.token_hex(6)}"
    await db.posts.add(tx, posts.post(posts.CupShown(cup=cup.code), key=key, lane=lane))


async def game_over(tx: db.Transaction, game: str) -> None:
    """A game has ended; if it was of a cup that shows there, and the last of them closes the cup."""
    code = await db.cups.of_game(tx, game)
    if code is not None:
        await look_at(tx, code)


async def look_at(tx: db.Transaction, code: str) -> None:
    """The table of a running cup shows how it stands; where nothing is left to play it closes."""
    cup = await db.cups.find(tx, code)
    if cup is None or cup.status != "running":
        return
    seats = await db.cups.seats(tx, code)
    if len(await db.results.of_games(tx, seats)) == len(seats):
        cup = await db.cups.change(tx, cup, status="over", ended=tx.now)
        lane = f"cup {code}"
        await db.posts.add(tx, posts.post(posts.CupOver(cup=code), key=f"{lane} over", lane=lane))
    await show(tx, cup)
