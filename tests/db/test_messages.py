"""Messages of the bot belong to games."""

import db
from db import Game, Store
from tests.db.game_fixtures import set_clock
from tests.db.ids import ASTRID, BJORN, THREAD
from tests.db.statement_hooks import capture_statements

SNOWFLAKE = 1_400_000_000_000_000_000


async def test_messages_belong_to_games(store: Store, game: Game) -> None:
    for moment, ply in ((1, 1), (3, 2)):
        set_clock(store, moment)
        async with store.write() as tx:
            await db.messages.upsert(
                tx, db.Message(message=SNOWFLAKE, channel=THREAD, game=game.code, kind="card", ply=ply)
            )
    set_clock(store, 2)
    async with store.write() as tx:
        await db.messages.upsert(
            tx, db.Message(message=2, channel=THREAD, game=game.code, kind="hand", seat=0, person=ASTRID)
        )
    (card,) = await db.messages.list_for_game(store, game.code, kind="card")
    assert (card.message, card.game, card.kind, card.ply, card.at) == (SNOWFLAKE, game.code, "card", 2, 3)
    assert [one.message for one in await db.messages.list_for_game(store, game.code)] == [2, SNOWFLAKE]
    hands = await db.messages.list_for_game(store, game.code, kind="hand", person=ASTRID)
    assert [one.message for one in hands] == [2]
    assert await db.messages.list_for_game(store, game.code, kind="hand", person=BJORN) == ()
    assert [one.message for one in await db.messages.list_for_game(store, game.code, person=ASTRID)] == [2]
    async with store.write() as tx:
        await db.messages.delete(tx, 2, SNOWFLAKE)
    assert await db.messages.list_for_game(store, game.code) == ()


async def test_a_message_is_kept_by_one_statement_and_none_is_forgotten_by_none(
    store: Store, game: Game
) -> None:
    async with store.write() as tx:
        for ply in (1, 2):
            with capture_statements(store) as sent:
                await db.messages.upsert(
                    tx, db.Message(message=SNOWFLAKE, channel=THREAD, game=game.code, kind="card", ply=ply)
                )
            assert len(sent) == 1
        with capture_statements(store) as sent:
            await db.messages.delete(tx)
        assert sent == []


async def test_a_message_knows_the_files_on_it(store: Store, game: Game) -> None:
    async with store.write() as tx:
        for message, files in ((1, {"board-1.webp": SNOWFLAKE}), (2, {})):
            await db.messages.upsert(
                tx, db.Message(message=message, channel=THREAD, game=game.code, kind="card", files=files)
            )
    assert [dict(one.files) for one in await db.messages.find_many(store, (1, 2))] == [
        {"board-1.webp": SNOWFLAKE},
        {},
    ]
    async with store.write() as tx:
        await db.messages.set_files(tx, 2, {"board-2.webp": 5})
    (second,) = await db.messages.find_many(store, (2,))
    assert dict(second.files) == {"board-2.webp": 5}
