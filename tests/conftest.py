"""Which tests are slow: those that start processes, draw, play whole games or drive a chat.

The quick suite (`pytest -m "not slow"`) leaves them out. And a PostgreSQL server for whoever asks for one.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres

SLOW = frozenset(
    {"app", "chat", "contract", "example_game", "fuzz", "harbour", "opponents", "render", "wire"}
)
"""The folders all of whose tests are slow. Single tests elsewhere are marked where they stand."""


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
