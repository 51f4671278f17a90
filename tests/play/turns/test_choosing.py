"""Choosing moves in a row, and shortcuts of one name."""

from collections.abc import Sequence
from typing import Any

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns.choosing import Chooser, Selection
from rules.game import Move, Phrase, Refusal, Shortcut
from rules.lofoten.game import Lofoten
from tests.play.table_fixture import ASTRID, BJORN, TableFixture


async def start_choosing(tables: TableFixture) -> Chooser:
    """Start a game. Returns what the player to move can choose with."""
    code = await tables.start_game(ASTRID, BJORN)
    return await chooser_of(tables, await tables.snapshot(code))


async def chooser_of(tables: TableFixture, snapshot: GameSnapshot) -> Chooser:
    (user_id,) = snapshot.user_ids_at(sorted(snapshot.owing_seats()))
    actor: Actor = next(one for one in (ASTRID, BJORN) if one.id == user_id)
    async with tables.store.write() as tx:
        await db.users.update_preferences(tx, user_id, confirm=True)
    snapshot = await tables.snapshot(snapshot.code)
    return Chooser(tables.service, snapshot, actor, tables.next_interaction_id(), snapshot.row.version)


def lines(chooser: Chooser, *barriers: bool) -> Sequence[Move]:
    """Find legal moves in a row, each of which can be undone or not."""
    game, seat = chooser.snapshot.game, chooser.seat

    def search(state: Any, left: tuple[bool, ...]) -> list[Move] | None:
        for move in game.legal(state, seat) if left and seat in game.to_act(state) else ():
            step = game.apply(state, seat, move)
            if step.barrier == left[0]:
                rest = search(step.state, left[1:]) if left[1:] else []
                if rest is not None:
                    return [move, *rest]
        return None

    found = search(chooser.snapshot.state, barriers)
    assert found
    return found


async def played_texts(tables: TableFixture, chooser: Chooser) -> list[str]:
    log = await db.entries.read_effective_log(tables.store, chooser.snapshot.code)
    return [entry.text for entry in log if entry.kind == "move"]


async def test_moves_in_a_row_that_can_be_undone_are_played_at_once(tables: TableFixture) -> None:
    chooser = await start_choosing(tables)
    moves = lines(chooser, False, False)
    choice = await chooser.play_in_a_row(moves)
    assert choice.played is not None
    assert choice.snapshot == choice.played.snapshot
    assert await played_texts(tables, chooser) == [str(move) for move in moves]
    with pytest.raises(Refusal, match="stale"):
        await chooser.play_in_a_row(moves)


async def test_a_move_that_cannot_be_undone_is_confirmed_after_the_others(tables: TableFixture) -> None:
    chooser = await start_choosing(tables)
    harmless, final = lines(chooser, False, True)
    choice = await chooser.play_in_a_row([harmless, final])
    assert (choice.played, choice.selection) == (None, Selection(final.tokens()))
    assert await played_texts(tables, chooser) == [str(harmless)]
    again = await chooser_of(tables, choice.snapshot)
    choice = await again.play_in_a_row([final])
    assert (choice.played, choice.selection) == (None, Selection(final.tokens()))
    assert await played_texts(tables, chooser) == [str(harmless)]


async def test_of_several_shortcuts_with_one_name_the_player_says_which_is_meant(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    chooser = await start_choosing(tables)
    first, second, third = chooser.snapshot.legal(chooser.seat)[:3]
    name, other = Phrase(key="shortcut.place_gain"), Phrase(key="shortcut.other")
    offered = (Shortcut(name, (first, second)), Shortcut(name, (first, third)), Shortcut(other, (first,)))
    monkeypatch.setattr(Lofoten, "shortcuts", lambda *_: offered)
    for depth in (0, 1):
        assert (await chooser.choose_shortcut(1, depth)).selection == Selection(ambiguous=(1, depth))
    assert await played_texts(tables, chooser) == []
    assert (await chooser.choose_shortcut(2)).played is not None
    assert await played_texts(tables, chooser) == [str(first)]
