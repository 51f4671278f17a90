"""A table as it stands: the stored row, the people on their seats, the state under its rules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import db
from rules.game import AnyGame, Move, Options, Outcome, Record, ScoreRow, Seat

NOBODY = "—"
"""The name on a seat whose person is no longer known."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a table; `person` is None once he has been erased.

    `caretaker` says that Skald plays the seat for him, `resigned` that it does so to the end.
    """

    seat: Seat
    person: int | None
    name: str
    caretaker: bool = False
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """One game at one moment. `state` is None while people are still gathering."""

    row: db.Game
    players: tuple[Player, ...]
    game: AnyGame
    state: Any = None

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def running(self) -> bool:
        return self.row.status == "running"

    @property
    def over(self) -> bool:
        return self.row.status == "over"

    def seat_of(self, person: int) -> Seat | None:
        return next((player.seat for player in self.players if player.person == person), None)

    def people_at(self, seats: Sequence[Seat]) -> list[int]:
        """The people on these seats who can be reached."""
        return [person for seat in seats if (person := self.players[seat].person) is not None]

    def owing(self) -> frozenset[Seat]:
        """Who owes a move; nobody before the start, after the end or after a resignation."""
        return self.game.to_act(self.state) if self.running else frozenset()

    def legal(self, seat: Seat) -> tuple[Move, ...]:
        return self.game.legal(self.state, seat) if self.running else ()

    def view(self, seat: Seat | None) -> Record:
        view: Record = self.game.view(self.state, seat)
        return view

    def outcome(self) -> Outcome | None:
        return read_outcome(self.row.outcome) if self.row.outcome else None

    def options(self) -> Options:
        return self.game.info.options.model_validate(self.row.options)


def write_outcome(outcome: Outcome) -> dict[str, Any]:
    return asdict(outcome)


def read_outcome(stored: Mapping[str, Any]) -> Outcome:
    return Outcome(
        reason=stored["reason"],
        ranking=tuple(tuple(seats) for seats in stored["ranking"]),
        totals=tuple(stored["totals"]),
        sheet=tuple(ScoreRow(row["category"], tuple(row["points"]), row["about"]) for row in stored["sheet"]),
    )


def resigned(gone: Collection[Seat], seats: Sequence[Seat]) -> Outcome:
    """The others share the victory over those who gave up."""
    return last_resigned(Outcome(reason="resigned", ranking=(tuple(seats),)), gone)


def last_resigned(outcome: Outcome, gone: Collection[Seat]) -> Outcome:
    """Whoever gave up comes last, whatever his seat has scored since."""
    if not gone:
        return outcome
    ranking = [tuple(seat for seat in group if seat not in gone) for group in outcome.ranking]
    ahead = tuple(group for group in ranking if group) or ((),)
    return replace(outcome, ranking=(*ahead, tuple(sorted(gone))))


AGREED = Outcome(reason="agreed", ranking=())
"""A game that all agreed to end has no winner."""
