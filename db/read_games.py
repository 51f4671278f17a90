"""Reads about games, people and servers, and what is due."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, Table, case, exists, func, select

from db import tables
from db.codes import tidy_code
from db.reading import Reading
from db.rows import Binding, Entry, Game, Person, Post, Seated, Server, Snapshot, Status, Success
from db.undo import effective

ONGOING: tuple[Status, ...] = ("lobby", "running")


def person_of(row: RowMapping) -> Person:
    return Person(**{**row, "hints_seen": frozenset(row["hints_seen"])})


class ReadsGames(Reading):
    """The games and all that belongs to one of them; people and servers; what is due."""

    async def game(self, code: str) -> Game | None:
        """The game of that code, however it was typed."""
        row = await self._row(self._mine(_every(tables.games).where(tables.games.c.code == tidy_code(code))))
        return None if row is None else Game(**row)

    async def game_in(self, thread: int) -> Game | None:
        """The game of a thread: the one still going on, else the latest."""
        games = tables.games.c
        query = _every(tables.games).where(games.thread == thread)
        ongoing = case((games.status.in_(ONGOING), 0), else_=1)
        row = await self._row(self._mine(query.order_by(ongoing, games.created.desc(), games.code).limit(1)))
        return None if row is None else Game(**row)

    async def games_at(self, channel: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
        """The games that live in a channel itself, having no thread."""
        games = tables.games.c
        return await self._games(games.channel == channel, games.thread.is_(None), statuses=statuses)

    async def games_under(self, channel: int, statuses: Iterable[Status]) -> tuple[Game, ...]:
        """The games opened in a channel, with a thread or without."""
        return await self._games(tables.games.c.channel == channel, statuses=statuses)

    async def games_on(self, server: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
        """The games of a server, the latest touched first."""
        return await self._games(tables.games.c.server == server, statuses=statuses)

    async def games_of(self, person: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
        """The games somebody sits in, the latest touched first."""
        seated = select(tables.seats.c.game).where(tables.seats.c.person == person)
        return await self._games(tables.games.c.code.in_(seated), statuses=statuses)

    async def games_with(self, statuses: Iterable[Status]) -> tuple[Game, ...]:
        """All games in those statuses, the latest touched first."""
        return await self._games(statuses=statuses)

    async def waiting_for(self, person: int) -> tuple[Game, ...]:
        """The running games in which somebody owes a move, the longest awaited first."""
        games, seats = tables.games.c, tables.seats.c
        query = (
            _every(tables.games)
            .join(tables.seats, seats.game == games.code)
            .where(seats.person == person, seats.owes_since.is_not(None), games.status == "running")
            .order_by(seats.owes_since, games.code)
        )
        return tuple(Game(**row) for row in await self._rows(query))

    async def _games(self, *where: Any, statuses: Iterable[Status]) -> tuple[Game, ...]:
        games = tables.games.c
        query = _every(tables.games).where(*where, games.status.in_(tuple(statuses)))
        rows = await self._rows(query.order_by(games.last_activity.desc(), games.code))
        return tuple(Game(**row) for row in rows)

    async def seats(self, code: str) -> tuple[Seated, ...]:
        seats = tables.seats.c
        rows = await self._rows(_every(tables.seats).where(seats.game == code).order_by(seats.seat))
        return tuple(Seated(**row) for row in rows)

    async def moves(self, code: str, *, since: int = 0) -> tuple[Entry, ...]:
        """The log after that entry, with all that was taken back."""
        moves = tables.moves.c
        query = _every(tables.moves).where(moves.game == code, moves.ply > since).order_by(moves.ply)
        return tuple(Entry(**row) for row in await self._rows(query))

    async def effective_moves(self, code: str, *, since: int = 0) -> tuple[Entry, ...]:
        """The log after that entry without undos and what they took back.

        `since` is 0 or the entry of a snapshot: those that are kept were not taken back.
        """
        return effective(await self.moves(code, since=since))

    async def accepted(self, interaction: int) -> Entry | None:
        """The log entry an interaction led to."""
        row = await self._row(_every(tables.moves).where(tables.moves.c.interaction_id == interaction))
        return None if row is None else Entry(**row)

    async def snapshot_before(self, code: str, ply: int) -> Snapshot | None:
        """The last snapshot taken at that entry or before, from which to replay."""
        snapshots = tables.snapshots.c
        query = _every(tables.snapshots).where(snapshots.game == code, snapshots.ply <= ply)
        row = await self._row(query.order_by(snapshots.ply.desc()).limit(1))
        return None if row is None else Snapshot(**row)

    async def person(self, person: int) -> Person:
        row = await self._row(self._mine(_every(tables.people).where(tables.people.c.id == person)))
        return Person(person) if row is None else person_of(row)

    async def people(self, people: Iterable[int]) -> dict[int, Person]:
        """Those people, known or not, by id."""
        wanted = tuple(people)
        rows = await self._rows(_every(tables.people).where(tables.people.c.id.in_(wanted)))
        return {person: Person(person) for person in wanted} | {row["id"]: person_of(row) for row in rows}

    async def successes(self, *, person: int | None = None, game: str | None = None) -> tuple[Success, ...]:
        """What somebody has achieved, or what was first achieved in a game, in the order it came."""
        earned = tables.successes.c
        query = _every(tables.successes)
        if person is not None:
            query = query.where(earned.person == person)
        if game is not None:
            query = query.where(earned.game == game)
        rows = await self._rows(query.order_by(earned.at, earned.person, earned.success))
        return tuple(Success(**row) for row in rows)

    async def server(self, server: int) -> Server:
        row = await self._row(self._mine(_every(tables.servers).where(tables.servers.c.id == server)))
        return Server(server) if row is None else Server(**row)

    async def binding(self, message: int) -> Binding | None:
        row = await self._row(_every(tables.messages).where(tables.messages.c.message == message))
        return None if row is None else Binding(**row)

    async def bindings(
        self, code: str, *, kind: str | None = None, person: int | None = None
    ) -> tuple[Binding, ...]:
        """The messages of a game, the latest last."""
        messages = tables.messages.c
        query = _every(tables.messages).where(messages.game == code)
        if kind is not None:
            query = query.where(messages.kind == kind)
        if person is not None:
            query = query.where(messages.person == person)
        rows = await self._rows(query.order_by(messages.at, messages.message))
        return tuple(Binding(**row) for row in rows)

    async def next_due(self) -> int | None:
        """When the earliest timer may be claimed, for whoever sleeps until then."""
        timers = tables.timers.c
        earliest: int | None = await self._scalar(select(func.min(_later(timers.due, timers.claimed_until))))
        return earliest

    async def posts_behind(self, post: Post) -> tuple[Post, ...]:
        """Those of the same lane and kind that wait behind it."""
        outbox = tables.outbox.c
        query = _every(tables.outbox).where(
            outbox.lane == post.lane, outbox.done_at.is_(None), outbox.id > post.id, outbox.kind == post.kind
        )
        return tuple(Post(**row) for row in await self._rows(query.order_by(outbox.id)))

    async def next_post(self) -> int | None:
        """When the earliest of the posts that stand first in their lanes may be claimed."""
        post = tables.outbox.c
        ready = func.min(_later(post.not_before, post.claimed_until))
        earliest: int | None = await self._scalar(
            select(ready).where(post.done_at.is_(None), first_in_lane())
        )
        return earliest


def first_in_lane() -> ColumnElement[bool]:
    """Whether no earlier post of the same lane is still to be delivered."""
    post, earlier = tables.outbox.c, tables.outbox.alias("earlier")
    return ~exists().where(earlier.c.lane == post.lane, earlier.c.done_at.is_(None), earlier.c.id < post.id)


def _later(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    return case((one > other, one), else_=other)


def _every(table: Table) -> Select[Any]:
    return select(table)
