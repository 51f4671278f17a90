"""Deserted tables: games without active players are archived, and leaving does not avoid a loss."""

import pytest

import db
from bot.play.account import preferences, privacy
from bot.play.clock import absences
from bot.play.core.availability import availability_of
from bot.play.core.refusals import Denied
from bot.play.lobby import archive
from bot.play.turns import caretaker
from bot.standings.ratings import Skill
from db.clock import DAY, MINUTE
from tests.manual_clock import moment
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, CARA, SERVER, TableFixture

pytestmark = pytest.mark.usefixtures("trivial_caretaker")


async def entries_of_kind(tables: TableFixture, code: str, kind: str) -> list[db.Entry]:
    return [entry for entry in await db.entries.read_log(tables.store, code) if entry.kind == kind]


# Nobody is there


async def test_where_all_are_away_a_rated_game_rests_and_nothing_counts(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    await tables.play_random_turns(code, (ASTRID, BJORN), 3)
    await tables.advance(60 * DAY)
    snapshot = await tables.snapshot(code)
    assert snapshot.row.status == "archived"
    assert all(player.has_caretaker for player in snapshot.players)
    (put_away,) = await entries_of_kind(tables, code, "archive")
    assert put_away.text == "deserted"
    assert await db.results.list_for_game(tables.store, code) == ()
    assert await db.timers.list_of_kind(tables.store, "caretaker", game=code) == ()
    said = [post.payload for post in await tables.take_posts("notice") if post.payload["code"] == "deserted"]
    assert [set(each["mentions"]) for each in said] == [{ASTRID.id, BJORN.id}]


async def test_the_game_rests_as_soon_as_the_last_has_left_it_to_the_caretaker(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    for seat, status in ((0, "running"), (1, "archived")):
        async with tables.store.write() as tx:
            await caretaker.hand_over(tx, await tables.service.load(tx, code), seat, reason="vote")
        assert (await tables.snapshot(code)).row.status == status
    assert await db.timers.list_of_kind(tables.store, "caretaker", game=code) == ()


async def test_whoever_takes_it_up_again_plays_themselves(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    await tables.play_random_turns(code, (ASTRID, BJORN), 3)
    await tables.advance(60 * DAY)
    await archive.resume(tables.service, code, BJORN)
    snapshot = await tables.snapshot(code)
    assert snapshot.is_running
    assert [player.has_caretaker for player in snapshot.players] == [True, False]
    await tables.advance(DAY)
    assert 1 in (await tables.snapshot(code)).owing_seats()


async def test_one_who_gave_up_does_not_take_it_up_for_the_others(tables: TableFixture) -> None:
    code = await tables.start_game(*ACTORS, game="borealis", pace="live", rated=True)
    await tables.resign(code, CARA)
    await tables.advance(60 * DAY)
    assert (await tables.snapshot(code)).row.status == "archived"
    with pytest.raises(Denied, match="resigned_others_decide"):
        await archive.resume(tables.service, code, CARA)
    await archive.resume(tables.service, code, ASTRID)
    assert (await tables.snapshot(code)).is_running


# Somebody was erased


async def test_the_seat_of_somebody_erased_while_a_game_rested_goes_to_the_caretaker(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    late = {ASTRID.id: ASTRID, BJORN.id: BJORN}[await tables.user_to_move(code)]
    stays = BJORN if late is ASTRID else ASTRID
    await archive.archive_server(tables.service, SERVER)
    await privacy.erase_user(tables.service, late.id)
    await archive.resume(tables.service, code, stays)
    await tables.take_posts("call")
    await tables.advance(10 * MINUTE)
    assert [entry.by for entry in await entries_of_kind(tables, code, "move")][:1] == ["caretaker"]
    await tables.advance(20 * DAY)
    gone = 1 - ((await tables.snapshot(code)).seat_of(stays.id) or 0)
    assert await db.votes.list_open(tables.store, code, seat=gone) == ()
    told = {post.payload["person"] for post in await tables.take_posts("call")}
    assert told <= {stays.id}


async def test_a_game_that_only_somebody_erased_played_rests(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await privacy.erase_user(tables.service, ASTRID.id)
    await privacy.erase_user(tables.service, BJORN.id)
    await tables.advance(DAY)
    snapshot = await tables.snapshot(code)
    assert snapshot.row.status == "archived"
    assert len(await entries_of_kind(tables, code, "move")) == 0


# Giving up


async def test_who_gives_up_early_loses_as_much_as_who_loses_late(tables: TableFixture) -> None:
    falls = []
    for turns in (2, 6):
        code = await tables.start_game(*ACTORS, game="borealis", pace="slow", rated=True)
        await tables.play_random_turns(code, ACTORS, turns)
        before = await overall_rating(tables, CARA.id)
        await tables.resign(code, CARA)
        for _ in range(60):
            if not (await tables.snapshot(code)).is_running:
                break
            await tables.advance(MINUTE)
            snapshot = await tables.snapshot(code)
            if snapshot.is_running and min(snapshot.owing_seats()) != 2:
                await tables.play_last_move(code)
        if (await tables.snapshot(code)).is_running:
            await tables.resign(code, BJORN)
        result = (await db.results.list_for_game(tables.store, code))[2]
        assert (result.share, result.counted) == (1.0, True)
        falls.append(before - await overall_rating(tables, CARA.id))
    assert all(fall > 0.5 for fall in falls)


async def overall_rating(tables: TableFixture, person: int) -> float:
    ratings = await db.ratings.ratings_by_title(tables.store, person, SERVER)
    return ratings["*"].mu if "*" in ratings else Skill().mu


# Days away


@pytest.mark.parametrize(
    ("leaves", "days", "back"),
    [
        ("2026-10-24T00:00", 2, "2026-10-26T00:00"),
        ("2026-10-24T18:00", 1, "2026-10-25T18:00"),
        ("2026-03-28T00:00", 2, "2026-03-30T00:00"),
        ("2026-07-14T09:30", 3, "2026-07-17T09:30"),
    ],
)
async def test_days_away_end_at_the_hour_they_began_also_when_clocks_are_changed(
    tables: TableFixture, leaves: str, days: int, back: str
) -> None:
    tables.clock.at = moment(leaves, "Europe/Paris")
    await preferences.update_preferences(tables.service, ASTRID, zone="Europe/Paris")
    await absences.declare_absence(tables.service, ASTRID, days)
    (away,) = (await db.absences.list_by_user(tables.store, (ASTRID.id,)))[ASTRID.id]
    assert away.until == moment(back, "Europe/Paris")


async def test_a_year_has_fourteen_days_away_however_long_they_are(tables: TableFixture) -> None:
    tables.clock.at = moment("2026-10-20T00:00", "Europe/Paris")
    await preferences.update_preferences(tables.service, ASTRID, zone="Europe/Paris")
    await absences.declare_absence(tables.service, ASTRID, 14)
    availability = (await availability_of(tables.store, (ASTRID.id,)))[ASTRID.id]
    back = moment("2026-11-03T00:00", "Europe/Paris")
    assert availability.away == ((tables.clock.at, back),)
    assert availability.elapsed(tables.clock.at, back) == 0
    assert availability.away_days_left(tables.clock.at) == 0
