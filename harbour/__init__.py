"""A stand-in for Discord on loopback, with a web page: REST, gateway, a small world and its people."""

from harbour.clock import Clock
from harbour.phone import Push
from harbour.server import Harbour
from harbour.slash import Refused
from harbour.user_client import Answer, Person, buttons_of, pictures_of, text_of

__all__ = ["Answer", "Clock", "Harbour", "Person", "Push", "Refused", "buttons_of", "pictures_of", "text_of"]
