"""Processes that take days, from beginning to end, with restarts of the bot in between."""

from pathlib import Path

import pytest

import db
from bot.play.account import preferences
from bot.play.core.authorization import Actor
from bot.play.history.verify import verify_game
from bot.play.turns import caretaker, substitutes, undo, votes
from bot.standings.recompute import recompute_all
from db.clock import HOUR
from db.restore import restore
from rules import GAMES
from tests.manual_clock import HandClock, moment
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, SERVER, TableFixture

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

EIRA = Actor(9, "Eira", "en-GB")


def restart(tables: TableFixture) -> None:
    """Start another process, which knows nothing but the database."""
    tables.use_store(tables.store)


async def test_a_substitute_plays_on_and_answers_for_their_own_moves_only(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow")
    await tables.play_random_turns(code, (ASTRID, BJORN), 2)
    seat = min((await tables.snapshot(code)).owing_seats())
    async with tables.store.write() as tx:
        await substitutes.ask_for_substitute(tx, await tables.service.load(tx, code), seat)
    (looking,) = await db.votes.list_open(tables.store, code)
    restart(tables)
    await substitutes.take_seat(tables.service, code, looking.id, EIRA, server=SERVER, interaction_id=900)
    people = [ASTRID, BJORN]
    people[seat] = EIRA
    restart(tables)
    await tables.play_random_turns(code, people, 2)
    await tables.resign(code, people[1 - seat])
    log = [entry for entry in await db.entries.read_effective_log(tables.store, code) if entry.kind == "move"]
    chosen = [entry for entry in log if entry.seat == seat and entry.by != "forced"]
    own = [entry for entry in chosen if entry.person == EIRA.id]
    assert 0 < len(own) < len(chosen)
    results = await db.results.list_for_game(tables.store, code)
    assert results[seat].person == EIRA.id
    assert results[seat].share == len(own) / len(chosen)
    assert results[1 - seat].share == 1
    assert (await recompute_all(tables.store, GAMES)).results_changed == 0


async def test_who_comes_back_from_the_caretaker_counts_by_what_they_played(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow", rated=True)
    await tables.play_random_turns(code, (ASTRID, BJORN), 2)
    seat = min((await tables.snapshot(code)).owing_seats())
    async with tables.store.write() as tx:
        await caretaker.hand_over(tx, await tables.service.load(tx, code), seat, reason="vote")
    restart(tables)
    await tables.advance(HOUR)
    await caretaker.reclaim(tables.service, code, (ASTRID, BJORN)[seat], interaction_id=901)
    await tables.play_random_turns(code, (ASTRID, BJORN), 2)
    await tables.resign(code, (ASTRID, BJORN)[1 - seat])
    log = [entry for entry in await db.entries.read_effective_log(tables.store, code) if entry.kind == "move"]
    chosen = [entry for entry in log if entry.seat == seat and entry.by != "forced"]
    kept = [entry for entry in chosen if entry.by == "caretaker"]
    assert 0 < len(kept) < len(chosen)
    share = (await db.results.list_for_game(tables.store, code))[seat].share
    assert share == pytest.approx(1 - len(kept) / len(chosen))


async def test_all_agree_to_take_a_move_back_though_skald_starts_again_meanwhile(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")
    await tables.play_random_turns(code, ACTORS, 2)
    snapshot = await tables.snapshot(code)
    mover = ACTORS[next(seat for seat in snapshot.seats if seat not in snapshot.owing_seats())]
    found = await undo.last_own_move(tables.store, snapshot, mover.id)
    assert found is not None
    await undo.ask_to_undo(tables.service, code, mover, found[0].ply)
    (vote,) = await db.votes.list_open(tables.store, code)
    for other in (one for one in ACTORS if one is not mover):
        restart(tables)
        await tables.advance(HOUR)
        await votes.cast_vote(tables.service, code, vote.id, other, "yes")
    log = await db.entries.read_log(tables.store, code)
    assert log[-1].back_to is not None
    assert found[0].ply not in {entry.ply for entry in db.entries.effective_entries(log)}
    verdict = await verify_game(tables.store, GAMES, code)
    assert verdict is not None
    assert verdict.is_valid


async def test_a_finished_game_is_verified_after_a_restore(tables: TableFixture, tmp_path: Path) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow", rated=True)
    await tables.play_random_turns(code, (ASTRID, BJORN), 3)
    await tables.resign(code, BJORN)
    before = (
        await db.results.list_for_game(tables.store, code),
        await db.ratings.list_for_server(tables.store, SERVER),
    )
    await tables.store.backup(tmp_path / "copy.db")
    place = f"sqlite+aiosqlite:///{tmp_path / 'elsewhere.db'}"
    await restore(place, tmp_path / "copy.db")
    async with await db.Store.open(place, clock=HandClock(tables.clock.at)) as store:
        verdict = await verify_game(store, GAMES, code)
        assert verdict is not None
        assert verdict.is_valid
        again = await recompute_all(store, GAMES)
        assert (again.games, again.results_changed, again.ratings_changed) == (1, 0, 0)
        assert (
            await db.results.list_for_game(store, code),
            await db.ratings.list_for_server(store, SERVER),
        ) == before


async def test_a_reminder_waits_for_the_morning_of_the_day_when_clocks_go_forward(
    tables: TableFixture,
) -> None:
    tables.clock.at = moment("2026-03-28T12:00", "Europe/Paris")
    for actor in (ASTRID, BJORN):
        await preferences.update_preferences(tables.service, actor, zone="Europe/Paris")
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    late = await tables.user_to_move(code)
    await tables.take_posts("call")
    reminders = []
    restart(tables)
    for _ in range(3 * 24):
        await tables.advance(HOUR)
        reminders += [
            tables.clock.at for post in await tables.take_posts("call") if post.payload["person"] == late
        ]
    assert reminders
    waking = {
        moment(f"2026-03-{day}T{hour:02}:00", "Europe/Paris")
        for day in range(28, 32)
        for hour in range(9, 24)
    }
    assert set(reminders) <= waking, "each came within the hour before"
