"""Files that Skald writes are private to their owner."""

import asyncio
import stat
from pathlib import Path

import db
from harbour.store import Store as HarbourStore
from tests.app.skald_process import run_skald


def file_modes(folder: Path) -> dict[str, str]:
    """Returns the modes of a folder and of everything in it."""
    every = [folder, *folder.rglob("*")]
    return {str(each.relative_to(folder)): f"{stat.S_IMODE(each.stat().st_mode):o}" for each in every}


async def database_modes(file: Path) -> dict[str, str]:
    """Returns the modes of a database in use and of a backup beside it."""
    async with await db.Store.open(f"sqlite+aiosqlite:///{file}") as store:
        async with store.write() as tx:
            await db.servers.ensure_exists(tx, 7)
        await store.backup(file.with_name("copy.db"))
        return file_modes(file.parent)


def test_database_journal_and_backup_are_private(tmp_path: Path) -> None:
    found = asyncio.run(database_modes(tmp_path / "skald.db"))
    assert {found[name] for name in ("skald.db", "skald.db-wal", "skald.db-shm", "copy.db")} == {"600"}


def test_a_database_that_others_could_read_is_made_private(tmp_path: Path) -> None:
    asyncio.run(database_modes(tmp_path / "skald.db"))
    (tmp_path / "skald.db").chmod(0o644)
    assert asyncio.run(database_modes(tmp_path / "skald.db"))["skald.db"] == "600"


def test_the_harbour_keeps_its_world_to_itself(tmp_path: Path) -> None:
    folder = tmp_path / "harbour"
    folder.mkdir(mode=0o755)
    store = HarbourStore(folder)
    store.put("person", "1", {"name": "Astrid"})
    store.write_file("7", b"a hand")
    found = file_modes(folder)
    store.close()
    assert found["."] == found["attachments"] == "700"
    assert {mode for name, mode in found.items() if name not in (".", "attachments")} == {"600"}
    assert {"harbour.sqlite3", "attachments/7"} <= found.keys()


def test_the_folder_of_the_data_is_closed_to_others(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "lofoten.toml").write_text("[warehouses\n")
    done = run_skald(tmp_path, SKALD_DATA=str(data), SKALD_PACKS="packs")
    assert "lofoten.toml" in done.stderr, "a start that ends by itself"
    assert file_modes(data)["."] == "700"


def test_a_backup_is_made_and_put_back(tmp_path: Path) -> None:
    asyncio.run(database_modes(tmp_path / "skald.db"))
    address = f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}"
    done = run_skald(tmp_path, "restore", "copy.db", SKALD_DATABASE=address)
    assert (done.returncode, done.stdout.startswith("restored from copy.db")) == (0, True), done.stderr
    missing = run_skald(tmp_path, "restore", "none.db", SKALD_DATABASE=address)
    assert missing.returncode == 2
    assert missing.stderr == "skald restore: there is no file none.db\n"


def test_restore_without_a_token_replaces_the_harbours_games_only_if_told(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("no database")
    address = f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}"
    refused = run_skald(tmp_path, "restore", "copy.db")
    assert refused.returncode != 0
    assert "--harbour" in refused.stderr
    assert "--harbour" not in run_skald(tmp_path, "restore", "copy.db", SKALD_DATABASE=address).stderr
    assert "DISCORD_TOKEN" not in run_skald(tmp_path, "restore", "--harbour", "copy.db").stderr
