"""The evening: gold, workers, and what mill and village cannot hold overnight."""

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
from rules.shipwrights.moves import Return, ShipwrightsMove, give_back
from rules.shipwrights.pieces import GOODS, PIONEER, Good, Goods
from rules.shipwrights.state import Player, State


def begin_evening(state: State, components: Components, recorder: StepRecorder) -> State:
    """The leftovers of the morning join the discards; then everybody rests."""
    state = replace(
        state,
        stage="night",
        active=state.first,
        buried=(*state.buried, *(card for cards in state.sets for card in cards)),
        sets=(),
        players=tuple(player._replace(passed=()) for player in state.players),
    )
    for seat in state.order:
        player = _rested(state.players[seat], seat, components, recorder)
        state = replace(state, players=state.players_with(seat, player))
    last = scoring.somebody_is_done(state, components)
    for seat in state.order:
        state = _as_chosen(state, seat, components, recorder)
        state = _without_asking(state, seat, components, recorder, last=last)
    return end_night(state, components, recorder)


# At dusk: what shall go back at night, chosen at the end of the own turn


def asks_at_dusk(state: State, components: Components) -> bool:
    """Whether the active player, whose turn is over, has yet to choose what goes back.

    On the last day no mill counts any more.
    """
    if scoring.somebody_is_done(state, components):
        return False
    left, excess = _left_at_dusk(state.player, components)
    return _is_a_choice(left, excess)


def dusk_choices(state: State, components: Components) -> tuple[ShipwrightsMove, ...]:
    return _amounts(*_left_at_dusk(state.player, components))


def choose_at_dusk(state: State, move: Return, components: Components, recorder: StepRecorder) -> State:
    """Nobody else learns of it before the night; what leaves no choice is set aside with it."""
    seat, player = state.active, state.player
    chosen = (player.returning or Goods()).plus(move.good, move.amount)
    player = player._replace(returning=chosen)
    left, excess = _left_at_dusk(player, components)
    if excess and not _is_a_choice(left, excess):
        for good in _from_the_largest(left, excess):
            chosen = chosen.plus(good, 1)
        player = player._replace(returning=chosen)
    for good in GOODS:
        amount = chosen.of(good) - (state.player.returning or Goods()).of(good)
        if amount:
            only_self = frozenset((seat,))
            recorder.emit(GoodsSetAside(seat=seat, good=good, amount=amount, audience=only_self))
    return replace(state, players=state.players_with(seat, player))


def _left_at_dusk(player: Player, components: Components) -> tuple[Goods, int]:
    """What of the mill is not chosen to go back, and how much of it is still too much."""
    left = player.mill.minus(player.returning or Goods())
    return left, max(0, left.total - mill_capacity(player, components))


def _is_a_choice(mill: Goods, excess: int) -> bool:
    return 0 < excess < mill.total and sum(amount > 0 for amount in mill) > 1


def _amounts(mill: Goods, excess: int) -> tuple[ShipwrightsMove, ...]:
    """So many of one resource; whoever must give back more is asked again."""
    return tuple(
        give_back(good, amount) for good in GOODS for amount in range(min(excess, mill.of(good)), 0, -1)
    )


# At night


def _as_chosen(state: State, seat: Seat, components: Components, recorder: StepRecorder) -> State:
    """What was chosen at dusk goes back, unless a Thief has changed the mill meanwhile."""
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


def _without_asking(
    state: State, seat: Seat, components: Components, recorder: StepRecorder, *, last: bool = False
) -> State:
    """What leaves no choice goes back by itself; so does all on the last evening, when no mill counts."""
    mill = state.players[seat].mill
    excess = _excess(state.players[seat], components)
    if excess and (last or not _is_a_choice(mill, excess)):
        for good, amount in Counter(_from_the_largest(mill, excess)).items():
            state = _give_back(state, seat, good, amount, recorder)
    return state


def _rested(player: Player, seat: Seat, components: Components, recorder: StepRecorder) -> Player:
    """Gold comes before the new workers do, and stops at the end of the shoreline."""
    gold = player.gold + evening_gold(player, components)
    came = daily_workers(player, components)
    recorder.emit(Rested(seat=seat, gold=gold - player.gold, workers=came))
    workers, most = player.workers + came, components.board.workers
    if workers > most:
        recorder.emit(WorkersReturned(seat=seat, workers=workers - most))
    return player._replace(gold=gold, workers=min(workers, most))


def _excess(player: Player, components: Components) -> int:
    return max(0, player.mill.total - mill_capacity(player, components))


def _from_the_largest(mill: Goods, excess: int) -> Iterator[Good]:
    for _ in range(excess):
        good = max(GOODS, key=mill.of)
        mill = mill.plus(good, -1)
        yield good


def to_return(state: State, components: Components) -> frozenset[Seat]:
    return frozenset(seat for seat, player in enumerate(state.players) if _excess(player, components))


def choices(state: State, seat: Seat, components: Components) -> tuple[ShipwrightsMove, ...]:
    player = state.players[seat]
    return _amounts(player.mill, _excess(player, components))


def return_goods(
    state: State, seat: Seat, move: Return, components: Components, recorder: StepRecorder
) -> State:
    state = _give_back(state, seat, move.good, move.amount, recorder)
    state = _without_asking(state, seat, components, recorder)
    return end_night(state, components, recorder)


def _give_back(state: State, seat: Seat, good: Good, amount: int, recorder: StepRecorder) -> State:
    recorder.emit(GoodsReturned(seat=seat, good=good, amount=amount))
    player = state.players[seat]
    mill = player.mill.plus(good, -amount)
    return replace(state, players=state.players_with(seat, player._replace(mill=mill)))


def end_night(state: State, components: Components, recorder: StepRecorder) -> State:
    """Once every mill holds what is in it: the end, or a new day with its first player."""
    if to_return(state, components):
        return state
    if scoring.somebody_is_done(state, components):
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
