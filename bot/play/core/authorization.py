"""Permission checks of use cases: seat, host, visibility, limit of games per user."""

from dataclasses import dataclass

import db
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from db.users import UNKNOWN_NAME
from rules.game import Refusal, Seat

WARN_AT_GAMES, MAX_GAMES_PER_USER = 5, 15


@dataclass(frozen=True, slots=True)
class Actor:
    """The user who acts, with name and locale as Discord reports them now."""

    id: int
    name: str
    locale: str


def require_seat(snapshot: GameSnapshot, user_id: int) -> Seat:
    """Returns the user's seat. Raises Refusal("not_seated")."""
    seat = snapshot.seat_of(user_id)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def require_visible(snapshot: GameSnapshot, user_id: int, server_id: int | None) -> None:
    """Raises Denied("no_game") unless the user plays the game or is on its server.

    The answer is that of an unknown code, because codes are short enough to be guessed.
    """
    if snapshot.seat_of(user_id) is None and (server_id is None or server_id != snapshot.row.server):
        raise Denied("no_game", code=snapshot.code)


def require_host(snapshot: GameSnapshot, user_id: int) -> None:
    """Raises Denied("not_at_table") or Denied("host_only") for any other user."""
    host = snapshot.row.host
    if host != user_id:
        if snapshot.seat_of(user_id) is None:
            raise Denied("not_at_table")
        seat = None if host is None else snapshot.seat_of(host)
        raise Denied("host_only", host=UNKNOWN_NAME if seat is None else snapshot.names[seat])


async def check_game_limit(tx: db.Transaction, user_id: int) -> None:
    """Raises Denied("too_many_tables") if the user cannot join another game."""
    if len(await db.players.list_games(tx, user_id)) >= MAX_GAMES_PER_USER:
        raise Denied("too_many_tables", n=MAX_GAMES_PER_USER)


async def update_user_profile(tx: db.Transaction, actor: Actor, stored: db.User | None = None) -> None:
    """Store the actor's current name and locale. `stored` saves a query where the row is known."""
    if stored is None:
        stored = await db.users.get(tx, actor.id)
    if (stored.name, stored.locale) != (actor.name, actor.locale):
        await db.users.update(tx, actor.id, name=actor.name, locale=actor.locale)
