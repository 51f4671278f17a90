"""Games from a position of another: the card of a challenge follows its tries."""

import secrets

import db
from bot.play.core import outbox_messages


async def post_challenge_card(tx: db.Transaction, code: str) -> None:
    """Enqueue the challenge's card, or an update of it."""
    lane = f"challenge {code}"
    key = f"{lane} {secrets.token_hex(6)}"
    await outbox_messages.post(tx, outbox_messages.ChallengeCard(challenge=code), key=key, lane=lane)


async def on_game_over(tx: db.Transaction, row: db.Game) -> None:
    """Update the challenge that the finished game was a try at, if any."""
    if row.continues is not None and await db.continuations.find_challenge(tx, row.continues) is not None:
        await post_challenge_card(tx, row.continues)
