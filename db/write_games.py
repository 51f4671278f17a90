"""Writes about games: the lobby, the log, and the messages that belong to them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, TypedDict, Unpack

from sqlalchemy import case, delete, exists, func, insert, select, update

from db import tables
from db.codes import new_code
from db.rows import Game, Seated, Status
from db.transaction import Writing
from db.trouble import Conflict, Duplicate


class GameChanges(TypedDict, total=False):
    """What may change about a game beside its log."""

    options: Mapping[str, Any]
    pack: str
    rules_version: int
    seed: bytes
    commitment: str
    status: Status
    pace: str
    rated: bool
    server: int | None
    channel: int
    thread: int | None
    host: int | None
    outcome: Mapping[str, Any] | None
    started: int
    ended: int
    last_activity: int


def hash_of(state: str) -> str:
    """The fingerprint by which a stored state is recognised."""
    return sha256(state.encode()).hexdigest()


class WritesGames(Writing):
    """Each of these takes the game as it was read and gives it back as it is now.

    They raise Conflict when the game has changed since it was read.
    """

    async def create_game(
        self,
        *,
        key: str,
        rules_version: int,
        pack: str,
        options: Mapping[str, Any],
        channel: int,
        host: int,
        at: int,
        server: int | None = None,
        thread: int | None = None,
        pace: str = "none",
        rated: bool = False,
    ) -> Game:
        """A new game in its lobby, with nobody seated yet."""
        await self._know_person(host)
        if server is not None:
            await self._know_server(server)
        code = new_code()
        while await self.game(code) is not None:
            code = new_code()
        game = Game(
            code=code,
            key=key,
            rules_version=rules_version,
            pack=pack,
            options=dict(options),
            seed=None,
            commitment=None,
            status="lobby",
            pace=pace,
            rated=rated,
            server=server,
            channel=channel,
            thread=thread,
            host=host,
            version=1,
            ply=0,
            state=None,
            state_hash=None,
            outcome=None,
            created=at,
            started=None,
            ended=None,
            last_activity=at,
        )
        row = {column.name: getattr(game, column.name) for column in tables.games.columns}
        await self._insert(tables.games, row, game=code)
        return game

    async def update_game(self, game: Game, **changes: Unpack[GameChanges]) -> Game:
        return await self._advance(game, changes)

    async def join(self, game: Game, person: int, *, at: int) -> Game:
        """Take the next free seat; who already sits stays where they are."""
        seated = await self.seats(game.code)
        if any(seat.person == person for seat in seated):
            return game
        await self._know_person(person)
        after = await self._advance(game, {"last_activity": at})
        row = {"game": game.code, "seat": len(seated), "person": person, "joined": at, "owes_since": None}
        await self._insert(tables.seats, row, game=game.code)
        return after

    async def leave(self, game: Game, person: int, *, at: int) -> Game:
        """Give up a seat in the lobby; those behind move up."""
        seated = await self.seats(game.code)
        staying = [seat for seat in seated if seat.person != person]
        if len(staying) == len(seated):
            return game
        after = await self._advance(game, {"last_activity": at})
        await self._reseat(game.code, staying)
        return after

    async def arrange(self, game: Game, people: Sequence[int], *, at: int) -> Game:
        """Seat the people of a lobby in that order."""
        seated = {seat.person: seat for seat in await self.seats(game.code)}
        if len(people) != len(seated) or set(people) != set(seated):
            raise ValueError(f"the people to arrange are not those seated in game {game.code}")
        after = await self._advance(game, {"last_activity": at})
        await self._reseat(game.code, [seated[person] for person in people])
        return after

    async def _reseat(self, code: str, order: Sequence[Seated]) -> None:
        await self._held.execute(delete(tables.seats).where(tables.seats.c.game == code))
        rows = [
            {"game": code, "seat": number, "person": seat.person, "joined": seat.joined, "owes_since": None}
            for number, seat in enumerate(order)
        ]
        if rows:
            await self._held.execute(insert(tables.seats), rows)

    async def append(
        self,
        game: Game,
        *,
        kind: str,
        at: int,
        owed: Collection[int],
        text: str = "",
        state: str | None = None,
        seat: int | None = None,
        person: int | None = None,
        by: str | None = None,
        barrier: bool = False,
        interaction: int | None = None,
        snapshot: bool = False,
        back_to: int | None = None,
    ) -> Game:
        """Accept the next entry of the log; its number is `ply` of the game given back.

        `owed` are the seats that owe a move from now on. Without a `state` the game keeps the one it has.
        An undo names with `back_to` the entry in force after which the game goes on.
        Raises Duplicate when the interaction was already accepted.
        """
        if state is None:
            state = game.state
        if state is None:
            raise ValueError(f"game {game.code} has no state yet, so its first entry must bring one")
        if back_to is not None:
            await self._forget_after(game.code, back_to)
        ply, fingerprint = game.ply + 1, hash_of(state)
        changes = {"ply": ply, "state": state, "state_hash": fingerprint, "last_activity": at}
        after = await self._advance(game, changes, interaction=interaction)
        row = {
            "game": game.code,
            "ply": ply,
            "seat": seat,
            "person": person,
            "kind": kind,
            "by": by,
            "text": text,
            "barrier": barrier,
            "back_to": back_to,
            "interaction_id": interaction,
            "state_hash": fingerprint,
            "at": at,
        }
        await self._insert(tables.moves, row, game=game.code)
        if snapshot:
            kept = {"game": game.code, "ply": ply, "state": state, "state_hash": fingerprint}
            await self._insert(tables.snapshots, kept, game=game.code)
        await self._note_who_owes(game.code, owed, at)
        return after

    async def _forget_after(self, code: str, back_to: int) -> None:
        """Snapshots are caches: those of what is taken back must not be replayed from."""
        if back_to not in {entry.ply for entry in await self.effective_moves(code)}:
            raise ValueError(f"entry {back_to} of game {code} is not in force")
        snapshots = tables.snapshots.c
        await self._held.execute(
            delete(tables.snapshots).where(snapshots.game == code, snapshots.ply > back_to)
        )

    async def _note_who_owes(self, code: str, owed: Collection[int], at: int) -> None:
        seats = tables.seats.c
        since = case((seats.seat.in_(owed), func.coalesce(seats.owes_since, at)), else_=None)
        await self._held.execute(update(tables.seats).where(seats.game == code).values(owes_since=since))

    async def _advance(
        self, game: Game, changes: Mapping[str, Any], *, interaction: int | None = None
    ) -> Game:
        games, moves = tables.games.c, tables.moves.c
        changed: dict[str, Any] = {**changes, "version": game.version + 1}
        change = update(tables.games).where(games.code == game.code, games.version == game.version)
        if interaction is not None:
            change = change.where(~exists().where(moves.interaction_id == interaction))
        if (await self._held.execute(change.values(**changed))).rowcount == 1:
            return replace(game, **changed)
        if interaction is not None and (known := await self.accepted(interaction)) is not None:
            raise Duplicate(interaction, game=known.game, ply=known.ply)
        actual = await self._held.scalar(select(games.version).where(games.code == game.code))
        raise Conflict(game.code, expected=game.version, actual=actual)

    async def bind(
        self,
        *,
        message: int,
        channel: int,
        game: str,
        kind: str,
        at: int,
        seat: int | None = None,
        person: int | None = None,
        ply: int | None = None,
    ) -> None:
        """Remember what a message of ours belongs to; a second time replaces the first."""
        await self.unbind(message)
        row = {"message": message, "channel": channel, "game": game, "kind": kind, "at": at}
        await self._insert(tables.messages, row | {"seat": seat, "person": person, "ply": ply}, game=game)

    async def unbind(self, *messages: int) -> None:
        await self._held.execute(delete(tables.messages).where(tables.messages.c.message.in_(messages)))
