"""Hints: explain the goal and each kind of decision to a user until they have made it once."""

from collections.abc import Collection, Sequence

import db
from bot.play.core import GameSnapshot
from rules.game import Seat

GOAL = "goal"


def due_hint(snapshot: GameSnapshot, seat: Seat, kinds: Sequence[str]) -> str | None:
    """The hint to show: the goal before the user's first move, then the first kind they never made."""
    user = snapshot.users[seat]
    if not user.preferences.hints:
        return None
    return next((key for key in (GOAL, *kinds) if _hint_id(snapshot, key) not in user.hints_seen), None)


async def mark_learned(
    tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, kinds: Collection[str]
) -> None:
    """Mark the hints for these kinds of move as seen by the seat's user."""
    user = snapshot.users[seat]
    learned = {_hint_id(snapshot, key) for key in (GOAL, *kinds)} - user.hints_seen
    if learned and user.preferences.hints:
        await db.users.update(tx, user.id, hints_seen=user.hints_seen | learned)


def _hint_id(snapshot: GameSnapshot, key: str) -> str:
    return f"{snapshot.game.info.key}.{key}"
