"""The house is as CONTRIBUTING draws it: files where it says, small classes, one name for one thing."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_ANCESTORS = 2


def classes(*folders: str) -> Iterator[tuple[Path, ast.ClassDef]]:
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    yield file.relative_to(ROOT), node


def test_every_file_that_contributing_names_is_there() -> None:
    named = set(re.findall(r"`((?:bot|db|rules|render|tests|opponents)/[\w/.]+\.\w+)`", CONTRIBUTING))
    assert len(named) > 20
    assert {name for name in named if not (ROOT / name).is_file()} == set()


def test_every_folder_of_the_map_is_there_and_no_other_package() -> None:
    drawn = set(re.findall(r'\["((?:bot/)?\w+)<br>', CONTRIBUTING))
    packages = {
        str(file.parent.relative_to(ROOT))
        for folder in (ROOT, ROOT / "bot")
        for file in folder.glob("*/__init__.py")
    }
    assert drawn == packages - {"bot", "tests"}


def test_no_class_stands_on_more_than_two_others_of_ours() -> None:
    parents: dict[str, set[str]] = defaultdict(set)
    for _, node in classes("bot", "db", "opponents"):
        parents[node.name] |= {ast.unparse(base).partition("[")[0].split(".")[-1] for base in node.bases}

    def ancestors(name: str) -> set[str]:
        own = parents.get(name, set()) & parents.keys() - {name}
        return own.union(*map(ancestors, own))

    towers = {name: ancestors(name) for name in parents if len(ancestors(name)) > MOST_ANCESTORS}
    assert towers == {}


def test_no_two_classes_of_the_bot_have_one_name() -> None:
    places = defaultdict(list)
    for file, node in classes("bot", "db"):
        places[node.name].append(str(file))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
