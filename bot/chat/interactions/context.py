"""What every handler works with: the tables, the painters, and who brings word of what happened."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import db
from bot.chat.interactions.in_flight import Answering
from bot.chat.interactions.panel_refresh import PanelsOnHold
from bot.chat.interactions.rate_limit import Patience
from bot.i18n import Locale, locale_for
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns.coach import Advised, Reviews
from bot.views.emoji import Emoji
from bot.views.pictures import Pictures
from bot.views.reader_view import ReaderView
from db.clock import Clock
from rules.game import AnyGame, Seat


@dataclass(frozen=True, slots=True)
class Pages:
    """Where whoever runs Skald says what is kept and what to expect."""

    privacy: str | None = None
    terms: str | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """`wake` is called after whatever may have left something to deliver, or a timer.

    `command_ids` are the ids that Discord gave the slash commands, by name, as far as they are known.
    `pages` are the addresses of the privacy and the terms page, as far as there are any. `reviews` are the
    finished games that the coach has looked at, `advised` what it told people last. `patience` says who does
    too much at once. `answering` are the answers under way, `on_hold` the panels that go on by themselves.
    """

    service: GameService
    pictures: Pictures
    clock: Clock
    wake: Callable[[], None]
    emoji: Emoji = field(default_factory=Emoji)
    command_ids: dict[str, int] = field(default_factory=dict)
    pages: Pages = Pages()
    reviews: Reviews = field(default_factory=Reviews)
    advised: Advised = field(default_factory=Advised)
    patience: Patience = field(default_factory=Patience)
    answering: Answering = field(default_factory=Answering)
    on_hold: PanelsOnHold = field(default_factory=PanelsOnHold)

    @property
    def store(self) -> db.Store:
        return self.service.store

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return self.service.games

    def reader_view(self, snapshot: GameSnapshot, seat: Seat | None, locale: Locale) -> ReaderView:
        """A table as somebody sees it who sits on this seat; None is the thread, or a spectator."""
        return ReaderView(snapshot, seat, locale, self.pictures, self.emoji)

    def table_locale(self, snapshot: GameSnapshot) -> Locale:
        """The language of the table, the server's unless the host chose another; in direct messages that of
        the one who plays there."""
        if snapshot.private:
            host = next((person for person in snapshot.users if person.id == snapshot.row.host), None)
            return locale_for(host.locale if host else None)
        server = snapshot.server.language if snapshot.server else None
        return locale_for(snapshot.row.language or server)
