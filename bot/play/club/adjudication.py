"""Games of a league that are not over when its month is: by time used, then by how the game stands.

Whoever has used more than twice the time of the quickest at the table, and more than a day beyond it, comes
behind the others, as does whoever has left their seat to the caretaker. Nights and days away are not counted.
Among the rest, and among those behind, the chances decide that an onlooker would give them.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import db
from bot.play.core.availability import Habits, habits_at
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot, adjudicated
from bot.play.turns.ending import end
from db.clock import DAY
from opponents.review import chances
from rules.game import Seat

TIMES, BEYOND = 2, DAY
CLOSE = 2
"""Chances are told apart by so many digits."""
UNFINISHED: tuple[db.Status, ...] = ("running", "archived")


async def adjudicate(service: GameService, code: str) -> None:
    """Decide a game that is still played; one that moved on meanwhile is looked at again."""
    while True:
        snapshot = await service.snapshot(code)
        if snapshot.row.status not in UNFINISHED:
            return
        salt = f"adjudicated {code} {snapshot.row.ply}"
        hopes = await service.think(partial(chances, snapshot.game, snapshot.state, salt=salt))
        async with service.store.write() as tx:
            now = await service.load(tx, code)
            if now.row.version != snapshot.row.version:
                continue
            ranking = ranked(await _behind(tx, now), hopes)
            places = " ".join(",".join(map(str, group)) for group in ranking)
            log = GameLog(now)
            log.note("adjudicated", text=places)
            await log.save(tx)
            await end(tx, log, adjudicated(places))
            return


def ranked(behind: frozenset[Seat], hopes: Sequence[float]) -> tuple[tuple[Seat, ...], ...]:
    """The seats by places: first those who kept their time, the most hopeful of them first.

    >>> ranked(frozenset({0}), (0.6, 0.2, 0.2))
    ((1, 2), (0,))
    """
    groups: dict[tuple[bool, float], tuple[Seat, ...]] = {}
    for seat, hope in enumerate(hopes):
        worth = (seat in behind, -round(hope, CLOSE))
        groups[worth] = (*groups.get(worth, ()), seat)
    return tuple(groups[worth] for worth in sorted(groups))


def too_slow(used: Mapping[Seat, int]) -> frozenset[Seat]:
    """Who has used far more time than the quickest at the table."""
    least = min(used.values())
    return frozenset(seat for seat, time in used.items() if time > max(TIMES * least, least + BEYOND))


def time_used(
    log: Sequence[db.Entry], habits: Mapping[Seat, Habits], owing: frozenset[Seat], now: int
) -> dict[Seat, int]:
    """The time everybody took: from what happened before to their move, and up to now for who is to move."""
    used = dict.fromkeys(habits, 0)
    before = log[0].at
    for entry in log:
        if entry.kind == "move" and entry.seat is not None:
            used[entry.seat] += habits[entry.seat].counted(before, entry.at)
        before = entry.at
    for seat in owing:
        used[seat] += habits[seat].counted(before, now)
    return used


async def _behind(tx: db.Transaction, snapshot: GameSnapshot) -> frozenset[Seat]:
    known = await habits_at(tx, snapshot)
    habits = {player.seat: known.get(player.person, Habits()) for player in snapshot.players}
    log = await db.entries.in_force(tx, snapshot.code)
    absent = {player.seat for player in snapshot.players if player.caretaker_since is not None}
    return too_slow(time_used(log, habits, frozenset(snapshot.owing()), tx.now)) | absent
