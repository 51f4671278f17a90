"""Validation against Discord's OpenAPI document, if the file is available."""

import io
from pathlib import Path

import discord
import pytest

from harbour import Harbour
from harbour.openapi import OpenApiDocument
from tests.harbour.wire_client import BoardView, WireClient, image_bytes

OPENAPI_FILE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
pytestmark = pytest.mark.skipif(
    not OPENAPI_FILE.exists(), reason="Discord's API description is not beside the project"
)


@pytest.fixture(scope="module")
def document() -> OpenApiDocument:
    return OpenApiDocument(OPENAPI_FILE)


def test_the_exact_path_wins_over_the_general_one(document: OpenApiDocument) -> None:
    assert document.path_template("/users/@me") == "/users/@me"
    assert document.path_template("/users/7") == "/users/{user_id}"
    assert document.path_template("/channels/7/messages/pins") == "/channels/{channel_id}/messages/pins"
    assert document.path_template("/sail/away") is None


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


def test_what_fits_is_silent(document: OpenApiDocument) -> None:
    assert document.request_errors("POST", "/channels/7/messages", {"content": "ahoy"}) == []
    assert document.response_errors("GET", "/gateway/bot", 200, {"url": "ws://x", "shards": 1}) != []


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
