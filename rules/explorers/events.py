"""The events of Explorers: typed facts in the words of the rulebook."""

from typing import Literal

from rules.explorers.pieces import Animal, Captain, Symbol
from rules.game import Event, Seat


class CaptainRevealed(Event):
    kind: Literal["captain_revealed"] = "captain_revealed"
    seat: Seat
    captain: Captain


class TileSeen(Event):
    """A tile that a player drew, visible to them only."""

    kind: Literal["tile_seen"] = "tile_seen"
    seat: Seat
    tile: int
    symbol: Symbol


class TilePlaced(Event):
    kind: Literal["tile_placed"] = "tile_placed"
    seat: Seat
    tile: int
    cell: str
    symbol: Symbol


class SettlementRevealed(Event):
    kind: Literal["settlement_revealed"] = "settlement_revealed"
    land: str
    strength: int


class HandRedrawn(Event):
    """No tile of a hand fitted anywhere: it was shuffled back and a new hand was drawn."""

    kind: Literal["hand_redrawn"] = "hand_redrawn"
    seat: Seat
    tiles: int


class TileDiscarded(Event):
    """A tile left the game unplaced."""

    kind: Literal["tile_discarded"] = "tile_discarded"
    seat: Seat
    tile: int
    symbol: Symbol


class VikingsLoaded(Event):
    kind: Literal["vikings_loaded"] = "vikings_loaded"
    seat: Seat
    land: str
    vikings: int


class LivestockLoaded(Event):
    kind: Literal["livestock_loaded"] = "livestock_loaded"
    seat: Seat
    land: str
    livestock: tuple[Animal, ...]


class VikingsUnloaded(Event):
    kind: Literal["vikings_unloaded"] = "vikings_unloaded"
    seat: Seat
    land: str
    vikings: int


class LivestockUnloaded(Event):
    kind: Literal["livestock_unloaded"] = "livestock_unloaded"
    seat: Seat
    land: str
    livestock: tuple[Animal, ...]


class LivestockDelivered(Event):
    """Livestock was unloaded on the Mainland and goes to the captain."""

    kind: Literal["livestock_delivered"] = "livestock_delivered"
    seat: Seat
    livestock: tuple[Animal, ...]


class LongshipSailed(Event):
    kind: Literal["longship_sailed"] = "longship_sailed"
    seat: Seat
    sea: str


class EnemyShipDestroyed(Event):
    kind: Literal["enemy_ship_destroyed"] = "enemy_ship_destroyed"
    seat: Seat
    sea: str


class VikingDied(Event):
    """The destroyed ship took a Viking with it."""

    kind: Literal["viking_died"] = "viking_died"
    seat: Seat
    deaths: int  # of that player so far


class VikingsMarched(Event):
    kind: Literal["vikings_marched"] = "vikings_marched"
    seat: Seat
    start: str
    land: str
    vikings: int


class SettlementRaided(Event):
    kind: Literal["settlement_raided"] = "settlement_raided"
    seat: Seat
    land: str
    strength: int


class LivestockHerded(Event):
    kind: Literal["livestock_herded"] = "livestock_herded"
    seat: Seat
    animal: Animal
    start: str
    land: str


class OutpostBuilt(Event):
    kind: Literal["outpost_built"] = "outpost_built"
    seat: Seat
    point: str
    points: int  # for this outpost


class StackEmptied(Event):
    """The last tile of the stack was drawn."""

    kind: Literal["stack_emptied"] = "stack_emptied"


class WinterCame(Event):
    """The last turn is over; final scoring begins."""

    kind: Literal["winter_came"] = "winter_came"


class IslandScored(Event):
    """A complete island; each player with the most influence scores it in full."""

    kind: Literal["island_scored"] = "island_scored"
    land: str  # one of its places
    tiles: int
    controllers: tuple[Seat, ...]


class CaptainScored(Event):
    kind: Literal["captain_scored"] = "captain_scored"
    seat: Seat
    captain: Captain
    points: int


class Scored(Event):
    """A player's victory points at the end."""

    kind: Literal["scored"] = "scored"
    seat: Seat
    points: int


EVENTS: tuple[type[Event], ...] = (
    CaptainRevealed,
    TileSeen,
    TilePlaced,
    SettlementRevealed,
    HandRedrawn,
    TileDiscarded,
    VikingsLoaded,
    LivestockLoaded,
    VikingsUnloaded,
    LivestockUnloaded,
    LivestockDelivered,
    LongshipSailed,
    EnemyShipDestroyed,
    VikingDied,
    VikingsMarched,
    SettlementRaided,
    LivestockHerded,
    OutpostBuilt,
    StackEmptied,
    WinterCame,
    IslandScored,
    CaptainScored,
    Scored,
)
