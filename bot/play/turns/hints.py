"""Hints: what a game is about, and what to know of a decision, until somebody has made it once."""

from collections.abc import Collection

import db
from bot.play.core.snapshot import GameSnapshot
from rules.game import Seat

GOAL = "goal"


def due(snapshot: GameSnapshot, seat: Seat, kinds: Collection[str]) -> list[str]:
    """What this person should be told: the goal before their first move, and of a kind they never made."""
    person = snapshot.users[seat]
    if not person.preferences.hints:
        return []
    wanted = [GOAL, *kinds] if len(kinds) == 1 else [GOAL]
    return [key for key in wanted if _name(snapshot, key) not in person.hints_seen]


async def learn(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, kinds: Collection[str]) -> None:
    """Somebody has made moves of these kinds, and knows them now."""
    person = snapshot.users[seat]
    learned = {_name(snapshot, key) for key in (GOAL, *kinds)} - person.hints_seen
    if learned and person.preferences.hints:
        await db.users.update(tx, person.id, hints_seen=person.hints_seen | learned)


def _name(snapshot: GameSnapshot, key: str) -> str:
    return f"{snapshot.game.info.key}.{key}"
