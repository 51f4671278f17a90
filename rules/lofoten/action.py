"""Phase 1, action: play a side card for its steps, or the centre card for its effect."""

from rules.engine import StepRecorder
from rules.lofoten import ending
from rules.lofoten.cargo import run_automatic_actions
from rules.lofoten.components import CentreEffects, Prices
from rules.lofoten.draw import begin_draw
from rules.lofoten.events import CentreCardPlayed, CoinStolen, FleetSlid, FleetTurned, SideCardPlayed
from rules.lofoten.fleet import next_zone, rotate
from rules.lofoten.longships import SHIP_D_USES, has_power
from rules.lofoten.moves import (
    BUY_STEP,
    PLAY_CENTRE,
    PLAY_SIDE,
    REMOVE,
    ROW,
    SLIDE,
    STEAL,
    STOP,
    TURN,
    WHEEL,
    LofotenMove,
    PlaySide,
    Remove,
)
from rules.lofoten.pieces import SIDES, ZONES, Card, Good, Side
from rules.lofoten.purse import coin_source, purchases, spend, take_coin
from rules.lofoten.state import Fleet, InPlay, State
from rules.lofoten.upkeep import remove
from rules.replace import replace


def card_choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    """One of the three cards must be played; the centre card needs a ship without an order at the dock."""
    left, right = PLAY_SIDE
    centre = (PLAY_CENTRE,) if state.player.fleet.dock.order is None else ()
    return (left, *centre, right, *purchases(state, prices))


def steps(state: State, seat: int, card: Card) -> int:
    """Return the steps of a side card: its value, plus those of Eirik."""
    return card.value + state.strength(seat, "eirik")


def play_side(state: State, move: PlaySide, recorder: StepRecorder) -> State:
    """Play a side card. All its steps are in its own direction."""
    player = state.player
    if move.card == "left":
        card, hand = player.hand[0], player.hand[1:]
    else:
        card, hand = player.hand[-1], player.hand[:-1]
    given = steps(state, state.active, card)
    recorder.emit(
        SideCardPlayed(seat=state.active, card=move.card, good=card.good, value=card.value, steps=given)
    )
    return replace(
        state,
        stage="steps",
        players=state.players_with(state.active, player._replace(hand=hand)),
        discards=(*state.discards, card),
        in_play=InPlay(card, move.card, given),
    )


def step_choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    """Steps are optional; coins add more."""
    moves: list[LofotenMove] = []
    fleet = state.player.fleet
    if _remaining(state) > 0:
        if next_zone(fleet.zone, state.active, direction(state)) is not None:
            moves.append(SLIDE)
        moves.append(TURN)
    if state.player.coins >= prices.step:
        moves.append(BUY_STEP)
    return (*moves, *purchases(state, prices), STOP)


def step_slide(state: State, recorder: StepRecorder) -> State:
    return _slide(_use(state), direction(state), recorder)


def step_turn(state: State, recorder: StepRecorder) -> State:
    return _turn(_use(state), direction(state), recorder)


def buy_step(state: State, prices: Prices, recorder: StepRecorder) -> State:
    return _use(spend(state, prices.step, "step", recorder), -1)


def uses(state: State, seat: int, good: Good) -> int:
    """Return how often a centre effect may be used: once per own stored tile of its good, at least once.

    The better longship D at the dock raises the minimum to four; Gunnar adds to both.
    """
    least = SHIP_D_USES if has_power(state.players[seat].fleet.dock, "d") else 1
    return max(least, len(state.stored(seat, good))) + state.strength(seat, "gunnar")


def play_centre(state: State, effects: CentreEffects, recorder: StepRecorder) -> State:
    """Play the centre card: it becomes the order of the ship at the dock. Its value does not matter."""
    player = state.player
    left, card, right = player.hand
    dock = player.fleet.dock
    effect, allowed = effects.of(card.good), uses(state, state.active, card.good)
    recorder.emit(
        CentreCardPlayed(
            seat=state.active, good=card.good, value=card.value, ship=dock.key, effect=effect, uses=allowed
        )
    )
    fleet = player.fleet._replace(dock=dock._replace(order=card))
    return replace(
        state,
        stage="effect",
        players=state.players_with(state.active, player._replace(hand=(left, right), fleet=fleet)),
        in_play=InPlay(card, "centre", allowed, effect),
    )


def effect_choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    """Uses of the effect are optional."""
    moves: list[LofotenMove] = _effect_moves(state) if _remaining(state) > 0 else []
    return (*moves, *purchases(state, prices), STOP)


def _effect_moves(state: State) -> list[LofotenMove]:
    assert state.in_play is not None
    seat = state.active
    match state.in_play.effect:
        case "steal":
            return [STEAL] if coin_source(state, seat) else []
        case "remove":
            return [move for move, tile in zip(REMOVE, state.market, strict=True) if tile is not None]
        case "wheel":
            return [*WHEEL]
        case _:
            zone = state.player.fleet.zone
            return [ROW[way] for way in SIDES if next_zone(zone, seat, way) is not None]


def steal(state: State, recorder: StepRecorder) -> State:
    source = coin_source(state, state.active)
    assert source is not None
    recorder.emit(CoinStolen(seat=state.active, source=source))
    return take_coin(_use(state), state.active)


def wheel(state: State, way: Side, recorder: StepRecorder) -> State:
    return _turn(_use(state), way, recorder)


def row(state: State, way: Side, recorder: StepRecorder) -> State:
    return _slide(_use(state), way, recorder)


def remove_tile(state: State, move: Remove, recorder: StepRecorder) -> State:
    return remove(_use(state), ZONES.index(move.zone), recorder)


def end_action_if_done(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """End the action phase automatically if the card is used up and nothing can be bought."""
    if state.phase == "steps" and step_choices(state, prices) == (STOP,):
        return end_action(state, recorder)
    if state.phase == "effect" and effect_choices(state, prices) == (STOP,):
        return end_action(state, recorder)
    return state


def end_action(state: State, recorder: StepRecorder) -> State:
    """Check for the end of the game, then begin the draw phase."""
    state = ending.check_end(replace(state, in_play=None), recorder)
    return begin_draw(state, recorder) if state.stage in ("steps", "effect") else state


def _remaining(state: State) -> int:
    return state.in_play.left if state.in_play else 0


def direction(state: State) -> Side:
    """Return the side of the hand that the card in play came from."""
    assert state.in_play is not None
    return "left" if state.in_play.hand == "left" else "right"


def _use(state: State, count: int = 1) -> State:
    assert state.in_play is not None
    return replace(state, in_play=state.in_play._replace(left=state.in_play.left - count))


def _slide(state: State, way: Side, recorder: StepRecorder) -> State:
    fleet = state.player.fleet
    zone = next_zone(fleet.zone, state.active, way)
    assert zone is not None
    recorder.emit(FleetSlid(seat=state.active, origin=ZONES[fleet.zone], zone=ZONES[zone]))
    return _with_fleet(state, fleet._replace(zone=zone), recorder)


def _turn(state: State, way: Side, recorder: StepRecorder) -> State:
    recorder.emit(FleetTurned(seat=state.active, turning=way))
    return _with_fleet(state, rotate(state.player.fleet, way), recorder)


def _with_fleet(state: State, fleet: Fleet, recorder: StepRecorder) -> State:
    """Move the fleet, then run the automatic actions."""
    players = state.players_with(state.active, state.player._replace(fleet=fleet))
    return run_automatic_actions(replace(state, players=players), recorder)
