"""Delivers the outbox to Discord: worker, sending, permission fallbacks, editing, throttle, cleanup."""

from bot.chat.outbox.messenger import Messenger as Messenger
from bot.chat.outbox.outbox_worker import delivers as delivers
