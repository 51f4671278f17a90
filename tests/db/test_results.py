"""Results of finished games and the statistics derived from them."""

from dataclasses import replace

import db
from db import PlaceCount, Store
from db.users import COMPUTER_PLAYER_IDS
from tests.db.finished_games import OTHER_SERVER, insert_finished_game
from tests.db.game_fixtures import find_game
from tests.db.ids import ASTRID, BJORN, SERVER, STRANGER


async def test_results_are_kept_once_and_read_in_order_of_ending(store: Store) -> None:
    later = await insert_finished_game(store, ASTRID, BJORN, at=200)
    earlier = await insert_finished_game(store, BJORN, ASTRID, at=100)
    async with store.write() as tx:
        await db.results.replace_for_game(tx, later, await db.results.list_for_game(tx, later))
    results = await db.results.list_for_server(store, SERVER)
    assert [(one.game, one.person) for one in results] == [
        (earlier, BJORN),
        (earlier, ASTRID),
        (later, ASTRID),
        (later, BJORN),
    ]
    assert results[0].favourites == ("mead",)
    assert await db.results.list_for_games(store, [earlier, later, "XXXXX"]) == {
        earlier: results[:2],
        later: results[2:],
    }
    assert await db.results.find_latest(store, SERVER) == (200, later)
    assert await db.results.find_latest(store, OTHER_SERVER) is None
    assert await db.results.count_for_server(store, SERVER) == 4
    assert await db.games.list_finished_codes(store) == (earlier, later)
    assert await db.results.list_servers(store) == (SERVER,)


async def test_tallies_and_places_count_rated_games_of_one_server_in_one_time(store: Store) -> None:
    await insert_finished_game(store, ASTRID, BJORN, at=100)
    await insert_finished_game(store, BJORN, ASTRID, at=200)
    await insert_finished_game(store, ASTRID, BJORN, at=300)
    await insert_finished_game(store, ASTRID, BJORN, at=300, rated=False)
    await insert_finished_game(store, ASTRID, BJORN, at=300, counted=False)
    await insert_finished_game(store, ASTRID, BJORN, at=300, server=OTHER_SERVER)
    tallies = await db.results.tallies_by_user(store, SERVER, "lofoten")
    assert (tallies[ASTRID].games, tallies[ASTRID].wins, tallies[ASTRID].best) == (3, 2, 50)
    assert await db.results.tallies_by_user(store, SERVER, "borealis") == {}
    assert await db.results.count_places(store, SERVER, since=200, until=300) == {
        BJORN: {1: PlaceCount(1, 50)},
        ASTRID: {2: PlaceCount(1, 49)},
    }
    assert (await db.results.count_places(store, SERVER, since=0, until=301))[ASTRID] == {
        1: PlaceCount(2, 50),
        2: PlaceCount(1, 49),
    }


async def test_the_latest_places_come_oldest_first_and_not_too_many(store: Store) -> None:
    for at in range(100, 800, 100):
        people = (ASTRID, BJORN) if at % 200 else (BJORN, ASTRID)
        await insert_finished_game(store, *people, at=at)
    latest = await db.results.latest_by_user(store, SERVER, None, [ASTRID], 5)
    assert [(one.ended, one.place) for one in latest[ASTRID]] == [
        (300, 1),
        (400, 2),
        (500, 1),
        (600, 2),
        (700, 1),
    ]
    assert BJORN not in latest


async def test_whom_somebody_met_and_who_came_out_ahead(store: Store) -> None:
    await insert_finished_game(store, ASTRID, BJORN, STRANGER, at=100)
    await insert_finished_game(store, BJORN, ASTRID, at=200)
    await insert_finished_game(store, ASTRID, BJORN, at=300, place=1, tied=2)
    await insert_finished_game(store, ASTRID, None, at=400)
    meetings = await db.results.list_head_to_head(store, ASTRID, SERVER)
    assert [(one.person, one.ahead, one.behind, one.level) for one in meetings] == [
        (BJORN, 1, 1, 1),
        (STRANGER, 1, 0, 0),
    ]
    assert await db.results.list_head_to_head(store, ASTRID, SERVER, other=STRANGER) == meetings[1:]
    assert await db.results.list_head_to_head(store, ASTRID, None, limit=1) == meetings[:1]


async def test_computer_players_are_met_apart_from_people(store: Store) -> None:
    first, second = COMPUTER_PLAYER_IDS[:2]
    await insert_finished_game(store, first, ASTRID, second, at=100)
    met = await db.results.list_encounters(store, ASTRID)
    assert {(one.opponent, bool(one.ahead)) for one in met} == {(first, False), (second, True)}
    assert len({one.game for one in met}) == 1
    assert await db.results.list_head_to_head(store, ASTRID, SERVER) == ()


async def test_solo_games_stand_apart(store: Store) -> None:
    await insert_finished_game(store, ASTRID, at=100, score=30)
    best = await insert_finished_game(store, ASTRID, at=200, score=44)
    await insert_finished_game(store, ASTRID, at=300, score=None, counted=False)
    await insert_finished_game(store, ASTRID, BJORN, at=400)
    solo = await db.results.list_solo(store, SERVER, "lofoten")
    assert [one.score for one in solo] == [44, 30]
    assert solo[0].game == best
    assert (await db.results.tallies_by_title(store, ASTRID, SERVER))["lofoten"].games == 1
    assert len(await db.results.list_for_title(store, SERVER, "lofoten")) == 2


async def test_what_somebody_finished_comes_with_the_latest_first(store: Store) -> None:
    here = await insert_finished_game(store, ASTRID, BJORN, at=100)
    there = await insert_finished_game(store, ASTRID, at=200, server=OTHER_SERVER)
    await insert_finished_game(store, BJORN, at=300)
    assert [one.game for one in await db.results.list_for_user(store, ASTRID)] == [there, here]
    assert [one.game for one in await db.results.list_for_user(store, ASTRID, SERVER)] == [here]


async def test_finished_games_of_somebody_page_by_page(store: Store) -> None:
    codes = [await insert_finished_game(store, ASTRID, BJORN, at=at) for at in (100, 200, 300)]
    await insert_finished_game(store, BJORN, STRANGER, at=400)
    total, games = await db.results.page_of_finished_games(store, ASTRID, server=SERVER, limit=2)
    assert (total, [game.code for game in games]) == (3, [codes[2], codes[1]])
    _, rest = await db.results.page_of_finished_games(store, ASTRID, server=SERVER, offset=2, limit=2)
    assert [game.code for game in rest] == codes[:1]
    assert (await db.results.page_of_finished_games(store, ASTRID, other=STRANGER, limit=9))[0] == 0
    assert (await db.results.page_of_finished_games(store, BJORN, other=STRANGER, limit=9))[0] == 1
    assert (await db.results.page_of_finished_games(store, ASTRID, key="borealis", limit=9))[0] == 0


async def test_how_much_somebody_played_themselves_counts_tables_with_a_clock(store: Store) -> None:
    timed = await insert_finished_game(store, ASTRID, BJORN, at=100, share=0.5)
    await insert_finished_game(store, ASTRID, BJORN, at=200, share=0.0)
    assert await db.results.own_play_share(store, ASTRID) is None
    game = await find_game(store, timed)
    async with store.write() as tx:
        await db.games.update(tx, game, replace(game, pace="slow"))
    assert await db.results.own_play_share(store, ASTRID) == 0.5
