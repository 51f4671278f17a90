"""When a table that nobody touches is looked at: once to warn, once to put it away."""

from collections.abc import Mapping

import db

DAY = 86_400_000
WARNED: Mapping[str, int] = {"lobby": 5 * DAY, "running": 14 * DAY}
PUT_AWAY: Mapping[str, int] = {"lobby": 14 * DAY, "running": 60 * DAY}
SILENCE = "silence"


async def watch_silence(w: db.Write, row: db.Game, *, warned: bool = False) -> None:
    """Look at this table again when it would have been silent for too long."""
    limits = PUT_AWAY if warned else WARNED
    if row.status not in limits:
        return
    # A warning holds only for the silence it spoke of.
    payload = {"warned": row.last_activity} if warned else {}
    due = row.last_activity + limits[row.status]
    await w.set_timer(SILENCE, key=f"{row.code} {SILENCE}", due=due, payload=payload, game=row.code)
