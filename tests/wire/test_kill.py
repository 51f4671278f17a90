"""kill -9 at any moment: nothing is lost, and every button works after the restart."""

from pathlib import Path

import pytest

from tests.wire.harboured_bot import custom_ids
from tests.wire.skald_process import (
    ASTRID,
    BJORN,
    GAMES,
    SkaldProcess,
    open_table_for_two,
    poll_delay,
    request_table,
    running_skald,
)

pytestmark = pytest.mark.long


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
