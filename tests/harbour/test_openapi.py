"""Validation against an OpenAPI document: a small one, and Discord's own if the file is available."""

import io
import json
from pathlib import Path

import discord
import pytest

from harbour import Harbour
from harbour.openapi import OpenApiDocument
from tests.harbour.wire_client import BoardView, WireClient, image_bytes

OPENAPI_FILE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
with_discords_file = pytest.mark.skipif(
    not OPENAPI_FILE.exists(), reason="Discord's API description is not beside the project"
)
SHIP = {
    "type": "object",
    "properties": {"id": {"$ref": "#/components/schemas/SnowflakeType"}, "code": {"type": "integer"}},
    "required": ["id"],
}


def json_content(schema: object) -> dict[str, object]:
    return {"content": {"application/json": {"schema": schema}}}


SMALL = {
    "paths": {
        "/ships/{ship_id}": {
            "patch": {
                "requestBody": {"required": True, **json_content(SHIP)},
                "responses": {
                    "200": json_content(SHIP),
                    "204": {},
                    "429": {"$ref": "#/components/responses/TooMany"},
                    "4XX": {"$ref": "#/components/responses/Refused"},
                },
            },
            "post": {"requestBody": json_content(SHIP), "responses": {}},
            "delete": {"responses": {"204": {}, "4XX": {}}},
        },
        "/ships/@mine": {"get": {"responses": {"200": json_content({"type": "array"})}}},
    },
    "components": {
        "schemas": {"SnowflakeType": {"type": "string"}},
        "responses": {
            "TooMany": json_content({"required": ["retry_after"]}),
            "Refused": json_content({"properties": {"code": {"type": "integer"}}}),
        },
    },
}


@pytest.fixture
def small(tmp_path: Path) -> OpenApiDocument:
    file = tmp_path / "small.json"
    file.write_text(json.dumps(SMALL))
    return OpenApiDocument(file)


@pytest.mark.parametrize(
    ("method", "path", "body", "error"),
    [
        ("PATCH", "/ships/7", {"id": "7"}, None),
        ("PATCH", "/ships/7", {"id": 7}, None),
        ("PATCH", "/ships/7", {"id": []}, "PATCH /ships/{ship_id}: id: "),
        ("PATCH", "/ships/7", None, "PATCH /ships/{ship_id}: needs a body"),
        ("POST", "/ships/7", None, None),
        ("DELETE", "/ships/7", None, None),
        ("DELETE", "/ships/7", {}, "DELETE /ships/{ship_id}: takes no body"),
        ("GET", "/ships/7", None, "GET /ships/7: not in the description"),
        ("GET", "/ships/@mine", None, None),
        ("GET", "/sail/away", None, "GET /sail/away: not in the description"),
    ],
)
def test_a_request_is_compared_with_its_description(
    small: OpenApiDocument, method: str, path: str, body: object, error: str | None
) -> None:
    found = small.request_errors(method, path, body)
    assert len(found) == (error is not None)
    assert all(each.startswith(error or "") for each in found)


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (200, {"id": "7"}, None),
        (200, {"id": 7}, "id: "),
        (200, {}, ": "),
        (204, None, None),
        (204, {}, ": takes no body"),
        (201, None, ": not a described status"),
        (400, {"code": 1, "errors": "of each field"}, None),
        (404, {"code": "1"}, "code: "),
        (429, {"retry_after": 1}, None),
        (429, {"code": 1}, ": "),
        (503, {"code": "1"}, None),
    ],
)
def test_a_response_is_compared_with_its_description(
    small: OpenApiDocument, status: int, body: object, error: str | None
) -> None:
    found = small.response_errors("PATCH", "/ships/7", status, body)
    assert len(found) == (error is not None)
    assert all(
        f"reply {status} to PATCH /ships/{{ship_id}}" in each and (error or "") in each for each in found
    )
    assert small.response_errors("PATCH", "/sail/away", status, body) == []


@pytest.fixture(scope="module")
def document() -> OpenApiDocument:
    return OpenApiDocument(OPENAPI_FILE)


@with_discords_file
def test_the_exact_path_wins_over_the_general_one(document: OpenApiDocument) -> None:
    assert document.path_template("/users/@me") == "/users/@me"
    assert document.path_template("/users/7") == "/users/{user_id}"
    assert document.path_template("/channels/7/messages/pins") == "/channels/{channel_id}/messages/pins"
    assert document.path_template("/sail/away") is None


@with_discords_file
@pytest.mark.parametrize(
    ("method", "path", "payload"),
    [
        ("POST", "/channels/7/messages", {"content": 7}),
        ("POST", "/channels/7/messages", {"components": [{"type": 1, "components": []}]}),
        ("POST", "/channels/7/threads", {"name": "x" * 101, "type": 11}),
        ("PUT", "/applications/7/commands", [{"name": "sail", "description": "x" * 101, "type": 1}]),
        ("POST", "/users/@me/channels", None),
        ("GET", "/users/@me", {"why": "a body"}),
        ("POST", "/users/@me", {}),
    ],
)
def test_what_does_not_fit_is_told(
    document: OpenApiDocument, method: str, path: str, payload: object
) -> None:
    assert len(document.request_errors(method, path, payload)) == 1


@with_discords_file
def test_what_fits_is_silent(document: OpenApiDocument) -> None:
    assert document.request_errors("POST", "/channels/7/messages", {"content": "ahoy"}) == []
    assert document.response_errors("GET", "/gateway/bot", 200, {"url": "ws://x", "shards": 1}) != []


@with_discords_file
async def test_a_whole_conversation_fits(harbour: Harbour, client: WireClient) -> None:
    """Requests of discord.py and responses of the harbour on most routes that Skald uses."""
    dag = harbour.user("Dag")
    board = await dag.slash("/board")
    await dag.press(board, "Ping")
    await dag.slash("/secret")
    await dag.submit(await dag.slash("/form"), {"Entry": "calm", "Wind": "north"})
    await dag.select(await dag.slash("/pick"), "Which ship", "Knarr")
    await dag.autocomplete("/ahoy", focused="name")
    games = await client.fetch_channel(int(harbour.world.find_channel("games")["id"]))
    assert isinstance(games, discord.TextChannel)
    card = await games.send(view=BoardView(), file=discord.File(_stream(), "board.png"))
    thread = await card.create_thread(name="Lofoten 1")
    await thread.send("x", silent=True)
    await card.edit(view=BoardView(3), attachments=[discord.File(_stream(), "board.png")])
    await (await thread.send("to pin")).pin()
    await thread.edit(archived=True, locked=True)
    await (await client.fetch_user(int(dag.id))).send("hello")
    await harbour.wait_until_idle()
    assert harbour.api_violations == []
    checked = {(call.method, call.path.split("/")[1]) for call in harbour.api_calls}
    assert checked >= {
        ("POST", "interactions"),
        ("PATCH", "webhooks"),
        ("POST", "webhooks"),
        ("POST", "channels"),
        ("PATCH", "channels"),
        ("PUT", "channels"),
        ("PUT", "applications"),
    }


def _stream() -> io.BytesIO:
    return io.BytesIO(image_bytes())
