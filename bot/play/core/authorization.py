"""Who acts at a table, and whether they may."""

from dataclasses import dataclass

import db
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from db.users import NOBODY
from rules.game import Refusal, Seat

MANY_GAMES, GAMES_AT_ONCE = 5, 15
"""From how many on there is a soft word, and at how many a stop."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, as Discord names them now."""

    id: int
    name: str
    locale: str


def seat_of(snapshot: GameSnapshot, person: int) -> Seat:
    seat = snapshot.seat_of(person)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def check_may_see(snapshot: GameSnapshot, person: int, server: int | None) -> None:
    """A game is seen by those who play it, wherever they are, and on its own server by everybody there.

    To anybody else it is as if there were none: a code is short enough to be guessed.
    """
    if snapshot.seat_of(person) is None and (server is None or server != snapshot.row.server):
        raise Denied("no_game", code=snapshot.code)


def host_only(snapshot: GameSnapshot, person: int) -> None:
    host = snapshot.row.host
    if host != person:
        if snapshot.seat_of(person) is None:
            raise Denied("not_at_table")
        seat = None if host is None else snapshot.seat_of(host)
        raise Denied("host_only", host=NOBODY if seat is None else snapshot.names[seat])


async def check_room(tx: db.Transaction, person: int) -> None:
    """Whether somebody can keep up with one table more."""
    if len(await db.games.of_person(tx, person)) >= GAMES_AT_ONCE:
        raise Denied("too_many_tables", n=GAMES_AT_ONCE)


async def see(tx: db.Transaction, actor: Actor, known: db.User | None = None) -> None:
    """Remember how somebody is called now, for the tables they sit at; `known` is what was remembered."""
    if known is None:
        known = await db.users.find(tx, actor.id)
    if (known.name, known.locale) != (actor.name, actor.locale):
        await db.users.update(tx, actor.id, name=actor.name, locale=actor.locale)
