"""What reads return. Seeds, states, moves and payloads are left out of `repr`, so that no log holds them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["lobby", "running", "archived", "over", "closed"]


@dataclass(frozen=True, slots=True)
class Server:
    """A Discord server; one that was never stored has no language and no settings."""

    id: int
    language: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays; one who was never stored has only an id."""

    id: int
    name: str | None = None
    locale: str | None = None
    timezone: str | None = None
    preferences: Mapping[str, Any] = field(default_factory=dict)
    hints_seen: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one version. `ply` is the number of its last log entry, 0 while the log is empty."""

    code: str
    key: str
    rules_version: int
    pack: str
    options: Mapping[str, Any]
    seed: bytes | None = field(repr=False)
    commitment: str | None
    status: Status
    pace: str
    rated: bool
    server: int | None
    channel: int
    thread: int | None
    host: int | None
    version: int
    ply: int
    state: str | None = field(repr=False)
    state_hash: str | None
    outcome: Mapping[str, Any] | None
    created: int
    started: int | None
    ended: int | None
    last_activity: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of a game: who sits there (None once erased), and since when that seat owes a move.

    `bank` is the time left on its clock as of `charged_to`, which is None while the clock stands still.
    `credited` is the entry for which it was last given time, `told` the `owes_since` that was told.
    """

    game: str
    seat: int
    person: int | None
    joined: int
    owes_since: int | None
    bank: int | None = None
    charged_to: int | None = None
    credited: int | None = None
    reminded: int = 0
    told: int | None = None
    caretaker_since: int | None = None
    resigned_at: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a game's log. An undo says with `back_to` after which entry the game goes on.

    `by` says what made a move that its player did not choose himself just then.
    """

    game: str
    ply: int
    seat: int | None
    person: int | None
    kind: str
    by: str | None
    text: str = field(repr=False)
    barrier: bool
    back_to: int | None
    interaction_id: int | None
    state_hash: str
    at: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game's state right after an entry of its log."""

    game: str
    ply: int
    state: str = field(repr=False)
    state_hash: str


@dataclass(frozen=True, slots=True)
class Binding:
    """A message of ours in Discord and what it belongs to."""

    message: int
    channel: int
    game: str
    kind: str
    seat: int | None
    person: int | None
    ply: int | None
    at: int


@dataclass(frozen=True, slots=True)
class Post:
    """Something the chat must be told. `attempts` counts the claims, this one included."""

    id: int
    key: str
    lane: str
    game: str | None
    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    created: int
    not_before: int
    attempts: int
    claimed_until: int
    done_at: int | None
    result: str | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that shall happen at a time."""

    id: int
    key: str
    game: str | None
    person: int | None
    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    due: int
    attempts: int
    claimed_until: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A time during which somebody is away: declared ahead, or spent when his clock ran out."""

    id: int
    person: int
    start: int
    until: int
    cause: str


@dataclass(frozen=True, slots=True)
class Success:
    """Something a person achieved for the first time, at which title and in which game."""

    person: int
    key: str
    success: str
    game: str
    at: int


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody wrote down about a game, for himself alone."""

    game: str
    person: int
    text: str = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class Vote:
    """Something a table is asked, about a seat or about all. `result` says what came of it once closed."""

    id: int
    game: str
    kind: str
    seat: int | None
    payload: Mapping[str, Any]
    opened: int
    opened_by: int | None
    closes: int
    closed: int | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended for one seat.

    `tied` is how many share the place, `share` how much of the seat's play was the person's own, `counted`
    whether the game went on long enough to count, `began` whether the seat had the first turn.
    """

    game: str
    seat: int
    person: int | None
    server: int | None
    key: str
    seats: int
    began: bool
    place: int
    tied: int
    score: int | None
    share: float
    rated: bool
    counted: bool
    favourites: tuple[str, ...]
    started: int
    ended: int


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is believed to be on a server, at one title or at all, after so many games."""

    server: int
    key: str
    person: int
    mu: float
    sigma: float
    games: int
    last: int


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What one game changed about a rating, and the chance to win that was given before it."""

    game: str
    key: str
    person: int
    server: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    odds: float
    at: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Games, victories and the best score of somebody, at one title or at all of them."""

    person: int
    key: str
    games: int
    wins: int
    best: int | None


@dataclass(frozen=True, slots=True)
class Came:
    """How often somebody came to a place, and his best score there."""

    times: int
    best: int | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """How often somebody came out ahead of another, behind him, or level."""

    person: int
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True, slots=True)
class Kudos:
    """A thank-you from one person to another for a game."""

    game: str
    giver: int
    receiver: int
    at: int


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server. `podium` is None until it is closed."""

    server: int
    start: int
    until: int
    closed: int | None
    podium: tuple[Mapping[str, Any], ...] | None


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What a seat does by itself when it can, and until when; in force while `ended` is None."""

    id: int
    game: str
    seat: int
    person: int
    payload: Mapping[str, Any] = field(repr=False)
    created: int
    ended: int | None
    result: str | None


@dataclass(frozen=True, slots=True)
class Plan:
    """A move somebody has in mind, kept as its notation since entry `ply`."""

    game: str
    person: int
    seat: int
    text: str = field(repr=False)
    ply: int
    at: int


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a check found wrong, in one line for whoever runs the bot."""

    game: str | None
    detail: str
