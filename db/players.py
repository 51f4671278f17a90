"""Players: who sits where at a table, who owes a move since when, and the clock of each seat."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from sqlalchemy import Index, UniqueConstraint, bindparam, case, delete, select, text
from sqlalchemy import update as updating

from db import conditional_moves, games, orders, rows, users
from db.games import Game
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Player:
    """A seat of a game: who sits there (None once erased), and since when that seat owes a move.

    `bank` is the time left on its clock as of `charged_to`, which is None while the clock stands still.
    `credited` is the entry for which it was last given time, `told` the `owes_since` that was told, `acted`
    when its person last did something themselves at the table.
    """

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    seat: int = field(metadata=column(primary_key=True))
    person: Snowflake | None = field(metadata=column(foreign_key="people.id"))
    joined: Moment
    owes_since: Moment | None = None
    bank: Moment | None = None
    charged_to: Moment | None = None
    credited: int | None = None
    reminded: int = field(default=0, metadata=column(server_default=text("0")))
    told: Moment | None = None
    acted: Moment | None = None
    caretaker_since: Moment | None = None
    resigned_at: Moment | None = None

    @property
    def caretaker(self) -> bool:
        """Whether Skald plays the seat for them."""
        return self.caretaker_since is not None

    @property
    def resigned(self) -> bool:
        """Whether it does so to the end."""
        return self.resigned_at is not None


class PlayerChanges(TypedDict, total=False):
    """What may change about a seat while a game goes on."""

    owes_since: int | None
    bank: int | None
    charged_to: int | None
    credited: int | None
    reminded: int
    told: int | None
    acted: int | None
    caretaker_since: int | None
    resigned_at: int | None


table = rows.table("players", Player, UniqueConstraint("game", "person"), Index(None, "person"))

_EVERY = select(*rows.columns(table, Player))
_AT = _EVERY.where(table.c.game == bindparam("game")).order_by(table.c.seat)
_OWING = (
    _EVERY.join(games.table, games.table.c.code == table.c.game)
    .where(
        table.c.person == bindparam("person"),
        table.c.owes_since.is_not(None),
        games.table.c.status == "running",
    )
    .order_by(table.c.owes_since, table.c.game)
)
# The columns to set are those of the values it is run with.
_CHANGE = updating(table).where(table.c.game == bindparam("of_game"), table.c.seat == bindparam("of_seat"))
_CLEAR = delete(table).where(table.c.game == bindparam("game"))


async def at(reads: Reads, code: str) -> tuple[Player, ...]:
    """Those at a table, by seat."""
    return tuple(made(Player, row) for row in await reads.rows(_AT, {"game": code}))


async def owing_of(reads: Reads, person: int) -> tuple[Player, ...]:
    """The seats on which somebody owes a move in a running game, the longest awaited first."""
    return tuple(made(Player, row) for row in await reads.rows(_OWING, {"person": person}))


async def join(tx: Transaction, game: Game, person: int) -> Game:
    """Take the next free seat; who already sits stays where they are."""
    seated = await at(tx, game.code)
    if any(player.person == person for player in seated):
        return game
    await users.know(tx, person)
    after = await games.advance(tx, game, {"last_activity": tx.now})
    await tx.insert(table, _seat(game, len(seated), person, tx.now), whose=game.code)
    return after


async def leave(tx: Transaction, game: Game, person: int) -> Game:
    """Give up a seat in the lobby; those behind move up."""
    seated = await at(tx, game.code)
    staying = [player for player in seated if player.person != person]
    if len(staying) == len(seated):
        return game
    return await _seat_anew(tx, game, staying)


async def update(tx: Transaction, code: str, changes: Mapping[int, PlayerChanges]) -> None:
    """Change what is given of each of these seats, by one statement where it is the same of all."""
    alike: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for seat, changed in changes.items():
        if changed:
            alike[tuple(sorted(changed))].append({**changed, "of_game": code, "of_seat": seat})
    for every in alike.values():
        await tx.run(_CHANGE, every)


async def reseat(tx: Transaction, code: str, seat: int, person: int) -> None:
    """Somebody else takes a seat. What the one before had left to be done there is done no more."""
    await users.know(tx, person)
    await orders.end_all(tx, code, "left", seat)
    await conditional_moves.drop_all(tx, code, seat)
    change = updating(table).where(table.c.game == code, table.c.seat == seat)
    owes_since = case((table.c.owes_since.is_not(None), tx.now), else_=None)
    await tx.run(
        change.values(person=person, joined=tx.now, caretaker_since=None, owes_since=owes_since, acted=None)
    )


async def _seat_anew(tx: Transaction, game: Game, order: Sequence[Player]) -> Game:
    after = await games.advance(tx, game, {"last_activity": tx.now})
    await tx.run(_CLEAR, {"game": game.code})
    seats = (_seat(game, number, player.person, player.joined) for number, player in enumerate(order))
    await tx.insert(table, *seats, whose=game.code)
    return after


def _seat(game: Game, seat: int, person: int | None, joined: int) -> dict[str, Any]:
    return {"game": game.code, "seat": seat, "person": person, "joined": joined, "owes_since": None}
