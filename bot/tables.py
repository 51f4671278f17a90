"""The tables and the way of a move: one transaction that checks, applies, records, and leaves word of it."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import db
from bot.clock import Clock
from bot.position import NOBODY, Player, Position, resigned, write_outcome
from bot.words import mark
from rules import GAMES
from rules.chance import commitment
from rules.game import Achieving, AnyGame, Event, Move, Outcome, Refusal, Seat, Step

SEED_BYTES = 32
FORCED_LIMIT = 200
GAMES_AT_ONCE = 15
TRIALS = 3
"""How many other deals are looked at to tell whether onlookers know that a move is forced."""


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


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a move: the table afterwards, and what happened."""

    position: Position
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a game: how it stood before and after, and what happened between."""

    before: Any
    after: Any
    events: tuple[Event, ...]


class Tables:
    """All tables of this Skald. Knows rules and the database; knows nothing of Discord."""

    def __init__(self, store: db.Store, games: dict[str, AnyGame], clock: Clock) -> None:
        self.store = store
        self.games = games
        self._clock = clock

    # Looking

    async def position(self, code: str) -> Position:
        async with self.store.read() as reads:
            return await self._position(reads, code)

    async def stretch(self, position: Position, start: int, end: int) -> Stretch:
        """What happened after entry `start` up to entry `end`, replayed from the nearest snapshot."""
        async with self.store.read() as reads:
            snapshot = await reads.snapshot_before(position.code, start)
            if snapshot is None:
                raise LookupError(f"game {position.code} has no snapshot at or before entry {start}")
            entries = await reads.effective_moves(position.code, since=snapshot.ply)
        state = before = position.game.load(snapshot.state)
        events: list[Event] = []
        for entry in entries:
            if entry.ply > end:
                break
            step = _replayed(position.game, state, entry)
            state = step.state
            if entry.ply <= start:
                before = state
            else:
                events.extend(step.events)
        return Stretch(before, state, tuple(events))

    async def can_undo(self, position: Position, seat: Seat) -> bool:
        return position.running and await _slip(self.store, position.row, seat) is not None

    # Gathering

    async def open(
        self, key: str, options: dict[str, Any], host: Visitor, *, server: int, channel: int, language: str
    ) -> Position:
        game = self.games[key]
        async with self.store.write() as w:
            await _see(w, host)
            await _check_room(w, host.id)
            if (await w.server(server)).language is None:
                await w.update_server(server, language=language)
            row = await w.create_game(
                key=key,
                rules_version=game.info.rules_version,
                pack=game.pack,
                options=game.info.options.model_validate(options).model_dump(),
                server=server,
                channel=channel,
                host=host.id,
                at=self.now(),
            )
            await w.join(row, host.id, at=self.now())
            return await self._position(w, row.code)

    async def join(self, code: str, visitor: Visitor) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            await _see(w, visitor)
            if position.seat_of(visitor.id) is not None:
                raise Denied(mark("You are at this table already."))
            if len(position.players) >= position.game.info.seats[1]:
                raise Denied(mark("This table is full."))
            await _check_room(w, visitor.id)
            return await self._gathered(w, await w.join(position.row, visitor.id, at=self.now()))

    async def leave(self, code: str, person: int) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            if position.seat_of(person) is None:
                raise Denied(mark("You are not at this table."))
            row = await w.leave(position.row, person, at=self.now())
            staying = [player.person for player in position.players if player.person != person]
            if not staying:
                row = await w.update_game(row, status="closed")
            elif row.host == person:
                row = await w.update_game(row, host=staying[0])
            return await self._gathered(w, row)

    async def set_option(self, code: str, person: int, field: str, value: str) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            _host_only(position, person)
            agreed = {**position.options().model_dump(), field: value}
            options = position.game.info.options.model_validate(agreed)
            return await self._gathered(w, await w.update_game(position.row, options=options.model_dump()))

    async def start(self, code: str, person: int, *, interaction: int) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            _host_only(position, person)
            game, fewest = position.game, position.game.info.seats[0]
            if len(position.players) < fewest:
                raise Denied(mark("{n} players are needed. Others join by the button on the card."), n=fewest)
            seed = new_seed()
            state = game.setup(len(position.players), position.options(), seed)
            row = await w.update_game(
                position.row, status="running", seed=seed, commitment=commitment(seed), started=self.now()
            )
            row = await w.append(
                row,
                kind="setup",
                at=self.now(),
                owed=game.to_act(state),
                state=game.dump(state),
                person=person,
                barrier=True,
                interaction=interaction,
                snapshot=True,
            )
            await self._post(w, row, "open", {})
            await self._post(w, row, "card", {"fresh": True})
            return await self._position(w, code)

    # Playing

    async def play(
        self, code: str, visitor: Visitor, text: str, *, interaction: int, version: int | None = None
    ) -> Played:
        """Apply a move given in its notation. `version` is the one the player saw, where he saw one."""
        try:
            async with self.store.write() as w:
                position = await self._playing(w, code)
                seat = _seat(position, visitor.id)
                await _see(w, visitor)
                if version is not None and version != position.row.version:
                    raise Refusal("stale")
                game = position.game
                move = game.parse(text)
                step = game.apply(position.state, seat, move)
                row = await self._record(
                    w, position.row, game, seat, move, step, person=visitor.id, interaction=interaction
                )
                row, step = await self._play_forced(w, position, row, step)
                row = await self._leave_word(w, position, row, seat, step.state, game.outcome(step.state))
                return Played(replace(position, row=row, state=step.state), step.events)
        except (db.Duplicate, db.Conflict):
            raise Refusal("stale") from None

    async def undo(self, code: str, visitor: Visitor, *, interaction: int) -> Position:
        """Take back the visitor's latest move, and play again what others did since."""
        try:
            async with self.store.write() as w:
                position = await self._playing(w, code)
                seat = _seat(position, visitor.id)
                slip = await _slip(w, position.row, seat)
                if slip is None:
                    raise Denied(mark("There is nothing you can take back: what was seen stays seen."))
                game = position.game
                snapshot = await w.snapshot_before(code, slip.ply - 1)
                if snapshot is None:
                    raise LookupError(f"game {code} has no snapshot before entry {slip.ply}")
                state, back_to = game.load(snapshot.state), snapshot.ply
                entries = await w.effective_moves(code, since=snapshot.ply)
                for entry in entries:
                    if entry.ply < slip.ply:
                        state, back_to = _replayed(game, state, entry).state, entry.ply
                row = await w.append(
                    position.row,
                    kind="undo",
                    text=str(slip.ply),
                    at=self.now(),
                    owed=game.to_act(state),
                    state=game.dump(state),
                    seat=seat,
                    person=visitor.id,
                    interaction=interaction,
                    back_to=back_to,
                )
                for entry in entries:
                    if entry.ply > slip.ply and entry.seat is not None and entry.person is not None:
                        move = game.parse(entry.text)
                        step = game.apply(state, entry.seat, move)
                        state = step.state
                        row = await self._record(w, row, game, entry.seat, move, step, person=entry.person)
                row = await self._leave_word(w, position, row, seat, state, None)
                return replace(position, row=row, state=state)
        except (db.Duplicate, db.Conflict):
            raise Refusal("stale") from None

    async def resign(self, code: str, visitor: Visitor, *, interaction: int) -> Position:
        try:
            async with self.store.write() as w:
                position = await self._playing(w, code)
                seat = _seat(position, visitor.id)
                row = await w.append(
                    position.row,
                    kind="resign",
                    at=self.now(),
                    owed=(),
                    seat=seat,
                    person=visitor.id,
                    barrier=True,
                    interaction=interaction,
                    snapshot=True,
                )
                outcome = resigned(seat, [player.seat for player in position.players])
                return replace(
                    position, row=await self._leave_word(w, position, row, seat, position.state, outcome)
                )
        except (db.Duplicate, db.Conflict):
            raise Refusal("stale") from None

    def now(self) -> int:
        """Milliseconds, as the database counts time."""
        return int(self._clock.time() * 1000)

    # Steps of a transaction

    async def _play_forced(
        self, w: db.Write, position: Position, row: db.Game, step: Step[Any]
    ) -> tuple[db.Game, Step[Any]]:
        """Play what leaves no choice, unless that would take away an undo or show what others do not know."""
        game = position.game
        for _ in range(FORCED_LIMIT):
            owing = game.to_act(step.state)
            if len(owing) != 1:
                return row, step
            (seat,) = owing
            moves = game.legal(step.state, seat)
            if len(moves) != 1 or not _openly_forced(game, step.state, seat, moves[0], position):
                return row, step
            following = game.apply(step.state, seat, moves[0])
            if following.barrier and not step.barrier:
                return row, step
            row = await self._record(w, row, game, seat, moves[0], following)
            step = Step(following.state, step.events + following.events, following.barrier)
        raise RuntimeError(f"game {position.code} forces moves without end")

    async def _record(
        self,
        w: db.Write,
        row: db.Game,
        game: AnyGame,
        seat: Seat,
        move: Move,
        step: Step[Any],
        *,
        person: int | None = None,
        interaction: int | None = None,
    ) -> db.Game:
        return await w.append(
            row,
            kind="move",
            text=str(move),
            at=self.now(),
            owed=game.to_act(step.state),
            state=game.dump(step.state),
            seat=seat,
            person=person,
            barrier=step.barrier,
            interaction=interaction,
            snapshot=step.barrier,
        )

    async def _leave_word(
        self,
        w: db.Write,
        position: Position,
        row: db.Game,
        mover: Seat,
        state: Any,
        outcome: Outcome | None,
    ) -> db.Game:
        """Leave in the outbox what the chat must be told, and close a game that has ended."""
        if outcome is not None:
            row = await w.update_game(row, status="over", outcome=write_outcome(outcome), ended=self.now())
            await self._keep_successes(w, position, state)
            await self._post(w, row, "card", {"fresh": True})
            return row
        called = position.game.to_act(state) - position.owing() - {mover}
        await self._post(w, row, "card", {"fresh": bool(called)})
        if called:
            await self.send_hands(w, row, called | {mover})
        return row

    async def _keep_successes(self, w: db.Write, position: Position, state: Any) -> None:
        game = position.game
        if not isinstance(game, Achieving):
            return
        for player in position.players:
            if player.person is not None:
                earned = game.successes(state, player.seat)
                await w.earn(player.person, game.info.key, earned, game=position.code, at=self.now())

    async def send_hands(self, w: db.Write, row: db.Game, seats: Iterable[Seat]) -> None:
        """Leave word that these seats get their hands, each without waiting for anybody's door."""
        for seat in sorted(seats):
            await w.post(
                "hand",
                {"seat": seat, "ply": row.ply},
                key=f"{row.code} {row.version} hand {seat}",
                at=self.now(),
                game=row.code,
                lane=f"hand {row.code} {seat}",
            )

    async def _post(self, w: db.Write, row: db.Game, kind: str, payload: dict[str, Any]) -> None:
        await w.post(
            kind,
            {**payload, "ply": row.ply},
            key=f"{row.code} {row.version} {kind}",
            at=self.now(),
            game=row.code,
        )

    async def _gathered(self, w: db.Write, row: db.Game) -> Position:
        await self._post(w, row, "lobby", {})
        return await self._position(w, row.code)

    async def _position(self, reads: db.Reads, code: str) -> Position:
        row = await reads.game(code)
        if row is None:
            raise Denied(mark("There is no game {code} here."), code=code[:20])
        game = self._game(row)
        seated = await reads.seats(row.code)
        people = await reads.people(seat.person for seat in seated if seat.person is not None)
        players = tuple(
            Player(
                seat.seat,
                seat.person,
                (people[seat.person].name if seat.person is not None else None) or NOBODY,
            )
            for seat in seated
        )
        return Position(row, players, game, game.load(row.state) if row.state else None)

    def _game(self, row: db.Game) -> AnyGame:
        """The rules a table goes by: those it was dealt from, even if newer ones are offered now."""
        for games in (self.games, GAMES):
            game = games.get(row.key)
            if game is not None and (game.pack, game.info.rules_version) == (row.pack, row.rules_version):
                return game
        raise Denied(mark("Game {code} was dealt from components that are not here any more."), code=row.code)

    async def _gathering(self, w: db.Write, code: str) -> Position:
        position = await self._position(w, code)
        if position.row.status == "closed":
            raise Denied(mark("This table was closed. /new opens another."))
        if position.row.status != "lobby":
            raise Denied(mark("This game has already started."))
        return position

    async def _playing(self, w: db.Write, code: str) -> Position:
        position = await self._position(w, code)
        if position.row.status == "lobby":
            raise Denied(mark("This game has not started yet."))
        if not position.running:
            raise Refusal("over")
        return position


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


async def _slip(reads: db.Reads, row: db.Game, seat: Seat) -> db.Entry | None:
    """The seat's own latest move, if neither it nor anything since stands behind a barrier."""
    snapshot = await reads.snapshot_before(row.code, row.ply)  # one is taken at every barrier
    slip = None
    for entry in await reads.effective_moves(row.code, since=snapshot.ply if snapshot else 0):
        if entry.barrier:
            slip = None
        elif entry.kind == "move" and entry.seat == seat and entry.person is not None:
            slip = entry
    return slip


async def _check_room(w: db.Write, person: int) -> None:
    if len(await w.games_of(person)) >= GAMES_AT_ONCE:
        raise Denied(mark("You are at {n} tables already; finish or leave one first."), n=GAMES_AT_ONCE)


async def _see(w: db.Write, visitor: Visitor) -> None:
    """Remember how somebody is called now, for the tables he sits at."""
    known = await w.person(visitor.id)
    if (known.name, known.locale) != (visitor.name, visitor.locale):
        await w.update_person(visitor.id, name=visitor.name, locale=visitor.locale)


def _replayed(game: AnyGame, state: Any, entry: db.Entry) -> Step[Any]:
    if entry.kind != "move" or entry.seat is None:
        return Step(state, (), entry.barrier)
    return game.apply(state, entry.seat, game.parse(entry.text))


def _openly_forced(game: AnyGame, state: Any, seat: Seat, move: Move, position: Position) -> bool:
    """Whether everybody at the table could tell that this move is the only one."""
    onlookers = [None, *(player.seat for player in position.players if player.seat != seat)]
    return all(
        game.legal(game.reshuffle(state, onlooker, bytes([trial])), seat) == (move,)
        for onlooker in onlookers
        for trial in range(TRIALS)
    )


def _seat(position: Position, person: int) -> Seat:
    seat = position.seat_of(person)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def _host_only(position: Position, person: int) -> None:
    if position.row.host != person:
        host = next((p.name for p in position.players if p.person == position.row.host), NOBODY)
        raise Denied(mark("Only {host}, who opened the table, can do that."), host=host)
