"""Phase 3, upkeep: filling the market from the two stacks, and the rule of four tiles alike."""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten import ending
from rules.lofoten.components import Prices
from rules.lofoten.events import FourAlike, MarketFilled, TileRemoved
from rules.lofoten.moves import FILL, NOTHING_MORE, Fill, LofotenMove
from rules.lofoten.pieces import GOODS, SIDES, ZONES, Tile
from rules.lofoten.purse import purchases
from rules.lofoten.state import Stack, State
from rules.lofoten.turn import end_turn
from rules.lofoten.turn_end import offers
from rules.replace import replace


def go_on(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """Fill while there is something to fill; then the turn comes to its end."""
    if to_fill(state):
        return look(replace(state, stage="upkeep"), recorder)
    return end_turn(state, prices, recorder)


def to_fill(state: State) -> bool:
    """An empty space, and a tile to put there."""
    return None in state.market and state.tiles_left() > 0


def look(state: State, recorder: StepRecorder) -> State:
    """Before choosing, the amounts of both top tiles are looked at, and stay known.

    Looking is free, so it is done with the drawing of the card: card and tile can be placed in one go.
    """
    left, right = state.stacks
    if (left.looked or not left.tiles) and (right.looked or not right.tiles):
        return state
    return replace(state, stacks=(_looked(left, recorder), _looked(right, recorder)))


def _looked(stack: Stack, recorder: StepRecorder) -> Stack:
    if stack.looked or not stack.tiles:
        return stack
    recorder.reveal(stack.tiles[-1].amount)
    return Stack(stack.tiles, looked=True)


def choices(state: State, prices: Prices) -> tuple[LofotenMove, ...]:
    moves: list[LofotenMove] = [
        fill
        for stack, fills in zip(state.stacks, FILL, strict=True)
        if stack.tiles
        for fill, tile in zip(fills, state.market, strict=True)
        if tile is None
    ]
    return (*moves, *before_the_end(state, prices))


def before_the_end(state: State, prices: Prices) -> list[LofotenMove]:
    """What can be bought; and that nothing more is wanted, where the turn would be held open."""
    bought = purchases(state, prices)
    held_open = offers(state) or (bought and to_fill(state))
    return [*bought, NOTHING_MORE] if held_open else bought


def nothing_more(state: State) -> State:
    return replace(state, finishing=True)


def fill(state: State, move: Fill, prices: Prices, recorder: StepRecorder) -> State:
    """The top tile of a stack onto an empty space, until the market is full or the stacks are empty."""
    side, zone = SIDES.index(move.stack), ZONES.index(move.zone)
    tile, state = take_tile(state, side, zone, recorder)
    recorder.emit(
        MarketFilled(seat=state.active, stack=move.stack, zone=move.zone, good=tile.good, amount=tile.amount)
    )
    return go_on(part_four_alike(state, recorder), prices, recorder)


def refill(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """Fill the space of a tile that a Jarl took at the end of the turn; in the very last turn it stays.

    Where the stacks cannot fill it the end is triggered here.
    """
    state = ending.judge_filling(state, recorder)
    if state.stage in ("last_unload", "over"):
        return state
    if state.closing:
        return end_turn(state, prices, recorder)
    return go_on(state, prices, recorder)


def take_tile(state: State, side: int, zone: int, recorder: StepRecorder) -> tuple[Tile, State]:
    """Move the top tile of a stack to a zone; the type of the next tile comes to light."""
    tiles = state.stacks[side].tiles
    rest = Stack(tiles[:-1])
    if rest.tiles:
        recorder.reveal(rest.tiles[-1].good)
    return tiles[-1], replace(
        state,
        market=(*state.market[:zone], tiles[-1], *state.market[zone + 1 :]),
        stacks=(rest, state.stacks[1]) if side == 0 else (state.stacks[0], rest),
    )


def part_four_alike(state: State, recorder: StepRecorder) -> State:
    """With four tiles of a type in a full market, the two between the others go to the box.

    Nothing is discarded that the stacks cannot replace.
    """
    if None in state.market or state.tiles_left() < 2:
        return state
    goods = [tile.good for tile in state.market if tile is not None]
    for good in GOODS:
        if goods.count(good) >= 4:
            recorder.emit(FourAlike(seat=state.active, good=good, tiles=goods.count(good)))
            alike = [zone for zone, tile in enumerate(goods) if tile == good]
            for zone in sorted(_between(alike, state.active)):
                state = remove(state, zone, recorder)
    return state


def _between(alike: list[int], seat: Seat) -> list[int]:
    """The second and third of four; of five, as counted from the player's own left."""
    from_the_left = alike if seat == 0 else alike[::-1]
    return from_the_left[1:3]


def remove(state: State, zone: int, recorder: StepRecorder) -> State:
    """A tile of the market goes to the box; its space stays empty until it is filled."""
    tile = state.market[zone]
    assert tile is not None
    recorder.emit(TileRemoved(seat=state.active, zone=ZONES[zone], good=tile.good, amount=tile.amount))
    return replace(
        state,
        market=(*state.market[:zone], None, *state.market[zone + 1 :]),
        box=(*state.box, tile),
    )
