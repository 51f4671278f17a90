"""The rules a game goes by: those it was dealt from, for as long as they are here, else the nearest."""

from collections.abc import Mapping
from typing import Any

import db
from rules import GAMES, as_kept, dealt
from rules.game import AnyGame, Revised

UNREADABLE = (ValueError, LookupError, TypeError)
"""How a stored state says that these rules cannot read it."""


class Rulebooks:
    """Today's games, and those with values of earlier days as they are needed."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.games = games
        self._kept: dict[tuple[str, str], AnyGame | None] = {}

    async def of(self, reads: db.Reads, row: db.Game) -> AnyGame | None:
        """The rules of a game: its own, else today's with the values it was dealt from, else today's."""
        own = dealt((self.games, GAMES), row.key, row.pack, row.rules_version)
        return own or await self._with_its_values(reads, row) or self._today(row.key)

    def _today(self, key: str) -> AnyGame | None:
        return self.games.get(key) or GAMES.get(key)

    async def _with_its_values(self, reads: db.Reads, row: db.Game) -> AnyGame | None:
        today = [titles[row.key] for titles in (self.games, GAMES) if row.key in titles]
        for game in today:
            if game.pack == row.pack:
                return game
        place = row.key, row.pack
        if today and place not in self._kept:
            text = await db.components.find(reads, *place)
            self._kept[place] = None if text is None else as_kept(today[0], text, row.pack)
        return self._kept.get(place)

    async def remember(self, store: db.Store) -> None:
        """Store the values that are dealt from now on, so that a game has them whatever becomes of a pack."""
        values = (
            db.Components(key, game.pack, game.values())
            for titles in (self.games, GAMES)
            for key, game in titles.items()
        )
        async with store.write() as tx:
            await db.components.keep(tx, *{(one.key, one.pack): one for one in values}.values())


def goes_by(game: AnyGame, row: db.Game) -> bool:
    """Whether these are the very rules and values that a game is played by."""
    return (game.pack, game.info.rules_version) == (row.pack, row.rules_version)


def read_state(game: AnyGame, text: str, rules_version: int) -> Any:
    """A stored state, written under that version of the rules; one of UNREADABLE where it does not fit."""
    if rules_version != game.info.rules_version and isinstance(game, Revised):
        text = game.revised(text, rules_version)
    return game.load(text)
