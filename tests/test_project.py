"""The papers say what is so: commands, settings, dependencies, packs, and what a wheel holds."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from pathlib import Path

import discord
import pytest

from rules import GAMES, load_pack

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
VALUES = (ROOT / "docs" / "values.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MAX_LINES_OF_README = 120
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("bot", "db", "harbour", "opponents", "render", "rules")
HOME = "skald_bot"  # The package that all others are installed in.
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def package(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return found[0].lower()


def requirements() -> set[str]:
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
    return {package(requirement) for requirement in wanted}


def test_the_two_commands_come_first_and_are_one_line_each() -> None:
    run, test = blocks(README, "sh")[:2]
    for command in (run, test):
        assert command.count("\n") == 1
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install -q -c constraints.txt ")
    assert run.endswith("&& .venv/bin/skald\n")
    assert ".venv/bin/pytest" in test


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", "Dockerfile", "docs/hosting.md"])
def test_skald_is_installed_from_a_checkout(file: str) -> None:
    """By name, pip would fetch whatever project has that name on PyPI."""
    text = (ROOT / file).read_text(encoding="utf-8")
    installed = re.findall(r"pip install (?:-\S+ (?:constraints\.txt )?)*(\S+)", text)
    assert [what for what in installed if not what.strip("'`").startswith(".")] == []


def test_skald_cannot_be_uploaded_by_mistake() -> None:
    assert "Private :: Do Not Upload" in PROJECT["classifiers"]


def test_ci_runs_the_command_of_the_readme() -> None:
    pattern = re.search(r"tests=\$\(grep -m1 -E '(.*)' README.md\)", CI)
    assert pattern
    found = next(line for line in README.splitlines() if re.search(pattern[1], line))
    assert found + "\n" == blocks(README, "sh")[1]
    assert found in CONTRIBUTING


def test_no_merge_is_left_half_done() -> None:
    """Scripts of the pages and catalogues are not compiled by any other test of the quick suite."""
    folders = [ROOT / name for name in (*PACKAGES, "docs", "tests")]
    endings = {".py", ".js", ".css", ".html", ".po", ".toml", ".md"}
    files = [file for folder in folders for file in folder.rglob("*") if file.suffix in endings]
    marker = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
    assert [file for file in files if marker.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "check", ["ruff check", "ruff format --check", "mypy", "lint-imports", "vulture", "bot.i18n.check"]
)
def test_ci_checks_what_contributing_promises(check: str) -> None:
    assert check in CI
    assert f"{check}`" in CONTRIBUTING


def test_the_readme_is_short_and_shows_every_game() -> None:
    assert len(README.splitlines()) <= MAX_LINES_OF_README
    for key in GAMES:
        assert f"docs/pictures/{key}-board.en.webp" in README
        assert f"docs/games/{key}.en.md" in README


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_links_and_pictures_of_documents_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^":]+)"', text)
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_invitation_asks_for_what_it_names() -> None:
    number = re.search(r"permissions=(\d+)", HOSTING)
    assert number
    granted = {name for name, given in discord.Permissions(int(number[1])) if given}
    spoken = re.search(r"the permissions (.*?):\n", HOSTING, re.DOTALL)
    assert spoken
    named = {re.sub(r"\W+", "_", name.strip().lower()) for name in re.split(r",| and ", spoken[1])}
    assert {name.replace("read_messages", "view_channels") for name in granted} == named


def test_every_dependency_is_explained_and_no_other() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+) \| (.+) \|$", text, re.MULTILINE)
    explained = {name.lower() for name, why in rows if name != "package" and why.strip()}
    assert explained == requirements()


def imported(nodes: Iterable[ast.AST]) -> set[str]:
    """The top-level packages that these statements import."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def test_every_import_is_declared() -> None:
    owners = packages_distributions()
    at_import, anywhere = set[str](), set[str]()
    for folder in (*PACKAGES, "tests", "bench"):
        for file in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            at_import |= imported(tree.body) if folder in PACKAGES else set()
            anywhere |= imported(ast.walk(tree))

    def distributions(names: set[str]) -> set[str]:
        found = {owners[name][0].lower().replace("_", "-") for name in names if name in owners}
        return found - {PROJECT["name"]}

    assert distributions(at_import) <= {package(requirement) for requirement in PROJECT["dependencies"]}
    assert distributions(anywhere) <= requirements()


def test_every_dependency_is_pinned() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)
    assert requirements() <= {pin.partition("==")[0].lower() for pin in pins}


def test_the_documented_pack_is_accepted(tmp_path: Path) -> None:
    (example,) = blocks(VALUES, "toml")
    (tmp_path / "lofoten.toml").write_text(example, encoding="utf-8")
    assert load_pack(tmp_path)["lofoten"].pack != GAMES["lofoten"].pack


@pytest.mark.slow
def test_a_wheel_holds_all_that_is_read_at_run_time(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77", reason="a wheel is built with setuptools 77 or later")
    tree = tmp_path / "tree"
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if tracked.returncode:
        pytest.skip("not a git checkout")
    files = [name for name in tracked.stdout.split("\0") if name and (ROOT / name).is_file()]
    for name in files:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes((ROOT / name).read_bytes())
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(tmp_path),
        ".",
    ]
    subprocess.run(build, cwd=tree, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"{HOME}/{name}" for name in files if name.partition("/")[0] in PACKAGES}
    assert wanted - held == set()
    assert {name.partition("/")[0] for name in held if ".dist-info/" not in name} == {HOME}
    assert any(name.endswith(".po") for name in held)


def test_no_conflict_marker_is_left_in_a_file() -> None:
    found = subprocess.run(
        ["git", "grep", "-nE", "^(<{7}|>{7}) "], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if found.returncode > 1:
        pytest.skip("not a git checkout")
    assert found.stdout == ""
