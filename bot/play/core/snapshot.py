"""Read-only snapshot of one game: its row, players, users and rules, and its parsed state."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from cachetools import LRUCache

import db
from bot.standings.results import load_outcome
from db.users import COMPUTER_PLAYER_IDS, UNKNOWN_NAME, sanitize_name
from rules.game import AnyGame, FrozenModel, Move, Options, Outcome, Seat

MAX_CACHED_STATES = 1000
StateCache = LRUCache[tuple[str, str], Any]
"""Parsed states by component pack and the hash of their text. States are immutable, so none becomes stale."""

Seen = int | str
"""What a player decided on: a fingerprint, or the version of the game on messages of earlier releases."""
FINGERPRINT_BYTES = 6


def new_state_cache() -> StateCache:
    return LRUCache(MAX_CACHED_STATES)


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """One game at one version.

    `state` is None in a lobby, and if the current rules cannot read the stored state. `players` and `users`
    are in seat order. `Player.person` is None for computer players and erased users. `related` names the
    tables with rows of this game, which saves a query where there is nothing to load.
    """

    row: db.Game
    players: tuple[db.Player, ...]
    users: tuple[db.User, ...]
    game: AnyGame
    state: Any = None
    server: db.Server | None = None
    related: frozenset[db.loaded_games.Related] = frozenset()
    state_cache: StateCache = field(default_factory=new_state_cache, repr=False, compare=False)
    _views: dict[Seat | None, FrozenModel] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _fingerprints: dict[Seat, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def has(self, rows: db.loaded_games.Related) -> bool:
        return rows in self.related

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sanitize_name(user.name) if user.name else UNKNOWN_NAME for user in self.users)

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def is_full(self) -> bool:
        return len(self.players) >= self.game.info.seats[1]

    @property
    def is_private(self) -> bool:
        """True for a game against computer players in a user's direct messages."""
        return self.row.server is None

    @property
    def is_running(self) -> bool:
        return self.row.status == "running"

    @property
    def is_paused(self) -> bool:
        """True if the players agreed on a pause that has not ended."""
        return self.row.status == "archived" and self.row.paused_until is not None

    @property
    def is_over(self) -> bool:
        return self.row.status == "over"

    def seat_of(self, user_id: int) -> Seat | None:
        return next((player.seat for player in self.players if player.person == user_id), None)

    def user_ids_at(self, seats: Sequence[Seat]) -> list[int]:
        """The users on these seats, without computer players and erased users."""
        return [user_id for seat in seats if (user_id := self.players[seat].person) is not None]

    @property
    def opponent_seats(self) -> frozenset[Seat]:
        """The seats of computer players."""
        return frozenset(seat for seat, user in enumerate(self.users) if user.id in COMPUTER_PLAYER_IDS)

    def active_players(self) -> tuple[db.Player, ...]:
        """Players who make their own moves: not erased, not resigned, not replaced by the caretaker."""
        return tuple(
            player
            for player in self.players
            if player.person is not None and not player.has_caretaker and not player.resigned
        )

    def owing_seats(self) -> frozenset[Seat]:
        """Seats that must act. Empty unless the game is running and its state is readable."""
        return self.game.to_act(self.state) if self.is_running and self.state is not None else frozenset()

    def awaits(self, seat: Seat, user_id: int | None) -> bool:
        """True if that user holds the seat, must act now, and the caretaker does not play for them."""
        player = self.players[seat]
        return seat in self.owing_seats() and player.person == user_id and not player.has_caretaker

    def legal(self, seat: Seat) -> Sequence[Move]:
        return self.game.legal(self.state, seat) if self.is_running and self.state is not None else ()

    def owed(self, seat: Seat) -> str:
        """Name the decision a seat must make, from public information only."""
        return self.game.owed(self.view(None), seat)

    def view(self, seat: Seat | None) -> FrozenModel:
        """Returns the state as a seat sees it, or the public; computed once per snapshot."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def fingerprint(self, seat: Seat) -> str:
        """Returns a digest of all that a seat sees and can choose, empty if the state cannot be read.

        Computed once per snapshot. Leaves out how far others are with simultaneous choices. Depends on
        nothing hidden from the seat.
        """
        if seat not in self._fingerprints:
            self._fingerprints[seat] = "" if self.state is None else self._digest(seat)
        return self._fingerprints[seat]

    def _digest(self, seat: Seat) -> str:
        view = self.view(seat)
        shown = view.model_dump(exclude={**self.game.others_progress(view)})
        is_owing = seat in self.owing_seats()
        moves = [str(move) for move in self.legal(seat)]
        # A button names a shortcut by its number, so the same number must stay the same offer.
        shortcuts = self.game.shortcuts(self.state, seat) if is_owing else ()
        offers = [(each.name.model_dump(), [str(move) for move in each.moves]) for each in shortcuts]
        text = json.dumps([self.row.status, is_owing, shown, moves, offers], default=sorted)
        return urlsafe_b64encode(sha256(text.encode()).digest()[:FINGERPRINT_BYTES]).decode()

    def is_unchanged(self, seat: Seat, seen: Seen | None) -> bool:
        """True if the seat's decision is still the one that a player saw."""
        return seen == (self.fingerprint(seat) if isinstance(seen, str) else self.row.version)

    def outcome(self) -> Outcome | None:
        return load_outcome(self.row.outcome) if self.row.outcome else None

    def options(self) -> Options:
        return self.game.info.options.model_validate(self.row.options)


def is_owing(row: db.Game, player: db.Player) -> bool:
    """True if the player must move in person: the game is running and no caretaker plays the seat."""
    return row.status == "running" and player.owes_since is not None and not player.has_caretaker


def resignation_outcome(resigned_seats: Collection[Seat], winners: Sequence[Seat]) -> Outcome:
    """Outcome of a game that ended by resignation: the winners share first place."""
    return with_resigned_last(Outcome(reason="resigned", ranking=(tuple(winners),)), resigned_seats)


def with_resigned_last(outcome: Outcome, resigned_seats: Collection[Seat]) -> Outcome:
    """Move resigned seats to a shared last place, regardless of what their seats have scored since.

    >>> with_resigned_last(Outcome(reason="finished", ranking=((0,), (1,), (2,))), {0}).ranking
    ((1,), (2,), (0,))
    """
    if not resigned_seats:
        return outcome
    ranking = [tuple(seat for seat in group if seat not in resigned_seats) for group in outcome.ranking]
    ahead = tuple(group for group in ranking if group) or ((),)
    return replace(outcome, ranking=(*ahead, tuple(sorted(resigned_seats))))


def parse_adjudication(text: str) -> Outcome:
    """Read the ranking from the text of an `adjudicated` log entry.

    >>> parse_adjudication("1,2 0").ranking
    ((1, 2), (0,))
    """
    ranking = tuple(tuple(map(int, group.split(","))) for group in text.split())
    return Outcome(reason="adjudicated", ranking=ranking)


AGREED_OUTCOME = Outcome(reason="agreed", ranking=())
"""A game ended by agreement has no winner."""
