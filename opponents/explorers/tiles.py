"""Tile placement: placements nearby get a static evaluation; for the best the following turn is searched."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from opponents.ai import Idea
from opponents.explorers.evaluation import Evaluator
from opponents.explorers.map_analysis import MapAnalysis
from opponents.explorers.plans import SearchConfig, plans
from opponents.explorers.simulator import Party, Scene, build_party, build_scene
from rules.explorers.chart import chart
from rules.explorers.components import Components
from rules.explorers.hexes import FIXED, Cell, cell_name, cell_named
from rules.explorers.moves import ExplorersMove, Place
from rules.explorers.state import MAINLAND, SHORE, State
from rules.explorers.tile import Laid, Tile, rotate
from rules.game import Seat


class PlacedTile(NamedTuple):
    """A placement with its static evaluation, and party and scene after it."""

    move: Place
    value: float
    party: Party
    scene: Scene


def tile_ideas(
    state: State, seat: Seat, moves: Sequence[ExplorersMove], components: Components, config: SearchConfig
) -> list[Idea]:
    places = [move for move in moves if isinstance(move, Place)]
    if not places:
        return [Idea(move, 0.0) for move in moves]
    placements = [
        _evaluate_placement(state, seat, move, components, config)
        for move in _nearest(state, seat, places, config)
    ]
    placements.sort(key=lambda each: -each.value)
    ideas = []
    for placed in placements[: config.max_searched]:
        value = placed.value
        if config.tile_width:
            found = plans(
                placed.party, placed.scene, config.weights, config.tile_width, config.tile_depth_beyond
            )
            value = max((plan.value for plan in found), default=value)
        ideas.append(Idea(placed.move, value))
    ideas.sort(key=lambda idea: -idea.value)
    return ideas


def _nearest(state: State, seat: Seat, places: Sequence[Place], config: SearchConfig) -> Sequence[Place]:
    """Return the placements to evaluate: those nearest to the own pieces and to the Mainland."""
    if len(places) <= config.max_placements:
        return places
    player = state.players[seat]
    tiles = {land // 3 for land, _ in player.ashore if land != MAINLAND}
    if player.ship.sea != SHORE:
        tiles.add(player.ship.sea // 3)
    own = [Cell(state.laid[tile].q, state.laid[tile].r) for tile in sorted(tiles)]
    away = {
        cell_name(cell): min((_hex_distance(cell, mine) for mine in own), default=0)
        + 0.5 * _hex_distance(cell, FIXED[1])
        for cell in chart(state.laid).open_cells
    }
    return sorted(places, key=lambda place: away[place.cell])[: config.max_placements]


def _hex_distance(one: Cell, other: Cell) -> int:
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def _evaluate_placement(
    state: State, seat: Seat, move: Place, components: Components, config: SearchConfig
) -> PlacedTile:
    tile = components.tile[move.tile]
    cell = cell_named(move.cell)
    laid = Laid(tile.number, cell.q, cell.r, move.turn, rotate(tile.land, move.turn), tile.middle)
    after = replace(state, laid=(*state.laid, laid))
    analysis = MapAnalysis(after.laid)
    scene = build_scene(after, seat, analysis)
    party = with_token(build_party(state, seat), tile, move.turn, analysis, state)
    return PlacedTile(move, Evaluator(scene, config.weights).evaluate(party), party, scene)


def with_token(party: Party, tile: Tile, turn: int, analysis: MapAnalysis, state: State) -> Party:
    """Return the party with the tile's token; a settlement gets the median strength, as it is unknown."""
    corner = (tile.at + turn) % 6
    if tile.symbol == "enemy_ship":
        sea = analysis.chart.sea_at[-1][corner]
        assert sea is not None
        return party._replace(enemies=party.enemies | {sea})
    land = analysis.chart.land_at[-1][corner]
    assert land is not None
    if tile.symbol == "settlement":
        strengths = sorted(state.settlement_supply)
        return party._replace(settlements=(*party.settlements, (land, strengths[len(strengths) // 2])))
    return party._replace(livestock=tuple(sorted((*party.livestock, (land, tile.symbol)))))
