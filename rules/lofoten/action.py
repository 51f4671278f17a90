"""Phase 1, action: play a side card and take its steps, or the centre card and use its effect."""

from rules.engine import StepRecorder
from rules.lofoten import ending
from rules.lofoten.cargo import settle
from rules.lofoten.components import CentreEffects, Prices
from rules.lofoten.draw import begin_draw
from rules.lofoten.events import CentreCardPlayed, CoinStolen, FleetSlid, FleetTurned, SideCardPlayed
from rules.lofoten.fleet import turned, zone_beyond
from rules.lofoten.longships import USES_OF_D, has_power
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
from rules.lofoten.purse import purchases, source_of_coin, spend, take_coin
from rules.lofoten.state import Fleet, InPlay, State
from rules.lofoten.upkeep import remove
from rules.replace import replace


def card_choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    """One of the three cards must be played; the centre one needs a ship without an order at the dock."""
    left, right = PLAY_SIDE
    centre = (PLAY_CENTRE,) if state.player.fleet.dock.order is None else ()
    return (left, *centre, right, *purchases(state, prices))


def steps(state: State, seat: int, card: Card) -> int:
    """A side card gives as many steps as its value; Eirik adds some."""
    return card.value + state.strength(seat, "eirik")


def play_side(state: State, move: PlaySide, recorder: StepRecorder) -> State:
    """The steps of the card are all in its own direction."""
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
    """Steps are never compulsory; coins add more of them."""
    moves: list[LofotenMove] = []
    fleet = state.player.fleet
    if _left(state) > 0:
        if zone_beyond(fleet.zone, state.active, _direction(state)) is not None:
            moves.append(SLIDE)
        moves.append(TURN)
    if state.player.coins >= prices.step:
        moves.append(BUY_STEP)
    return (*moves, *purchases(state, prices), STOP)


def step_slide(state: State, recorder: StepRecorder) -> State:
    return _slide(_used(state), _direction(state), recorder)


def step_turn(state: State, recorder: StepRecorder) -> State:
    return _turn(_used(state), _direction(state), recorder)


def buy_step(state: State, prices: Prices, recorder: StepRecorder) -> State:
    return _used(spend(state, prices.step, "step", recorder), -1)


def uses(state: State, seat: int, good: Good) -> int:
    """A centre effect may be used once for each own stored tile of its good, and once without any.

    The better longship D at the dock allows four uses at least; Gunnar adds more to either.
    """
    least = USES_OF_D if has_power(state.players[seat].fleet.dock, "d") else 1
    return max(least, len(state.stored(seat, good))) + state.strength(seat, "gunnar")


def play_centre(state: State, effects: CentreEffects, recorder: StepRecorder) -> State:
    """The middle card becomes the order of the ship at the dock; its value does not matter."""
    player = state.player
    left, card, right = player.hand
    dock = player.fleet.dock
    effect, allowed = effects.of(card.good), uses(state, state.active, card.good)
    recorder.emit(
        CentreCardPlayed(
            seat=state.active,
            good=card.good,
            value=card.value,
            ship=dock.key,
            effect=effect,
            uses=allowed,
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
    """Uses of the effect are never compulsory."""
    moves: list[LofotenMove] = _uses_of_effect(state) if _left(state) > 0 else []
    return (*moves, *purchases(state, prices), STOP)


def _uses_of_effect(state: State) -> list[LofotenMove]:
    assert state.in_play is not None
    seat = state.active
    match state.in_play.effect:
        case "steal":
            return [STEAL] if source_of_coin(state, seat) else []
        case "remove":
            return [move for move, tile in zip(REMOVE, state.market, strict=True) if tile is not None]
        case "wheel":
            return [*WHEEL]
        case _:
            zone = state.player.fleet.zone
            return [ROW[way] for way in SIDES if zone_beyond(zone, seat, way) is not None]


def steal(state: State, recorder: StepRecorder) -> State:
    source = source_of_coin(state, state.active)
    assert source is not None
    recorder.emit(CoinStolen(seat=state.active, source=source))
    return take_coin(_used(state), state.active)


def wheel(state: State, way: Side, recorder: StepRecorder) -> State:
    return _turn(_used(state), way, recorder)


def row(state: State, way: Side, recorder: StepRecorder) -> State:
    return _slide(_used(state), way, recorder)


def remove_tile(state: State, move: Remove, recorder: StepRecorder) -> State:
    return remove(_used(state), ZONES.index(move.zone), recorder)


def go_on(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """Where nothing is left of the card and nothing can be bought, the action phase is over."""
    if state.phase == "steps" and step_choices(state, prices) == (STOP,):
        return end_action(state, recorder)
    if state.phase == "effect" and effect_choices(state, prices) == (STOP,):
        return end_action(state, recorder)
    return state


def end_action(state: State, recorder: StepRecorder) -> State:
    """The end of the game is judged here, before the card is drawn."""
    state = ending.judge(replace(state, in_play=None), recorder)
    return begin_draw(state, recorder) if state.stage in ("steps", "effect") else state


def _left(state: State) -> int:
    return state.in_play.left if state.in_play else 0


def _direction(state: State) -> Side:
    """The side from which the card in play came."""
    assert state.in_play is not None
    return "left" if state.in_play.hand == "left" else "right"


def _used(state: State, count: int = 1) -> State:
    assert state.in_play is not None
    return replace(state, in_play=state.in_play._replace(left=state.in_play.left - count))


def _slide(state: State, way: Side, recorder: StepRecorder) -> State:
    fleet = state.player.fleet
    zone = zone_beyond(fleet.zone, state.active, way)
    assert zone is not None
    recorder.emit(FleetSlid(seat=state.active, origin=ZONES[fleet.zone], zone=ZONES[zone]))
    return _moved(state, fleet._replace(zone=zone), recorder)


def _turn(state: State, way: Side, recorder: StepRecorder) -> State:
    recorder.emit(FleetTurned(seat=state.active, turning=way))
    return _moved(state, turned(state.player.fleet, way), recorder)


def _moved(state: State, fleet: Fleet, recorder: StepRecorder) -> State:
    """Between any two steps the automatic actions take place."""
    players = state.players_with(state.active, state.player._replace(fleet=fleet))
    return settle(replace(state, players=players), recorder)
