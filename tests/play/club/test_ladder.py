"""Ladders: joining, challenges and their answers, climbing, and what happens to idle members.

Covers `bot/play/notify/ladder_games.py`.
"""

import pytest

import db
from bot.play.account import preferences, privacy
from bot.play.clock import absences
from bot.play.club import ladder
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import ending, votes
from db.clock import DAY, HOUR
from tests.play.table_fixture import CHANNEL, SERVER, TableFixture

A, B, C, D, E = PEOPLE = tuple(Actor(number, f"viking {number}", "en-GB") for number in range(1, 6))
KEY = "lofoten"


async def join(tables: TableFixture, *actors: Actor) -> None:
    for actor in actors:
        await ladder.join(tables.service, KEY, actor, server=SERVER, channel=CHANNEL, pace="slow")


async def challenge(tables: TableFixture, actor: Actor, rival: Actor) -> db.LadderChallenge:
    return await ladder.challenge(tables.service, KEY, actor, rival.id, server=SERVER)


async def start_duel(tables: TableFixture, actor: Actor, rival: Actor) -> GameSnapshot:
    opened = await challenge(tables, actor, rival)
    return await ladder.accept(tables.service, opened.id, rival)


async def order(tables: TableFixture) -> list[int]:
    return [one.person for one in await db.ladder.list_members(tables.store, SERVER, KEY)]


async def test_newcomers_start_at_the_bottom(tables: TableFixture) -> None:
    await join(tables, A, B, C)
    assert await order(tables) == [A.id, B.id, C.id]
    with pytest.raises(Denied, match="on_ladder_already"):
        await join(tables, B)
    await ladder.leave(tables.service, KEY, B.id, server=SERVER)
    await join(tables, B)
    assert await order(tables) == [A.id, C.id, B.id]


async def test_strangers_to_a_ladder_neither_challenge_nor_leave(tables: TableFixture) -> None:
    await join(tables, A, B)
    with pytest.raises(Denied, match="not_on_ladder"):
        await challenge(tables, C, B)
    with pytest.raises(Denied, match="not_on_ladder"):
        await ladder.leave(tables.service, KEY, C.id, server=SERVER)


async def test_a_ladder_needs_a_clock_because_its_games_are_rated(tables: TableFixture) -> None:
    with pytest.raises(Denied, match="ladder_needs_clock"):
        await ladder.join(tables.service, KEY, A, server=SERVER, channel=CHANNEL, pace="none")


async def test_an_accepted_challenge_starts_a_rated_duel_and_a_win_climbs(tables: TableFixture) -> None:
    await join(tables, A, B, C, D)
    game = await start_duel(tables, D, B)
    assert (game.row.rated, game.row.pace, game.row.ladder) == (True, "slow", True)
    assert {player.person for player in game.players} == {B.id, D.id}
    await tables.resign(game.code, B)
    assert await order(tables) == [A.id, D.id, B.id, C.id]
    codes = [post.payload["code"] for post in await tables.take_posts("notice")]
    assert codes == ["climbed"]


async def test_a_lost_challenge_changes_nothing(tables: TableFixture) -> None:
    await join(tables, A, B)
    game = await start_duel(tables, B, A)
    await tables.resign(game.code, B)
    assert await order(tables) == [A.id, B.id]


async def test_a_game_without_a_winner_changes_nothing(tables: TableFixture) -> None:
    await join(tables, A, B)
    game = await start_duel(tables, B, A)
    await ending.ask_to_end(tables.service, game.code, A)
    (vote,) = await db.votes.list_open(tables.store, game.code)
    await votes.cast_vote(tables.service, game.code, vote.id, B, "yes")
    assert await order(tables) == [A.id, B.id]


async def test_other_games_of_members_do_not_move_them(tables: TableFixture) -> None:
    await join(tables, A, B)
    code = await tables.start_game(A, B, pace="slow", rated=True)
    await tables.resign(code, A)
    assert await order(tables) == [A.id, B.id]


async def test_only_players_up_to_three_rungs_above_are_in_reach(tables: TableFixture) -> None:
    await join(tables, *PEOPLE)
    for rival in (A, E):
        with pytest.raises(Denied, match="not_in_reach"):
            await challenge(tables, E, rival)
    with pytest.raises(Denied, match="not_in_reach"):
        await challenge(tables, A, B)
    assert (await challenge(tables, E, B)).rival == B.id


async def test_one_challenge_and_one_game_at_a_time(tables: TableFixture) -> None:
    await join(tables, A, B, C)
    opened = await challenge(tables, C, A)
    with pytest.raises(Denied, match="challenges_already"):
        await challenge(tables, C, B)
    with pytest.raises(Denied, match="challenged_already"):
        await challenge(tables, B, A)
    await ladder.accept(tables.service, opened.id, A)
    with pytest.raises(Denied, match="ladder_game_first"):
        await challenge(tables, B, A)


async def test_a_declined_player_is_left_in_peace_for_a_week(tables: TableFixture) -> None:
    await join(tables, A, B)
    opened = await challenge(tables, B, A)
    await ladder.decline(tables.service, opened.id, A)
    with pytest.raises(Denied, match="challenged_lately"):
        await challenge(tables, B, A)
    with pytest.raises(Denied, match="challenge_over"):
        await ladder.accept(tables.service, opened.id, A)
    await tables.advance(7 * DAY)
    await challenge(tables, B, A)


async def test_nobody_else_answers_a_challenge(tables: TableFixture) -> None:
    await join(tables, A, B, C)
    opened = await challenge(tables, B, A)
    for other in (B, C):
        with pytest.raises(Denied, match="not_your_challenge"):
            await ladder.accept(tables.service, opened.id, other)
    with pytest.raises(Denied, match="not_your_challenge"):
        await ladder.decline(tables.service, opened.id, C)


async def test_a_challenge_expires_without_effect(tables: TableFixture) -> None:
    await join(tables, A, B)
    opened = await challenge(tables, B, A)
    await tables.advance(5 * DAY)
    closed = await db.ladder.find_challenge(tables.store, opened.id)
    assert closed is not None
    assert closed.result == "expired"
    assert await order(tables) == [A.id, B.id]


async def test_days_away_do_not_count_while_a_challenge_waits(tables: TableFixture) -> None:
    await join(tables, A, B)
    await preferences.update_preferences(tables.service, A, zone="UTC", sleep=None)
    await absences.declare_absence(tables.service, A, 6)
    opened = await challenge(tables, B, A)
    assert opened.closes == tables.clock.at + 11 * DAY
    (card,) = await tables.take_posts("ladder_challenge")
    assert card.not_before == tables.clock.at + 6 * DAY


async def test_idle_members_drift_down_and_leave_at_last(tables: TableFixture) -> None:
    await join(tables, A, B, C)
    await tables.advance(29 * DAY)
    game = await start_duel(tables, C, B)
    await tables.resign(game.code, C)
    await tables.advance(6 * DAY)  # the fifth week: only A has not played for a month
    assert await order(tables) == [B.id, A.id, C.id]
    await tables.advance(7 * DAY)
    assert await order(tables) == [B.id, C.id, A.id]
    await tables.advance(52 * DAY)
    assert A.id not in await order(tables)


async def test_who_plays_does_not_drift(tables: TableFixture) -> None:
    await join(tables, A, B, C)
    await preferences.update_preferences(tables.service, A, zone="UTC")
    await tables.advance(27 * DAY)
    await start_duel(tables, B, A)
    await tables.advance(2 * DAY)
    assert (await order(tables))[:2] == [A.id, B.id]


async def test_leaving_ends_the_challenges_of_a_member(tables: TableFixture) -> None:
    await join(tables, A, B)
    await challenge(tables, B, A)
    await ladder.leave(tables.service, KEY, A.id, server=SERVER)
    assert await db.ladder.list_challenges(tables.store, SERVER, KEY) == ()


async def test_an_erased_member_leaves_the_ladder_and_a_running_game_ends_without_them(
    tables: TableFixture,
) -> None:
    await join(tables, A, B, C)
    game = await start_duel(tables, B, A)
    await privacy.erase_user(tables.service, A.id)
    assert await order(tables) == [B.id, C.id]
    await tables.advance(HOUR)
    await tables.resign(game.code, B)
    assert await order(tables) == [B.id, C.id]
