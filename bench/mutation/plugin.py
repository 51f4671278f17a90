"""Pytest plugin that attributes hits to tests (`--record-times`) or runs selected tests (`--only-tests`)."""

import functools
import importlib
import json
import os
import resource
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest
from mutation_hits import CURRENT, hits

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
        os.environ[CURRENT] = f"{file}-{os.getpid()}"
        config.pluginmanager.register(Recorder(file))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if file := config.getoption("only_tests"):
        selected = frozenset(json.loads(file.read_text(encoding="utf-8")))
        items[:] = [item for item in items if item.nodeid in selected]


def serve() -> None:
    """Fork a pytest for each line of stdin, arguments and a limit of CPU: print its pid, then its exit code.

    The libraries are imported once, before; the project, which changes between two runs, is not.
    """
    for library in LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(library)
    for line in sys.stdin:
        arguments, cpu_seconds = json.loads(line)
        pid = os.fork()
        if pid == 0:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
            null = os.open(os.devnull, os.O_RDWR)
            for standard_stream in range(3):
                os.dup2(null, standard_stream)
            sys.exit(pytest.main(arguments))
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


class Recorder:
    """Attributes hits to tests, and writes what each one took: seconds of CPU, and by the clock."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float | None] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        _clear_caches()
        hits.begin(item.nodeid)
        before = _cpu_seconds()
        try:
            return (yield)
        finally:
            hits.write(f"={_cpu_seconds() - before:.3f}\n")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        before = self._seconds.get(report.nodeid, 0.0)
        passed = report.passed and before is not None
        self._seconds[report.nodeid] = (before or 0.0) + report.duration if passed else None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not hasattr(session.config, "workerinput"):
            self._file.write_text(json.dumps(self._seconds), encoding="utf-8")


def _cpu_seconds() -> float:
    return sum(os.times()[:4])


def _clear_caches() -> None:
    """Clear the cached functions of modules with probes, so that every test that needs one runs its lines."""
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", {})
        if "__hits__" in names:
            for value in list(names.values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
