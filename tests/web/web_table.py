"""A web board on a real socket, with games without a chat behind it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from aiohttp import ClientSession, CookieJar

from bot.play.core.authorization import Actor
from bot.play.core.rate_limit import RateLimit
from bot.views.pictures import PictureCache
from bot.views.web_links import WebLinks
from bot.web.context import WebContext
from bot.web.live import LiveTables
from bot.web.server import serve_web
from render import Picture
from tests.play.table_fixture import NOON, TableFixture, open_table_fixture


async def open_dm(user_id: int) -> int:
    return 10_000 + user_id


class BlankPictures:
    """Stands in for the painters: every picture is blank. Pictures depend only on a view."""

    async def get(self, request: Any) -> Picture | None:
        if getattr(request, "subject", "") == "hand" and request.game == "lofoten":
            return None
        return Picture(repr(request.cache_key()).encode(), "webp", 1200, 900)

    async def file(self, name: str, request: Any, alt: str) -> Any:
        from bot.views.picture_file import PictureFile

        return PictureFile(name, cast(Picture, await self.get(request)), alt)


class WebTable:
    """The web board of a table fixture, and browsers that visit it."""

    def __init__(self, tables: TableFixture, context: WebContext) -> None:
        self.tables = tables
        self.context = context
        self.links = WebLinks(tables.service, context.base_url)

    @property
    def url(self) -> str:
        return self.context.base_url

    async def seat_url(self, code: str, actor: Actor) -> str:
        url = await self.links.seat_url(await self.tables.snapshot(code), actor.id)
        assert url is not None
        return url

    async def table_url(self, code: str) -> str:
        url = await self.links.table_url(await self.tables.snapshot(code))
        assert url is not None
        return url

    @contextlib.asynccontextmanager
    async def browser(self) -> AsyncIterator[ClientSession]:
        """A browser without a script: it keeps cookies, and follows redirects."""
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            yield session


@contextlib.asynccontextmanager
async def open_web_table(
    folder: Path, pictures: PictureCache | None = None, *, at: str = NOON, **options: Any
) -> AsyncIterator[WebTable]:
    async with open_table_fixture(folder, at) as tables, serve_web_table(tables, pictures, **options) as web:
        yield web


@contextlib.asynccontextmanager
async def serve_web_table(
    tables: TableFixture,
    pictures: PictureCache | None = None,
    listener: socket.socket | None = None,
    **options: Any,
) -> AsyncIterator[WebTable]:
    """Serve the web board as one process does."""
    listener = listener or socket.create_server(("127.0.0.1", 0))
    context = WebContext(
        service=tables.service,
        pictures=pictures or cast(PictureCache, BlankPictures()),
        open_dm=open_dm,
        base_url=address_of(listener),
        live=LiveTables(tables.service),
    )
    context = replace(context, **{"address_limit": RateLimit(1e9, 1), **options})
    async with serve_web(context, listener):
        yield WebTable(tables, context)
        await asyncio.sleep(0)


def address_of(listener: socket.socket) -> str:
    return f"http://127.0.0.1:{listener.getsockname()[1]}"
