"""Adjudication: decides league games that are unfinished at the end of the month.

Slow players and those with a caretaker rank behind the others. A player is slow who used more time than the
pace gives for their turns, more than twice the time of the fastest, and over a day more; nights and days away
are not counted. Within both groups the win probabilities of an onlooker decide.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import db
from bot.play.core import Availability, GameLog, GameService, GameSnapshot
from bot.play.core.availability import availability_at
from bot.play.core.pace import pace_of
from bot.play.core.snapshot import parse_adjudication
from bot.play.turns.ending import end_game
from bot.standings.results import turn_counts
from db.clock import DAY
from opponents.review import win_probabilities
from rules.game import Seat

SLOW_FACTOR, SLOW_MARGIN_MS = 2, DAY
PROBABILITY_DIGITS = 2  # Win probabilities that are equal after rounding are a tie.
UNFINISHED: tuple[db.Status, ...] = ("running", "archived")


async def adjudicate(service: GameService, code: str) -> None:
    """End an unfinished game by adjudication. Starts again if a move is made meanwhile."""
    while True:
        snapshot = await service.snapshot(code)
        if snapshot.row.status not in UNFINISHED:
            return
        salt = f"adjudicated {code} {snapshot.row.ply}"
        probabilities = await service.run_in_worker(
            partial(win_probabilities, snapshot.game, snapshot.state, salt=salt)
        )
        async with service.store.write() as tx:
            current = await service.load(tx, code)
            if current.row.version != snapshot.row.version:
                continue
            ranking = ranking_by_chances(await _demoted_seats(tx, current), probabilities)
            ranking_text = " ".join(",".join(map(str, group)) for group in ranking)
            log = GameLog(current)
            log.add_entry("adjudicated", text=ranking_text)
            await log.save(tx)
            await end_game(tx, log, parse_adjudication(ranking_text))
            return


def ranking_by_chances(
    demoted: frozenset[Seat], win_chances: Sequence[float]
) -> tuple[tuple[Seat, ...], ...]:
    """Rank the seats: demoted ones last, and by win probability within both groups.

    >>> ranking_by_chances(frozenset({0}), (0.6, 0.2, 0.2))
    ((1, 2), (0,))
    """
    groups: dict[tuple[bool, float], tuple[Seat, ...]] = {}
    for seat, win_chance in enumerate(win_chances):
        rank = (seat in demoted, -round(win_chance, PROBABILITY_DIGITS))
        groups[rank] = (*groups.get(rank, ()), seat)
    return tuple(groups[rank] for rank in sorted(groups))


def slow_seats(used: Mapping[Seat, int], allowed: Mapping[Seat, int]) -> frozenset[Seat]:
    """The seats that used far more time (ms) than the fastest at the table, and more than the pace allows.

    >>> hour = 3_600_000
    >>> slow_seats({0: 10 * hour, 1: 30 * hour, 2: 35 * hour}, allowed={})
    frozenset({2})
    >>> slow_seats({0: 10 * hour, 1: 35 * hour}, allowed={1: 36 * hour})
    frozenset()
    """
    fastest = min(used.values())
    return frozenset(
        seat
        for seat, used_ms in used.items()
        if used_ms > max(SLOW_FACTOR * fastest, fastest + SLOW_MARGIN_MS, allowed.get(seat, 0))
    )


def time_used(
    log: Sequence[db.Entry], availability: Mapping[Seat, Availability], owing: frozenset[Seat], now: int
) -> dict[Seat, int]:
    """The time (ms) each seat took: from the entry before to its move, and until `now` if it is to move."""
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
    owing = frozenset(snapshot.owing_seats())
    absent = {player.seat for player in snapshot.players if player.caretaker_since is not None}
    used = time_used(log, availability, owing, tx.now)
    return slow_seats(used, _allowed_times(snapshot, log, owing)) | absent


def _allowed_times(
    snapshot: GameSnapshot, log: Sequence[db.Entry], owing: frozenset[Seat]
) -> dict[Seat, int]:
    """The time (ms) that the pace gives each seat for its turns so far, the one it owes included."""
    pace = pace_of(snapshot.row, len(snapshot.players))
    if pace is None:
        return {}
    turns = turn_counts(log)
    return {seat: (turns[seat] + (seat in owing)) * pace.increment for seat in snapshot.seats}
