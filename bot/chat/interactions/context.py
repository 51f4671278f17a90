"""Services that every interaction handler and delivery shares."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import db
from bot.chat.interactions.in_flight import InFlight
from bot.chat.interactions.panel_refresh import PanelRefresher
from bot.chat.interactions.rate_limit import UserRateLimit
from bot.i18n import Locale, locale_for
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns.coach import AdviceCache, ReviewCache
from bot.views.emoji import EmojiRegistry
from bot.views.pictures import PictureCache
from bot.views.reader_view import ReaderView
from db.clock import Clock
from rules.game import AnyGame, Seat


@dataclass(frozen=True, slots=True)
class Pages:
    """Web addresses of the operator's privacy policy and terms."""

    privacy: str | None = None
    terms: str | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """Services and caches of one process.

    `wake` starts the outbox worker and the scheduler: call it after writing posts or timers. `command_ids`
    are the ids that Discord gave the slash commands, by name, once they are registered.
    """

    service: GameService
    pictures: PictureCache
    clock: Clock
    wake: Callable[[], None]
    emoji: EmojiRegistry = field(default_factory=EmojiRegistry)
    command_ids: dict[str, int] = field(default_factory=dict)
    pages: Pages = Pages()
    review_cache: ReviewCache = field(default_factory=ReviewCache)
    advice_cache: AdviceCache = field(default_factory=AdviceCache)
    rate_limit: UserRateLimit = field(default_factory=UserRateLimit)
    in_flight: InFlight = field(default_factory=InFlight)
    panel_refresher: PanelRefresher = field(default_factory=PanelRefresher)

    @property
    def store(self) -> db.Store:
        return self.service.store

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return self.service.games

    def reader_view(self, snapshot: GameSnapshot, seat: Seat | None, locale: Locale) -> ReaderView:
        """Returns the game as this seat sees it; None is a spectator, or the thread."""
        return ReaderView(snapshot, seat, locale, self.pictures, self.emoji)

    def table_locale(self, snapshot: GameSnapshot) -> Locale:
        """Returns the host's choice of language, else the server's. In direct messages, the host's own."""
        if snapshot.is_private:
            host = next((user for user in snapshot.users if user.id == snapshot.row.host), None)
            return locale_for(host.locale if host else None)
        server = snapshot.server.language if snapshot.server else None
        return locale_for(snapshot.row.language or server)
