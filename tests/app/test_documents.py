"""Documents that are made from the code: up to date, and there for every game and language."""

import re
from pathlib import Path

import pytest

from bot.app import documents
from bot.app.gallery import KINDS, MAX_BYTES, file_name
from bot.app.settings import Settings, environment_name
from bot.chat.interactions.commands import COMMANDS
from bot.i18n import LANGUAGES
from rules import GAMES

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
MAX_ANIMATION_BYTES = 3_000_000


def test_documents_are_up_to_date() -> None:
    stale = [
        str(path.relative_to(ROOT))
        for path, text in documents.generate(ROOT).items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run python -m bot.app.documents"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_page_with_pictures_in_every_language(key: str, language: str) -> None:
    page = documents.game_page_path(ROOT, key, language).read_text(encoding="utf-8")
    for kind in KINDS:
        name = file_name(key, kind, language)
        assert f"(../pictures/{name})" in page
        assert 1_000 < (PICTURES / name).stat().st_size <= MAX_BYTES


def test_no_picture_is_too_large_or_unused() -> None:
    texts = "".join(
        file.read_text(encoding="utf-8") for file in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    )
    for picture in PICTURES.iterdir():
        limit = MAX_ANIMATION_BYTES if picture.stem == "turn" else MAX_BYTES
        assert picture.stat().st_size <= limit, picture.name
        assert f"pictures/{picture.name}" in texts


def test_every_setting_is_explained() -> None:
    table, example = documents.settings_table(), documents.env_example()
    for name, field in Settings.model_fields.items():
        assert field.title
        assert f"| `{environment_name(name)}` | {field.title} |" in table
        assert re.search(rf"^#?{environment_name(name)}=", example, re.MULTILINE)
    assert "\nDISCORD_TOKEN=\n" in example


def test_every_command_of_the_shell_is_listed_with_its_arguments() -> None:
    table = documents.command_table()
    for usage in (
        "skald",
        "skald --fresh",
        "skald backup FILE",
        "skald restore [--harbour] FILE",
        "skald check",
    ):
        assert f"| `{usage}` |" in table


def test_every_slash_command_is_in_the_guide() -> None:
    guide = documents.guide_path(ROOT, "en").read_text(encoding="utf-8")
    assert [typed for typed in COMMANDS if f"`/{typed}`" not in guide] == []


def test_a_missing_region_is_an_error() -> None:
    with pytest.raises(ValueError, match="no region x"):
        documents.replace_regions("nothing here", {"x": "text"})


def test_the_glossary_names_a_component_in_each_language() -> None:
    outpost = GAMES["explorers"].names["outpost"]
    assert f"| {' | '.join(outpost.text(language) for language in LANGUAGES)} |" in documents.glossary()


def test_only_documents_that_changed_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {
        tmp_path / "docs" / "games" / "new.md": "new",
        tmp_path / "old.md": "new",
        tmp_path / "same.md": "é",
    }
    (tmp_path / "old.md").write_text("old")
    (tmp_path / "same.md").write_text("é", encoding="utf-8")
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    monkeypatch.setattr(documents, "generate", {tmp_path: texts}.get)
    documents.main()
    assert capsys.readouterr().out.splitlines() == ["docs/games/new.md", "old.md"]
    assert {path: path.read_text(encoding="utf-8") for path in texts} == texts
    documents.main()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("content", "origins"),
    [
        ({"provenance": "source", "a": {"provenance": "inferred", "b": {}}, "c": 3}, {"source", "inferred"}),
        ({"a": {"b": {"provenance": "printed"}}}, {"printed"}),
        ({"provenance": {"a": "source"}}, set()),
        ([{"provenance": "source"}], set()),
    ],
)
def test_a_table_has_the_origins_of_all_tables_below_it(content: object, origins: set[str]) -> None:
    assert documents.origins_of(content) == origins
