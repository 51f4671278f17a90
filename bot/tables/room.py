"""What everything at the tables stands on: finding a table, and leaving word in the outbox."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import db
from bot.clock import Clock
from bot.notices import Notice
from bot.position import NOBODY, Player, Position
from bot.tables.people import Denied
from bot.words import mark
from rules import GAMES
from rules.game import AnyGame, Event, Refusal, Seat, Step


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a game: how it stood before and after, and what happened between."""

    before: Any
    after: Any
    events: tuple[Event, ...]


class Room:
    """Knows rules and the database; knows nothing of Discord."""

    def __init__(self, store: db.Store, games: dict[str, AnyGame], clock: Clock) -> None:
        self.store = store
        self.games = games
        self._clock = clock

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
            step = replayed(position.game, state, entry)
            state = step.state
            if entry.ply <= start:
                before = state
            else:
                events.extend(step.events)
        return Stretch(before, state, tuple(events))

    def now(self) -> int:
        """Milliseconds, as the database counts time."""
        return int(self._clock.time() * 1000)

    # Leaving word

    async def say(self, w: db.Write, row: db.Game, notice: Notice, *, key: str, not_before: int = 0) -> None:
        """Something said at the table, in its own language, once under this key."""
        await w.post(
            "notice",
            notice.model_dump(),
            key=f"{row.code} {key}",
            at=self.now(),
            game=row.code,
            not_before=not_before,
        )

    async def tell(
        self, w: db.Write, person: int, notice: Notice, *, key: str, game: str, not_before: int = 0
    ) -> None:
        """Something said to one person by direct message, in his own language, once under this key."""
        await w.post(
            "word",
            {"person": person, "notice": notice.model_dump()},
            key=f"{game} {key} to {person}",
            at=self.now(),
            game=game,
            lane=f"word {person}",
            not_before=not_before,
        )

    async def tell_players(self, w: db.Write, position: Position, notice: Notice, *, key: str) -> None:
        for player in position.players:
            if player.person is not None:
                await self.tell(w, player.person, notice, key=key, game=position.code)

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
                reachable(seat.person),
                (people[seat.person].name if seat.person is not None else None) or NOBODY,
                caretaker=seat.caretaker_since is not None,
                resigned=seat.resigned_at is not None,
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

    async def _playing(self, w: db.Write, code: str) -> Position:
        position = await self._position(w, code)
        if position.row.status == "lobby":
            raise Denied(mark("This game has not started yet."))
        if not position.running:
            raise Refusal("over")
        return position


def replayed(game: AnyGame, state: Any, entry: db.Entry) -> Step[Any]:
    if entry.kind != "move" or entry.seat is None:
        return Step(state, (), entry.barrier)
    return game.apply(state, entry.seat, game.parse(entry.text))


def reachable(person: int | None) -> int | None:
    """Nobody where a ghost sits: somebody who was erased."""
    return None if person is None or person < 0 else person
