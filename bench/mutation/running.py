"""Runs tests in copies of the tree: all of them with probes, or those that cover a mutant."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import reduce
from itertools import chain, count
from operator import or_
from pathlib import Path
from select import select

from bench.mutation.hits import FOLDER
from bench.mutation.mutants import Mutant
from bench.mutation.probes import block_numbers, blocks_that_mention, cached_bytecode, compile_with_probes

TREE = "mutation-tree"
FIRST_BATCH_S = 5
BATCH_GROWTH = 4
AT_IMPORT = 1  # The bit of what runs before the first test.
PYTEST_OPTIONS = ("-q", "-p", "mutation_plugin")
STARTUP_CPU_S = 30  # Allowed beside three times the recorded CPU of the tests.
STARTUP_S = 120  # The same by the clock, on which other programs may take their time.
NO_TESTS_LEFT = 5  # Exit code of pytest if the mutant renamed all selected cases of parametrized tests.

SCHEMA = """\
CREATE TABLE IF NOT EXISTS tests (number INTEGER PRIMARY KEY, name TEXT, cpu_seconds REAL, seconds REAL);
CREATE TABLE IF NOT EXISTS hits (file TEXT, block INTEGER, tests BLOB);
"""


class Recording:
    """Which tests reach a block of code, and what they take."""

    def __init__(self, file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection:
            tests = connection.execute("SELECT number, name, cpu_seconds, seconds FROM tests").fetchall()
            self._hits: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
            for name, block, bits in connection.execute("SELECT file, block, tests FROM hits"):
                self._hits[name][block] |= int.from_bytes(bits, "little")
        self._names = {number: name for number, name, *_ in tests}
        self.cpu_seconds: dict[str, float] = {name: cpu for _, name, cpu, _ in tests}
        self.seconds: dict[str, float] = {name: seconds for *_, name, _, seconds in tests}

    def covering_tests(self, mutant: Mutant, text: bytes) -> list[str]:
        """Return the tests that run the mutated statement: the module's own test file first, then by speed.

        What runs at import also affects tests that do not run it themselves. After such a statement come the
        tests of code that mentions what it assigns, of other code of the file, and of the same folder.
        """
        blocks = self._hits[mutant.file]
        groups = [blocks.get(block_numbers(text).get(mutant.first_line, 0), 0)]
        if mutant.at_import or groups[0] & AT_IMPORT:
            folder = Path(mutant.file).parent
            mentioning = blocks_that_mention(text, mutant.first_line)
            neighbours = [hits for file, hits in self._hits.items() if Path(file).is_relative_to(folder)]
            groups += [_union(blocks.get(each, 0) for each in mentioning)]
            groups += [_union(blocks.values()), _union(_union(each.values()) for each in neighbours)]
        own = f"test_{Path(mutant.file).name}"

        def order(test: str) -> tuple[bool, float]:
            return Path(_file_of(test)).name != own, self.cpu_seconds[test]

        found = [sorted(self._tests(group), key=order) for group in groups]
        return list(dict.fromkeys(chain.from_iterable(found)))

    def _tests(self, bits: int) -> Iterator[str]:
        return (name for number, name in self._names.items() if bits >> number & 1)


def record(tree: Path, folders: Sequence[str], tests: Sequence[str], jobs: int, file: Path) -> None:
    """Run the tests with probes in the folders, and write a recording or add to it.

    Tests that fail are left out.
    """
    work = tree.parent / "hits"
    work.mkdir()
    outcomes_file = tree.parent / "outcomes.json"
    probes = _probes(tree, folders)
    for name, numbers in probes.items():
        compile_with_probes(tree / name, numbers)
    workers = ["-n", str(jobs)] if jobs > 1 else []
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            *PYTEST_OPTIONS,
            *workers,
            "--record-times",
            str(outcomes_file),
            *tests,
        ],
        cwd=tree,
        env={**_environment(tree), FOLDER: str(work)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    for name in probes:
        cached_bytecode(tree / name).unlink(missing_ok=True)
    outcomes: dict[str, float | None] = (
        json.loads(outcomes_file.read_text(encoding="utf-8")) if outcomes_file.exists() else {}
    )
    passed = {test: seconds for test, seconds in outcomes.items() if seconds is not None}
    if not passed:
        raise SystemExit(f"No test passes on the unchanged tree: {' '.join(tests)}")
    file.parent.mkdir(parents=True, exist_ok=True)
    _write(file, probes, passed, sorted(work.iterdir()))
    print(f"Recorded {len(passed)} tests, left out {len(outcomes) - len(passed)} that failed or were skipped")


def _probes(tree: Path, folders: Sequence[str]) -> dict[str, dict[int, int]]:
    """Number the blocks of all files through. Returns the numbers by block and file."""
    number = count()
    files = {file for folder in folders for file in python_files(tree / folder)}
    return {
        file.relative_to(tree).as_posix(): {
            block: next(number) for block in sorted({*block_numbers(file.read_bytes()).values()})
        }
        for file in sorted(files)
    }


def _write(
    file: Path, probes: Mapping[str, Mapping[int, int]], seconds: Mapping[str, float], outputs: Iterable[Path]
) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executescript(SCHEMA)
        connection.executemany("DELETE FROM tests WHERE name = ?", [(test,) for test in seconds])
        (last,) = connection.execute("SELECT COALESCE(MAX(number), 0) FROM tests").fetchone()
        numbers = {test: number for number, test in enumerate(seconds, last + 1)}
        cpu_seconds: dict[str, float] = defaultdict(float)
        reached: dict[int, int] = defaultdict(int)
        for output in outputs:
            test, bit = "", AT_IMPORT
            for line in output.read_text(encoding="utf-8").splitlines():
                if line.startswith("+"):
                    test = line[1:]
                    bit = 1 << numbers[test] if test in numbers else 0
                elif line.startswith("="):
                    cpu_seconds[test] = float(line[1:])
                else:
                    reached[int(line)] |= bit
        connection.executemany(
            "INSERT INTO tests VALUES (?, ?, ?, ?)",
            [(number, test, cpu_seconds[test], seconds[test]) for test, number in numbers.items()],
        )
        length = (last + len(numbers)) // 8 + 1
        connection.executemany(
            "INSERT INTO hits VALUES (?, ?, ?)",
            [
                (name, block, reached[number].to_bytes(length, "little"))
                for name, blocks in probes.items()
                for block, number in blocks.items()
                if number in reached
            ],
        )


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

    def run(self, *arguments: str, cpu_limit: float, timeout: float) -> int | None:
        """Return the exit code, or None if one of the limits ended it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = json.dumps([[*PYTEST_OPTIONS, *arguments], int(cpu_limit)])
        self._process.stdin.write(line.encode() + b"\n")
        pid = int(self._process.stdout.readline())
        in_time = bool(select([self._process.stdout], [], [], timeout)[0])
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # Also what the tests left running.
        code = int(self._process.stdout.readline())
        return code if in_time and code not in (-signal.SIGXCPU, -signal.SIGKILL) else None

    def close(self) -> None:
        self._process.communicate()


def try_mutant(pytest: WarmPytest, mutant: Mutant, recording: Recording, limit_s: float) -> str:
    """Run the covering tests on a mutant. Returns "detected", "timeout", "survived" or "not covered"."""
    tree = pytest.tree
    covering = recording.covering_tests(mutant, (tree / mutant.file).read_bytes())
    tests = [each for each in covering if (tree / _file_of(each)).exists()]
    selected = tree.parent / f"{tree.name}-tests.json"
    spent = 0.0
    with _planted(tree, mutant):
        for batch in _batches(tests, recording.cpu_seconds):
            if spent > limit_s:
                break
            selected.write_text(json.dumps(batch), encoding="utf-8")
            files = sorted({_file_of(test) for test in batch})
            cpu_seconds = sum(recording.cpu_seconds[test] for test in batch)
            code = pytest.run(
                *("-x", "--only-tests", str(selected), *files),
                cpu_limit=3 * cpu_seconds + STARTUP_CPU_S,
                timeout=3 * sum(recording.seconds[test] for test in batch) + STARTUP_S,
            )
            if code not in (0, NO_TESTS_LEFT):
                return "timeout" if code is None else "detected"
            spent += cpu_seconds
    return "survived" if tests else "not covered"


def _environment(tree: Path) -> dict[str, str]:
    """Return the environment of tests in a copy of the tree, which comes before an installed checkout."""
    for name in ("hits", "plugin"):
        shutil.copy(Path(__file__).with_name(f"{name}.py"), tree.parent / f"mutation_{name}.py")
    inherited = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "MUTATION_"))
    }
    return {**inherited, "PYTHONPATH": f"{tree}{os.pathsep}{tree.parent}"}


@contextmanager
def _planted(tree: Path, mutant: Mutant) -> Iterator[None]:
    file = tree / mutant.file
    text = file.read_bytes()
    # Cached bytecode counts as current if size and second of the last change are the same.
    bytecode = cached_bytecode(file)
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


def python_files(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def _union(groups: Iterable[int]) -> int:
    return reduce(or_, groups, 0)


def _file_of(test: str) -> str:
    return test.partition("::")[0]
