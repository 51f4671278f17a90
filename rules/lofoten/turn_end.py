"""The end of a turn: upgrading a longship and allying with a Jarl, in either order."""

from rules.lofoten.alliances import can_claim, claims
from rules.lofoten.components import Prices
from rules.lofoten.longships import can_upgrade, upgrades
from rules.lofoten.moves import STOP, LofotenMove
from rules.lofoten.purse import purchases
from rules.lofoten.state import State


def offers(state: State) -> tuple[LofotenMove, ...]:
    """What the modules allow the active player before his turn is over."""
    return (*upgrades(state), *claims(state))


def choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    return (*offers(state), *purchases(state, prices), STOP)


def can_still_gain(state: State) -> bool:
    """Whether some player could upgrade or claim at the end of a turn, were it his."""
    return any(can_upgrade(state, seat) or can_claim(state, seat) for seat in (0, 1))
