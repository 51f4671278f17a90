"""A stand-in for Discord on loopback, with a web page: REST, gateway, a small world and its people."""

from harbour.clock import Clock
from harbour.push_notifications import PushNotification
from harbour.server import Harbour
from harbour.slash_commands import Refused
from harbour.user_client import Response, UserClient, buttons_of, pictures_of, text_of

__all__ = [
    "Clock",
    "Harbour",
    "PushNotification",
    "Refused",
    "Response",
    "UserClient",
    "buttons_of",
    "pictures_of",
    "text_of",
]
