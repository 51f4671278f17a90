"""Plants faults one at a time in a copy of the tree and says which ones the tests do not notice.

`python -m bench.faults` takes all of `faults.toml`, `python -m bench.faults db bot/play` those whose file
begins so, `--from 20` those from the twentieth on. A fault is a text of a file, another in its place, and the
tests that should mind.
"""

import shlex
import shutil
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
TREE = HERE.parent
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


def all_faults() -> list[Fault]:
    listed = tomllib.loads((HERE / "faults.toml").read_text(encoding="utf-8"))
    return [Fault(**each) for each in listed["fault"]]


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


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="the beginnings of the files to plant faults in")
    parser.add_argument("--from", dest="first", type=int, default=1)
    given = parser.parse_args()
    chosen = [
        fault
        for fault in all_faults()[given.first - 1 :]
        if not given.files or fault.file.startswith(tuple(given.files))
    ]
    planted, noticed = Counter[str](), Counter[str]()
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(TREE, tree, ignore=LEFT_OUT)
        for fault in chosen:
            planted[fault.folder] += 1
            if (tree / fault.file).read_text(encoding="utf-8").count(fault.old) != 1:
                said = "MISPLACED"  # what it was to replace reads otherwise now
            else:
                said = "SURVIVES" if survives(tree, fault) else "noticed"
            noticed[fault.folder] += said == "noticed"
            print(f"{said:<9}  {fault.file}: {fault.about}", flush=True)
    for name in sorted(planted):
        print(f"{name}: {noticed[name]} of {planted[name]} noticed")
    return 0 if noticed == planted else 1


if __name__ == "__main__":
    sys.exit(main())
