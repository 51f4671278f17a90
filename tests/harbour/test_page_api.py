"""The page's API: authorization, state, user actions, events."""

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from harbour import Harbour, permissions
from tests.harbour.wire_client import WireClient, image_bytes

Json = dict[str, Any]


class PageClient:
    """A user's page without a browser: requests with the cookie, and received frames."""

    def __init__(self, harbour: Harbour, web: aiohttp.ClientSession, name: str) -> None:
        self.harbour = harbour
        self.web = web
        self.user = harbour.user(name)
        self.frames: list[Json] = []
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    async def get(self, path: str, **query: Any) -> Any:
        params = {"person": self.user.id, **query}
        async with self.web.get(f"{self.harbour.origin}{path}", params=params) as reply:
            assert reply.status == 200, await reply.text()
            return await reply.json()

    async def act(self, act: str, **details: Any) -> Json:
        body = {"person": self.user.id, "act": act, **details}
        async with self.web.post(f"{self.harbour.origin}/page/act", json=body) as reply:
            result: Json = await reply.json()
            return result

    async def listen(self) -> None:
        url = f"{self.harbour.origin}/page/ws?person={self.user.id}"
        self._socket = await self.web.ws_connect(url)

    async def wait_for_frame(self, name: str, **values: Any) -> Json:
        """Returns the next frame of this name with these values."""
        assert self._socket is not None
        async with asyncio.timeout(5):
            while True:
                frame = await self._socket.receive_json()
                self.frames.append(frame)
                if frame["t"] == name and (not values or values.items() <= frame["d"].items()):
                    data: Json = frame["d"]
                    return data

    def channel_id(self, name: str = "games") -> str:
        return str(self.harbour.world.find_channel(name)["id"])

    def command_id(self, name: str) -> str:
        return next(key for key, c in self.harbour.world.commands.items() if c["name"] == name)


@pytest.fixture
async def web(harbour: Harbour) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        await session.get(harbour.page_url)
        yield session


@pytest.fixture
async def dag(harbour: Harbour, web: aiohttp.ClientSession) -> PageClient:
    browser = PageClient(harbour, web, "Dag")
    await browser.listen()
    return browser


@pytest.fixture
async def astrid(harbour: Harbour, web: aiohttp.ClientSession) -> PageClient:
    browser = PageClient(harbour, web, "Astrid")
    await browser.listen()
    return browser


async def test_open_pages_are_told_that_the_server_goes_away(harbour: Harbour, dag: PageClient) -> None:
    assert dag._socket is not None
    receiving = asyncio.create_task(dag._socket.receive())
    await harbour.close()
    last = await asyncio.wait_for(receiving, 5)
    while last.type is aiohttp.WSMsgType.TEXT:
        last = await asyncio.wait_for(dag._socket.receive(), 5)
    assert (last.type, last.data) == (aiohttp.WSMsgType.CLOSE, 1001)


# authorization


async def test_only_the_printed_address_opens_the_page(harbour: Harbour) -> None:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as web:
        for path in ("/", "/?key=wrong", "/page/world", "/static/index.html"):
            assert (await web.get(harbour.origin + path)).status == 403
        reply = await web.get(harbour.page_url)
        assert (reply.status, reply.url.path_qs) == (200, "/")
        assert "<html" in await reply.text()
        assert (await web.get(f"{harbour.origin}/static/index.html")).status == 200


@pytest.mark.parametrize("host", ["evil.example:{port}", "127.0.0.1:1", "127.0.0.1"])
async def test_another_name_for_the_machine_is_refused(harbour: Harbour, host: str) -> None:
    port = harbour.origin.rsplit(":", 1)[1]
    headers = {"Host": host.format(port=port), "Authorization": f"Bot {harbour.token}"}
    async with aiohttp.ClientSession(headers=headers) as web:
        for url in (f"{harbour.api_url}/users/@me", harbour.page_url):
            assert (await web.get(url)).status == 421


async def test_another_page_may_not_act(harbour: Harbour, web: aiohttp.ClientSession) -> None:
    asked = {"person": harbour.user("Dag").id, "act": "send", "channel": "x", "content": "x"}
    headers = {"Origin": "http://evil.example"}
    assert (await web.post(f"{harbour.origin}/page/act", json=asked, headers=headers)).status == 403
    assert (await web.post(f"{harbour.origin}/page/act", json=asked)).status == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "example.org", ""])
def test_only_this_machine_is_listened_on(tmp_path: Any, host: str) -> None:
    with pytest.raises(ValueError, match="this machine only"):
        Harbour(tmp_path, host=host)


async def test_pictures_need_the_cookie_or_a_signed_link(
    harbour: Harbour, client: WireClient, dag: PageClient
) -> None:
    games = client.get_partial_messageable(int(dag.channel_id()))
    message = await games.send(file=discord.File(io.BytesIO(image_bytes()), "a.png"))
    url = message.attachments[0].url
    bare = url.split("?")[0]
    async with aiohttp.ClientSession() as stranger:
        assert await (await stranger.get(url)).read() == image_bytes()
        assert (await stranger.get(bare)).status == 403
        assert (await stranger.get(url.replace("hm=", "hm=0"))).status == 403
        harbour.clock.advance(24 * 3600 + 1)
        assert (await stranger.get(url)).status == 403
    reply = await dag.web.get(bare)
    assert (await reply.read(), reply.content_type) == (image_bytes(), "image/png")


# state and events


@pytest.mark.usefixtures("client")
async def test_the_world_as_one_person_sees_it(harbour: Harbour, dag: PageClient, astrid: PageClient) -> None:
    await dag.act("open_dm")
    world = await dag.get("/page/world")
    assert world["person"]["global_name"] == "Dag"
    assert [(p["global_name"], p["locale"], p["timezone"]) for p in world["people"]] == [
        ("Astrid", "en-GB", "Europe/London"),
        ("Bjørn", "en-US", "America/New_York"),
        ("Chloé", "fr", "Europe/Paris"),
        ("Dag", "fr", "America/Toronto"),
        ("Eira", "en-US", "Asia/Tokyo"),
        ("Falk", "de", "Europe/Berlin"),
    ]
    home = [c["name"] for c in world["channels"] if c.get("guild_id") == world["guild"]["id"]]
    assert home == ["general", "games", "hall-of-fame", "tables"]
    foreign = [c["name"] for c in world["channels"] if c.get("guild_id") == world["foreign"]["id"]]
    assert foreign == ["tavern"]
    direct = next(c for c in world["channels"] if c["type"] == 1)
    assert [user["username"] for user in direct["recipients"]] == ["skald"]
    assert world["guild"]["name"] == "Skaldheim"
    assert world["bot"] == {"online": True}
    assert {c["name"] for c in world["commands"]} >= {"ahoy", "board", "stewards"}
    others = await astrid.get("/page/world")
    assert [c for c in others["channels"] if c["type"] == 1] == []
    finds = {
        name: next(c["usable_commands"] for c in seen["channels"] if c.get("name") == "games")
        for name, seen in (("Dag", world), ("Astrid", others))
    }
    assert set(finds["Astrid"]) - set(finds["Dag"]) == {dag.command_id("stewards")}
    assert dag.command_id("stewards") not in direct["usable_commands"]
    assert harbour.world.unread == {}


async def test_messages_come_in_pages_oldest_first(harbour: Harbour, dag: PageClient) -> None:
    for number in range(5):
        harbour.user("Astrid").send(f"message {number}", in_="games")
    path = f"/page/channels/{dag.channel_id()}/messages"
    assert await dag.get(path, limit="x") == await dag.get(path)
    newest = await dag.get(path, limit=2)
    assert [m["content"] for m in newest] == ["message 3", "message 4"]
    earlier = await dag.get(path, limit=2, before=newest[0]["id"])
    assert [m["content"] for m in earlier] == ["message 1", "message 2"]


# user actions


async def test_writing_calling_and_reading(harbour: Harbour, dag: PageClient, astrid: PageClient) -> None:
    done = await astrid.act("send", channel=dag.channel_id("general"), content=f"<@{dag.user.id}> come")
    assert done["ok"]
    message = await dag.wait_for_frame("MESSAGE_CREATE")
    assert message["content"] == f"<@{dag.user.id}> come"
    assert await dag.wait_for_frame("UNREAD") == {
        "channel_id": dag.channel_id("general"),
        "count": 1,
        "mentions": 1,
    }
    assert await dag.wait_for_frame("MENTION") == {
        "channel_id": dag.channel_id("general"),
        "message_id": message["id"],
    }
    await dag.act("read", channel=dag.channel_id("general"))
    assert await dag.wait_for_frame("UNREAD") == {
        "channel_id": dag.channel_id("general"),
        "count": 0,
        "mentions": 0,
    }
    await dag.act("send", channel=dag.channel_id("general"), content="coming", reply_to=message["id"])
    reply = await astrid.wait_for_frame("MESSAGE_CREATE", content="coming")
    assert reply["referenced_message"]["id"] == message["id"]
    assert harbour.user("Astrid").unread_counts("general")["mentions"] == 1


async def test_a_silent_message_counts_but_does_not_ring(client: WireClient, dag: PageClient) -> None:
    games = client.get_partial_messageable(int(dag.channel_id()))
    await games.send(f"<@{dag.user.id}> psst", silent=True)
    assert (await dag.wait_for_frame("UNREAD"))["mentions"] == 1
    loud = await games.send(f"<@{dag.user.id}> hey")
    assert (await dag.wait_for_frame("MENTION"))["message_id"] == str(loud.id)


@pytest.mark.usefixtures("client")
async def test_a_command_by_its_parts(dag: PageClient, astrid: PageClient) -> None:
    options = {"name": "Tor", "times": "2"}
    command = dag.command_id("ahoy")
    done = await dag.act(
        "slash", channel=dag.channel_id(), command_id=command, path=[], options=options, nonce="n1"
    )
    assert done["ok"]
    assert (await dag.wait_for_frame("INTERACTION"))["state"] == "sent"
    answered = await dag.wait_for_frame("INTERACTION", nonce="n1", state="answered")
    assert answered["message"]["content"] == "Ahoy Tor (fr) Ahoy Tor (fr)"
    assert answered["message"]["interaction"]["name"] == "ahoy"
    shown = await astrid.wait_for_frame("MESSAGE_CREATE")
    assert shown["interaction_metadata"]["user"]["global_name"] == "Dag"


@pytest.mark.usefixtures("client")
async def test_suggestions_and_a_form(dag: PageClient) -> None:
    place = {"channel": dag.channel_id(), "path": []}
    await dag.act(
        "autocomplete",
        **place,
        command_id=dag.command_id("ahoy"),
        options={"name": "T"},
        focused="name",
        nonce="a",
    )
    assert await dag.wait_for_frame("AUTOCOMPLETE") == {
        "nonce": "a",
        "choices": [{"name": "Tor", "value": "Tor"}],
    }
    await dag.act("slash", **place, command_id=dag.command_id("form"), options={}, nonce="f")
    form = await dag.wait_for_frame("MODAL")
    assert (form["nonce"], form["modal"]["title"]) == ("f", "Log book")
    sent = {"interaction_id": form["interaction_id"], "custom_id": form["modal"]["custom_id"]}
    refused = await dag.act("modal", **sent, values={"entry": "calm"}, nonce="g")
    assert (refused["ok"], "empty" in refused["error"]) == (False, True)
    await dag.act("modal", **sent, values={"entry": "calm", "wind": ["south"]}, nonce="g")
    answered = await dag.wait_for_frame("INTERACTION", nonce="g", state="answered")
    assert answered["message"]["content"] == "calm, wind south"


@pytest.mark.usefixtures("client")
async def test_pressing_and_choosing(dag: PageClient, astrid: PageClient) -> None:
    place = {"channel": dag.channel_id(), "path": [], "options": {}}
    await dag.act("slash", **place, command_id=dag.command_id("board"), nonce="b")
    await dag.wait_for_frame("INTERACTION", nonce="b", state="deferred")
    board = (await dag.wait_for_frame("INTERACTION", nonce="b", state="answered"))["message"]
    pressed = {"channel": dag.channel_id(), "message": board["id"], "custom_id": "ping:0"}
    await astrid.act("press", **pressed, nonce="p")
    await astrid.wait_for_frame("INTERACTION", nonce="p", state="answered")
    changed = await dag.wait_for_frame("MESSAGE_UPDATE")
    assert changed["components"][0]["components"][0]["content"] == "Pings: 1"
    gone = await astrid.act("press", **pressed, nonce="q")
    assert (gone["ok"], gone["error"]) == (False, "That button is gone.")
    await dag.act("slash", **place, command_id=dag.command_id("pick"), nonce="s")
    question = (await dag.wait_for_frame("INTERACTION", nonce="s", state="answered"))["message"]
    menu = question["components"][0]["components"][0]["custom_id"]
    await dag.act(
        "select", channel=dag.channel_id(), message=question["id"], custom_id=menu, values=["K"], nonce="t"
    )
    answered = await dag.wait_for_frame("INTERACTION", nonce="t", state="answered")
    assert answered["message"]["content"] == "chose K"


@pytest.mark.usefixtures("client")
async def test_a_private_answer_is_shown_to_one_and_can_be_dismissed(
    dag: PageClient, astrid: PageClient
) -> None:
    place = {"channel": dag.channel_id(), "path": [], "options": {}}
    await dag.act("slash", **place, command_id=dag.command_id("secret"), nonce="x")
    private = await dag.wait_for_frame("MESSAGE_CREATE", content="the second is new")
    assert private["flags"] & 64
    path = f"/page/channels/{dag.channel_id()}/messages"
    assert len(await dag.get(path)) == 2
    assert await astrid.get(path) == []
    assert not (await astrid.act("dismiss", channel=dag.channel_id(), message=private["id"]))["ok"]
    assert (await dag.act("dismiss", channel=dag.channel_id(), message=private["id"]))["ok"]
    await dag.wait_for_frame("MESSAGE_DELETE", id=private["id"])
    assert len(await dag.get(path)) == 1
    assert [frame for frame in astrid.frames if frame["t"].startswith("MESSAGE")] == []


async def test_threads_from_a_person_s_side(client: WireClient, dag: PageClient) -> None:
    games = await client.fetch_channel(int(dag.channel_id()))
    assert isinstance(games, discord.TextChannel)
    thread = await games.create_thread(name="Lofoten 1", type=discord.ChannelType.public_thread)
    made = await dag.wait_for_frame("THREAD_CREATE")
    assert (made["name"], made["parent_id"], "member" in made) == ("Lofoten 1", dag.channel_id(), False)
    await dag.act("join_thread", channel=made["id"])
    assert "member" in await dag.wait_for_frame("THREAD_UPDATE")
    await dag.act("leave_thread", channel=made["id"])
    assert "member" not in await dag.wait_for_frame("THREAD_UPDATE")
    await thread.edit(name="Lofoten one")
    assert (await dag.wait_for_frame("THREAD_UPDATE"))["name"] == "Lofoten one"
    await thread.delete()
    await dag.wait_for_frame("THREAD_DELETE", id=made["id"])


async def test_pinning_is_for_those_who_may(harbour: Harbour, dag: PageClient, astrid: PageClient) -> None:
    message = harbour.user("Dag").send("remember", in_="games")
    pinned = {"channel": dag.channel_id(), "message": message["id"]}
    assert not (await dag.act("pin", **pinned))["ok"]
    assert (await astrid.act("pin", **pinned))["ok"]
    assert (await dag.wait_for_frame("MESSAGE_UPDATE"))["pinned"]
    assert (await astrid.act("unpin", **pinned))["ok"]
    assert not (await dag.wait_for_frame("MESSAGE_UPDATE"))["pinned"]


# the drawer


async def test_settings_clock_faults_and_restart(
    harbour: Harbour, dag: PageClient, astrid: PageClient
) -> None:
    changed = await dag.act("person", locale="en-US", dms_closed=True)
    assert (changed["person"]["locale"], changed["person"]["dms_closed"]) == ("en-US", True)
    assert (await astrid.wait_for_frame("PERSON"))["id"] == dag.user.id
    before = harbour.clock.time()
    await dag.act("clock", advance=86400)
    assert (await astrid.wait_for_frame("CLOCK"))["offset"] == 86400
    assert harbour.clock.time() - before >= 86400
    assert not (await dag.act("restart_bot"))["ok"]
    calls: list[str] = []

    async def restart() -> None:
        calls.append("restart")

    harbour.on_restart = restart
    assert (await dag.act("restart_bot"))["ok"]
    assert calls == ["restart"]
    assert (await dag.act("fault", kind="rate", path="/messages$", retry_after=0.01))["ok"]
    assert [fault.kind for fault in harbour.faults.pending] == ["rate"]
    assert not (await dag.act("mutiny"))["ok"]


async def test_the_bot_comes_and_goes(harbour: Harbour, dag: PageClient, start_client: Any) -> None:
    client = await start_client()
    await dag.wait_for_frame("BOT", online=True)
    await client.close()
    await dag.wait_for_frame("BOT", online=False)
    assert not harbour.bot_online


async def test_the_page_hears_how_far_the_bot_is_with_its_preparations(
    harbour: Harbour, dag: PageClient
) -> None:
    assert (await dag.get("/page/world"))["preparation"] == 100
    harbour.report_preparation(40)
    await dag.wait_for_frame("PREPARATION", percent=40)
    assert (await dag.get("/page/world"))["preparation"] == 40


async def test_the_page_lets_nothing_in_but_its_own(harbour: Harbour) -> None:
    async with aiohttp.ClientSession() as web, web.get(harbour.page_url) as reply:
        policy = dict(part.split(" ", 1) for part in reply.headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in " ".join(policy.values())


async def test_what_cannot_be_done_is_told_in_words(harbour: Harbour, dag: PageClient) -> None:
    games, tables = dag.channel_id(), dag.channel_id("tables")
    message = harbour.user("Dag").send("mine", in_="games")["id"]
    refused: list[tuple[Json, str]] = [
        ({"act": "send", "channel": "7", "content": "x"}, "You do not see that channel."),
        ({"act": "send", "channel": tables, "content": "x"}, "A forum holds posts only."),
        ({"act": "send", "person": "7", "channel": games, "content": "x"}, "Nobody here has that id."),
        ({"act": "restart_bot"}, "There is no bot to restart."),
        ({"act": "dismiss", "channel": games, "message": message}, "Only private answers can be dismissed."),
        ({"act": "pin", "channel": games, "message": message}, "You may not pin here."),
        ({"act": "join_thread", "channel": games}, "That is not a thread."),
        ({"act": "slash", "channel": games, "command_id": "7"}, "There is no such command."),
        ({"act": "press", "channel": games, "message": message, "custom_id": "x"}, "That button is gone."),
        (
            {"act": "message_command", "channel": games, "message": message, "command_id": "7"},
            "There is no such command.",
        ),
        ({"act": "modal", "interaction_id": "7", "custom_id": "x"}, "That form is gone."),
        ({"act": "fly"}, "Nobody can fly here."),
    ]
    for body, error in refused:
        assert await dag.act(**body) == {"ok": False, "error": error}
    for body in (
        {"act": "send", "channel": games},
        {"act": "clock", "advance": "x"},
        {"act": "clock", "advance": -1},
        {"act": "take_right", "right": "fly"},
        {"act": "thread", "channel": games, "locked": True},
        {"act": "fault", "kind": "fire"},
        {"act": "slash", "channel": games},
    ):
        answer = await dag.act(**body)
        assert not answer["ok"]
        assert answer["error"].startswith("That cannot be read: ")


async def test_addresses_of_nothing_are_not_found(harbour: Harbour, dag: PageClient) -> None:
    for path, person in (
        ("/page/world", "7"),
        ("/page/channels/7/messages", dag.user.id),
        ("/emojis/7.png", dag.user.id),
        ("/attachments/7/8/a.png", dag.user.id),
        ("/attachments/7/x/a.png", dag.user.id),
    ):
        async with dag.web.get(harbour.origin + path, params={"person": person}) as reply:
            assert reply.status == 404


async def test_tools_of_the_page_change_the_world(harbour: Harbour, dag: PageClient) -> None:
    games, world = dag.channel_id(), harbour.world
    for act, has_it in (("take_right", False), ("give_right", True)):
        assert (await dag.act(act, right="send_messages", channel=games))["ok"]
        bits = world.permissions(world.app_id, world.channels[games])
        assert bool(bits & permissions.SEND_MESSAGES) is has_it
        elsewhere = world.permissions(world.app_id, world.find_channel("general"))
        assert elsewhere & permissions.SEND_MESSAGES
    assert (await dag.act("refuse_doors", times="2"))["ok"]
    assert harbour.hub.refused_dm_opens == 2
    post = (await dag.act("post", channel=dag.channel_id("tables"), name="Cup", content="Who plays?"))[
        "channel"
    ]
    assert (post["name"], post["parent_id"]) == ("Cup", dag.channel_id("tables"))
    assert (await dag.act("thread", channel=post["id"], locked=True, archived="yes"))["ok"]
    metadata = world.channels[post["id"]]["thread_metadata"]
    assert (metadata["locked"], metadata["archived"]) == (True, False)
    assert (await dag.act("thread", channel=post["id"], archived=True))["ok"]
    assert (metadata["locked"], metadata["archived"]) == (True, True)
    world.commands.save({"id": "2", "name": "Show as text", "type": 3})
    message = dag.user.send("mine", in_="games")["id"]
    used = await dag.act("message_command", channel=games, message=message, command_id="2", nonce="n")
    assert world.interactions[used["interaction_id"]].nonce == "n"
    before = harbour.clock.time()
    answer = await dag.act("clock", advance="60")
    assert harbour.clock.time() - before >= 60
    assert answer["clock"]["offset"] == harbour.clock.offset == world.meta["clock_offset"]
