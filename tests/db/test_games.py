"""Games: found by code, channel and user, changed with optimistic locking, loaded by one statement."""

from dataclasses import replace

import pytest

import db
from db import Conflict, Game, LoadedGame, Player, Server, ServerSettings, Store, User
from db.clock import DAY
from db.games import CODE_ALPHABET
from tests.db.game_fixtures import find_game, join_game, open_lobby, play_moves, set_clock, start_game
from tests.db.ids import ASTRID, BJORN, CHANNEL, SERVER, STRANGER, THREAD
from tests.db.statement_hooks import capture_statements


async def test_a_new_game_is_found_by_its_code_however_it_is_typed(store: Store) -> None:
    game = await open_lobby(store, moment=123)
    assert len(game.code) == 5
    assert set(game.code) <= set(CODE_ALPHABET)
    assert not set(CODE_ALPHABET) & set("01IOL")
    assert (game.status, game.ply, game.created, game.options) == ("lobby", 0, 123, {"ties": "both"})
    for typed in (game.code, game.code.lower(), f" #{game.code[:2]}-{game.code[2:]} "):
        assert await db.games.find(store, typed) == game
    assert await db.games.find(store, "00000") is None


async def test_games_are_found_by_place_and_by_people(store: Store) -> None:
    game = await start_game(store, thread=THREAD)
    lobby = await join_game(store, await open_lobby(store, moment=9, channel=CHANNEL), BJORN, moment=9)
    assert await db.games.find_in_thread(store, THREAD) == game
    assert await db.games.find_in_thread(store, CHANNEL) is None
    assert await db.games.list_in_channel(store, CHANNEL) == (lobby,)
    assert await db.games.list_opened_in(store, CHANNEL, ("lobby", "running")) == (lobby, game)
    assert await db.games.list_for_server(store, SERVER) == (lobby, game)
    assert await db.games.list_for_server(store, SERVER, ["lobby"]) == (lobby,)
    assert await db.players.list_games(store, ASTRID) == (game,)
    assert await db.players.list_games(store, BJORN) == (lobby, game)
    assert await db.players.list_games(store, BJORN, ["running"]) == (game,)
    assert await db.players.list_games(store, STRANGER) == ()


async def test_a_rematch_in_the_same_thread_comes_before_the_finished_game(store: Store) -> None:
    first = await start_game(store)
    async with store.write() as tx:
        first = await db.games.update(
            tx, first, replace(first, status="over", ended=20, outcome={"reason": "exhausted"})
        )
    assert await db.games.find_in_thread(store, THREAD) == first
    assert first.outcome == {"reason": "exhausted"}
    second = await start_game(store)
    assert await db.games.find_in_thread(store, THREAD) == second


async def test_a_stale_game_cannot_be_moved_on(store: Store, game: Game) -> None:
    now = await play_moves(store, game, "a")
    with pytest.raises(Conflict) as conflict:
        await play_moves(store, game, "b")
    assert (conflict.value.game, conflict.value.actual) == (game.code, now.version)
    assert await find_game(store, game.code) == now
    with pytest.raises(Conflict) as gone:
        await play_moves(store, replace(game, code="XXXXX"), "c", state="c")
    assert gone.value.actual is None


async def test_the_games_that_wait_for_somebody_longest_first(store: Store, game: Game) -> None:
    late = await play_moves(store, await start_game(store, thread=71), "a", "b", owed={1}, moment=90)
    game = await play_moves(store, game, "a", owed={1}, moment=50)
    assert await db.players.list_awaiting_games(store, BJORN) == (game, late)
    assert await db.players.list_awaiting_games(store, ASTRID) == ()
    async with store.write() as tx:
        await db.games.update(tx, game, replace(game, status="closed"))
    assert await db.players.list_awaiting_games(store, BJORN) == (late,)


async def test_finished_games_in_the_order_of_their_ending_and_the_channel_of_the_last(store: Store) -> None:
    later, sooner = await open_lobby(store, channel=7), await open_lobby(store, channel=8)
    await open_lobby(store, channel=9)
    assert await db.games.find_latest_channel(store, SERVER) is None
    async with store.write() as tx:
        await db.games.update(tx, later, replace(later, status="over", ended=200))
        await db.games.update(tx, sooner, replace(sooner, status="over", ended=100))
    assert await db.games.list_finished_codes(store) == (sooner.code, later.code)
    assert await db.games.find_latest_channel(store, SERVER) == 7


# Loading


def related_to(loaded: LoadedGame | None) -> frozenset[str]:
    assert loaded is not None
    return loaded.related


async def test_a_game_is_loaded_with_its_people_and_its_server_by_one_statement(
    store: Store, game: Game
) -> None:
    async with store.write() as tx:
        await db.users.update(tx, ASTRID, name="Astrid", hints_seen={"sail"})
        await db.users.update_preferences(tx, BJORN, tell="dm")
        await db.servers.update(tx, SERVER, language="fr", settings=ServerSettings(quiet=True))
    with capture_statements(store) as sent:
        loaded = await db.loaded_games.load(store, f" {game.code.lower()}")
    assert len(sent) == 1
    assert "state_hash" in sent[0]
    assert "games.state " not in sent[0]
    assert loaded is not None
    assert loaded.game == game
    assert loaded.players == await db.players.list_for_game(store, game.code)
    assert loaded.users == (
        User(ASTRID, name="Astrid", hints_seen=frozenset({"sail"})),
        User(BJORN, preferences=db.Preferences(tell="dm")),
    )
    assert loaded.server == Server(SERVER, "fr", ServerSettings(quiet=True))
    assert related_to(loaded) == set()
    with capture_statements(store) as sent:
        async with store.write() as tx:
            assert await db.loaded_games.load(tx, game.code) == loaded
    assert len(sent) == 1


async def test_a_lobby_without_players_or_server_can_be_loaded(store: Store) -> None:
    async with store.write() as tx:
        game = await db.games.create(
            tx, db.Game(key="lofoten", rules_version=1, pack="p", options={}, channel=CHANNEL, host=ASTRID)
        )
    loaded = await db.loaded_games.load(store, game.code)
    assert loaded is not None
    assert (loaded.game, loaded.players, loaded.users, loaded.server) == (game, (), (), None)
    assert await db.loaded_games.load(store, "XXXXX") is None


async def test_a_seat_whose_person_is_not_known_any_more_has_a_person_without_a_name(
    store: Store, game: Game
) -> None:
    async with store.write() as tx:
        ghost = await db.privacy.erase_user(tx, ASTRID)
    loaded = await db.loaded_games.load(store, game.code)
    assert loaded is not None
    assert [person.id for person in loaded.users] == [ghost, BJORN]
    assert loaded.users[0].name is None


async def test_what_is_loaded_says_whether_there_is_more_to_look_at(store: Store, game: Game) -> None:
    other = await start_game(store, thread=71)

    async def related() -> frozenset[str]:
        assert related_to(await db.loaded_games.load(store, other.code)) <= {"absences"}
        return related_to(await db.loaded_games.load(store, game.code))

    assert await related() == set()
    async with store.write() as tx:
        vote = await db.votes.create(tx, game.code, "end", closes=90)
        await db.standing_orders.insert(tx, game=game.code, seat=0, person=ASTRID, payload={})
        await db.conditional_moves.upsert(tx, game=game.code, person=BJORN, seat=1, text="a", ply=1)
        await db.absences.add(tx, BJORN, 10, 20, "declared")
        await db.absences.add(tx, STRANGER, 10, 20 + 5 * DAY, "declared")
    assert await related() == {"votes", "orders", "plans", "absences"}
    async with store.write() as tx:
        await db.votes.close(tx, vote, "no")
        await db.standing_orders.end_all(tx, game.code, "over")
        await db.conditional_moves.delete_all(tx, game.code)
    set_clock(store, 19 + 366 * DAY)
    assert await related() == {"absences"}
    set_clock(store, 20 + 366 * DAY)
    assert await related() == set()


def test_a_player_says_who_plays_the_seat() -> None:
    player = Player("XXXXX", 0, ASTRID, 1)
    assert (player.has_caretaker, player.resigned) == (False, False)
    assert replace(player, caretaker_since=1).has_caretaker
    assert replace(player, resigned_at=1).resigned
