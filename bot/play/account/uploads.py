"""Register of what Skald has uploaded to Discord: application emoji and slash commands."""

import db
from bot.play.core.game_service import in_transaction

save_emoji = in_transaction(db.emoji.upsert)
delete_emoji = in_transaction(db.emoji.delete)
save_commands = in_transaction(db.registrations.upsert)
