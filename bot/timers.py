"""What happens when a timer is due, kind by kind."""

from collections.abc import Mapping

from bot import keeping
from bot.watch import Fire

FIRES: Mapping[str, Fire] = {
    "silence": keeping.silence,
}
