"""A local fake Discord server: REST API, gateway and a chat page, with seed data and simulated users."""

from harbour.clock import Clock
from harbour.push_notifications import PushNotification
from harbour.server import Harbour
from harbour.slash_commands import Refused
from harbour.user_client import Response, UserClient, buttons_of, pictures_of, text_of

__all__ = [
    "Clock", "Harbour", "PushNotification", "Refused", "Response", "UserClient", "buttons_of",
    "pictures_of", "text_of",
]  # fmt: skip
