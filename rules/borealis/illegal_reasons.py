"""Why a move is illegal, from what its seat may know."""

from collections.abc import Mapping

from rules.borealis import moves
from rules.borealis.components import Components
from rules.borealis.moves import BorealisMove
from rules.borealis.observation import choices, is_playable
from rules.borealis.pieces import SITES
from rules.borealis.state import Player, State
from rules.game import Phrase, Seat


def illegal_reason(state: State, seat: Seat, move: BorealisMove, components: Components) -> Phrase | None:
    """Return the first reason that makes a move illegal."""
    phase_reason = _phase_reason(state, move)
    if phase_reason is not None:
        return phase_reason
    match move:
        case moves.Observe():
            return _observe_reason(state.players[seat], move)
        case moves.Refresh():
            return _refresh_reason(state, components)
        case moves.Regroup() if state.last_round:
            return _reason("last_round")
        case _:
            return None


def _phase_reason(state: State, move: BorealisMove) -> Phrase | None:
    """Return a reason if the phase of the turn does not allow this kind of move."""
    if isinstance(move, moves.Exchange):
        return None if state.phase == "exchange" else _reason("exchange_over")
    match state.phase, move:
        case "exchange", _:
            return _reason("exchange_first")
        case "action", moves.Take() | moves.Draw() | moves.Refresh():
            return _reason("last_round" if state.last_round else "observe_first")
        case "action", moves.Gather():
            return _reason("regroup_first")
        case "draw", moves.Observe() | moves.Regroup() | moves.Gather():
            return _reason("card_first")
        case "gather", moves.Observe() | moves.Regroup() | moves.Take() | moves.Draw() | moves.Refresh():
            return _reason("site_first")
        case _:
            return None


def _observe_reason(player: Player, move: moves.Observe) -> Phrase | None:
    place = moves.HAND_CARDS.index(move.card)
    if place >= len(player.hand):
        return _reason("no_such_card")
    card = player.hand[place]
    if is_playable(card, player.teams[SITES.index(move.site)]):
        return None
    if card.left == card.right:
        return _reason("pair_missing", site=move.site, pair=card.left)
    return _reason("scientists_missing", site=move.site, left=card.left, right=card.right)


def _refresh_reason(state: State, components: Components) -> Phrase | None:
    if state.refreshed:
        return _reason("renewed_already")
    if state.player.stars < components.stars.refresh:
        return _reason("no_stars", stars=components.stars.refresh)
    return None


def blocked_kinds(state: State, components: Components) -> Mapping[str, Phrase]:
    """Return the kinds of move that players expect in this phase but cannot make."""
    if state.phase == "action" and not any(choices(state.player)):
        return {"observe": _reason("no_card_fits")}
    reason = _refresh_reason(state, components) if state.phase == "draw" else None
    return {} if reason is None else {"refresh": reason}


def _reason(reason: str, **values: str | int) -> Phrase:
    return Phrase(key=f"not.{reason}", values=values)
