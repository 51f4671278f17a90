"""Transactions are atomic and isolated; single reads need none."""

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

import db
from db import Game, NewPost, NewTimer, Store
from tests.db.game_fixtures import find_game, play_move, play_moves
from tests.db.ids import STRANGER
from tests.db.statement_hooks import capture_statements


async def test_nobody_sees_a_move_before_it_is_committed(store: Store, game: Game) -> None:
    async with store.write() as tx:
        await play_move(tx, game, "a")
        assert await find_game(store, game.code) == game
        assert len(await db.entries.read_log(tx, game.code)) == 2
    assert len(await db.entries.read_log(store, game.code)) == 2


async def test_anything_that_goes_wrong_takes_everything_back(store: Store, game: Game) -> None:
    async def write_and_stumble() -> None:
        async with store.write() as tx:
            await play_move(tx, game, "a", checkpoint=True)
            await db.outbox.enqueue(tx, NewPost("card", {}, "card", game=game.code))
            await db.timers.schedule(tx, NewTimer("remind", "remind", 5, game=game.code))
            await db.messages.upsert(tx, db.Message(message=1, channel=2, game=game.code, kind="card"))
            await db.users.update(tx, STRANGER, name="Stranger")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await write_and_stumble()
    assert await find_game(store, game.code) == game
    assert len(await db.entries.read_log(store, game.code)) == 1
    assert await db.outbox.claim(store, now=100) == ()
    assert await db.timers.claim(store, now=100) == ()
    assert await db.messages.list_for_game(store, game.code) == ()
    assert (await db.users.get(store, STRANGER)).name is None


async def test_only_a_commit_with_posts_or_timers_announces_new_work(store: Store, game: Game) -> None:
    announced: list[int] = []
    store.on_new_work = lambda: announced.append(len(announced))
    async with store.write() as tx:
        await db.users.update(tx, STRANGER, name="Stranger")
        await db.outbox.enqueue(tx)
    assert announced == []
    async with store.write() as tx:
        await db.outbox.enqueue(tx, NewPost("card", {}, "card", game=game.code))
        assert announced == []
    assert len(announced) == 1
    async with store.write() as tx:
        await db.timers.schedule(tx, NewTimer("remind", "remind", 5, game=game.code))
    assert len(announced) == 2

    async def write_and_stumble() -> None:
        async with store.write() as tx:
            await db.outbox.enqueue(tx, NewPost("card", {}, "another", game=game.code))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await write_and_stumble()
    assert len(announced) == 2


async def test_being_cancelled_takes_everything_back_and_lets_the_next_one_write(
    store: Store, game: Game
) -> None:
    waits = asyncio.Event()

    async def interrupted() -> None:
        async with store.write() as tx:
            await play_move(tx, game, "a")
            waits.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(interrupted())
    await waits.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await play_moves(store, game, "b")
    assert await db.games.find_state(store, game.code) == "start b"


async def test_a_second_transaction_in_the_same_task_is_refused_rather_than_waiting_for_itself(
    store: Store,
) -> None:
    with pytest.raises(RuntimeError, match="already open"):
        async with store.write(), store.write():
            pass
    async with store.write() as tx:
        assert await db.players.list_for_game(tx, "nobody") == ()


async def test_several_reads_of_one_moment(store: Store, game: Game) -> None:
    async with store.read() as reads:
        before = await db.games.find(reads, game.code)
        await play_moves(store, game, "a")
        assert before == game == await db.games.find(reads, game.code)
        assert len(await db.entries.read_log(reads, game.code)) == 1


async def test_a_single_read_is_one_statement_and_begins_nothing(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        with capture_statements(store) as sent:
            assert await db.games.find(store, "XXXXX") is None
            assert await db.players.list_for_game(store, "XXXXX") == ()
            assert await db.outbox.next_due(store) is None
        assert len(sent) == 3
        assert all(statement.startswith("SELECT") for statement in sent)
        with capture_statements(store) as sent:
            async with store.read() as reads:
                await db.games.find(reads, "XXXXX")
                await db.players.list_for_game(reads, "XXXXX")
        assert [statement.split()[0] for statement in sent] == ["SELECT", "SELECT"]
        with capture_statements(store) as sent:
            async with store.write() as tx:
                await db.users.ensure_exists(tx, 1)
        assert [statement.split()[0] for statement in sent] == ["INSERT"]


async def test_a_single_read_leaves_nothing_locked(sqlite_url: str) -> None:
    async with (
        await Store.open(sqlite_url, busy_ms=0) as store,
        await Store.open(sqlite_url, busy_ms=0) as other,
    ):
        await db.users.get(store, STRANGER)
        async with other.write() as tx:
            await db.users.update(tx, STRANGER, name="Stranger")
        assert (await db.users.get(store, STRANGER)).name == "Stranger"


async def test_nothing_secret_is_in_what_a_log_line_would_print(store: Store, game: Game) -> None:
    game = await play_moves(store, game, "hidden-card", checkpoint=True)
    async with store.write() as tx:
        posts = [NewPost("hand", {"cards": "hidden-card"}, "hand")]
        timers = [NewTimer("order", "order", 1, {"move": "hidden-card"})]
        await db.outbox.enqueue(tx, *posts)
        await db.timers.schedule(tx, *timers)
    shown = repr(
        [
            game,
            await db.loaded_games.load(store, game.code),
            await db.entries.read_log(store, game.code),
            await db.entries.find_checkpoint(store, game.code, 9),
            db.NewEntry("move", "hash", "hidden-card", checkpoint="hidden-card"),
            posts,
            timers,
            await db.outbox.claim(store, now=1),
            await db.timers.claim(store, now=1),
        ]
    )
    assert game.code in shown
    assert "hidden-card" not in shown
    assert "secret" not in shown
    assert "start" not in shown.replace("started", "").replace("starts", "")


async def test_nothing_secret_is_in_the_message_of_a_mistake(store: Store) -> None:
    async with store.write() as tx:
        with pytest.raises(IntegrityError) as mistake:
            await db.outbox.enqueue(tx, NewPost("hand", {"cards": "hidden-card"}, "hand", game="XXXXX"))
    assert "hidden-card" not in str(mistake.value)
