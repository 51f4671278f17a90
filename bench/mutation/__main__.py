"""Plants small mistakes in the code and lists those that no test detects.

`python -m bench.mutation rules/lofoten bot/play --mutants 40 --seed 1` divides 40 random mutants among two
folders. Each is planted in a copy of the checkout, where the tests that cover it are run: the module's own
test file first, fast tests before slow ones. The same seed on the same tree gives the same mutants. Exit code
1 if less than `--require` percent of the mutants of a folder are detected.

Which tests reach a line is recorded by running `--tests` with probes, once for each state of the tree.
"""

import hashlib
import json
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from bench.mutation.mutants import Mutant, choose_mutants
from bench.mutation.running import TREE, Recording, WarmPytest, python_files, record, try_mutant

ROOT = Path(__file__).parents[2]
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "data", "artefacts", "__pycache__", ".*_cache")
DETECTED = ("detected", "timeout")


class Results:
    """Verdicts by mutant, added to a file of JSON lines if one is given."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._verdicts: dict[Mutant, str] = {}
        if file and file.exists():
            for fields, verdict in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
                self._verdicts[Mutant(**fields)] = verdict

    def is_detected(self, mutant: Mutant) -> bool:
        return self._verdicts.get(mutant) in DETECTED

    def add(self, mutant: Mutant, verdict: str) -> None:
        self._verdicts[mutant] = verdict
        if self._file:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps([asdict(mutant), verdict]) + "\n")

    def detection_rate(self, mutants: Sequence[Mutant]) -> float:
        """Return the percentage of mutants detected, 100 if there are none."""
        return 100 * sum(map(self.is_detected, mutants)) / len(mutants) if mutants else 100

    def describe(self, mutant: Mutant, text: bytes) -> str:
        lines = [f"{self._verdicts[mutant]}: {mutant.file}:{mutant.line} ({mutant.operator})"]
        for old, new in mutant.changed_lines(text):
            lines += [f"    - {old.strip()}", f"    + {new.strip()}"]
        return "\n".join(lines)


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    given = _parser().parse_args(arguments)
    results = Results(given.keep)
    with TemporaryDirectory(prefix="mutation-") as folder:
        tree = Path(folder).resolve() / TREE
        shutil.copytree(root, tree, ignore=NOT_COPIED)
        texts = {name: dict(_sources(tree, name)) for name in given.folders}
        chosen = _choose(texts, given.mutants, given.seed)
        state = _state(tree, [*given.folders, *given.tests])
        recorded = given.coverage or root / "artefacts" / f"mutation-{state}.sqlite"
        if given.record or not recorded.exists():
            record(tree, given.folders, given.record or given.tests, given.jobs, recorded)
        todo = [each for mutants in chosen.values() for each in mutants if not results.is_detected(each)]
        _try_all(tree, todo, Recording(recorded), results, given.jobs, given.limit)
    for name, mutants in chosen.items():
        for mutant in mutants:
            if not results.is_detected(mutant):
                print(results.describe(mutant, texts[name][mutant.file]))
    rates = {name: results.detection_rate(mutants) for name, mutants in chosen.items()}
    for name, rate in rates.items():
        print(f"{name}: {rate:.0f} % of {len(chosen[name])} mutants detected")
    return 0 if all(rate >= given.require for rate in rates.values()) else 1


def _parser() -> ArgumentParser:
    parser = ArgumentParser("bench.mutation", description=__doc__)
    parser.add_argument("folders", nargs="+", help="where to plant mutants, relative to the checkout")
    parser.add_argument("--mutants", type=int, default=40, help="how many in all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1, help="how many copies of the tree run tests at a time")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="which tests may detect a mutant")
    parser.add_argument("--require", type=float, default=90, metavar="PERCENT")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="add results here; skip what it has detected"
    )
    parser.add_argument(
        "--limit",
        type=float,
        default=300,
        metavar="SECONDS",
        help="of tests run on a mutant before it counts as a survivor",
    )
    parser.add_argument("--coverage", type=Path, metavar="FILE", help="use this recording, or write it there")
    parser.add_argument("--record", nargs="+", metavar="TESTS", help="add these tests to the recording")
    return parser


def _choose(texts: Mapping[str, Mapping[str, bytes]], count: int, seed: str) -> dict[str, list[Mutant]]:
    """Choose mutants for each folder, an equal share of them in each."""
    each, more = divmod(count, len(texts))
    return {
        name: choose_mutants(files, each + (number < more), f"{seed} {name}")
        for number, (name, files) in enumerate(texts.items())
    }


def _try_all(
    tree: Path, mutants: Sequence[Mutant], recording: Recording, results: Results, jobs: int, limit_s: float
) -> None:
    """Try mutants in as many copies of the tree as there are jobs, and print each verdict."""
    copies = [tree, *(tree.with_name(f"{TREE}-{number}") for number in range(1, jobs))]
    free: SimpleQueue[WarmPytest] = SimpleQueue()

    def attempt(mutant: Mutant) -> str:
        pytest = free.get()
        try:
            return try_mutant(pytest, mutant, recording, limit_s)
        finally:
            free.put(pytest)

    with ExitStack() as stack:
        for copy in copies:
            if copy != tree:
                shutil.copytree(tree, copy)
            free.put(stack.enter_context(closing(WarmPytest(copy))))
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        for mutant, verdict in zip(mutants, pool.map(attempt, mutants), strict=True):
            results.add(mutant, verdict)
            print(f"{verdict:<11} {mutant.file}:{mutant.line} ({mutant.operator})", flush=True)


def _sources(tree: Path, name: str) -> Iterator[tuple[str, bytes]]:
    files = python_files(tree / name)
    if not files:
        raise SystemExit(f"No Python files in {name}")
    for file in files:
        yield file.relative_to(tree).as_posix(), file.read_bytes()


def _state(tree: Path, words: Sequence[str]) -> str:
    """Return a hash of all files, committed or not, and of what is recorded."""
    digest = hashlib.sha256("\0".join(words).encode())
    for file in sorted(each for each in tree.rglob("*") if each.is_file()):
        digest.update(file.relative_to(tree).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
