"""Relocation: to another channel at once, to another server by vote; a game counts where it started."""

import pytest

import db
from bot.play.account import privacy
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.lobby import archive, relocation
from bot.play.turns import caretaker, ending, overdue, votes
from bot.standings.recompute import recompute_all
from db.clock import DAY, HOUR
from rules import GAMES
from rules.game import Refusal
from tests.play.table_fixture import ASTRID, BJORN, CARA, SERVER, TableFixture

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

OTHER_SERVER, OTHER_CHANNEL = 71, 710
STRANGER = Actor(9, "Eira", "en-GB")


async def move_to_other_server(tables: TableFixture, code: str, actor: Actor) -> int | None:
    """Ask to move the game to the other server. Returns the server it is on then."""
    snapshot = await relocation.move_to(
        tables.service, code, actor, server=OTHER_SERVER, channel=OTHER_CHANNEL
    )
    return snapshot.row.server


async def test_on_its_own_server_a_game_moves_at_once(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await relocation.move_to(tables.service, code, BJORN, server=SERVER, channel=OTHER_CHANNEL)
    row = (await tables.snapshot(code)).row
    assert (row.server, row.channel, row.standings_server) == (SERVER, OTHER_CHANNEL, SERVER)
    assert await db.votes.list_open(tables.store, code) == ()


async def test_to_another_server_it_goes_when_everybody_agrees(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    assert await move_to_other_server(tables, code, ASTRID) == SERVER
    (vote,) = await db.votes.list_open(tables.store, code)
    with pytest.raises(Denied, match="others_decide"):
        await votes.cast_vote(tables.service, code, vote.id, ASTRID, "yes")
    with pytest.raises(Denied, match="asked_already"):
        await move_to_other_server(tables, code, ASTRID)
    assert await move_to_other_server(tables, code, BJORN) == SERVER
    assert await votes.cast_vote(tables.service, code, vote.id, CARA, "yes")
    row = (await tables.snapshot(code)).row
    assert (row.server, row.channel, row.standings_server) == (OTHER_SERVER, OTHER_CHANNEL, SERVER)


async def test_one_who_does_not_agree_keeps_it_where_it_is(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await move_to_other_server(tables, code, ASTRID)
    (vote,) = await db.votes.list_open(tables.store, code)
    await votes.cast_vote(tables.service, code, vote.id, BJORN, "no")
    assert (await tables.snapshot(code)).row.server == SERVER
    await move_to_other_server(tables, code, ASTRID)
    await tables.advance(DAY)
    assert (await tables.snapshot(code)).row.server == SERVER
    assert await db.votes.list_open(tables.store, code) == ()


async def test_an_archived_game_moves_when_everybody_agrees_and_rests_there(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await archive.archive_server(tables.service, SERVER)
    assert await move_to_other_server(tables, code, ASTRID) == SERVER
    told = [post.payload["person"] for post in await tables.take_posts("private_notice")]
    assert told[-1] == BJORN.id
    assert await move_to_other_server(tables, code, BJORN) == OTHER_SERVER
    assert (await tables.snapshot(code)).row.status == "archived"


async def test_strangers_and_lobbies_do_not_move(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    with pytest.raises(Refusal, match="not_seated"):
        await move_to_other_server(tables, code, STRANGER)
    gathering = await tables.open_lobby(ASTRID, BJORN)
    with pytest.raises(Denied, match="lobby_stays"):
        await move_to_other_server(tables, gathering, ASTRID)


async def test_who_plays_alone_asks_nobody(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, game="explorers")
    assert await move_to_other_server(tables, code, ASTRID) == OTHER_SERVER


async def test_a_rated_game_counts_where_it_started_wherever_it_ends(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow", rated=True)
    await tables.play_random_turns(code, (ASTRID, BJORN), 2)
    await move_to_other_server(tables, code, ASTRID)
    assert await move_to_other_server(tables, code, BJORN) == OTHER_SERVER
    await tables.resign(code, BJORN)
    assert {one.server for one in await db.results.list_for_game(tables.store, code)} == {SERVER}
    written = await db.ratings.list_for_server(tables.store, SERVER)
    assert {one.person for one in written} == {ASTRID.id, BJORN.id}
    assert await db.ratings.list_for_server(tables.store, OTHER_SERVER) == ()
    again = await recompute_all(tables.store, GAMES)
    assert (again.results_changed, again.ratings_changed) == (0, 0)
    assert (await db.results.page_of_finished_games(tables.store, ASTRID.id, server=SERVER, limit=5))[0] == 1


async def test_a_game_that_comes_back_is_at_home(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await move_to_other_server(tables, code, ASTRID)
    await move_to_other_server(tables, code, BJORN)
    for actor in (ASTRID, BJORN):
        await relocation.move_to(tables.service, code, actor, server=SERVER, channel=1)
    row = (await tables.snapshot(code)).row
    assert (row.server, row.home, row.standings_server) == (SERVER, None, SERVER)


# Nobody gets out of a rated game


async def test_with_time_left_nobody_is_asked_about_a_rated_move(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow", rated=True)
    late = min((await tables.snapshot(code)).owing_seats())
    async with tables.store.write() as tx:
        await db.players.update(tx, code, {late: {"bank": 400 * HOUR}})
        await overdue.ask_about_seat(tx, await tables.service.load(tx, code), late)
    assert await db.votes.list_open(tables.store, code) == ()


async def test_at_a_rated_table_nobody_is_asked_about_a_seat_on_its_day_away(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis", pace="live", rated=True)
    late = min((await tables.snapshot(code)).owing_seats())
    await tables.advance(60 * HOUR)
    assert not (await tables.snapshot(code)).players[late].has_caretaker
    assert await db.votes.list_open(tables.store, code) == ()


@pytest.mark.parametrize("kind", ["end", "undo", "move"])
async def test_who_is_away_is_asked_whatever_changes_a_rated_game(tables: TableFixture, kind: str) -> None:
    for rated in (True, False):
        code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis", pace="slow", rated=rated)
        async with tables.store.write() as tx:
            await caretaker.hand_over(tx, await tables.service.load(tx, code), 2, reason="vote")
        assert (CARA.id in votes.voters(await tables.snapshot(code), kind, 0)) == rated


async def test_who_is_away_has_a_say_when_a_rated_game_shall_end(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    away = {ASTRID.id: ASTRID, BJORN.id: BJORN}[await tables.user_to_move(code)]
    there = BJORN if away is ASTRID else ASTRID
    await tables.advance(5 * DAY)
    assert (await tables.player_of(code, away.id)).caretaker_since is not None
    assert not await ending.ask_to_end(tables.service, code, there)
    await tables.advance(DAY)
    assert (await tables.snapshot(code)).is_running
    assert not await ending.ask_to_end(tables.service, code, there)
    await caretaker.reclaim(tables.service, code, away, interaction_id=900)
    (vote,) = await db.votes.list_open(tables.store, code, kind="end")
    assert await votes.cast_vote(tables.service, code, vote.id, away, "yes")
    assert (await tables.snapshot(code)).is_over


async def test_who_is_left_with_somebody_erased_cannot_call_a_rated_game_off(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow", rated=True)
    await privacy.erase_user(tables.service, BJORN.id)
    with pytest.raises(Denied, match="rated_goes_on"):
        await ending.ask_to_end(tables.service, code, ASTRID)
    assert (await tables.snapshot(code)).is_running
