"""Forced moves are played at once, if all players can know them to be forced and no undo is lost.

Covers `bot/play/turns/moves.py`, `bot/play/core/game_log.py`, `bot/play/core/snapshot.py`.
"""

from collections.abc import Callable
from typing import Any

import pytest

import db
from rules import GAMES
from rules.game import Move, Seat
from tests.play.table_fixture import ASTRID, BJORN, TableFixture

TWO = (ASTRID, BJORN)
REGROUP = "regroup 1234"  # A whole turn of Borealis that is always legal.


def force_move(
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    seat: Seat,
    only: str,
    where: Callable[[Any], bool] = lambda _: True,
) -> None:
    """Make `only` the seat's single choice in all states where it is legal and `where` holds."""
    rules = type(GAMES[key])
    choices = rules.choices

    def left(game: Any, state: Any, owing: Seat) -> tuple[Move, ...]:
        found = choices(game, state, owing)
        wanted = tuple(move for move in found if str(move) == only)
        return wanted if wanted and owing == seat and where(state) else found

    monkeypatch.setattr(rules, "choices", left)


async def start_after_setup(tables: TableFixture, key: str) -> tuple[str, Seat, Seat]:
    """Start a game and play its setup moves. Returns its code, the seat to move and the other seat."""
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
    code, mover, other = await start_after_setup(tables, "borealis")
    before = len(await moves_by(tables, code, other))
    await tables.take_posts("card")
    force_move(monkeypatch, "borealis", other, REGROUP)
    await tables.play(code, TWO[mover], REGROUP)
    played = (await moves_by(tables, code, other))[before:]
    assert [(entry.by, entry.person) for entry in played] == [("forced", None)]
    assert (await tables.snapshot(code)).owing_seats() == {mover}
    assert await tables.take_posts("card") == []  # nobody else was to move, so nobody is called


async def test_nothing_is_played_that_only_the_mover_knows_to_be_forced(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, mover, other = await start_after_setup(tables, "borealis")
    before = len(await moves_by(tables, code, other))
    snapshot = await tables.snapshot(code)
    dealt = snapshot.game.apply(snapshot.state, mover, snapshot.game.parse(REGROUP)).state
    force_move(monkeypatch, "borealis", other, REGROUP, lambda state: state == dealt)
    await tables.play(code, TWO[mover], REGROUP)
    snapshot = await tables.snapshot(code)
    assert snapshot.owing_seats() == {other}
    assert len(snapshot.legal(other)) == 1
    assert len(await moves_by(tables, code, other)) == before


async def test_nothing_is_played_that_would_take_an_undo_away(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, mover, _ = await start_after_setup(tables, "explorers")
    await tables.play_last_move(code, TWO)  # lays a tile, which may bring to light what nobody knew
    snapshot = await tables.snapshot(code)
    steps = {move: snapshot.game.apply(snapshot.state, mover, move) for move in snapshot.legal(mover)}
    harmless, after = next((move, step.state) for move, step in steps.items() if not step.barrier)
    game, seen = snapshot.game, snapshot.game.view(after, None)
    # Everybody can tell that nothing else is left.
    force_move(monkeypatch, "explorers", mover, "end", lambda state: game.view(state, None) == seen)
    await tables.play(code, TWO[mover], str(harmless))
    snapshot = await tables.snapshot(code)
    assert snapshot.owing_seats() == {mover}
    assert [str(move) for move in snapshot.legal(mover)] == ["end"]
    await tables.undo(code, TWO[mover])
    assert harmless in (await tables.snapshot(code)).legal(mover)
