"""Leagues: members sign on once, months start on the first, and unfinished games are adjudicated.

Covers `bot/play/club/adjudication.py`.
"""

from dataclasses import replace
from itertools import combinations
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

import db
from bot.play.club import adjudication, leagues
from bot.play.core.authorization import MAX_GAMES_PER_USER, Actor
from bot.play.core.availability import Availability
from bot.play.core.refusals import Denied
from bot.play.history import verify
from bot.play.lobby import pause
from bot.play.notify import cup_games
from bot.play.turns import caretaker, votes
from bot.standings.cups import CupLine
from bot.standings.seasons import month_at
from db.clock import DAY, HOUR
from rules import GAMES
from tests.manual_clock import moment
from tests.play.table_fixture import CHANNEL, SERVER, TableFixture

PEOPLE = tuple(Actor(number, f"viking {number}", "en-GB") for number in range(1, 9))
KEY = "lofoten"


def first_seat_ahead(game: object, state: object, *, salt: str) -> tuple[float, ...]:  # noqa: ARG001
    """Win probabilities that favour the first seat."""
    return (0.7, 0.3)


@pytest.fixture(autouse=True)
def fixed_win_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjudication, "win_probabilities", first_seat_ahead)


async def sign_on(tables: TableFixture, number: int, pace: str | None = None) -> None:
    for actor in PEOPLE[:number]:
        await leagues.sign_on(tables.service, KEY, actor, server=SERVER, channel=CHANNEL, pace=pace)


async def divisions(tables: TableFixture, status: db.cups.Status = "running") -> list[list[int]]:
    """The user ids of each division."""
    every = await db.cups.list_divisions(tables.store, SERVER, KEY)
    return [
        [one.person for one in await db.cups.list_entrants(tables.store, each.code)]
        for each in every
        if each.status == status
    ]


async def test_it_begins_on_the_first_when_enough_have_signed_on(tables: TableFixture) -> None:
    await sign_on(tables, 4)
    assert await divisions(tables) == []
    await tables.advance_to("2026-07-31T23:59")
    assert await divisions(tables) == []
    await tables.advance_to("2026-08-01T00:01")
    assert await divisions(tables) == [[1, 2, 3, 4]]
    for person in PEOPLE[:4]:
        games = await db.players.list_games(tables.store, person.id)
        assert [game.rated for game in games if game.status == "running"] == [True] * 3


async def test_too_few_wait_for_the_next_month(tables: TableFixture) -> None:
    await sign_on(tables, 3)
    await tables.advance_to("2026-08-01T00:01")
    assert await divisions(tables) == []
    await leagues.sign_on(tables.service, KEY, PEOPLE[3], server=SERVER, channel=CHANNEL, pace=None)
    await tables.advance_to("2026-09-01T00:01")
    assert await divisions(tables) == [[1, 2, 3, 4]]


async def test_what_is_not_over_is_decided_and_the_next_month_begins(tables: TableFixture) -> None:
    await sign_on(tables, 4)
    await tables.advance_to("2026-08-01T00:01")
    (division,) = await db.cups.list_divisions(tables.store, SERVER, KEY)
    timer = await db.timers.find(tables.store, f"league {SERVER} {KEY}")
    assert timer is not None
    tables.clock.at = timer.due
    await leagues.start_month(tables.service, timer)
    over = await db.cups.find(tables.store, division.code)
    assert over is not None
    assert over.status == "over"
    games = await db.games.find_many(tables.store, await db.cups.seats_by_game(tables.store, division.code))
    assert {(game.status, (game.outcome or {})["reason"]) for game in games.values()} == {
        ("over", "adjudicated")
    }
    for code in games:
        verdict = await verify.verify_game(tables.store, GAMES, code)
        assert verdict is not None
        assert verdict.flaws == ()
    (standings,) = await cup_games.load_standings(tables.store, division)
    assert sum(line.halves for line in standings.lines) == 2 * len(games)
    assert await divisions(tables) == [[1, 2, 3, 4]]


async def test_one_goes_up_and_one_goes_down(tables: TableFixture) -> None:
    await sign_on(tables, 8)
    await tables.advance_to("2026-08-01T00:01")
    upper, lower = await db.cups.list_divisions(tables.store, SERVER, KEY)
    assert await divisions(tables) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    for division in (upper, lower):
        for game, (one, other) in (await db.cups.seats_by_game(tables.store, division.code)).items():
            loser = max(one.person, other.person)
            await tables.resign(game, PEOPLE[loser - 1])
    assert await divisions(tables, "over") == [[1, 2, 3, 4], [5, 6, 7, 8]]
    await tables.advance_to("2026-09-01T00:01")
    assert [sorted(each) for each in await divisions(tables)] == [[1, 2, 3, 5], [4, 6, 7, 8]]


async def test_who_signs_off_plays_this_month_and_no_other(tables: TableFixture) -> None:
    await sign_on(tables, 5)
    await tables.advance_to("2026-08-01T00:01")
    await leagues.sign_off(tables.service, KEY, 5, server=SERVER)
    assert await divisions(tables) == [[1, 2, 3, 4, 5]]
    with pytest.raises(Denied) as refused:
        await leagues.sign_off(tables.service, KEY, 5, server=SERVER)
    assert refused.value.code == "not_signed_on"
    for code in await db.cups.seats_by_game(
        tables.store, (await db.cups.list_divisions(tables.store, SERVER, KEY))[0].code
    ):
        seated = (await tables.snapshot(code)).players
        await tables.resign(code, PEOPLE[(seated[0].person or 1) - 1])
    await tables.advance_to("2026-09-01T00:01")
    assert [sorted(each) for each in await divisions(tables)] == [[1, 2, 3, 4]]


async def test_a_restart_in_the_midst_of_it_begins_no_month_twice(tables: TableFixture) -> None:
    await sign_on(tables, 4)
    timer = await db.timers.find(tables.store, f"league {SERVER} {KEY}")
    assert timer is not None
    await tables.advance_to("2026-08-01T00:01")
    await leagues.start_month(tables.service, timer)
    assert await divisions(tables) == [[1, 2, 3, 4]]
    assert len(await db.players.list_games(tables.store, 1)) == 3


async def test_who_plays_too_much_already_does_not_play_this_month(tables: TableFixture) -> None:
    await sign_on(tables, 5)
    await tables.advance_to("2026-07-31T12:00")
    for _ in range(MAX_GAMES_PER_USER - 4):
        await tables.open_lobby(PEOPLE[4])
    await tables.advance_to("2026-08-01T00:01")
    assert await divisions(tables) == [[1, 2, 3, 4]]


async def test_a_month_that_an_older_version_started_is_decided_and_the_next_begins(
    tables: TableFixture,
) -> None:
    """The rows of a running league are written as they are stored, not by today's functions."""
    month, members = month_at(tables.service.now()), PEOPLE[:4]
    games = {await tables.start_game(*pair): pair for pair in combinations(members, 2)}
    league = f"{SERVER}, '{KEY}'"
    payload = f'{{"server"\\: {SERVER}, "key"\\: "{KEY}"}}'
    stored = {
        "leagues (server, key, channel, pace, created)": [f"{league}, {CHANNEL}, 'slow', 1"],
        "league_members (server, key, person, joined)": [f"{league}, {one.id}, 1" for one in members],
        "cups (server, key, code, channel, pace, size, status, created, started, month, division)": [
            f"{league}, 'CCCCC', {CHANNEL}, 'slow', 4, 'running', 1, 1, {month.start}, 1"
        ],
        "cup_entrants (cup, person, joined)": [f"'CCCCC', {one.id}, 1" for one in members],
        "cup_seats (game, seat, cup, person)": [
            f"'{game}', {seat}, 'CCCCC', {one.id}"
            for game, pair in games.items()
            for seat, one in enumerate(pair)
        ],
        "timers (key, kind, payload, due, attempts, claimed_until)": [
            f"'league {SERVER} {KEY}', 'league', '{payload}', {month.until}, 0, 0"
        ],
    }
    async with tables.store.write() as tx:
        for table, rows in stored.items():
            for row in rows:
                await tx.execute(text(f"INSERT INTO {table} VALUES ({row})"))
    await tables.advance_to("2026-08-01T00:01")
    old = await db.cups.find(tables.store, "CCCCC")
    assert old is not None
    assert old.status == "over"
    new = await db.cups.list_divisions(tables.store, SERVER, KEY, month.until)
    assert [(one.division, one.status, one.size) for one in new] == [(1, "running", 4)]


def test_of_those_who_are_level_the_stronger_comes_first() -> None:
    level = [CupLine(1, person, 2, 4, 1, 1, struck=False) for person in (1, 2)]
    last = CupLine(3, 3, 0, 0, 1, 1, struck=False)
    ordered = leagues.by_place([last, *level], {1: 20.0, 2: 30.0, 3: 40.0})
    assert [line.user_id for line in ordered] == [2, 1, 3]


@pytest.mark.parametrize("away", [False, True])
async def test_who_left_a_game_to_the_caretaker_comes_behind(tables: TableFixture, away: bool) -> None:
    code = await tables.start_game(PEOPLE[0], PEOPLE[1])
    if away:
        async with tables.store.write() as tx:
            await caretaker.hand_over(tx, await tables.service.load(tx, code), 0, reason="vote")
    await adjudication.adjudicate(tables.service, code)
    outcome = (await tables.snapshot(code)).outcome()
    assert outcome is not None
    assert outcome.ranking == (((1,), (0,)) if away else ((0,), (1,)))


async def test_time_decides_at_a_table_without_a_clock_too(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await tables.start_game(PEOPLE[0], PEOPLE[1], pace="none")
    (slow,) = (await tables.snapshot(code)).owing_seats()
    await tables.advance(10 * DAY)
    for _ in range(2):
        await tables.finish_turn(code)
    slow_seat_ahead = (0.7, 0.3) if slow == 0 else (0.3, 0.7)
    monkeypatch.setattr(adjudication, "win_probabilities", lambda *_, salt: slow_seat_ahead)  # noqa: ARG005
    await adjudication.adjudicate(tables.service, code)
    assert (await tables.final_outcome(code)).ranking == ((1 - slow,), (slow,))


async def test_a_game_that_goes_on_while_it_is_judged_is_judged_again(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await tables.start_game(PEOPLE[0], PEOPLE[1])
    judged = list[int]()

    async def move_meanwhile(work: Any) -> Any:
        judged.append((await tables.snapshot(code)).row.ply)
        if len(judged) < 3:
            await tables.play_last_move(code, PEOPLE)
        return work()

    monkeypatch.setattr(tables.service, "run_in_worker", move_meanwhile)
    await adjudication.adjudicate(tables.service, code)
    assert len(set(judged)) == 3
    assert (await tables.final_outcome(code)).ranking == ((0,), (1,))


async def test_it_needs_a_clock_and_everybody_signs_on_once(tables: TableFixture) -> None:
    with pytest.raises(Denied) as refused:
        await sign_on(tables, 1, "none")
    assert refused.value.code == "league_needs_clock"
    await sign_on(tables, 1)
    with pytest.raises(Denied) as refused:
        await sign_on(tables, 1)
    assert refused.value.code == "signed_on_already"


async def test_who_is_erased_has_not_signed_on(tables: TableFixture) -> None:
    await sign_on(tables, 4)
    async with tables.store.write() as tx:
        await db.privacy.erase_user(tx, 2)
    assert [one.person for one in await db.leagues.list_members(tables.store, SERVER, KEY)] == [1, 3, 4]


def test_far_more_time_than_the_quickest_comes_behind() -> None:
    assert adjudication.slow_seats({0: 2 * DAY, 1: 5 * DAY}, {}) == {1}
    assert adjudication.slow_seats({0: 3 * DAY, 1: 5 * DAY}, {}) == frozenset()
    assert adjudication.slow_seats({0: HOUR, 1: 10 * HOUR}, {}) == frozenset()
    assert adjudication.slow_seats({0: 2 * DAY, 1: 5 * DAY}, {1: 5 * DAY}) == frozenset(), "within the pace"


def test_places_are_by_time_then_by_the_estimate() -> None:
    assert adjudication.ranking_by_chances(frozenset(), (0.2, 0.5, 0.3)) == ((1,), (2,), (0,))
    assert adjudication.ranking_by_chances(frozenset({1}), (0.2, 0.5, 0.3)) == ((2,), (0,), (1,))


async def test_time_used_runs_from_the_move_before_and_until_now(tables: TableFixture) -> None:
    code = await tables.start_game(PEOPLE[0], PEOPLE[1])
    first = (await tables.snapshot(code)).seat_of(await tables.user_to_move(code))
    assert first is not None
    tables.clock.at += 3 * HOUR
    while await tables.user_to_move(code) == PEOPLE[first].id:
        await tables.play_last_move(code, PEOPLE)
    tables.clock.at += 5 * HOUR
    snapshot = await tables.snapshot(code)
    log = await db.entries.read_effective_log(tables.store, code)
    used = adjudication.time_used(
        log, {0: Availability(), 1: Availability()}, frozenset(snapshot.owing_seats()), tables.clock.at
    )
    assert used == {first: 3 * HOUR, 1 - first: 5 * HOUR}


def test_nobodys_night_counts_as_time_used() -> None:
    evening, morning = moment("2026-07-14 22:00"), moment("2026-07-15 09:00")
    entry = db.Entry(
        game="", ply=1, seat=None, person=None, kind="setup", by=None, text="", barrier=True,
        back_to=None, interaction_id=None, state_hash="", at=evening,
    )  # fmt: skip
    moved = replace(entry, ply=2, seat=0, kind="move", at=morning)
    sleeps = Availability(ZoneInfo("UTC"), (23 * 60, 8 * 60))
    used = adjudication.time_used([entry, moved], {0: sleeps, 1: Availability()}, frozenset({1}), morning)
    assert used == {0: 2 * HOUR, 1: 0}


async def test_a_paused_game_is_decided_too_and_stays_over_when_the_pause_would_end(
    tables: TableFixture,
) -> None:
    first, second = PEOPLE[:2]
    code = await tables.start_game(first, second, pace="slow", rated=True)
    await tables.advance(DAY)
    await pause.ask_to_pause(tables.service, code, first, 5)
    (vote,) = await db.votes.list_open(tables.store, code)
    await votes.cast_vote(tables.service, code, vote.id, second, "yes")
    await tables.advance(4 * DAY)
    await adjudication.adjudicate(tables.service, code)
    assert (await tables.snapshot(code)).is_over
    await tables.advance(2 * DAY)
    assert (await tables.snapshot(code)).is_over
    assert await db.votes.list_open(tables.store, code) == ()
