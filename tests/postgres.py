"""A PostgreSQL server of one's own: on loopback, in a temporary folder, gone at the end.

PostgreSQL refuses to run as root, so root starts it as the user that comes with Debian's package.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CDLL
from itertools import count
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from db import Store
from db.rows import metadata

LIBC = CDLL(None)
PR_SET_PDEATHSIG = 1
OWNER = "skald"
MIGRATED = "migrated"
ROOTS = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of the server, a folder for each version."""
RESTART_SEQUENCES = (
    "FOR it IN SELECT oid FROM pg_class WHERE relkind = 'S' LOOP "
    "EXECUTE format('ALTER SEQUENCE %s RESTART', it); END LOOP;"
)
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    # What outlasts a power cut is not tried here, and the disk is slow.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
}


def missing() -> str | None:
    """Why there can be no server here; None where there can be one."""
    if _programs() is None:
        return "there is no PostgreSQL server here (Debian: apt-get install postgresql)"
    if os.geteuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no user to run it as"
    return None


class Cluster:
    """A server that runs, and new databases on it."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self.pid = pid
        self._numbers = count(1)
        self._migrated = False

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://{OWNER}@127.0.0.1:{self.port}/{database}"

    async def empty(self) -> str:
        """The address of a new database without tables."""
        name = f"test{next(self._numbers)}"
        await self.do(f"CREATE DATABASE {name}")
        return self.url(name)

    async def migrated(self) -> str:
        """The address of a database of the newest schema with nothing in it: always the same one."""
        url = self.url(MIGRATED)
        if self._migrated:
            # Of the few rows a test leaves, DELETE takes a fraction of the time of TRUNCATE.
            deletes = " ".join(f"DELETE FROM {table.name};" for table in reversed(metadata.sorted_tables))
            await self.do(f"DO $$ DECLARE it regclass; BEGIN {deletes} {RESTART_SEQUENCES} END $$", MIGRATED)
        else:
            await self.do(f"CREATE DATABASE {MIGRATED}")
            await (await Store.open(url)).close()
            self._migrated = True
        return url

    async def drop(self, url: str) -> None:
        await self.do(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    async def do(self, statement: str, database: str = "postgres") -> None:
        engine = create_async_engine(self.url(database), isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(statement))
        await engine.dispose()


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server that runs until the end of the block."""
    programs = _programs()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="skald-postgres-"))
    user = _user() if os.geteuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user)
    data, port = folder / "data", _free_port()
    make = [programs / "initdb", "-D", data, "-U", OWNER, "--auth=trust", "--encoding=UTF8", "--no-sync"]
    subprocess.run(make, user=user, cwd=folder, check=True, capture_output=True)
    options = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-p", str(port), *options],
            user=user,
            cwd=folder,
            stdout=log,
            stderr=log,
            preexec_fn=_end_with_parent,
        )
    try:
        started = Cluster(port, server.pid)
        _wait_for(server, started, folder / "log")
        yield started
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _end_with_parent() -> None:
    """Ask Linux to stop this process when its parent ends, however that happens."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGINT)  # For PostgreSQL a fast shutdown.


def _wait_for(server: subprocess.Popen[bytes], started: Cluster, log: Path) -> None:
    programs = _programs()
    assert programs is not None
    ready = [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(started.port)]
    for _ in range(300):
        if server.poll() is not None:
            break
        if subprocess.run(ready, check=False).returncode == 0:
            return
        time.sleep(0.1)  # another process is waited for: there is nothing else to wait on
    raise RuntimeError(f"PostgreSQL does not start: {log.read_text()}")


def _programs() -> Path | None:
    """The folder of the server's programs, the newest version first."""
    versions = sorted(ROOTS.glob("*/bin/postgres"), key=lambda found: float(found.parts[-3]), reverse=True)
    on_path = shutil.which("postgres")
    found = [*versions, *([Path(on_path)] if on_path else [])]
    return found[0].parent if found else None


def _user() -> str | None:
    """Whom root starts the server as."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    return None


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port
