"""The end of the game: its trigger, the last free unloading, final scoring."""

from collections.abc import Sequence
from typing import Literal

from rules.engine import StepRecorder
from rules.game import Event, Seat
from rules.lofoten import scoring
from rules.lofoten.cargo import unload
from rules.lofoten.events import CoinsRefunded, EndTriggered, Locked, NothingUnloaded
from rules.lofoten.longships import has_power
from rules.lofoten.moves import UNLOAD, UNLOAD_NONE, LofotenMove, Unload
from rules.lofoten.pieces import Good
from rules.lofoten.purse import take_coin
from rules.lofoten.state import Position, Ship, State
from rules.lofoten.turn_end import can_still_gain, module_moves
from rules.replace import replace

POSITIONS: tuple[Position, ...] = ("market", "right", "dock", "left")


def check_end(state: State, recorder: StepRecorder) -> State:
    """At the end of an action phase, trigger the end or end the game if it is due.

    The game ends after an action phase of the second player, so that both had equally many turns, not
    counting bought ones.
    """
    if state.ending == "one_more_round" and state.active == state.first:
        return replace(state, ending="last_turn")
    if state.closing:
        return _close(state, recorder)
    return check_stacks(state, recorder)


def check_stacks(state: State, recorder: StepRecorder) -> State:
    """Trigger the end if the stacks cannot fill the market any more."""
    if state.ending != "open" or state.tiles_left() >= state.empty_spaces():
        return state
    if state.active == state.first:
        recorder.emit(EndTriggered(seat=state.active, remaining="last_turn"))
        return replace(state, ending="last_turn")
    if state.options.second_trigger == "one_more_round":
        recorder.emit(EndTriggered(seat=state.active, remaining="one_more_round"))
        return replace(state, ending="one_more_round")
    recorder.emit(EndTriggered(seat=state.active, remaining="nothing"))
    return _close(state, recorder)


def ends_game(state: State) -> bool:
    """True after the last turn: only its end and the last unloadings may follow."""
    return state.stage in ("last_unload", "over") or (state.stage == "turn_end" and state.closing)


def stop_result(after: State, events: Sequence[Event]) -> Literal["draw", "last", "finish"]:
    """Return what an action phase led to: the draw, the draw and the last turns, or the end of the game."""
    if ends_game(after):
        return "finish"
    return "last" if any(isinstance(event, EndTriggered) for event in events) else "draw"


def close_if_locked(state: State, recorder: StepRecorder) -> State:
    """At the end of a turn, end the game if nothing on the table can ever change again.

    That is the case if every ship of both fleets waits with an order for goods the market does not have. No
    player can load, deliver or play a centre card then, so no tile will ever leave the market. The game
    continues while a player could upgrade a ship or gain a Jarl. A game whose end is triggered ends anyway.
    """
    if state.ending != "open":
        return state
    goods = {tile.good for tile in state.market if tile is not None}
    if any(_can_act(ship, goods) for player in state.players for ship in player.fleet.ships):
        return state
    if can_still_gain(state):
        return state
    recorder.emit(Locked())
    return _close(replace(state, ending="locked"), recorder)


def _can_act(ship: Ship, goods: set[Good]) -> bool:
    """True if the ship has goods to deliver, is free for an order, or can load a good of the market."""
    if ship.order is None or ship.load:
        return True
    return ship.order.good in goods or (has_power(ship, "c") and bool(goods))


def _close(state: State, recorder: StepRecorder) -> State:
    """Begin the end of the last turn, if it has one, then the last unloadings."""
    state = _refund_turn(state, recorder)
    if module_moves(state):
        return replace(state, stage="turn_end", ending="last_turn")
    return begin_last_unloading(state, recorder)


def begin_last_unloading(state: State, recorder: StepRecorder) -> State:
    return _last_unloading(state, state.first, recorder)


def _refund_turn(state: State, recorder: StepRecorder) -> State:
    """Refund a bought turn that will not take place.

    The price was paid into the reserve and may have been stolen since. It is taken back from the reserve,
    then from the rival.
    """
    if not state.extra_turn:
        return state
    coins = state.player.coins
    for _ in range(state.paid_for_turn):
        state = take_coin(state, state.active)
    recorder.emit(CoinsRefunded(seat=state.active, coins=state.player.coins - coins))
    return replace(state, paid_for_turn=0)


def _last_unloading(state: State, seat: Seat, recorder: StepRecorder) -> State:
    """Let a seat unload one ship at any position; skip it if no ship has a load."""
    state = replace(state, active=seat, stage="last_unload")
    if any(ship.load for ship in state.player.fleet.ships):
        return state
    return _next_unloading(state, recorder)


def _next_unloading(state: State, recorder: StepRecorder) -> State:
    if state.active == state.first:
        return _last_unloading(state, state.second, recorder)
    scoring.emit_scores(state, recorder)
    return replace(state, stage="over")


def choices(state: State) -> tuple[LofotenMove, ...]:
    loaded = [ship.key for ship in state.player.fleet.ships if ship.load]
    return (*(UNLOAD[key] for key in sorted(loaded)), UNLOAD_NONE)


def unload_last(state: State, move: Unload, recorder: StepRecorder) -> State:
    if move.ship == "none":
        recorder.emit(NothingUnloaded(seat=state.active))
        return _next_unloading(state, recorder)
    ships = state.player.fleet.ships
    position = next(place for place, ship in zip(POSITIONS, ships, strict=True) if ship.key == move.ship)
    return after_unloading(unload(state, position, recorder), recorder)


def after_unloading(state: State, recorder: StepRecorder) -> State:
    """Continue with the other player's unloading once the tiles are stored."""
    return state if state.unloading else _next_unloading(state, recorder)
