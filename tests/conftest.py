"""Groups of tests, and fixtures for all of them: the same random numbers in every run, a PostgreSQL server.

`pytest` leaves out the groups `long`, `browser` and `nightly`; `pytest -m "not slow"` is the quick suite.
Tests that draw, play whole games, start processes or drive a chat are slow, except those marked `quick`.
`--deals 2` deals other cards.
"""

import gc
import os
import secrets
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

import db
from tests import postgres
from tests.empty_store import open_empty_store

SLOW_FOLDERS = frozenset(
    {"app", "contract", "example_game", "fuzz", "harbour", "opponents", "render", "wire"}
)
SLOW_FIXTURES = frozenset({"chat"})


# Compiling the tests takes longer than many of them. They are kept compiled, whatever other programs may do.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Modules and tests stay in memory to the end. Without them the garbage collector has a quarter less to do.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def pytest_xdist_auto_num_workers() -> int:
    """Returns one worker more than there are cores: many tests wait for the disk or another process."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deals", default="1", help="another word deals other cards to every test")


@pytest.fixture(autouse=True)
def dealt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run, so that what fails once fails again."""
    chance = Random(f"{request.config.getoption('deals')} {request.node.nodeid}")
    monkeypatch.setattr(secrets, "token_bytes", chance.randbytes)
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)
    monkeypatch.setattr(secrets, "choice", chance.choice)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "postgresql" in item.name or "cluster" in fixtures:
            item.add_marker(pytest.mark.long)
        in_slow_folder = item.path.relative_to(here).parts[0] in SLOW_FOLDERS
        uses_slow_fixture = not SLOW_FIXTURES.isdisjoint(fixtures)
        is_slow = (in_slow_folder or uses_slow_fixture) and not item.get_closest_marker("quick")
        if is_slow or any(map(item.get_closest_marker, ("long", "browser", "nightly"))):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL server of this run's own."""
    if reason := postgres.missing():
        pytest.skip(reason)
    with postgres.cluster() as running:
        yield running


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[db.Store]:
    """A store on an empty SQLite database."""
    async with open_empty_store(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def sprites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sprite folder of this run, shared by its parallel workers."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if base.name.startswith("popen-") else base) / "sprites"
