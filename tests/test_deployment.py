"""The image and the compose file: pinned, without root, on a file system that cannot be written to."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
FULL_TAG = re.compile(r"[\w./-]+:\d+\.\d+(\.\d+)?-?[a-z-]*")


def docker_compose(**given: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("docker-compose")
    if program is None:
        pytest.skip("there is no docker-compose here (Debian: apt-get install docker-compose)")
    plain = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    words = [program, "-f", str(ROOT / "compose.yaml"), "config"]
    return subprocess.run(
        words, cwd="/", env={**plain, **given}, capture_output=True, text=True, check=False, timeout=60
    )


def test_images_are_of_a_full_version() -> None:
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) + re.findall(r"image: (\S+)", COMPOSE)
    assert len(images) == 3
    assert all(FULL_TAG.fullmatch(image) for image in images)
    assert all(re.search(r":3\.\d+\.\d+-", image) for image in images if image.startswith("python"))


def test_the_image_runs_without_root() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    user = re.search(r"^USER (\S+)$", last, re.MULTILINE)
    assert user
    assert user[1] not in ("root", "0")
    assert last.index("USER ") < last.index("ENTRYPOINT")


def test_docker_compose_accepts_the_file() -> None:
    done = docker_compose(DISCORD_TOKEN="token", POSTGRES_PASSWORD="opensesame")
    assert done.returncode == 0, done.stderr
    assert "postgresql+asyncpg://skald:opensesame@database/skald" in done.stdout
    assert "read_only: true" in done.stdout
    assert "no-new-privileges:true" in done.stdout


@pytest.mark.parametrize("missing", ["DISCORD_TOKEN", "POSTGRES_PASSWORD"])
def test_compose_asks_for_what_is_missing(missing: str) -> None:
    given: dict[str, Any] = {"DISCORD_TOKEN": "token", "POSTGRES_PASSWORD": "opensesame"}
    del given[missing]
    done = docker_compose(**given)
    assert done.returncode != 0
    assert missing in done.stderr
