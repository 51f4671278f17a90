"""The way of a move: one transaction that checks, applies, records, and leaves word of it."""

from dataclasses import dataclass, replace
from typing import Any

import db
from bot.position import Position
from bot.tables.ending import Ending
from bot.tables.people import Denied, Visitor, seat_of, see
from bot.tables.room import replayed
from bot.words import mark
from rules.game import AnyGame, Event, Move, Refusal, Seat, Step

FORCED_LIMIT = 200
TRIALS = 3
"""How many other deals are looked at to tell whether onlookers know that a move is forced."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a move: the table afterwards, and what happened."""

    position: Position
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Earlier:
    """How a game stood after an earlier entry."""

    state: Any
    ply: int


class Moving(Ending):
    """Playing and taking back."""

    async def can_undo(self, position: Position, seat: Seat) -> bool:
        return position.running and await _slip(self.store, position.row, seat) is not None

    async def play(
        self, code: str, visitor: Visitor, text: str, *, interaction: int, version: int | None = None
    ) -> Played:
        """Apply a move given in its notation. `version` is the one the player saw, where he saw one."""
        try:
            async with self.store.write() as w:
                position = await self._playing(w, code)
                seat = seat_of(position, visitor.id)
                await see(w, visitor)
                if version is not None and version != position.row.version:
                    raise Refusal("stale")
                if position.players[seat].resigned:
                    raise Denied(mark("You gave this game up; the caretaker plays your seat to the end."))
                if position.players[seat].caretaker:
                    position = await self._come_back(w, position, seat)
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
                seat = seat_of(position, visitor.id)
                slip = await _slip(w, position.row, seat)
                if slip is None:
                    raise Denied(mark("There is nothing you can take back: what was seen stays seen."))
                game = position.game
                back, since = await self._before(w, position, slip)
                state, row = (
                    back.state,
                    await self._take_back(
                        w, position, slip, back, person=visitor.id, interaction=interaction
                    ),
                )
                for entry in since:
                    if entry.kind == "move" and entry.seat is not None and entry.by != "forced":
                        move = game.parse(entry.text)
                        step = game.apply(state, entry.seat, move)
                        state = step.state
                        row = await self._record(
                            w, row, game, entry.seat, move, step, person=entry.person, by=entry.by
                        )
                row = await self._leave_word(w, position, row, seat, state, None)
                return replace(position, row=row, state=state)
        except (db.Duplicate, db.Conflict):
            raise Refusal("stale") from None

    async def _before(
        self, w: db.Write, position: Position, slip: db.Entry
    ) -> tuple[Earlier, tuple[db.Entry, ...]]:
        """How the game stood before an entry in force, and the entries in force after it."""
        code, game = position.code, position.game
        snapshot = await w.snapshot_before(code, slip.ply - 1)
        if snapshot is None:
            raise LookupError(f"game {code} has no snapshot before entry {slip.ply}")
        state, ply = game.load(snapshot.state), snapshot.ply
        entries = await w.effective_moves(code, since=snapshot.ply)
        for entry in entries:
            if entry.ply < slip.ply:
                state, ply = replayed(game, state, entry).state, entry.ply
        return Earlier(state, ply), tuple(entry for entry in entries if entry.ply > slip.ply)

    async def _take_back(
        self,
        w: db.Write,
        position: Position,
        slip: db.Entry,
        back: Earlier,
        *,
        person: int | None,
        interaction: int | None = None,
        by: str | None = None,
    ) -> db.Game:
        """The entry that takes back a move and all that came after it."""
        return await w.append(
            position.row,
            kind="undo",
            text=str(slip.ply),
            at=self.now(),
            owed=position.game.to_act(back.state),
            state=position.game.dump(back.state),
            seat=slip.seat,
            person=person,
            by=by,
            interaction=interaction,
            back_to=back.ply,
        )

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
            row = await self._record(w, row, game, seat, moves[0], following, by="forced")
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
        by: str | None = None,
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
            by=by,
            barrier=step.barrier,
            interaction=interaction,
            snapshot=step.barrier,
        )


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


def _openly_forced(game: AnyGame, state: Any, seat: Seat, move: Move, position: Position) -> bool:
    """Whether everybody at the table could tell that this move is the only one."""
    onlookers = [None, *(player.seat for player in position.players if player.seat != seat)]
    return all(
        game.legal(game.reshuffle(state, onlooker, bytes([trial])), seat) == (move,)
        for onlooker in onlookers
        for trial in range(TRIALS)
    )
