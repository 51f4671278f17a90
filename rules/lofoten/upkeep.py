"""Phase 3, upkeep: fill the market from the two stacks; the rule of four equal tiles."""

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
from rules.lofoten.turn_end import module_moves
from rules.replace import replace


def continue_upkeep(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """Fill the market while possible, then end the turn."""
    if can_fill(state):
        return look_at_stacks(replace(state, stage="upkeep"), recorder)
    return end_turn(state, prices, recorder)


def can_fill(state: State) -> bool:
    """True if there is an empty space and a tile for it."""
    return None in state.market and state.tiles_left() > 0


def look_at_stacks(state: State, recorder: StepRecorder) -> State:
    """Reveal the amounts of both top tiles, which stay known.

    Looking is free, so it happens when the card is drawn: card and tile can be placed together.
    """
    left, right = state.stacks
    if (left.looked or not left.tiles) and (right.looked or not right.tiles):
        return state
    return replace(state, stacks=(_look_at(left, recorder), _look_at(right, recorder)))


def _look_at(stack: Stack, recorder: StepRecorder) -> Stack:
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
    return (*moves, *closing_moves(state, prices))


def closing_moves(state: State, prices: Prices) -> list[LofotenMove]:
    """Return the purchases, and the move that declines the rest if the turn would stay open."""
    bought = purchases(state, prices)
    stays_open = module_moves(state) or (bought and can_fill(state))
    return [*bought, NOTHING_MORE] if stays_open else bought


def decline_rest(state: State) -> State:
    return replace(state, finishing=True)


def fill(state: State, move: Fill, prices: Prices, recorder: StepRecorder) -> State:
    """Put the top tile of a stack on an empty space; continue until the market is full or no tile is left."""
    side, zone = SIDES.index(move.stack), ZONES.index(move.zone)
    tile, state = take_tile(state, side, zone, recorder)
    recorder.emit(
        MarketFilled(seat=state.active, stack=move.stack, zone=move.zone, good=tile.good, amount=tile.amount)
    )
    return continue_upkeep(remove_four_alike(state, recorder), prices, recorder)


def refill(state: State, prices: Prices, recorder: StepRecorder) -> State:
    """Fill the space of a tile that a Jarl took at the end of the turn, except in the very last turn.

    If the stacks cannot fill it, the end is triggered.
    """
    state = ending.check_stacks(state, recorder)
    if state.stage in ("last_unload", "over"):
        return state
    if state.closing:
        return end_turn(state, prices, recorder)
    return continue_upkeep(state, prices, recorder)


def take_tile(state: State, side: int, zone: int, recorder: StepRecorder) -> tuple[Tile, State]:
    """Move the top tile of a stack to a zone and reveal the type of the next tile."""
    tiles = state.stacks[side].tiles
    rest = Stack(tiles[:-1])
    if rest.tiles:
        recorder.reveal(rest.tiles[-1].good)
    return tiles[-1], replace(
        state,
        market=(*state.market[:zone], tiles[-1], *state.market[zone + 1 :]),
        stacks=(rest, state.stacks[1]) if side == 0 else (state.stacks[0], rest),
    )


def remove_four_alike(state: State, recorder: StepRecorder) -> State:
    """If a full market has four tiles of a type, put the two between the others into the box.

    Tiles that the stacks cannot replace stay.
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
    """Return the second and third of the zones, counted from the player's left."""
    from_the_left = alike if seat == 0 else alike[::-1]
    return from_the_left[1:3]


def remove(state: State, zone: int, recorder: StepRecorder) -> State:
    """Put a tile of the market into the box. Its space stays empty until it is filled."""
    tile = state.market[zone]
    assert tile is not None
    recorder.emit(TileRemoved(seat=state.active, zone=ZONES[zone], good=tile.good, amount=tile.amount))
    return replace(
        state, market=(*state.market[:zone], None, *state.market[zone + 1 :]), box=(*state.box, tile)
    )
