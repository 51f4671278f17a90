"""The HTTP server of the web board: routes, security headers, rate limits, and readable errors."""

import asyncio
import contextlib
import logging
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import PurePath
from urllib.parse import parse_qsl, urlsplit

from aiohttp import web

import db
from bot.i18n import N_, Locale, locale_for
from bot.play.club import continuations
from bot.play.core import Denied, web_links
from bot.views.refusal_text import refusal_text
from bot.web import taps
from bot.web.access import COOKIE, Visit, client_address, find_seat, is_key, request_locale, resolve_visit
from bot.web.context import WebContext
from bot.web.html import tag
from bot.web.layout import WebPage, render_page
from bot.web.look_pages import PAGES
from bot.web.play_page import load_play_page, selection_of
from bot.web.static_files import CONTENT_TYPES, DIGEST, FILES
from bot.web.watch_page import load_watch_page
from rules.game import Refusal, Seat

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 16 << 10
MAX_STREAMS, MAX_STREAMS_PER_ADDRESS = 4000, 40
SHUTDOWN_TIMEOUT_S = 2.0
PICTURE_COST = 0.25
WRONG_KEY_COST = 12  # Guessing is slowed down to a key every half a second.
SEARCH_COST = 8  # Advice and reviews need a search.
CONTENT = "default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'; script-src 'self'; "
CONTENT += "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
YEAR_S = 365 * 24 * 3600
STATUS_OF_REFUSALS = {"no_web_table": 404, "web_link_expired": 403, "web_seat_only": 403, "too_fast": 429}
CLOSED_TABLES = ("no_web_table", "web_link_expired", "web_links_off")
"""Refusals after which there is no table to go back to."""
MAX_PLY_DIGITS = 6
MAX_QUERY_FIELDS, MAX_QUERY_CHARS = 8, 400
KEY_STREAMS: web.AppKey[Counter[str]] = web.AppKey("streams", Counter)
"""The number of open event streams, by the browser's address."""
KEY_CONTEXT: web.AppKey[WebContext] = web.AppKey("context", WebContext)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
routes = web.RouteTableDef()


# Pages


@routes.get("/t/{address}")
async def watch(request: web.Request) -> web.Response:
    return await _watched_page(request)


@routes.get("/t/{address}/turn/{ply}")
async def turn(request: web.Request) -> web.Response:
    return await _watched_page(request, _ply(request.match_info["ply"]))


@routes.get("/t/{address}/play")
async def play(request: web.Request) -> web.Response:
    return await _page(request, lambda visit: _play_page(request.app, visit, request.query))


@routes.get("/t/{address}/{look:rules|legend|look|since|advice|review}")
async def look(request: web.Request) -> web.Response:
    name, context = request.match_info["look"], request.app[KEY_CONTEXT]
    if name in ("advice", "review"):
        _spend(context, request, SEARCH_COST)
    return await _page(request, lambda visit: PAGES[name](context, visit, _short_query(request.query)))


@routes.post("/t/{address}/play")
async def tap(request: web.Request) -> web.Response:
    """Do what was tapped, and answer with the page that follows."""
    context = request.app[KEY_CONTEXT]
    visit = await _visit_of_player(request)
    form = await request.post()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    pieces = [value for value in form.getall("piece", []) if isinstance(value, str)]
    try:
        result = await taps.carry_out(context, visit, taps.parse_tap(fields, pieces))
    except (Refusal, Denied) as refusal:
        visit = visit.at(await context.service.snapshot(visit.snapshot.code))
        text = refusal_text(visit.locale, refusal)
        page = await load_play_page(context, visit, refusal=text)
    else:
        page = await load_play_page(context, visit.at(result.snapshot), result.selection, note=result.note)
    return _html(page, visit.locale)


@routes.post("/t/{address}/play-on")
async def play_on(request: web.Request) -> web.Response:
    """Start a game of the player's own from a turn of this one, and lead to its page."""
    context = request.app[KEY_CONTEXT]
    service = context.service
    visit = await _visit_of_player(request)
    form = await request.post()
    ply, seat, level = (str(form.get(name, "")) for name in ("ply", "seat", "level"))
    if (wanted := _seat(seat)) is None:
        raise Denied("not_a_choice")
    begun = await continuations.create(service, visit.snapshot, _ply(ply), wanted, level)
    channel = await context.open_dm(visit.actor.id)
    snapshot = await continuations.start(service, begun, visit.actor, channel=channel)
    key = await web_links.create_seat_link(service, snapshot, visit.actor.id)
    return web.Response(status=303, headers={"Location": f"/s/{key}"})


async def _visit_of_player(request: web.Request) -> Visit:
    """Load the table for a player who sends a form, and count it.

    :raises Denied: If the session is closed, or too many forms came.
    """
    context = request.app[KEY_CONTEXT]
    visit = await resolve_visit(context.service, request)
    if visit.seat is None:
        raise Denied("web_link_expired")
    if not context.person_limit.allow(visit.actor.id):
        raise Denied("too_fast")
    return visit


@routes.get("/s/{key}")
async def open_seat(request: web.Request) -> web.Response:
    """Exchange a seat link for a session cookie, and lead to the seat's page."""
    context, key = request.app[KEY_CONTEXT], request.match_info["key"]
    link = await web_links.find_valid(context.service.store, key, "seat") if is_key(key) else None
    if link is None or link.person is None:
        raise Denied("web_link_expired")
    snapshot = await context.service.snapshot(link.game)
    if not web_links.owns_seat(snapshot, link.person):
        raise Denied("web_link_expired")
    session = await web_links.create_session(context.service, link)
    path = f"/t/{await web_links.table_address(context.service, link.game)}"
    response = web.Response(status=303, headers={"Location": f"{path}/play"})
    response.set_cookie(
        COOKIE,
        session,
        path=path,
        max_age=web_links.SESSION_MS // 1000,
        httponly=True,
        samesite="Lax",
        secure=context.base_url.startswith("https:"),
    )
    return response


# Pictures, events, files


@routes.get("/t/{address}/p/{name}")
async def picture(request: web.Request) -> web.Response:
    """Send a picture. One that this process has not drawn is found by building its page."""
    context, name = request.app[KEY_CONTEXT], request.match_info["name"]
    visit = await resolve_visit(context.service, request)
    found = context.shelf.find(visit.snapshot.code, visit.readable_seats, name)
    if found is None:
        await _build(request.app, visit, request.query.get("of", ""))
        found = context.shelf.find(visit.snapshot.code, visit.readable_seats, name)
    if found is None:
        raise web.HTTPNotFound
    kind = "image/jpeg" if found.extension == "jpg" else f"image/{found.extension}"
    headers = {"Cache-Control": f"private, max-age={YEAR_S}, immutable"}
    return web.Response(body=found.data, content_type=kind, headers=headers)


async def _build(app: web.Application, visit: Visit, path: str) -> None:
    """Build the page at a path below the table's address, for the pictures on it."""
    name, _, query = path.partition("?")
    values = _short_query(dict(parse_qsl(query, max_num_fields=MAX_QUERY_FIELDS)))
    first, _, rest = name.partition("/")
    if first == "play" and visit.seat is not None:
        await _play_page(app, visit, values)
    elif first == "turn":
        await _watch_page(app, visit, values, _ply(rest))
    elif first == "":
        await _watch_page(app, visit, values)
    elif first in PAGES:
        await PAGES[first](app[KEY_CONTEXT], visit, values)


@routes.get("/t/{address}/events")
async def events(request: web.Request) -> web.StreamResponse:
    """Stream a line whenever the page has changed, until the browser goes away."""
    context = request.app[KEY_CONTEXT]
    visit = await resolve_visit(context.service, request)
    seat = visit.seat if "seat" in request.query else None
    streams, address = request.app[KEY_STREAMS], client_address(request)
    if streams[address] >= MAX_STREAMS_PER_ADDRESS or streams.total() >= MAX_STREAMS:
        raise Denied("too_fast")
    headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = web.StreamResponse(headers=headers)
    mark = request.headers.get("Last-Event-ID") or request.query.get("mark", "")
    streams[address] += 1
    try:
        with context.live.subscribe(visit.snapshot.code, seat, mark[:64]) as subscription:
            await response.prepare(request)
            await response.write(b"retry: 2000\n\n")
            async for changed in context.live.changes(subscription):
                if not await _may_still_see(context, visit, seat):
                    break
                line = (
                    b": still here\n\n" if changed is None else f"id: {changed}\ndata: {changed}\n\n".encode()
                )
                await response.write(line)
    except ConnectionError:
        pass
    finally:
        streams[address] -= 1
        if not streams[address]:
            del streams[address]
    return response


async def _may_still_see(context: WebContext, visit: Visit, seat: Seat | None) -> bool:
    """Check again that a stream's reader may see the seat: the session may have been closed meanwhile."""
    if seat is None:
        return True
    snapshot = await context.service.snapshot(visit.snapshot.code)
    return await find_seat(context.service, snapshot, visit.session or "") == seat


@routes.get("/static/{digest}/{name}")
async def static(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    if name not in FILES or request.match_info["digest"] != DIGEST:
        raise web.HTTPNotFound
    headers = {
        "Content-Type": CONTENT_TYPES[PurePath(name).suffix],
        "Cache-Control": f"public, max-age={YEAR_S}, immutable",
    }
    return web.Response(body=FILES[name], headers=headers)


@routes.get("/robots.txt")
async def robots(_: web.Request) -> web.Response:
    return web.Response(text="User-agent: *\nDisallow: /\n")


# Helpers of the pages


async def _page(request: web.Request, build: Callable[[Visit], Awaitable[WebPage]]) -> web.Response:
    visit = await resolve_visit(request.app[KEY_CONTEXT].service, request)
    return _html(await build(visit), visit.locale)


async def _watched_page(request: web.Request, ply: int | None = None) -> web.Response:
    """Answer with a watch page. It is rendered once for all spectators who read the same language."""
    context = request.app[KEY_CONTEXT]
    visit = await resolve_visit(context.service, request)
    if visit.seat is not None:
        return _html(await _watch_page(request.app, visit, request.query, ply), visit.locale)
    snapshot, seat = visit.snapshot, request.query.get("seat", "")[:1]
    row = snapshot.row
    key = (row.code, row.version, row.sealed_until, snapshot.names, visit.locale.language, ply, seat)

    async def build() -> str:
        return render_page(await _watch_page(request.app, visit, request.query, ply), visit.locale)

    return _html_text(await context.pages.get(key, build))


async def _play_page(app: web.Application, visit: Visit, query: Mapping[str, str]) -> WebPage:
    if visit.seat is None:
        raise Denied("web_seat_only")
    chosen, seen, page = (query.get(name, "") for name in ("chosen", "seen", "page"))
    return await load_play_page(app[KEY_CONTEXT], visit, selection_of(visit, chosen, seen, page))


async def _watch_page(
    app: web.Application, visit: Visit, query: Mapping[str, str], ply: int | None = None
) -> WebPage:
    return await load_watch_page(app[KEY_CONTEXT], visit, ply, _seat(query.get("seat", "")))


def _ply(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_PLY_DIGITS):
        raise web.HTTPNotFound
    return int(text)


def _seat(text: str) -> Seat | None:
    return int(text) if text in set("01234") else None


def _short_query(query: Mapping[str, str]) -> dict[str, str]:
    names = ("chosen", "seen", "page", "topic", "at", "seat")
    return {name: query[name][:MAX_QUERY_CHARS] for name in names if query.get(name)}


def _html(page: WebPage, locale: Locale) -> web.Response:
    return _html_text(render_page(page, locale), page.status)


def _html_text(text: str, status: int = 200) -> web.Response:
    headers = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}
    return web.Response(text=text, content_type="text/html", status=status, headers=headers)


def _error_page(locale: Locale, text: str, status: int, address: str = "") -> web.Response:
    """Answer with a text, and the way back to the table of an address."""
    back = tag("a", locale.t("Back to the table"), href=f"/t/{address}", class_="button main")
    page = WebPage(
        title=locale.t("Skald"),
        main=tag(
            "article", tag("h1", locale.t("Skald")), tag("p", text), back if address else None, class_="error"
        ),
        kind="look",
        status=status,
    )
    return _html(page, locale)


def _spend(context: WebContext, request: web.Request, cost: float) -> None:
    """Take from the allowance of the browser's address.

    :raises Denied: If too little is left.
    """
    if not context.address_limit.allow(client_address(request), cost):
        raise Denied("too_fast")


# Every request


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests from other sites and over the rate limit, and answer every error with a page."""
    context = request.app[KEY_CONTEXT]
    locale = request_locale(request) or locale_for(None)
    try:
        is_page = not request.path.startswith("/static/")
        _spend(context, request, (PICTURE_COST if "/p/" in request.path else 1) if is_page else 0)
        if request.method == "POST":
            _check_origin(context, request)
        return await handler(request)
    except (Denied, Refusal) as refusal:
        code = refusal.code
        if code in ("no_web_table", "web_link_expired"):
            for _ in range(WRONG_KEY_COST):  # One by one, so that the last of the allowance is used up too.
                context.address_limit.allow(client_address(request))
        address = "" if code in CLOSED_TABLES else request.match_info.get("address", "")
        text = refusal_text(locale, refusal)
        return _error_page(locale, text, STATUS_OF_REFUSALS.get(code, 409), address)
    except db.DatabaseError as error:
        log.error("the database refused: %s", error.kind)
        return _error_page(locale, refusal_text(locale, error), 503)
    except web.HTTPException as problem:
        if problem.status < 400:
            raise
        text = (
            N_("There's nothing here.") if problem.status == 404 else N_("The browser sent a wrong request.")
        )
        return _error_page(locale, locale.t(text), problem.status)
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("a page failed")
        text = N_("Something went wrong on our side. Nothing was changed. Please try again.")
        return _error_page(locale, locale.t(text), 500)


def _check_origin(context: WebContext, request: web.Request) -> None:
    """Accept a form only from a page of this site.

    :raises web.HTTPForbidden: If another site sent it, or the browser does not say.
    """
    origin = urlsplit(request.headers.get("Origin", ""))
    expected = urlsplit(context.base_url)
    if (origin.scheme, origin.netloc) != (expected.scheme, expected.netloc):
        raise web.HTTPForbidden


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(
        {
            "Content-Security-Policy": CONTENT + request.app[KEY_CONTEXT].frame_ancestors,
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Robots-Tag": "noindex, nofollow",
            "Cross-Origin-Opener-Policy": "same-origin",
        }
    )
    response.headers.pop("Server", None)


def build_web_app(context: WebContext) -> web.Application:
    app = web.Application(middlewares=[guard], client_max_size=MAX_BODY_BYTES)
    app[KEY_CONTEXT] = context
    app[KEY_STREAMS] = Counter()
    app.add_routes(routes)
    app.on_response_prepare.append(_add_headers)
    return app


@contextlib.asynccontextmanager
async def serve_web(context: WebContext, listener: socket.socket) -> AsyncIterator[None]:
    """Serve the web board on a listening socket during the block."""
    runner = web.AppRunner(
        build_web_app(context),
        access_log=None,
        shutdown_timeout=SHUTDOWN_TIMEOUT_S,
        handler_cancellation=True,
    )
    await runner.setup()
    polling = asyncio.create_task(context.live.run())
    try:
        await web.SockSite(runner, listener).start()
        yield
    finally:
        polling.cancel()
        await runner.cleanup()
