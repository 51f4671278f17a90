"""Private notes: one text per player and game, visible only to its author."""

import db
from bot.play.core import Denied, GameService, GameSnapshot, require_seat

MAX_NOTE_LENGTH = 2000


async def save(service: GameService, snapshot: GameSnapshot, user_id: int, text: str) -> db.Note | None:
    """Replace the user's note; an empty text deletes it. Raises Denied if it is too long."""
    require_seat(snapshot, user_id)
    text = text.strip()
    if len(text) > MAX_NOTE_LENGTH:
        raise Denied("note_too_long", most=MAX_NOTE_LENGTH, n=len(text))
    async with service.transaction() as tx:
        await db.notes.save(tx, snapshot.code, user_id, text)
        return await db.notes.find(tx, snapshot.code, user_id)
