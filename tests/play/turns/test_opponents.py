"""Computer opponents take seats, make room for players and play their turns; such games are unrated.

Covers `bot/views/worker_pool.py`.
"""

import asyncio
import signal

import pytest

import db
from bot.play.core.refusals import Denied
from bot.play.history.verify import verify_game
from bot.play.lobby import lobby
from bot.play.turns import opponents
from db.clock import MINUTE
from db.users import COMPUTER_MARK
from rules import GAMES
from tests.fork_server import start_process
from tests.play.table_fixture import ASTRID, BJORN, TableFixture
from tests.play.worker_process import die_in_worker_pool

PROCESS_TIMEOUT_S = 120


async def start_with_opponents(
    tables: TableFixture, game: str, level: str = "apprentice", number: int = 1
) -> str:
    code = await tables.open_lobby(ASTRID, game=game, computer_opponents=(level, number))
    await lobby.start(tables.service, code, ASTRID.id, interaction_id=tables.next_interaction_id())
    return code


@pytest.mark.parametrize("key", GAMES)
async def test_one_person_and_an_opponent_play_without_anybody_else(tables: TableFixture, key: str) -> None:
    code = await start_with_opponents(tables, key)
    for _ in range(12):
        snapshot = await tables.snapshot(code)
        if 0 in snapshot.owing_seats():
            await tables.play_last_move(code, (ASTRID,))
        else:
            await tables.advance(MINUTE)
    log = await db.entries.read_log(tables.store, code)
    by_opponent = [entry for entry in log if entry.kind == "move" and entry.by == "opponent"]
    assert by_opponent
    assert {entry.seat for entry in by_opponent} == {1}
    assert {entry.person for entry in by_opponent} == {None}


async def test_opponents_have_names_of_their_own_with_a_mark(tables: TableFixture) -> None:
    code = await tables.open_lobby(ASTRID, game="shipwrights", computer_opponents=("captain", 3))
    names = (await tables.snapshot(code)).names
    assert names[0] == "Astrid"
    assert len(set(names)) == 4
    assert all(name.endswith(COMPUTER_MARK) for name in names[1:])


async def test_no_more_sit_down_than_there_are_seats(tables: TableFixture) -> None:
    code = await tables.open_lobby(ASTRID, game="lofoten", computer_opponents=("sailor", 4))
    assert len((await tables.snapshot(code)).players) == 2
    with pytest.raises(Denied, match="table_full"):
        await lobby.add_opponent(tables.service, code, ASTRID.id, "sailor")


async def test_whoever_joins_a_full_table_takes_the_place_of_an_opponent(tables: TableFixture) -> None:
    code = await tables.open_lobby(ASTRID, game="lofoten", computer_opponents=("sailor", 1))
    await lobby.join(tables.service, code, BJORN)
    assert (await tables.snapshot(code)).names == ("Astrid", "Bjorn")


async def test_only_the_host_chooses_the_company(tables: TableFixture) -> None:
    code = await tables.open_lobby(ASTRID, BJORN, game="shipwrights")
    with pytest.raises(Denied, match="host_only"):
        await lobby.add_opponent(tables.service, code, BJORN.id, "sailor")
    await lobby.add_opponent(tables.service, code, ASTRID.id, "sailor")
    (seat,) = (await tables.snapshot(code)).opponent_seats
    sent_away = (await tables.snapshot(code)).users[seat].id
    await lobby.dismiss_opponent(tables.service, code, ASTRID.id, sent_away)
    assert not (await tables.snapshot(code)).opponent_seats


async def test_with_an_opponent_the_game_is_not_rated(tables: TableFixture) -> None:
    code = await tables.open_lobby(ASTRID, BJORN, game="shipwrights", pace="slow", rated=True)
    await lobby.add_opponent(tables.service, code, ASTRID.id, "sailor")
    assert not (await tables.snapshot(code)).row.rated
    with pytest.raises(Denied, match="rated_needs_people"):
        await lobby.set_rated(tables.service, code, ASTRID.id, rated=True)


async def test_a_host_who_leaves_does_not_hand_the_table_to_an_opponent(tables: TableFixture) -> None:
    code = await tables.open_lobby(ASTRID, game="shipwrights", computer_opponents=("sailor", 2))
    await lobby.leave(tables.service, code, ASTRID.id)
    assert (await tables.snapshot(code)).row.status == "closed"


async def test_several_opponents_in_a_row_make_one_card(tables: TableFixture) -> None:
    code = await start_with_opponents(tables, "borealis", number=3)
    await tables.take_posts("card")
    while (await tables.snapshot(code)).owing_seats() != {0}:
        snapshot = await tables.snapshot(code)
        await (
            tables.play_last_move(code, (ASTRID,)) if 0 in snapshot.owing_seats() else tables.advance(MINUTE)
        )
    await tables.take_posts("card")
    while (await tables.snapshot(code)).owing_seats() == {0}:
        await tables.play_last_move(code, (ASTRID,))
    while (await tables.snapshot(code)).owing_seats() != {0}:
        await tables.advance(MINUTE)
    assert len(await tables.take_posts("card")) == 1


@pytest.mark.slow
async def test_whoever_is_killed_over_a_thought_leaves_it_to_the_next(tables: TableFixture) -> None:
    """As with kill -9: the turn is played once, after the restart."""
    code = await start_with_opponents(tables, "borealis", number=2)
    while 0 in (await tables.snapshot(code)).owing_seats():
        await tables.play_last_move(code, (ASTRID,))
    before = (await tables.snapshot(code)).row.ply
    due = await db.timers.next_due(tables.store)
    assert due is not None
    url = tables.store.engine.url.render_as_string(hide_password=False)
    child = start_process(die_in_worker_pool, url, due)
    await asyncio.to_thread(child.join, PROCESS_TIMEOUT_S)
    assert child.exitcode == -signal.SIGKILL
    assert (await tables.snapshot(code)).row.ply == before
    await tables.advance(5 * MINUTE)
    snapshot = await tables.snapshot(code)
    assert snapshot.owing_seats() == {0}
    log = [entry for entry in await db.entries.read_log(tables.store, code) if entry.ply > before]
    assert [entry.ply for entry in log] == list(range(before + 1, snapshot.row.ply + 1))
    assert {entry.seat for entry in log if entry.by == "opponent"} == {1, 2}
    verdict = await verify_game(tables.store, GAMES, code)
    assert verdict is not None
    assert verdict.is_valid


async def test_what_was_played_counts_for_the_opponent_too(tables: TableFixture) -> None:
    code = await start_with_opponents(tables, "lofoten")
    for _ in range(4):
        while 0 in (await tables.snapshot(code)).owing_seats():
            await tables.play_last_move(code, (ASTRID,))
        await tables.advance(MINUTE)
    await tables.resign(code, ASTRID)
    mine, theirs = await db.results.list_for_game(tables.store, code)
    assert theirs.person in opponents.OPPONENTS_BY_ID
    assert (mine.place, theirs.place) == (2, 1)
    assert theirs.share == 1.0
    assert not mine.rated
