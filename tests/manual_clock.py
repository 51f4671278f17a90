"""A clock that stands still until somebody moves it: the one that all tests of time go by."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from db.clock import SystemClock


class HandClock(SystemClock):
    """`at` is the moment it shows, in milliseconds since 1970."""

    def __init__(self, at: int) -> None:
        self.at = at

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.at / 1000, UTC)

    def time(self) -> float:
        return self.at / 1000


def moment(text: str, zone: str = "UTC") -> int:
    """The moment that a date and time name somewhere: `moment("2026-03-01 12:00", "Europe/Paris")`."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)
