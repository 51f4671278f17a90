"""The tables: all that people do at them, each as one transaction."""

from bot.tables.consent import Consent
from bot.tables.erasure import Erasure
from bot.tables.keeping import Keeping
from bot.tables.living import Living
from bot.tables.moving import Played
from bot.tables.orders import Orders
from bot.tables.people import Denied, Visitor
from bot.tables.reminding import Reminding
from bot.tables.room import Stretch

__all__ = ["Denied", "Played", "Stretch", "Tables", "Visitor"]


class Tables(Keeping, Consent, Orders, Erasure, Reminding, Living):
    """All tables of this Skald."""
