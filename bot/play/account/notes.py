"""Private notes: what a player writes down about a game, for their own eyes."""

import db
from bot.play.core.authorization import seat_of
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot

LONGEST = 2000


async def keep(service: GameService, snapshot: GameSnapshot, person: int, text: str) -> db.Note | None:
    """Put this in place of the note there was; nothing takes it away."""
    seat_of(snapshot, person)
    text = text.strip()
    if len(text) > LONGEST:
        raise Denied("note_too_long", most=LONGEST, n=len(text))
    async with service.change() as tx:
        await db.notes.keep(tx, snapshot.code, person, text)
        return await db.notes.find(tx, snapshot.code, person)
