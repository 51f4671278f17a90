"""A table as it stands: the stored row, the people on their seats, the state under its rules."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import db
from bot.play.core.state_cache import States
from bot.standings.results import read_outcome
from db.users import NOBODY, OPPONENTS, tidy_name
from rules.game import AnyGame, Move, Options, Outcome, Record, Seat


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """One game at one moment. `state` is None while people are still gathering, and of an old game that
    today's rules cannot read any more.

    `players` and `people` go by seat; whoever was erased is None among the players. `voting`, `ordered`,
    `planned`, `away` and `cluttered` say whether it is worth asking the database for votes, orders, plans,
    days away, and messages that hold only for a while.
    """

    row: db.Game
    players: tuple[db.Player, ...]
    users: tuple[db.User, ...]
    game: AnyGame
    state: Any = None
    server: db.Server | None = None
    voting: bool = False
    ordered: bool = False
    planned: bool = False
    away: bool = False
    cluttered: bool = False
    states: States = field(default_factory=States, repr=False, compare=False)

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(tidy_name(person.name) if person.name else NOBODY for person in self.users)

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def full(self) -> bool:
        """Whether nobody else finds a place."""
        return len(self.players) >= self.game.info.seats[1]

    @property
    def private(self) -> bool:
        """Whether it is played in somebody's direct messages, with computer players alone."""
        return self.row.server is None

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

    @property
    def opponents(self) -> frozenset[Seat]:
        """The seats of computer players."""
        return frozenset(seat for seat, person in enumerate(self.users) if person.id in OPPONENTS)

    def present(self) -> tuple[db.Player, ...]:
        """Those who play themselves: known, not resigned, no caretaker on their seat."""
        return tuple(
            player
            for player in self.players
            if player.person is not None and not player.caretaker and not player.resigned
        )

    def owing(self) -> frozenset[Seat]:
        """Who owes a move; nobody before the start, after the end or after a resignation."""
        return self.game.to_act(self.state) if self.running and self.state is not None else frozenset()

    def legal(self, seat: Seat) -> Sequence[Move]:
        return self.game.legal(self.state, seat) if self.running and self.state is not None else ()

    def owed(self, seat: Seat) -> str:
        """What a seat that must act owes, as everybody is told."""
        return self.game.owed(self.view(None), seat)

    def view(self, seat: Seat | None) -> Record:
        view: Record = self.game.view(self.state, seat)
        return view

    def outcome(self) -> Outcome | None:
        return read_outcome(self.row.outcome) if self.row.outcome else None

    def options(self) -> Options:
        return self.game.info.options.model_validate(self.row.options)


def is_owing(row: db.Game, player: db.Player) -> bool:
    """Whether whoever sits there owes a move themselves: not while the game rests or the caretaker plays."""
    return row.status == "running" and player.owes_since is not None and not player.caretaker


def resigned(gone: Collection[Seat], seats: Sequence[Seat]) -> Outcome:
    """The others share the victory over those who gave up."""
    return last_resigned(Outcome(reason="resigned", ranking=(tuple(seats),)), gone)


def last_resigned(outcome: Outcome, gone: Collection[Seat]) -> Outcome:
    """Whoever gave up comes last, whatever their seat has scored since."""
    if not gone:
        return outcome
    ranking = [tuple(seat for seat in group if seat not in gone) for group in outcome.ranking]
    ahead = tuple(group for group in ranking if group) or ((),)
    return replace(outcome, ranking=(*ahead, tuple(sorted(gone))))


def adjudicated(places: str) -> Outcome:
    """What was decided of a game that was not over in time, from the entry that says so: `1,2 0`."""
    ranking = tuple(tuple(map(int, group.split(","))) for group in places.split())
    return Outcome(reason="adjudicated", ranking=ranking)


AGREED = Outcome(reason="agreed", ranking=())
"""A game that all agreed to end has no winner."""
