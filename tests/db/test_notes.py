"""Notes: one per user and game, replaced by the next."""

import db
from db import Game, Store
from tests.db.game_fixtures import open_lobby, set_clock
from tests.db.ids import ASTRID, BJORN, STRANGER


async def save_note(store: Store, game: Game, person: int, text: str, *, moment: int = 5) -> None:
    set_clock(store, moment)
    async with store.write() as tx:
        await db.notes.save(tx, game.code, person, text)


async def test_the_next_note_replaces_the_one_before(store: Store, game: Game) -> None:
    assert await db.notes.find(store, game.code, ASTRID) is None
    await save_note(store, game, ASTRID, "watch the knarr", moment=5)
    await save_note(store, game, ASTRID, "sell the oak", moment=6)
    note = await db.notes.find(store, game.code, ASTRID)
    assert note is not None
    assert (note.text, note.at) == ("sell the oak", 6)


async def test_a_note_belongs_to_one_person_and_one_game(store: Store, game: Game) -> None:
    other = await open_lobby(store)
    await save_note(store, game, ASTRID, "mine")
    await save_note(store, game, STRANGER, "a looker-on's")
    assert await db.notes.find(store, game.code, BJORN) is None
    assert await db.notes.find(store, other.code, ASTRID) is None
    await save_note(store, game, STRANGER, "another")
    note = await db.notes.find(store, game.code, ASTRID)
    assert note is not None
    assert note.text == "mine"


async def test_an_empty_note_is_taken_away(store: Store, game: Game) -> None:
    await save_note(store, game, ASTRID, "a plan")
    await save_note(store, game, ASTRID, " \n")
    assert await db.notes.find(store, game.code, ASTRID) is None


async def test_no_log_line_can_hold_a_note(store: Store, game: Game) -> None:
    await save_note(store, game, ASTRID, "a plan")
    assert "a plan" not in repr(await db.notes.find(store, game.code, ASTRID))
