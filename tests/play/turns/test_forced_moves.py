"""What leaves no choice is played at once, where everybody can tell and nothing is lost by it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

import db
from rules import GAMES
from rules.game import Move, Seat
from tests.play.table_fixture import ASTRID, BJORN, TableFixture, open_table_fixture

TWO = (ASTRID, BJORN)
REGROUP = "regroup 1234"
"""A whole turn of Borealis that is always possible."""


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[TableFixture]:
    async with open_table_fixture(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


def leave_one(
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    seat: Seat,
    only: str,
    where: Callable[[Any], bool] = lambda _: True,
) -> None:
    """From now on that seat can do nothing else where it can do this."""
    rules = type(GAMES[key])
    choices = rules.choices

    def left(game: Any, state: Any, owing: Seat) -> tuple[Move, ...]:
        found = choices(game, state, owing)
        wanted = tuple(move for move in found if str(move) == only)
        return wanted if wanted and owing == seat and where(state) else found

    monkeypatch.setattr(rules, "choices", left)


async def begun(tables: TableFixture, key: str) -> tuple[str, Seat, Seat]:
    """A game in which all have made ready; says who is to move first, and who comes after them."""
    code = await tables.start_game(*TWO, game=key)
    for _ in TWO:
        await tables.play_last_move(code, TWO)
    (mover,) = (await tables.snapshot(code)).owing_seats()
    return code, mover, 1 - mover


async def moves_by(tables: TableFixture, code: str, seat: Seat) -> list[db.Entry]:
    return [entry for entry in await db.entries.read_effective_log(tables.store, code) if entry.seat == seat]


async def test_the_only_move_is_played_for_whoever_has_it_and_the_turn_goes_on(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, mover, other = await begun(tables, "borealis")
    before = len(await moves_by(tables, code, other))
    await tables.take_posts("card")
    leave_one(monkeypatch, "borealis", other, REGROUP)
    await tables.play(code, TWO[mover], REGROUP)
    played = (await moves_by(tables, code, other))[before:]
    assert [(entry.by, entry.person) for entry in played] == [("forced", None)]
    assert (await tables.snapshot(code)).owing_seats() == {mover}
    assert await tables.take_posts("card") == []  # nobody else was to move, so nobody is called


async def test_nothing_is_played_that_only_the_mover_knows_to_be_forced(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, mover, other = await begun(tables, "borealis")
    before = len(await moves_by(tables, code, other))
    snapshot = await tables.snapshot(code)
    dealt = snapshot.game.apply(snapshot.state, mover, snapshot.game.parse(REGROUP)).state
    leave_one(monkeypatch, "borealis", other, REGROUP, lambda state: state == dealt)
    await tables.play(code, TWO[mover], REGROUP)
    snapshot = await tables.snapshot(code)
    assert snapshot.owing_seats() == {other}
    assert len(snapshot.legal(other)) == 1
    assert len(await moves_by(tables, code, other)) == before


async def test_nothing_is_played_that_would_take_an_undo_away(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, mover, _ = await begun(tables, "explorers")
    await tables.play_last_move(code, TWO)  # lays a tile, which may bring to light what nobody knew
    snapshot = await tables.snapshot(code)
    steps = {move: snapshot.game.apply(snapshot.state, mover, move) for move in snapshot.legal(mover)}
    harmless, after = next((move, step.state) for move, step in steps.items() if not step.barrier)
    game, seen = snapshot.game, snapshot.game.view(after, None)
    # Everybody can tell that nothing else is left.
    leave_one(monkeypatch, "explorers", mover, "end", lambda state: game.view(state, None) == seen)
    await tables.play(code, TWO[mover], str(harmless))
    snapshot = await tables.snapshot(code)
    assert snapshot.owing_seats() == {mover}
    assert [str(move) for move in snapshot.legal(mover)] == ["end"]
    await tables.undo(code, TWO[mover])
    assert harmless in (await tables.snapshot(code)).legal(mover)
