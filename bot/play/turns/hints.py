"""Hints: explain the goal and each kind of decision to a user until they have made it once."""

from collections.abc import Collection

import db
from bot.play.core.snapshot import GameSnapshot
from rules.game import Seat

GOAL = "goal"


def due_hints(snapshot: GameSnapshot, seat: Seat, kinds: Collection[str]) -> list[str]:
    """The hints to show: the goal before the user's first move, and a kind of move they never made."""
    user = snapshot.users[seat]
    if not user.preferences.hints:
        return []
    wanted = [GOAL, *kinds] if len(kinds) == 1 else [GOAL]
    return [key for key in wanted if _hint_id(snapshot, key) not in user.hints_seen]


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
