"""Away days that are used automatically at rated tables: the question before the first, and the answer."""

import db
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.core.availability import AWAY_DAYS_PER_YEAR
from rules.game import Seat


async def ask_before_first(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    """Ask a player by direct message, once, whether away days may be used automatically.

    Without an answer they are used. Tables that are not rated use none, so nobody is asked there.
    """
    user = snapshot.users[seat]
    chosen = user.preferences
    if not snapshot.row.rated or chosen.away_days_asked or not chosen.use_away_days:
        return
    await db.users.update_preferences(tx, user.id, away_days_asked=True)
    notice = outbox_messages.Notice(code="ask_away_days", values={"n": AWAY_DAYS_PER_YEAR})
    await outbox_messages.post_private_notice(tx, user.id, notice, key="away days", game=snapshot.code)
