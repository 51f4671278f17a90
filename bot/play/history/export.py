"""Exports one game for the host: the whole log once it is over, before that only public events."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import db
from bot.play.core import GameService
from bot.play.history.story import replay_range
from db import Entry, Game, Store
from rules.game import AnyGame, Event


async def export_game(store: Store, games: Mapping[str, AnyGame], code: str) -> dict[str, Any] | None:
    """Return the game as JSON values, or None if there is no such game.

    Discord ids are strings, because many JSON readers round large integers.
    """
    row = await db.games.find(store, code)
    if row is None:
        return None
    seats = await db.players.list_for_game(store, row.code)
    log = await db.entries.read_log(store, row.code)
    complete = row.status == "over" and store.now >= (row.sealed_until or 0)
    public_events = {} if complete or row.seed is None else await _public_events(store, games, row)
    return {
        "code": row.code,
        "game": row.key,
        "rules_version": row.rules_version,
        "pack": row.pack,
        "options": dict(row.options),
        "status": row.status,
        "commitment": row.commitment,
        **({"seed": row.seed.hex() if row.seed else None, "outcome": row.outcome} if complete else {}),
        "seats": [{"seat": seat.seat, "person": _id(seat.person)} for seat in seats],
        "log": [_entry(entry, public_events.get(entry.ply, ()), complete=complete) for entry in log],
    }


def _entry(entry: Entry, events: Sequence[Event], *, complete: bool) -> dict[str, Any]:
    common = {
        "ply": entry.ply,
        "kind": entry.kind,
        "seat": entry.seat,
        "person": _id(entry.person),
        "at": datetime.fromtimestamp(entry.at / 1000, UTC).isoformat(),
    }
    if complete:
        return {**common, "text": entry.text, "back_to": entry.back_to, "state_hash": entry.state_hash}
    # The notation of a move may reveal hidden information; public events do not.
    return {**common, "told": [event.model_dump(mode="json", exclude={"audience"}) for event in events]}


async def _public_events(
    store: Store, games: Mapping[str, AnyGame], row: Game
) -> dict[int, tuple[Event, ...]]:
    """Public events of each effective entry, by ply, as far as the current rules can replay it."""
    snapshot = await GameService(store, games).snapshot(row.code)
    replay = await replay_range(store, snapshot, 1, row.ply)
    return {
        replayed.entry.ply: tuple(event for event in replayed.events if event.visible_to(None))
        for replayed in replay.entries
    }


def _id(number: int | None) -> str | None:
    return None if number is None else str(number)
