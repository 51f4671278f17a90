"""The world survives a restart: nothing that was acknowledged is lost."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import aiohttp
import discord
import pytest
from yarl import URL

from harbour import Harbour, pictures_of
from tests.harbour.wire_client import WireClient, connected, image_bytes, redirect_discord

SERVER = """
import asyncio, json, pathlib, sys
from harbour import Harbour

async def main():
    harbour = Harbour(pathlib.Path(sys.argv[1]), port=0)
    await harbour.start()
    print(json.dumps([harbour.api_url, harbour.token]), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_everything_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Harbour(tmp_path, port=0)
    await first.start()
    redirect_discord(first, monkeypatch)
    first.grant("pin_messages")
    dag = first.user("Dag")
    dag.dms_closed = True
    async with connected(first, WireClient()):
        board = await dag.slash("/board")
        secret = await dag.slash("/secret")
        games = board.message["channel_id"]
        await first.wait_until_idle()
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {first.token}"}) as web:
            body = {"name": "Lofoten 1", "type": 11, "auto_archive_duration": 1440}
            thread = await (await web.post(f"{first.api_url}/channels/{games}/threads", json=body)).json()
            await web.put(f"{first.api_url}/channels/{games}/messages/pins/{board.message['id']}")
    first.user("Astrid").send(f"{dag.mention} your turn", in_="general")
    seen = dag.messages("games")
    token, secret_id = secret.interaction.token, int(secret.message["id"])
    board_id, newest = board.message["id"], int(seen[-1]["id"])
    await first.close()

    second = Harbour(tmp_path, port=URL(first.origin).port or 0)
    await second.start()
    redirect_discord(second, monkeypatch)
    dag = second.user("Dag")
    assert second.token == first.token
    assert dag.dms_closed
    assert dag.unread_counts("general") == {"count": 1, "mentions": 1}
    assert [_without_links(message) for message in dag.messages("games")] == [
        _without_links(message) for message in seen
    ]
    assert thread["id"] in {channel["id"] for channel in dag.channels()}
    async with connected(second, WireClient()) as client:
        shown = next(message for message in dag.messages("games") if message["id"] == board_id)
        assert shown["pinned"]
        assert await client.http.get_from_cdn(pictures_of(shown)[0]["url"]) == image_bytes()
        assert (await dag.press(shown, "Ping")).text == "Pings: 1"
        webhook = discord.Webhook.partial(int(second.world.app_id), token, client=client)
        await webhook.edit_message(secret_id, content="the token still holds")
        assert "the token still holds" in [message["content"] for message in dag.messages("games")]
        assert int(dag.send("newer", in_="games")["id"]) > newest
    await second.close()


def _without_links(message: dict[str, object]) -> object:
    """Returns a message without its links, which are signed anew each time."""
    return {key: message[key] for key in ("id", "content", "flags", "timestamp", "pinned", "type", "author")}


async def test_the_clock_does_not_go_back(tmp_path: Path) -> None:
    first = Harbour(tmp_path, port=0)
    await first.start()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as web:
        await web.get(first.page_url)
        act = {"person": first.user("Dag").id, "act": "clock", "advance": 86400}
        await web.post(f"{first.origin}/page/act", json=act)
    then = first.clock.time()
    await first.close()
    second = Harbour(tmp_path, port=0)
    assert second.clock.time() >= then
    await second.close()


async def test_fresh_starts_over_and_touches_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "skald.db").write_text("the bot's own")
    first = Harbour(tmp_path, port=0)
    await first.start()
    first.user("Dag").send("hello")
    await first.close()
    second = Harbour(tmp_path, port=0, fresh=True)
    assert second.user("Dag").messages("general") == []
    assert second.token != first.token
    await second.close()
    assert (tmp_path / "skald.db").read_text() == "the bot's own"


async def test_one_folder_is_one_harbour(tmp_path: Path) -> None:
    first = Harbour(tmp_path, port=0)
    first.user("Dag").send("hello")
    for fresh in (False, True):
        with pytest.raises(OSError, match="another harbour"):
            Harbour(tmp_path, port=0, fresh=fresh)
    assert [message["content"] for message in first.user("Dag").messages("general")] == ["hello"]
    await first.close()
    await first.close()


async def test_the_bot_comes_back_when_the_harbour_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Harbour(tmp_path, port=0)
    await first.start()
    redirect_discord(first, monkeypatch)
    port = int(first.origin.rsplit(":", 1)[1])
    async with connected(first, WireClient()):
        board = (await first.user("Dag").slash("/board")).message
        await first.close()
        second = Harbour(tmp_path, port=port)
        await second.start()
        await second.wait_for_bot()
        assert (await second.user("Dag").press(board, "Ping")).text == "Pings: 1"
    await second.close()


async def test_a_killed_harbour_keeps_what_it_had_confirmed(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVER, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    api, token = json.loads(await process.stdout.readline())
    channel = "1100000000500000006"
    confirmed = []
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as web:
        for number in range(20):
            reply = await web.post(f"{api}/channels/{channel}/messages", json={"content": f"card {number}"})
            confirmed.append((await reply.json())["id"])
        os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    harbour = Harbour(tmp_path, port=0)
    assert [message["id"] for message in harbour.user("Dag").messages("games")] == confirmed
    await harbour.close()
