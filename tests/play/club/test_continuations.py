"""Play on from here: hidden cards are dealt anew, one try each, and nothing counts."""

from random import Random

import pytest

import db
from bot.play.club import continuations
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history.verify import verify_game
from bot.play.turns import resignation
from rules import GAMES
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture, choose_random_move

pytestmark = pytest.mark.usefixtures("random_caretaker")

CHANNEL = 901


async def finished_game(tables: TableFixture, key: str, turns: int = 4) -> GameSnapshot:
    """Play some turns of a game of two, which then ends by resignation."""
    code = await tables.start_game(ASTRID, BJORN, game=key)
    await tables.play_random_turns(code, (ASTRID, BJORN), turns)
    if (await tables.snapshot(code)).is_running:
        await resignation.resign(tables.service, code, ASTRID, interaction_id=tables.next_interaction_id())
    return await tables.snapshot(code)


async def last_ply(tables: TableFixture, source: GameSnapshot) -> int:
    log = await db.entries.read_effective_log(tables.store, source.code)
    return [entry.ply for entry in log if entry.kind in ("setup", "move")][-2]


async def play_on(
    tables: TableFixture, source: GameSnapshot, seat: int = 1
) -> tuple[db.Continuation, GameSnapshot]:
    ply = await last_ply(tables, source)
    made = await continuations.create(tables.service, source, ply, seat, "apprentice")
    return made, await continuations.start(tables.service, made, CARA, channel=CHANNEL)


async def play_to_end(tables: TableFixture, code: str, seat: int) -> None:
    number = 0
    while (snapshot := await tables.snapshot(code)).is_running:
        if seat in snapshot.owing_seats():
            move = choose_random_move(snapshot.game, snapshot.state, seat, salt=str(number)).move
            await tables.play(code, CARA, str(move))
            number += 1
        else:
            await tables.advance(60_000)


@pytest.mark.parametrize("key", GAMES)
async def test_the_seat_sees_the_same_position_and_hidden_cards_are_dealt_anew(
    tables: TableFixture, key: str
) -> None:
    source = await finished_game(tables, key)
    for seat in source.seats:
        made, game = await play_on(tables, source, seat)
        before = await continuations.position_at(tables.service, source, made.ply)
        assert game.game.view(game.state, seat) == game.game.view(before, seat)
        assert game.state.chance.seed != before.chance.seed
        assert (game.row.seed, game.row.rated, game.row.server) == (made.seed, False, None)
        assert game.seat_of(CARA.id) == seat
        assert game.opponent_seats == set(game.seats) - {seat}
        assert game.row.host == CARA.id


@pytest.mark.parametrize("key", GAMES)
async def test_what_the_seat_could_not_know_decides_nothing(tables: TableFixture, key: str) -> None:
    """Non-interference: from another world that the seat cannot tell apart, the same views can be dealt."""
    source = await finished_game(tables, key)
    state = await continuations.position_at(tables.service, source, await last_ply(tables, source))
    game, chance = source.game, Random(3)
    for seat in source.seats:
        other = game.reshuffle(state, seat, chance.randbytes(32))
        for seed in (chance.randbytes(32) for _ in range(3)):
            one, another = (game.reshuffle(each, seat, seed) for each in (state, other))
            assert game.view(one, seat) == game.view(another, seat) == game.view(state, seat)
            assert one.chance == another.chance


@pytest.mark.parametrize("key", GAMES)
async def test_a_try_is_played_to_its_end_and_counts_nowhere(tables: TableFixture, key: str) -> None:
    source = await finished_game(tables, key)
    made, game = await play_on(tables, source)
    await play_to_end(tables, game.code, 1)
    ended = await tables.snapshot(game.code)
    outcome = ended.outcome()
    assert outcome is not None
    results = await db.results.list_for_game(tables.store, game.code)
    assert not any(one.counted for one in results)
    comparison = await continuations.compare(tables.service, made)
    assert comparison.original is None  # It ended by resignation.
    assert [(one.place, one.lead) for one in comparison.standings] == [(1, continuations.lead(outcome, 1))]
    report = await verify_game(tables.store, GAMES, game.code)
    assert report is not None
    assert report.flaws == ()


async def test_each_user_has_one_try_at_the_same_deal(tables: TableFixture) -> None:
    source = await finished_game(tables, "lofoten")
    made, first = await play_on(tables, source)
    second = await continuations.start(tables.service, made, ASTRID, channel=CHANNEL)
    assert first.state == second.state
    with pytest.raises(Denied) as refused:
        await continuations.start(tables.service, made, CARA, channel=CHANNEL)
    assert (refused.value.code, refused.value.values) == ("continued_already", {"code": first.code})


async def test_only_a_position_before_the_end_of_a_finished_game_is_played_on(tables: TableFixture) -> None:
    running = await tables.snapshot(await tables.start_game(ASTRID, BJORN))
    with pytest.raises(Denied) as refused:
        await continuations.create(tables.service, running, 1, 0, "sailor")
    assert refused.value.code == "not_over"
    source = await finished_game(tables, "borealis", turns=99)
    with pytest.raises(Denied) as refused:
        await continuations.create(tables.service, source, source.row.ply, 0, "sailor")
    assert refused.value.code == "over_at_this_turn"
    with pytest.raises(Denied) as refused:
        await continuations.create(tables.service, source, 1, 7, "sailor")
    assert refused.value.code == "not_a_choice"
    made, _ = await play_on(tables, source)
    comparison = await continuations.compare(tables.service, made)
    outcome = source.outcome()
    assert outcome is not None
    assert comparison.original == continuations.lead(outcome, 1)


async def test_an_altered_start_is_found_by_the_verification(tables: TableFixture) -> None:
    source = await finished_game(tables, "lofoten")
    made, game = await play_on(tables, source)
    async with tables.store.write() as tx:
        await tx.execute(db.continuations.table.update().values(ply=1))
    report = await verify_game(tables.store, GAMES, game.code)
    assert report is not None
    assert [flaw.code for flaw in report.flaws] == ["entry_leads_elsewhere"]
    assert (await continuations.find(tables.service, made.code)).ply == 1
