"""Where a reader left off: the latest move of his own that still stands."""

from set_table import played

from db import Entry, Game, Store


async def undo(store: Store, game: Game, back_to: int) -> Game:
    async with store.write() as w:
        return await w.append(game, kind="undo", state="start", back_to=back_to, at=99, owed={0})


def text_of(entry: Entry | None) -> str | None:
    return None if entry is None else entry.text


async def test_the_latest_own_move(store: Store, game: Game) -> None:
    assert await store.last_choice(game.code, 0) is None
    game = await played(store, game, "a", seat=0)
    game = await played(store, game, "b", "c", seat=1)
    assert text_of(await store.last_choice(game.code, 0)) == "a"
    assert text_of(await store.last_choice(game.code, 1)) == "c"


async def test_what_was_played_for_somebody_is_not_his_choice(store: Store, game: Game) -> None:
    game = await played(store, game, "a", seat=0)
    game = await played(store, game, "b", seat=0, by="caretaker")
    game = await played(store, game, "c", seat=0, by="forced")
    assert text_of(await store.last_choice(game.code, 0)) == "a"


async def test_a_move_that_was_taken_back_does_not_count(store: Store, game: Game) -> None:
    game = await played(store, game, "a", seat=0)
    game = await played(store, game, "b", seat=1)
    game = await played(store, game, "c", "d", seat=0)
    game = await undo(store, game, 4)
    assert text_of(await store.last_choice(game.code, 0)) == "c"
    game = await undo(store, game, 3)
    assert text_of(await store.last_choice(game.code, 0)) == "a"
    game = await undo(store, game, 1)
    assert await store.last_choice(game.code, 0) is None
    game = await played(store, game, "e", seat=0)
    assert text_of(await store.last_choice(game.code, 0)) == "e"
