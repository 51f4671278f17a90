"""The tree is as the documents describe it: files, packages, names, docstrings, a test for every module."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
ARCHITECTURE = ROOT / "docs" / "architecture.md"
PAGES = ("architecture", "life-of-a-move", "outbox", "pictures", "scheduler", "visibility", "web-board")
FOLDERS = ("rules", "opponents", "render", "db", "bot", "harbour", "bench")
MAX_ANCESTORS = 2
MAX_LINES_OF_CONTRIBUTING = 120
MAX_OLD_STYLE_DOCSTRINGS = 50
"""For docstrings that begin with "What" or "So many", in the whole tree."""


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def classes(*folders: str) -> Iterator[tuple[Path, ast.ClassDef]]:
    for file in modules(*folders):
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.ClassDef):
                yield file.relative_to(ROOT), node


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_every_file_that_a_document_names_is_there(document: Path) -> None:
    pattern = r"`((?:bot|db|rules|render|tests|opponents|harbour)/[\w/.]+\.\w+)`"
    named = set(re.findall(pattern, document.read_text(encoding="utf-8")))
    assert {name for name in named if not (ROOT / name).is_file()} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_page_on_the_architecture_names_modules_and_has_one_diagram(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert text.count("```mermaid") == 1
    assert len(re.findall(r"`(?:bot|db|render|rules)/[\w/]+\.py`", text)) >= 5


def test_the_map_shows_every_package_and_no_other() -> None:
    drawn = set(re.findall(r'\["((?:bot/)?\w+)<br>', ARCHITECTURE.read_text(encoding="utf-8")))
    packages = {
        str(file.parent.relative_to(ROOT))
        for folder in (ROOT, ROOT / "bot")
        for file in folder.glob("*/__init__.py")
    }
    assert drawn == packages - {"bot", "tests"}


def test_contributing_stays_short() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES_OF_CONTRIBUTING


def test_every_module_of_chat_play_and_views_has_a_test_file_or_is_named_by_one() -> None:
    tests = list(modules("tests"))
    covered = {
        name
        for file in tests
        if file.name.startswith("test_") and "`bot/" in file.read_text(encoding="utf-8")
        for name in re.findall(r"`(bot/[\w/]+\.py)`", ast.get_docstring(parsed(file)) or "")
    }
    missing = [
        str(file.relative_to(ROOT))
        for file in modules("bot/chat", "bot/play", "bot/views")
        if file.name != "__init__.py"
        and str(file.relative_to(ROOT)) not in covered
        and not (ROOT / "tests" / file.parent.relative_to(ROOT / "bot") / f"test_{file.name}").exists()
    ]
    assert missing == []


def test_docstrings_say_the_effect_first() -> None:
    begun = [
        f"{file.relative_to(ROOT)}: {text.splitlines()[0]}"
        for file in modules(*FOLDERS)
        if re.search(r'"""(?:What|So many)\b', file.read_text(encoding="utf-8"))
        for node in ast.walk(parsed(file))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and (text := ast.get_docstring(node))
        and re.match(r"(What|So many)\b", text)
    ]
    assert len(begun) < MAX_OLD_STYLE_DOCSTRINGS, begun


def test_no_class_has_more_than_two_ancestors_of_ours() -> None:
    parents: dict[str, set[str]] = defaultdict(set)
    for _, node in classes("bot", "db", "opponents"):
        parents[node.name] |= {ast.unparse(base).partition("[")[0].split(".")[-1] for base in node.bases}

    def ancestors(name: str) -> set[str]:
        own = parents.get(name, set()) & parents.keys() - {name}
        return own.union(*map(ancestors, own))

    deep = {name: ancestors(name) for name in parents if len(ancestors(name)) > MAX_ANCESTORS}
    assert deep == {}


def test_no_two_classes_of_the_bot_share_a_name() -> None:
    homes = defaultdict(list)
    for file, node in classes("bot", "db"):
        homes[node.name].append(str(file))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_no_test_imports_another() -> None:
    """Only the contract suite is collected a second time, for the example game."""
    importing = [
        f"{file.relative_to(ROOT)}: {node.module}"
        for file in modules("tests", "bench")
        if re.search(r"from tests\..*\btest_", file.read_text(encoding="utf-8"))
        for node in ast.walk(parsed(file))
        if isinstance(node, ast.ImportFrom) and re.search(r"^tests\..*\btest_", node.module or "")
    ]
    assert importing == ["tests/example_game/test_example_contract.py: tests.contract.test_contract"]
