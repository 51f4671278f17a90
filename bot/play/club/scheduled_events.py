"""Scheduled events: cups, months of leagues and the voyage of the week among a server's events.

An update names a server and a subject. Its delivery compares the event on Discord with what is planned now,
so it may be repeated and needs no order.
"""

import secrets
from dataclasses import dataclass
from typing import Literal

import db
from bot.play.club.cups import OPEN_FOR_MS
from bot.play.core import GameService, outbox_messages
from bot.play.core.game_service import in_transaction
from bot.standings.seasons import month_at
from db.clock import DAY, MINUTE

CUP_START_DELAY_MS = 10 * MINUTE  # Discord takes only events that start later.
CUP_LENGTH_MS = 30 * DAY
OPEN_CUPS: tuple[db.cups.Status, ...] = ("gathering", "running")

Kind = Literal["cup", "league", "voyage"]


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """What an event should be: a title by its key, and times in ms.

    `channel` is where to take part, None for anywhere. `code` is a cup's, and `size` the number of entrants
    that it waits for.
    """

    kind: Kind
    key: str
    start: int
    end: int
    channel: int | None = None
    code: str = ""
    size: int | None = None


def cup_subject(cup: db.Cup) -> str:
    return f"cup {cup.code}"


def league_subject(key: str, month: int) -> str:
    return f"league {key} {month}"


def voyage_subject(week: int) -> str:
    return f"voyage {week}"


async def load_planned(reads: db.Reads, server: int, subject: str) -> PlannedEvent | None:
    """Return the event that a subject should have now, or None if it should have none."""
    match subject.split():
        case ["cup", code]:
            planned = await _planned_cup(reads, code)
        case ["league", key, month]:
            planned = await _planned_month(reads, server, key, int(month))
        case ["voyage", week]:
            planned = await _planned_voyage(reads, int(week))
        case _:
            planned = None
    return planned if planned is not None and planned.end > reads.now else None


async def _planned_cup(reads: db.Reads, code: str) -> PlannedEvent | None:
    cup = await db.cups.find(reads, code)
    if cup is None or cup.status not in OPEN_CUPS or cup.division is not None:
        return None
    start = cup.created + CUP_START_DELAY_MS
    if cup.started is None:
        end = cup.created + OPEN_FOR_MS
        return PlannedEvent("cup", cup.key, start, end, cup.channel, code, size=cup.size)
    return PlannedEvent("cup", cup.key, start, cup.started + CUP_LENGTH_MS, cup.channel, code)


async def _planned_month(reads: db.Reads, server: int, key: str, month: int) -> PlannedEvent | None:
    league = await db.leagues.find(reads, server, key)
    if league is None or not await db.leagues.list_members(reads, server, key):
        return None
    return PlannedEvent("league", key, month, month_at(month).until, league.channel)


async def _planned_voyage(reads: db.Reads, week: int) -> PlannedEvent | None:
    voyage = await db.voyages.find(reads, week)
    return None if voyage is None else PlannedEvent("voyage", voyage.key, voyage.week, voyage.closes)


async def post_update(tx: db.Transaction, server: int, subject: str) -> None:
    """Enqueue an update of an event, in a lane of its own."""
    lane = f"scheduled_event {server} {subject}"
    message = outbox_messages.ScheduledEventUpdate(server=server, subject=subject)
    await outbox_messages.post(tx, message, key=f"{lane} {secrets.token_hex(6)}", lane=lane)


async def post_next_month(tx: db.Transaction, server: int, key: str) -> None:
    """Enqueue an update of the event for a league's next month."""
    await post_update(tx, server, league_subject(key, month_at(tx.now).until))


async def post_all(tx: db.Transaction, server: int) -> None:
    """Enqueue updates of all events of a server, after its setting has changed."""
    subjects = {each.subject for each in await db.scheduled_events.list_for_server(tx, server)}
    subjects |= {cup_subject(cup) for cup in await db.cups.list_for_server(tx, server, OPEN_CUPS)}
    for league in await db.leagues.list_for_server(tx, server):
        subjects.add(league_subject(league.key, month_at(tx.now).until))
    for subject in sorted(subjects):
        await post_update(tx, server, subject)


async def request_update(service: GameService, server: int, subject: str) -> None:
    """Enqueue an update in a transaction of its own."""
    async with service.store.write() as tx:
        await post_update(tx, server, subject)


save = in_transaction(db.scheduled_events.upsert)
forget = in_transaction(db.scheduled_events.delete)
