"""The whole schema: every subject is imported here, so that `metadata` knows all tables."""

from db import (
    absences,
    entries,
    games,
    kudos,
    messages,
    notes,
    orders,
    people,
    plans,
    players,
    posts,
    ratings,
    results,
    seasons,
    servers,
    successes,
    timers,
    votes,
)
from db.rows import metadata

SUBJECTS = (
    absences,
    entries,
    games,
    kudos,
    messages,
    notes,
    orders,
    people,
    plans,
    players,
    posts,
    ratings,
    results,
    seasons,
    servers,
    successes,
    timers,
    votes,
)

__all__ = ["SUBJECTS", "metadata"]
