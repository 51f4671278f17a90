"""Pieces on the map of Explorers: enemies, livestock, outposts, settlements."""

from dataclasses import replace
from typing import Any

from rules.explorers.chart import chart
from rules.explorers.hexes import point_name
from rules.explorers.state import State
from tests.rules.explorers.map import land_of
from tests.rules.explorers.states import with_player


def with_livestock(state: State, *animals: tuple[str, str]) -> State:
    """Pairs of place and animal."""
    herd: Any = tuple((land_of(state, place), animal) for place, animal in animals)
    return replace(state, livestock=herd)


def with_settlement(state: State, place: str, strength: int) -> State:
    return replace(state, settlements=(*state.settlements, (land_of(state, place), strength)))


def with_enemy(state: State, place: str, *, deadly: bool) -> State:
    sea = chart(state.laid).sea_numbers[place]
    return replace(state, enemies=(*state.enemies, (sea, deadly)))


def with_outpost(state: State, point: str, seat: int = 0) -> State:
    found = next(other for other in chart(state.laid).points if point_name(other) == point)
    return with_player(state, seat, outposts=(*state.players[seat].outposts, found))
