"""Verification: a fair game passes, and any later change is found."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

import db
from bot.play.core.snapshot import AGREED_OUTCOME, resignation_outcome, with_resigned_last
from bot.play.history.verify import Flaw, VerificationReport, verify_game
from bot.standings.results import dump_outcome
from rules import GAMES
from tests.empty_store import open_empty_store
from tests.play.recorded_games import SEED, record_game

PEOPLE = (11, 12)


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    return tmp_path / "skald.db"


@pytest.fixture(scope="module")
def finished_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one finished game."""
    folder = tmp_path_factory.mktemp("finished")

    async def play() -> None:
        async with open_empty_store(folder) as store:
            await record_game(store, PEOPLE)

    asyncio.run(play())
    return folder / "skald.db"


async def verify_row(store: db.Store, row: db.Game) -> VerificationReport:
    verdict = await verify_game(store, GAMES, row.code)
    assert verdict is not None
    return verdict


async def verify_file(database_file: Path) -> VerificationReport:
    """Verify the only game of a database."""
    async with await db.Store.open(f"sqlite+aiosqlite:///{database_file}", migrate=False) as store:
        (row,) = await db.players.list_games(store, PEOPLE[0], ("over", "running"))
        return await verify_row(store, row)


def tamper(database_file: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(database_file) as database:
        assert database.execute(statement, values).rowcount == 1
    database.close()


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_every_game_fits_while_it_runs(store: db.Store, key: str) -> None:
    game = await record_game(store, PEOPLE, 40, key=key)
    verdict = await verify_row(store, game.row)
    assert verdict.is_valid
    assert verdict.entries == 41


async def test_a_finished_game_fits_to_its_result(finished_database: Path) -> None:
    verdict = await verify_file(finished_database)
    assert verdict.row.status == "over"
    assert verdict.is_valid


async def test_an_undo_and_entries_that_change_nothing_fit(store: db.Store) -> None:
    game = await record_game(store, PEOPLE, 6)
    before, entry = game.state, game.row.ply
    async with store.write() as tx:
        await game.play(tx, 3)
        game.state = before
        await game.append(tx, kind="undo", seat=0, back_to=entry)
        await game.append(tx, kind="a kind of tomorrow", seat=1)
        await game.play(tx, 4)
    verdict = await verify_row(store, game.row)
    assert verdict.is_valid
    assert verdict.entries == 16


async def test_a_game_given_up_fits(store: db.Store) -> None:
    game = await record_game(store, PEOPLE, 6)
    async with store.write() as tx:
        await game.append(tx, kind="resign", seat=0, barrier=True)
        outcome = {"reason": "resigned", "ranking": [[1], [0]], "totals": [], "sheet": []}
        game.row = await db.games.update(tx, game.row, replace(game.row, status="over", outcome=outcome))
    assert (await verify_row(store, game.row)).is_valid


async def test_a_game_that_all_agreed_to_end_fits(store: db.Store) -> None:
    game = await record_game(store, PEOPLE, 6)
    async with store.write() as tx:
        await game.append(tx, kind="vote", text="end yes")
        game.row = await db.games.update(
            tx, game.row, replace(game.row, status="over", outcome=dump_outcome(AGREED_OUTCOME))
        )
    assert (await verify_row(store, game.row)).is_valid


async def test_a_victory_that_nobody_gave_or_played_is_found(store: db.Store) -> None:
    game = await record_game(store, PEOPLE, 6)
    stolen = dump_outcome(resignation_outcome([1], (0, 1)))
    async with store.write() as tx:
        game.row = await db.games.update(tx, game.row, replace(game.row, status="over", outcome=stolen))
    assert (await verify_row(store, game.row)).flaws == (Flaw("result_not_of_log"),)


async def test_whoever_gave_up_and_was_played_on_for_comes_last(store: db.Store) -> None:
    game = await record_game(store, PEOPLE, 6)
    async with store.write() as tx:
        await game.append(tx, kind="resign", seat=1, barrier=True)
        await game.play(tx)
        counted = game.game.outcome(game.state)
        assert counted is not None
        fair = dump_outcome(with_resigned_last(counted, {1}))
        game.row = await db.games.update(tx, game.row, replace(game.row, outcome=fair))
    assert (await verify_row(store, game.row)).is_valid
    async with store.write() as tx:
        false = dump_outcome(with_resigned_last(counted, {0}))
        game.row = await db.games.update(tx, game.row, replace(game.row, outcome=false))
    assert not (await verify_row(store, game.row)).is_valid


@pytest.mark.parametrize(
    ("statement", "value", "flaw"),
    [
        ("UPDATE games SET seed = ?", bytes(32), Flaw("seed_not_sealed")),
        ("UPDATE games SET commitment = ?", "0" * 64, Flaw("seed_not_sealed")),
        ("UPDATE entries SET text = ? WHERE ply = 9", "nonsense", Flaw("entry_impossible", {"ply": 9})),
        ("UPDATE entries SET seat = ? WHERE ply = 9", 5, Flaw("entry_impossible", {"ply": 9})),
        (
            "UPDATE entries SET state_hash = ? WHERE ply = 9",
            "0" * 64,
            Flaw("entry_leads_elsewhere", {"ply": 9}),
        ),
        ("UPDATE entries SET kind = ? WHERE ply = 9", "wait", Flaw("entry_leads_elsewhere", {"ply": 9})),
        ("UPDATE games SET state = state || ?", " ", Flaw("board_not_of_log")),
        ("UPDATE games SET outcome = json_set(outcome, '$.totals[0]', ?)", 999, Flaw("result_not_of_log")),
        ("UPDATE games SET outcome = json_set(outcome, '$.ranking', ?)", "0", Flaw("result_not_of_log")),
        ("UPDATE games SET status = ?", "running", Flaw("result_not_of_log")),
        ("UPDATE games SET options = json_set(options, '$.wings', ?)", "two", Flaw("options_do_not_fit")),
        ("UPDATE games SET pack = ?", "another", Flaw("components_gone")),
    ],
)
async def test_what_was_changed_is_found(
    finished_database: Path, database_file: Path, statement: str, value: object, flaw: Flaw
) -> None:
    copy(finished_database, database_file)
    tamper(database_file, statement, value)
    verdict = await verify_file(database_file)
    assert not verdict.is_valid
    assert flaw in verdict.flaws


async def test_another_move_in_the_log_is_found(store: db.Store, database_file: Path) -> None:
    game = await record_game(store, PEOPLE, 12)
    *earlier, entry = await db.entries.read_log(store, game.row.code)
    state = game.game.setup(2, game.game.info.options(), SEED)
    for played in earlier[1:]:
        assert played.seat is not None
        state = game.game.apply(state, played.seat, game.game.parse(played.text)).state
    assert entry.seat is not None
    other = next(str(move) for move in game.game.legal(state, entry.seat) if str(move) != entry.text)
    tamper(database_file, "UPDATE entries SET text = ? WHERE ply = ?", other, entry.ply)
    assert (await verify_row(store, game.row)).flaws[0] == Flaw("entry_leads_elsewhere", {"ply": 13})


async def test_a_missing_entry_is_found(store: db.Store, database_file: Path) -> None:
    game = await record_game(store, PEOPLE, 12, key="lofoten")
    tamper(database_file, "DELETE FROM entries WHERE ply = ?", 5)
    assert (await verify_row(store, game.row)).flaws == (Flaw("log_gaps"),)


async def test_a_game_that_has_not_begun_cannot_be_checked(store: db.Store) -> None:
    assert await verify_game(store, GAMES, "NOGAM") is None
    async with store.write() as tx:
        lobby = await db.games.create(
            tx, db.Game(key="lofoten", rules_version=1, pack="", options={}, channel=1, host=PEOPLE[0])
        )
    assert await verify_game(store, GAMES, lobby.code) is None
