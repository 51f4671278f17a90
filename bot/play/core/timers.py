"""The timers of a table: what each kind carries, and how they are set. What they do is in `due.py`."""

from collections.abc import Iterable

from pydantic import ConfigDict

import db
from rules.game import Record, Seat

TIME_OUT, REMIND, OVERDUE, UNENDED = "timeout", "remind", "overdue", "unended"
OF_A_SEAT = (TIME_OUT, REMIND, OVERDUE, UNENDED)
(
    VOTE,
    ASK_AGAIN,
    CARETAKER,
    ORDER,
    SILENCE,
    SEASON,
    NIGHT,
    CUP,
    VOYAGE,
    WAITING,
    LEAGUE,
    DAY_DIGEST,
    WEEK_DIGEST,
    SAILED,
    SEAL,
    HELD,
) = (
    "vote",
    "ask_again",
    "caretaker",
    "order",
    "silence",
    "season",
    "recompute",
    "cup",
    "voyage",
    "waiting",
    "league",
    "day",
    "week",
    "sailed",
    "seal",
    "held",
)


AT_ONCE, SOONEST_LOOK, LATEST_LOOK = 2_000, 60_000, 240_000
"""The pause before what somebody decided in advance is looked at: at once, or no sooner and no later than."""
LOOKED = LATEST_LOOK + 60_000
"""By then it has been played, or turned out not to fit."""


class TimerPayload(Record):
    """What a timer carries beside its game."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class OfSeat(TimerPayload):
    """For as long as a seat owes the same move as then. It may have been put off until `snoozed`."""

    seat: Seat
    since: int | None = None
    snoozed: int = 0


class OfVote(TimerPayload):
    """A vote ends."""

    vote: int


class AskAgain(TimerPayload):
    """The table wanted to wait for the move that a seat has owed since then."""

    seat: Seat
    owes_since: int | None = None


class OfOrders(TimerPayload):
    """A seat looks at its plan and its orders."""

    seat: Seat


class Sailed(TimerPayload):
    """Turns that were prepared have been played; unless more of them follow, the table is told."""

    ply: int


class OfHeld(TimerPayload):
    """A seat has chosen these moves, and they are made unless they mean something else by then."""

    seat: Seat
    person: int | None
    moves: tuple[str, ...]
    meant: tuple[str, ...]


class Silence(TimerPayload):
    """A table is looked at; `warned` is the last activity before the silence it was warned of."""

    warned: int | None = None


class OfSeason(TimerPayload):
    """A season of a server ends."""

    server: int
    start: int


class OfCup(TimerPayload):
    """A cup has not filled."""

    cup: str


class OfVoyage(TimerPayload):
    """The voyage of a week closes."""

    week: int


class OfLeague(TimerPayload):
    """A month of a league ends."""

    server: int
    key: str


class OfWaiting(TimerPayload):
    """Somebody has waited for long, for any hours or for too long."""

    server: int
    key: str
    person: int


class OfDay(TimerPayload):
    """Somebody is told their day."""

    person: int


class OfWeek(TimerPayload):
    """Every server is told its week."""


class Night(TimerPayload):
    """How far the work of a night has come: so many games, or up to that server."""

    done: int = 0
    server: int = 0


def seat_key(kind: str, code: str, seat: Seat) -> str:
    return f"{code} {kind} {seat}"


def seat_keys(code: str, seats: Iterable[Seat]) -> list[str]:
    """The keys of all that is set while one of these seats owes a move."""
    return [seat_key(kind, code, seat) for seat in seats for kind in OF_A_SEAT]


def of_seat(kind: str, player: db.Player, due: int, *, snoozed: int = 0) -> db.NewTimer:
    payload = OfSeat(seat=player.seat, since=player.owes_since, snoozed=snoozed)
    return timer(kind, payload, seat_key(kind, player.game, player.seat), due, player.game, player.person)


def timer(
    kind: str, payload: TimerPayload, key: str, due: int, game: str | None = None, person: int | None = None
) -> db.NewTimer:
    """A timer ready to be set; one of the same key is replaced."""
    return db.NewTimer(kind, key, due, payload.model_dump(mode="json"), game=game, person=person)


def held_key(code: str, seat: Seat) -> str:
    return f"{code} {HELD} {seat}"
