"""Leagues, one per title and server, and their members. A month's divisions are cups (`db.cups`)."""

from dataclasses import dataclass

from db.clubs import Club, ClubMember, Clubs
from db.rows import Milliseconds
from db.transaction import Transaction


@dataclass(frozen=True, slots=True)
class League(Club):
    """A league. The tables of its divisions are posted in its channel."""


@dataclass(frozen=True, slots=True)
class LeagueMember(ClubMember):
    """A user who plays in the league every month until they leave it."""

    joined: Milliseconds


clubs = Clubs("league", League, LeagueMember, order=("joined", "person"))
find, list_for_server, list_members = clubs.find, clubs.list_for_server, clubs.list_members
create, remove_member = clubs.create, clubs.remove_member


async def add_member(tx: Transaction, league: League, user_id: int) -> None:
    await clubs.insert_member(tx, LeagueMember(league.server, league.key, user_id, tx.now))
