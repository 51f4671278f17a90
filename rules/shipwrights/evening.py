"""The evening: gold, workers, and returning what exceeds the capacity of mill and village."""

from collections import Counter
from collections.abc import Iterator

from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights import scoring
from rules.shipwrights.components import Components
from rules.shipwrights.events import GoodsReturned, GoodsSetAside, Rested, WorkersReturned
from rules.shipwrights.fleet import daily_workers, evening_gold, mill_capacity
from rules.shipwrights.morning import begin_day
from rules.shipwrights.moves import Return, ShipwrightsMove, return_move
from rules.shipwrights.pieces import GOODS, PIONEER, Good, Goods
from rules.shipwrights.state import Player, State


def begin_evening(state: State, components: Components, recorder: StepRecorder) -> State:
    """Discard the leftovers of the morning, let all players rest, and return what leaves no choice."""
    state = replace(
        state,
        stage="night",
        active=state.first,
        buried=(*state.buried, *(card for cards in state.sets for card in cards)),
        sets=(),
        players=tuple(player._replace(passed=()) for player in state.players),
    )
    for seat in state.order:
        player = _rest(state.players[seat], seat, components, recorder)
        state = replace(state, players=state.players_with(seat, player))
    last = scoring.is_last_day(state, components)
    for seat in state.order:
        state = _return_chosen(state, seat, components, recorder)
        state = _return_forced(state, seat, components, recorder, last=last)
    return end_night(state, components, recorder)


# At dusk, at the end of a turn: the player chooses what to return at night


def asks_at_dusk(state: State, components: Components) -> bool:
    """True if the active player, whose turn is over, must still choose what to return.

    On the last day resources do not matter any more.
    """
    if scoring.is_last_day(state, components):
        return False
    left, excess = _rest_at_dusk(state.player, components)
    return _is_a_choice(left, excess)


def dusk_choices(state: State, components: Components) -> tuple[ShipwrightsMove, ...]:
    return _return_moves(*_rest_at_dusk(state.player, components))


def choose_at_dusk(state: State, move: Return, components: Components, recorder: StepRecorder) -> State:
    """Store the choice, hidden until night, together with the rest if that leaves no choice."""
    seat, player = state.active, state.player
    chosen = (player.returning or Goods()).plus(move.good, move.amount)
    player = player._replace(returning=chosen)
    left, excess = _rest_at_dusk(player, components)
    if excess and not _is_a_choice(left, excess):
        for good in _largest_first(left, excess):
            chosen = chosen.plus(good, 1)
        player = player._replace(returning=chosen)
    for good in GOODS:
        amount = chosen.of(good) - (state.player.returning or Goods()).of(good)
        if amount:
            only_self = frozenset((seat,))
            recorder.emit(GoodsSetAside(seat=seat, good=good, amount=amount, audience=only_self))
    return replace(state, players=state.players_with(seat, player))


def _rest_at_dusk(player: Player, components: Components) -> tuple[Goods, int]:
    """Return the goods of the mill that are not chosen to be returned, and by how many they exceed it."""
    left = player.mill.minus(player.returning or Goods())
    return left, max(0, left.total - mill_capacity(player, components))


def _is_a_choice(mill: Goods, excess: int) -> bool:
    return 0 < excess < mill.total and sum(amount > 0 for amount in mill) > 1


def _return_moves(mill: Goods, excess: int) -> tuple[ShipwrightsMove, ...]:
    """Return moves with an amount of one resource. If more must be returned, the player is asked again."""
    return tuple(
        return_move(good, amount) for good in GOODS for amount in range(min(excess, mill.of(good)), 0, -1)
    )


# At night


def _return_chosen(state: State, seat: Seat, components: Components, recorder: StepRecorder) -> State:
    """Return what was chosen at dusk, unless a Thief has changed the mill since."""
    player = state.players[seat]
    chosen = player.returning
    state = replace(state, players=state.players_with(seat, player._replace(returning=None)))
    excess = _excess(player, components)
    if chosen is not None and excess == chosen.total and player.mill.covers(chosen):
        recorder.reveal(chosen)
        for good in GOODS:
            if chosen.of(good):
                state = _give_back(state, seat, good, chosen.of(good), recorder)
    return state


def _return_forced(
    state: State, seat: Seat, components: Components, recorder: StepRecorder, *, last: bool = False
) -> State:
    """Return goods that leave no choice; on the last evening all excess, because it does not matter."""
    mill = state.players[seat].mill
    excess = _excess(state.players[seat], components)
    if excess and (last or not _is_a_choice(mill, excess)):
        for good, amount in Counter(_largest_first(mill, excess)).items():
            state = _give_back(state, seat, good, amount, recorder)
    return state


def _rest(player: Player, seat: Seat, components: Components, recorder: StepRecorder) -> Player:
    """Give a player gold, limited by the shoreline, then workers, limited by the village."""
    gold = player.gold + evening_gold(player, components)
    came = daily_workers(player, components)
    recorder.emit(Rested(seat=seat, gold=gold - player.gold, workers=came))
    workers, most = player.workers + came, components.board.workers
    if workers > most:
        recorder.emit(WorkersReturned(seat=seat, workers=workers - most))
    return player._replace(gold=gold, workers=min(workers, most))


def _excess(player: Player, components: Components) -> int:
    return max(0, player.mill.total - mill_capacity(player, components))


def _largest_first(mill: Goods, excess: int) -> Iterator[Good]:
    for _ in range(excess):
        good = max(GOODS, key=mill.of)
        mill = mill.plus(good, -1)
        yield good


def seats_to_return(state: State, components: Components) -> frozenset[Seat]:
    return frozenset(seat for seat, player in enumerate(state.players) if _excess(player, components))


def choices(state: State, seat: Seat, components: Components) -> tuple[ShipwrightsMove, ...]:
    player = state.players[seat]
    return _return_moves(player.mill, _excess(player, components))


def return_goods(
    state: State, seat: Seat, move: Return, components: Components, recorder: StepRecorder
) -> State:
    state = _give_back(state, seat, move.good, move.amount, recorder)
    state = _return_forced(state, seat, components, recorder)
    return end_night(state, components, recorder)


def _give_back(state: State, seat: Seat, good: Good, amount: int, recorder: StepRecorder) -> State:
    recorder.emit(GoodsReturned(seat=seat, good=good, amount=amount))
    player = state.players[seat]
    mill = player.mill.plus(good, -amount)
    return replace(state, players=state.players_with(seat, player._replace(mill=mill)))


def end_night(state: State, components: Components, recorder: StepRecorder) -> State:
    """Once no mill exceeds its capacity, end the game or begin a new day."""
    if seats_to_return(state, components):
        return state
    if scoring.is_last_day(state, components):
        scoring.emit_scores(state, components, recorder)
        return replace(state, stage="over")
    pioneers = sum(player.pioneers for player in state.players)
    following = (state.first + 1) % len(state.players)
    state = replace(
        state,
        first=following if state.tomorrow is None else state.tomorrow,
        tomorrow=None,
        players=tuple(player._replace(pioneers=0) for player in state.players),
        discards=(*state.discards, *((PIONEER,) * pioneers)),
    )
    return begin_day(state, recorder)
