"""What happens when a timer is due, kind by kind."""

from collections.abc import Mapping

from bot import keeping, orders, votes
from bot.reminders import REMINDERS
from bot.standings import closing
from bot.watch import Fire

FIRES: Mapping[str, Fire] = {
    "season": closing.close_season,
    closing.NIGHTLY: closing.remake_by_night,
    "silence": keeping.silence,
    "order": orders.carry_out,
    **REMINDERS,
    **votes.FIRES,
}
