"""What is entered into a game's log in one transaction: put together first, then written at once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

import db
from bot.play.core.snapshot import GameSnapshot
from rules.game import Move, Seat, Step

FORCED, BY_ORDER, BY_PLAN, BY_CARETAKER = "forced", "order", "plan", "caretaker"
BY_OPPONENT, BY_VOTE, BY_HOUSE = "opponent", "vote", "house"
"""What made a move that its player did not choose just then."""
IN_ADVANCE = frozenset({BY_ORDER, BY_PLAN})
"""What somebody had decided on before their turn came."""
RULES = "rules"
"""The kind of the entry from which on other rules hold; its text is the version and the pack before it."""


class GameLog:
    """Further entries after a position.

    `position` is the table as it comes to stand; `moved` are the seats that made a move, `rested` those that
    owed nothing at some moment between, `acted` whoever did something themselves; `in_advance` says that
    moves were made which somebody had decided on before.
    """

    def __init__(self, snapshot: GameSnapshot) -> None:
        self.before = self.snapshot = snapshot
        self.moved: set[Seat] = set()
        self.rested: set[Seat] = set()
        self.acted: Seat | None = None
        self.in_advance = False
        self.back_to: int | None = None
        self._entries: list[db.NewEntry] = []
        self._text: str | None = None
        self._changed = False

    def setup(self, state: Any, *, person: int, interaction: int | None) -> None:
        """The deal, with which a log begins."""
        self._stand(state)
        self._enter("setup", person=person, interaction=interaction, barrier=True)

    def opening(self, moves: Sequence[tuple[Seat, Move]]) -> None:
        """What the house has played before its people begin; nothing of it can be taken back."""
        for place, (seat, move) in enumerate(moves, start=1):
            self._stand(self.snapshot.game.apply(self.snapshot.state, seat, move).state)
            # Only the last state is kept: whoever looks at one before it can wait.
            self._enter("move", seat, text=str(move), by=BY_HOUSE, barrier=place == len(moves))

    def move(
        self,
        seat: Seat,
        move: Move,
        step: Step[Any],
        *,
        person: int | None = None,
        by: str | None = None,
        interaction: int | None = None,
    ) -> None:
        self._stand(step.state)
        self.moved.add(seat)
        self.in_advance = self.in_advance or by in IN_ADVANCE
        self._enter(
            "move",
            seat,
            text=str(move),
            person=person,
            by=by,
            interaction=interaction,
            barrier=step.barrier,
        )

    def note(
        self,
        kind: str,
        seat: Seat | None = None,
        *,
        text: str = "",
        person: int | None = None,
        interaction: int | None = None,
        barrier: bool = True,
    ) -> None:
        """An entry that is no move; behind a barrier what was played before it stays."""
        self._enter(kind, seat, text=text, person=person, interaction=interaction, barrier=barrier)

    def take_up(self, state: Any, *, before: str) -> None:
        """From here on a game goes by other rules; `state` is where it stands by them."""
        self._stand(state)
        self._enter(RULES, text=before, barrier=True)

    def take_back(
        self,
        slip: db.Entry,
        back_to: int,
        state: Any,
        *,
        person: int | None,
        by: str | None = None,
        interaction: int | None = None,
    ) -> None:
        """The entry that takes back a move and all that came after it."""
        self._stand(state)
        self.back_to = back_to
        self._enter(
            "undo",
            slip.seat,
            text=str(slip.ply),
            person=person,
            by=by,
            interaction=interaction,
            barrier=False,
        )

    async def save(self, tx: db.Transaction, **changes: Unpack[db.GameChanges]) -> GameSnapshot:
        """Write what was entered, and what else changes about the game with it."""
        entries, self._entries = self._entries, []
        state, self._changed = self._text if self._changed else None, False
        row = await db.entries.extend(tx, self.snapshot.row, entries, state=state, **changes)
        self.snapshot = replace(self.snapshot, row=row)
        return self.snapshot

    def _stand(self, state: Any) -> None:
        self.snapshot = replace(self.snapshot, state=state)
        self._text, self._changed = self.snapshot.game.dump(state), True
        self.snapshot.states.keep(self.snapshot.row.pack, db.games.hash_of(self._text), state)
        self.rested |= set(self.snapshot.seats) - self.snapshot.game.to_act(state)

    def _enter(
        self,
        kind: str,
        seat: Seat | None = None,
        *,
        barrier: bool,
        text: str = "",
        person: int | None = None,
        by: str | None = None,
        interaction: int | None = None,
    ) -> None:
        # A move that was held for a moment is made by nobody's tap, and by its player all the same.
        by_themselves = interaction is not None or (kind == "move" and by is None and person is not None)
        if by_themselves and seat is not None:
            self.acted = seat
        if self._text is None:
            self._text = self.snapshot.game.dump(self.snapshot.state)
        self._entries.append(
            db.NewEntry(
                kind=kind,
                text=text,
                state_hash=db.games.hash_of(self._text),
                seat=seat,
                person=person,
                by=by,
                barrier=barrier,
                interaction_id=interaction,
                back_to=self.back_to if kind == "undo" else None,
                kept=self._text if barrier else None,
            )
        )
