"""Loading games: a state is read again if a move came between, and never used if it is not the stored one."""

import pytest

import db
from bot.play.core.game_service import GameService
from rules import GAMES
from rules.game import Refusal
from tests.play.table_fixture import ASTRID, BJORN, TableFixture, run_inline


@pytest.fixture
async def code(tables: TableFixture) -> str:
    """A running game that the service has not loaded yet."""
    code = await tables.start_game(ASTRID, BJORN)
    tables.service = GameService(tables.store, GAMES, run_inline)
    return code


async def test_a_state_of_another_move_is_read_again(
    tables: TableFixture, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_state, found = db.games.find_state, ["an earlier state", None]

    async def read(reads: db.Reads, code: str) -> str | None:
        return found.pop() if found else await find_state(reads, code)

    monkeypatch.setattr(db.games, "find_state", read)
    snapshot = await tables.snapshot(code)
    assert not found
    assert snapshot.game.dump(snapshot.state) == await find_state(tables.store, code)


async def test_a_state_that_was_tampered_with_is_not_played_on(tables: TableFixture, code: str) -> None:
    async with tables.store.write() as tx:
        await tx.execute(db.games.table.update().values(state="better"))
    with pytest.raises(RuntimeError, match="does not match its hash"):
        await tables.snapshot(code)


@pytest.mark.parametrize("error", [db.Conflict("ABCDE"), db.Duplicate(7, game="ABCDE", ply=2)])
async def test_an_action_that_others_were_faster_with_is_stale(
    tables: TableFixture, error: Exception
) -> None:
    with pytest.raises(Refusal, match="stale"):
        async with tables.service.transaction():
            raise error
