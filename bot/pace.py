"""Paces, sleep and days away: how much time a player has, and when it runs. Arithmetic in milliseconds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from heapq import merge
from itertools import takewhile
from typing import Any
from zoneinfo import ZoneInfo

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

Span = tuple[int, int]
"""From one moment up to another."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The time on a clock at the start, what a finished turn adds to it, and the most it can hold."""

    bank: int
    increment: int
    cap: int


PACES: Mapping[str, Pace] = {
    "live": Pace(24 * HOUR, 4 * HOUR, 72 * HOUR),
    "fast": Pace(72 * HOUR, 12 * HOUR, 120 * HOUR),
    "slow": Pace(72 * HOUR, 36 * HOUR, 240 * HOUR),
}
UNTIMED = "none"
DEFAULT = "slow"
CHOICES = (*PACES, UNTIMED)
FIRST_MOVE = 24 * HOUR
"""What comes on top before a player's first move, and is gone after it."""
AWAY_DAYS = 14
"""How many days away stop the clocks in a calendar year."""
NIGHT = (23 * 60, 8 * 60)
LONGEST_NIGHT = 10 * 60
OVERDUE = 120 * HOUR
"""After so long the whole table is asked what to do."""
SHARES = (50, 80)
"""At how many hundredths of the time the first reminders come; those after them come daily."""
REMINDERS = 5


@dataclass(frozen=True, slots=True)
class Habits:
    """When somebody sleeps (minutes after midnight where he lives) and when he is away.

    What was `spent` because his time had run out stops his clocks too, but he can still be told.
    """

    zone: ZoneInfo | None = None
    sleep: tuple[int, int] | None = None
    away: tuple[Span, ...] = ()
    spent: tuple[Span, ...] = ()

    @classmethod
    def of(
        cls,
        zone: str | None,
        preferences: Mapping[str, Any],
        away: Iterable[Span] = (),
        spent: Iterable[Span] = (),
    ) -> "Habits":
        """As they are stored; whoever says where he lives sleeps at night unless he says otherwise."""
        known = zone_named(zone)
        hours = preferences.get("sleep", NIGHT)
        sleep = tuple(hours) if known and hours else None
        return cls(known, sleep, tuple(sorted(away)), tuple(sorted(spent)))

    def free_from(self, at: int) -> int:
        """The first moment from then on at which he may be disturbed."""
        for start, until in _joined(merge(self.away, self._nights(at))):
            if start > at:
                break
            at = max(at, until)
        return at

    def may_be_told(self, at: int) -> bool:
        return self.free_from(at) == at

    def is_away(self, at: int) -> bool:
        return any(start <= at < until for start, until in self.away)

    def counted(self, start: int, end: int) -> int:
        """How much of that time runs on his clock."""
        held = takewhile(lambda rest: rest[0] < end, self._rests(start))
        return max(0, end - start) - sum(min(until, end) - max(begin, start) for begin, until in held)

    def runs_out(self, start: int, bank: int) -> int:
        """The moment at which a clock with that much on it stands at nothing, if it runs from `start`."""
        return _used_up(self._rests(start), start, bank)

    def runs_out_though_asleep(self, start: int, bank: int) -> int:
        """The same for what stops only while he is away, for however long."""
        return _used_up((span for span in _joined(self.away) if span[1] > start), start, bank)

    def days_left(self, at: int) -> int:
        """How many of the year's days away are neither spent nor declared."""
        year = self._local(at).year
        used = sum(until - start for each, start, until in self._years() if each == year)
        return max(0, AWAY_DAYS * DAY - used) // DAY

    def _rests(self, start: int) -> Iterator[Span]:
        """What stops his clock from then on, in order: nights, and as many days away as a year has."""
        rests = _joined(merge(self._holding(), self._nights(start)))
        return (rest for rest in rests if rest[1] > start)

    def _nights(self, start: int) -> Iterator[Span]:
        if self.zone is None or self.sleep is None:
            return
        bed, rise = self.sleep
        day = self._local(start).date() - timedelta(days=1)
        while True:
            night = self._moment(day, bed), self._moment(day + timedelta(days=rise <= bed), rise)
            # On the day the clocks go forward a short night may be over before it begins.
            if night[1] > max(night[0], start):
                yield night
            day += timedelta(days=1)

    def _holding(self) -> Sequence[Span]:
        left: dict[int, int] = {}
        held = []
        for year, start, until in self._years():
            given = min(until - start, left.setdefault(year, AWAY_DAYS * DAY))
            left[year] -= given
            if given:
                held.append((start, start + given))
        return held

    def _years(self) -> Iterator[tuple[int, int, int]]:
        """His times away, parted where one year ends and the next begins."""
        for start, until in _joined(merge(self.away, self.spent)):
            while start < until:
                year = self._local(start).year
                turn = self._moment(date(year + 1, 1, 1), 0)
                yield year, start, min(until, turn)
                start = turn

    def _local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, self.zone or ZoneInfo("UTC"))

    def _moment(self, day: date, minutes: int) -> int:
        clock = time(*divmod(minutes, 60))
        return int(datetime.combine(day, clock, self.zone or ZoneInfo("UTC")).timestamp() * 1000)

    def midnight(self, day: date) -> int:
        """When that day begins where he lives."""
        return self._moment(day, 0)

    def day_of(self, at: int) -> date:
        return self._local(at).date()


@lru_cache(maxsize=1024)
def zone_named(name: str | None) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, OSError, ValueError):  # unknown, a folder of zones, not a name at all
        return None


def is_night(bed: int, rise: int) -> bool:
    """Whether these can be somebody's sleep hours."""
    minutes = range(24 * 60)
    return bed in minutes and rise in minutes and 0 < (rise - bed) % (24 * 60) <= LONGEST_NIGHT


def first_bank(pace: Pace) -> int:
    return pace.bank + FIRST_MOVE


def at_start(pace: Pace, bank: int | None) -> int:
    """What is on a clock when it starts to run; never less than a turn earns, whatever became of the seat."""
    return first_bank(pace) if bank is None else max(bank, pace.increment)


def earned(pace: Pace, bank: int, *, first: bool) -> int:
    """What is on a clock after a finished turn; what was extra for the first one is gone."""
    return min((min(bank, pace.bank) if first else bank) + pace.increment, pace.cap)


def next_reminder(habits: Habits, *, since: int, whole: int, sent: int, now: int) -> int | None:
    """When to remind somebody who owes a move since then and had so much time in all."""
    if sent >= REMINDERS:
        return None
    due = habits.runs_out(since, whole * SHARES[sent] // 100) if sent < len(SHARES) else now + DAY
    return habits.free_from(max(due, now))


def _used_up(rests: Iterable[Span], start: int, amount: int) -> int:
    """When so much time has passed outside these spans, which are in order and not over at the start."""
    for begin, until in rests:
        if start + amount <= begin:
            break
        amount -= max(0, begin - start)
        start = until
    return start + amount


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Spans in order of their start, with those that touch made one."""
    current: Span | None = None
    for start, until in spans:
        if current is None or start > current[1]:
            if current is not None:
                yield current
            current = start, until
        else:
            current = current[0], max(current[1], until)
    if current is not None:
        yield current
