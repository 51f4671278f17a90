"""From the lobby through the log: what is stored is what is read, and only one change wins."""

import asyncio
from dataclasses import replace

import pytest
from set_table import (
    ASTRID,
    BJORN,
    CHANNEL,
    SERVER,
    STRANGER,
    THREAD,
    open_lobby,
    play,
    played,
    start_game,
)
from sqlalchemy.exc import IntegrityError

from db import Conflict, Duplicate, Game, Store, hash_of
from db.codes import ALPHABET


async def people_at(store: Store, game: Game) -> list[int | None]:
    seated = await store.seats(game.code)
    assert [seat.seat for seat in seated] == list(range(len(seated)))
    return [seat.person for seat in seated]


async def test_a_new_game_is_found_by_its_code_however_it_is_typed(store: Store) -> None:
    game = await open_lobby(store, at=123)
    assert len(game.code) == 5
    assert set(game.code) <= set(ALPHABET)
    assert not set(ALPHABET) & set("01IOL")
    assert (game.status, game.ply, game.created, game.options) == ("lobby", 0, 123, {"ties": "both"})
    for typed in (game.code, game.code.lower(), f" #{game.code[:2]}-{game.code[2:]} "):
        assert await store.game(typed) == game
    assert await store.game("00000") is None


async def test_people_join_leave_and_are_arranged(store: Store) -> None:
    game = await open_lobby(store)
    async with store.write() as w:
        game = await w.join(game, ASTRID, at=2)
        game = await w.join(game, BJORN, at=3)
        again = await w.join(game, BJORN, at=4)
        assert again == game
        game = await w.join(game, STRANGER, at=5)
        game = await w.leave(game, ASTRID, at=6)
        assert await w.leave(game, ASTRID, at=7) == game
    assert await people_at(store, game) == [BJORN, STRANGER]
    async with store.write() as w:
        with pytest.raises(ValueError, match="not those seated"):
            await w.arrange(game, [STRANGER, ASTRID], at=8)
        game = await w.arrange(game, [STRANGER, BJORN], at=8)
    assert await people_at(store, game) == [STRANGER, BJORN]
    assert {seat.joined for seat in await store.seats(game.code)} == {3, 5}
    assert await store.game(game.code) == game
    assert game.last_activity == 8


async def test_two_who_take_the_last_seat_at_once(store: Store) -> None:
    """Both saw the same lobby; the second is told to look again."""
    lobby = await open_lobby(store)
    async with store.write() as w:
        await w.join(lobby, ASTRID, at=2)
    with pytest.raises(Conflict) as conflict:
        async with store.write() as w:
            await w.join(lobby, BJORN, at=2)
    assert (conflict.value.expected, conflict.value.actual) == (1, 2)
    assert await people_at(store, lobby) == [ASTRID]


async def test_games_are_found_by_place_and_by_people(store: Store) -> None:
    game = await start_game(store, thread=THREAD)
    lobby = await open_lobby(store, at=9, channel=CHANNEL)
    async with store.write() as w:
        lobby = await w.join(lobby, BJORN, at=9)
    assert await store.game_in(THREAD) == game
    assert await store.game_in(CHANNEL) is None
    assert await store.games_at(CHANNEL) == (lobby,)
    assert await store.games_on(SERVER) == (lobby, game)
    assert await store.games_of(ASTRID) == (game,)
    assert await store.games_of(BJORN) == (lobby, game)
    assert await store.games_of(BJORN, ["running"]) == (game,)
    assert await store.games_with(["lobby"]) == (lobby,)
    assert await store.games_of(STRANGER) == ()


async def test_a_rematch_in_the_same_thread_comes_before_the_finished_game(store: Store) -> None:
    first = await start_game(store)
    async with store.write() as w:
        first = await w.update_game(first, status="over", ended=20, outcome={"reason": "exhausted"})
    assert await store.game_in(THREAD) == first
    assert first.outcome == {"reason": "exhausted"}
    second = await start_game(store)
    assert await store.game_in(THREAD) == second


async def test_a_move_is_in_the_log_and_in_the_state(store: Store, game: Game) -> None:
    async with store.write() as w:
        read = await w.game(game.code)
        assert read == game
        after = await w.append(
            read,
            kind="move",
            text="side 1",
            state="start side 1",
            seat=0,
            person=ASTRID,
            barrier=True,
            interaction=7,
            owed={1},
            at=10,
        )
    assert (after.ply, after.version, after.last_activity) == (game.ply + 1, game.version + 1, 10)
    assert await store.game(game.code) == after
    setup, move = await store.moves(game.code)
    assert (setup.ply, setup.kind, setup.seat) == (1, "setup", None)
    assert (move.ply, move.text, move.seat, move.person, move.barrier) == (2, "side 1", 0, ASTRID, True)
    assert move.state_hash == after.state_hash == hash_of("start side 1")
    assert await store.accepted(7) == move
    assert await store.moves(game.code, since=1) == (move,)


async def test_nobody_sees_a_move_before_it_is_committed(store: Store, game: Game) -> None:
    async with store.write() as w:
        await play(w, game, "a")
        assert await store.game(game.code) == game
        assert len(await w.moves(game.code)) == 2
    assert len(await store.moves(game.code)) == 2


async def test_anything_that_goes_wrong_takes_everything_back(store: Store, game: Game) -> None:
    async def write_and_stumble() -> None:
        async with store.write() as w:
            await play(w, game, "a", snapshot=True)
            await w.post("card", {}, key="card", game=game.code, at=1)
            await w.set_timer("remind", key="remind", due=5, game=game.code)
            await w.bind(message=1, channel=2, game=game.code, kind="card", at=3)
            await w.update_person(STRANGER, name="Stranger")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await write_and_stumble()
    assert await store.game(game.code) == game
    assert len(await store.moves(game.code)) == 1
    assert await store.claim_outbox(now=100) == ()
    assert await store.claim_timers(now=100) == ()
    assert await store.binding(1) is None
    assert (await store.person(STRANGER)).name is None


async def test_being_cancelled_takes_everything_back_and_lets_the_next_one_write(
    store: Store, game: Game
) -> None:
    waits = asyncio.Event()

    async def interrupted() -> None:
        async with store.write() as w:
            await play(w, game, "a")
            waits.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(interrupted())
    await waits.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await played(store, game, "b")).state == "start b"


async def test_a_second_transaction_in_the_same_task_is_refused_rather_than_waiting_for_itself(
    store: Store,
) -> None:
    with pytest.raises(RuntimeError, match="already open"):
        async with store.write(), store.write():
            pass
    async with store.write() as w:
        assert await w.seats("nobody") == ()


async def test_a_stale_game_cannot_be_moved_on(store: Store, game: Game) -> None:
    now = await played(store, game, "a")
    with pytest.raises(Conflict) as conflict:
        await played(store, game, "b")
    assert (conflict.value.game, conflict.value.actual) == (game.code, now.version)
    assert await store.game(game.code) == now
    with pytest.raises(Conflict) as gone:
        await played(store, replace(game, code="XXXXX"), "c")
    assert gone.value.actual is None


async def test_a_repeated_interaction_is_recognised_in_any_game_and_whatever_was_read(
    store: Store, game: Game
) -> None:
    after = await played(store, game, "a", interaction=7)
    other = await start_game(store, thread=71)
    for table in (game, after, other):
        with pytest.raises(Duplicate) as duplicate:
            await played(store, table, "a", interaction=7)
        assert (duplicate.value.game, duplicate.value.ply) == (game.code, 2)
    assert len(await store.moves(game.code)) == 2


async def test_entries_without_an_interaction_do_not_hinder_each_other(store: Store, game: Game) -> None:
    after = await played(store, game, "a", "b", "c")
    assert [entry.text for entry in await store.moves(game.code)] == ["", "a", "b", "c"]
    assert after.state == "start a b c"


async def test_the_first_entry_must_bring_a_state_and_later_ones_may_keep_it(store: Store) -> None:
    lobby = await open_lobby(store)
    with pytest.raises(ValueError, match="no state"):
        async with store.write() as w:
            await w.append(lobby, kind="setup", at=1, owed=())
    async with store.write() as w:
        game = await w.append(lobby, kind="setup", state="start", at=1, owed=())
        game = await w.append(game, kind="vote", text="wait", at=2, owed=())
    assert (game.ply, game.state) == (2, "start")
    assert await store.check() == ()


async def test_who_owes_a_move_and_since_when(store: Store, game: Game) -> None:
    async def owing() -> list[int | None]:
        return [seat.owes_since for seat in await store.seats(game.code)]

    assert await owing() == [4, None]
    game = await played(store, game, "a", owed={0}, at=20)
    assert await owing() == [4, None]
    game = await played(store, game, "b", owed={1}, at=30)
    assert await owing() == [None, 30]
    game = await played(store, game, "c", owed={0, 1}, at=40)
    assert await owing() == [40, 30]
    game = await played(store, game, "d", owed=(), at=50)
    assert await owing() == [None, None]


async def test_the_games_that_wait_for_somebody_longest_first(store: Store, game: Game) -> None:
    late = await played(store, await start_game(store, thread=71), "a", "b", owed={1}, at=90)
    game = await played(store, game, "a", owed={1}, at=50)
    assert await store.waiting_for(BJORN) == (game, late)
    assert await store.waiting_for(ASTRID) == ()
    async with store.write() as w:
        await w.update_game(game, status="closed")
    assert await store.waiting_for(BJORN) == (late,)


async def test_people_and_servers_keep_what_is_not_changed(store: Store) -> None:
    assert (await store.person(ASTRID)).preferences == {}
    async with store.write() as w:
        await w.update_person(ASTRID, name="Ástríðr 🛶", preferences={"ping": "dm"})
        person = await w.update_person(ASTRID, locale="fr", hints_seen={"sail", "side"})
        await w.update_server(SERVER, language="fr")
        server = await w.update_server(SERVER, settings={"channel": 2**63 - 1})
    assert (person.name, person.locale, person.preferences) == ("Ástríðr 🛶", "fr", {"ping": "dm"})
    assert person.hints_seen == {"sail", "side"}
    assert await store.people([ASTRID, STRANGER]) == {
        ASTRID: person,
        STRANGER: await store.person(STRANGER),
    }
    assert await store.server(SERVER) == server
    assert (server.language, server.settings) == ("fr", {"channel": 2**63 - 1})


async def test_messages_are_bound_to_games(store: Store, game: Game) -> None:
    snowflake = 1_400_000_000_000_000_000
    async with store.write() as w:
        await w.bind(message=snowflake, channel=THREAD, game=game.code, kind="card", at=1, ply=1)
        await w.bind(message=2, channel=THREAD, game=game.code, kind="hand", at=2, seat=0, person=ASTRID)
        await w.bind(message=snowflake, channel=THREAD, game=game.code, kind="card", at=3, ply=2)
    card = await store.binding(snowflake)
    assert card is not None
    assert (card.game, card.kind, card.ply) == (game.code, "card", 2)
    assert [bound.message for bound in await store.bindings(game.code)] == [2, snowflake]
    assert [bound.message for bound in await store.bindings(game.code, kind="hand", person=ASTRID)] == [2]
    assert await store.bindings(game.code, kind="hand", person=BJORN) == ()
    async with store.write() as w:
        await w.unbind(2, snowflake)
    assert await store.bindings(game.code) == ()


async def test_nothing_secret_is_in_what_a_log_line_would_print(store: Store, game: Game) -> None:
    game = await played(store, game, "hidden-card")
    async with store.write() as w:
        await w.post("hand", {"cards": "hidden-card"}, key="hand", at=1)
        await w.set_timer("order", key="order", due=1, payload={"move": "hidden-card"})
    shown = repr(
        [
            game,
            await store.moves(game.code),
            await store.snapshot_before(game.code, 9),
            await store.claim_outbox(now=1),
            await store.claim_timers(now=1),
        ]
    )
    assert game.code in shown
    assert "hidden-card" not in shown
    assert "secret" not in shown
    assert "start" not in shown.replace("started", "")


async def test_nothing_secret_is_in_the_message_of_a_mistake(store: Store) -> None:
    with pytest.raises(IntegrityError) as mistake:
        async with store.write() as w:
            await w.post("hand", {"cards": "hidden-card"}, key="hand", game="XXXXX", at=1)
    assert "hidden-card" not in str(mistake.value)


async def test_several_reads_of_one_moment(store: Store, game: Game) -> None:
    async with store.read() as r:
        before = await r.game(game.code)
        await played(store, game, "a")
        assert before == await r.game(game.code)
        assert len(await r.moves(game.code)) == 1
