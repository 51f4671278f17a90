"""Cups start when full, all games at once; absent players do not block them; the last game ends them.

Covers `bot/play/notify/cup_games.py`.
"""

import pytest

import db
from bot.play.club import cups
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.notify import cup_games
from db.clock import DAY
from tests.play.table_fixture import CHANNEL, SERVER, TableFixture

pytestmark = pytest.mark.usefixtures("random_caretaker")

PEOPLE = tuple(Actor(number, f"viking {number}", "en-GB") for number in range(1, 9))
ASTRID, BJORN, CARA, *_ = PEOPLE


async def open_cup(tables: TableFixture, key: str, size: int, pace: str | None = None) -> db.Cup:
    return await cups.open_cup(
        tables.service, key, ASTRID, server=SERVER, channel=CHANNEL, size=size, pace=pace
    )


async def fill_cup(tables: TableFixture, key: str, size: int, pace: str | None = None) -> db.Cup:
    cup = await open_cup(tables, key, size, pace)
    for actor in PEOPLE[1:size]:
        cup = await cups.enter(tables.service, cup.code, actor)
    return cup


async def games_of(tables: TableFixture, cup: db.Cup) -> dict[str, db.Game]:
    return await db.games.find_many(tables.store, await db.cups.seats_by_game(tables.store, cup.code))


async def resign_game(tables: TableFixture, cup: db.Cup, loser: Actor, winner: Actor) -> None:
    """Resign the game of these two for the loser."""
    for code, seated in (await db.cups.seats_by_game(tables.store, cup.code)).items():
        if {one.person for one in seated} == {loser.id, winner.id}:
            await tables.resign(code, loser)


async def points_by_user(tables: TableFixture, cup: db.Cup) -> dict[int, float]:
    (standings,) = await cup_games.load_standings(tables.store, cup)
    return {line.user_id: line.halves / 2 for line in standings.lines}


async def reload_cup(tables: TableFixture, cup: db.Cup) -> db.Cup:
    found = await db.cups.find(tables.store, cup.code)
    assert found is not None
    return found


async def test_a_cup_starts_by_itself_when_it_is_full(tables: TableFixture) -> None:
    cup = await open_cup(tables, "lofoten", 4)
    for actor in PEOPLE[1:3]:
        cup = await cups.enter(tables.service, cup.code, actor)
    assert (cup.status, await games_of(tables, cup)) == ("gathering", {})
    cup = await cups.enter(tables.service, cup.code, PEOPLE[3])
    assert cup.status == "running"
    games = await games_of(tables, cup)
    assert len(games) == 6
    assert {(game.status, game.rated, game.pace) for game in games.values()} == {("running", True, "slow")}
    with pytest.raises(Denied) as refused:
        await cups.enter(tables.service, cup.code, PEOPLE[4])
    assert refused.value.code == "cup_started"


async def test_games_of_more_than_two_are_played_in_pods(tables: TableFixture) -> None:
    games = await games_of(tables, cup := await fill_cup(tables, "borealis", 8, "fast"))
    assert len(games) == 14
    assert {len(seated) for seated in (await db.cups.seats_by_game(tables.store, cup.code)).values()} == {4}


async def test_who_is_at_many_tables_cannot_join(tables: TableFixture) -> None:
    for _ in range(9):
        await tables.open_lobby(ASTRID)
    with pytest.raises(Denied) as refused:
        await open_cup(tables, "lofoten", 8)
    assert (refused.value.code, refused.value.values) == ("too_many_for_cup", {"n": 9, "more": 7, "most": 15})


async def test_a_cup_has_a_clock(tables: TableFixture) -> None:
    with pytest.raises(Denied) as refused:
        await open_cup(tables, "lofoten", 4, "none")
    assert refused.value.code == "cup_needs_clock"


@pytest.mark.parametrize(("key", "size"), [("lofoten", 2), ("lofoten", 9), ("chess", 4)])
async def test_a_cup_has_a_known_game_and_three_to_eight_players(
    tables: TableFixture, key: str, size: int
) -> None:
    with pytest.raises(Denied, match="not_a_choice"):
        await open_cup(tables, key, size)


async def test_the_last_game_closes_it(tables: TableFixture) -> None:
    cup = await fill_cup(tables, "lofoten", 3)
    await resign_game(tables, cup, loser=BJORN, winner=ASTRID)
    await resign_game(tables, cup, loser=CARA, winner=ASTRID)
    assert (await reload_cup(tables, cup)).status == "running"
    assert await tables.take_posts("cup_over") == []
    await resign_game(tables, cup, loser=BJORN, winner=CARA)
    assert (await reload_cup(tables, cup)).status == "over"
    assert await points_by_user(tables, cup) == {ASTRID.id: 2, CARA.id: 1, BJORN.id: 0}
    assert len(await tables.take_posts("cup_over")) == 1


async def test_who_withdraws_late_keeps_what_they_won_and_loses_the_rest(tables: TableFixture) -> None:
    cup = await fill_cup(tables, "lofoten", 3)
    await resign_game(tables, cup, loser=BJORN, winner=ASTRID)
    assert await cups.withdraw(tables.service, cup.code, ASTRID.id)
    assert await points_by_user(tables, cup) == {ASTRID.id: 1, CARA.id: 1, BJORN.id: 0}
    with pytest.raises(Denied) as refused:
        await cups.withdraw(tables.service, cup.code, ASTRID.id)
    assert refused.value.code == "withdrawn_already"
    await resign_game(tables, cup, loser=CARA, winner=BJORN)
    assert (await reload_cup(tables, cup)).status == "over"


async def test_who_withdraws_early_is_struck_and_nobody_gains(tables: TableFixture) -> None:
    cup = await fill_cup(tables, "lofoten", 4)
    await resign_game(tables, cup, loser=CARA, winner=ASTRID)
    assert not await cups.withdraw(tables.service, cup.code, CARA.id)
    assert set((await points_by_user(tables, cup)).values()) == {0}
    lines = (await cup_games.load_standings(tables.store, cup))[0].lines
    assert (lines[-1].user_id, lines[-1].struck) == (CARA.id, True)
    over = [game for game in (await games_of(tables, cup)).values() if game.status == "over"]
    assert len(over) == 3


@pytest.mark.slow
async def test_nobody_holds_a_cup_up(tables: TableFixture) -> None:
    """Without any move, clocks run out, the caretaker plays on, and the cup ends."""
    cup = await fill_cup(tables, "lofoten", 3, "live")
    await tables.advance(60 * DAY)
    assert (await reload_cup(tables, cup)).status == "over"
    assert sum((await points_by_user(tables, cup)).values()) == 3


async def test_one_that_does_not_fill_is_closed(tables: TableFixture) -> None:
    cup = await open_cup(tables, "lofoten", 4)
    await tables.advance(cups.OPEN_FOR_MS - DAY)
    assert (await reload_cup(tables, cup)).status == "gathering"
    await tables.advance(2 * DAY)
    assert (await reload_cup(tables, cup)).status == "closed"
    with pytest.raises(Denied) as refused:
        await cups.enter(tables.service, cup.code, BJORN)
    assert refused.value.code == "cup_closed"


async def test_one_that_everybody_leaves_is_closed(tables: TableFixture) -> None:
    cup = await open_cup(tables, "lofoten", 4)
    with pytest.raises(Denied, match="not_in_cup"):
        await cups.leave(tables.service, cup.code, BJORN.id)
    await cups.leave(tables.service, cup.code, ASTRID.id)
    assert (await reload_cup(tables, cup)).status == "closed"


async def test_who_is_erased_leaves_a_cup_that_gathers_and_is_a_ghost_in_one_that_runs(
    tables: TableFixture,
) -> None:
    running = await fill_cup(tables, "lofoten", 3)
    gathers = await open_cup(tables, "borealis", 4)
    await cups.enter(tables.service, gathers.code, BJORN)
    async with tables.store.write() as tx:
        ghost = await db.privacy.erase_user(tx, ASTRID.id)
    assert [one.person for one in await db.cups.list_entrants(tables.store, gathers.code)] == [BJORN.id]
    assert ghost in [one.person for one in await db.cups.list_entrants(tables.store, running.code)]
    assert await points_by_user(tables, running) == {ghost: 0, BJORN.id: 0, CARA.id: 0}
