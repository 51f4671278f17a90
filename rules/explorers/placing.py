"""Placing a tile: where it fits, its token, and redrawing when nothing fits."""

from collections.abc import Iterable, Sequence

from rules.engine import StepRecorder
from rules.explorers.chart import chart
from rules.explorers.components import Components
from rules.explorers.events import HandRedrawn, SettlementRevealed, TileDiscarded, TilePlaced, TileSeen
from rules.explorers.hexes import Cell, cell_named
from rules.explorers.moves import REDRAW, Discard, ExplorersMove, Place, Placements, discard
from rules.explorers.pieces import ACTIONS_PER_TURN, ANIMALS
from rules.explorers.state import State
from rules.explorers.tile import Laid, Tile, rotate
from rules.replace import replace

MAX_REDRAWS = 3
"""After this many redraws in one turn, a tile is discarded instead."""
SOLO_DISCARDS = 1
"""In a solo game two of the three tiles drawn are placed and the third is discarded."""


def choices(state: State, components: Components) -> Sequence[ExplorersMove]:
    if placements := _placements(state, state.player.hand, components):
        return placements
    if state.stack and state.redraws < MAX_REDRAWS:
        return (REDRAW,)
    return tuple(discard(number) for number in state.player.hand)


def cells_for(state: State, number: int, components: Components) -> list[Cell]:
    """Return the cells where a tile fits in some rotation."""
    fitting = components.fitting[number]
    return [opening.cell for opening in chart(state.laid).openings if fitting[opening.shore]]


def anything_fits(state: State, hand: Iterable[int], components: Components) -> bool:
    openings = chart(state.laid).openings
    for number in hand:
        fitting = components.fitting[number]
        for opening in openings:
            if fitting[opening.shore]:
                return True
    return False


def _placements(state: State, hand: Iterable[int], components: Components) -> Placements:
    """Return all placements: corners that tiles share must be both land or both sea."""
    openings = chart(state.laid).openings
    return Placements(
        [
            (number, opening.name, turn)
            for number in hand
            for fitting in (components.fitting[number],)
            for opening in openings
            for turn in fitting[opening.shore]
        ]
    )


def place_tile(state: State, move: Place, components: Components, recorder: StepRecorder) -> State:
    """Move a tile from the hand to the map and put its token on it."""
    tile = components.tile[move.tile]
    cell = cell_named(move.cell)
    player = state.player
    hand = tuple(number for number in player.hand if number != move.tile)
    recorder.emit(TilePlaced(seat=state.active, tile=move.tile, cell=move.cell, symbol=tile.symbol))
    state = replace(
        state,
        players=state.players_with(state.active, player._replace(hand=hand)),
        laid=(
            *state.laid,
            Laid(tile.number, cell.q, cell.r, move.turn, rotate(tile.land, move.turn), tile.middle),
        ),
    )
    return after_tile(_with_token(state, tile, move.turn, recorder), components, recorder)


def _with_token(state: State, tile: Tile, turn: int, recorder: StepRecorder) -> State:
    """Add one animal, a settlement with its strength revealed, or an enemy ship whose back stays hidden."""
    map_ = chart(state.laid)
    corner = (tile.at + turn) % 6
    if tile.symbol == "enemy_ship":
        sea = map_.sea_at[-1][corner]
        assert sea is not None
        return replace(
            state,
            enemies=(*state.enemies, (sea, state.enemy_supply[-1])),
            enemy_supply=state.enemy_supply[:-1],
        )
    land = map_.land_at[-1][corner]
    assert land is not None
    if tile.symbol == "settlement":
        strength = recorder.reveal(state.settlement_supply[-1])
        recorder.emit(SettlementRevealed(land=map_.lands[land], strength=strength))
        return replace(
            state,
            settlements=(*state.settlements, (land, strength)),
            settlement_supply=state.settlement_supply[:-1],
        )
    return replace(state, livestock=(*state.livestock, (land, tile.symbol)))


def after_tile(state: State, components: Components, recorder: StepRecorder) -> State:
    """Begin the action phase. In a solo game, only after two tiles or if no other tile fits."""
    hand = state.player.hand
    if state.solo:
        if len(hand) > SOLO_DISCARDS and anything_fits(state, hand, components):
            return state
        for number in hand:
            state = _discard(state, number, components, recorder)
    return replace(state, stage="actions", actions=ACTIONS_PER_TURN, redraws=0)


def redraw(state: State, components: Components, recorder: StepRecorder) -> State:
    """Shuffle the hand back into the stack and draw as many tiles."""
    hand = state.player.hand
    recorder.emit(HandRedrawn(seat=state.active, tiles=len(hand)))
    emptied = state.player._replace(hand=())
    state = replace(
        state,
        players=state.players_with(state.active, emptied),
        stack=recorder.shuffle((*state.stack, *hand)),
        redraws=state.redraws + 1,
    )
    return draw(state, len(hand), components, recorder)


def draw(state: State, count: int, components: Components, recorder: StepRecorder) -> State:
    """Draw tiles from the stack into the hand, visible to their owner only."""
    drawn = state.stack[::-1][:count]
    for number in drawn:
        recorder.reveal(number)
        recorder.emit(
            TileSeen(
                audience=frozenset({state.active}),
                seat=state.active,
                tile=number,
                symbol=components.tile[number].symbol,
            )
        )
    player = state.player._replace(hand=(*state.player.hand, *drawn))
    return replace(
        state,
        players=state.players_with(state.active, player),
        stack=state.stack[: len(state.stack) - len(drawn)],
    )


def discard_tile(state: State, move: Discard, components: Components, recorder: StepRecorder) -> State:
    return after_tile(_discard(state, move.tile, components, recorder), components, recorder)


def _discard(state: State, number: int, components: Components, recorder: StepRecorder) -> State:
    """Remove a tile from the game. Its animal stays in the supply."""
    player = state.player
    hand = tuple(other for other in player.hand if other != number)
    recorder.emit(TileDiscarded(seat=state.active, tile=number, symbol=components.tile[number].symbol))
    return replace(
        state,
        players=state.players_with(state.active, player._replace(hand=hand)),
        discarded=(*state.discarded, number),
    )


def livestock_left(state: State, components: Components) -> dict[str, int]:
    """Return the animals in the supply: those whose tiles have not been placed."""
    placed = {laid.number for laid in state.laid}
    return {
        animal: sum(tile.symbol == animal for number, tile in components.tile.items() if number not in placed)
        for animal in ANIMALS
    }
