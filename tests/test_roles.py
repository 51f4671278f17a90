"""Every game has the same file name for the same role, as CONTRIBUTING lists them."""

import re
from pathlib import Path

import pytest

import rules

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
GAMES = sorted(rules.GAMES)
EXAMPLE = ROOT / "tests" / "example_game"
SYNONYMS = {
    "rules": {
        "illegal_reasons": {"why", "reasons", "refusals", "explaining"},
        "printed": {"printing"},
        "determinization": {"unseen", "reshuffle", "determinize"},
        "next_turn": {"ahead", "foresight", "coming_turn"},
        "lesson": {"lessons", "tutorial", "first_game"},
        "labels": {"facts", "about"},
        "standing_orders": {"orders"},
        "successes": {"achievements", "feats"},
    },
    "opponents": {
        "ai": {"mind", "player", "computer_player"},
        "simulator": {"model", "party", "table", "light_table"},
        "evaluation": {"worth", "outlook", "heuristics", "appraisal", "judge"},
        "plans": {"options", "afternoon", "candidates"},
        "move_generation": {"ways", "decisions"},
        "determinization": {"dealing"},
        "move_reasons": {"why", "reasons", "explaining"},
        "weights": {"numbers", "tuning"},
    },
    "render": {
        "numbering": {"pointing", "choosing", "choices", "spots", "playing"},
        "score_sheet": {"sheet", "score"},
        "alt_text": {"words", "telling"},
        "highlights": {"marks"},
        "closeups": {"closeup", "details"},
    },
}
"""Other names for a role, used once or likely to be chosen."""


def roles(folder: str) -> tuple[set[str], set[str]]:
    """Return the files that every game has in a folder, and those that only some games need."""
    row = re.search(rf"^\| `{folder}/<game>/` \| (.*?) \| (.*?) \|$", CONTRIBUTING, re.MULTILINE)
    assert row, f"CONTRIBUTING lists no files of {folder}"
    required, optional = (set(re.findall(r"\w+", re.sub(r"\(.*?\)", "", cell))) for cell in row.groups())
    return required, optional


def stems(folder: Path) -> set[str]:
    return {file.stem for file in folder.glob("*.py")} - {"__init__"}


def misnamed(names: set[str], folder: str) -> list[str]:
    """Return a message for each file whose name is a synonym of a role."""
    return [
        f"{name}.py should be called {role}.py"
        for role, synonyms in SYNONYMS[folder].items()
        for name in sorted(synonyms & names)
    ]


@pytest.mark.parametrize("folder", SYNONYMS)
def test_synonyms_belong_to_listed_roles(folder: str) -> None:
    required, optional = roles(folder)
    assert SYNONYMS[folder].keys() <= required | optional
    assert not set().union(*SYNONYMS[folder].values()) & (required | optional)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", SYNONYMS)
def test_a_game_has_a_file_for_every_role(folder: str, game: str) -> None:
    required, _ = roles(folder)
    missing = sorted(required - stems(ROOT / folder / game))
    assert not missing, f"{folder}/{game}/ lacks {', '.join(f'{name}.py' for name in missing)}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", SYNONYMS)
def test_no_game_calls_a_role_by_another_name(folder: str, game: str) -> None:
    found = misnamed(stems(ROOT / folder / game), folder)
    assert not found, f"{folder}/{game}/: {'; '.join(found)}"


@pytest.mark.parametrize("folder", SYNONYMS)
def test_every_optional_role_is_used_by_some_game(folder: str) -> None:
    _, optional = roles(folder)
    assert optional <= set().union(*(stems(ROOT / folder / game) for game in GAMES))


@pytest.mark.parametrize("folder", ["rules", "render"])
def test_the_example_game_uses_the_same_names(folder: str) -> None:
    """It is a minimal game: it needs few of the roles, but no other names."""
    required, optional = roles(folder)
    names = stems(EXAMPLE / folder)
    assert not misnamed(names, folder)
    assert names <= required | optional


def test_messages_name_the_file_and_the_role() -> None:
    assert misnamed({"why", "moves"}, "rules") == ["why.py should be called illegal_reasons.py"]
