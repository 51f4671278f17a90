"""The end of a turn: upgrading a longship, allying with a Jarl, buying something, in any order."""

from rules.lofoten.alliances import can_claim, claims
from rules.lofoten.components import Prices
from rules.lofoten.longships import can_upgrade, upgrades
from rules.lofoten.moves import STOP, LofotenMove
from rules.lofoten.purse import purchases
from rules.lofoten.state import State


def offers(state: State) -> tuple[LofotenMove, ...]:
    """What the modules allow the active player before their turn is over."""
    return () if state.finishing else (*upgrades(state), *claims(state))


def remains(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    """All that can still be done; nothing is bought at the end of the very last turn."""
    return offers(state) if state.closing else (*offers(state), *purchases(state, prices))


def choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    return (*remains(state, prices), STOP)


def can_still_gain(state: State) -> bool:
    """Whether some player could upgrade or claim at the end of a turn, were it theirs."""
    return any(can_upgrade(state, seat) or can_claim(state, seat) for seat in (0, 1))
