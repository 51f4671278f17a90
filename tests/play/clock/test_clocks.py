"""Player clocks over days: paces, sleep, absences, daylight saving and restarts.

Covers `bot/play/clock/absences.py`.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import db
from bot.play.account import preferences
from bot.play.clock import absences
from bot.play.core.authorization import Actor
from bot.play.core.availability import Availability, availability_of
from bot.play.core.game_log import GameLog
from bot.play.core.pace import PACES
from bot.play.core.refusals import Denied
from bot.play.core.timers import OVERDUE, REMIND, TIME_OUT
from bot.play.history.story import state_after
from bot.play.lobby import archive, lobby
from bot.play.notify import turn_notifications
from bot.play.turns import resignation, substitutes, undo
from bot.play.turns.turns import after_move
from db.clock import DAY, HOUR, MINUTE
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, BJORN, CARA, NOON, SERVER, TableFixture, open_table_fixture

ACTORS_BY_ID = {ASTRID.id: ASTRID, BJORN.id: BJORN}


async def deadline(tables: TableFixture, code: str) -> int:
    (timer,) = await db.timers.list_of_kind(tables.store, TIME_OUT, game=code)
    return timer.due


@pytest.mark.parametrize("pace", list(PACES))
async def test_each_player_has_a_day_extra_before_their_first_move(tables: TableFixture, pace: str) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace=pace)
    assert await deadline(tables, code) == tables.clock.at + PACES[pace].bank + DAY
    await tables.advance(5 * HOUR)
    await tables.finish_turn(code)
    assert await deadline(tables, code) == tables.clock.at + PACES[pace].bank + DAY


@pytest.mark.parametrize("pace", list(PACES))
async def test_a_finished_turn_adds_its_increment_up_to_the_cap(tables: TableFixture, pace: str) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace=pace)
    first = await tables.user_to_move(code)
    whole = PACES[pace]
    await tables.finish_turn(code)
    assert (await tables.player_of(code, first)).bank == whole.bank + whole.increment
    await tables.finish_turn(code)
    async with tables.store.write() as tx:
        await db.players.update(tx, code, {seat: {"bank": whole.cap - HOUR} for seat in (0, 1)})
    await tables.finish_turn(code)
    assert (await tables.player_of(code, first)).bank == whole.cap


async def test_time_is_charged_to_whoever_owes_a_move_and_to_nobody_else(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    first = await tables.user_to_move(code)
    await tables.finish_turn(code)
    second = await tables.user_to_move(code)
    rested = (await tables.player_of(code, first)).bank
    await tables.advance(30 * HOUR)
    await tables.finish_turn(code)
    assert (await tables.player_of(code, first)).bank == rested
    late = (await tables.player_of(code, second)).bank
    assert late == PACES["slow"].bank - 6 * HOUR + PACES["slow"].increment


async def test_the_steps_of_a_turn_add_nothing(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    due = await deadline(tables, code)
    for _ in range(3):
        person = await tables.user_to_move(code)
        while True:
            await tables.advance(MINUTE)
            await tables.play_last_move(code)
            if await tables.user_to_move(code) != person:
                break
            assert await deadline(tables, code) == due
        due = await deadline(tables, code)


async def test_an_untimed_table_has_no_clock_but_asks_after_five_days(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="none")
    assert await db.timers.list_of_kind(tables.store, TIME_OUT, game=code) == ()
    (asks,) = await db.timers.list_of_kind(tables.store, OVERDUE, game=code)
    assert asks.due == tables.clock.at + 120 * HOUR
    await tables.advance(120 * HOUR)
    (vote,) = await db.votes.list_open(tables.store, code)
    assert vote.kind == "overdue"


async def test_the_pace_of_the_server_holds_unless_the_host_names_one(tables: TableFixture) -> None:
    async with tables.store.write() as tx:
        await db.servers.update(tx, SERVER, settings=db.ServerSettings(pace="live"))
    code = await tables.start_game(ASTRID, BJORN)
    assert (await tables.snapshot(code)).row.pace == "live"
    other = await tables.start_game(ASTRID, BJORN, pace="fast")
    assert (await tables.snapshot(other)).row.pace == "fast"


async def test_a_table_without_a_clock_is_never_rated(tables: TableFixture) -> None:
    with pytest.raises(Denied) as refused:
        await tables.open_lobby(ASTRID, pace="none", rated=True)
    assert refused.value.code == "rated_needs_clock"
    code = await tables.open_lobby(ASTRID, game="borealis", pace="fast", rated=True)
    assert not (await lobby.set_pace(tables.service, code, ASTRID.id, "none")).row.rated
    with pytest.raises(Denied) as refused:
        await lobby.set_rated(tables.service, code, ASTRID.id, rated=True)
    assert refused.value.code == "rated_needs_clock"


async def test_taking_back_neither_gives_time_nor_takes_it_twice(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    actor = await tables.play_last_move(code)
    while not await undo.can_undo(
        tables.store, await tables.snapshot(code), (await tables.player_of(code, actor.id)).seat
    ):
        actor = await tables.play_last_move(code)
    due = await deadline(tables, code)
    await tables.advance(HOUR)
    await tables.undo(code, actor)
    assert await tables.user_to_move(code) == actor.id
    assert await deadline(tables, code) == due


async def test_a_turn_that_was_paid_for_and_taken_back_is_not_paid_again(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    person = await tables.user_to_move(code)
    before = (await tables.snapshot(code)).row.ply
    await tables.finish_turn(code)
    paid = (await tables.player_of(code, person)).bank
    assert paid is not None
    async with tables.store.write() as tx:
        snapshot = await tables.service.load(tx, code)
        state, _ = await state_after(tx, snapshot, before)
        (slip,) = await db.entries.read_log(tx, code, since=snapshot.row.ply - 1)
        log = GameLog(snapshot)
        log.add_undo(slip, before, state, user_id=person)
        await log.save(tx)
        await after_move(tx, log, slip.seat)
    assert await tables.user_to_move(code) == person
    await tables.advance(2 * HOUR)
    await tables.finish_turn(code)
    assert (await tables.player_of(code, person)).bank == paid - 2 * HOUR


async def test_no_clock_runs_once_the_game_is_over(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await resignation.resign(tables.service, code, ASTRID, interaction_id=999)
    assert all(player.charged_to is None for player in await db.players.list_for_game(tables.store, code))
    for kind in (TIME_OUT, REMIND, OVERDUE):
        assert await db.timers.list_of_kind(tables.store, kind, game=code) == ()


async def test_who_plays_alone_has_no_clock(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, game="explorers")
    assert await db.timers.list_of_kind(tables.store, TIME_OUT, game=code) == ()


async def test_a_game_that_is_put_away_costs_nobody_time(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    await tables.advance(10 * HOUR)
    await archive.archive_server(tables.service, SERVER)
    assert await db.timers.list_of_kind(tables.store, TIME_OUT, game=code) == ()
    await tables.advance(5 * DAY)
    await archive.resume_server(tables.service, SERVER)
    assert await deadline(tables, code) == tables.clock.at + 38 * HOUR


async def test_a_substitute_has_all_their_time(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    await tables.advance(40 * HOUR)
    await tables.finish_turn(code)
    await tables.finish_turn(code)
    assert await deadline(tables, code) == tables.clock.at + 12 * HOUR
    seat = (await tables.player_of(code, await tables.user_to_move(code))).seat
    async with tables.store.write() as tx:
        await substitutes.ask_for_substitute(tx, await tables.service.load(tx, code), seat)
    (wanted,) = await db.votes.list_open(tables.store, code, kind="substitute")
    await substitutes.take_seat(
        tables.service, code, wanted.id, CARA, server=SERVER, interaction_id=tables.next_interaction_id()
    )
    (timer,) = await db.timers.list_of_kind(tables.store, TIME_OUT, game=code)
    assert (timer.person, timer.due) == (CARA.id, tables.clock.at + 48 * HOUR)


# Sleep, absences, daylight saving, restarts

DEADLINE_CASES = [
    # start (in Paris), pace, sleeps, days away declared at the start, when the first clock runs out
    ("2026-07-14T12:00", "live", False, 0, "2026-07-16T12:00"),
    ("2026-07-14T12:00", "live", True, 0, "2026-07-17T15:00"),
    ("2026-07-14T12:00", "live", True, 1, "2026-07-18T15:00"),
    ("2026-07-14T12:00", "fast", False, 2, "2026-07-20T12:00"),
    ("2026-07-14T12:00", "fast", True, 0, "2026-07-20T18:00"),
    ("2026-07-14T12:00", "slow", True, 14, "2026-08-03T18:00"),
    ("2026-07-14T12:00", "slow", False, 20, "2026-08-01T12:00"),
    ("2026-03-28T12:00", "live", False, 0, "2026-03-30T13:00"),
    ("2026-03-28T12:00", "live", True, 0, "2026-03-31T15:00"),
    ("2026-10-24T12:00", "live", False, 0, "2026-10-26T11:00"),
    ("2026-10-24T12:00", "live", True, 0, "2026-10-27T15:00"),
    ("2026-10-24T12:00", "slow", True, 1, "2026-10-31T18:00"),
    ("2026-12-25T12:00", "live", False, 14, "2027-01-10T12:00"),
]


@pytest.mark.at("2026-01-01T00:00")
@pytest.mark.parametrize("restart", [False, True], ids=["running", "restarted"])
@pytest.mark.parametrize(("start", "pace", "sleeps", "away", "out"), DEADLINE_CASES)
async def test_a_clock_runs_out_when_its_owner_had_all_their_time(
    tables: TableFixture, start: str, pace: str, sleeps: bool, away: int, out: str, restart: bool
) -> None:
    tables.clock.at = moment(start, "Europe/Paris")
    for actor in (ASTRID, BJORN):
        await preferences.update_preferences(tables.service, actor, zone="Europe/Paris")
        if not sleeps:
            await preferences.update_preferences(tables.service, actor, sleep=None)
    code = await tables.start_game(ASTRID, BJORN, pace=pace)
    if away:
        await absences.declare_absence(tables.service, ACTORS_BY_ID[await tables.user_to_move(code)], away)
    due = moment(out, "Europe/Paris")
    assert await deadline(tables, code) == due
    snapshot = await tables.snapshot(code)
    assert await tables.deadlines(code) == {min(snapshot.owing_seats()): due}
    # The overdue vote after five days is independent of the clock under test.
    async with tables.store.write() as tx:
        await db.timers.cancel(tx, kind=OVERDUE)
    if restart:
        url = tables.store.engine.url.render_as_string()
        await tables.store.close()
        tables.use_store(await db.Store.open(url, clock=tables.clock))
    await tables.advance(due - 1 - tables.clock.at)
    assert await db.votes.list_open(tables.store, code) == ()
    await tables.advance(1)
    (vote,) = await db.votes.list_open(tables.store, code)
    assert vote.kind == "overdue"
    if restart:
        await tables.store.close()


async def test_what_fell_due_while_nobody_ran_happens_once_afterwards(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    tables.clock.at += 10 * DAY
    await tables.advance(MINUTE)
    assert len(await db.votes.list_open(tables.store, code)) == 1


async def test_new_sleep_hours_count_from_now_on(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    owner = ACTORS_BY_ID[await tables.user_to_move(code)]
    await tables.advance(20 * HOUR)
    # It is 8:00; the last night is counted, the next ones are not.
    await preferences.update_preferences(tables.service, owner, zone="UTC")
    assert (await tables.player_of(code, owner.id)).bank == 28 * HOUR
    assert await deadline(tables, code) == tables.clock.at + 28 * HOUR + 9 * HOUR
    await preferences.update_preferences(tables.service, owner, sleep=None)
    assert await deadline(tables, code) == tables.clock.at + 28 * HOUR


async def test_coming_back_early_starts_the_clock_and_keeps_the_days(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    owner = ACTORS_BY_ID[await tables.user_to_move(code)]
    await absences.declare_absence(tables.service, owner, 10)
    await tables.advance(2 * DAY)
    assert await absences.end_absence(tables.service, owner)
    assert await deadline(tables, code) == tables.clock.at + 48 * HOUR
    assert (await availability_for(tables, owner)).away_days_left(tables.clock.at) == 12
    assert not await absences.end_absence(tables.service, owner)


async def test_days_away_can_be_declared_ahead(tables: TableFixture) -> None:
    await preferences.update_preferences(tables.service, ASTRID, zone="America/New_York")
    first = (await availability_for(tables, ASTRID)).local_date(tables.clock.at + 10 * DAY)
    await absences.declare_absence(tables.service, ASTRID, 3, first_day=first)
    (away,) = (await availability_for(tables, ASTRID)).away
    assert away == (
        moment("2026-07-24T00:00", "America/New_York"),
        moment("2026-07-27T00:00", "America/New_York"),
    )


async def availability_for(tables: TableFixture, actor: Actor) -> Availability:
    return (await availability_of(tables.store, (actor.id,)))[actor.id]


# Random actions

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.integers(1, 20)),
        st.tuples(st.just("act"), st.just(0)),
        st.tuples(st.just("hand over"), st.just(0)),
        st.tuples(st.just("zone"), st.integers(0, 1)),
        st.tuples(st.just("away"), st.integers(0, 1)),
        st.tuples(st.just("back"), st.integers(0, 1)),
    ),
    max_size=12,
)


@settings(max_examples=10, deadline=None)
@given(steps=STEPS)
async def test_a_clock_never_runs_while_its_owner_owes_no_move(steps: list[tuple[str, int]]) -> None:
    people = (ASTRID, BJORN)
    with TemporaryDirectory() as folder:
        async with open_table_fixture(Path(folder), NOON) as tables:
            code = await tables.start_game(*people, pace="fast")
            for step, number in steps:
                waiting = {actor.id for actor in people} - {await tables.user_to_move(code)}
                before = {person: (await tables.player_of(code, person)).bank for person in waiting}
                await perform(tables, code, step, people[number % 2], number)
                for player in await db.players.list_for_game(tables.store, code):
                    assert (player.charged_to is not None) == (
                        player.person == await tables.user_to_move(code)
                    )
                for person in waiting - {await tables.user_to_move(code)}:
                    assert (await tables.player_of(code, person)).bank == before[person]


async def perform(tables: TableFixture, code: str, step: str, actor: Actor, number: int) -> None:
    match step:
        case "wait":
            await tables.advance(number * HOUR)
        case "act":
            await tables.play_last_move(code)
        case "hand over":
            await tables.finish_turn(code)
        case "zone":
            await preferences.update_preferences(tables.service, actor, zone="Europe/Paris")
        case "away":
            await absences.declare_absence(tables.service, actor, 1)
        case "back":
            await absences.end_absence(tables.service, actor)


# Rest days


async def test_choosing_rest_days_settles_running_clocks_and_moves_their_deadline(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    actor = ACTORS_BY_ID[await tables.user_to_move(code)]
    await preferences.update_preferences(tables.service, actor, zone="Europe/Paris", sleep=None)
    await tables.advance(HOUR)  # Tuesday, 15:00 in Paris
    await preferences.set_rest_days(tables.service, actor, [2, 3])
    assert await deadline(tables, code) == tables.clock.at + 47 * HOUR + 2 * DAY
    await tables.advance_to("2026-07-17T00:00", "Europe/Paris")
    await preferences.set_rest_days(tables.service, actor, [])
    assert await deadline(tables, code) == tables.clock.at + 38 * HOUR
    assert (await tables.player_of(code, actor.id)).bank == 38 * HOUR


async def test_nobody_makes_every_day_a_rest_day_in_turn(tables: TableFixture) -> None:
    await preferences.update_preferences(tables.service, ASTRID, zone="Europe/Paris")
    await preferences.set_rest_days(tables.service, ASTRID, [1, 2])
    await preferences.set_rest_days(tables.service, ASTRID, [2, 3])  # a correction
    await tables.advance(2 * HOUR)
    with pytest.raises(Denied, match="rest_changed_lately"):
        await preferences.set_rest_days(tables.service, ASTRID, [3, 4])
    await preferences.set_rest_days(tables.service, ASTRID, [3])  # fewer are always allowed
    await tables.advance(7 * DAY)
    await preferences.set_rest_days(tables.service, ASTRID, [5, 6])
    assert (await db.users.get(tables.store, ASTRID.id)).preferences.rest_days == (5, 6)


@pytest.mark.parametrize("days", [(4, 5, 6), (5, 5), (7,), (-1,)])
async def test_at_most_two_weekdays_can_be_rest_days(tables: TableFixture, days: tuple[int, ...]) -> None:
    await preferences.update_preferences(tables.service, ASTRID, zone="Europe/Paris")
    with pytest.raises(Denied, match="too_many_rest_days"):
        await preferences.set_rest_days(tables.service, ASTRID, days)


async def test_rest_days_are_refused_without_a_time_zone(tables: TableFixture) -> None:
    with pytest.raises(Denied, match="rest_needs_zone"):
        await preferences.set_rest_days(tables.service, ASTRID, [6])


async def test_who_rests_is_notified_of_their_turn_when_the_weekend_is_over(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    mover = await tables.user_to_move(code)
    other = next(actor for actor in (ASTRID, BJORN) if actor.id != mover)
    await preferences.update_preferences(tables.service, other, zone="Europe/Paris", sleep=None)
    await preferences.set_rest_days(tables.service, other, [5, 6])
    await tables.advance_to("2026-07-18T10:00", "Europe/Paris")
    await tables.finish_turn(code)
    (notification,) = await turn_notifications.pending_notifications(
        tables.store, await tables.snapshot(code)
    )
    assert not notification.mention
    assert notification.not_before == moment("2026-07-20T00:00", "Europe/Paris")
