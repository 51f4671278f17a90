"""Addresses of the web board, if it is served: the table for everybody, and a player's own seat."""

from cachetools import LRUCache

from bot.play.core import GameService, GameSnapshot, web_links

MAX_SEATS = 10_000


class WebLinks:
    """Makes addresses below the public address of the web board.

    The key of a seat link cannot be read back from the database, so this process remembers it, and a panel
    that is shown again has the same link.
    """

    def __init__(self, service: GameService, base_url: str) -> None:
        self.base_url = base_url.rstrip("/")
        self._service = service
        self._seat_keys: LRUCache[tuple[str, int], str] = LRUCache(MAX_SEATS)

    async def table_url(self, snapshot: GameSnapshot) -> str | None:
        """Returns the address for spectators. None where there is none; see `web_links.is_public`."""
        if not web_links.is_public(snapshot):
            return None
        return f"{self.base_url}/t/{await web_links.table_address(self._service, snapshot.code)}"

    async def seat_url(self, snapshot: GameSnapshot, user_id: int) -> str | None:
        """Returns the address that opens the user's own seat. For their eyes only."""
        if snapshot.state is None or not web_links.owns_seat(snapshot, user_id):
            return None
        key = self._seat_keys.get((snapshot.code, user_id))
        if key is None or await web_links.find_valid(self._service.store, key, "seat") is None:
            key = await web_links.create_seat_link(self._service, snapshot, user_id)
            self._seat_keys[snapshot.code, user_id] = key
        return f"{self.base_url}/s/{key}"
