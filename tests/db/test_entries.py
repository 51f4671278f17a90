"""The log: entries are appended once, undos are entries, and replay starts at a checkpoint."""

from dataclasses import replace

import pytest

import db
from db import Duplicate, Entry, Game, NewEntry, Store
from tests.db.game_fixtures import (
    append_entry,
    find_game,
    open_lobby,
    play_move,
    play_moves,
    set_clock,
    start_game,
    undo_to,
)
from tests.db.ids import ASTRID
from tests.db.statement_hooks import capture_statements


async def effective_texts(store: Store, game: Game, since: int = 0) -> list[str]:
    log = await db.entries.read_log(store, game.code, since)
    return [entry.text for entry in db.entries.effective_entries(log)]


async def stored_state(store: Store, game: Game) -> str | None:
    return await db.games.find_state(store, game.code)


def text_of(entry: Entry | None) -> str | None:
    return None if entry is None else entry.text


# Accepting


async def test_a_move_is_in_the_log_and_in_the_state(store: Store, game: Game) -> None:
    set_clock(store, 10)
    async with store.write() as tx:
        read = await db.games.find(tx, game.code)
        assert read == game
        hashed = db.hash_text("start side 1")
        new = NewEntry("move", hashed, "side 1", seat=0, person=ASTRID, barrier=True, interaction_id=7)
        after = await db.entries.append(tx, read, [new], state="start side 1")
    assert (after.ply, after.version, after.last_activity) == (game.ply + 1, game.version + 1, 10)
    assert await find_game(store, game.code) == after
    assert await stored_state(store, game) == "start side 1"
    setup, move = await db.entries.read_log(store, game.code)
    assert (setup.ply, setup.kind, setup.seat) == (1, "setup", None)
    assert (move.ply, move.text, move.seat, move.person, move.barrier) == (2, "side 1", 0, ASTRID, True)
    assert move.state_hash == after.state_hash == hashed
    assert move.interaction_id == 7
    assert await db.entries.read_log(store, game.code, since=1) == (move,)


async def test_a_move_is_two_statements_and_leaves_the_players_alone(store: Store, game: Game) -> None:
    before = await db.players.list_for_game(store, game.code)
    move = NewEntry("move", db.hash_text("a"), "a", seat=0, interaction_id=7, checkpoint="a")
    async with store.write() as tx:
        with capture_statements(store) as sent:
            await db.entries.append(tx, game, [move], state="a")
    assert [" ".join(statement.split()[:2]) for statement in sent] == ["UPDATE games", "INSERT INTO"]
    assert await db.players.list_for_game(store, game.code) == before


async def test_a_repeated_interaction_is_recognised_in_any_game_and_whatever_was_read(
    store: Store, game: Game
) -> None:
    after = await play_moves(store, game, "a", interaction=7)
    other = await start_game(store, thread=71)
    for table in (game, after, other):
        with pytest.raises(Duplicate) as duplicate:
            await play_moves(store, table, "a", interaction=7)
        assert (duplicate.value.game, duplicate.value.ply) == (game.code, 2)
    assert len(await db.entries.read_log(store, game.code)) == 2


async def test_entries_without_an_interaction_do_not_hinder_each_other(store: Store, game: Game) -> None:
    after = await play_moves(store, game, "a", "b", "c")
    assert [entry.text for entry in await db.entries.read_log(store, game.code)] == ["", "a", "b", "c"]
    assert await stored_state(store, after) == "start a b c"


async def test_the_first_entry_must_bring_a_state_and_later_ones_may_keep_it(store: Store) -> None:
    lobby = await open_lobby(store)
    async with store.write() as tx:
        with pytest.raises(ValueError, match="not given"):
            await db.entries.append(tx, lobby, [NewEntry("setup", db.hash_text("start"))])
    async with store.write() as tx:
        game = await append_entry(tx, lobby, kind="setup", state="start", owed=())
        game = await append_entry(tx, game, kind="vote", text="wait", owed=())
        game = await append_entry(tx, game, kind="archive", owed=(), checkpoint=True)
    assert (game.ply, await stored_state(store, game)) == (3, "start")
    checkpoint = await db.entries.find_checkpoint(store, game.code, 9)
    assert checkpoint is not None
    assert (checkpoint.ply, checkpoint.state) == (3, "start")
    assert await store.check() == ()


async def test_several_entries_are_accepted_at_once(store: Store, game: Game) -> None:
    moves = [
        NewEntry("move", db.hash_text("start a"), "a", seat=0, person=ASTRID, interaction_id=7),
        NewEntry(
            "move", db.hash_text("start a b"), "b", seat=1, by="forced", barrier=True, checkpoint="start a b"
        ),
    ]
    set_clock(store, 30)
    async with store.write() as tx:
        with capture_statements(store) as sent:
            after = await db.entries.append(
                tx,
                game,
                moves,
                state="start a b",
                changed=replace(game, status="over", ended=30, last_activity=tx.now),
            )
        assert len(sent) == 2
    assert (after.ply, after.version, after.status, after.last_activity) == (3, game.version + 1, "over", 30)
    assert await find_game(store, game.code) == after
    assert await effective_texts(store, game) == ["", "a", "b"]
    assert await store.check() == ()
    async with store.write() as tx:
        with pytest.raises(Duplicate):
            await db.entries.append(tx, after, moves, state="start a b")


async def test_new_entries_that_lead_to_another_state_must_bring_it(store: Store, game: Game) -> None:
    async with store.write() as tx:
        with pytest.raises(ValueError, match="not given"):
            await db.entries.append(tx, game, [NewEntry("move", db.hash_text("elsewhere"))])
        noted = NewEntry("vote", game.state_hash or "", "overdue wait")
        after = await db.entries.append(
            tx, game, [noted], changed=replace(game, last_activity=game.last_activity)
        )
    assert (after.ply, after.state_hash) == (2, game.state_hash)
    assert await store.check() == ()


async def test_an_undo_among_several_takes_back_what_was_kept_before_it(store: Store, game: Game) -> None:
    entries = [
        NewEntry("reclaim", game.state_hash or "", barrier=True, checkpoint="start"),
        NewEntry("undo", db.hash_text("start"), back_to=1),
        NewEntry("move", db.hash_text("start d"), "d"),
    ]
    async with store.write() as tx:
        game = await db.entries.append(tx, game, entries, state="start d")
    checkpoint = await db.entries.find_checkpoint(store, game.code, game.ply)
    assert checkpoint is not None
    assert checkpoint.ply == 1
    assert await effective_texts(store, game) == ["", "d"]
    assert await store.check() == ()


# Taking back


async def test_what_is_taken_back_stays_in_the_log(store: Store, game: Game) -> None:
    game = await play_moves(store, game, "a", "b", "c")
    game = await undo_to(store, game, 2, state="start a")
    assert (game.ply, await stored_state(store, game)) == (5, "start a")
    game = await play_moves(store, game, "d")
    assert await effective_texts(store, game) == ["", "a", "d"]
    assert [entry.text for entry in await db.entries.read_log(store, game.code)] == [
        "",
        "a",
        "b",
        "c",
        "",
        "d",
    ]
    assert await store.check() == ()


async def test_an_undo_after_an_undo(store: Store, game: Game) -> None:
    game = await play_moves(store, game, "a", "b")
    game = await undo_to(store, game, 2, state="start a")
    game = await play_moves(store, game, "c")
    game = await undo_to(store, game, 2, state="start a")
    assert await effective_texts(store, game) == ["", "a"]
    game = await undo_to(store, game, 1, state="start")
    game = await play_moves(store, game, "d")
    assert await effective_texts(store, game) == ["", "d"]


async def test_only_to_an_entry_that_is_in_force(store: Store, game: Game) -> None:
    game = await play_moves(store, game, "a", "b")
    game = await undo_to(store, game, 2, state="start a")
    for ply in (0, 3, 4, 5):
        with pytest.raises(ValueError, match="not in force"):
            await undo_to(store, game, ply, state="wrong")
    assert await find_game(store, game.code) == game


async def test_the_states_kept_of_what_is_taken_back_are_not_replayed_from(store: Store, game: Game) -> None:
    game = await play_moves(store, game, "a", "b", checkpoint=True)
    game = await play_moves(store, game, "c")
    checkpoint = await db.entries.find_checkpoint(store, game.code, game.ply)
    assert checkpoint is not None
    assert (checkpoint.ply, checkpoint.state) == (3, "start a b")
    assert await effective_texts(store, game, since=checkpoint.ply) == ["c"]
    game = await undo_to(store, game, 2, state="start a")
    game = await play_moves(store, game, "d")
    checkpoint = await db.entries.find_checkpoint(store, game.code, game.ply)
    assert checkpoint is not None
    assert (checkpoint.ply, checkpoint.state, checkpoint.state_hash) == (
        2,
        "start a",
        db.hash_text("start a"),
    )
    assert await effective_texts(store, game, since=checkpoint.ply) == ["d"]


async def test_from_every_kept_state_the_replay_leads_to_the_state(store: Store, game: Game) -> None:
    """The state of these games is their list of moves, so a replay is a join."""
    for number in range(20):
        async with store.write() as tx:
            if number % 5 == 4:
                standing = await db.entries.read_effective_log(tx, game.code)
                *_, target, _, _ = standing
                moves = [entry.text for entry in standing if entry.ply <= target.ply]
                game = await append_entry(
                    tx,
                    game,
                    kind="undo",
                    state=" ".join(["start", *moves[1:]]),
                    back_to=target.ply,
                    owed={0},
                    checkpoint=number % 2 == 0,
                )
            else:
                game = await play_move(tx, game, f"m{number}", checkpoint=number % 3 == 0)
        for ply in (1, game.ply // 2 + 1, game.ply):
            checkpoint = await db.entries.find_checkpoint(store, game.code, ply)
            assert checkpoint is not None
            rest = await effective_texts(store, game, since=checkpoint.ply)
            assert " ".join([checkpoint.state, *rest]) == await stored_state(store, game)
    assert await store.check() == ()


async def test_there_is_no_kept_state_before_the_first(store: Store, game: Game) -> None:
    assert await db.entries.find_checkpoint(store, game.code, 0) is None


# Reading on


async def test_the_log_since_a_kept_state_begins_with_it_and_is_read_at_once(
    store: Store, game: Game
) -> None:
    game = await play_moves(store, game, "a")
    game = await play_moves(store, game, "b", checkpoint=True)
    game = await play_moves(store, game, "c", "d")
    with capture_statements(store) as sent:
        since = await db.entries.read_log_since_checkpoint(store, game.code, 4)
    assert len(sent) == 1
    assert since == (await db.entries.read_log(store, game.code))[2:]
    assert [entry.ply for entry in since] == [3, 4, 5]
    assert [entry.ply for entry in await db.entries.read_log_since_checkpoint(store, game.code, 3)] == [
        3,
        4,
        5,
    ]
    assert [entry.ply for entry in await db.entries.read_log_since_checkpoint(store, game.code, 2)] == [
        1,
        2,
        3,
        4,
        5,
    ]
    assert await db.entries.read_log_since_checkpoint(store, game.code, 0) == await db.entries.read_log(
        store, game.code
    )


async def test_the_log_since_a_choice_begins_where_it_can_be_replayed(store: Store, game: Game) -> None:
    async def since(seat: int) -> list[int]:
        with capture_statements(store) as sent:
            found = await db.entries.read_log_since_choice(store, game.code, seat)
        assert len(sent) == 1
        return [entry.ply for entry in found]

    game = await play_moves(store, game, "a", seat=0)
    game = await play_moves(store, game, "b", seat=1, checkpoint=True)
    game = await play_moves(store, game, "c", seat=1)
    game = await play_moves(store, game, "d", seat=0, by="forced", checkpoint=True)
    assert await since(0) == [1, 2, 3, 4, 5]
    assert await since(1) == [3, 4, 5]
    assert await since(2) == [1, 2, 3, 4, 5]
    game = await undo_to(store, game, 2, state="start a")
    assert await since(1) == [1, 2, 3, 4, 5, 6]


async def test_the_latest_own_move(store: Store, game: Game) -> None:
    assert await db.entries.find_last_choice(store, game.code, 0) is None
    game = await play_moves(store, game, "a", seat=0)
    game = await play_moves(store, game, "b", "c", seat=1)
    assert text_of(await db.entries.find_last_choice(store, game.code, 0)) == "a"
    assert text_of(await db.entries.find_last_choice(store, game.code, 1)) == "c"


async def test_what_was_played_for_somebody_is_not_their_choice(store: Store, game: Game) -> None:
    game = await play_moves(store, game, "a", seat=0)
    game = await play_moves(store, game, "b", seat=0, by="caretaker")
    game = await play_moves(store, game, "c", seat=0, by="forced")
    assert text_of(await db.entries.find_last_choice(store, game.code, 0)) == "a"


async def test_a_move_that_was_taken_back_does_not_count(store: Store, game: Game) -> None:
    game = await play_moves(store, game, "a", seat=0)
    game = await play_moves(store, game, "b", seat=1)
    game = await play_moves(store, game, "c", "d", seat=0)
    game = await undo_to(store, game, 4, state="start")
    assert text_of(await db.entries.find_last_choice(store, game.code, 0)) == "c"
    game = await undo_to(store, game, 3, state="start")
    assert text_of(await db.entries.find_last_choice(store, game.code, 0)) == "a"
    game = await undo_to(store, game, 1, state="start")
    assert await db.entries.find_last_choice(store, game.code, 0) is None
    game = await play_moves(store, game, "e", seat=0)
    assert text_of(await db.entries.find_last_choice(store, game.code, 0)) == "e"
