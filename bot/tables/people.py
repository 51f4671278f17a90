"""Who acts at a table, and what he is told when he may not."""

from dataclasses import dataclass

import db
from bot.position import NOBODY, Position
from bot.words import mark
from rules.game import Refusal, Seat

MANY_GAMES, GAMES_AT_ONCE = 5, 15
"""From how many on there is a soft word, and at how many a stop."""


class Denied(Exception):  # noqa: N818 - an answer, not an error
    """Something a person may not do at a table, as a sentence of the catalogue."""

    def __init__(self, text: str, **values: str | int) -> None:
        super().__init__(text)
        self.text = text
        self.values = values


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who acts, as Discord names him now."""

    id: int
    name: str
    locale: str


def seat_of(position: Position, person: int) -> Seat:
    seat = position.seat_of(person)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def host_only(position: Position, person: int) -> None:
    if position.row.host != person:
        host = next((p.name for p in position.players if p.person == position.row.host), NOBODY)
        raise Denied(mark("Only {host}, who opened the table, can do that."), host=host)


async def check_room(w: db.Write, person: int) -> None:
    if len(await w.games_of(person)) >= GAMES_AT_ONCE:
        raise Denied(mark("You are at {n} tables already; finish or leave one first."), n=GAMES_AT_ONCE)


async def see(w: db.Write, visitor: Visitor) -> None:
    """Remember how somebody is called now, for the tables he sits at."""
    known = await w.person(visitor.id)
    if (known.name, known.locale) != (visitor.name, visitor.locale):
        await w.update_person(visitor.id, name=visitor.name, locale=visitor.locale)
