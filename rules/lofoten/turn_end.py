"""The end of a turn: upgrade a longship, ally with a Jarl, make purchases, in any order."""

from rules.lofoten.alliances import can_claim, claims
from rules.lofoten.components import Prices
from rules.lofoten.longships import can_upgrade, upgrades
from rules.lofoten.moves import STOP, LofotenMove
from rules.lofoten.purse import purchases
from rules.lofoten.state import State


def module_moves(state: State) -> tuple[LofotenMove, ...]:
    """Return the moves that the modules allow at the end of a turn."""
    return () if state.finishing else (*upgrades(state), *claims(state))


def open_moves(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    """Return all moves still possible. There are no purchases at the end of the very last turn."""
    return module_moves(state) if state.closing else (*module_moves(state), *purchases(state, prices))


def choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    return (*open_moves(state, prices), STOP)


def can_still_gain(state: State) -> bool:
    """True if either player could upgrade or claim at the end of a turn of theirs."""
    return any(can_upgrade(state, seat) or can_claim(state, seat) for seat in (0, 1))
