"""Players: the seats of a game, who owes a move since when, and the clock of each seat."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict

import sqlalchemy as sa

from db import conditional_moves, games, rows, standing_orders, users
from db.games import ONGOING, Game, Status
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class Player:
    """A seat of a game, its user, and since when it owes a move.

    `bank` is the time left on its clock as of `charged_to`, which is None while the clock is stopped.
    `credited` is the entry for which time was last added. `reminded` counts the reminders of this turn.
    `told` is the `owes_since` of the last notification. `acted` is when the user last acted at the table.
    """

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    seat: int = field(metadata=column(primary_key=True))
    person: Snowflake | None = field(metadata=column(foreign_key="people.id"))
    joined: Milliseconds
    owes_since: Milliseconds | None = None
    bank: Milliseconds | None = None
    charged_to: Milliseconds | None = None
    credited: int | None = None
    reminded: int = field(default=0, metadata=column(server_default=sa.text("0")))
    told: Milliseconds | None = None
    acted: Milliseconds | None = None
    caretaker_since: Milliseconds | None = None
    resigned_at: Milliseconds | None = None

    @property
    def has_caretaker(self) -> bool:
        """True if the caretaker plays the seat."""
        return self.caretaker_since is not None

    @property
    def resigned(self) -> bool:
        """True if the user resigned, so that the caretaker plays the seat to the end."""
        return self.resigned_at is not None


class PlayerChanges(TypedDict, total=False):
    """The columns of a seat that may change during a game."""

    owes_since: int | None
    bank: int | None
    charged_to: int | None
    credited: int | None
    reminded: int
    told: int | None
    acted: int | None
    caretaker_since: int | None
    resigned_at: int | None


table = rows.table(
    "players", Player, sa.UniqueConstraint("game", "person"), sa.Index(None, "person"), on_erasure="reassign"
)

_AT = rows.query(table, "game").order_by(table.c.seat)
_GAMES = (
    rows.query(games.table)
    .join(table, games.table.c.code == table.c.game)
    .where(
        table.c.person == sa.bindparam("person"),
        # As an expression, or SQLite reads all running games by the index of statuses.
        sa.func.coalesce(games.table.c.status, "").in_(sa.bindparam("statuses", expanding=True)),
    )
    .order_by(games.table.c.last_activity.desc(), games.table.c.code)
)
_TITLES = (
    sa.select(games.table.c.key)
    .distinct()
    .select_from(table.join(games.table, games.table.c.code == table.c.game))
    .where(table.c.person == sa.bindparam("person"), games.table.c.status != "lobby")
)
_is_owing = (
    table.c.person == sa.bindparam("person"),
    table.c.owes_since.is_not(None),
    games.table.c.status == "running",
)
_OWING, _AWAITING = (
    rows.query(each)
    .join(other, games.table.c.code == table.c.game)
    .where(*_is_owing)
    .order_by(table.c.owes_since, table.c.game)
    for each, other in ((table, games.table), (games.table, table))
)
# SQLAlchemy sets the columns named by the parameters.
_CHANGE = sa.update(table).where(
    table.c.game == sa.bindparam("of_game"), table.c.seat == sa.bindparam("of_seat")
)
_CLEAR = sa.delete(table).where(*rows.equals(table, "game"))


async def list_for_game(reads: Reads, code: str) -> tuple[Player, ...]:
    return await list_rows(reads, Player, _AT, game=code)


async def list_owing(reads: Reads, user_id: int) -> tuple[Player, ...]:
    """Return a user's seats that owe a move in a running game, longest owed first."""
    return await list_rows(reads, Player, _OWING, person=user_id)


async def list_games(reads: Reads, user_id: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
    """Return the games in which a user has a seat, most recently active first."""
    return await list_rows(reads, Game, _GAMES, person=user_id, statuses=tuple(statuses))


async def played_titles(reads: Reads, user_id: int) -> frozenset[str]:
    """Return the keys of the titles that a user has begun to play."""
    return frozenset(row["key"] for row in await reads.rows(_TITLES, {"person": user_id}))


async def list_awaiting_games(reads: Reads, user_id: int) -> tuple[Game, ...]:
    """Return the running games in which a user owes a move, longest owed first."""
    return await list_rows(reads, Game, _AWAITING, person=user_id)


async def join(tx: Transaction, game: Game, user_id: int) -> Game:
    """Seat a user on the next free seat. Has no effect if they have a seat already."""
    seated = await list_for_game(tx, game.code)
    if any(player.person == user_id for player in seated):
        return game
    await users.ensure_exists(tx, user_id)
    after = await games.update(tx, game, replace(game, last_activity=tx.now))
    await tx.insert(table, _seat_row(game, len(seated), user_id, tx.now), conflict_id=game.code)
    return after


async def leave(tx: Transaction, game: Game, user_id: int) -> Game:
    """Remove a user from the lobby. Players on later seats move up."""
    seated = await list_for_game(tx, game.code)
    staying = [player for player in seated if player.person != user_id]
    if len(staying) == len(seated):
        return game
    return await _replace_seats(tx, game, staying)


async def update(tx: Transaction, code: str, changes: Mapping[int, PlayerChanges]) -> None:
    """Change columns of several seats, with one statement for all seats that change the same columns."""
    alike: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for seat, changed in changes.items():
        if changed:
            alike[tuple(sorted(changed))].append({**changed, "of_game": code, "of_seat": seat})
    for every in alike.values():
        await tx.execute(_CHANGE, every)


async def replace_user(tx: Transaction, code: str, seat: int, user_id: int) -> None:
    """Give a seat to a substitute. Ends the standing orders and deletes the plans of the seat."""
    await users.ensure_exists(tx, user_id)
    await standing_orders.end_all(tx, code, "left", seat)
    await conditional_moves.delete_all(tx, code, seat)
    change = sa.update(table).where(table.c.game == code, table.c.seat == seat)
    owes_since = sa.case((table.c.owes_since.is_not(None), tx.now), else_=None)
    await tx.execute(
        change.values(person=user_id, joined=tx.now, caretaker_since=None, owes_since=owes_since, acted=None)
    )


async def _replace_seats(tx: Transaction, game: Game, order: Sequence[Player]) -> Game:
    after = await games.update(tx, game, replace(game, last_activity=tx.now))
    await tx.execute(_CLEAR, {"game": game.code})
    seats = (_seat_row(game, number, player.person, player.joined) for number, player in enumerate(order))
    await tx.insert(table, *seats, conflict_id=game.code)
    return after


def _seat_row(game: Game, seat: int, person: int | None, joined: int) -> dict[str, Any]:
    return {"game": game.code, "seat": seat, "person": person, "joined": joined, "owes_since": None}
