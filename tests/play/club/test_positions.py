"""Positions to learn from: found in finished games, judged by what the seat could know."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import db
from bot.play.club import positions
from bot.play.core.refusals import Denied
from bot.play.turns.coach import ReviewCache
from opponents.review import MAX_JUDGED, judge_moves
from rules import GAMES
from rules.game import AnyGame
from tests.example_game.example import GAME as EXAMPLE
from tests.play.club.position_fixtures import new_position, store_positions
from tests.play.recorded_games import record_game
from tests.play.table_fixture import ASTRID, BJORN, TableFixture
from tests.plies import random_plies

TWO_GAMES = [
    "lofoten",
    "borealis",
    *(pytest.param(key, marks=pytest.mark.long) for key in ("explorers", "shipwrights")),
]

pytestmark = pytest.mark.usefixtures("quick_searches")

ALL_GAMES = [*GAMES.values(), EXAMPLE]


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.info.key)
def test_what_the_seat_could_not_know_changes_no_answer(game: AnyGame) -> None:
    """Non-interference: in a world that the seat cannot tell apart, moves, chances and reasons are equal."""
    chance, dealt = Random(5), game.setup(2, game.info.options(), bytes(range(32)))
    for ply, (state, seat, move, _) in enumerate(random_plies(game, dealt, chance, 12)):
        if ply % 4 == 3 and len(game.legal(state, seat)) > 1:
            other = game.reshuffle(state, seat, chance.randbytes(32))
            one, another = (
                judge_moves(game, each, seat, (move,), salt="a", determinizations=1)
                for each in (state, other)
            )
            assert one == another


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.info.key)
def test_the_move_played_is_always_among_those_judged_and_the_best_comes_first(game: AnyGame) -> None:
    state = game.setup(2, game.info.options(), bytes(32))
    seat = min(game.to_act(state))
    worst = game.legal(state, seat)[-1]
    judged = judge_moves(game, state, seat, (worst,), salt="a", determinizations=1)
    assert worst in [each.moves[0] for each in judged]
    assert len({each.moves[0] for each in judged}) == len(judged) <= MAX_JUDGED
    assert [each.chance for each in judged] == sorted((each.chance for each in judged), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("key", TWO_GAMES)
async def test_a_finished_game_yields_costly_decisions_as_the_seat_saw_them(
    tables: TableFixture, key: str
) -> None:
    recorded = await record_game(tables.store, [ASTRID.id, BJORN.id], key=key)
    code = recorded.row.code
    for seat in (0, 1):
        await positions.search_game(tables.service, ReviewCache(), code, seat)
    found = await db.positions.list_for_game(tables.store, code, positions.readable_rules(tables.service))
    assert found
    seen = [recorded.game.view(state, seat) for state in recorded.states for seat in (0, 1)]
    for row in found:
        loaded = positions.load(tables.service, row, ("A", "B"))
        assert loaded.snapshot.view(row.seat) in seen
        assert row.loss >= positions.AS_GOOD_WITHIN
        assert loaded.is_right(0)
        assert not loaded.is_right(row.played)
        legal = loaded.snapshot.game.legal(loaded.snapshot.state, row.seat)
        assert all(answer.moves[0] in legal for answer in loaded.answers)


@pytest.mark.slow
async def test_retries_and_the_review_of_a_game_judge_its_decisions_alike(tables: TableFixture) -> None:
    recorded = await record_game(tables.store, [ASTRID.id, BJORN.id], key="lofoten")
    code, reviews = recorded.row.code, ReviewCache()
    for seat in (0, 1):
        await positions.search_game(tables.service, reviews, code, seat)
    found = await db.positions.list_for_game(tables.store, code, positions.readable_rules(tables.service))
    review = await reviews.review(tables.service, await tables.snapshot(code))
    verdicts = {(each.turn.seat, each.segment.ply): each.verdict for each in review.costly}
    assert found
    for row in found:
        assert row.ply is not None
        verdict = verdicts[row.seat, row.ply]
        shown = positions.load(tables.service, row, ("A", "B")).snapshot.view(row.seat)
        if shown == recorded.game.view(recorded.states[row.ply - 1], row.seat):
            assert row.answers[row.played]["chance"] == pytest.approx(verdict.played)
            assert row.loss >= verdict.loss - 1e-9


async def test_a_seat_is_searched_only_once(tables: TableFixture) -> None:
    recorded = await record_game(tables.store, [ASTRID.id, BJORN.id], key="lofoten")
    await positions.search_game(tables.service, ReviewCache(), recorded.row.code, 0)
    no_reviews: Any = None
    await positions.search_game(tables.service, no_reviews, recorded.row.code, 0)


@pytest.mark.parametrize("key", GAMES)
async def test_house_games_are_the_same_everywhere_and_have_positions(tables: TableFixture, key: str) -> None:
    assert await positions.search_next_house_game(tables.service, key)
    rules = positions.readable_rules(tables.service, key)
    found = await db.practice.list_unseen_house(tables.store, ASTRID.id, rules)
    assert [row.gap for row in found] == sorted((row.gap for row in found), reverse=True)
    async with tables.store.write() as tx:
        await tx.execute(db.positions.table.delete())
        await tx.execute(db.positions.searches_table.delete())
    await positions.search_next_house_game(tables.service, key)
    again = await db.practice.list_unseen_house(tables.store, ASTRID.id, rules)
    assert [replace(row, id=0) for row in again] == [replace(row, id=0) for row in found]


async def test_only_games_whose_deal_is_no_secret_any_more_are_searched(tables: TableFixture) -> None:
    recorded = await record_game(tables.store, [ASTRID.id, BJORN.id], key="lofoten")
    rules = positions.readable_rules(tables.service)

    async def unsearched() -> int:
        return len(await db.positions.list_unsearched(tables.store, rules, 9, person=ASTRID.id))

    assert await unsearched() == 1
    games = db.games.table
    for values in ({"sealed_until": tables.clock.at + 1}, {"continues": "abc"}, {"status": "running"}):
        async with tables.store.write() as tx:
            await tx.execute(games.update().values(**values))
        row = await db.games.find(tables.store, recorded.row.code)
        assert row is not None
        assert await unsearched() == 0
        assert not positions.may_be_searched(tables.service, row)
        async with tables.store.write() as tx:
            await tx.execute(games.update().values(sealed_until=None, continues=None, status="over"))


async def test_a_position_of_other_rules_is_not_read(tables: TableFixture) -> None:
    (position,) = await store_positions(tables.store, replace(new_position(), rules_version=0))
    row = await db.positions.find(tables.store, position)
    assert row is not None
    with pytest.raises(Denied):
        positions.load(tables.service, row, ("A", "B"))
    rules = positions.readable_rules(tables.service)
    assert await db.practice.list_unseen_house(tables.store, ASTRID.id, rules) == ()
