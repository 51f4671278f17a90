"""Games of a cup: its table of results, and the update of cup and card when a game ends."""

import secrets
from collections.abc import Sequence

import db
from bot.play.core import outbox_messages
from bot.standings.cups import CupLine, TablePlaces, cup_table


async def cup_lines(reads: db.Reads, cup: db.Cup) -> tuple[CupLine, ...]:
    """The table of a cup, best entrant first."""
    return (await cup_lines_by_code(reads, [cup]))[cup.code]


async def cup_lines_by_code(reads: db.Reads, cups: Sequence[db.Cup]) -> dict[str, tuple[CupLine, ...]]:
    """The tables of several cups by code, with one query per kind of row."""
    codes = [cup.code for cup in cups]
    entrants = await db.cups.list_entrants_of_cups(reads, codes)
    seats = await db.cups.seats_by_game_of_cups(reads, codes)
    results = await db.results.list_for_games(reads, seats)
    return {
        code: cup_table(
            [one.person for one in entrants if one.cup == code],
            frozenset(one.person for one in entrants if one.cup == code and one.struck),
            [
                _places_by_user(seated, results.get(game, ()))
                for game, seated in seats.items()
                if seated[0].cup == code
            ],
        )
        for code in codes
    }


def _places_by_user(seated: Sequence[db.CupSeat], results: Sequence[db.Result]) -> TablePlaces:
    """Places of a game's entrants by user id; None while the game is running."""
    places = {result.seat: result.place for result in results}
    return {one.person: places.get(one.seat) for one in seated}


async def post_cup_card(tx: db.Transaction, cup: db.Cup) -> None:
    """Enqueue an update of the cup's card."""
    lane = f"cup {cup.code}"
    key = f"{lane} {secrets.token_hex(6)}"
    await db.outbox.enqueue(
        tx, outbox_messages.new_post(outbox_messages.CupCard(cup=cup.code), key=key, lane=lane)
    )


async def on_game_over(tx: db.Transaction, game: str) -> None:
    """Update the cup that the finished game belongs to, if any."""
    code = await db.cups.find_code_for_game(tx, game)
    if code is not None:
        await update_cup(tx, code)


async def update_cup(tx: db.Transaction, code: str) -> None:
    """Refresh the card of a running cup, and close the cup if all its games are over."""
    cup = await db.cups.find(tx, code)
    if cup is None or cup.status != "running":
        return
    seats = await db.cups.seats_by_game(tx, code)
    if len(await db.results.list_for_games(tx, seats)) == len(seats):
        cup = await db.cups.update(tx, cup, status="over", ended=tx.now)
        lane = f"cup {code}"
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(outbox_messages.CupOver(cup=code), key=f"{lane} over", lane=lane)
        )
    await post_cup_card(tx, cup)
