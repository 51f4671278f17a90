"""Pytest plugin that labels coverage by test (`--record-times`) or runs selected tests (`--only-tests`)."""

import functools
import importlib
import json
import os
import sys
from collections.abc import Generator
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from coverage import Coverage

LIBRARIES = (
    "PIL.Image",
    "aiohttp.web",
    "discord",
    "hypothesis",
    "pydantic",
    "simcord",
    "sqlalchemy.ext.asyncio",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-times", type=Path, help="write the seconds of each test here, null if failed")
    parser.addoption("--only-tests", type=Path, help="a JSON list of the node ids to run")


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("record_times"):
        config.pluginmanager.register(Recorder(file))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if file := config.getoption("only_tests"):
        selected = frozenset(json.loads(file.read_text(encoding="utf-8")))
        items[:] = [item for item in items if item.nodeid in selected]


def serve() -> None:
    """Fork a pytest for each line of stdin, a JSON list of its arguments: print its pid, then its exit code.

    The libraries are imported once, before; the project, which changes between two runs, is not.
    """
    for library in LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(library)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            os.setsid()
            null = os.open(os.devnull, os.O_RDWR)
            for standard_stream in range(3):
                os.dup2(null, standard_stream)
            sys.exit(pytest.main(json.loads(line)))
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


class Recorder:
    """Starts a coverage context per test, and writes how long each one took."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float | None] = {}
        # A killed process writes no coverage; a terminated one does.
        BaseProcess.kill = BaseProcess.terminate  # type: ignore[method-assign]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        coverage = Coverage.current()
        if coverage is not None:
            _clear_caches(coverage)
            coverage.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        before = self._seconds.get(report.nodeid, 0.0)
        passed = report.passed and before is not None
        self._seconds[report.nodeid] = (before or 0.0) + report.duration if passed else None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not hasattr(session.config, "workerinput"):
            self._file.write_text(json.dumps(self._seconds), encoding="utf-8")


def _clear_caches(coverage: Coverage) -> None:
    """Clear the cached functions of all measured files, so that every test that needs one runs its lines."""
    patterns = coverage.get_option("run:include")
    assert isinstance(patterns, list)
    measured = tuple(pattern.removesuffix("*") for pattern in patterns)
    for module in list(sys.modules.values()):
        if (getattr(module, "__file__", None) or "").startswith(measured):
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
