"""What every handler works with: the tables, the painters, the courier."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.clock import Clock
from bot.emoji import Emoji
from bot.pictures import Gallery
from bot.position import Position
from bot.scene import Scene
from bot.tables import Tables
from bot.words import Words, words_for
from db import Store
from rules.game import AnyGame, Seat


@dataclass(frozen=True, slots=True)
class House:
    """The rooms of Skald. `wake` sends the courier to the outbox and the watch to the timers."""

    store: Store
    games: dict[str, AnyGame]
    tables: Tables
    gallery: Gallery
    clock: Clock
    wake: Callable[[], None]
    emoji: Emoji = field(default_factory=Emoji)

    def scene(self, position: Position, seat: Seat | None, words: Words) -> Scene:
        return Scene(position, seat, words, self.gallery, self.emoji)

    async def server_words(self, position: Position) -> Words:
        """The language of the thread."""
        server = position.row.server
        return words_for((await self.store.server(server)).language if server else None)
