"""Timer kinds, their payload models and their keys. The scheduler maps kinds to handlers."""

from collections.abc import Iterable

from pydantic import ConfigDict

import db
from rules.game import FrozenModel, Seat

TIME_OUT, REMIND, OVERDUE, UNENDED_TURN = "timeout", "remind", "overdue", "unended"
SEAT_KINDS = (TIME_OUT, REMIND, OVERDUE, UNENDED_TURN)
VOTE = "vote"
ASK_AGAIN = "ask_again"
CARETAKER = "caretaker"
AUTOPLAY = "order"
SILENCE = "silence"
RESUME = "resume"
SEASON = "season"
MAINTENANCE = "recompute"
CUP = "cup"
VOYAGE = "voyage"
MATCHMAKING = "waiting"
LEAGUE = "league"
LADDER = "ladder"
LADDER_CHALLENGE = "ladder_challenge"
DAY_DIGEST = "day"
WEEK_DIGEST = "week"
AUTOPLAY_SUMMARY = "sailed"
VOYAGE_SEAL = "seal"
DELAYED_MOVE = "held"
PRACTICE = "practice"
DAILY_POSITION = "daily_position"
CHALLENGE = "challenge"

AUTOPLAY_IMMEDIATE_DELAY_MS, AUTOPLAY_MIN_DELAY_MS, AUTOPLAY_MAX_DELAY_MS = 2_000, 60_000, 240_000
AUTOPLAY_SUMMARY_DELAY_MS = AUTOPLAY_MAX_DELAY_MS + 60_000
"""After this delay a prepared turn has been played or dropped."""


class TimerPayload(FrozenModel):
    """Base of the models stored as JSON with a timer row."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class SeatTimer(TimerPayload):
    """Applies only while the seat owes the move it has owed since `since`. `snoozed` is a time in ms."""

    seat: Seat
    since: int | None = None
    snoozed: int = 0


class VoteTimer(TimerPayload):
    """Closes a vote."""

    vote: int


class AskAgainTimer(TimerPayload):
    """Repeats the question about an overdue player after the table chose to wait."""

    seat: Seat
    owes_since: int | None = None


class AutoplayTimer(TimerPayload):
    """Runs a seat's conditional moves and standing orders."""

    seat: Seat


class AutoplaySummaryTimer(TimerPayload):
    """Posts the summary of prepared turns, unless more were played after `ply`."""

    ply: int


class DelayedMoveTimer(TimerPayload):
    """Commits delayed moves. They are dropped if their effect no longer matches `meant`."""

    seat: Seat
    person: int | None
    moves: tuple[str, ...]
    meant: tuple[str, ...]


class SilenceTimer(TimerPayload):
    """Checks a table for inactivity. `warned` is the last activity for which it was warned."""

    warned: int | None = None


class SeasonTimer(TimerPayload):
    """Ends a season of a server."""

    server: int
    start: int


class CupTimer(TimerPayload):
    """Checks a cup that has not filled."""

    cup: str


class VoyageTimer(TimerPayload):
    """Closes the voyage of a week."""

    week: int


class LeagueTimer(TimerPayload):
    """Ends a month of a league."""

    server: int
    key: str


class LadderTimer(TimerPayload):
    """Lets idle members of a ladder drift down, every week."""

    server: int
    key: str


class LadderChallengeTimer(TimerPayload):
    """Closes a challenge without an answer."""

    challenge: int


class MatchmakingTimer(TimerPayload):
    """Matches a request again with a wider window, or cancels it after a long wait."""

    server: int
    key: str
    person: int


class DailyDigestTimer(TimerPayload):
    """Sends a user's daily digest."""

    person: int


class WeeklyDigestTimer(TimerPayload):
    """Posts the weekly digest on every server."""


class PracticeTimer(TimerPayload):
    """Searches games for the positions that a user practises next."""

    person: int
    title: str | None = None


class DailyPositionTimer(TimerPayload):
    """Posts a server's position of the day."""

    server: int


class ChallengeTimer(TimerPayload):
    """Closes the challenge to do better from a position."""

    challenge: str


class MaintenanceTimer(TimerPayload):
    """Continues nightly maintenance after the game `after`, then after the server with id `server`."""

    after: str = ""
    server: int = 0


def seat_key(kind: str, code: str, seat: Seat) -> str:
    return f"{code} {kind} {seat}"


def seat_keys(code: str, seats: Iterable[Seat]) -> list[str]:
    """Keys of all timers that run while one of these seats owes a move."""
    return [seat_key(kind, code, seat) for seat in seats for kind in SEAT_KINDS]


def seat_timer(kind: str, player: db.Player, due: int, *, snoozed: int = 0) -> db.NewTimer:
    payload = SeatTimer(seat=player.seat, since=player.owes_since, snoozed=snoozed)
    return new_timer(kind, payload, seat_key(kind, player.game, player.seat), due, player.game, player.person)


def new_timer(
    kind: str, payload: TimerPayload, key: str, due: int, game: str | None = None, user_id: int | None = None
) -> db.NewTimer:
    """Build a timer. Scheduling it replaces any timer with the same key."""
    return db.NewTimer(kind, key, due, payload.model_dump(mode="json"), game=game, person=user_id)


async def schedule(
    tx: db.Transaction,
    kind: str,
    payload: TimerPayload,
    key: str,
    due: int,
    *,
    game: str | None = None,
    user_id: int | None = None,
) -> None:
    """Schedule a timer, which replaces any timer with the same key."""
    await db.timers.schedule(tx, new_timer(kind, payload, key, due, game, user_id))


def delayed_move_key(code: str, seat: Seat) -> str:
    return f"{code} {DELAYED_MOVE} {seat}"
