"""Who is told that he owes a move, when and where: once for each time it becomes his turn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import db
from bot.pace import MINUTE, Habits
from bot.position import Position
from bot.tables.clocks import Clocks, is_owing
from rules.game import AnyGame, Seat

Way = Literal["thread", "dm"]
Why = Literal["turn", "reminder", "unended", "next"]

WAYS: dict[str, tuple[Way, ...]] = {"thread": ("thread",), "dm": ("dm",), "both": ("thread", "dm")}
"""Where somebody wishes to be told."""
JUST_ACTED = MINUTE
STEPS_AHEAD = 60


@dataclass(frozen=True, slots=True)
class Summons:
    """How somebody learns that he owes a move: by the card's mention, or by posts of their own."""

    seat: Seat
    person: int
    since: int
    mention: bool = False
    ways: tuple[Way, ...] = ()
    at: int | None = None
    """When he wakes or comes back, where the post must wait for it."""


class Telling(Clocks):
    """Told is whoever has been mentioned, or for whom word has been left."""

    async def summonses(self, reads: db.Reads, row: db.Game) -> tuple[Summons, ...]:
        """Those at a table who have not been told yet that they owe a move."""
        untold = [
            (seat, seat.person, seat.owes_since)
            for seat in await reads.seats(row.code)
            if is_owing(row, seat) and seat.told != seat.owes_since
        ]
        if not untold:
            return ()
        habits = await self.habits_of(reads, (person for _, person, _ in untold))
        known = await reads.people(person for _, person, _ in untold if person is not None)
        quiet = await self.is_quiet(reads, row)
        summonses = []
        for seat, person, since in untold:
            if person is None or since is None:
                continue
            ways: tuple[Way, ...] = ()
            free = self.now()
            if not await self.has_just_acted(reads, row.code, person):
                ways = ways_to(known[person], quiet=quiet)
                free = habits[person].free_from(self.now())
            if free > self.now():
                summonses.append(Summons(seat.seat, person, since, ways=ways, at=free))
            else:
                beside = tuple(way for way in ways if way != "thread")
                summonses.append(Summons(seat.seat, person, since, mention="thread" in ways, ways=beside))
        return tuple(summonses)

    async def summoned(self, w: db.Write, position: Position, summonses: Sequence[Summons]) -> None:
        """The card has been posted; what it could not do is left in the outbox."""
        for each in summonses:
            await w.set_clock(position.code, each.seat, told=each.since)
            if each.at is not None:
                await self.call(w, each.person, each.ways, "turn", key=_at_once(each.at), at=each.at)
            else:
                key = f"{position.code} {each.since}"
                await self.call(w, each.person, each.ways, "turn", key=key, game=position.code)
        if summonses:
            await self._tell_next(w, position)

    async def call(
        self,
        w: db.Write,
        person: int,
        ways: Iterable[Way],
        why: Why,
        *,
        key: str | None = None,
        at: int | None = None,
        game: str | None = None,
    ) -> None:
        """Leave word for somebody: about one game, or about all that wait for him when it is delivered.

        Without a key it is one with all else that is to be told in the same minute.
        """
        key = key or _at_once(self.now())
        for way in ways:
            name = f"call {person} {way} {key}"
            payload: dict[str, Any] = {"person": person, "way": way, "why": why, "game": game}
            await w.post("call", payload, key=name, at=self.now(), game=game, lane=name, not_before=at or 0)

    async def reachable(self, reads: db.Reads, row: db.Game, people: Sequence[int]) -> list[int]:
        """Those whom a mention at a table disturbs neither in their sleep nor in what they just did there."""
        if await self.is_quiet(reads, row):
            return []
        habits = await self.habits_of(reads, people)
        return [
            person
            for person in people
            if habits[person].may_be_told(self.now())
            and not await self.has_just_acted(reads, row.code, person)
        ]

    async def awake(self, reads: db.Reads, people: Sequence[int]) -> dict[int, int]:
        """From when on each of those people may be disturbed: now, or when he wakes or comes back."""
        habits = await self.habits_of(reads, people)
        return {person: habits[person].free_from(self.now()) for person in people}

    async def has_just_acted(self, reads: db.Reads, code: str, person: int) -> bool:
        at = await reads.last_act(code, person)
        return at is not None and self.now() - at < JUST_ACTED

    async def is_quiet(self, reads: db.Reads, row: db.Game) -> bool:
        """Whether nobody is to be pinged on that server."""
        return row.server is not None and bool((await reads.server(row.server)).settings.get("quiet"))

    async def _tell_next(self, w: db.Write, position: Position) -> None:
        owing = position.owing()
        if len(position.players) < 3 or len(owing) != 1:
            return
        known = await w.people(position.people_at([player.seat for player in position.players]))
        curious = {person.id for person in known.values() if person.preferences.get("next")}
        if not curious:
            return
        seat = follower(position.game, position.state, *owing)
        person = position.players[seat].person if seat is not None else None
        if person is None or person not in curious or position.players[seat or 0].caretaker:
            return
        habits = (await self.habits_of(w, (person,))).get(person, Habits())
        if habits.may_be_told(self.now()) and not await self.has_just_acted(w, position.code, person):
            ways = ways_to(known[person], quiet=await self.is_quiet(w, position.row))
            key = f"next {position.code} {position.row.ply}"
            await self.call(w, person, ways, "next", key=key, game=position.code)


def ways_to(person: db.Person, *, quiet: bool) -> tuple[Way, ...]:
    """Where to tell somebody; on a server that wants quiet never in the open."""
    return ("dm",) if quiet else WAYS.get(str(person.preferences.get("tell")), ("thread",))


def follower(game: AnyGame, state: Any, seat: Seat) -> Seat | None:
    """Whose turn comes after this one, as far as an onlooker can tell."""
    state = game.reshuffle(state, None, b"who is next")
    for _ in range(STEPS_AHEAD):
        acting = game.to_act(state)
        if seat not in acting:
            return next(iter(acting)) if len(acting) == 1 else None
        state = game.apply(state, seat, game.legal(state, seat)[-1]).state
    return None


def _at_once(moment: int) -> str:
    return str(moment // MINUTE)
