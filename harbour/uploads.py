"""Parses request bodies, JSON or multipart with `payload_json`, and stores uploaded files."""

import io
import json
import mimetypes
import re
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web
from PIL import Image, UnidentifiedImageError

from harbour import limits
from harbour.errors import ApiError, Json, request_too_large
from harbour.world import World


@dataclass
class Upload:
    filename: str
    content: bytes
    content_type: str | None


@dataclass
class Body:
    """A parsed request body: the JSON payload, and uploaded files by number."""

    payload: Any = None
    files: dict[int, Upload] = field(default_factory=dict)


async def read_body(request: web.Request) -> Body:
    if request.content_length is not None and request.content_length > limits.MAX_REQUEST_BYTES:
        raise request_too_large()
    kind = request.content_type
    if kind == "multipart/form-data":
        return await _read_form(request)
    raw = await request.read()
    if len(raw) > limits.MAX_REQUEST_BYTES:
        raise request_too_large()
    if not raw:
        return Body()
    if request.headers.get("Content-Type") != "application/json":
        raise ApiError(400, 50035, "Invalid Form Body", errors={"_errors": [_content_type_error()]})
    return Body(_parse_json(raw))


def _content_type_error() -> Json:
    return {
        "code": "CONTENT_TYPE_INVALID",
        "message": 'Expected "Content-Type" header to be "application/json".',
    }


def _parse_json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error


async def _read_form(request: web.Request) -> Body:
    body, total = Body({}), 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read(decode=True))
        total += len(content)
        if total > limits.MAX_REQUEST_BYTES:
            raise request_too_large()
        number = re.fullmatch(r"files\[(\d+)\]", part.name or "")
        if part.name == "payload_json":
            body.payload = _parse_json(content)
        elif number:
            if len(content) > limits.MAX_FILE_BYTES:
                raise request_too_large()
            content_type = part.headers.get("Content-Type")
            body.files[int(number[1])] = Upload(
                sanitize_filename(part.filename or "file"), content, content_type
            )
    limits.check_file_count(len(body.files))
    return body


def sanitize_filename(filename: str) -> str:
    """Replace all characters but ASCII letters, digits, dots, dashes and underscores, as Discord does."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", filename).strip("_") or "file"


def store_file(world: World, upload: Upload, metadata: Json) -> Json:
    """Save an uploaded file. Returns its attachment object."""
    attachment_id = world.new_id()
    guessed, _ = mimetypes.guess_type(upload.filename)
    attachment: Json = {
        "id": attachment_id,
        "filename": upload.filename,
        "size": len(upload.content),
        "content_type": guessed or upload.content_type or "application/octet-stream",
        "flags": 0,
    }
    try:
        with Image.open(io.BytesIO(upload.content)) as picture:
            attachment["width"], attachment["height"] = picture.size
    except UnidentifiedImageError:
        pass
    if metadata.get("description"):
        attachment["description"] = metadata["description"]
    world.store.write_file(attachment_id, upload.content)
    return attachment
