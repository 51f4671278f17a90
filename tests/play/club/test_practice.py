"""Retry my mistakes: which position comes next, and when it comes back."""

import pytest

import db
from bot.play.account import privacy
from bot.play.club import positions, practice
from bot.play.core.refusals import Denied
from bot.play.turns.coach import ReviewCache
from db.clock import DAY
from tests.play.club.position_fixtures import new_position, store_positions
from tests.play.recorded_games import record_game
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture

pytestmark = pytest.mark.usefixtures("quick_searches")

RIGHT, WRONG = 0, 1


async def days_until_due(tables: TableFixture, position: int, chosen: int) -> int | None:
    """Answer a position. Returns the days until it comes back, from the midnight before."""
    result = await practice.answer(tables.service, ASTRID, position, chosen)
    midnight = tables.clock.at - tables.clock.at % DAY
    return None if result.due is None else (result.due - midnight) // DAY


async def test_a_wrong_answer_comes_back_after_3_10_and_30_days(tables: TableFixture) -> None:
    (position,) = await store_positions(tables.store, new_position())
    assert await days_until_due(tables, position, WRONG) == 3
    for days, then in ((3, 10), (10, 30), (30, None)):
        await tables.advance((days - 1) * DAY)
        assert await practice.count_due(tables.service, ASTRID.id) == 0
        await tables.advance(DAY)
        assert await practice.count_due(tables.service, ASTRID.id) == 1
        exercise = await practice.next_exercise(tables.service, ReviewCache(), ASTRID.id, title="lofoten")
        assert (exercise.position.row.id, exercise.is_repeated, exercise.due) == (position, True, 1)
        assert await days_until_due(tables, position, RIGHT) == then
    await tables.advance(400 * DAY)
    assert await practice.count_due(tables.service, ASTRID.id) == 0


async def test_another_wrong_answer_starts_again_and_a_right_one_is_done(tables: TableFixture) -> None:
    first, second = await store_positions(tables.store, new_position(), new_position(number=2))
    await days_until_due(tables, first, WRONG)
    await tables.advance(3 * DAY)
    assert await days_until_due(tables, first, RIGHT) == 10
    await tables.advance(10 * DAY)
    assert await days_until_due(tables, first, WRONG) == 3
    assert await days_until_due(tables, second, RIGHT) is None


async def test_a_second_tap_does_not_change_when_it_comes_back(tables: TableFixture) -> None:
    (position,) = await store_positions(tables.store, new_position())
    assert await days_until_due(tables, position, WRONG) == 3
    assert await days_until_due(tables, position, RIGHT) == 3
    card = await db.practice.find(tables.store, ASTRID.id, position)
    assert card is not None
    assert (card.right, card.wrong) == (0, 1)


async def test_moves_that_are_about_as_good_are_right(tables: TableFixture) -> None:
    close = new_position(chances=(0.7, 0.69, 0.4))
    (position,) = await store_positions(tables.store, close)
    assert await days_until_due(tables, position, 1) is None


async def test_own_decisions_come_before_those_of_computer_players(tables: TableFixture) -> None:
    recorded = await record_game(tables.store, [ASTRID.id, BJORN.id], key="lofoten")
    (house,) = await store_positions(tables.store, new_position())
    exercise = await practice.next_exercise(tables.service, ReviewCache(), ASTRID.id)
    row = exercise.position.row
    assert (row.game, row.seat) == (recorded.row.code, 0)
    other = await practice.next_exercise(tables.service, ReviewCache(), CARA.id)
    assert other.position.row.id == house


async def test_without_games_the_easiest_house_positions_come_first_and_titles_take_turns(
    tables: TableFixture,
) -> None:
    hard = new_position(chances=(0.6, 0.5, 0.4))
    easy = new_position(number=2, chances=(0.9, 0.5, 0.4))
    hard_id, easy_id = await store_positions(tables.store, hard, easy)
    exercise = await practice.next_exercise(tables.service, ReviewCache(), CARA.id, title="lofoten")
    assert exercise.position.row.id == easy_id
    await practice.answer(tables.service, CARA, easy_id, RIGHT)
    following = await practice.next_exercise(tables.service, ReviewCache(), CARA.id, title="lofoten")
    assert following.position.row.id == hard_id
    assert (
        await practice.next_exercise(tables.service, ReviewCache(), CARA.id)
    ).position.row.key != "lofoten"


async def test_titles_that_a_user_has_played_come_first(tables: TableFixture) -> None:
    await store_positions(tables.store, new_position())
    await record_game(tables.store, [ASTRID.id, BJORN.id], key="borealis")
    assert (
        await practice.next_exercise(tables.service, ReviewCache(), CARA.id)
    ).position.row.key == "lofoten"
    for _ in range(20):
        exercise = await practice.next_exercise(tables.service, ReviewCache(), ASTRID.id)
        assert exercise.position.row.key == "borealis"
        if exercise.position.row.game is None:
            break
        await practice.answer(tables.service, ASTRID, exercise.position.row.id, RIGHT)
    assert exercise.position.row.game is None


async def test_positions_of_one_game_come_first_when_asked_for(tables: TableFixture) -> None:
    recorded = await record_game(tables.store, [ASTRID.id, BJORN.id], key="lofoten")
    (due,) = await store_positions(tables.store, new_position())
    await practice.answer(tables.service, ASTRID, due, WRONG)
    await tables.advance(3 * DAY)
    asked = await practice.next_exercise(tables.service, ReviewCache(), ASTRID.id, game=recorded.row.code)
    assert asked.position.row.game == recorded.row.code
    assert (await practice.next_exercise(tables.service, ReviewCache(), ASTRID.id)).position.row.id == due


async def test_nobody_practises_the_games_of_others(tables: TableFixture) -> None:
    recorded = await record_game(tables.store, [ASTRID.id, BJORN.id], key="lofoten")
    (position,) = await store_positions(tables.store, new_position(), game=recorded.row.code)
    for chosen, actor in ((RIGHT, CARA), (99, ASTRID)):
        with pytest.raises(Denied):
            await practice.answer(tables.service, actor, position, chosen)


async def test_whoever_has_seen_everything_is_told_so(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = list[str]()

    async def find_none(_service: object, _game: object, source: str) -> bool:
        searched.append(source)
        return False

    monkeypatch.setattr(positions, "_search_house_game", find_none)
    with pytest.raises(Denied, match="nothing_to_practise"):
        await practice.next_exercise(tables.service, ReviewCache(), CARA.id, title="lofoten")
    assert searched == [f"house lofoten {number}" for number in (1, 2, 3)]
    assert not await positions.search_next_house_game(tables.service, "lofoten")


async def test_the_search_ahead_prepares_the_next_positions(tables: TableFixture) -> None:
    await practice.schedule_search(tables.service, CARA.id, "shipwrights")
    await tables.advance(1000)
    rules = positions.readable_rules(tables.service)
    found = await db.practice.list_unseen_house(tables.store, CARA.id, rules)
    assert {row.key for row in found} == {"shipwrights"}
    assert await db.timers.list_of_kind(tables.store, "practice") == ()


async def test_an_erased_user_leaves_no_answers(tables: TableFixture) -> None:
    (position,) = await store_positions(tables.store, new_position())
    await practice.answer(tables.service, ASTRID, position, WRONG)
    exported = await db.privacy.export_user(tables.store, ASTRID.id)
    assert [row["position"] for row in exported["practice_cards"]] == [position]
    await privacy.erase_user(tables.service, ASTRID.id)
    assert await db.practice.find(tables.store, ASTRID.id, position) is None
