"""The evening: gold, workers, and what mill and village cannot hold overnight."""

from collections.abc import Iterator
from dataclasses import replace

from rules.engine import Happening
from rules.game import Seat
from rules.shipwrights import scoring
from rules.shipwrights.components import Components
from rules.shipwrights.events import GoodsReturned, Rested, WorkersReturned
from rules.shipwrights.fleet import daily_gold, daily_workers, mill_capacity
from rules.shipwrights.morning import begin_day
from rules.shipwrights.moves import Return, ShipwrightsMove, give_back
from rules.shipwrights.pieces import GOODS, PIONEER, Good, Goods
from rules.shipwrights.state import Player, State


def begin_evening(state: State, components: Components, happening: Happening) -> State:
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
        player = _rested(state.players[seat], seat, components, happening)
        state = replace(state, players=state.players_with(seat, player))
    last = scoring.somebody_is_done(state, components)
    for seat in state.order:
        state = _without_asking(state, seat, components, happening, last=last)
    return end_night(state, components, happening)


def _without_asking(
    state: State, seat: Seat, components: Components, happening: Happening, *, last: bool = False
) -> State:
    """What leaves no choice goes back by itself; so does all on the last evening, when no mill counts."""
    mill = state.players[seat].mill
    excess = _excess(state.players[seat], components)
    held = [good for good in GOODS if mill.of(good)]
    if excess and last:
        for good in _from_the_largest(mill, excess):
            state = _give_back(state, seat, good, 1, happening)
    elif excess and (len(held) == 1 or excess == mill.total):
        for good in held:
            state = _give_back(state, seat, good, min(excess, mill.of(good)), happening)
    return state


def _rested(player: Player, seat: Seat, components: Components, happening: Happening) -> Player:
    """Gold comes before the new workers do, and stops at the end of the shoreline."""
    board = components.board
    earned = player.workers * components.evening.gold_per_worker + daily_gold(player, components)
    gold = min(board.gold, player.gold + earned)
    came = daily_workers(player, components)
    happening.tell(Rested(seat=seat, gold=gold - player.gold, workers=came))
    workers = player.workers + came
    if workers > board.workers:
        happening.tell(WorkersReturned(seat=seat, workers=workers - board.workers))
    return player._replace(gold=gold, workers=min(workers, board.workers))


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
    """So many of one resource; whoever must give back more is asked again."""
    player = state.players[seat]
    excess = _excess(player, components)
    return tuple(
        give_back(good, amount)
        for good in GOODS
        for amount in range(min(excess, player.mill.of(good)), 0, -1)
    )


def return_goods(
    state: State, seat: Seat, move: Return, components: Components, happening: Happening
) -> State:
    state = _give_back(state, seat, move.good, move.amount, happening)
    state = _without_asking(state, seat, components, happening)
    return end_night(state, components, happening)


def _give_back(state: State, seat: Seat, good: Good, amount: int, happening: Happening) -> State:
    happening.tell(GoodsReturned(seat=seat, good=good, amount=amount))
    player = state.players[seat]
    mill = player.mill.plus(good, -amount)
    return replace(state, players=state.players_with(seat, player._replace(mill=mill)))


def end_night(state: State, components: Components, happening: Happening) -> State:
    """Once every mill holds what is in it: the end, or a new day with its first player."""
    if to_return(state, components):
        return state
    if scoring.somebody_is_done(state, components):
        scoring.tell(state, components, happening)
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
    return begin_day(state, happening)
