"""What GitHub reads: workflows, issue forms, Dependabot."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.i18n import locale_for
from rules import GAMES

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted(GITHUB.glob("workflows/*.yml"))
CI = (GITHUB / "workflows" / "ci.yml").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run_tool(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a linter, from this environment or the machine's; skip where there is none."""
    program = shutil.which(name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        pytest.skip(f"there is no {name} here")
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_actionlint_finds_nothing() -> None:
    done = run_tool("actionlint", *WORKFLOWS)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("github-workflows", "workflows/*.yml"),
        ("github-issue-forms", "ISSUE_TEMPLATE/[!c]*.yml"),
        ("github-issue-config", "ISSUE_TEMPLATE/config.yml"),
        ("dependabot", "dependabot.yml"),
    ],
)
def test_files_follow_their_schemas(schema: str, pattern: str) -> None:
    files = sorted(GITHUB.glob(pattern))
    assert files
    done = run_tool("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
    assert done.returncode == 0, done.stdout


def test_the_workflow_runs_everything_and_the_quick_suite_on_every_python() -> None:
    assert "run: .ci/run" in CI
    versions = re.search(r"python: \[(.*)\]", CI)
    assert versions
    tested = re.findall(r'"([\d.]+)"', versions[1])
    promised = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if ":: Python :: 3." in name]
    assert set(promised) <= set(tested)
    assert PROJECT["requires-python"] == f">={min(tested, key=lambda name: int(name.split('.')[1]))}"


def test_workflows_get_no_more_rights_than_they_need() -> None:
    for workflow in WORKFLOWS:
        text = workflow.read_text(encoding="utf-8")
        assert re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE)
        assert text.count("actions/checkout") == text.count("persist-credentials: false")
        assert text.count("runs-on:") == text.count("timeout-minutes:")


def test_the_form_for_rules_offers_every_game() -> None:
    form = (GITHUB / "ISSUE_TEMPLATE" / "rule.yml").read_text(encoding="utf-8")
    for game in GAMES.values():
        assert f"- {locale_for('en').game_text(game, ()).game_name}\n" in form.replace('"', "")
