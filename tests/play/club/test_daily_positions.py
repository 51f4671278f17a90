"""Position of the day: chosen from games whose players allow it, revealed a day later, with streaks."""

import pytest

import db
from bot.play.account import privacy, servers
from bot.play.club import daily_positions, positions, practice
from bot.play.core.refusals import Denied
from bot.play.turns.coach import ReviewCache
from db.clock import DAY
from tests.manual_clock import moment
from tests.play.club.position_fixtures import new_position, store_positions
from tests.play.recorded_games import record_game
from tests.play.table_fixture import ASTRID, BJORN, CARA, CHANNEL, SERVER, TableFixture

pytestmark = pytest.mark.usefixtures("quick_searches")

RIGHT, WRONG = 0, 1
FIRST_DAY = "2026-07-14"


async def switch(tables: TableFixture, *, daily: bool = True) -> None:
    await servers.update_settings(
        tables.service, SERVER, settings={"daily_position": daily, "results": CHANNEL}
    )


async def start(tables: TableFixture, positions: int = 3) -> tuple[int, ...]:
    """Switch it on with that many house positions in store. Returns their ids, in the order of use."""
    easy_first = [
        new_position(number=number, chances=(0.9 - number / 100, 0.5, 0.4)) for number in range(positions)
    ]
    stored = await store_positions(tables.store, *easy_first)
    async with tables.store.write() as tx:
        await tx.execute(db.positions.table.update().values(key="lofoten"))
    tables.service.games = {"lofoten": tables.service.games["lofoten"]}
    await switch(tables)
    await tables.advance(1)
    return stored


async def latest(tables: TableFixture) -> db.DailyPosition:
    (daily,) = await db.daily_positions.list_latest(tables.store, SERVER, 1)
    return daily


async def test_one_position_a_day_at_nine_and_the_last_is_revealed(tables: TableFixture) -> None:
    ids = await start(tables)
    first = await latest(tables)
    assert (first.position, first.channel, first.revealed) == (ids[0], CHANNEL, None)
    assert [post.payload["day"] for post in await tables.take_posts("daily_position")] == [first.day]
    await tables.advance_to("2026-07-15T08:59")
    assert await latest(tables) == first
    await tables.advance_to("2026-07-15T09:01")
    second = await latest(tables)
    assert (second.day, second.position) == (first.day + DAY, ids[1])
    revealed = await db.daily_positions.find(tables.store, SERVER, first.day)
    assert revealed is not None
    assert revealed.revealed is not None
    assert [post.payload["day"] for post in await tables.take_posts("daily_result")] == [first.day]


async def test_a_position_that_someone_practised_comes_after_the_others(tables: TableFixture) -> None:
    ids = await start(tables)
    await practice.answer(tables.service, CARA, ids[1], RIGHT)
    await tables.advance(DAY)
    assert (await latest(tables)).position == ids[2]


async def test_practice_does_not_tell_the_answer_before_the_next_day(tables: TableFixture) -> None:
    ids = await start(tables)
    exercise = await practice.next_exercise(tables.service, ReviewCache(), CARA.id)
    assert exercise.position.row.id == ids[1]
    await tables.advance(DAY)
    exercise = await practice.next_exercise(tables.service, ReviewCache(), CARA.id)
    assert exercise.position.row.id == ids[0]


async def test_three_people_answer_and_only_the_result_tells_who_was_right(tables: TableFixture) -> None:
    await start(tables)
    first = await latest(tables)
    for actor, chosen in ((ASTRID, WRONG), (ASTRID, RIGHT), (BJORN, WRONG), (CARA, RIGHT)):
        await daily_positions.answer(tables.service, actor, SERVER, first.day, chosen)
    for day, chosen in ((first.day, 3), (first.day - DAY, RIGHT)):
        with pytest.raises(Denied, match="unknown_button"):
            await daily_positions.answer(tables.service, ASTRID, SERVER, day, chosen)
    await tables.advance(DAY)
    assert await daily_positions.result(tables.store, SERVER, first.day - DAY) is None
    found = await daily_positions.result(tables.store, SERVER, first.day)
    assert found is not None
    assert (found.total, found.right, dict(found.answers)) == (3, 2, {RIGHT: 2, WRONG: 1})
    assert found.streaks == (("Astrid", 1), ("Cara", 1))
    with pytest.raises(Denied) as refused:
        await daily_positions.answer(tables.service, BJORN, SERVER, first.day, RIGHT)
    assert refused.value.code == "daily_position_over"


async def test_a_streak_grows_with_each_right_answer_and_ends_with_a_wrong_or_missing_one(
    tables: TableFixture,
) -> None:
    await start(tables, positions=5)
    for number, chosen in enumerate((RIGHT, RIGHT, RIGHT)):
        daily = await latest(tables)
        assert await daily_positions.answer(tables.service, ASTRID, SERVER, daily.day, chosen) == number
        if number != 1:
            await daily_positions.answer(tables.service, BJORN, SERVER, daily.day, RIGHT)
        await tables.advance(DAY)
    found = await daily_positions.result(tables.store, SERVER, (await latest(tables)).day - DAY)
    assert found is not None
    assert found.streaks == (("Astrid", 3), ("Bjorn", 1))
    daily = await latest(tables)
    await daily_positions.answer(tables.service, ASTRID, SERVER, daily.day, WRONG)
    await tables.advance(DAY)
    assert await daily_positions.answer(tables.service, ASTRID, SERVER, daily.day + DAY, RIGHT) == 0


async def test_hidden_users_are_counted_but_not_named(tables: TableFixture) -> None:
    await start(tables)
    first = await latest(tables)
    await daily_positions.answer(tables.service, ASTRID, SERVER, first.day, RIGHT)
    async with tables.store.write() as tx:
        await db.users.update_preferences(tx, ASTRID.id, hidden=True)
    found = await daily_positions.result(tables.store, SERVER, first.day)
    assert found is not None
    assert (found.right, found.streaks) == (1, ())


async def test_a_game_is_used_only_if_all_its_players_allow_it(tables: TableFixture) -> None:
    async with tables.store.write() as tx:
        await db.servers.ensure_exists(tx, SERVER)
    people = [ASTRID.id, BJORN.id]
    recorded = await record_game(
        tables.store, people, key="lofoten", names=("Astrid", "Bjorn"), server=SERVER
    )
    code = recorded.row.code
    assert not daily_positions.is_shared(await tables.snapshot(code))
    async with tables.store.write() as tx:
        await db.users.update_preferences(tx, ASTRID.id, share_positions=True, share_names=True)
    assert not daily_positions.is_shared(await tables.snapshot(code))
    async with tables.store.write() as tx:
        await db.users.update_preferences(tx, BJORN.id, share_positions=True)
    snapshot = await tables.snapshot(code)
    assert daily_positions.is_shared(snapshot)
    assert daily_positions.shared_names(snapshot) == ["Astrid", None]
    await switch(tables)
    await tables.advance(1)
    position = await db.positions.find(tables.store, (await latest(tables)).position)
    assert position is not None
    assert position.game == code
    await privacy.erase_user(tables.service, BJORN.id)
    assert not daily_positions.is_shared(await tables.snapshot(code))


async def test_what_was_found_in_a_shared_game_comes_before_house_positions(tables: TableFixture) -> None:
    people = [ASTRID.id, BJORN.id]
    async with tables.store.write() as tx:
        await db.servers.ensure_exists(tx, SERVER)
    code = (await record_game(tables.store, people, 20, key="lofoten", server=SERVER)).row.code
    await start(tables, positions=1)
    async with tables.store.write() as tx:
        for seat, person in enumerate(people):
            await db.users.update_preferences(tx, person, share_positions=True)
            await db.positions.insert_search(tx, f"{code} {seat}", ())
    found, _ = await store_positions(tables.store, new_position(number=8), new_position(number=9), game=code)
    await tables.advance(DAY)
    assert (await latest(tables)).position == found


async def test_switched_off_it_reveals_the_last_one_and_stops(tables: TableFixture) -> None:
    await start(tables)
    first = await latest(tables)
    await switch(tables, daily=False)
    await tables.advance(3 * DAY)
    last = await latest(tables)
    assert (last.day, last.revealed is None) == (first.day, False)
    assert await db.timers.list_of_kind(tables.store, "daily_position") == ()


async def test_no_position_is_shown_twice_and_a_house_game_is_played_when_none_is_left(
    tables: TableFixture,
) -> None:
    ids = await start(tables, positions=1)
    await tables.advance(DAY)
    assert (await latest(tables)).position not in ids


async def test_a_day_without_any_position_is_followed_by_another(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find_none(*_: object) -> bool:
        return False

    monkeypatch.setattr(positions, "search_next_house_game", find_none)
    await switch(tables)
    await tables.advance(1)
    assert await db.daily_positions.list_latest(tables.store, SERVER, 1) == ()
    (timer,) = await db.timers.list_of_kind(tables.store, "daily_position")
    assert timer.due == moment("2026-07-15T09:00")


async def test_an_erased_user_leaves_no_answer(tables: TableFixture) -> None:
    await start(tables)
    first = await latest(tables)
    await daily_positions.answer(tables.service, ASTRID, SERVER, first.day, RIGHT)
    exported = await db.privacy.export_user(tables.store, ASTRID.id)
    assert [row["answer"] for row in exported["daily_answers"]] == [RIGHT]
    await privacy.erase_user(tables.service, ASTRID.id)
    found = await daily_positions.result(tables.store, SERVER, first.day)
    assert found is not None
    assert found.total == 0
