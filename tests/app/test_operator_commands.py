"""Commands of the operator that change nothing here: what they print, write and return."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bot.app import command_line, gallery
from bot.app.command_line import CommandFailed, build_parser, run_command
from bot.app.settings import Settings
from bot.i18n import LANGUAGES
from rules import GAMES
from tests.db.game_fixtures import start_game
from tests.empty_store import open_empty_store


def run(folder: Path, *words: str) -> int:
    database = f"sqlite+aiosqlite:///{folder / 'skald.db'}"
    settings = Settings.model_validate({"database": database, "data": folder})
    return run_command(build_parser().parse_args(words), settings)


@pytest.fixture
def code(tmp_path: Path) -> str:
    """The code of a game in the database."""

    async def store_game() -> str:
        async with open_empty_store(tmp_path) as store:
            return (await start_game(store)).code

    return asyncio.run(store_game())


def test_a_game_is_exported_as_json(tmp_path: Path, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "export", code) == 0
    assert json.loads(capsys.readouterr().out)["code"] == code
    with pytest.raises(CommandFailed, match="there is no game NOGAM"):
        run(tmp_path, "export", "NOGAM")


def test_a_copy_of_the_database_is_looked_through_before_it_is_told(
    tmp_path: Path, code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = f"sqlite+aiosqlite:///{tmp_path}/skald.db"

    async def copy(source: str, target: str, progress: Callable[[int, int], None]) -> dict[str, int]:
        assert (source, target) == ("here", there)
        progress(3, 3)
        return {"games": 1, "entries": 2}

    monkeypatch.setattr(command_line, "copy_database", copy)
    assert run(tmp_path, "migrate-database", "here", there) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("copied: 3 rows, games: 1\nSet SKALD_DATABASE to the new address.")
    assert shown.err == "copying: 100% (3 of 3)\n"
    with sqlite3.connect(tmp_path / "skald.db") as database:
        database.execute("UPDATE games SET version = 99 WHERE code = ?", (code,))
        database.execute("DELETE FROM entries")
    database.close()
    with pytest.raises(CommandFailed, match="the copy is not whole: "):
        run(tmp_path, "migrate-database", "here", there)


def test_sprites_are_painted_into_the_folder_of_the_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[Path] = []

    def bake(folder: Path, progress: Callable[[int, int], None]) -> None:
        folders.append(folder)
        progress(3, 3)

    monkeypatch.setattr(command_line, "bake", bake)
    assert run(tmp_path, "bake") == 0
    assert folders == [tmp_path / "sprites"]
    assert capsys.readouterr().err == "painting: 100% (3 of 3)\n"


@pytest.mark.parametrize(("words", "languages"), [([], LANGUAGES), (["--language", "fr"], ["fr"])])
def test_the_gallery_is_drawn_in_the_languages_asked_for(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    languages: Sequence[str],
) -> None:
    folder = tmp_path / "all" / "pictures"
    drawn: list[object] = []

    async def draw(*given: object) -> list[Path]:
        drawn.extend(given[:-1])
        return [folder / "a.webp", folder / "b.webp"]

    monkeypatch.setattr(gallery, "play", lambda game: game.info.key)
    monkeypatch.setattr(gallery, "draw_gallery", draw)
    assert run(tmp_path, "gallery", *words, str(folder)) == 0
    assert drawn == [folder, tmp_path / "sprites", [*GAMES], languages]
    assert folder.is_dir()
    assert capsys.readouterr().out == f"drew 2 pictures in {folder}\n"
