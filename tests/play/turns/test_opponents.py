"""Computer players at a table: they sit down, make room, play on by themselves, and nothing is rated."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.core.refusals import Denied
from bot.play.history.verify import verify_game
from bot.play.lobby import lobby
from bot.play.turns import opponents
from db.clock import MINUTE
from db.users import COMPUTER_MARK
from rules import GAMES
from tests.db.child_processes import start_process
from tests.play.table_fixture import ASTRID, BJORN, TableFixture, open_table_fixture
from tests.play.worker_process import think_and_die

PATIENCE = 120


@pytest.fixture
async def tabletop(tmp_path: Path) -> AsyncIterator[TableFixture]:
    async with open_table_fixture(tmp_path, "2026-03-02 12:00") as opened:
        yield opened


async def begin(tabletop: TableFixture, game: str, level: str = "apprentice", number: int = 1) -> str:
    code = await tabletop.gather(ASTRID, game=game, company=(level, number))
    await lobby.start(tabletop.service, code, ASTRID.id, interaction_id=tabletop.interaction())
    return code


@pytest.mark.parametrize("key", GAMES)
async def test_one_person_and_an_opponent_play_without_anybody_else(tabletop: TableFixture, key: str) -> None:
    code = await begin(tabletop, key)
    for _ in range(12):
        snapshot = await tabletop.snapshot(code)
        if 0 in snapshot.owing_seats():
            await tabletop.act(code, (ASTRID,))
        else:
            await tabletop.go(MINUTE)
    log = await db.entries.read_log(tabletop.store, code)
    by_opponent = [entry for entry in log if entry.kind == "move" and entry.by == "opponent"]
    assert by_opponent
    assert {entry.seat for entry in by_opponent} == {1}
    assert {entry.person for entry in by_opponent} == {None}


async def test_opponents_have_names_of_their_own_with_a_mark(tabletop: TableFixture) -> None:
    code = await tabletop.gather(ASTRID, game="shipwrights", company=("captain", 3))
    names = (await tabletop.snapshot(code)).names
    assert names[0] == "Astrid"
    assert len(set(names)) == 4
    assert all(name.endswith(COMPUTER_MARK) for name in names[1:])


async def test_no_more_sit_down_than_there_are_seats(tabletop: TableFixture) -> None:
    code = await tabletop.gather(ASTRID, game="lofoten", company=("sailor", 4))
    assert len((await tabletop.snapshot(code)).players) == 2
    with pytest.raises(Denied, match="table_full"):
        await lobby.add_opponent(tabletop.service, code, ASTRID.id, "sailor")


async def test_whoever_joins_a_full_table_takes_the_place_of_an_opponent(tabletop: TableFixture) -> None:
    code = await tabletop.gather(ASTRID, game="lofoten", company=("sailor", 1))
    await lobby.join(tabletop.service, code, BJORN)
    assert (await tabletop.snapshot(code)).names == ("Astrid", "Bjorn")


async def test_only_the_host_chooses_the_company(tabletop: TableFixture) -> None:
    code = await tabletop.gather(ASTRID, BJORN, game="shipwrights")
    with pytest.raises(Denied, match="host_only"):
        await lobby.add_opponent(tabletop.service, code, BJORN.id, "sailor")
    await lobby.add_opponent(tabletop.service, code, ASTRID.id, "sailor")
    (seat,) = (await tabletop.snapshot(code)).opponent_seats
    sent_away = (await tabletop.snapshot(code)).users[seat].id
    await lobby.dismiss_opponent(tabletop.service, code, ASTRID.id, sent_away)
    assert not (await tabletop.snapshot(code)).opponent_seats


async def test_with_an_opponent_the_game_is_not_rated(tabletop: TableFixture) -> None:
    code = await tabletop.gather(ASTRID, BJORN, game="shipwrights", pace="slow", rated=True)
    await lobby.add_opponent(tabletop.service, code, ASTRID.id, "sailor")
    assert not (await tabletop.snapshot(code)).row.rated
    with pytest.raises(Denied, match="rated_needs_people"):
        await lobby.set_rated(tabletop.service, code, ASTRID.id, rated=True)


async def test_a_host_who_leaves_does_not_hand_the_table_to_an_opponent(tabletop: TableFixture) -> None:
    code = await tabletop.gather(ASTRID, game="shipwrights", company=("sailor", 2))
    await lobby.leave(tabletop.service, code, ASTRID.id)
    assert (await tabletop.snapshot(code)).row.status == "closed"


async def test_several_opponents_in_a_row_make_one_card(tabletop: TableFixture) -> None:
    code = await begin(tabletop, "borealis", number=3)
    await tabletop.posts("card")
    while (await tabletop.snapshot(code)).owing_seats() != {0}:
        snapshot = await tabletop.snapshot(code)
        await (tabletop.act(code, (ASTRID,)) if 0 in snapshot.owing_seats() else tabletop.go(MINUTE))
    await tabletop.posts("card")
    while (await tabletop.snapshot(code)).owing_seats() == {0}:
        await tabletop.act(code, (ASTRID,))
    while (await tabletop.snapshot(code)).owing_seats() != {0}:
        await tabletop.go(MINUTE)
    assert len(await tabletop.posts("card")) == 1


async def test_whoever_is_killed_over_a_thought_leaves_it_to_the_next(tabletop: TableFixture) -> None:
    """As by kill -9: nothing was played, and what comes after the restart is played once."""
    code = await begin(tabletop, "borealis", number=2)
    while 0 in (await tabletop.snapshot(code)).owing_seats():
        await tabletop.act(code, (ASTRID,))
    before = (await tabletop.snapshot(code)).row.ply
    due = await db.timers.next_due(tabletop.store)
    assert due is not None
    url = tabletop.store.engine.url.render_as_string(hide_password=False)
    child = start_process(think_and_die, url, due)
    await asyncio.to_thread(child.join, PATIENCE)
    assert child.exitcode == -signal.SIGKILL
    assert (await tabletop.snapshot(code)).row.ply == before
    await tabletop.go(5 * MINUTE)
    snapshot = await tabletop.snapshot(code)
    assert snapshot.owing_seats() == {0}
    log = [entry for entry in await db.entries.read_log(tabletop.store, code) if entry.ply > before]
    assert [entry.ply for entry in log] == list(range(before + 1, snapshot.row.ply + 1))
    assert {entry.seat for entry in log if entry.by == "opponent"} == {1, 2}
    verdict = await verify_game(tabletop.store, GAMES, code)
    assert verdict is not None
    assert verdict.is_valid


async def test_what_was_played_counts_for_the_opponent_too(tabletop: TableFixture) -> None:
    code = await begin(tabletop, "lofoten")
    for _ in range(4):
        while 0 in (await tabletop.snapshot(code)).owing_seats():
            await tabletop.act(code, (ASTRID,))
        await tabletop.go(MINUTE)
    await tabletop.resign(code, ASTRID)
    mine, theirs = await db.results.list_for_game(tabletop.store, code)
    assert theirs.person in opponents.OPPONENTS_BY_ID
    assert (mine.place, theirs.place) == (2, 1)
    assert theirs.share == 1.0
    assert not mine.rated
