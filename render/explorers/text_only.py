"""Explorers in words, for readers without pictures: every piece, every island and every tile of the map."""

from collections.abc import Iterable, Iterator

from render.explorers.alt_text import (
    describe_gains,
    describe_island,
    describe_pieces,
    describe_player,
    describe_state,
    describe_tile,
    place_list,
)
from render.painter import Line, TextSection, text_heading
from render.painter import alt_phrase as _say
from rules.explorers.hexes import CORNERS
from rules.explorers.view import IslandView, PlayerView, TileView, View
from rules.game import Phrase, Seat


def text_only_board(view: View) -> tuple[TextSection, ...]:
    """Describe the players, the reader first; then the pieces, the islands and the tiles of the map."""
    first = view.seat or 0
    seats = [(first + step) % len(view.players) for step in range(len(view.players))]
    parts = [
        (text_heading("turn"), ((*describe_state(view),),)),
        *((_heading(view, seat), tuple(_player(view, view.players[seat]))) for seat in seats),
        (text_heading("pieces"), tuple((phrase,) for phrase in describe_pieces(view))),
        (text_heading("islands"), tuple((_island(view, island),) for island in _by_size(view.islands))),
    ]
    tiles = (*((_tile(tile),) for tile in view.tiles), (_open_cells(view),))
    return (
        *(TextSection(heading, lines) for heading, lines in parts if lines),
        TextSection(text_heading("map"), tiles, detail=True),
    )


def _heading(view: View, seat: Seat) -> Phrase:
    return text_heading("own") if seat == view.seat else text_heading("player", seat=seat)


def _player(view: View, player: PlayerView) -> Iterator[Line]:
    yield (describe_player(player),)
    yield (describe_gains(view, player),)
    for captain, points in zip(player.captains, player.captain_points, strict=True):
        yield (_say("captain_points", captain=captain, points=points),)


def _by_size(islands: Iterable[IslandView]) -> list[IslandView]:
    """Returns the islands that count for a player, complete ones first, then the largest."""
    shown = (island for island in islands if island.complete or any(island.influence))
    return sorted(shown, key=lambda island: (not island.complete, -len(island.cells)))


def _island(view: View, island: IslandView) -> Phrase:
    """Describe a complete island by its holders, an open one by its leader and the gaps in its coast."""
    complete = describe_island(island)
    if complete is not None:
        return complete
    place, tiles, gaps = island.places[0], len(island.cells), len(island.open_points)
    best = max(island.influence)
    leaders = [player.seat for player in view.players if island.influence[player.seat] == best]
    if len(leaders) > 1:
        return _say("open_shared_island", place=place, tiles=tiles, gaps=gaps)
    return _say("open_island", place=place, tiles=tiles, gaps=gaps, seat=leaders[0])


def _tile(tile: TileView) -> Phrase:
    """Describe where a tile has land. A tile without is sea."""
    corners = place_list(CORNERS[corner] for corner, land in enumerate(tile.corners) if land)
    if not corners:
        return _say("sea_tile", place=tile.cell)
    if all(tile.corners):
        return _say("land_tile", place=tile.cell)
    return _say("map_tile", place=tile.cell, corners=corners)


def _open_cells(view: View) -> Phrase:
    return _say("open_cells", places=place_list(cell.cell for cell in view.open_cells))


def text_only_hand(view: View) -> Iterator[Line]:
    """Describe the captains to choose from and what they score for, then each tile with the cells it fits."""
    if view.phase == "captains":
        for captain in view.dealt:
            yield _say("dealt", captain=captain), Phrase(key=f"piece.{captain}")
        if view.kept:
            yield (_say("kept", captain=view.kept),)
    for tile in view.hand or ():
        yield (describe_tile(tile), *((_say("fits", places=place_list(tile.cells)),) if tile.cells else ()))
