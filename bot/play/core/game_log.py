"""GameLog: collects the log entries of one transaction and writes them together with the new state."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypedDict, Unpack

import db
from bot.play.core.snapshot import GameSnapshot
from rules.game import Move, Seat, Step

FORCED, BY_ORDER, BY_PLAN, BY_CARETAKER = "forced", "order", "plan", "caretaker"
BY_OPPONENT, BY_VOTE, BY_HOUSE = "opponent", "vote", "house"
"""Values of `Entry.by`: the mechanism that made a move in place of the player."""
PREPARED = frozenset({BY_ORDER, BY_PLAN})
"""Moves that the player chose before the turn came: standing orders and conditional moves."""
RULES_CHANGED = "rules"
"""Kind of the entry after which other rules apply. Its text names the previous version and pack."""


class Origin(TypedDict, total=False):
    """Who caused an entry: the user, the mechanism `by` that moved in their place, the interaction."""

    user_id: int | None
    by: str | None
    interaction_id: int | None


class GameLog:
    """New entries on top of the snapshot `before`; `snapshot` includes them.

    `moved_seats` made a move. `idle_seats` owed nothing after at least one of the entries. `acting_seat` is
    the seat whose player acted in person. `back_to` is the ply to which an undo returns.
    """

    def __init__(self, snapshot: GameSnapshot) -> None:
        self.before = self.snapshot = snapshot
        self.moved_seats: set[Seat] = set()
        self.idle_seats: set[Seat] = set()
        self.acting_seat: Seat | None = None
        self.has_prepared_moves = False
        self.back_to: int | None = None
        self._entries: list[db.NewEntry] = []
        self._state_text: str | None = None
        self._state_changed = False

    def add_setup(self, state: Any, **origin: Unpack[Origin]) -> None:
        """Add the first entry of a log: the deal."""
        self._set_state(state)
        self.add_entry("setup", **origin)

    def add_opening(self, moves: Sequence[tuple[Seat, Move]]) -> None:
        """Add moves that are played for the players before they begin. They cannot be undone."""
        for number, (seat, move) in enumerate(moves, start=1):
            self._set_state(self.snapshot.game.apply(self.snapshot.state, seat, move).state)
            # Only the last state becomes a checkpoint: earlier ones are rarely read and can be replayed.
            self.add_entry("move", seat, text=str(move), by=BY_HOUSE, barrier=number == len(moves))

    def add_move(self, seat: Seat, move: Move, step: Step[Any], **origin: Unpack[Origin]) -> None:
        self._set_state(step.state)
        self.moved_seats.add(seat)
        by = origin.get("by")
        self.has_prepared_moves = self.has_prepared_moves or by in PREPARED
        if by is None and origin.get("user_id") is not None:
            # A delayed move is committed by a timer, without an interaction, yet it is the player's own.
            self.acting_seat = seat
        self.add_entry("move", seat, text=str(move), barrier=step.barrier, **origin)

    def add_rules_change(self, state: Any, *, before: str) -> None:
        """Continue under other rules from `state`; `before` names the previous version and pack."""
        self._set_state(state)
        self.add_entry(RULES_CHANGED, text=before)

    def add_undo(self, undone: db.Entry, back_to: int, state: Any, **origin: Unpack[Origin]) -> None:
        """Undo a move and everything after it; `state` is the state at ply `back_to`."""
        self._set_state(state)
        self.back_to = back_to
        self.add_entry("undo", undone.seat, text=str(undone.ply), barrier=False, **origin)

    def add_entry(
        self,
        kind: str,
        seat: Seat | None = None,
        *,
        text: str = "",
        barrier: bool = True,
        **origin: Unpack[Origin],
    ) -> None:
        """Add an entry. With `barrier` set, moves before it cannot be undone."""
        interaction_id = origin.get("interaction_id")
        if interaction_id is not None and seat is not None:
            self.acting_seat = seat
        if self._state_text is None:
            self._state_text = self.snapshot.game.dump(self.snapshot.state)
        self._entries.append(
            db.NewEntry(
                kind=kind,
                text=text,
                state_hash=db.games.hash_text(self._state_text),
                seat=seat,
                person=origin.get("user_id"),
                by=origin.get("by"),
                barrier=barrier,
                interaction_id=interaction_id,
                back_to=self.back_to if kind == "undo" else None,
                checkpoint=self._state_text if barrier else None,
            )
        )

    async def save(self, tx: db.Transaction, changed: db.Game | None = None) -> GameSnapshot:
        """Write the collected entries, the new state, and the game row if it is `changed` otherwise too."""
        entries, self._entries = self._entries, []
        state, self._state_changed = self._state_text if self._state_changed else None, False
        row = await db.entries.append(tx, self.snapshot.row, entries, state=state, changed=changed)
        self.snapshot = replace(self.snapshot, row=row)
        return self.snapshot

    def _set_state(self, state: Any) -> None:
        self.snapshot = replace(self.snapshot, state=state)
        self._state_text, self._state_changed = self.snapshot.game.dump(state), True
        self.snapshot.state_cache[self.snapshot.row.pack, db.games.hash_text(self._state_text)] = state
        self.idle_seats |= set(self.snapshot.seats) - self.snapshot.game.to_act(state)
