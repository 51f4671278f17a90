"""The image and the compose file: pinned, without root, on a file system that cannot be written to."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
FULL_TAG = re.compile(r"[\w./-]+:\d+\.\d+(\.\d+)?-?[a-z-]*")


def is_in_build_context(path: PurePosixPath) -> bool:
    """True if .dockerignore lets the file through. As in Docker, the last line that matches decides."""
    included = True
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = PurePosixPath(line.removeprefix("!"))
        if any(matches(pattern, part) for part in (path, *path.parents[:-1])):
            included = line.startswith("!")
    return included


def matches(pattern: PurePosixPath, path: PurePosixPath) -> bool:
    if pattern.parts[0] == "**":
        return fnmatchcase(path.name, str(pattern).removeprefix("**/"))
    return len(pattern.parts) == len(path.parts) and path.match(str(pattern))


def wheel_package_folders() -> list[PurePosixPath]:
    """The folders of all packages in the wheel, as setuptools itself finds them."""
    setuptools = pytest.importorskip("setuptools", minversion="77")
    distribution = setuptools.Distribution()
    distribution.parse_config_files()
    build = distribution.get_command_obj("build_py")
    build.ensure_finalized()
    return [PurePosixPath(build.get_package_dir(name)) for name in distribution.packages]


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


def test_the_build_context_holds_every_package_of_the_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    folders = wheel_package_folders()
    assert folders
    assert [str(folder) for folder in folders if not is_in_build_context(folder)] == []


@pytest.mark.slow
def test_skald_runs_when_installed_from_the_build_context(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77", reason="a wheel is built with setuptools 77 or later")
    context, installed = tmp_path / "context", tmp_path / "installed"
    for top in ROOT.iterdir():
        if not is_in_build_context(PurePosixPath(top.name)):
            continue
        for file in [top] if top.is_file() else top.rglob("*"):
            name = file.relative_to(ROOT)
            if file.is_file() and is_in_build_context(PurePosixPath(name)):
                (context / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, context / name)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-compile"]
    subprocess.run([*pip, "--target", str(installed), "."], cwd=context, check=True, capture_output=True)
    # Without `site`, an editable install of the checkout cannot fill in for a package that is missing here.
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    done = subprocess.run(
        [sys.executable, "-S", str(installed / "bin" / "skald"), "--version"],
        cwd=tmp_path,
        env={"PYTHONPATH": os.pathsep.join([str(installed), *libraries])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("skald ")


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


def test_documented_commands_run_as_the_systemd_service_does() -> None:
    unit = dict(re.findall(r"^(\w+)=(.+)$", OPERATING, re.MULTILINE))
    command = re.search(r"^sudo systemd-run (?:.*\\\n)*.*$", OPERATING, re.MULTILINE)
    assert command
    words = shlex.split(command[0])
    assert f"--uid={unit['User']}" in words
    assert f"WorkingDirectory={unit['WorkingDirectory']}" in words
    assert f"EnvironmentFile={unit['EnvironmentFile']}" in words
    assert unit["ExecStart"] in words
