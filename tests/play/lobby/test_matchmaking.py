"""Matchmaking: users who wait for the same are matched at once if their hours overlap, else after a day."""

import pytest

import db
from bot.play.core.authorization import MAX_GAMES_PER_USER, Actor
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import matchmaking
from bot.play.lobby.lobby import is_complete
from db.clock import DAY, HOUR
from tests.play.table_fixture import ASTRID, BJORN, CARA, CHANNEL, SERVER, TableFixture

MORNING, EVENING = [7, 8, 9] * 10, [19, 20, 21] * 10


async def join_list(
    tables: TableFixture, actor: Actor, key: str = "lofoten", pace: str = "slow", seats: int | None = None
) -> GameSnapshot | None:
    return await matchmaking.join_waiting_list(
        tables.service, key, actor, server=SERVER, channel=CHANNEL, pace=pace, seats=seats
    )


def set_active_hours(monkeypatch: pytest.MonkeyPatch, **hours: list[int]) -> None:
    """Pretend that these users usually move at these hours."""
    known = {actor.id: hours.get(actor.name.lower(), []) for actor in (ASTRID, BJORN, CARA)}

    async def moved_at(*_: object) -> dict[int, tuple[int, ...]]:
        return {
            person: tuple(day * DAY + hour * HOUR for day, hour in enumerate(every))
            for person, every in known.items()
        }

    monkeypatch.setattr(db.entries, "move_times_by_user", moved_at)


async def test_the_second_who_waits_for_the_same_begins_the_game(tables: TableFixture) -> None:
    assert await join_list(tables, ASTRID) is None
    begun = await join_list(tables, BJORN)
    assert begun is not None
    assert begun.is_running
    assert begun.names == ("Astrid", "Bjorn")
    assert (begun.row.pace, begun.row.server, begun.row.channel) == ("slow", SERVER, CHANNEL)
    for person in (ASTRID, BJORN):
        assert await db.matchmaking.list_for_user(tables.store, SERVER, person.id) == ()


@pytest.mark.parametrize(("key", "pace", "seats"), [("borealis", "slow", 2), ("lofoten", "live", 2)])
async def test_another_game_or_pace_is_not_the_same(
    tables: TableFixture, key: str, pace: str, seats: int
) -> None:
    await join_list(tables, ASTRID)
    assert await join_list(tables, BJORN, key, pace, seats) is None


async def test_a_larger_table_waits_for_all_it_needs(tables: TableFixture) -> None:
    assert await join_list(tables, ASTRID, "borealis", seats=3) is None
    assert await join_list(tables, BJORN, "borealis", seats=3) is None
    begun = await join_list(tables, CARA, "borealis", seats=3)
    assert begun is not None
    assert len(begun.players) == 3


async def test_what_somebody_says_last_holds(tables: TableFixture) -> None:
    await join_list(tables, ASTRID, pace="live")
    await join_list(tables, ASTRID, pace="slow")
    assert await join_list(tables, BJORN, pace="live") is None
    assert [one.pace for one in await db.matchmaking.list_for_user(tables.store, SERVER, ASTRID.id)] == [
        "slow"
    ]


async def test_people_of_the_same_hours_come_together_first(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_active_hours(monkeypatch, astrid=MORNING, bjorn=EVENING, cara=EVENING)
    assert await join_list(tables, ASTRID) is None
    assert await join_list(tables, BJORN) is None
    begun = await join_list(tables, CARA)
    assert begun is not None
    assert begun.names == ("Bjorn", "Cara")


async def test_after_a_day_hours_do_not_matter(tables: TableFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    set_active_hours(monkeypatch, astrid=MORNING, bjorn=EVENING)
    await join_list(tables, ASTRID)
    await tables.advance(HOUR)
    assert await join_list(tables, BJORN) is None
    await tables.advance(DAY)
    (game,) = await db.players.list_games(tables.store, ASTRID.id)
    assert (await tables.snapshot(game.code)).names == ("Astrid", "Bjorn")


async def test_who_has_just_come_is_not_brought_to_somebody_of_other_hours(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_active_hours(monkeypatch, astrid=MORNING, bjorn=EVENING)
    await join_list(tables, ASTRID)
    await tables.advance(DAY + HOUR)
    assert await join_list(tables, BJORN) is None


async def test_a_long_turn_tells_little_of_somebodys_hours(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def moved_at(*_: object) -> dict[int, tuple[int, ...]]:
        one_visit = tuple(8 * HOUR + minute for minute in range(30))
        return {ASTRID.id: one_visit, BJORN.id: tuple(day * DAY + 20 * HOUR for day in range(30))}

    monkeypatch.setattr(db.entries, "move_times_by_user", moved_at)
    await join_list(tables, ASTRID)
    assert await join_list(tables, BJORN) is not None


async def test_who_has_too_many_games_by_now_is_not_brought_to_another(tables: TableFixture) -> None:
    await join_list(tables, ASTRID)
    for _ in range(MAX_GAMES_PER_USER):
        await tables.open_lobby(ASTRID)
    assert await join_list(tables, BJORN) is None
    assert await join_list(tables, CARA) is not None


async def test_after_a_week_somebody_is_off_the_list(tables: TableFixture) -> None:
    await join_list(tables, ASTRID)
    await tables.advance(matchmaking.MAX_WAIT_MS - HOUR)
    assert await db.matchmaking.list_for_user(tables.store, SERVER, ASTRID.id)
    await tables.advance(2 * HOUR)
    assert await db.matchmaking.list_for_user(tables.store, SERVER, ASTRID.id) == ()


async def test_who_stops_waiting_is_not_brought_to_a_table(tables: TableFixture) -> None:
    await join_list(tables, ASTRID)
    await matchmaking.leave_waiting_list(tables.service, SERVER, ASTRID.id)
    assert await join_list(tables, BJORN) is None
    with pytest.raises(Denied) as refused:
        await matchmaking.leave_waiting_list(tables.service, SERVER, ASTRID.id)
    assert refused.value.code == "not_waiting"


async def test_who_is_erased_waits_no_more(tables: TableFixture) -> None:
    await join_list(tables, ASTRID)
    async with tables.store.write() as tx:
        await db.privacy.erase_user(tx, ASTRID.id)
    assert await join_list(tables, BJORN) is None


async def test_a_table_the_game_does_not_have_is_refused(tables: TableFixture) -> None:
    with pytest.raises(Denied) as refused:
        await join_list(tables, ASTRID, "lofoten", seats=5)
    assert refused.value.code == "not_a_choice"


async def test_own_moves_are_remembered_by_their_time(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    mover = await tables.play_last_move(code)
    moved = await db.entries.move_times_by_user(tables.store, [ASTRID.id, BJORN.id], 0)
    assert moved[mover.id] == (tables.clock.at,)
    assert sum(map(len, moved.values())) == 1


def test_hours_fit_where_both_are_often_there() -> None:
    assert matchmaking.hours_overlap(MORNING, MORNING)
    assert not matchmaking.hours_overlap(MORNING, EVENING)
    assert matchmaking.hours_overlap(MORNING, [*MORNING, *EVENING])
    assert matchmaking.hours_overlap(MORNING, EVENING[:5])
    assert not matchmaking.hours_overlap(MORNING, [*EVENING, 8]), "one is seldom there when the other is"
    assert matchmaking.hours_overlap([23] * 30, [0] * 30)


# Ratings


async def set_ratings(tables: TableFixture, games: int = 20, **displayed: int) -> None:
    """Give these users a rating in Lofoten, as leaderboards show it."""
    known = {actor.name.lower(): actor for actor in (ASTRID, BJORN, CARA)}
    async with tables.store.write() as tx:
        await db.servers.ensure_exists(tx, SERVER)
        await db.users.ensure_exists(tx, *(known[name].id for name in displayed))
        await db.ratings.upsert(
            tx,
            [
                db.Rating(SERVER, "lofoten", known[name].id, 25 + (value - 1000) / 40, 2.0, games, tx.now)
                for name, value in displayed.items()
            ],
        )


async def test_of_two_who_wait_the_closer_one_plays(tables: TableFixture) -> None:
    await set_ratings(tables, astrid=1180, bjorn=1010, cara=1090)
    await join_list(tables, ASTRID)
    await join_list(tables, BJORN)
    begun = await join_list(tables, CARA)
    assert begun is not None
    assert {player.person for player in begun.players} == {BJORN.id, CARA.id}


@pytest.mark.parametrize(("other", "hours"), [(1150, 3), (1390, 12), (2500, 24)])
async def test_the_accepted_distance_grows_until_anybody_will_do(
    tables: TableFixture, other: int, hours: int
) -> None:
    await set_ratings(tables, astrid=1000, bjorn=other)
    assert await join_list(tables, ASTRID) is None
    assert await join_list(tables, BJORN) is None
    await tables.advance(hours * HOUR - 1)
    assert await db.players.list_games(tables.store, ASTRID.id) == ()
    await tables.advance(1)
    assert len(await db.players.list_games(tables.store, ASTRID.id)) == 1


async def test_who_has_waited_a_day_plays_with_the_next_who_comes(tables: TableFixture) -> None:
    await set_ratings(tables, astrid=1000, bjorn=2000)
    await join_list(tables, ASTRID)
    await tables.advance(DAY)
    assert await join_list(tables, BJORN) is not None


async def test_a_provisional_rating_keeps_nobody_apart(tables: TableFixture) -> None:
    await set_ratings(tables, games=2, astrid=1000, bjorn=2000)
    await join_list(tables, ASTRID)
    assert await join_list(tables, BJORN) is not None


async def test_only_a_lobby_that_can_start_is_complete(tables: TableFixture) -> None:
    started = await tables.snapshot(await tables.start_game(ASTRID, BJORN))
    alone = await tables.snapshot(await tables.open_lobby(ASTRID))
    full = await tables.snapshot(await tables.open_lobby(ASTRID, BJORN))
    assert [await is_complete(tables.store, each) for each in (started, alone, full)] == [False, False, True]
