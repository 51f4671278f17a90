"""kill -9 at any moment: nothing is lost, and every button works after the restart."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from harbour import seed
from tests.wire.harboured_bot import custom_ids

pytestmark = pytest.mark.long

ASTRID, BJORN = (person["id"] for person in seed.users()[:2])
GAMES = seed.CHANNEL_IDS["games"]
THREAD_TYPE = 11
TIMEOUT_S = 60


class SkaldProcess:
    """Skald with its harbour in a process of its own, driven through the page's API."""

    def __init__(self, running: asyncio.subprocess.Process, base: str, http: aiohttp.ClientSession) -> None:
        self.process = running
        self.base = base
        self.http = http

    async def act(self, person: str, act: str, **given: Any) -> None:
        order = {"person": person, "act": act, "nonce": f"{person}{act}", **given}
        async with self.http.post(f"{self.base}/page/act", json=order) as reply:
            assert (await reply.json())["ok"], await reply.text()

    async def press(self, person: str, channel: str, name: str) -> None:
        message = await self.wait_for_message(channel, name, person)
        await self.act(person, "press", channel=channel, message=message["id"], custom_id=name)

    async def world(self) -> Any:
        async with self.http.get(f"{self.base}/page/world", params={"person": ASTRID}) as reply:
            return await reply.json()

    async def threads(self) -> list[str]:
        return [
            channel["id"] for channel in (await self.world())["channels"] if channel["type"] == THREAD_TYPE
        ]

    async def messages(self, channel: str, person: str) -> Any:
        url = f"{self.base}/page/channels/{channel}/messages"
        async with self.http.get(url, params={"person": person}) as reply:
            return await reply.json()

    async def wait_for_message(self, channel: str, custom_id: str, person: str = ASTRID) -> Any:
        """Returns the latest message with such a custom id; waits until it is posted."""
        while True:
            for message in reversed(await self.messages(channel, person)):
                if any(name.startswith(custom_id) for name in custom_ids(message)):
                    return message
            await poll_delay()

    async def wait_for_thread(self) -> str:
        while not (threads := await self.threads()):
            await poll_delay()
        return threads[-1]

    async def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


async def poll_delay() -> None:
    """Pause between polls: there is no other way to wait for another process."""
    await asyncio.sleep(0.05)


@asynccontextmanager
async def running_skald(folder: Path) -> AsyncIterator[SkaldProcess]:
    settings = {**os.environ, "SKALD_DATA": str(folder), "SKALD_PORT": "0", "DISCORD_TOKEN": ""}
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        env=settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert running.stdout is not None
    try:
        async with (
            asyncio.timeout(TIMEOUT_S),
            aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http,
        ):
            address = re.search(r"http://\S+", (await running.stdout.readline()).decode())
            assert address
            await http.get(address[0])
            process = SkaldProcess(running, address[0].partition("/?")[0], http)
            online = False
            while not online:
                await poll_delay()
                world = await process.world()
                online = world["bot"]["online"] and bool(world["commands"])
            yield process
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()


async def open_table_for_two(process: SkaldProcess) -> str:
    """Open a table and join it. Returns its code."""
    await request_table(process)
    lobby = await process.wait_for_message(GAMES, "skald:join:")
    code = next(name.split(":")[2] for name in custom_ids(lobby))
    await process.press(BJORN, GAMES, f"skald:join:{code}::")
    await process.wait_for_message(GAMES, f"skald:start:{code}::")
    return code


@pytest.mark.parametrize("moment", ["at once", "after the thread", "after the card"])
async def test_a_start_survives_a_kill_at_any_moment(tmp_path: Path, moment: str) -> None:
    async with running_skald(tmp_path) as process:
        code = await open_table_for_two(process)
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")
        if moment != "at once":
            thread = await process.wait_for_thread()
        if moment == "after the card":
            await process.wait_for_message(thread, f"skald:play:{code}")
        await process.kill()
    async with running_skald(tmp_path) as process:
        if moment == "at once":
            await retry_start(process, code)
        thread = await process.wait_for_thread()
        await process.wait_for_message(thread, f"skald:play:{code}")
        cards = [
            message
            for message in await process.messages(thread, ASTRID)
            if any(name.startswith("skald:play:") for name in custom_ids(message))
        ]
        assert len(cards) == 1
        for person in (ASTRID, BJORN):
            await process.press(person, thread, f"skald:play:{code}::")
        panels = [
            await process.wait_for_message(thread, f"skald:more:{code}", who) for who in (ASTRID, BJORN)
        ]
        assert any(name.startswith(f"skald:pick:{code}") for panel in panels for name in custom_ids(panel))


async def test_a_kill_while_a_table_is_opened_leaves_one_that_can_be_started(tmp_path: Path) -> None:
    async with running_skald(tmp_path) as process:
        await request_table(process)
        await process.kill()
    async with running_skald(tmp_path) as process:
        if not await process.messages(GAMES, BJORN):
            await request_table(process)
        card = await process.wait_for_message(GAMES, "skald:join:", BJORN)
        code = next(name.split(":")[2] for name in custom_ids(card))
        await process.press(BJORN, GAMES, f"skald:join:{code}::")
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")
        assert await process.wait_for_thread()
        cards = [m for m in await process.messages(GAMES, BJORN) if "Lofoten" in str(m["components"])]
        assert len(cards) == 1


async def request_table(process: SkaldProcess) -> None:
    """Send /new without waiting for the result."""
    new = next(command for command in (await process.world())["commands"] if command["name"] == "new")
    await process.act(ASTRID, "slash", channel=GAMES, command_id=new["id"], path=["lofoten"], options={})


async def retry_start(process: SkaldProcess, code: str) -> None:
    """Press Start again if it is still there: the kill may have come before it was accepted."""
    messages = await process.messages(GAMES, ASTRID)
    if any(f"skald:start:{code}::" in custom_ids(message) for message in messages):
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")


async def test_opponents_go_on_after_a_kill_while_they_think(tmp_path: Path) -> None:
    async with running_skald(tmp_path) as process:
        new = next(command for command in (await process.world())["commands"] if command["name"] == "new")
        options = {"opponents": "1", "level": "captain", "begins": "guest"}
        await process.act(
            ASTRID, "slash", channel=GAMES, command_id=new["id"], path=["lofoten"], options=options
        )
        lobby = await process.wait_for_message(GAMES, "skald:start:")
        code = next(name.split(":")[2] for name in custom_ids(lobby))
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")
        thread = await process.wait_for_thread()
        card = await process.wait_for_message(thread, f"skald:play:{code}")
        assert "is thinking" in str(card)
        await process.kill()
    async with running_skald(tmp_path) as process:
        while "is thinking" in str(await process.wait_for_message(thread, f"skald:play:{code}")):
            await poll_delay()
        await process.press(ASTRID, thread, f"skald:play:{code}::")
        panel = await process.wait_for_message(thread, f"skald:pick:{code}")
        assert any(name.startswith(f"skald:pick:{code}") for name in custom_ids(panel))
