"""When people sleep and when they are away, and what that means for their clocks. In milliseconds."""

from collections.abc import Iterable, Iterator, Sequence
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
"""From one moment up to another."""

AWAY_DAYS = 14
"""How many days away stop the clocks in a calendar year."""
NIGHT = (23 * 60, 8 * 60)
LONGEST_NIGHT = 10 * 60
DECLARED = "declared"
"""The cause of days away that somebody named themselves; others were spent at a table, which it names."""


@dataclass(frozen=True, slots=True)
class Habits:
    """When somebody sleeps (minutes after midnight where they live) and when they are away.

    What was `spent` because their time had run out stops their clocks too, but they can still be told.
    """

    zone: ZoneInfo | None = None
    sleep: tuple[int, int] | None = None
    away: tuple[Span, ...] = ()
    spent: tuple[Span, ...] = ()

    @classmethod
    def of(cls, person: db.User, absences: Iterable[db.Absence] = ()) -> "Habits":
        """As they are stored; whoever says where they live sleeps at night unless they say otherwise."""
        known = zone_named(person.timezone)
        hours = NIGHT if person.preferences.sleep == "default" else person.preferences.sleep
        away: dict[bool, list[Span]] = {True: [], False: []}
        for each in absences:
            away[each.cause == DECLARED].append((each.start, each.until))
        return cls(known, hours if known else None, tuple(sorted(away[True])), tuple(sorted(away[False])))

    def free_from(self, at: int) -> int:
        """The first moment from then on at which they may be disturbed."""
        for start, until in _joined(merge(self.away, self._nights(at))):
            if start > at:
                break
            at = max(at, until)
        return at

    def may_be_told(self, at: int) -> bool:
        return self.free_from(at) == at

    def counted(self, start: int, end: int) -> int:
        """How much of that time runs on their clock."""
        held = takewhile(lambda rest: rest[0] < end, self._rests(start))
        return max(0, end - start) - sum(min(until, end) - max(begin, start) for begin, until in held)

    def runs_out(self, start: int, bank: int) -> int:
        """The moment at which a clock with that much on it stands at nothing, if it runs from `start`."""
        return _used_up(self._rests(start), start, bank)

    def runs_out_though_asleep(self, start: int, bank: int) -> int:
        """The same for what stops only while they are away, for however long."""
        return _used_up((span for span in _joined(self.away) if span[1] > start), start, bank)

    def days_left(self, at: int) -> int:
        """How many of the year's days away are neither spent nor declared."""
        year = self._local(at).year
        used = sum(self._worn(start, until) for each, start, until in self._years() if each == year)
        return max(0, AWAY_DAYS * DAY - used) // DAY

    def _rests(self, start: int) -> Iterator[Span]:
        """What stops their clock from then on, in order: nights, and as many days away as a year has."""
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
            worn = self._worn(start, until)
            given = min(worn, left.setdefault(year, AWAY_DAYS * DAY))
            left[year] -= given
            if given:
                held.append((start, until if given == worn else self._later(start, given)))
        return held

    def _years(self) -> Iterator[tuple[int, int, int]]:
        """Their times away, parted where one year ends and the next begins."""
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

    def _worn(self, start: int, until: int) -> int:
        """How long a time is by the clocks where they live: a day is a day, also when these are changed."""
        one, other = (self._local(at).replace(tzinfo=None) for at in (start, until))
        return max(0, (other - one) // timedelta(milliseconds=1))

    def _later(self, start: int, worn: int) -> int:
        """When so much has passed by the clocks where they live."""
        return int((self._local(start) + timedelta(milliseconds=worn)).timestamp() * 1000)

    def days_later(self, start: int, days: int) -> int:
        """So many days later, at the same time of the day."""
        return self._later(start, days * DAY)

    def midnight(self, day: date) -> int:
        """When that day begins where they live."""
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


async def habits_of(reads: db.Reads, people: Iterable[int | None]) -> dict[int | None, Habits]:
    """How those people live; nobody, and whoever is not known, neither sleeps nor is ever away."""
    wanted = {person for person in people if person is not None}
    if not wanted:
        return {}
    known = await db.users.find_all(reads, wanted)
    absences = await db.absences.of(reads, wanted)
    return {person.id: Habits.of(person, absences[person.id]) for person in known.values()}


async def habits_at(reads: db.Reads, snapshot: GameSnapshot) -> dict[int | None, Habits]:
    """The same of those at a table, whom it knows already."""
    seated = [
        person
        for player, person in zip(snapshot.players, snapshot.users, strict=True)
        if player.person is not None
    ]
    absences: dict[int, tuple[db.Absence, ...]] = {}
    if snapshot.away:
        absences = await db.absences.of(reads, [person.id for person in seated])
    return {person.id: Habits.of(person, absences.get(person.id, ())) for person in seated}


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
