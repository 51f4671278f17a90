"""Runs tests in copies of the tree: all of them under coverage, or those that cover a mutant."""

import functools
import importlib.util
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from select import select

from coverage import Coverage, CoverageData

from bench.mutation import plugin
from bench.mutation.mutants import Mutant

TREE = "mutation-tree"  # Name of the copy, by which recorded paths are made relative.
FIRST_BATCH_S = 5
BATCH_GROWTH = 4
AT_IMPORT = ""  # Context of what runs before the first test.
PYTEST_OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "mutation_plugin")
STARTUP_S = 30  # Allowed beside three times the recorded time of the tests.
NO_TESTS_LEFT = 5  # Exit code of pytest if the mutant renamed all selected cases of parametrized tests.

# Child processes take the test that started them from the environment.
COVERAGE_CONFIG = """\
[run]
parallel = true
concurrency = thread, greenlet
sigterm = true
patch = _exit
context = ${{PYTEST_CURRENT_TEST-}}
data_file = {data_file}
include = {include}
"""


class Recording:
    """Coverage by test and line, with the duration of each test: a coverage data file with one more table."""

    def __init__(self, file: Path) -> None:
        self._data = CoverageData(basename=str(file))
        self._data.read()
        self._paths = {path.rpartition(f"/{TREE}/")[2]: path for path in self._data.measured_files()}
        with closing(sqlite3.connect(file)) as connection:
            self.seconds: dict[str, float] = dict(connection.execute("SELECT test, seconds FROM test_times"))

    def covering_tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that run the mutated statement: the module's own test file first, then by speed.

        What runs at import also affects tests that do not run it themselves: for such a statement all tests
        that run other code of the file follow, then those that run code of the same folder.
        """
        by_line = self._tests(mutant.file)
        lines = range(mutant.first_line, mutant.last_line + 1)
        groups = [_union(by_line.get(line, set()) for line in lines)]
        if mutant.at_import or AT_IMPORT in groups[0]:
            folder = Path(mutant.file).parent
            neighbours = [self._tests(file) for file in self._paths if Path(file).is_relative_to(folder)]
            groups += [_union(by_line.values()), _union(_union(each.values()) for each in neighbours)]
        own = f"test_{Path(mutant.file).name}"

        def order(test: str) -> tuple[bool, float]:
            return Path(_file_of(test)).name != own, self.seconds[test]

        found = [sorted(group & self.seconds.keys(), key=order) for group in groups]
        return list(dict.fromkeys(chain.from_iterable(found)))

    @functools.cache  # noqa: B019 - a run has one recording
    def _tests(self, file: str) -> dict[int, set[str]]:
        if file not in self._paths:
            return {}
        contexts = self._data.contexts_by_lineno(self._paths[file])
        phase = re.compile(r" \((setup|call|teardown)\)$")
        return {line: {phase.sub("", name) for name in names} for line, names in contexts.items()}


def record(tree: Path, folders: Sequence[str], tests: Sequence[str], jobs: int, file: Path) -> None:
    """Run the tests under coverage and write a recording. Tests that fail are left out of it."""
    work = tree.parent / "coverage"
    work.mkdir()
    config, times, combined = work / "coveragerc", work / "times.json", work / "combined"
    include = ", ".join(f"{tree / folder}{'' if folder.endswith('.py') else '/*'}" for folder in folders)
    config.write_text(COVERAGE_CONFIG.format(data_file=work / "data", include=include), encoding="utf-8")
    workers = ["-n", str(jobs)] if jobs > 1 else []
    subprocess.run(
        [sys.executable, "-m", "pytest", *PYTEST_OPTIONS, *workers, "--record-times", str(times), *tests],
        cwd=tree,
        env={**_environment(tree), "COVERAGE_PROCESS_START": str(config)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    outcomes: dict[str, float | None] = (
        json.loads(times.read_text(encoding="utf-8")) if times.exists() else {}
    )
    passed = {test: seconds for test, seconds in outcomes.items() if seconds is not None}
    if not passed:
        raise SystemExit(f"No test passes on the unchanged tree: {' '.join(tests)}")
    coverage = Coverage(data_file=str(combined), config_file=False)
    coverage.combine([str(each) for each in work.glob("data.*")])
    coverage.save()
    with closing(sqlite3.connect(combined)) as connection, connection:
        connection.execute("CREATE TABLE test_times (test TEXT, seconds REAL)")
        connection.executemany("INSERT INTO test_times VALUES (?, ?)", passed.items())
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(combined, file)
    print(f"Recorded {len(passed)} tests, left out {len(outcomes) - len(passed)} that failed or were skipped")


class WarmPytest:
    """Runs pytest in a copy of the tree, in forks of a process that has imported the libraries."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self._process = subprocess.Popen(
            [sys.executable, "-c", "import mutation_plugin; mutation_plugin.serve()"],
            cwd=tree,
            env=_environment(tree),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,  # A buffer could hold the exit code while `select` waits for it.
        )

    def run(self, *arguments: str, timeout: float) -> int | None:
        """Return the exit code, or None if it was killed by the timeout."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([*PYTEST_OPTIONS, *arguments]).encode() + b"\n")
        pid = int(self._process.stdout.readline())
        in_time = bool(select([self._process.stdout], [], [], timeout)[0])
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # Also what the tests left running.
        code = int(self._process.stdout.readline())
        return code if in_time else None

    def close(self) -> None:
        self._process.communicate()


def try_mutant(pytest: WarmPytest, mutant: Mutant, recording: Recording, limit_s: float) -> str:
    """Run the covering tests on a mutant. Returns "detected", "timeout", "survived" or "not covered"."""
    tree = pytest.tree
    tests = [each for each in recording.covering_tests(mutant) if (tree / _file_of(each)).exists()]
    selected = tree.parent / f"{tree.name}-tests.json"
    spent = 0.0
    with _planted(tree, mutant):
        for batch in _batches(tests, recording.seconds):
            if spent > limit_s:
                break
            selected.write_text(json.dumps(batch), encoding="utf-8")
            files = sorted({_file_of(test) for test in batch})
            seconds = sum(recording.seconds[test] for test in batch)
            code = pytest.run("-x", "--only-tests", str(selected), *files, timeout=3 * seconds + STARTUP_S)
            if code not in (0, NO_TESTS_LEFT):
                return "timeout" if code is None else "detected"
            spent += seconds
    return "survived" if tests else "not covered"


def _environment(tree: Path) -> dict[str, str]:
    """Return the environment of tests in a copy of the tree, which comes before an installed checkout."""
    shutil.copy(plugin.__file__, tree.parent / "mutation_plugin.py")
    inherited = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COVERAGE_"))
    }
    return {**inherited, "PYTHONPATH": f"{tree}{os.pathsep}{tree.parent}"}


@contextmanager
def _planted(tree: Path, mutant: Mutant) -> Iterator[None]:
    file = tree / mutant.file
    text = file.read_bytes()
    # Cached bytecode counts as current if size and second of the last change are the same.
    bytecode = Path(importlib.util.cache_from_source(str(file)))
    try:
        file.write_bytes(mutant.apply(text))
        bytecode.unlink(missing_ok=True)
        yield
    finally:
        file.write_bytes(text)
        bytecode.unlink(missing_ok=True)


def _batches(tests: Sequence[str], seconds: Mapping[str, float]) -> Iterator[list[str]]:
    """Divide tests, in their order, into batches that take longer and longer."""
    limit, total, batch = FIRST_BATCH_S, 0.0, list[str]()
    for test in tests:
        if batch and total + seconds[test] > limit:
            yield batch
            limit, total, batch = limit * BATCH_GROWTH, 0.0, []
        batch.append(test)
        total += seconds[test]
    if batch:
        yield batch


def _union(groups: Iterable[set[str]]) -> set[str]:
    return set[str]().union(*groups)


def _file_of(test: str) -> str:
    return test.partition("::")[0]
