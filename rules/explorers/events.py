"""The events of Explorers: typed facts in the words of the rulebook."""

from rules.explorers.pieces import Animal, Captain, Symbol
from rules.game import Event, PlayerEvent, Seat, defined_in


class CaptainRevealed(PlayerEvent):
    captain: Captain


class TileSeen(PlayerEvent):
    """A tile that a player drew, visible to them only."""

    tile: int
    symbol: Symbol


class TilePlaced(PlayerEvent):
    tile: int
    cell: str
    symbol: Symbol


class SettlementRevealed(Event):
    land: str
    strength: int


class HandRedrawn(PlayerEvent):
    """No tile of a hand fitted anywhere: it was shuffled back and a new hand was drawn."""

    tiles: int


class TileDiscarded(PlayerEvent):
    """A tile left the game unplaced."""

    tile: int
    symbol: Symbol


class VikingsLoaded(PlayerEvent):
    land: str
    vikings: int


class LivestockLoaded(PlayerEvent):
    land: str
    livestock: tuple[Animal, ...]


class VikingsUnloaded(PlayerEvent):
    land: str
    vikings: int


class LivestockUnloaded(PlayerEvent):
    land: str
    livestock: tuple[Animal, ...]


class LivestockDelivered(PlayerEvent):
    """Livestock was unloaded on the Mainland and goes to the captain."""

    livestock: tuple[Animal, ...]


class LongshipSailed(PlayerEvent):
    sea: str


class EnemyShipDestroyed(PlayerEvent):
    sea: str


class VikingDied(PlayerEvent):
    """The destroyed ship took a Viking with it."""

    deaths: int  # of that player so far


class VikingsMarched(PlayerEvent):
    start: str
    land: str
    vikings: int


class SettlementRaided(PlayerEvent):
    land: str
    strength: int


class LivestockHerded(PlayerEvent):
    animal: Animal
    start: str
    land: str


class OutpostBuilt(PlayerEvent):
    point: str
    points: int  # for this outpost


class StackEmptied(Event):
    """The last tile of the stack was drawn."""


class WinterCame(Event):
    """The last turn is over; final scoring begins."""


class IslandScored(Event):
    """A complete island; each player with the most influence scores it in full."""

    land: str  # one of its places
    tiles: int
    controllers: tuple[Seat, ...]


class CaptainScored(PlayerEvent):
    captain: Captain
    points: int


class Scored(PlayerEvent):
    """A player's victory points at the end."""

    points: int


EVENTS = defined_in(globals(), Event)
