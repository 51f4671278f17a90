"""Runs `skald` in a process of its own, with no settings but the given ones."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bot.__main__ import main
from bot.app.settings import Settings, environment_name
from tests.fork_server import fork_server

SETTING_NAMES = {environment_name(field) for field in Settings.model_fields}
TIMEOUT_S = 60
ROOT = Path(__file__).parents[2]


def environment(**settings: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name not in SETTING_NAMES}
    return {**plain, "PYTHONPATH": str(ROOT), **settings}


def run_skald(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `skald` in a folder until it exits."""
    return run_changed_skald("", folder, *arguments, **settings)


def run_changed_skald(
    change: str, folder: Path, *arguments: str, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run `skald` in a folder until it exits, after it executed this code."""
    with tempfile.TemporaryDirectory() as output:
        files = [Path(output) / name for name in ("stdout", "stderr")]
        given = (change, folder, arguments, environment(**settings), files)
        process = fork_server().Process(target=_run_main, args=given)
        process.start()
        process.join(TIMEOUT_S)
        if process.exitcode is None:
            process.kill()
            process.join()
        assert process.exitcode is not None
        stdout, stderr = (file.read_text() for file in files)
    return subprocess.CompletedProcess(arguments, process.exitcode, stdout, stderr)


def _run_main(
    change: str, folder: Path, arguments: tuple[str, ...], variables: dict[str, str], files: list[Path]
) -> None:
    for stream, file in zip((sys.stdout, sys.stderr), files, strict=True):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), stream.fileno())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    exec(change)
    sys.exit(main(arguments))
