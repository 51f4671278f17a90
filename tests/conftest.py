"""Which tests are slow: those that start processes, draw, play whole games or drive a chat.

The quick suite (`pytest -m "not slow"`) leaves them out. Chance deals a test the same in every run, and other
cards with `--deals 2`. And a PostgreSQL server for whoever asks for one.
"""

import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests import postgres

SLOW = frozenset(
    {"app", "chat", "contract", "example_game", "fuzz", "harbour", "opponents", "render", "views", "wire"}
)
"""The folders all of whose tests are slow. Single tests elsewhere are marked where they stand."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deals", default="1", help="another word deals other cards to every test")


@pytest.fixture(autouse=True)
def dealt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever cuts the cards cuts them alike in every run, so that what fails once fails again."""
    chance = Random(f"{request.config.getoption('deals')} {request.node.nodeid}")
    monkeypatch.setattr(secrets, "token_bytes", chance.randbytes)
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)
    monkeypatch.setattr(secrets, "choice", chance.choice)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL server of this run's own."""
    if reason := postgres.missing():
        pytest.skip(reason)
    with postgres.cluster() as running:
        yield running
