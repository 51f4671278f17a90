"""Players join, leave and owe moves, and each seat has a clock."""

import pytest

import db
from db import Conflict, Game, Store
from tests.db.game_fixtures import find_game, join_game, open_lobby, play_moves, set_clock, start_game
from tests.db.ids import ASTRID, BJORN, STRANGER
from tests.db.statement_hooks import capture_statements


async def user_ids(store: Store, game: Game) -> list[int | None]:
    seated = await db.players.list_for_game(store, game.code)
    assert [player.seat for player in seated] == list(range(len(seated)))
    return [player.person for player in seated]


async def test_people_join_and_leave(store: Store) -> None:
    game = await open_lobby(store)
    game = await join_game(store, game, ASTRID, moment=2)
    game = await join_game(store, game, BJORN, moment=3)
    assert await join_game(store, game, BJORN, moment=4) == game
    game = await join_game(store, game, STRANGER, moment=5)
    set_clock(store, 6)
    async with store.write() as tx:
        game = await db.players.leave(tx, game, ASTRID)
    set_clock(store, 7)
    async with store.write() as tx:
        assert await db.players.leave(tx, game, ASTRID) == game
    assert await user_ids(store, game) == [BJORN, STRANGER]
    assert [player.joined for player in await db.players.list_for_game(store, game.code)] == [3, 5]
    assert await find_game(store, game.code) == game
    assert game.last_activity == 6


async def test_the_last_one_to_leave_leaves_an_empty_table(store: Store) -> None:
    game = await join_game(store, await open_lobby(store), ASTRID, moment=2)
    async with store.write() as tx:
        await db.players.leave(tx, game, ASTRID)
    assert await user_ids(store, game) == []


async def test_two_who_take_the_last_seat_at_once(store: Store) -> None:
    """Both saw the same lobby; the second is told to look again."""
    lobby = await open_lobby(store)
    await join_game(store, lobby, ASTRID, moment=2)
    with pytest.raises(Conflict) as conflict:
        await join_game(store, lobby, BJORN, moment=2)
    assert (conflict.value.expected, conflict.value.actual) == (1, 2)
    assert await user_ids(store, lobby) == [ASTRID]


async def test_who_owes_a_move_and_since_when(store: Store, game: Game) -> None:
    async def owing() -> list[int | None]:
        return [player.owes_since for player in await db.players.list_for_game(store, game.code)]

    assert await owing() == [4, None]
    game = await play_moves(store, game, "a", owed={0}, moment=20)
    assert await owing() == [4, None]
    game = await play_moves(store, game, "b", owed={1}, moment=30)
    assert await owing() == [None, 30]
    game = await play_moves(store, game, "c", owed={0, 1}, moment=40)
    assert await owing() == [40, 30]
    game = await play_moves(store, game, "d", owed=(), moment=50)
    assert await owing() == [None, None]


async def test_who_owes_is_listed_by_how_long_they_are_awaited(store: Store) -> None:
    later, sooner = await start_game(store), await start_game(store, thread=9_999)
    for game, moment in ((later, 90), (sooner, 30)):
        game = await play_moves(store, game, "a", owed={1}, moment=20)
        await play_moves(store, game, "b", owed={0}, moment=moment)
    owing = await db.players.list_owing(store, ASTRID)
    assert [(player.game, player.owes_since) for player in owing] == [(sooner.code, 30), (later.code, 90)]
    assert await db.players.list_owing(store, STRANGER) == ()


async def test_a_seat_keeps_its_clock_and_the_other_seat_its_own(store: Store, game: Game) -> None:
    async with store.write() as tx:
        changes: db.PlayerChanges = {"bank": 5, "charged_to": 7, "credited": 2, "reminded": 1, "told": 7}
        await db.players.update(tx, game.code, {0: changes})
    mine, other = await db.players.list_for_game(store, game.code)
    assert (mine.bank, mine.charged_to, mine.credited, mine.reminded, mine.told) == (5, 7, 2, 1, 7)
    assert (other.bank, other.charged_to, other.reminded) == (None, None, 0)


async def test_seats_of_which_the_same_changes_are_changed_by_one_statement(store: Store, game: Game) -> None:
    async with store.write() as tx:
        with capture_statements(store) as sent:
            await db.players.update(tx, game.code, {0: {"bank": 5, "told": 7}, 1: {"told": None, "bank": 6}})
        assert len(sent) == 1
        with capture_statements(store) as sent:
            await db.players.update(tx, game.code, {0: {"bank": None}, 1: {"reminded": 3}})
        assert len(sent) == 2
        with capture_statements(store) as sent:
            await db.players.update(tx, game.code, {0: {}})
            await db.players.update(tx, game.code, {})
        assert sent == []
    first, second = await db.players.list_for_game(store, game.code)
    assert (first.bank, first.told, first.reminded) == (None, 7, 0)
    assert (second.bank, second.told, second.reminded) == (6, None, 3)


async def test_a_seat_is_handed_over_and_given_back(store: Store, game: Game) -> None:
    async with store.write() as tx:
        await db.players.update(tx, game.code, {1: {"caretaker_since": 40}})
    assert [player.has_caretaker for player in await db.players.list_for_game(store, game.code)] == [
        False,
        True,
    ]
    async with store.write() as tx:
        resigned: db.PlayerChanges = {"resigned_at": 60, "caretaker_since": 60}
        await db.players.update(tx, game.code, {0: resigned, 1: {"caretaker_since": None}})
    gone, other = await db.players.list_for_game(store, game.code)
    assert (gone.resigned_at, gone.caretaker_since) == (60, 60)
    assert (other.resigned_at, other.caretaker_since) == (None, None)


async def test_only_what_somebody_did_themselves_counts_as_their_last_act(store: Store, game: Game) -> None:
    async def acted() -> list[int | None]:
        return [player.acted for player in await db.players.list_for_game(store, game.code)]

    assert await acted() == [None, None]
    game = await play_moves(store, game, "a", seat=0, person=ASTRID, interaction=77, moment=40)
    assert await acted() == [40, None]
    game = await play_moves(store, game, "b", seat=0, person=ASTRID, by="order", moment=80)
    assert await acted() == [40, None]
    await play_moves(store, game, "c", seat=1, person=BJORN, interaction=78, moment=90)
    assert await acted() == [40, 90]


async def test_a_substitute_owes_from_the_moment_they_sit_down(store: Store, game: Game) -> None:
    game = await play_moves(store, game, "x", seat=0, person=ASTRID, interaction=5, owed={0})
    async with store.write() as tx:
        await db.players.update(tx, game.code, {0: {"caretaker_since": 30}})
        await db.standing_orders.insert(tx, game=game.code, seat=0, person=ASTRID, payload={})
        await db.standing_orders.insert(tx, game=game.code, seat=1, person=BJORN, payload={})
        await db.conditional_moves.upsert(tx, game=game.code, person=ASTRID, seat=0, text="a", ply=1)
        await db.conditional_moves.upsert(tx, game=game.code, person=BJORN, seat=1, text="b", ply=1)
    set_clock(store, 70)
    async with store.write() as tx:
        await db.players.replace_user(tx, game.code, 0, STRANGER)
    first, second = await db.players.list_for_game(store, game.code)
    assert (first.person, first.joined, first.owes_since, first.caretaker_since) == (STRANGER, 70, 70, None)
    assert first.acted is None
    assert (second.person, second.owes_since) == (BJORN, None)
    assert [one.code for one in await db.players.list_awaiting_games(store, STRANGER)] == [game.code]
    assert await db.players.list_awaiting_games(store, ASTRID) == ()
    assert [order.seat for order in await db.standing_orders.list_in_force(store, game.code)] == [1]
    assert [plan.seat for plan in await db.conditional_moves.list_for_game(store, game.code)] == [1]
    await play_moves(store, game, "a", owed={1})
    assert (await db.players.list_for_game(store, game.code))[0].owes_since is None


async def test_a_substitute_on_a_seat_that_owes_nothing_owes_nothing(store: Store, game: Game) -> None:
    async with store.write() as tx:
        with capture_statements(store) as sent:
            await db.players.replace_user(tx, game.code, 1, STRANGER)
    assert len(sent) == 4
    assert (await db.players.list_for_game(store, game.code))[1].owes_since is None
