"""Plants faults one at a time in a copy of the tree and says which ones the tests do not notice.

`python -m bench.faults` takes all of `faults.toml`, `python -m bench.faults db bot/play` those whose file
begins so, `--from 20` those from the twentieth on, `--list FILE` those of another list. A fault is a text of
a file, another in its place, and the tests that should mind.

All of it takes an hour: with `--keep FILE` what became of each is written there, a run goes on where the one
before it stopped, and `--tell` prints what is there. Those that survived are planted again.
"""

import json
import shlex
import shutil
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
TREE = HERE.parent
LIST = HERE / "faults.toml"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "data", "artefacts", "__pycache__", ".*_cache")
PATIENCE = 300
"""After so many seconds tests that do not end count as having noticed."""
NO_TESTS = (4, 5)
"""How pytest ends where what was asked for is not there."""


@dataclass(frozen=True)
class Fault:
    """Something wrong that could be written by mistake."""

    file: str
    old: str
    new: str
    tests: str
    about: str

    @property
    def folder(self) -> str:
        return self.file.split("/", 1)[0]


def all_faults(path: Path = LIST) -> list[Fault]:
    listed = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Fault(**each) for each in listed["fault"]]


class Kept:
    """What became of faults already planted, in a file of one JSON line each."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._said: dict[tuple[str, ...], str] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path and path.exists() else ():
            fault, said = json.loads(line)
            self._said[tuple(fault)] = said

    def of(self, fault: Fault) -> str | None:
        return self._said.get(astuple(fault))

    def add(self, fault: Fault, said: str) -> None:
        self._said[astuple(fault)] = said
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([astuple(fault), said]) + "\n")


def survives(tree: Path, fault: Fault) -> bool:
    """Whether the tests pass with that fault in a copy of the tree, which is whole again afterwards."""
    file = tree / fault.file
    sound = file.read_text(encoding="utf-8")
    file.write_text(sound.replace(fault.old, fault.new), encoding="utf-8")
    try:
        words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        words += shlex.split(fault.tests)
        ended = subprocess.run(words, cwd=tree, capture_output=True, timeout=PATIENCE, check=False).returncode
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_text(sound, encoding="utf-8")
    if ended in NO_TESTS:
        raise SystemExit(f"there are no such tests: {fault.tests}")
    return ended == 0


def plant(faults: Sequence[Fault], kept: Kept) -> None:
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(TREE, tree, ignore=LEFT_OUT)
        for fault in faults:
            if kept.of(fault) == "noticed":
                continue
            if (tree / fault.file).read_text(encoding="utf-8").count(fault.old) != 1:
                said = "MISPLACED"  # what it was to replace reads otherwise now
            else:
                said = "SURVIVES" if survives(tree, fault) else "noticed"
            kept.add(fault, said)
            print(f"{said:<9}  {fault.file}: {fault.about}", flush=True)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="the beginnings of the files to plant faults in")
    parser.add_argument("--from", dest="first", type=int, default=1)
    parser.add_argument("--list", type=Path, default=LIST)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--tell", action="store_true")
    given = parser.parse_args()
    chosen = [
        fault
        for fault in all_faults(given.list)[given.first - 1 :]
        if not given.files or fault.file.startswith(tuple(given.files))
    ]
    kept = Kept(given.keep)
    if not given.tell:
        plant(chosen, kept)
    tried = [fault for fault in chosen if kept.of(fault)]
    noticed = [fault for fault in tried if kept.of(fault) == "noticed"]
    for fault in tried:
        if fault not in noticed:
            print(f"not noticed: {fault.file}: {fault.about}")
    planted, minded = (Counter(fault.folder for fault in each) for each in (tried, noticed))
    for name in sorted(planted):
        print(f"{name}: {minded[name]} of {planted[name]} noticed")
    return 0 if noticed == tried else 1


if __name__ == "__main__":
    sys.exit(main())
