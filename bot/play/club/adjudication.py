"""Games of a league that are not over when its month is: by time used, then by how the game stands.

Whoever has used more than twice the time of the quickest at the table, and more than a day beyond it, comes
behind the others, as does whoever has left their seat to the caretaker. Nights and days away are not counted.
Among the rest, and among those behind, the chances decide that an onlooker would give them.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import db
from bot.play.core.availability import Availability, availability_at
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot, parse_adjudication
from bot.play.turns.ending import end_game
from db.clock import DAY
from opponents.review import win_probabilities
from rules.game import Seat

SLOW_FACTOR, SLOW_MARGIN_MS = 2, DAY
PROBABILITY_DIGITS = 2
"""Chances are told apart by so many digits."""
UNFINISHED: tuple[db.Status, ...] = ("running", "archived")


async def adjudicate(service: GameService, code: str) -> None:
    """Decide a game that is still played; one that moved on meanwhile is looked at again."""
    while True:
        snapshot = await service.snapshot(code)
        if snapshot.row.status not in UNFINISHED:
            return
        salt = f"adjudicated {code} {snapshot.row.ply}"
        hopes = await service.run_in_worker(
            partial(win_probabilities, snapshot.game, snapshot.state, salt=salt)
        )
        async with service.store.write() as tx:
            now = await service.load(tx, code)
            if now.row.version != snapshot.row.version:
                continue
            ranking = ranking_by_chances(await _demoted_seats(tx, now), hopes)
            places = " ".join(",".join(map(str, group)) for group in ranking)
            log = GameLog(now)
            log.add_entry("adjudicated", text=places)
            await log.save(tx)
            await end_game(tx, log, parse_adjudication(places))
            return


def ranking_by_chances(behind: frozenset[Seat], hopes: Sequence[float]) -> tuple[tuple[Seat, ...], ...]:
    """The seats by places: first those who kept their time, the most hopeful of them first.

    >>> ranked(frozenset({0}), (0.6, 0.2, 0.2))
    ((1, 2), (0,))
    """
    groups: dict[tuple[bool, float], tuple[Seat, ...]] = {}
    for seat, hope in enumerate(hopes):
        worth = (seat in behind, -round(hope, PROBABILITY_DIGITS))
        groups[worth] = (*groups.get(worth, ()), seat)
    return tuple(groups[worth] for worth in sorted(groups))


def slow_seats(used: Mapping[Seat, int]) -> frozenset[Seat]:
    """Who has used far more time than the quickest at the table."""
    least = min(used.values())
    return frozenset(
        seat for seat, time in used.items() if time > max(SLOW_FACTOR * least, least + SLOW_MARGIN_MS)
    )


def time_used(
    log: Sequence[db.Entry], availability: Mapping[Seat, Availability], owing: frozenset[Seat], now: int
) -> dict[Seat, int]:
    """The time everybody took: from what happened before to their move, and up to now for who is to move."""
    used = dict.fromkeys(availability, 0)
    before = log[0].at
    for entry in log:
        if entry.kind == "move" and entry.seat is not None:
            used[entry.seat] += availability[entry.seat].elapsed(before, entry.at)
        before = entry.at
    for seat in owing:
        used[seat] += availability[seat].elapsed(before, now)
    return used


async def _demoted_seats(tx: db.Transaction, snapshot: GameSnapshot) -> frozenset[Seat]:
    known = await availability_at(tx, snapshot)
    availability = {player.seat: known.get(player.person, Availability()) for player in snapshot.players}
    log = await db.entries.read_effective_log(tx, snapshot.code)
    absent = {player.seat for player in snapshot.players if player.caretaker_since is not None}
    return slow_seats(time_used(log, availability, frozenset(snapshot.owing_seats()), tx.now)) | absent
