"""Services that every page of the web board shares."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.play.core import GameService
from bot.play.core.rate_limit import RateLimit
from bot.play.turns.coach import AdviceCache, ReviewCache
from bot.shared_cache import SharedCache
from bot.views.pictures import PictureCache
from bot.views.reader_view import ReaderView
from bot.web.access import Visit
from bot.web.live import LiveTables
from bot.web.pictures import PictureShelf
from rules.game import Seat

ADDRESS_BURST, ADDRESS_REFILL_PER_S = 240, 20  # A page is a dozen requests.
MAX_CACHED_CHARS = 16 << 20


@dataclass(frozen=True, slots=True)
class WebContext:
    """Services of one process.

    `open_dm` returns a user's direct message channel. `base_url` is the public address, without a slash at
    the end. `frame_ancestors` may show pages in a frame. `pages` are those that are the same for all
    spectators, by everything that they depend on.
    """

    service: GameService
    pictures: PictureCache
    open_dm: Callable[[int], Awaitable[int]]
    base_url: str
    live: LiveTables
    reviews: ReviewCache = field(default_factory=ReviewCache)
    advice: AdviceCache = field(default_factory=AdviceCache)
    person_limit: RateLimit = field(default_factory=RateLimit)
    address_limit: RateLimit = field(default_factory=lambda: RateLimit(ADDRESS_BURST, ADDRESS_REFILL_PER_S))
    shelf: PictureShelf = field(default_factory=PictureShelf)
    pages: SharedCache[str] = field(default_factory=lambda: SharedCache(MAX_CACHED_CHARS, len))
    frame_ancestors: str = "'none'"

    def reader(self, visit: Visit, seat: Seat | None) -> ReaderView:
        """Returns the game as the visitor sees it from this seat; None is a spectator's view."""
        return ReaderView(
            visit.snapshot, seat, visit.locale, self.pictures, text_only=visit.text_only, is_zoomable=True
        )
