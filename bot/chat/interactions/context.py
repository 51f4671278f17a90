"""Services that every interaction handler and delivery shares."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import db
from bot.chat.interactions.in_flight import InFlight
from bot.chat.interactions.panel_refresh import PanelRefresher
from bot.i18n import Locale
from bot.metrics import Metrics
from bot.play.core import GameService, GameSnapshot
from bot.play.core.rate_limit import RateLimit
from bot.play.turns.coach import AdviceCache, ReviewCache
from bot.standings.high_scores import HighScoreCache
from bot.views.emoji import EmojiRegistry
from bot.views.pictures import PictureCache
from bot.views.reader_view import ReaderView
from bot.views.table_locale import shared_locale, table_locale
from bot.views.web_links import WebLinks
from rules.game import AnyGame, Seat


@dataclass(frozen=True, slots=True)
class Links:
    """Web pages of the operator, and Discord's ids of the slash commands by name, once registered.

    `web` is the public address of the web board, if it is served.
    """

    privacy: str | None = None
    terms: str | None = None
    web: str | None = None
    command_ids: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Views:
    """Pictures and emoji, with which a game is shown to its readers."""

    pictures: PictureCache
    emoji: EmojiRegistry = field(default_factory=EmojiRegistry)


@dataclass(frozen=True, slots=True)
class Coach:
    """The results of long searches."""

    reviews: ReviewCache = field(default_factory=ReviewCache)
    advice: AdviceCache = field(default_factory=AdviceCache)


@dataclass(frozen=True, slots=True)
class Interactions:
    """The interactions of the moment: their limit, those under way, and panels to refresh."""

    rate_limit: RateLimit = field(default_factory=RateLimit)
    in_flight: InFlight = field(default_factory=InFlight)
    panel_refresher: PanelRefresher = field(default_factory=PanelRefresher)


@dataclass(frozen=True, slots=True)
class Context:
    """Services of one process, by purpose.

    `open_dm` returns a user's direct message channel, and raises Denied at Discord's limit on new ones.
    `web_links` is None if the web board is not served.
    """

    service: GameService
    views: Views
    open_dm: Callable[[int], Awaitable[int]]
    links: Links = field(default_factory=Links)
    coach: Coach = field(default_factory=Coach)
    interactions: Interactions = field(default_factory=Interactions)
    high_scores: HighScoreCache = field(default_factory=HighScoreCache)
    metrics: Metrics = field(default_factory=Metrics)
    web_links: WebLinks | None = None

    @property
    def store(self) -> db.Store:
        return self.service.store

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return self.service.games

    def reader_view(
        self, snapshot: GameSnapshot, seat: Seat | None, locale: Locale, *, text_only: bool = False
    ) -> ReaderView:
        """Returns the game as this seat sees it; None is a spectator, or the thread."""
        return ReaderView(snapshot, seat, locale, self.views.pictures, self.views.emoji, text_only)

    def table_reader(self, snapshot: GameSnapshot) -> ReaderView:
        """Returns the game as the table sees it. In direct messages the table is its only player."""
        text_only = snapshot.is_private and any(user.preferences.text_only for user in snapshot.users)
        return self.reader_view(snapshot, None, self.table_locale(snapshot), text_only=text_only)

    table_locale = staticmethod(table_locale)
    locale_of_users = staticmethod(shared_locale)
