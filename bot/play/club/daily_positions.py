"""Position of the day: a server that wants it gets one a day in its results channel.

It comes from finished games of that server whose players all allow it, else from games of computer players.
Answers are private until the next day. Then the chances, all answers and the streaks are shown.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import db
from bot.play.club import positions
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, update_user_profile
from bot.play.core.game_service import GameService, in_transaction
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns.coach import ReviewCache
from db.clock import DAY, HOUR

POSTED_AT_MS = 9 * HOUR  # Since midnight UTC.
DAYS_COUNTED = 60  # A streak is not followed farther back.
MAX_SEATS_LISTED = 30  # Of games that were not searched yet.
MAX_SEATS_SEARCHED = 4


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The answers to a position, by their number, and the streaks of those who were right, longest first."""

    daily: db.DailyPosition
    position: db.Position
    answers: Counter[int]
    right: int
    streaks: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return self.answers.total()


async def schedule(tx: db.Transaction, server: int, settings: db.ServerSettings) -> None:
    """Post the first position soon if a server wants them, unless one is scheduled."""
    if is_wanted(settings) and await db.timers.find(tx, _timer_key(server)) is None:
        await _schedule(tx, server, tx.now)


def is_wanted(settings: db.ServerSettings) -> bool:
    return settings.daily_position and settings.results is not None


async def start_day(service: GameService, timer: db.Timer) -> None:
    """Timer handler: reveal the last position, post the next one, and schedule the one after.

    If the server no longer wants them, it only reveals.
    """
    server = timers.DailyPositionTimer.model_validate(timer.payload).server
    settings = (await db.servers.get(service.store, server)).settings
    chosen = await _choose(service, server) if is_wanted(settings) else None
    async with service.store.write() as tx:
        if not await db.timers.complete(tx, timer):
            return
        day = tx.now - tx.now % DAY
        for last in await db.daily_positions.list_latest(tx, server, 1):
            if last.revealed is None and last.day < day:
                await db.daily_positions.mark_revealed(tx, last)
                result = outbox_messages.DailyPositionResult(server=server, day=last.day)
                await outbox_messages.post(tx, result, key=f"daily result {server} {last.day}")
        if chosen is not None and settings.results is not None:
            daily = db.DailyPosition(server, day, chosen.id, settings.results)
            if await db.daily_positions.insert(tx, daily):
                card = outbox_messages.DailyPositionCard(server=server, day=day)
                await outbox_messages.post(tx, card, key=f"daily {server} {day}")
        if is_wanted(settings):
            await _schedule(tx, server, day + DAY + POSTED_AT_MS)


async def answer(service: GameService, actor: Actor, server: int, day: int, chosen: int) -> int:
    """Store or change a member's answer. Returns their streak so far. Raises Denied once it is revealed."""
    async with service.transaction() as tx:
        daily = await db.daily_positions.find(tx, server, day)
        position = None if daily is None else await db.positions.find(tx, daily.position)
        if daily is None or position is None or chosen >= len(position.answers):
            raise Denied("unknown_button")
        if daily.revealed is not None:
            raise Denied("daily_position_over")
        await update_user_profile(tx, actor)
        await db.daily_positions.upsert_answer(tx, db.DailyAnswer(server, day, actor.id, chosen, tx.now))
        history = await _History.load(tx, server)
    return history.streak(actor.id, day)


record_posted = in_transaction(db.daily_positions.set_message)


async def result(reads: db.Reads, server: int, day: int) -> DailyResult | None:
    """Return what a server answered that day, without the names of users hidden from leaderboards."""
    daily = await db.daily_positions.find(reads, server, day)
    position = None if daily is None else await db.positions.find(reads, daily.position)
    if daily is None or position is None:
        return None
    history = await _History.load(reads, server)
    given = [one for one in history.answers if one.day == day]
    right = [one.person for one in given if positions.is_right(position, one.answer)]
    names = await db.users.display_names(reads, right)
    streaks = [
        (str(names[person]), history.streak(person, day + 1)) for person in right if not names[person].hidden
    ]
    streaks.sort(key=lambda one: -one[1])
    return DailyResult(daily, position, Counter(one.answer for one in given), len(right), tuple(streaks))


async def previous_day(reads: db.Reads, server: int, day: int) -> int | None:
    """Return the day of the position before that of `day`."""
    latest = await db.daily_positions.list_latest(reads, server, DAYS_COUNTED)
    return next((one.day for one in latest if one.day < day), None)


def shared_names(snapshot: GameSnapshot) -> Sequence[str | None]:
    """Return the names of computer players and of players who allow it; None for the others."""
    return [
        snapshot.names[seat]
        if seat in snapshot.opponent_seats or snapshot.users[seat].preferences.share_names
        else None
        for seat in snapshot.seats
    ]


def is_shared(snapshot: GameSnapshot) -> bool:
    """True if all players of a game allow its positions to be shown. Erased users never do."""
    return all(
        seat in snapshot.opponent_seats
        or (snapshot.players[seat].person is not None and snapshot.users[seat].preferences.share_positions)
        for seat in snapshot.seats
    )


@dataclass(frozen=True, slots=True)
class _History:
    """The last positions of a server, the latest first, and the answers to them."""

    days: tuple[int, ...]
    positions: Mapping[int, db.Position]
    answers: tuple[db.DailyAnswer, ...]

    @classmethod
    async def load(cls, reads: db.Reads, server: int) -> "_History":
        latest = await db.daily_positions.list_latest(reads, server, DAYS_COUNTED)
        days = tuple(one.day for one in latest)
        found = {one.day: await db.positions.find(reads, one.position) for one in latest}
        known = {day: position for day, position in found.items() if position is not None}
        return cls(days, known, await db.daily_positions.list_answers(reads, server, min(days, default=0)))

    def streak(self, user_id: int, before: int) -> int:
        """Return on how many positions in a row, up to the last one before that time, a user was right."""
        given = {one.day: one.answer for one in self.answers if one.person == user_id}
        count = 0
        for day in self.days:
            if day >= before:
                continue
            if day not in given or not positions.is_right(self.positions[day], given[day]):
                break
            count += 1
        return count


async def _choose(service: GameService, server: int) -> db.Position | None:
    """Return a position that the server has not had. Searches a game, or more until there is one."""
    rules, reviews, searched = positions.readable_rules(service), ReviewCache(), 0
    for code, seat in await db.positions.list_unsearched(
        service.store, rules, MAX_SEATS_LISTED, server=server
    ):
        if searched < MAX_SEATS_SEARCHED and is_shared(await service.snapshot(code)):
            await positions.search_game(service, reviews, code, seat)
            searched += 1
            if row := await _unused(service, server):
                return row
    if row := await _unused(service, server):
        return row
    keys = [*service.games]
    first = service.now() // DAY % len(keys)
    for key in keys[first:] + keys[:first]:
        found = await _house_positions(service, server, key)
        if not found.fresh and await positions.search_next_house_game(service, key):
            found = await _house_positions(service, server, key)
        if row := next(iter(found.fresh + found.tried), None):
            return row
    return None


@dataclass(frozen=True, slots=True)
class _HousePositions:
    """Positions of computer players that a server has not had. Someone knows the answer to the tried ones."""

    fresh: tuple[db.Position, ...]
    tried: tuple[db.Position, ...]


async def _house_positions(service: GameService, server: int, key: str) -> _HousePositions:
    rules = positions.readable_rules(service, key)
    found = await db.daily_positions.list_unused(service.store, server, rules, house=True)
    tried = await db.practice.tried(service.store, [row.id for row in found])
    return _HousePositions(
        tuple(row for row in found if row.id not in tried), tuple(row for row in found if row.id in tried)
    )


async def _unused(service: GameService, server: int) -> db.Position | None:
    """Return a position of a game of the server that all its players share, and that was not posted yet."""
    rules = positions.readable_rules(service)
    for row in await db.daily_positions.list_unused(service.store, server, rules, house=False):
        if row.game is not None and is_shared(await service.snapshot(row.game)):
            return row
    return None


async def _schedule(tx: db.Transaction, server: int, due: int) -> None:
    payload = timers.DailyPositionTimer(server=server)
    await timers.schedule(tx, timers.DAILY_POSITION, payload, _timer_key(server), due)


def _timer_key(server: int) -> str:
    return f"daily position {server}"
