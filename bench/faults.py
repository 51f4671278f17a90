"""Plants faults one at a time in a copy of the tree and says which ones the tests do not notice.

`python -m bench.faults` takes all of `faults.toml`, `python -m bench.faults db bot/play` those whose file
begins so. A fault is a text of a file, another in its place, and the tests that should mind.
"""

import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
TREE = HERE.parent
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "data", "artefacts", "__pycache__", ".*_cache")
PATIENCE = 300
"""After so many seconds tests that do not end count as having noticed."""


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
    if sound.count(fault.old) != 1:
        raise SystemExit(f"{fault.file}: {fault.old!r} stands there {sound.count(fault.old)} times")
    file.write_text(sound.replace(fault.old, fault.new), encoding="utf-8")
    try:
        words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *fault.tests.split()]
        return (
            subprocess.run(words, cwd=tree, capture_output=True, timeout=PATIENCE, check=False).returncode
            == 0
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_text(sound, encoding="utf-8")


def main(wanted: Sequence[str]) -> int:
    chosen = [fault for fault in all_faults() if not wanted or fault.file.startswith(tuple(wanted))]
    planted, noticed = Counter[str](), Counter[str]()
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(TREE, tree, ignore=LEFT_OUT)
        for fault in chosen:
            lives = survives(tree, fault)
            planted[fault.folder] += 1
            noticed[fault.folder] += not lives
            print(f"{'SURVIVES' if lives else 'noticed '}  {fault.file}: {fault.about}", flush=True)
    for name in sorted(planted):
        print(f"{name}: {noticed[name]} of {planted[name]} noticed")
    return 0 if noticed == planted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
