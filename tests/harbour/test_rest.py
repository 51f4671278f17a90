"""Requests that Discord refuses, as plain HTTP: discord.py would not send most of them.

Covers the routes in `harbour/rest*.py`, with `harbour/access.py` and `harbour/uploads.py`.
"""

import base64
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import aiohttp
import pytest

from harbour import Harbour, messages, permission_changes, permissions, rest_commands, threads
from harbour.rest_users import get_or_create_dm_channel
from harbour.world import PUBLIC_THREAD
from tests.harbour.wire_client import image_bytes

FORM_ERROR = (400, 50035)
DONE = (204, None)


class Bot:
    """Sends requests with the bot's token. Placeholders in a path stand for ids in `at`."""

    def __init__(self, harbour: Harbour, web: aiohttp.ClientSession) -> None:
        self.harbour = harbour
        self.web = web
        self.at: dict[str, str] = {}

    async def send(self, method: str, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
        """Returns the status and the body of the response."""
        url = self.harbour.api_url + path.format(**self.at)
        given = {"json": body} if body is not None else options
        async with self.web.request(method, url, **given) as response:
            return response.status, await response.json() if response.status != 204 else None

    async def code(self, method: str, path: str, body: Any = None, **options: Any) -> tuple[int, int | None]:
        """Returns the status and the error code of the response."""
        status, found = await self.send(method, path, body, **options)
        return status, found.get("code") if isinstance(found, dict) else None


@pytest.fixture
async def bot(harbour: Harbour) -> AsyncIterator[Bot]:
    hub, world = harbour.hub, harbour.world
    games = world.find_channel("games")
    thread = threads.create(hub, games, world.app_id, {"name": "Lofoten 1"}, PUBLIC_THREAD)
    archived = threads.create(hub, games, world.app_id, {"name": "Lofoten 2"}, PUBLIC_THREAD)
    threads.set_archived(hub, archived, True)
    dag = harbour.user("Dag")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {harbour.token}"}) as web:
        bot = Bot(harbour, web)
        bot.at = {
            "app": world.app_id,
            "guild": world.guild_id,
            "games": games["id"],
            "forum": world.find_channel("tables")["id"],
            "tavern": world.find_channel("tavern")["id"],
            "thread": thread["id"],
            "archived": archived["id"],
            "dm": get_or_create_dm_channel(hub, dag.id)["id"],
            "dag": dag.id,
            "own": messages.create(hub, games, world.app_id, {"content": "own"})["id"],
            "other": dag.send("from Dag", in_="games")["id"],
        }
        yield bot
    harbour.api_violations.clear()


REFUSED: list[tuple[str, str, Any, tuple[int, int | None]]] = [
    ("GET", "/channels/7", None, (404, 10003)),
    ("GET", "/channels/{tavern}", None, (403, 50001)),
    ("PATCH", "/channels/{dm}", {"name": "x"}, (400, 50024)),
    ("PATCH", "/channels/{games}", {"name": "x"}, (403, 50013)),
    ("DELETE", "/channels/{games}", None, (403, 50013)),
    ("POST", "/channels/{dm}/threads", {"name": "x", "type": 11}, (400, 50024)),
    ("POST", "/channels/{games}/threads", {"name": "x", "type": 10}, (400, 50024)),
    ("POST", "/channels/{games}/threads", {"name": "x", "type": 11, "auto_archive_duration": 7}, FORM_ERROR),
    ("POST", "/channels/{games}/threads", {"type": 11}, FORM_ERROR),
    ("POST", "/channels/{forum}/threads", {"name": "x"}, FORM_ERROR),
    (
        "POST",
        "/channels/{forum}/threads",
        {"name": "x", "message": {}, "applied_tags": [*"123456"]},
        FORM_ERROR,
    ),
    ("PATCH", "/channels/{thread}", {"auto_archive_duration": 61}, FORM_ERROR),
    ("PATCH", "/channels/{thread}", {"name": ""}, FORM_ERROR),
    ("PATCH", "/channels/{archived}", {"name": "x"}, (400, 50083)),
    ("PUT", "/channels/{games}/thread-members/@me", None, (400, 50024)),
    ("PUT", "/channels/{archived}/thread-members/@me", None, (400, 50083)),
    ("PUT", "/channels/{thread}/thread-members/7", None, (404, 10013)),
    ("GET", "/channels/{forum}/messages", None, (400, 50024)),
    ("GET", "/channels/{games}/messages?limit=0", None, FORM_ERROR),
    ("GET", "/channels/{games}/messages?limit=101", None, FORM_ERROR),
    ("GET", "/channels/{games}/messages/7", None, (404, 10008)),
    ("PATCH", "/channels/{games}/messages/{other}", {"content": "x"}, (403, 50005)),
    ("PATCH", "/channels/{games}/messages/{own}", {"attachments": [{"id": "7"}]}, FORM_ERROR),
    (
        "POST",
        "/channels/{games}/messages",
        {"content": "x", "message_reference": {"message_id": "7"}},
        FORM_ERROR,
    ),
    ("POST", "/channels/{games}/messages", [], FORM_ERROR),
    ("POST", "/channels/{forum}/messages", {"content": "x"}, (400, 40058)),
    ("GET", "/users/7", None, (404, 10013)),
    ("POST", "/users/@me/channels", {"recipient_id": "7"}, FORM_ERROR),
    ("GET", "/guilds/7/members/{dag}", None, (404, 10004)),
    ("GET", "/guilds/{guild}/members/7", None, (404, 10007)),
    ("GET", "/applications/7/commands", None, (403, 20012)),
    ("POST", "/applications/{app}/emojis", {"name": "x", "image": ""}, FORM_ERROR),
    ("POST", "/applications/{app}/emojis", {"name": "a-b", "image": ""}, FORM_ERROR),
    ("POST", "/applications/{app}/emojis", {"name": "cod", "image": "cod.png"}, FORM_ERROR),
    ("DELETE", "/applications/{app}/emojis/7", None, (404, 10014)),
    ("POST", "/guilds/{guild}/scheduled-events", {"entity_type": 2, "privacy_level": 2}, FORM_ERROR),
    (
        "POST",
        "/guilds/{guild}/scheduled-events",
        {"entity_type": 3, "privacy_level": 2, "name": "x"},
        FORM_ERROR,
    ),
    ("GET", "/webhooks/7/token/messages/@original", None, (404, 10015)),
    ("GET", "/webhooks/{app}/token/messages/@original", None, (401, 50027)),
    ("GET", "/sail/away", None, (404, 0)),
]


async def test_what_discord_refuses_has_its_code(bot: Bot) -> None:
    bot.harbour.revoke("manage_threads")
    bot.harbour.grant("create_events")
    for method, path, body, refusal in REFUSED:
        assert await bot.code(method, path, body) == refusal, f"{method} {path} {body}"
    assert [call.status for call in bot.harbour.api_calls] == [refusal[0] for *_, refusal in REFUSED]


async def test_what_depends_on_the_world_is_refused_as_well(bot: Bot) -> None:
    harbour, dag = bot.harbour, bot.harbour.user("Dag")
    harbour.set_overwrite("games", dag, deny=permissions.VIEW_CHANNEL)
    assert await bot.code("PUT", "/channels/{thread}/thread-members/{dag}") == (403, 50001)
    harbour.set_overwrite("games", dag)
    post: dict[str, Any] = {"name": "x", "message": {"content": "x", "embeds": [{"title": "x"}]}}
    harbour.revoke("embed_links", in_="tables")
    assert await bot.code("POST", "/channels/{forum}/threads", post) == (403, 50013)
    harbour.set_forum_tags("tables", "open", moderated=("official",))
    opened, official = (tag["id"] for tag in harbour.world.find_channel("tables")["available_tags"])
    harbour.revoke("manage_threads")
    post = {"name": "x", "message": {"content": "x"}, "applied_tags": [official]}
    assert await bot.code("POST", "/channels/{forum}/threads", post) == (403, 50013)
    assert await bot.code("POST", "/channels/{forum}/threads", {**post, "applied_tags": [opened]}) == (
        201,
        None,
    )
    harbour.grant("create_events")
    hour = timedelta(hours=1)
    start = harbour.clock.now() + hour
    event = {
        "name": "The cup",
        "entity_type": 3,
        "privacy_level": 2,
        "entity_metadata": {"location": "here"},
        "scheduled_start_time": start.isoformat(),
        "scheduled_end_time": (start + hour).isoformat(),
    }
    status, made = await bot.send("POST", "/guilds/{guild}/scheduled-events", event)
    assert (status, made["status"]) == (200, 1)
    path = f"/guilds/{{guild}}/scheduled-events/{made['id']}"
    assert await bot.code("PATCH", path, {"status": 3}) == FORM_ERROR
    for changed, answer in (
        ({"name": "x" * 101}, FORM_ERROR),
        ({"description": "x" * 1001}, FORM_ERROR),
        ({"description": "x" * 1000}, (200, None)),
        ({"entity_metadata": {"location": ""}}, FORM_ERROR),
        ({"scheduled_end_time": start.isoformat()}, FORM_ERROR),
        ({"scheduled_start_time": "soon"}, FORM_ERROR),
        ({"status": 2}, (200, None)),
        ({"status": 4}, FORM_ERROR),
        ({"status": 3}, (200, None)),
        ({"name": "x"}, (400, 180000)),
    ):
        assert await bot.code("PATCH", path, changed) == answer, changed


async def test_what_discord_allows_takes_effect(bot: Bot) -> None:
    bot.harbour.grant("manage_threads")
    for method, path, body, answer in (
        ("PUT", "/channels/{thread}/thread-members/{dag}", None, DONE),
        ("DELETE", "/channels/{thread}/thread-members/{dag}", None, DONE),
        ("DELETE", "/channels/{thread}/thread-members/{dag}", None, DONE),
        ("PATCH", "/channels/{thread}", {"auto_archive_duration": 60, "name": "Lofoten 3"}, (200, None)),
        (
            "POST",
            "/channels/{games}/messages",
            {"content": "x", "message_reference": {"message_id": "7", "fail_if_not_exists": False}},
            (200, None),
        ),
        (
            "POST",
            "/channels/{games}/messages",
            {"content": "x", "message_reference": {"message_id": "{own}"}},
            FORM_ERROR,
        ),
        ("DELETE", "/channels/{thread}", None, (200, None)),
        ("GET", "/channels/{thread}", None, (404, 10003)),
    ):
        assert await bot.code(method, path, body) == answer, f"{method} {path} {body}"
    world = bot.harbour.world
    permission_changes.grant(bot.harbour.hub, 1 << 4)
    assert await bot.code("PATCH", "/channels/{games}", {"topic": "New", "id": "7"}) == (200, None)
    games = world.find_channel("games")
    assert (games["topic"], games["id"]) == ("New", bot.at["games"])
    assert await bot.code("DELETE", "/channels/{games}") == (200, None)
    assert bot.at["games"] not in world.channels


async def test_a_public_thread_is_announced_in_its_channel_and_a_private_one_is_not(bot: Bot) -> None:
    for kind, said in ((12, []), (11, ["Lofoten 4"])):
        before = [*bot.harbour.world.messages[bot.at["games"]]]
        path, body = "/channels/{games}/threads", {"name": "Lofoten 4", "type": kind}
        status, thread = await bot.send("POST", path, body)
        assert (status, thread["type"]) == (201, kind)
        assert thread["thread_metadata"].get("invitable") is (True if kind == 12 else None)
        shown = bot.harbour.user("Dag").messages("games")
        assert [each["content"] for each in shown if each["id"] not in before] == said
    dag = bot.harbour.user("Dag")
    assert [each["type"] for each in dag.channels() if each.get("name") == "Lofoten 4"] == [11]
    assert (await bot.send("POST", "/channels/{games}/threads", {"name": "x"}))[1]["type"] == 12


async def test_a_body_is_read_by_its_type(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/channels/{games}/messages"
    as_json = {"Content-Type": "application/json"}
    assert await bot.code("POST", path, data=b"{", headers=as_json) == (400, 50109)
    assert await bot.code("POST", path, data=b"{}", headers={"Content-Type": "text/plain"}) == FORM_ERROR
    assert await bot.code("POST", path, data=b"", headers={"Content-Type": "text/plain"}) == (400, 50006)
    monkeypatch.setattr("harbour.limits.MAX_REQUEST_BYTES", 30)
    fits, too_large = b'{"content": "%s"}' % (b"x" * 15), b'{"content": "%s"}' % (b"x" * 16)
    assert await bot.code("POST", path, data=fits, headers=as_json) == (200, None)
    assert await bot.code("POST", path, data=too_large, headers=as_json) == (413, 40005)

    async def chunks() -> AsyncIterator[bytes]:
        yield too_large

    assert await bot.code("POST", path, data=chunks(), headers=as_json) == (413, 40005)


async def test_an_emoji_is_stored_with_its_picture(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    def image(content: bytes, kind: str) -> str:
        return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"

    path = "/applications/{app}/emojis"
    drawn = image_bytes()
    status, still = await bot.send("POST", path, {"name": "cod", "image": image(drawn, "png")})
    assert (status, still["name"], still["animated"], still["available"]) == (201, "cod", False, True)
    assert (still["managed"], still["require_colons"], still["roles"]) == (False, True, [])
    _, moving = await bot.send("POST", path, {"name": "Cod_2", "image": image(drawn, "gif")})
    assert moving["animated"] is True
    assert await bot.code("POST", path, {"name": "cod", "image": image(drawn, "png")}) == FORM_ERROR
    large = image(bytes(rest_commands.MAX_EMOJI_BYTES + 1), "png")
    assert await bot.code("POST", path, {"name": "whale", "image": large}) == FORM_ERROR
    monkeypatch.setattr(rest_commands, "MAX_EMOJIS", 2)
    assert await bot.code("POST", path, {"name": "whale", "image": image(drawn, "png")}) == (400, 30008)
    assert (await bot.send("GET", path))[1] == {"items": [still, moving]}
    async with bot.web.get(f"{bot.harbour.origin}/emojis/{moving['id']}.gif") as response:
        assert (response.status, response.content_type) == (200, "image/gif")
    async with bot.web.get(f"{bot.harbour.origin}/emojis/{still['id']}.png") as response:
        assert (await response.read(), response.content_type) == (drawn, "image/png")
    assert await bot.code("DELETE", f"{path}/{still['id']}") == DONE
    async with bot.web.get(f"{bot.harbour.origin}/emojis/{still['id']}.png") as response:
        assert response.status == 404


async def test_a_channel_has_so_many_pins(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_PINS", 1)
    pins = "/channels/{games}/messages/pins"
    bot.harbour.grant("pin_messages")
    assert await bot.code("PUT", pins + "/{own}") == DONE
    assert await bot.code("PUT", pins + "/{own}") == DONE
    assert await bot.code("PUT", pins + "/{other}") == (400, 30003)
    (pinned,) = (await bot.send("GET", pins))[1]["items"]
    assert pinned["message"]["content"] == "own"
    assert await bot.code("DELETE", pins + "/{own}") == DONE
    assert (await bot.send("GET", pins))[1] == {"items": [], "has_more": False}
