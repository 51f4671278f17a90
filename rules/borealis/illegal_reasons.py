"""Why something cannot be done now, told from what this seat may know."""

from collections.abc import Mapping

from rules.borealis.components import Components
from rules.borealis.moves import (
    HAND_CARDS,
    BorealisMove,
    Draw,
    Exchange,
    Gather,
    Observe,
    Refresh,
    Regroup,
    Take,
)
from rules.borealis.observation import choices, playable
from rules.borealis.pieces import SITES
from rules.borealis.state import Player, State
from rules.game import Phrase, Seat


def illegal_reason(state: State, seat: Seat, move: BorealisMove, components: Components) -> Phrase | None:
    """The first thing that stands in the way of a move."""
    out_of_turn = _out_of_turn(state, move)
    if out_of_turn is not None:
        return out_of_turn
    match move:
        case Observe():
            return _scientists(state.players[seat], move)
        case Refresh():
            return _renewing(state, components)
        case Regroup() if state.last_round:
            return _because("last_round")
        case _:
            return None


def _out_of_turn(state: State, move: BorealisMove) -> Phrase | None:
    """What has to be done before, or can be done no more."""
    if isinstance(move, Exchange):
        return None if state.phase == "exchange" else _because("exchange_over")
    match state.phase, move:
        case "exchange", _:
            return _because("exchange_first")
        case "action", Take() | Draw() | Refresh():
            return _because("last_round" if state.last_round else "observe_first")
        case "action", Gather():
            return _because("regroup_first")
        case "draw", Observe() | Regroup() | Gather():
            return _because("card_first")
        case "gather", Observe() | Regroup() | Take() | Draw() | Refresh():
            return _because("site_first")
        case _:
            return None


def _scientists(player: Player, move: Observe) -> Phrase | None:
    place = HAND_CARDS.index(move.card)
    if place >= len(player.hand):
        return _because("no_such_card")
    card = player.hand[place]
    if playable(card, player.teams[SITES.index(move.site)]):
        return None
    if card.left == card.right:
        return _because("pair_missing", site=move.site, pair=card.left)
    return _because("scientists_missing", site=move.site, left=card.left, right=card.right)


def _renewing(state: State, components: Components) -> Phrase | None:
    if state.refreshed:
        return _because("renewed_already")
    if state.player.stars < components.stars.refresh:
        return _because("no_stars", stars=components.stars.refresh)
    return None


def blocked_kinds(state: State, components: Components) -> Mapping[str, Phrase]:
    """What people look for in the phase they are in, and cannot do."""
    if state.phase == "action" and not any(choices(state.player)):
        return {"observe": _because("no_card_fits")}
    renewing = _renewing(state, components) if state.phase == "draw" else None
    return {} if renewing is None else {"refresh": renewing}


def _because(reason: str, **values: str | int) -> Phrase:
    return Phrase(key=f"not.{reason}", values=values)
