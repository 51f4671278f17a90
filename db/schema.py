"""The whole schema: every subject is imported here, so that `metadata` knows all tables."""

from db import (
    absences,
    cups,
    emoji,
    entries,
    games,
    invitations,
    kudos,
    messages,
    notes,
    orders,
    people,
    plans,
    players,
    posts,
    ratings,
    registrations,
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
    cups,
    emoji,
    entries,
    games,
    invitations,
    kudos,
    messages,
    notes,
    orders,
    people,
    plans,
    players,
    posts,
    ratings,
    registrations,
    results,
    seasons,
    servers,
    successes,
    timers,
    votes,
)

__all__ = ["SUBJECTS", "metadata"]
