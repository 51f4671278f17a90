"""The `skald` command, run in a process of its own."""

import asyncio
import errno
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from time import monotonic, sleep

import aiohttp
import pytest
from aiohttp import web
from yarl import URL

import db
from bot.app import command_line, logging_setup
from bot.app.lifecycle import Restartable
from bot.app.start import Harbour, start
from db.clock import Clock
from tests.app.skald_process import environment, run_changed_skald, run_skald

SKALD = (sys.executable, "-m", "bot")
TOKEN = "MTIz.NDU2.Nzg5"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The working directory of Skald."""
    return tmp_path


def one_line(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1, text
    return text


def make_database(folder: Path) -> Path:
    file = folder / "games.db"

    async def make() -> None:
        async with await db.Store.open(f"sqlite+aiosqlite:///{file}") as store, store.write() as tx:
            await db.servers.update(tx, 7, language="fr")

    asyncio.run(make())
    return file


def test_a_painter_need_not_wait_for_all_the_rest() -> None:
    lines = (
        "import sys, bot.__main__, bot.views.pictures; print({'discord', 'sqlalchemy'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_version(folder: Path) -> None:
    done = subprocess.run(
        [*SKALD, "--version"], cwd=folder, env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout == f"skald {version('skald-bot')}\n"


@pytest.mark.parametrize(
    ("setting", "value"),
    [("SKALD_PORT", "harbour"), ("DISCORD_TOKEN", f"Bot {TOKEN}"), ("SKALD_API", "http://x")],
)
def test_a_wrong_setting_is_one_line_and_code_2(setting: str, value: str, folder: Path) -> None:
    done = run_skald(folder, "check", **{setting: value})
    assert done.returncode == 2
    assert one_line(done.stderr).startswith(f"skald: {setting}: expected ")
    assert done.stdout == ""
    assert TOKEN not in done.stderr


def test_a_data_folder_that_cannot_be_is_named(folder: Path) -> None:
    (folder / "data").write_text("not a folder")
    done = run_skald(folder)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("skald: SKALD_DATA: expected ")


def test_soak_is_asked_with_its_own_words_and_keeps_nothing_here(folder: Path) -> None:
    done = run_skald(folder, "soak", "--help")
    assert done.returncode == 0
    assert {"--minutes", "--people", "--pause"} <= set(done.stdout.replace("[", " ").split())
    assert not list(folder.iterdir())


def test_soak_says_what_to_do_where_it_is_not_installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_line, "CHECKOUT", folder)
    with pytest.raises(command_line.CommandFailed, match="not installed; in a checkout, pip install"):
        command_line.run_soak(["--minutes", "5"])


def test_check_before_the_first_start(folder: Path) -> None:
    done = run_skald(folder, "check")
    assert done.returncode == 0
    assert list(folder.iterdir()) == [], "it only looks"
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["settings", "database", "packs"]


def test_check_of_good_things(folder: Path) -> None:
    file = make_database(folder)
    (folder / "packs").mkdir()
    (folder / "packs" / "lofoten.toml").write_text("[warehouses]\npoints = [5, 5, 6, 6, 7, 7, 8, 8]\n")
    done = run_skald(folder, "check", SKALD_DATABASE=f"sqlite+aiosqlite:///{file}", SKALD_PACKS="packs")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1:] == ["database: good", "packs: good, correcting lofoten"]


def test_check_of_broken_things(folder: Path) -> None:
    (folder / "games.db").write_bytes(b"this is no database" * 100)
    (folder / "packs").mkdir()
    (folder / "packs" / "lofoten.toml").write_text("[warehouses]\npoints = [5]\n")
    done = run_skald(folder, "check", SKALD_DATABASE="sqlite+aiosqlite:///games.db", SKALD_PACKS="packs")
    assert done.returncode == 1
    settings, database, packs = done.stdout.splitlines()
    assert settings.startswith("settings: OK")
    assert database.startswith("database: ")
    assert "good" not in database
    assert packs.startswith("packs: lofoten.toml: ")
    assert "Traceback" not in done.stderr


def test_skald_does_not_start_on_a_broken_database(folder: Path) -> None:
    (folder / "games.db").write_bytes(b"this is no database" * 100)
    done = run_skald(folder, SKALD_DATABASE="sqlite+aiosqlite:///games.db", SKALD_PORT="0")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("skald: SKALD_DATABASE: ")
    assert "Traceback" not in done.stderr
    assert (folder / "games.db").read_bytes().startswith(b"this is no database")


def test_skald_does_not_start_on_a_broken_pack(folder: Path) -> None:
    (folder / "packs").mkdir()
    (folder / "packs" / "lofoten.toml").write_text("[warehouses\n")
    done = run_skald(folder, SKALD_PACKS="packs", SKALD_PORT="0")
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("skald: SKALD_PACKS: lofoten.toml: ")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("del PAINTERS['borealis']", "the game borealis has no painter in render/"),
        ("PAINTERS['chess'] = PAINTERS['borealis']", "the painter chess in render/ has no game in rules/"),
    ],
)
def test_skald_does_not_start_where_games_and_painters_differ(change: str, line: str, folder: Path) -> None:
    changed = f"from render import PAINTERS; {change}"
    refused = run_changed_skald(changed, folder, SKALD_PORT="0")
    assert refused.returncode == 1
    assert one_line(refused.stderr) == f"skald: {line}\n"
    checked = run_changed_skald(changed, folder, "check", SKALD_PORT="0")
    assert checked.returncode == 1
    assert checked.stdout.splitlines()[-1] == f"pictures: {line}"


def test_backup_while_somebody_writes(folder: Path) -> None:
    file = make_database(folder)
    address = f"sqlite+aiosqlite:///{file}"
    with sqlite3.connect(file, isolation_level=None) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE servers SET language = 'en'")
        done = run_skald(folder, "backup", "copy.db", SKALD_DATABASE=address)
        writer.execute("COMMIT")
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(folder / "copy.db") as copy:
        assert copy.execute("SELECT id, language FROM servers").fetchall() == [(7, "fr")]
    again = run_skald(folder, "backup", "copy.db", SKALD_DATABASE=address)
    assert again.returncode == 1
    assert one_line(again.stderr) == "skald: copy.db is there already; name a new file\n"


@pytest.mark.parametrize(
    "arguments", [("backup", "copy.db"), ("export", "K7QXR"), ("verify", "K7QXR"), ("recompute",)]
)
def test_without_a_token_a_missing_database_is_explained_and_no_folder_made(
    arguments: tuple[str, ...], folder: Path
) -> None:
    done = run_skald(folder, *arguments)
    assert done.returncode == 2
    assert one_line(done.stderr) == (
        f"skald: SKALD_DATABASE: there is no folder {folder}/data/harbour. DISCORD_TOKEN is not set, "
        "so Skald looked for the harbour's database. Run the command in the bot's folder with the bot's "
        "settings, or set SKALD_DATABASE\n"
    )
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "settings", [{"DISCORD_TOKEN": TOKEN}, {"SKALD_DATABASE": "sqlite+aiosqlite:///none.db"}]
)
def test_a_chosen_database_that_is_missing_is_not_blamed_on_the_token(
    settings: dict[str, str], folder: Path
) -> None:
    done = run_skald(folder, "backup", "copy.db", **settings)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("skald: SKALD_DATABASE: there is no ")
    assert "DISCORD_TOKEN" not in done.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("restore", "none.db"), "skald restore: there is no file none.db"),
        (("restore", "--harbour", "none.db"), "skald restore: there is no file none.db"),
        (
            ("migrate-database", "sqlite+aiosqlite:///none.db", "sqlite+aiosqlite:///new.db"),
            "skald migrate-database: the old database: there is no file none.db",
        ),
        (
            ("migrate-database", "old", "new"),
            "skald migrate-database: the old database: use sqlite+aiosqlite:///FILE or "
            "postgresql+asyncpg://USER:PASSWORD@HOST/DATABASE",
        ),
        (("--fresh", "check"), "skald: --fresh: expected without a command, not with check"),
    ],
)
def test_a_wrong_argument_is_not_blamed_on_a_setting(
    arguments: tuple[str, ...], line: str, folder: Path
) -> None:
    done = run_skald(folder, *arguments)
    assert done.returncode == 2
    assert one_line(done.stderr) == f"{line}\n"
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (("backup", "none/copy.db"), 2, "skald backup: there is no folder none"),
        (("export", "K7QXR"), 1, "skald: there is no game K7QXR"),
    ],
)
def test_what_does_not_exist_is_named(arguments: tuple[str, ...], code: int, line: str, folder: Path) -> None:
    file = make_database(folder)
    done = run_skald(folder, *arguments, SKALD_DATABASE=f"sqlite+aiosqlite:///{file}")
    assert done.returncode == code
    assert one_line(done.stderr) == f"{line}\n"


def test_restoring_tells_how_far_it_is(folder: Path) -> None:
    file = make_database(folder)
    address = f"sqlite+aiosqlite:///{file}"
    run_skald(folder, "backup", "copy.db", SKALD_DATABASE=address)
    done = run_skald(folder, "restore", "copy.db", SKALD_DATABASE=address)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("restored from copy.db")
    assert "copying: 100% (" in done.stderr


def test_missing_support_of_postgresql_is_named_with_the_remedy(folder: Path) -> None:
    done = run_changed_skald(
        "import sys; sys.modules['asyncpg'] = None",
        folder,
        "backup",
        "copy.db",
        SKALD_DATABASE="postgresql+asyncpg://skald:opensesame@127.0.0.1:1/skald",
    )
    assert done.returncode == 2
    assert "PostgreSQL support is not installed; " in one_line(done.stderr)
    assert "pip install -c constraints.txt '.[postgres]'" in done.stderr


def test_a_misspelt_setting_is_named_with_the_nearest_one(folder: Path) -> None:
    file = make_database(folder)
    (folder / ".env").write_text("SKALD_LOGLEVEL=debug\n")
    given = {"SKALD_DATABASE": f"sqlite+aiosqlite:///{file}", "SKALD_PROT": "8000", "SKALDIC": "verse"}
    done = run_skald(folder, "backup", "copy.db", **given)
    assert done.returncode == 0
    assert "SKALD_PROT is not a setting; did you mean SKALD_PORT?" in done.stderr
    assert "SKALD_LOGLEVEL is not a setting; did you mean SKALD_LOG_LEVEL?" in done.stderr
    assert "SKALDIC" not in done.stderr
    checked = run_skald(folder, "check", **given)
    assert checked.returncode == 1
    assert "settings: SKALD_PROT is not a setting; did you mean SKALD_PORT?" in checked.stdout.splitlines()


def test_a_port_in_use_is_one_line_and_code_2(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run_skald(folder, SKALD_PORT=str(port))
    assert done.returncode == 2
    assert one_line(done.stderr) == f"skald: SKALD_PORT: expected a free port, and {port} is in use\n"


async def test_a_token_that_is_not_accepted(folder: Path) -> None:
    async def refuse(_: web.Request) -> web.Response:
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        done = await asyncio.to_thread(
            run_skald,
            folder,
            DISCORD_TOKEN=TOKEN,
            SKALD_API=f"http://{host}:{port}/api/v10",
            SKALD_GATEWAY=f"ws://{host}:{port}/gateway",
        )
    finally:
        await runner.cleanup()
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "skald: DISCORD_TOKEN: expected a token that Discord accepts"
    assert "Traceback" not in done.stderr
    assert TOKEN not in done.stdout + done.stderr


@pytest.fixture
def in_harbour(folder: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        SKALD,
        cwd=folder,
        env=environment(SKALD_PORT="0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


async def page_address(harbour: subprocess.Popen[str]) -> str:
    """Wait for the line with the address. Returns the address."""
    assert harbour.stdout is not None
    address = (await asyncio.to_thread(harbour.stdout.readline)).split()[-1]
    assert address.startswith("http://127.0.0.1:")
    return address


async def wait_until_connected(harbour: subprocess.Popen[str]) -> None:
    assert harbour.stderr is not None
    while line := await asyncio.to_thread(harbour.stderr.readline):
        if "has connected to Gateway" in line:
            return
    pytest.fail("the bot ended before it was connected")


def browser() -> aiohttp.ClientSession:
    # Browsers keep cookies of a bare address too.
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_the_harbour_opens_and_closes(
    number: signal.Signals, in_harbour: subprocess.Popen[str]
) -> None:
    address = await page_address(in_harbour)
    async with browser() as session, session.get(address) as page:
        assert page.status == 200
        assert "<html" in await page.text()
    in_harbour.send_signal(number)
    out, errors = await asyncio.to_thread(in_harbour.communicate, timeout=30)
    assert in_harbour.returncode == 0, errors
    assert "Traceback" not in errors
    assert out == ""


def wait_for_sprites(folder: Path) -> list[Path]:
    """Wait until the painter processes have written sprites. Returns their paths."""
    while not (painted := list(folder.rglob("sprites/*/*.png"))):
        sleep(0.05)
    return painted


async def test_it_stops_within_three_seconds_while_it_bakes(
    folder: Path, in_harbour: subprocess.Popen[str]
) -> None:
    await page_address(in_harbour)
    await wait_until_connected(in_harbour)
    painted = await asyncio.to_thread(wait_for_sprites, folder)
    begun = monotonic()
    in_harbour.terminate()
    _, errors = await asyncio.to_thread(in_harbour.communicate, timeout=30)
    assert monotonic() - begun < 3
    assert in_harbour.returncode == 0, errors
    assert "Traceback" not in errors
    assert "sprites are baked" not in errors, "it was in the middle"
    assert [sprite.name for sprite in painted if not sprite.exists()] == [], "what is painted stays"


async def test_the_drawer_restarts_the_bot(in_harbour: subprocess.Popen[str]) -> None:
    address = URL(await page_address(in_harbour))
    await wait_until_connected(in_harbour)
    async with browser() as session:
        await session.get(address)
        async with session.get(address.with_path("/page/world")) as seen:
            world = await seen.json()
        asked = {"person": world["person"]["id"], "act": "restart_bot"}
        async with session.post(address.with_path("/page/act"), json=asked) as answer:
            assert await answer.json() == {"ok": True}
    await wait_until_connected(in_harbour)
    in_harbour.terminate()
    _, errors = await asyncio.to_thread(in_harbour.communicate, timeout=30)
    assert in_harbour.returncode == 0, errors
    assert "Traceback" not in errors


class FakeService:
    """Counts its starts and ends; runs until it is cancelled or told to fail."""

    def __init__(self) -> None:
        self.starts = 0
        self.ends = 0
        self.running = asyncio.Event()
        self.fails = asyncio.Event()

    async def run(self) -> None:
        self.starts += 1
        self.running.set()
        try:
            await self.fails.wait()
            raise RuntimeError("broken")
        finally:
            self.running.clear()
            self.ends += 1


async def test_a_restart_ends_the_old_run_before_the_new_one_starts() -> None:
    service = FakeService()
    running = Restartable(service.run)
    await service.running.wait()
    await running.restart()
    await service.running.wait()
    assert (service.starts, service.ends) == (2, 1)
    await running.stop()
    assert (service.starts, service.ends) == (2, 2)


async def test_who_waits_for_the_end_hears_why() -> None:
    service = FakeService()
    running = Restartable(service.run)
    await service.running.wait()
    service.fails.set()
    with pytest.raises(RuntimeError, match="broken"):
        await running.wait()


def test_a_second_harbour_on_one_folder_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def used(folder: Path, *, port: int, fresh: bool) -> tuple[Harbour, Clock]:
        raise OSError(errno.EBUSY, f"port {port}, fresh {fresh}", str(folder))

    monkeypatch.setenv("SKALD_DATA", str(tmp_path))
    monkeypatch.setenv("SKALD_PORT", "0")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setattr(logging_setup, "configure_logging", lambda *_, **__: None)
    monkeypatch.setattr("os.umask", lambda _: 0)
    assert start(used, []) == 2
    assert "another uses" in capsys.readouterr().err
