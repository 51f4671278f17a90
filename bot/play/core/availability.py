"""Availability of users: sleep hours, rest days and absences pause clocks. Times are in milliseconds."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from heapq import merge
from itertools import takewhile
from zoneinfo import ZoneInfo

import db
from bot.play.core.snapshot import GameSnapshot
from db.clock import DAY

Span = tuple[int, int]
"""Start and end in milliseconds; the end is excluded."""

AWAY_DAYS_PER_YEAR = 14  # Further days away stop notifications, but no clock.
DEFAULT_SLEEP = (23 * 60, 8 * 60)  # minutes after midnight
MAX_SLEEP_MINUTES = 10 * 60
MAX_REST_DAYS = 2  # Of a week; more would freeze a table.
DECLARED = "declared"
"""Cause of an absence that the user declared. Other causes name the game whose clock had run out."""


@dataclass(frozen=True, slots=True)
class Availability:
    """Sleep hours (minutes after local midnight), rest days and absences of one user.

    Sleep, rest days (weekdays, Monday is 0) and `away` pause clocks and notifications. `auto_away` days,
    which are taken when a clock runs out, pause clocks only.

    >>> utc = Availability(ZoneInfo("UTC"), sleep=(23 * 60, 8 * 60))
    >>> evening = utc.midnight(date(2026, 7, 14)) + 22 * 60 * 60_000
    >>> utc.is_reachable(evening)
    True
    >>> (utc.deadline(evening, bank=2 * 60 * 60_000) - evening) // (60 * 60_000)  # one hour before sleep
    11
    """

    zone: ZoneInfo | None = None
    sleep: tuple[int, int] | None = None
    rest_days: frozenset[int] = frozenset()
    away: tuple[Span, ...] = ()
    auto_away: tuple[Span, ...] = ()

    @classmethod
    def from_user(cls, user: db.User, absences: Iterable[db.Absence] = ()) -> "Availability":
        """Build from stored preferences. Sleep hours and rest days apply only if the time zone is known."""
        zone = find_zone(user.timezone)
        sleep = DEFAULT_SLEEP if user.preferences.sleep == "default" else user.preferences.sleep
        away: dict[bool, list[Span]] = {True: [], False: []}
        for each in absences:
            away[each.cause == DECLARED].append((each.start, each.until))
        spans = tuple(sorted(away[True])), tuple(sorted(away[False]))
        if zone is None:
            return cls(None, None, frozenset(), *spans)
        return cls(zone, sleep, frozenset(user.preferences.rest_days[:MAX_REST_DAYS]), *spans)

    def next_reachable(self, at: int) -> int:
        """The earliest time from `at` on at which the user is neither asleep nor resting nor away."""
        for start, until in _merge_spans(merge(self.away, self._nights(at), self._rests(at))):
            if start > at:
                break
            at = max(at, until)
        return at

    def is_reachable(self, at: int) -> bool:
        return self.next_reachable(at) == at

    def elapsed(self, start: int, end: int) -> int:
        """Time between `start` and `end` that counts on the user's clock.

        >>> Availability(away=((0, 2 * DAY),)).elapsed(0, 3 * DAY) // DAY
        1
        """
        pauses = takewhile(lambda pause: pause[0] < end, self._pauses(start))
        return max(0, end - start) - sum(min(until, end) - max(begin, start) for begin, until in pauses)

    def deadline(self, start: int, bank: int) -> int:
        """The time at which a clock that starts at `start` with `bank` on it runs out."""
        return _add_outside(self._pauses(start), start, bank)

    def deadline_ignoring_sleep(self, start: int, bank: int) -> int:
        """Like `deadline`, but paused only by rest days and declared absences, without the yearly limit."""
        pauses = _merge_spans(merge(self.away, self._rests(start)))
        return _add_outside((span for span in pauses if span[1] > start), start, bank)

    def away_days_left(self, at: int) -> int:
        """Whole days of the yearly allowance that are neither declared nor taken automatically."""
        year = self._local(at).year
        used = sum(
            self._local_duration(start, until)
            for each, start, until in self._absences_by_year()
            if each == year
        )
        return max(0, AWAY_DAYS_PER_YEAR * DAY - used) // DAY

    def _pauses(self, start: int) -> Iterator[Span]:
        """Spans after `start` in which the clock stands still: nights, rests, absences within the limit."""
        pauses = _merge_spans(merge(self._absences_within_limit(), self._nights(start), self._rests(start)))
        return (pause for pause in pauses if pause[1] > start)

    def _nights(self, start: int) -> Iterator[Span]:
        if self.zone is None or self.sleep is None:
            return
        bed, rise = self.sleep
        day = self._local(start).date() - timedelta(days=1)
        while True:
            night = self._timestamp(day, bed), self._timestamp(day + timedelta(days=rise <= bed), rise)
            # On the day the clocks go forward a short night may be over before it begins.
            if night[1] > max(night[0], start):
                yield night
            day += timedelta(days=1)

    def _rests(self, start: int) -> Iterator[Span]:
        """Rest days that end after `start`, from local midnight to midnight."""
        if not self.rest_days:
            return
        day = self._local(start).date()
        while True:
            if day.weekday() in self.rest_days:
                yield self.midnight(day), self.midnight(day + timedelta(days=1))
            day += timedelta(days=1)

    def _absences_within_limit(self) -> Sequence[Span]:
        left: dict[int, int] = {}
        spans = []
        for year, start, until in self._absences_by_year():
            duration = self._local_duration(start, until)
            granted = min(duration, left.setdefault(year, AWAY_DAYS_PER_YEAR * DAY))
            left[year] -= granted
            if granted:
                spans.append((start, until if granted == duration else self._add_local(start, granted)))
        return spans

    def _absences_by_year(self) -> Iterator[tuple[int, int, int]]:
        """Absences split at local New Year: (year, start, until)."""
        for start, until in _merge_spans(merge(self.away, self.auto_away)):
            while start < until:
                year = self._local(start).year
                new_year = self._timestamp(date(year + 1, 1, 1), 0)
                yield year, start, min(until, new_year)
                start = new_year

    def _local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, self.zone or ZoneInfo("UTC"))

    def _timestamp(self, day: date, minutes: int) -> int:
        clock = time(*divmod(minutes, 60))
        return int(datetime.combine(day, clock, self.zone or ZoneInfo("UTC")).timestamp() * 1000)

    def _local_duration(self, start: int, until: int) -> int:
        """Duration by local wall clock: a day lasts 24 hours even when daylight saving changes."""
        one, other = (self._local(at).replace(tzinfo=None) for at in (start, until))
        return max(0, (other - one) // timedelta(milliseconds=1))

    def _add_local(self, start: int, duration: int) -> int:
        """Inverse of `_local_duration`: the time after `duration` by local wall clock."""
        return int((self._local(start) + timedelta(milliseconds=duration)).timestamp() * 1000)

    def add_days(self, start: int, days: int) -> int:
        """The time `days` later, at an unchanged local time of day."""
        return self._add_local(start, days * DAY)

    def midnight(self, day: date) -> int:
        """Start of a local day."""
        return self._timestamp(day, 0)

    def local_date(self, at: int) -> date:
        return self._local(at).date()


@lru_cache(maxsize=1024)
def find_zone(name: str | None) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, OSError, ValueError):  # unknown, a folder of zones, not a name at all
        return None


def is_valid_sleep(bed: int, rise: int) -> bool:
    """True if the hours (minutes after midnight) lie within a day and are not too long.

    >>> is_valid_sleep(23 * 60, 8 * 60), is_valid_sleep(20 * 60, 8 * 60)
    (True, False)
    """
    minutes = range(24 * 60)
    return bed in minutes and rise in minutes and 0 < (rise - bed) % (24 * 60) <= MAX_SLEEP_MINUTES


def is_valid_rest(days: Collection[int]) -> bool:
    """True if these are weekdays (Monday is 0), and not too many.

    >>> is_valid_rest((5, 6)), is_valid_rest((4, 5, 6)), is_valid_rest((7,))
    (True, False, False)
    """
    return len(set(days)) == len(days) <= MAX_REST_DAYS and set(days) <= set(range(7))


async def availability_of(reads: db.Reads, user_ids: Iterable[int | None]) -> dict[int | None, Availability]:
    """Availability by user id. None is skipped; unknown users are always available."""
    wanted = {user_id for user_id in user_ids if user_id is not None}
    if not wanted:
        return {}
    users = await db.users.get_many(reads, wanted)
    absences = await db.absences.list_by_user(reads, wanted)
    return {user.id: Availability.from_user(user, absences[user.id]) for user in users.values()}


async def availability_at(reads: db.Reads, snapshot: GameSnapshot) -> dict[int | None, Availability]:
    """Availability of a game's players by user id, without loading the users again."""
    seated = [
        user
        for player, user in zip(snapshot.players, snapshot.users, strict=True)
        if player.person is not None
    ]
    absences: dict[int, tuple[db.Absence, ...]] = {}
    if snapshot.has("absences"):
        absences = await db.absences.list_by_user(reads, [user.id for user in seated])
    return {user.id: Availability.from_user(user, absences.get(user.id, ())) for user in seated}


def _add_outside(pauses: Iterable[Span], start: int, amount: int) -> int:
    """The time after `amount` has passed outside the pauses, which are sorted and end after `start`."""
    for begin, until in pauses:
        if start + amount <= begin:
            break
        amount -= max(0, begin - start)
        start = until
    return start + amount


def _merge_spans(spans: Iterable[Span]) -> Iterator[Span]:
    """Join spans that overlap or touch. They must be sorted by their start."""
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
