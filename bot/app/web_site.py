"""Serves the web board beside the bot, if it has a public address, and always in the harbour."""

import contextlib
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.app.settings import Settings, SettingsError
from bot.chat.client import Skald
from bot.web.context import WebContext
from bot.web.live import LiveTables
from bot.web.server import serve_web

DEFAULT_PORT = 8766
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class WebSite:
    """The public address of the web board, where it listens, and which pages may show it in a frame."""

    url: str
    host: str
    port: int
    frame_ancestors: str = "'none'"


def public_site(settings: Settings) -> WebSite | None:
    """Returns the site behind the host's reverse proxy; None without a public address."""
    if settings.web is None:
        return None
    return WebSite(settings.web, settings.web_host, settings.web_port or DEFAULT_PORT)


def harbour_site(settings: Settings, page_url: str) -> WebSite:
    """Returns a site on this machine, for a harbour whose page may show it beside the chat.

    It takes the port after the harbour's, or any free one.
    """
    page_port = urlsplit(page_url).port or 0
    wanted = settings.web_port if settings.web_port is not None else page_port + 1
    port = _free_port(wanted, is_required=settings.web_port is not None)
    ancestors = f"http://{LOOPBACK}:{page_port} http://localhost:{page_port}"
    return WebSite(f"http://{LOOPBACK}:{port}", LOOPBACK, port, ancestors)


def _free_port(wanted: int, *, is_required: bool) -> int:
    for port in (wanted,) if is_required else (wanted, 0):
        with contextlib.suppress(OSError), socket.create_server((LOOPBACK, port)) as found:
            number: int = found.getsockname()[1]
            return number
    raise SettingsError("SKALD_WEB_PORT", f"expected a free port, and {wanted} is in use")


@contextlib.asynccontextmanager
async def serve_site(skald: Skald, site: WebSite | None) -> AsyncIterator[None]:
    """Serve the web board during the block; does nothing without a site."""
    if site is None:
        yield
        return
    try:
        listener = socket.create_server((site.host, site.port))
    except OSError:
        raise SettingsError("SKALD_WEB_PORT", f"expected a free port, and {site.port} is in use") from None
    chat = skald.context
    context = WebContext(
        service=chat.service,
        pictures=chat.views.pictures,
        open_dm=chat.open_dm,
        base_url=site.url,
        live=LiveTables(chat.service),
        reviews=chat.coach.reviews,
        advice=chat.coach.advice,
        person_limit=chat.interactions.rate_limit,
        frame_ancestors=site.frame_ancestors,
    )
    async with serve_web(context, listener):
        yield
