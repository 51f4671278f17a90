"""Loads a game together with its players, users and server, by one statement."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from db import rows
from db.absences import table as absences
from db.clock import DAY
from db.conditional_moves import table as plans
from db.games import Game, normalize_code
from db.games import table as games
from db.guesses import table as guesses
from db.messages import TEMPORARY_PREFIX
from db.messages import table as messages
from db.players import Player
from db.players import table as players
from db.rows import from_row
from db.servers import Server
from db.servers import table as servers
from db.standing_orders import table as orders
from db.transaction import Reads
from db.users import User
from db.users import table as users
from db.votes import table as votes

ABSENCE_WINDOW_MS = 366 * DAY  # Past absences count against the yearly allowance for this long.


Related = Literal["votes", "orders", "plans", "absences", "messages", "guesses"]
"""Open votes, standing orders in force, plans, absences of players, temporary messages, and guesses of a
game."""


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game with its players, users and server.

    `users` is ordered by seat; an erased user has no name. `related` names the further queries that would
    find rows.
    """

    game: Game
    players: tuple[Player, ...]
    users: tuple[User, ...]
    server: Server | None
    related: frozenset[Related]


_away = players.alias("away")
_absences_of_players = absences.join(_away, _away.c.person == absences.c.person)
_RELATED: dict[Related, sa.Exists] = {
    "votes": sa.exists().where(votes.c.game == games.c.code, votes.c.closed.is_(None)),
    "orders": sa.exists().where(orders.c.game == games.c.code, orders.c.ended.is_(None)),
    "plans": sa.exists().where(plans.c.game == games.c.code),
    "guesses": sa.exists().where(guesses.c.game == games.c.code),
    "absences": sa.exists()
    .select_from(_absences_of_players)
    .where(_away.c.game == games.c.code, absences.c.until > sa.bindparam("since", type_=sa.BigInteger)),
    "messages": sa.exists().where(
        messages.c.game == games.c.code, messages.c.kind.startswith(TEMPORARY_PREFIX)
    ),
}
_same = games.alias("same")
_seen = sa.select(_same.c.version).where(_same.c.code == games.c.code).scalar_subquery()
_columns = (*rows.columns(games), *players.columns, *users.columns, *servers.columns)
_LOAD = (
    sa.select(
        *(each.label(f"{each.table.name}_{each.name}") for each in _columns),
        *(found.correlate(games).label(f"has_{name}") for name, found in _RELATED.items()),
        _seen.correlate(games).label("seen"),
    )
    .select_from(
        games.outerjoin(players, players.c.game == games.c.code)
        .outerjoin(users, users.c.id == players.c.person)
        .outerjoin(servers, servers.c.id == games.c.server)
    )
    .where(games.c.code == sa.bindparam("code"))
    .order_by(players.c.seat)
)


async def load(reads: Reads, code: str) -> LoadedGame | None:
    """Load a game with its players, users and server by one statement, without the state."""
    query = reads.for_update(_LOAD, of=games)
    values = {"code": normalize_code(code), "since": reads.now - ABSENCE_WINDOW_MS}
    found = await reads.rows(query, values)
    if found and found[0]["seen"] != found[0]["games_version"]:
        # PostgreSQL waited for another transaction that changed the game, then returned the new game row
        # with players from before the change. The game row is locked now, so a second read is consistent.
        found = await reads.rows(query, values)
    return _to_loaded_game(found) if found else None


def _to_loaded_game(found: Iterable[sa.RowMapping]) -> LoadedGame:
    first, *_ = every = tuple(found)
    seated = tuple(row for row in every if row["players_seat"] is not None)
    game = from_row(Game, first, prefix="games_")
    return LoadedGame(
        game,
        tuple(from_row(Player, row, prefix="players_") for row in seated),
        tuple(_user_of_seat(row) for row in seated),
        None if game.server is None else from_row(Server, first, prefix="servers_"),
        frozenset(name for name in _RELATED if first[f"has_{name}"]),
    )


def _user_of_seat(row: sa.RowMapping) -> User:
    return User(0) if row["people_id"] is None else from_row(User, row, prefix="people_")
