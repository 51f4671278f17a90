"""Where to lay a tile: places near by are judged at a glance, the best are thought through with the turn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from opponents.ai import Idea
from opponents.explorers.evaluation import Evaluator
from opponents.explorers.map_analysis import MapAnalysis
from opponents.explorers.plans import SearchConfig, plans
from opponents.explorers.reasons import phrase
from opponents.explorers.simulator import Party, Scene, build_party, build_scene
from rules.explorers.chart import chart
from rules.explorers.components import Components
from rules.explorers.hexes import FIXED, Cell, cell_name, cell_named
from rules.explorers.moves import Discard, ExplorersMove, Place
from rules.explorers.state import MAINLAND, SHORE, State
from rules.explorers.tile import Laid, Tile, rotate
from rules.game import Phrase, Seat


class PlacedTile(NamedTuple):
    """A tile laid somewhere, as it looks at first sight."""

    move: Place
    worth: float
    party: Party
    scene: Scene


def tile_ideas(
    state: State, seat: Seat, moves: Sequence[ExplorersMove], components: Components, habit: SearchConfig
) -> list[Idea]:
    places = [move for move in moves if isinstance(move, Place)]
    if not places:
        key = "gives_up" if isinstance(moves[0], Discard) else "redraws"
        return [Idea(move, 0.0, phrase(key)) for move in moves]
    glances = [
        _evaluate_placement(state, seat, move, components, habit)
        for move in _nearest(state, seat, places, habit)
    ]
    glances.sort(key=lambda each: -each.worth)
    before = MapAnalysis(state.laid)
    ideas = []
    for glance in glances[: habit.tiles]:
        worth = glance.worth
        if habit.tile_width:
            found = plans(glance.party, glance.scene, habit.weights, habit.tile_width, habit.tile_beyond)
            worth = max((plan.value for plan in found), default=worth)
        tile = components.tile[glance.move.tile]
        ideas.append(Idea(glance.move, worth, _reason(tile, before, glance, state, seat)))
    ideas.sort(key=lambda idea: -idea.value)
    return ideas


def _nearest(state: State, seat: Seat, places: Sequence[Place], habit: SearchConfig) -> Sequence[Place]:
    """So many ways to lay a tile as are looked at: those nearest to the own pieces and to the Mainland."""
    if len(places) <= habit.glances:
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
    return sorted(places, key=lambda place: away[place.cell])[: habit.glances]


def _hex_distance(one: Cell, other: Cell) -> int:
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def _evaluate_placement(
    state: State, seat: Seat, move: Place, components: Components, habit: SearchConfig
) -> PlacedTile:
    tile = components.tile[move.tile]
    cell = cell_named(move.cell)
    laid = Laid(tile.number, cell.q, cell.r, move.turn, rotate(tile.land, move.turn), tile.middle)
    after = replace(state, laid=(*state.laid, laid))
    waters = MapAnalysis(after.laid)
    scene = build_scene(after, seat, waters)
    party = with_token(build_party(state, seat), tile, move.turn, waters, state)
    return PlacedTile(move, Evaluator(scene, habit.weights).evaluate(party), party, scene)


def with_token(party: Party, tile: Tile, turn: int, waters: MapAnalysis, state: State) -> Party:
    """The party once the tile's token lies there; of a settlement the strength is not known yet."""
    corner = (tile.at + turn) % 6
    if tile.symbol == "enemy_ship":
        sea = waters.chart.sea_at[-1][corner]
        assert sea is not None
        return party._replace(enemies=party.enemies | {sea})
    land = waters.chart.land_at[-1][corner]
    assert land is not None
    if tile.symbol == "settlement":
        strengths = sorted(state.settlement_supply)
        return party._replace(settlements=(*party.settlements, (land, strengths[len(strengths) // 2])))
    return party._replace(livestock=tuple(sorted((*party.livestock, (land, tile.symbol)))))


def _reason(tile: Tile, before: MapAnalysis, glance: PlacedTile, state: State, seat: Seat) -> Phrase:
    """An island of one's own completed, or what lies on the tile."""
    waters = glance.scene.map
    own = {land for land, _ in state.players[seat].ashore}
    own |= {land for point in state.players[seat].outposts for land in waters.points[point]}
    for isle in waters.islands:
        if own & set(isle.lands):
            was = before.islands[before.island_of[min(own & set(isle.lands))]]
            if not isle.openings and was.openings:
                return phrase("completes", tiles=isle.size)
    if len(waters.points) > len(before.points):
        return phrase("widens", points=len(waters.points) - len(before.points))
    if tile.symbol == "enemy_ship":
        return phrase("lays_enemy")
    if tile.symbol == "settlement":
        return phrase("lays_settlement")
    return phrase("lays_animal", animal=tile.symbol)
