"""RulesRegistry: finds the rules and component values under which a stored game is played."""

from collections.abc import Mapping

import db
from rules import GAMES, find_game, with_stored_components
from rules.game import AnyGame

UNREADABLE_STATE_ERRORS = (ValueError, LookupError, TypeError)
"""Raised by `Game.load` if the rules cannot read a stored state."""


class RulesRegistry:
    """Installed games, and a cache of games rebuilt with earlier component values."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.games = games
        self._by_pack: dict[tuple[str, str], AnyGame | None] = {}

    async def rules_for(self, reads: db.Reads, row: db.Game) -> AnyGame | None:
        """Find the rules of a game, with fallbacks.

        Tries its own version and components, then current rules with its components, then current rules.
        Returns None if the game is not installed.
        """
        own = find_game((self.games, GAMES), row.key, row.pack, row.rules_version)
        stored = own or await self._with_stored_components(reads, row)
        return stored or self.games.get(row.key) or GAMES.get(row.key)

    async def _with_stored_components(self, reads: db.Reads, row: db.Game) -> AnyGame | None:
        current = [games[row.key] for games in (self.games, GAMES) if row.key in games]
        for game in current:
            if game.pack == row.pack:
                return game
        key = row.key, row.pack
        if current and key not in self._by_pack:
            text = await db.components.find_text(reads, *key)
            self._by_pack[key] = None if text is None else with_stored_components(current[0], text, row.pack)
        return self._by_pack.get(key)

    async def store_components(self, store: db.Store) -> None:
        """Store the current component values, so that games survive a change or loss of their pack."""
        values = (
            db.Components(key, game.pack, game.dump_components())
            for games in (self.games, GAMES)
            for key, game in games.items()
        )
        async with store.write() as tx:
            await db.components.insert_missing(tx, *{(one.key, one.pack): one for one in values}.values())


def rules_match(game: AnyGame, row: db.Game) -> bool:
    """True if `game` has exactly the rules version and component values of the stored game."""
    return (game.pack, game.info.rules_version) == (row.pack, row.rules_version)
