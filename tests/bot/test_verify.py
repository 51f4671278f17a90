"""The check of a game: a fair one passes, and whatever is changed afterwards is found."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copy

import pytest

from bot.cli import carry_out, parser
from bot.position import AGREED, last_resigned, resigned, write_outcome
from bot.settings import Settings
from bot.verify import Verdict, report, verified
from bot.words import words_for
from db import Game, Store
from rules import GAMES
from tests.bot.recorded import SEED, record

PEOPLE = (11, 12)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "skald.db"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one game that was played to its end."""
    file = tmp_path_factory.mktemp("finished") / "skald.db"

    async def play() -> None:
        async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
            await record(store, PEOPLE)

    asyncio.run(play())
    return file


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as opened:
        yield opened


async def verdict_of(store: Store, row: Game) -> Verdict:
    verdict = await verified(store, (GAMES,), row.code)
    assert verdict is not None
    return verdict


def tamper(file: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(file) as database:
        assert database.execute(statement, values).rowcount == 1
    database.close()


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_every_game_fits_while_it_runs(store: Store, key: str) -> None:
    game = await record(store, PEOPLE, 40, key=key)
    verdict = await verdict_of(store, game.row)
    assert verdict.good
    assert verdict.entries == 41


async def verdict_on(file: Path) -> Verdict:
    """On the only game of a database."""
    async with await Store.open(f"sqlite+aiosqlite:///{file}", migrate=False) as store:
        (row,) = await store.games_with(("over", "running"))
        return await verdict_of(store, row)


async def test_a_finished_game_fits_to_its_result(finished: Path) -> None:
    verdict = await verdict_on(finished)
    assert verdict.row.status == "over"
    assert verdict.good


async def test_an_undo_and_entries_that_change_nothing_fit(store: Store) -> None:
    game = await record(store, PEOPLE, 6)
    before, entry = game.state, game.row.ply
    async with store.write() as w:
        await game.play(w, 3)
        game.state = before
        await game.append(w, kind="undo", seat=0, back_to=entry)
        await game.append(w, kind="a kind of tomorrow", seat=1)
        await game.play(w, 4)
    verdict = await verdict_of(store, game.row)
    assert verdict.good
    assert verdict.entries == 16


async def test_a_game_given_up_fits(store: Store) -> None:
    game = await record(store, PEOPLE, 6)
    async with store.write() as w:
        await game.append(w, kind="resign", seat=0, barrier=True)
        outcome = {"reason": "resigned", "ranking": [[1], [0]], "totals": [], "sheet": []}
        game.row = await w.update_game(game.row, status="over", outcome=outcome)
    assert (await verdict_of(store, game.row)).good


async def test_a_game_that_all_agreed_to_end_fits(store: Store) -> None:
    game = await record(store, PEOPLE, 6)
    async with store.write() as w:
        await game.append(w, kind="vote", text="end yes")
        game.row = await w.update_game(game.row, status="over", outcome=write_outcome(AGREED))
    assert (await verdict_of(store, game.row)).good


async def test_a_victory_that_nobody_gave_or_played_is_found(store: Store) -> None:
    game = await record(store, PEOPLE, 6)
    stolen = write_outcome(resigned([1], (0, 1)))
    async with store.write() as w:
        game.row = await w.update_game(game.row, status="over", outcome=stolen)
    assert not (await verdict_of(store, game.row)).good


async def test_whoever_gave_up_and_was_played_on_for_comes_last(store: Store) -> None:
    game = await record(store, PEOPLE, 6)
    async with store.write() as w:
        await game.append(w, kind="resign", seat=1, barrier=True)
        await game.play(w)
        counted = game.game.outcome(game.state)
        assert counted is not None
        game.row = await w.update_game(game.row, outcome=write_outcome(last_resigned(counted, {1})))
    assert (await verdict_of(store, game.row)).good
    async with store.write() as w:
        game.row = await w.update_game(game.row, outcome=write_outcome(last_resigned(counted, {0})))
    assert not (await verdict_of(store, game.row)).good


@pytest.mark.parametrize(
    ("statement", "value", "said"),
    [
        ("UPDATE games SET seed = ?", bytes(32), "not the one that was sealed"),
        ("UPDATE games SET commitment = ?", "0" * 64, "not the one that was sealed"),
        ("UPDATE moves SET text = ? WHERE ply = 9", "nonsense", "Entry 9 is not possible"),
        ("UPDATE moves SET seat = ? WHERE ply = 9", 5, "Entry 9 is not possible"),
        ("UPDATE moves SET state_hash = ? WHERE ply = 9", "0" * 64, "Entry 9 leads to another board"),
        ("UPDATE moves SET kind = ? WHERE ply = 9", "wait", "Entry 9 leads to another board"),
        ("UPDATE games SET state = state || ?", " ", "board is not the one"),
        ("UPDATE games SET outcome = json_set(outcome, '$.totals[0]', ?)", 999, "result is not the one"),
        ("UPDATE games SET outcome = json_set(outcome, '$.ranking', ?)", "0", "result is not the one"),
        ("UPDATE games SET status = ?", "running", "result is not the one"),
        ("UPDATE games SET options = json_set(options, '$.wings', ?)", "two", "does not fit its rules"),
        ("UPDATE games SET pack = ?", "another", "not here any more"),
    ],
)
async def test_what_was_changed_is_found(
    finished: Path, file: Path, statement: str, value: object, said: str
) -> None:
    copy(finished, file)
    tamper(file, statement, value)
    verdict = await verdict_on(file)
    assert not verdict.good
    assert any(said in flaw.said(words_for("en")) for flaw in verdict.flaws)


async def test_another_move_in_the_log_is_found(store: Store, file: Path) -> None:
    game = await record(store, PEOPLE, 12)
    entry = (await store.moves(game.row.code))[-1]
    state = game.game.setup(2, game.game.info.options(), SEED)
    for earlier in (await store.moves(game.row.code))[1:-1]:
        state = game.game.apply(state, earlier.seat, game.game.parse(earlier.text)).state
    other = next(str(move) for move in game.game.legal(state, entry.seat) if str(move) != entry.text)
    tamper(file, "UPDATE moves SET text = ? WHERE ply = ?", other, entry.ply)
    assert "Entry 13 leads to another board" in (await verdict_of(store, game.row)).flaws[0].said(
        words_for("en")
    )


async def test_a_missing_entry_is_found(store: Store, file: Path) -> None:
    game = await record(store, PEOPLE, 12, key="lofoten")
    with sqlite3.connect(file) as database:
        database.execute("DELETE FROM snapshots WHERE ply = 5")
        database.execute("DELETE FROM moves WHERE ply = 5")
    database.close()
    assert "gaps" in (await verdict_of(store, game.row)).flaws[0].said(words_for("en"))


async def test_the_seed_is_told_of_a_finished_game_only(store: Store, finished: Path) -> None:
    running = (await record(store, PEOPLE, 12)).row
    for language in ("en", "fr"):
        words = words_for(language)
        told = "\n".join(report(await verdict_of(store, running), words))
        assert SEED.hex() not in told
        assert running.commitment is not None
        assert running.commitment in told
        assert SEED.hex() in "\n".join(report(await verdict_on(finished), words))


async def test_what_does_not_fit_is_told_in_the_readers_language(store: Store, file: Path) -> None:
    game = await record(store, PEOPLE, 12)
    tamper(file, "UPDATE moves SET state_hash = ? WHERE ply = 9", "0" * 64)
    told = "\n".join(report(await verdict_of(store, game.row), words_for("fr")))
    assert "L’entrée 9 mène à un autre plateau" in told


async def test_a_game_that_has_not_begun_cannot_be_checked(store: Store) -> None:
    assert await verified(store, (GAMES,), "NOGAM") is None


def run_command(file: Path, code: str) -> int:
    settings = Settings.model_validate({"database": f"sqlite+aiosqlite:///{file}", "data": file.parent})
    return carry_out(parser().parse_args(["verify", code]), settings)


def test_the_command_says_so_and_ends_with_1_where_something_does_not_fit(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def prepare() -> str:
        async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
            return (await record(store, PEOPLE, 12)).row.code

    code = asyncio.run(prepare())
    assert run_command(file, code.lower()) == 0
    assert "All fits." in capsys.readouterr().out
    tamper(file, "UPDATE moves SET state_hash = ? WHERE ply = 9", "0" * 64)
    assert run_command(file, code) == 1
    out = capsys.readouterr().out
    assert "Entry 9" in out
    assert SEED.hex() not in out
