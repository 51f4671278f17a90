"""Votes at a table: about a seat that is overdue, how they are cast, and what the table is told."""

import db
from bot.play.core.authorization import Actor
from bot.play.turns import overdue, votes
from tests.play.table_fixture import ACTORS, TableFixture


async def ask_about_seat(tables: TableFixture, code: str, seat: int) -> None:
    async with tables.store.write() as tx:
        await overdue.ask_about_seat(tx, await tables.service.load(tx, code), seat)


async def open_overdue_vote(tables: TableFixture, code: str) -> tuple[db.Vote, int]:
    """Open a vote about the seat that is to move. Returns the vote and the seat."""
    late = min((await tables.snapshot(code)).owing_seats())
    await ask_about_seat(tables, code, late)
    (vote,) = await db.votes.list_open(tables.store, code, kind="overdue")
    assert vote.seat == late
    return vote, late


def other_actors(late: int) -> list[Actor]:
    return [person for seat, person in enumerate(ACTORS) if seat != late]


async def cast_vote(tables: TableFixture, vote: db.Vote, who: Actor, choice: str) -> bool:
    return await votes.cast_vote(tables.service, vote.game, vote.id, who, choice)


async def posted_notice_codes(tables: TableFixture) -> list[str]:
    """The codes of the notices posted at the table."""
    return [post.payload["code"] for post in await tables.take_posts("notice")]
