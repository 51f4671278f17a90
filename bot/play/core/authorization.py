"""Who acts at a table, and whether they may."""

from dataclasses import dataclass

import db
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from db.users import NOBODY
from rules.game import Refusal, Seat

MANY_GAMES, GAMES_AT_ONCE = 5, 15
"""From how many on there is a soft word, and at how many a stop."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who acts, as Discord names them now."""

    id: int
    name: str
    locale: str


def seat_of(position: Position, person: int) -> Seat:
    seat = position.seat_of(person)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def check_may_see(position: Position, person: int, server: int | None) -> None:
    """A game is seen by those who play it, wherever they are, and on its own server by everybody there.

    To anybody else it is as if there were none: a code is short enough to be guessed.
    """
    if position.seat_of(person) is None and (server is None or server != position.row.server):
        raise Denied("no_game", code=position.code)


def host_only(position: Position, person: int) -> None:
    host = position.row.host
    if host != person:
        if position.seat_of(person) is None:
            raise Denied("not_at_table")
        seat = None if host is None else position.seat_of(host)
        raise Denied("host_only", host=NOBODY if seat is None else position.names[seat])


async def check_room(tx: db.Transaction, person: int) -> None:
    """Whether somebody can keep up with one table more."""
    if len(await db.games.of_person(tx, person)) >= GAMES_AT_ONCE:
        raise Denied("too_many_tables", n=GAMES_AT_ONCE)


async def see(tx: db.Transaction, visitor: Visitor, known: db.Person | None = None) -> None:
    """Remember how somebody is called now, for the tables they sit at; `known` is what was remembered."""
    if known is None:
        known = await db.users.find(tx, visitor.id)
    if (known.name, known.locale) != (visitor.name, visitor.locale):
        await db.users.update(tx, visitor.id, name=visitor.name, locale=visitor.locale)
