"""The gateway, through discord.py: disconnects, resume, invalid sessions, shards, close codes."""

from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from harbour import Harbour
from harbour.gateway import GatewaySession
from tests.harbour.wire_client import WireClient, connected

StartClient = Callable[..., Awaitable[WireClient]]


async def test_after_a_broken_socket_the_session_resumes_and_nothing_is_missed(
    harbour: Harbour, client: WireClient
) -> None:
    dag = harbour.user("Dag")
    harbour.faults.add("drop")
    dag.send(f"<@{harbour.world.app_id}> while you were gone", in_="general")
    answer = await dag.slash("/ahoy", name="Dag")
    assert answer.text == "Ahoy Dag (fr)"
    await client.wait_for_event("message Ahoy Dag (fr)")
    assert client.events == [
        "ready 0",
        f"message <@{harbour.world.app_id}> while you were gone",
        "resumed 0",
        "message Ahoy Dag (fr)",
    ]


async def test_asked_to_reconnect_it_resumes(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("reconnect")
    await client.wait_for_event("resumed 0")


async def test_an_invalid_session_begins_anew(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("invalid")
    await harbour.hub.changes.wait_until(lambda: not harbour.bot_online, 5)
    await harbour.wait_for_bot()
    assert (await harbour.user("Dag").slash("/ahoy", name="Dag")).text == "Ahoy Dag (fr)"
    assert "resumed 0" not in client.events


async def test_an_invalid_session_that_may_be_resumed_is(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("invalid", resumable=True)
    await client.wait_for_event("resumed 0")


async def test_two_shards_share_the_work(harbour: Harbour, start_client: StartClient) -> None:
    client = await start_client(shard_count=2)
    assert sorted(client.events) == ["ready 0", "ready 1"]
    assert [guild.shard_id for guild in client.guilds] == [1]
    astrid = harbour.user("Astrid")
    assert (await astrid.slash("/ahoy", name="one")).text == "Ahoy one (en-GB)"
    direct = astrid.dm_channel()
    assert (await astrid.slash("/ahoy", name="zero", in_=direct)).text == "Ahoy zero (en-GB)"
    astrid.send("in private", in_=direct)
    await client.wait_for_event("message in private")
    assert client.events.count("message in private") == 1


async def test_an_interaction_without_a_bot_fails_at_once(
    harbour: Harbour, start_client: StartClient
) -> None:
    client = await start_client()
    await client.close()
    await harbour.hub.changes.wait_until(lambda: not harbour.bot_online, 5)
    answer = await harbour.user("Dag").slash("/ahoy", name="Dag")
    assert answer.failed


@pytest.mark.parametrize("guild", [None, "4194304"])
def test_messages_come_only_with_their_own_intent(guild: str | None) -> None:
    intents = {"4194304": discord.Intents(guild_messages=True), None: discord.Intents(dm_messages=True)}
    for other, wanted in intents.items():
        session = GatewaySession((0, 1), wanted.value)
        assert session.receives("MESSAGE_CREATE", guild) is (guild == other)


@pytest.mark.parametrize(("shard", "has_server"), [([0, 1], True), ([0, 2], False), ([1, 2], True)])
async def test_the_server_is_named_to_the_shard_that_has_it(
    harbour: Harbour, shard: list[int], has_server: bool
) -> None:
    identify = {"token": harbour.token, "intents": discord.Intents(guilds=True).value, "shard": shard}
    async with aiohttp.ClientSession() as session, session.ws_connect(harbour.gateway_url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": identify})
        ready = await socket.receive_json()
        assert (ready["t"], ready["d"]["shard"]) == ("READY", shard)
        server = {"id": harbour.world.guild_id, "unavailable": True}
        assert ready["d"]["guilds"] == ([server] if has_server else [])
        if has_server:
            available = await socket.receive_json()
            assert (available["t"], available["d"]["id"]) == ("GUILD_CREATE", harbour.world.guild_id)
            assert available["d"]["unavailable"] is False


@pytest.mark.usefixtures("start_client")
async def test_privileged_intents_are_refused(harbour: Harbour) -> None:
    class Nosy(WireClient):
        def __init__(self) -> None:
            super().__init__()
            self._connection._intents = discord.Intents.all()

    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with connected(harbour, Nosy()):
            pass


async def test_a_restarted_bot_answers_the_buttons_it_left(
    harbour: Harbour, start_client: StartClient
) -> None:
    first = await start_client()
    dag = harbour.user("Dag")
    board = await dag.slash("/board")
    await first.close()
    await start_client()
    assert (await dag.press(board, "Ping")).text == "Pings: 1"


IDENTIFY = '{"op": 2, "d": {"token": "TOKEN", "shard": [0, 1]}}'


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["[]"], 4002),
        (["{"], 4002),
        (['{"op": 2, "d": "token"}'], 4002),
        (['{"op": 2, "d": {"token": "TOKEN", "shard": [0]}}'], 4010),
        (['{"op": 2, "d": {"token": "TOKEN", "shard": [1, 1]}}'], 4010),
        (['{"op": 2, "d": {"token": "TOKEN", "shard": [-1, 1]}}'], 4010),
        (['{"op": 2, "d": {"token": "TOKEN", "intents": 256}}'], 4014),
        (['{"op": 2, "d": {"token": "guess"}}'], 4004),
        (['{"op": 6, "d": {"token": "guess"}}'], 4004),
        (['{"op": 8, "d": {}}'], 4003),
        ([IDENTIFY, IDENTIFY], 4005),
        ([IDENTIFY, '{"op": 99}'], 4001),
        ([IDENTIFY, '{"op": 3, "d": {}}', '{"op": 4, "d": {}}', '{"op": 99}'], 4001),
    ],
)
async def test_wrong_frames_close_the_connection_with_a_code(
    harbour: Harbour, frames: list[str], code: int
) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(harbour.gateway_url) as socket:
        for frame in frames:
            await socket.send_str(frame.replace("TOKEN", harbour.token))
        async for _ in socket:
            pass
        assert socket.close_code == code


async def answer_to(socket: aiohttp.ClientWebSocketResponse, op: int, data: object, wanted: int) -> Any:
    """Send a frame. Returns the first one with the wanted op that comes after it."""
    await socket.send_json({"op": op, "d": data})
    while (frame := await socket.receive_json(timeout=5))["op"] != wanted:
        pass
    return frame


async def test_an_unknown_session_is_invalid_and_one_that_missed_something_gets_it(harbour: Harbour) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(harbour.gateway_url) as socket:
            assert (await socket.receive_json())["d"]["heartbeat_interval"] > 0
            assert (await answer_to(socket, 1, None, 11))["d"] is None
            lost = {"token": harbour.token, "session_id": "lost", "seq": 1}
            assert (await answer_to(socket, 6, lost, 9))["d"] is False
            identify = {"token": harbour.token, "intents": discord.Intents(guilds=True).value}
            ready = (await answer_to(socket, 2, identify, 0))["d"]
            harbour.faults.add("drop")
        resume = {"token": harbour.token, "session_id": ready["session_id"]}
        for seen, answer in (
            (9, {"op": 9, "d": False}),
            (1, {"t": "GUILD_CREATE", "s": 2}),
            (2, {"t": "RESUMED"}),
        ):
            async with session.ws_connect(harbour.gateway_url) as socket:
                await socket.receive()
                frame = await answer_to(socket, 6, {**resume, "seq": seen}, answer.get("op", 0))
                assert answer.items() <= frame.items()
                harbour.faults.add("drop")


async def test_members_are_found_by_id_or_by_the_beginning_of_a_name(harbour: Harbour) -> None:
    dag, astrid = (harbour.user(name).id for name in ("Dag", "Astrid"))
    async with aiohttp.ClientSession() as session, session.ws_connect(harbour.gateway_url) as socket:
        await answer_to(socket, 2, {"token": harbour.token}, 0)
        for asked, found, missing in (
            ({"user_ids": [dag, "7"], "nonce": "n"}, [dag], ["7"]),
            ({"user_ids": dag}, [dag], []),
            ({"query": "A"}, [astrid], []),
            ({"query": "", "limit": 1}, [harbour.world.app_id], []),
            ({"query": "", "limit": 0}, [harbour.world.app_id, *harbour.world.users], []),
        ):
            chunk = (await answer_to(socket, 8, asked, 0))["d"]
            assert [member["user"]["id"] for member in chunk["members"]] == found
            assert (chunk["not_found"], chunk.get("nonce")) == (missing, asked.get("nonce"))


async def test_a_shard_that_identifies_again_has_one_session(harbour: Harbour) -> None:
    names = []
    for _ in range(2):
        async with aiohttp.ClientSession() as session, session.ws_connect(harbour.gateway_url) as socket:
            ready = await answer_to(socket, 2, {"token": harbour.token}, 0)
            names.append(ready["d"]["session_id"])
            assert harbour.bot_online
            harbour.faults.add("drop")
            await harbour.wait_until(lambda: not harbour.bot_online, 5)
    assert [*harbour._gateway.sessions] == names[1:]
    with pytest.raises(TimeoutError):
        await harbour.wait_for_bot(0)
