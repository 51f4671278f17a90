"""Runs `skald` in a process of its own, with no settings but the given ones."""

import os
import subprocess
import sys
from pathlib import Path

from bot.app.settings import Settings, environment_name

SETTING_NAMES = {environment_name(field) for field in Settings.model_fields}


def skald_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", *arguments]


def environment(**settings: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name not in SETTING_NAMES}
    return {**plain, **settings}


def run_skald(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `skald` in a folder until it exits."""
    return run_process(skald_command(*arguments), folder, **settings)


def run_process(command: list[str], folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
