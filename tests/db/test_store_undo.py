"""An undo is an entry of the log: nothing is erased, and what is in force follows from the log alone."""

import pytest
from set_table import play, played

from db import Game, Store


async def undo(store: Store, game: Game, back_to: int, *, state: str, snapshot: bool = False) -> Game:
    async with store.write() as w:
        return await w.append(
            game, kind="undo", state=state, back_to=back_to, at=99, owed={0}, snapshot=snapshot
        )


async def in_force(store: Store, game: Game, since: int = 0) -> list[str]:
    return [entry.text for entry in await store.effective_moves(game.code, since=since)]


async def test_what_is_taken_back_stays_in_the_log(store: Store, game: Game) -> None:
    game = await played(store, game, "a", "b", "c")
    game = await undo(store, game, 2, state="start a")
    assert (game.ply, game.state) == (5, "start a")
    game = await played(store, game, "d")
    assert await in_force(store, game) == ["", "a", "d"]
    assert [entry.text for entry in await store.moves(game.code)] == ["", "a", "b", "c", "", "d"]
    assert await store.check() == ()


async def test_an_undo_after_an_undo(store: Store, game: Game) -> None:
    game = await played(store, game, "a", "b")
    game = await undo(store, game, 2, state="start a")
    game = await played(store, game, "c")
    game = await undo(store, game, 2, state="start a")
    assert await in_force(store, game) == ["", "a"]
    game = await undo(store, game, 1, state="start")
    game = await played(store, game, "d")
    assert await in_force(store, game) == ["", "d"]


async def test_only_to_an_entry_that_is_in_force(store: Store, game: Game) -> None:
    game = await played(store, game, "a", "b")
    game = await undo(store, game, 2, state="start a")
    for ply in (0, 3, 4, 5):
        with pytest.raises(ValueError, match="not in force"):
            await undo(store, game, ply, state="wrong")
    assert await store.game(game.code) == game


async def test_the_snapshots_of_what_is_taken_back_are_not_replayed_from(store: Store, game: Game) -> None:
    game = await played(store, game, "a", "b", snapshot=True)
    game = await played(store, game, "c")
    kept = await store.snapshot_before(game.code, game.ply)
    assert kept is not None
    assert (kept.ply, kept.state) == (3, "start a b")
    assert await in_force(store, game, since=kept.ply) == ["c"]
    game = await undo(store, game, 2, state="start a")
    game = await played(store, game, "d")
    kept = await store.snapshot_before(game.code, game.ply)
    assert kept is not None
    assert (kept.ply, kept.state) == (2, "start a")
    assert await in_force(store, game, since=kept.ply) == ["d"]


async def test_from_every_snapshot_the_replay_leads_to_the_state(store: Store, game: Game) -> None:
    """The state of these games is their log, so a replay is joining words."""
    for number in range(20):
        async with store.write() as w:
            if number % 5 == 4:
                *_, target, _, _ = await w.effective_moves(game.code)
                words = [
                    entry.text for entry in await w.effective_moves(game.code) if entry.ply <= target.ply
                ]
                state = " ".join(["start", *words[1:]])
                game = await w.append(
                    game,
                    kind="undo",
                    state=state,
                    back_to=target.ply,
                    at=number,
                    owed={0},
                    snapshot=number % 2 == 0,
                )
            else:
                game = await play(w, game, f"m{number}", snapshot=number % 3 == 0)
        for ply in (1, game.ply // 2 + 1, game.ply):
            kept = await store.snapshot_before(game.code, ply)
            assert kept is not None
            rest = await in_force(store, game, since=kept.ply)
            assert " ".join([kept.state, *rest]) == game.state
    assert await store.check() == ()


async def test_there_is_no_snapshot_before_the_first(store: Store, game: Game) -> None:
    assert await store.snapshot_before(game.code, 0) is None
