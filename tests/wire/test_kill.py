"""kill -9 in the middle of things: what was done stays done, and every button answers after the restart."""

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

ASTRID, BJORN = (person["id"] for person in seed.users()[:2])
GAMES = seed.CHANNEL_IDS["games"]
THREAD = 11
PATIENCE = 60


class Process:
    """Skald in its harbour as a process of its own, spoken to as the page speaks to it."""

    def __init__(self, running: asyncio.subprocess.Process, base: str, http: aiohttp.ClientSession) -> None:
        self.running = running
        self.base = base
        self.http = http

    async def act(self, person: str, act: str, **given: Any) -> None:
        order = {"person": person, "act": act, "nonce": f"{person}{act}", **given}
        async with self.http.post(f"{self.base}/page/act", json=order) as reply:
            assert (await reply.json())["ok"], await reply.text()

    async def press(self, person: str, channel: str, name: str) -> None:
        message = await self.message_with(channel, name, person)
        await self.act(person, "press", channel=channel, message=message["id"], custom_id=name)

    async def world(self) -> Any:
        async with self.http.get(f"{self.base}/page/world", params={"person": ASTRID}) as reply:
            return await reply.json()

    async def threads(self) -> list[str]:
        return [channel["id"] for channel in (await self.world())["channels"] if channel["type"] == THREAD]

    async def messages(self, channel: str, person: str) -> Any:
        url = f"{self.base}/page/channels/{channel}/messages"
        async with self.http.get(url, params={"person": person}) as reply:
            return await reply.json()

    async def message_with(self, channel: str, tap: str, person: str = ASTRID) -> Any:
        """The latest message on which this tap can be made, once it has come."""
        while True:
            for message in reversed(await self.messages(channel, person)):
                if any(name.startswith(tap) for name in custom_ids(message)):
                    return message
            await a_moment()

    async def thread(self) -> str:
        while not (threads := await self.threads()):
            await a_moment()
        return threads[-1]

    async def kill(self) -> None:
        self.running.send_signal(signal.SIGKILL)
        await self.running.wait()


async def a_moment() -> None:
    """Skald is another process here: there is nothing else to wait on."""
    await asyncio.sleep(0.05)


@asynccontextmanager
async def skald(folder: Path) -> AsyncIterator[Process]:
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
            asyncio.timeout(PATIENCE),
            aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http,
        ):
            address = re.search(r"http://\S+", (await running.stdout.readline()).decode())
            assert address
            await http.get(address[0])
            process = Process(running, address[0].partition("/?")[0], http)
            online = False
            while not online:
                await a_moment()
                world = await process.world()
                online = world["bot"]["online"] and bool(world["commands"])
            yield process
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()


async def gathered(process: Process) -> str:
    """A table with two people at it; says its code."""
    await opened(process)
    lobby = await process.message_with(GAMES, "skald:join:")
    code = next(name.split(":")[2] for name in custom_ids(lobby))
    await process.press(BJORN, GAMES, f"skald:join:{code}::")
    await process.message_with(GAMES, f"skald:start:{code}::")
    return code


@pytest.mark.parametrize("moment", ["at once", "after the thread", "after the card"])
async def test_a_start_survives_a_kill_at_any_moment(tmp_path: Path, moment: str) -> None:
    async with skald(tmp_path) as process:
        code = await gathered(process)
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")
        if moment != "at once":
            thread = await process.thread()
        if moment == "after the card":
            await process.message_with(thread, f"skald:play:{code}")
        await process.kill()
    async with skald(tmp_path) as process:
        if moment == "at once":
            await start_again(process, code)
        thread = await process.thread()
        await process.message_with(thread, f"skald:play:{code}")
        cards = [
            message
            for message in await process.messages(thread, ASTRID)
            if any(name.startswith("skald:play:") for name in custom_ids(message))
        ]
        assert len(cards) == 1
        for person in (ASTRID, BJORN):
            await process.press(person, thread, f"skald:play:{code}::")
        panels = [await process.message_with(thread, f"skald:rules:{code}", who) for who in (ASTRID, BJORN)]
        assert any(name.startswith(f"skald:pick:{code}") for panel in panels for name in custom_ids(panel))


async def test_a_kill_while_a_table_is_opened_leaves_one_that_can_be_started(tmp_path: Path) -> None:
    async with skald(tmp_path) as process:
        await opened(process)
        await process.kill()
    async with skald(tmp_path) as process:
        if not await process.messages(GAMES, BJORN):
            await opened(process)
        card = await process.message_with(GAMES, "skald:join:", BJORN)
        code = next(name.split(":")[2] for name in custom_ids(card))
        await process.press(BJORN, GAMES, f"skald:join:{code}::")
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")
        assert await process.thread()
        cards = [m for m in await process.messages(GAMES, BJORN) if "Lofoten" in str(m["components"])]
        assert len(cards) == 1


async def opened(process: Process) -> None:
    """Ask for a table, and wait for nothing."""
    new = next(command for command in (await process.world())["commands"] if command["name"] == "new")
    await process.act(ASTRID, "slash", channel=GAMES, command_id=new["id"], path=["lofoten"], options={})


async def start_again(process: Process, code: str) -> None:
    """Tap Start once more if it still stands there: the kill may have come before it was accepted."""
    messages = await process.messages(GAMES, ASTRID)
    if any(f"skald:start:{code}::" in custom_ids(message) for message in messages):
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")


async def test_opponents_go_on_after_a_kill_while_they_think(tmp_path: Path) -> None:
    async with skald(tmp_path) as process:
        new = next(command for command in (await process.world())["commands"] if command["name"] == "new")
        options = {"opponents": "1", "level": "captain", "begins": "guest"}
        await process.act(
            ASTRID, "slash", channel=GAMES, command_id=new["id"], path=["lofoten"], options=options
        )
        lobby = await process.message_with(GAMES, "skald:start:")
        code = next(name.split(":")[2] for name in custom_ids(lobby))
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")
        thread = await process.thread()
        card = await process.message_with(thread, f"skald:play:{code}")
        assert "is thinking" in str(card)
        await process.kill()
    async with skald(tmp_path) as process:
        while "is thinking" in str(await process.message_with(thread, f"skald:play:{code}")):
            await a_moment()
        await process.press(ASTRID, thread, f"skald:play:{code}::")
        panel = await process.message_with(thread, f"skald:pick:{code}")
        assert any(name.startswith(f"skald:pick:{code}") for name in custom_ids(panel))
