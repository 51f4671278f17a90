"""The games of a cup: how its table stands, and what follows when one of them ends."""

import secrets
from collections.abc import Sequence

import db
from bot.play.core import outbox_messages
from bot.standings.cups import CupLine, Played, table_of


async def lines_of(reads: db.Reads, cup: db.Cup) -> tuple[CupLine, ...]:
    """The table of a cup as it stands, the best first."""
    return (await lines_of_all(reads, [cup]))[cup.code]


async def lines_of_all(reads: db.Reads, cups: Sequence[db.Cup]) -> dict[str, tuple[CupLine, ...]]:
    """The tables of several cups, by their codes."""
    codes = [cup.code for cup in cups]
    entrants = await db.cups.entrants_of(reads, codes)
    seats = await db.cups.seats_of(reads, codes)
    results = await db.results.of_games(reads, seats)
    return {
        code: table_of(
            [one.person for one in entrants if one.cup == code],
            frozenset(one.person for one in entrants if one.cup == code and one.struck),
            [
                _played(seated, results.get(game, ()))
                for game, seated in seats.items()
                if seated[0].cup == code
            ],
        )
        for code in codes
    }


def _played(seated: Sequence[db.CupSeat], results: Sequence[db.Result]) -> Played:
    """The places of whoever a cup put at a table; None while they play."""
    places = {result.seat: result.place for result in results}
    return {one.person: places.get(one.seat) for one in seated}


async def show(tx: db.Transaction, cup: db.Cup) -> None:
    """Its table in the channel is brought up to date."""
    lane = f"cup {cup.code}"
    key = f"{lane} {secrets.token_hex(6)}"
    await db.outbox.add(tx, outbox_messages.post(outbox_messages.CupShown(cup=cup.code), key=key, lane=lane))


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
        await db.outbox.add(
            tx, outbox_messages.post(outbox_messages.CupOver(cup=code), key=f"{lane} over", lane=lane)
        )
    await show(tx, cup)
