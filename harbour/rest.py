"""The REST frame: authorization, fault injection, errors, rate limit headers, recorded calls."""

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from harbour import errors, faults, uploads
from harbour.errors import ApiError, Json
from harbour.hub import ApiCall, Hub
from harbour.openapi import OpenApiDocument
from harbour.uploads import Body

PREFIX = "/api/v10"
HUB: web.AppKey[Hub] = web.AppKey("hub", Hub)
FAULTS: web.AppKey[faults.Faults] = web.AppKey("faults", faults.Faults)
OPENAPI: web.AppKey[OpenApiDocument | None] = web.AppKey("description")
BODY: web.RequestKey[Body] = web.RequestKey("body", Body)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
# Interaction responses are authorized by the interaction token instead of the bot token.
_WITHOUT_BOT_TOKEN = re.compile(r"/(interactions/\d+/|webhooks/\d+/).+")


def json_response(data: Any = None, status: int = 200) -> web.Response:
    if data is None and status == 200:
        return web.Response(status=204)
    return web.Response(
        body=json.dumps(data).encode(), status=status, headers={"Content-Type": "application/json"}
    )


def body_of(request: web.Request) -> Body:
    return request[BODY]


def payload_of(request: web.Request) -> Json:
    payload = request[BODY].payload
    if payload is None:
        return {}
    if not isinstance(payload, dict):
        raise ApiError(400, 50035, "Invalid Form Body")
    return payload


async def serve(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Run one API route inside the frame and record the call."""
    hub, path = request.app[HUB], request.path.removeprefix(PREFIX)
    hub.in_flight += 1
    body = Body()
    try:
        response: web.StreamResponse = await _handle(request, handler, hub, path, body)
    finally:
        hub.in_flight -= 1
        hub.changes.notify()
    _record_call(request, hub, path, body, response)
    return response


async def _handle(
    request: web.Request, handler: Handler, hub: Hub, path: str, body: Body
) -> web.StreamResponse:
    try:
        read = await uploads.read_body(request)
        body.payload, body.files = read.payload, read.files
        request[BODY] = body
        authorized = request.headers.get("Authorization") == f"Bot {hub.world.meta['token']}"
        if not authorized and not _WITHOUT_BOT_TOKEN.match(path):
            raise errors.unauthorized()
        fault = request.app[FAULTS].take(request.method, path)
        if fault is not None:
            if fault.kind == "slow":
                await asyncio.sleep(float(fault.detail.get("seconds", 1.0)))
            injected = faults.injected_error(fault)
            if injected is not None:
                raise injected
        response = await handler(request)
        if fault is not None and fault.kind == "lost":
            raise ApiError(502, 0, "502: Bad Gateway")
    except ApiError as error:
        response = json_response(error.body(), error.status)
        response.headers.update(error.headers)
    _add_rate_limit_headers(request, path, response)
    return response


def _add_rate_limit_headers(request: web.Request, path: str, response: web.StreamResponse) -> None:
    bucket = hashlib.md5(f"{request.method} {re.sub(r'[0-9]+', '#', path)}".encode(), usedforsecurity=False)
    for key, value in (
        ("X-RateLimit-Bucket", bucket.hexdigest()),
        ("X-RateLimit-Limit", "1000"),
        ("X-RateLimit-Remaining", "999"),
        ("X-RateLimit-Reset-After", "1.000"),
    ):
        response.headers.setdefault(key, value)


def _record_call(request: web.Request, hub: Hub, path: str, body: Body, response: web.StreamResponse) -> None:
    raw = response.body if isinstance(response, web.Response) else None
    response_body = json.loads(raw) if isinstance(raw, bytes) and raw else None
    files = {upload.filename: len(upload.content) for upload in body.files.values()}
    hub.api_calls.append(ApiCall(request.method, path, response.status, body.payload, files, response_body))
    document = request.app[OPENAPI]
    if document is not None and response.status not in (401, 404):
        hub.api_violations += document.request_errors(request.method, path, body.payload)
        hub.api_violations += document.response_errors(request.method, path, response.status, response_body)


async def unknown_route(request: web.Request) -> web.StreamResponse:
    hub = request.app[HUB]
    hub.api_violations.append(f"unknown route: {request.method} {request.path.removeprefix(PREFIX)}")
    raise errors.unknown_route()
