"""Skald with its harbour in a process of its own, driven through the page's API."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from harbour import seed
from tests.wire.harboured_bot import custom_ids

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
async def running_skald(
    folder: Path,
    command: Sequence[str] = (sys.executable, "-m", "bot"),
    environment: Mapping[str, str] = os.environ,
) -> AsyncIterator[SkaldProcess]:
    settings = {**environment, "SKALD_DATA": str(folder), "SKALD_PORT": "0", "DISCORD_TOKEN": ""}
    running = await asyncio.create_subprocess_exec(
        *command,
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


async def request_table(process: SkaldProcess) -> None:
    """Send /new without waiting for the result."""
    new = next(command for command in (await process.world())["commands"] if command["name"] == "new")
    await process.act(ASTRID, "slash", channel=GAMES, command_id=new["id"], path=["lofoten"], options={})


async def press_first_answer(process: SkaldProcess, code: str, thread: str) -> None:
    """Open the panels of both players and press the first answer of the one who is asked."""
    for person in (ASTRID, BJORN):
        await process.press(person, thread, f"skald:play:{code}::")
        panel = await process.wait_for_message(thread, f"skald:more:{code}", person)
        answers = [name for name in custom_ids(panel) if name.startswith(f"skald:pick:{code}")]
        if answers:
            await process.press(person, thread, answers[0])
            return
