"""Who asks: the table of an address, the seat of a session, the language, and where a request comes from."""

from dataclasses import dataclass, replace

from aiohttp import web

from bot.i18n import Locale, locale_for
from bot.i18n.languages import available_languages
from bot.play.core import Actor, Denied, GameService, GameSnapshot, web_links
from bot.play.core.web_links import KEY_CHARS
from bot.views.table_locale import table_locale
from rules.game import Seat

COOKIE = "seat"
MAX_LANGUAGES = 10


@dataclass(frozen=True, slots=True)
class Visit:
    """A reader at a table: the game, its address, and the reader's own seat, if they have one."""

    snapshot: GameSnapshot
    address: str
    locale: Locale
    seat: Seat | None = None
    session: str | None = None

    @property
    def path(self) -> str:
        return f"/t/{self.address}"

    @property
    def readable_seats(self) -> tuple[Seat | None, ...]:
        """The seats from which the reader may look: the public view, their own, and all after the game."""
        snapshot = self.snapshot
        if snapshot.is_over and snapshot.row.sealed_until is None:
            return (None, *snapshot.seats)
        return (None,) if self.seat is None else (None, self.seat)

    @property
    def text_only(self) -> bool:
        """True if the reader wants words in place of pictures."""
        return self.seat is not None and self.snapshot.users[self.seat].preferences.text_only

    @property
    def actor(self) -> Actor:
        """The player, with name and language as Skald knows them."""
        assert self.seat is not None
        user = self.snapshot.users[self.seat]
        return Actor(user.id, user.name or "", user.locale or "")

    def at(self, snapshot: GameSnapshot) -> "Visit":
        """Returns the visit with a later snapshot of the same game."""
        return replace(self, snapshot=snapshot)


async def resolve_visit(service: GameService, request: web.Request) -> Visit:
    """Load the table of the request's address, and the seat of its session.

    :raises Denied: If there is no such table, or it is neither public nor the reader's own.
    """
    address = request.match_info["address"]
    link = await web_links.find_valid(service.store, address, "table") if is_key(address) else None
    if link is None:
        raise Denied("no_web_table")
    snapshot = await service.snapshot(link.game)
    if not web_links.may_have_links(snapshot):
        raise Denied("web_links_off")
    session = request.cookies.get(COOKIE, "")
    seat = await find_seat(service, snapshot, session) if is_key(session) else None
    if seat is not None:
        return Visit(snapshot, address, locale_for(snapshot.users[seat].locale), seat, session)
    if not web_links.is_public(snapshot):
        raise Denied("no_web_table")
    locale = request_locale(request) or table_locale(snapshot)
    return Visit(without_hidden_names(snapshot, locale), address, locale)


async def find_seat(service: GameService, snapshot: GameSnapshot, session: str) -> Seat | None:
    """Find the seat that a session opens. None if it has expired, was revoked, or is for another game."""
    link = await web_links.find_valid(service.store, session, "session")
    if link is None or link.person is None or link.game != snapshot.code:
        return None
    return snapshot.seat_of(link.person) if web_links.owns_seat(snapshot, link.person) else None


def is_key(text: str) -> bool:
    return len(text) == KEY_CHARS and text.isascii()


def without_hidden_names(snapshot: GameSnapshot, locale: Locale) -> GameSnapshot:
    """Replace the names of players who hide themselves, for readers who are not at the table."""
    users = tuple(
        replace(user, name=locale.t("Player {n}", n=seat + 1)) if user.preferences.hidden else user
        for seat, user in enumerate(snapshot.users)
    )
    return snapshot if users == snapshot.users else replace(snapshot, users=users)


def request_locale(request: web.Request) -> Locale | None:
    """Returns the first language of the browser that Skald speaks."""
    known = available_languages()
    for language in request.headers.get("Accept-Language", "").split(",")[:MAX_LANGUAGES]:
        code = language.partition(";")[0].strip().lower().partition("-")[0]
        if code in known:
            return locale_for(code)
    return None


def client_address(request: web.Request) -> str:
    """Returns the address of the browser: the last one that the proxy in front of this port has added."""
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return forwarded[:45] or request.remote or ""
