"""The token and the database password are never printed or logged, even after errors."""

from pathlib import Path

import pytest

from tests.app.skald_process import run_changed_skald, run_skald

TOKEN = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GaBcDe.a-secret-of-twenty-seven-letters"

ONE_RETRY = "from bot.app import lifecycle; lifecycle.RETRY_DELAYS_S = (0,)"


@pytest.mark.parametrize("level", ["info", "debug"])
def test_a_start_that_fails_tells_no_secret(tmp_path: Path, level: str) -> None:
    settings = {
        "DISCORD_TOKEN": TOKEN,
        "SKALD_API": "http://127.0.0.1:1/api/v10",
        "SKALD_GATEWAY": "ws://127.0.0.1:1/gateway",
        "SKALD_LOG_LEVEL": level,
    }
    done = run_skald(tmp_path, **settings)
    assert done.returncode == 1
    assert "Discord cannot be reached" in done.stderr
    assert TOKEN not in done.stdout + done.stderr
    assert TOKEN.split(".")[2] not in done.stdout + done.stderr


@pytest.mark.parametrize("arguments", [(), ("check",), ("recompute",)])
def test_a_database_that_cannot_be_reached_is_told_without_its_password(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    address = "postgresql+asyncpg://skald:opensesame@127.0.0.1:1/skald"
    settings = {"DISCORD_TOKEN": TOKEN, "SKALD_DATABASE": address, "SKALD_LOG_LEVEL": "debug"}
    done = run_changed_skald(ONE_RETRY, tmp_path, *arguments, **settings)
    assert done.returncode > 0
    assert "opensesame" not in done.stdout + done.stderr
    assert TOKEN not in done.stdout + done.stderr
