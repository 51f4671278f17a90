"""Results, ratings and seasons: what is kept of finished games, and what is counted from it."""

from dataclasses import replace
from typing import Any

import pytest
from set_table import ASTRID, BJORN, SERVER, STRANGER, open_lobby

from db import Came, Rating, RatingStep, Result, Store

ELSEWHERE = 51


async def finished(store: Store, *people: int | None, at: int, server: int = SERVER, **details: Any) -> str:
    """A game that these people finished in this order."""
    async with store.write() as w:
        for person in filter(None, people):
            await w.update_person(person, name=f"viking {person}")
    game = await open_lobby(store, server=server)
    async with store.write() as w:
        await w.update_game(game, status="over", started=at - 10, ended=at)
        results = [
            Result(
                game=game.code,
                seat=seat,
                person=person,
                server=server,
                key=game.key,
                seats=len(people),
                began=seat == 0,
                place=seat + 1,
                tied=1,
                score=50 - seat,
                share=1.0,
                rated=len(people) > 1,
                counted=True,
                favourites=("mead",),
                started=at - 10,
                ended=at,
            )
            for seat, person in enumerate(people)
        ]
        await w.keep_results(game.code, [replace(one, **details) for one in results])
    return game.code


def rating(person: int, mu: float, *, server: int = SERVER, key: str = "lofoten") -> Rating:
    return Rating(server=server, key=key, person=person, mu=mu, sigma=1 / 3, games=1, last=9)


def step(game: str, person: int) -> RatingStep:
    return RatingStep(
        game=game,
        key="lofoten",
        person=person,
        server=SERVER,
        mu_before=25.0,
        sigma_before=8.0,
        mu=27.1,
        sigma=7.9,
        odds=0.5,
        at=9,
    )


async def test_results_are_kept_once_and_read_in_order_of_ending(store: Store) -> None:
    later = await finished(store, ASTRID, BJORN, at=200)
    earlier = await finished(store, BJORN, ASTRID, at=100)
    async with store.write() as w:
        await w.keep_results(later, await w.results_of(later))
    results = await store.results_on(SERVER)
    assert [(one.game, one.person) for one in results] == [
        (earlier, BJORN),
        (earlier, ASTRID),
        (later, ASTRID),
        (later, BJORN),
    ]
    assert results[0].favourites == ("mead",)
    assert await store.latest_result(SERVER) == (200, later)
    assert await store.finished_games() == (earlier, later)
    assert await store.servers_with_results() == (SERVER,)


async def test_tallies_and_places_count_rated_games_of_one_server_in_one_time(store: Store) -> None:
    await finished(store, ASTRID, BJORN, at=100)
    await finished(store, BJORN, ASTRID, at=200)
    await finished(store, ASTRID, BJORN, at=300)
    await finished(store, ASTRID, BJORN, at=300, rated=False)
    await finished(store, ASTRID, BJORN, at=300, counted=False)
    await finished(store, ASTRID, BJORN, at=300, server=ELSEWHERE)
    tallies = await store.tallies(SERVER, "lofoten")
    assert (tallies[ASTRID].games, tallies[ASTRID].wins, tallies[ASTRID].best) == (3, 2, 50)
    assert await store.tallies(SERVER, "borealis") == {}
    assert await store.places(SERVER, since=200, until=300) == {
        BJORN: {1: Came(1, 50)},
        ASTRID: {2: Came(1, 49)},
    }
    assert (await store.places(SERVER, since=0, until=301))[ASTRID] == {
        1: Came(2, 50),
        2: Came(1, 49),
    }


async def test_the_latest_places_come_oldest_first_and_not_too_many(store: Store) -> None:
    for at in range(100, 800, 100):
        people = (ASTRID, BJORN) if at % 200 else (BJORN, ASTRID)
        await finished(store, *people, at=at)
    latest = await store.latest_places(SERVER, None, [ASTRID], 5)
    assert [(one.ended, one.place) for one in latest[ASTRID]] == [
        (300, 1),
        (400, 2),
        (500, 1),
        (600, 2),
        (700, 1),
    ]
    assert BJORN not in latest


async def test_whom_somebody_met_and_who_came_out_ahead(store: Store) -> None:
    await finished(store, ASTRID, BJORN, STRANGER, at=100)
    await finished(store, BJORN, ASTRID, at=200)
    await finished(store, ASTRID, BJORN, at=300, place=1, tied=2)
    await finished(store, ASTRID, None, at=400)
    meetings = await store.meetings(ASTRID, SERVER)
    assert [(one.person, one.ahead, one.behind, one.level) for one in meetings] == [
        (BJORN, 1, 1, 1),
        (STRANGER, 1, 0, 0),
    ]
    assert await store.meetings(ASTRID, SERVER, other=STRANGER) == meetings[1:]


async def test_solo_games_stand_apart(store: Store) -> None:
    await finished(store, ASTRID, at=100, score=30)
    best = await finished(store, ASTRID, at=200, score=44)
    await finished(store, ASTRID, at=300, score=None, counted=False)
    await finished(store, ASTRID, BJORN, at=400)
    assert [one.score for one in await store.solo_results(SERVER, "lofoten")] == [44, 30]
    assert (await store.solo_results(SERVER, "lofoten"))[0].game == best
    assert (await store.record_of(ASTRID, SERVER))["lofoten"].games == 1


async def test_finished_games_of_somebody_page_by_page(store: Store) -> None:
    codes = [await finished(store, ASTRID, BJORN, at=at) for at in (100, 200, 300)]
    await finished(store, BJORN, STRANGER, at=400)
    total, games = await store.finished_by(ASTRID, server=SERVER, limit=2)
    assert (total, [game.code for game in games]) == (3, [codes[2], codes[1]])
    _, rest = await store.finished_by(ASTRID, server=SERVER, offset=2, limit=2)
    assert [game.code for game in rest] == codes[:1]
    assert (await store.finished_by(ASTRID, other=STRANGER, limit=9))[0] == 0
    assert (await store.finished_by(BJORN, other=STRANGER, limit=9))[0] == 1
    assert (await store.finished_by(ASTRID, key="borealis", limit=9))[0] == 0


async def test_ratings_keep_every_digit(store: Store) -> None:
    game = await finished(store, ASTRID, BJORN, at=100)
    strong, weak = rating(ASTRID, 25 + 1 / 3), rating(BJORN, 0.1 + 0.2)
    async with store.write() as w:
        await w.keep_ratings([rating(ASTRID, 1.0)])
        await w.keep_ratings([weak, strong])
        await w.keep_steps([step(game, ASTRID)])
    assert await store.ratings(SERVER, "lofoten") == (strong, weak)
    assert await store.ratings_among(SERVER, ["lofoten"], [BJORN]) == (weak,)
    assert await store.ratings_of(ASTRID, SERVER) == {"lofoten": strong}
    assert await store.steps_of(game) == (step(game, ASTRID),)
    assert await store.curve(ASTRID, SERVER) == {"lofoten": (step(game, ASTRID),)}


async def test_new_ratings_of_a_server_leave_others_alone(store: Store) -> None:
    game = await finished(store, ASTRID, BJORN, at=100)
    await finished(store, ASTRID, BJORN, at=100, server=ELSEWHERE)
    async with store.write() as w:
        await w.keep_ratings([rating(ASTRID, 1.0), rating(ASTRID, 2.0, server=ELSEWHERE)])
        await w.keep_steps([step(game, ASTRID)])
        await w.replace_ratings(SERVER, [rating(BJORN, 3.0)], [step(game, BJORN)])
    assert await store.all_ratings(SERVER) == (rating(BJORN, 3.0),)
    assert await store.all_ratings(ELSEWHERE) == (rating(ASTRID, 2.0, server=ELSEWHERE),)
    assert await store.steps_of(game) == (step(game, BJORN),)


async def test_a_season_is_opened_and_closed_once(store: Store) -> None:
    async with store.write() as w:
        assert await w.open_season(SERVER, 100, 200)
        assert not await w.open_season(SERVER, 100, 200)
        season = await w.season(SERVER, 100)
        assert season is not None
        assert season.closed is None
        podium = [{"place": 1, "person": ASTRID, "points": 10, "games": 1}]
        assert await w.close_season(season, podium, at=201)
        assert not await w.close_season(season, [], at=999)
    (closed,) = await store.closed_seasons(SERVER)
    assert (closed.closed, closed.podium) == (201, tuple(podium))


async def test_who_is_erased_leaves_everything_but_the_name(store: Store) -> None:
    game = await finished(store, ASTRID, BJORN, at=100)
    async with store.write() as w:
        await w.keep_ratings([rating(ASTRID, 1.0), rating(BJORN, 2.0)])
        await w.keep_steps([step(game, ASTRID), step(game, BJORN)])
        await w.open_season(SERVER, 100, 200)
        season = await w.season(SERVER, 100)
        assert season is not None
        await w.close_season(season, [{"place": 1, "person": ASTRID, "points": 10, "games": 1}], at=201)
        ghost = await w.erase_person(ASTRID)
    assert [one.person for one in await store.results_of(game)] == [ghost, BJORN]
    assert [one.person for one in await store.ratings(SERVER, "lofoten")] == [BJORN, ghost]
    (closed,) = await store.closed_seasons(SERVER)
    assert [one["person"] for one in closed.podium or ()] == [ghost]
    assert await store.names_and_hiding([ghost]) == {ghost: (None, True)}


@pytest.mark.parametrize("hidden", [True, False])
async def test_names_come_with_whether_somebody_hides(store: Store, hidden: bool) -> None:
    async with store.write() as w:
        await w.update_person(ASTRID, name="astrid", preferences={"hidden": hidden})
    assert await store.names_and_hiding([ASTRID, STRANGER]) == {ASTRID: ("astrid", hidden)}


async def test_how_much_somebody_played_himself_counts_tables_with_a_clock(store: Store) -> None:
    timed = await finished(store, ASTRID, BJORN, at=100, share=0.5)
    await finished(store, ASTRID, BJORN, at=200, share=0.0)
    assert await store.played_himself(ASTRID) is None
    async with store.write() as w:
        game = await w.game(timed)
        assert game is not None
        await w.update_game(game, pace="slow")
    assert await store.played_himself(ASTRID) == 0.5
