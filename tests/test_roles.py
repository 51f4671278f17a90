"""Every game has the same file name for the same role, as CONTRIBUTING lists them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
GAMES = ("borealis", "explorers", "lofoten", "shipwrights")
EXAMPLE = ROOT / "tests" / "example_game"
SYNONYMS = {
    "rules": {
        "why",
        "reasons",
        "refusals",
        "explaining",
        "printing",
        "unseen",
        "reshuffle",
        "ahead",
        "lessons",
    },
    "opponents": {"mind", "worth", "outlook", "model", "party", "table", "why", "heuristics"},
    "render": {"pointing", "choosing", "choices", "spots", "sheet", "words", "marks", "baking", "discards"},
}
"""Other names for these roles that a newcomer might choose."""


def roles(folder: str) -> tuple[set[str], set[str]]:
    """Returns the files every game has in a folder, and those only some games need."""
    row = re.search(rf"^\| `{folder}/<game>/` \| (.*?) \| (.*?) \|$", CONTRIBUTING, re.MULTILINE)
    assert row, f"CONTRIBUTING lists no files of {folder}"
    required, optional = (set(re.findall(r"\w+", re.sub(r"\(.*?\)", "", cell))) for cell in row.groups())
    return required, optional


def stems(folder: Path) -> set[str]:
    return {file.stem for file in folder.glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", ["rules", "opponents", "render"])
def test_a_game_has_a_file_for_every_role(folder: str, game: str) -> None:
    required, _ = roles(folder)
    assert required - stems(ROOT / folder / game) == set()


@pytest.mark.parametrize("folder", ["rules", "opponents", "render"])
def test_no_game_calls_a_role_by_another_name(folder: str) -> None:
    other = {
        f"{folder}/{game}/{name}.py"
        for game in GAMES
        for name in SYNONYMS[folder] & stems(ROOT / folder / game)
    }
    assert other == set()


@pytest.mark.parametrize("folder", ["rules", "opponents", "render"])
def test_every_optional_role_is_used_by_some_game(folder: str) -> None:
    _, optional = roles(folder)
    assert optional <= set().union(*(stems(ROOT / folder / game) for game in GAMES))


def test_the_example_game_uses_the_same_names() -> None:
    for folder in ("rules", "render"):
        required, optional = roles(folder)
        assert stems(EXAMPLE / folder) <= required | optional
        assert not stems(EXAMPLE / folder) & SYNONYMS[folder]
