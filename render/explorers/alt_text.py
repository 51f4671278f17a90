"""Alt texts of Explorers: phrases whose sentences are in the catalogue."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from rules.explorers.hexes import CORNERS
from rules.explorers.pieces import ANIMALS, Animal
from rules.explorers.view import HandTile, IslandView, PlayerView, View
from rules.game import Phrase

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


def _say(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"alt.{key}", values=values)


def _estimated_length(phrase: Phrase) -> int:
    """Estimate the characters of a phrase. A place is written with a space before its side."""
    values = [_NAME if key == "seat" else len(str(value)) for key, value in phrase.values.items()]
    places = str(phrase.values.get("places", "")).count(",")
    return _SENTENCES.get(phrase.key, _SENTENCE) + sum(values) + places


def _place_list(places: Iterable[str]) -> str:
    return ", ".join(places)


def describe_board(view: View) -> tuple[Phrase, ...]:
    """Describe whose turn it is and the players, then the map as far as the limit allows."""
    said: list[Phrase] = []
    room = LONGEST
    for phrase in (*_state(view), *_map(view)):
        room -= _estimated_length(phrase)
        if room < 0:
            break
        said.append(phrase)
    return tuple(said)


def _state(view: View) -> Iterator[Phrase]:
    if view.phase == "actions":
        yield _say("actions", seat=view.active, actions=view.actions)
    yield _say("turn", turn=min(view.turn, view.turns), turns=view.turns)
    for player in view.players:
        yield _player(player)


def _player(player: PlayerView) -> Phrase:
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
    yield from (phrase for island in view.islands if (phrase := _island(island)))
    lands = [land for tile in view.tiles for land in tile.lands]
    strong = [f"{land.place} ({land.settlement})" for land in lands if land.settlement is not None]
    if strong:
        yield _say("settlements", places=_place_list(strong))
    enemies = [sea.place for tile in view.tiles for sea in tile.seas if sea.enemy_ship]
    if enemies:
        yield _say("enemies", places=_place_list(enemies))
    for player in view.players:
        ashore = [(land.place, land.vikings[player.seat]) for land in lands if land.vikings[player.seat]]
        if ashore:
            places = _place_list(f"{place} ×{count}" if count > 1 else place for place, count in ashore)
            yield _say("ashore", seat=player.seat, places=places)
    for player in view.players:
        points = [outpost.point for outpost in view.outposts if outpost.seat == player.seat]
        if points:
            yield _say("outposts", seat=player.seat, places=_place_list(points))
    herds: dict[Animal, list[str]] = defaultdict(list)
    for land in lands:
        for animal in land.livestock:
            herds[animal].append(land.place)
    for animal in ANIMALS:
        if herds[animal]:
            yield _say("herd", animal=animal, places=_place_list(herds[animal]))
    yield _say("tiles", tiles=len(view.tiles), stack=view.stack)


def describe_closeup(view: View, key: str) -> tuple[Phrase, ...]:
    """Describe a close-up."""
    if key == "islands":
        return tuple(phrase for island in view.islands if (phrase := _island(island)))
    if key == "discarded":
        return (_say("discarded", tiles=_place_list(f"tile_{number}" for number in view.discarded)),)
    player = view.players[int(key.removeprefix("seat."))]
    return (_player(player), _gains(view, player))


def _island(island: IslandView) -> Phrase | None:
    """Describe a complete island by its size and its holders."""
    if not island.complete:
        return None
    place, tiles = island.places[0], len(island.cells)
    if not island.controllers:
        return _say("free_island", place=place, tiles=tiles)
    if len(island.controllers) > 1:
        return _say("shared_island", place=place, tiles=tiles)
    return _say("island", place=place, tiles=tiles, seat=island.controllers[0])


def _gains(view: View, player: PlayerView) -> Phrase:
    return _say(
        "gains",
        outposts=sum(outpost.seat == player.seat for outpost in view.outposts),
        animals=len(player.delivered),
        settlements=len(player.raided),
        ships=player.destroyed,
        dead=player.dead,
    )


def describe_hand(view: View) -> tuple[Phrase, ...]:
    """Describe the reader's own captains and tiles."""
    if view.seat is None:
        return ()
    tiles = tuple(_tile(tile) for tile in view.hand or ())
    if view.phase == "captains":
        chosen = (_say("kept", captain=view.kept),) if view.kept else ()
        return (*(_say("dealt", captain=captain) for captain in view.dealt), *chosen, *tiles)
    captains = view.players[view.seat].captains
    return (
        *tiles,
        *(_say("captain", captain=captain) for captain in captains),
    )


def _tile(tile: HandTile) -> Phrase:
    corners = _place_list(CORNERS[corner] for corner, land in enumerate(tile.corners) if land)
    return _say("tile", number=tile.number, symbol=tile.symbol, corners=corners, fits=len(tile.cells))
