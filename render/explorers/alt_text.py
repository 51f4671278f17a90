"""Alt texts of Explorers: phrases whose sentences are in the catalogue."""

from collections.abc import Iterable, Iterator

from render.explorers.focus import Focus
from render.explorers.highlights import find_sea
from render.painter import PictureRequest, closeup_seat
from render.painter import alt_phrase as _say
from rules.explorers.hexes import CORNERS
from rules.explorers.pieces import ANIMALS, Animal
from rules.explorers.view import HandTile, IslandView, LandView, PlayerView, View
from rules.game import Phrase, Seat

LONGEST = 1024
"""Limit in characters; the most important sentences come first."""
_SENTENCE = 29
"""Estimated characters of a sentence without its values, in the longest language."""
_SENTENCES = {
    "alt.player": 66,
    "alt.herd": 10,
    "alt.ashore": 14,
    "alt.free_island": 48,
    "alt.shared_island": 48,
    "alt.island": 46,
}
_NAME = 32


def _estimated_length(phrase: Phrase) -> int:
    """Estimate the characters of a phrase. A place is written with a space before its side."""
    values = [_NAME if key == "seat" else len(str(value)) for key, value in phrase.values.items()]
    places = str(phrase.values.get("places", "")).count(",")
    return _SENTENCES.get(phrase.key, _SENTENCE) + sum(values) + places


def place_list(places: Iterable[str]) -> str:
    return ", ".join(places)


def describe_board(view: View) -> tuple[Phrase, ...]:
    """Describe whose turn it is and the players, then the map as far as the limit allows."""
    tiles = _say("tiles", tiles=len(view.tiles), stack=view.stack)
    return _within_limit((*_state(view, view.players), *_map(view), tiles))


def describe_focus(request: PictureRequest[View]) -> tuple[Phrase, ...]:
    """Describe the hand, the tile that can be rotated, or the part of the map with the ships in it."""
    view, focus = request.view, Focus(request, {})
    if focus.scene == "hand":
        return describe_hand(view)
    if focus.scene == "rotations" and focus.intended and focus.intended.tile:
        return (describe_tile(focus.intended.tile),)
    part = focus.shown
    cells = {tile.cell for tile in part.tiles}
    outposts = tuple(outpost for outpost in view.outposts if cells.intersection(outpost.cells))
    owner = view.active if view.seat is None else view.seat
    near = [
        player for player in view.players if player.seat != owner and find_sea(part, player.longship.place)
    ]
    part = part.model_copy(update={"outposts": outposts})
    return _within_limit((*_state(view, (view.players[owner], *near)), *_map(part)))


def _within_limit(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """The first phrases, as many as the limit allows."""
    said: list[Phrase] = []
    room = LONGEST
    for phrase in phrases:
        room -= _estimated_length(phrase)
        if room < 0:
            break
        said.append(phrase)
    return tuple(said)


def _state(view: View, players: Iterable[PlayerView]) -> Iterator[Phrase]:
    yield from describe_state(view)
    yield from map(describe_player, players)


def describe_state(view: View) -> Iterator[Phrase]:
    if view.phase == "actions":
        yield _say("actions", seat=view.active, actions=view.actions)
    yield _say("turn", turn=min(view.turn, view.turns), turns=view.turns)


def describe_player(player: PlayerView) -> Phrase:
    ship = player.longship
    return _say(
        "player",
        seat=player.seat,
        points=player.points,
        place=ship.place,
        vikings=ship.vikings,
        animals=len(ship.livestock),
        home=player.on_mainland,
    )


def _map(view: View) -> Iterator[Phrase]:
    yield from filter(None, map(describe_island, view.islands))
    yield from describe_pieces(view)


def describe_pieces(view: View) -> Iterator[Phrase]:
    """Describe where the pieces on the map are, and how many tiles are left."""
    lands = [land for tile in view.tiles for land in tile.lands]
    strong = [f"{land.place} ({land.settlement})" for land in lands if land.settlement is not None]
    enemies = [sea.place for tile in view.tiles for sea in tile.seas if sea.enemy_ship]
    yield from _where("settlements", strong)
    yield from _where("enemies", enemies)
    for player in view.players:
        yield from _where("ashore", list(_vikings_ashore(lands, player.seat)), seat=player.seat)
    for player in view.players:
        points = [outpost.point for outpost in view.outposts if outpost.seat == player.seat]
        yield from _where("outposts", points, seat=player.seat)
    for animal in ANIMALS:
        yield from _where("herd", list(_herds(lands, animal)), animal=animal)


def _vikings_ashore(lands: list[LandView], seat: Seat) -> Iterator[str]:
    for land in lands:
        if count := land.vikings[seat]:
            yield f"{land.place} ×{count}" if count > 1 else land.place


def _herds(lands: list[LandView], animal: Animal) -> Iterator[str]:
    for land in lands:
        yield from (land.place for other in land.livestock if other == animal)


def _where(key: str, places: list[str], **values: str | int) -> Iterator[Phrase]:
    """Yields the phrase that lists places, if there are any."""
    if places:
        yield _say(key, **values, places=place_list(places))


def describe_closeup(view: View, key: str) -> tuple[Phrase, ...]:
    seat = closeup_seat(key)
    if seat is not None:
        return (describe_player(view.players[seat]), describe_gains(view, view.players[seat]))
    if key in ("ship", "north", "south"):
        return describe_board(view)
    if key == "islands":
        return tuple(phrase for island in view.islands if (phrase := describe_island(island)))
    return (_say("discarded", tiles=place_list(f"tile_{number}" for number in view.discarded)),)


def describe_island(island: IslandView) -> Phrase | None:
    """Describe a complete island by its size and its holders."""
    if not island.complete:
        return None
    place, tiles = island.places[0], len(island.cells)
    if not island.controllers:
        return _say("free_island", place=place, tiles=tiles)
    if len(island.controllers) > 1:
        return _say("shared_island", place=place, tiles=tiles)
    return _say("island", place=place, tiles=tiles, seat=island.controllers[0])


def describe_gains(view: View, player: PlayerView) -> Phrase:
    return _say(
        "gains",
        outposts=sum(outpost.seat == player.seat for outpost in view.outposts),
        animals=len(player.delivered),
        settlements=len(player.raided),
        ships=player.destroyed,
        dead=player.dead,
    )


def describe_hand(view: View) -> tuple[Phrase, ...]:
    if view.seat is None:
        return ()
    tiles = tuple(describe_tile(tile) for tile in view.hand or ())
    if view.phase == "captains":
        chosen = (_say("kept", captain=view.kept),) if view.kept else ()
        return (*(_say("dealt", captain=captain) for captain in view.dealt), *chosen, *tiles)
    captains = view.players[view.seat].captains
    return (*tiles, *(_say("captain", captain=captain) for captain in captains))


def describe_tile(tile: HandTile) -> Phrase:
    corners = place_list(CORNERS[corner] for corner, land in enumerate(tile.corners) if land)
    return _say("tile", number=tile.number, symbol=tile.symbol, corners=corners, fits=len(tile.cells))
