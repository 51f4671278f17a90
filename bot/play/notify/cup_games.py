"""Games of a cup: its table of results, and the update of cup and card when a game ends."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import db
from bot.play.core import outbox_messages
from bot.standings.cups import CupLine, TablePlaces, cup_table


@dataclass(frozen=True, slots=True)
class CupStandings:
    """A cup with its entrants, the seats it assigned by game, and its table with the best entrant first."""

    cup: db.Cup
    entrants: tuple[db.CupEntrant, ...]
    seats: Mapping[str, Sequence[db.CupSeat]]
    lines: tuple[CupLine, ...]


async def load_standings(reads: db.Reads, *cups: db.Cup) -> tuple[CupStandings, ...]:
    """Load the standings of several cups, with one query per kind of row."""
    codes = [cup.code for cup in cups]
    entrants = await db.cups.list_entrants(reads, *codes)
    seats = await db.cups.seats_by_game(reads, *codes)
    results = await db.results.list_for_games(reads, seats)
    standings = []
    for cup in cups:
        own = tuple(one for one in entrants if one.cup == cup.code)
        own_seats = {game: seated for game, seated in seats.items() if seated[0].cup == cup.code}
        lines = cup_table(
            [one.person for one in own],
            frozenset(one.person for one in own if one.struck),
            [_places_by_user(seated, results.get(game, ())) for game, seated in own_seats.items()],
        )
        standings.append(CupStandings(cup, own, own_seats, lines))
    return tuple(standings)


def _places_by_user(seated: Sequence[db.CupSeat], results: Sequence[db.Result]) -> TablePlaces:
    """Places of a game's entrants by user id; None while the game is running."""
    places = {result.seat: result.place for result in results}
    return {one.person: places.get(one.seat) for one in seated}


async def post_cup_card(tx: db.Transaction, cup: db.Cup) -> None:
    """Enqueue an update of the cup's card."""
    lane = f"cup {cup.code}"
    key = f"{lane} {secrets.token_hex(6)}"
    await outbox_messages.post(tx, outbox_messages.CupCard(cup=cup.code), key=key, lane=lane)


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
        cup = await db.cups.update(tx, cup, replace(cup, status="over", ended=tx.now))
        lane = f"cup {code}"
        await outbox_messages.post(tx, outbox_messages.CupOver(cup=code), key=f"{lane} over", lane=lane)
    await post_cup_card(tx, cup)
