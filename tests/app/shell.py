"""`skald`, run as people run it: in a process of its own, with no settings but those given."""

import os
import subprocess
import sys
from pathlib import Path

from bot.app.settings import Settings, setting_of

SETTINGS = {setting_of(field) for field in Settings.model_fields}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", *arguments]


def environment(**settings: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return {**plain, **settings}


def skald(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run it in a folder, to its end."""
    return ran(command(*arguments), folder, **settings)


def ran(words: list[str], folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        cwd=folder,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
