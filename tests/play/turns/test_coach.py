"""The coach: advice for one's own decision alone, and what decided a game, judged by what could be known."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.play.core.refusals import Denied
from bot.play.turns import coach
from bot.play.turns.coach import MAX_MOMENTS, Review, ReviewCache
from bot.play.turns.moves import play
from opponents.review import review_decision
from rules import GAMES
from rules.game import Move, Refusal
from tests.contract.contract_checks import seed_of
from tests.play.recorded_games import record
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture, open_table_fixture

LEVEL = pytest.approx(1.0)


@pytest.fixture
async def tabletop(tmp_path: Path) -> AsyncIterator[TableFixture]:
    async with open_table_fixture(tmp_path, "2026-03-02 12:00") as opened:
        yield opened


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few turns are looked at, and in few worlds: what comes of it is as good for these tests."""
    for name, number in {
        "TURNS_JUDGED": 6,
        "TURNS_REJUDGED": 3,
        "DETERMINIZATIONS": 1,
        "REJUDGE_DETERMINIZATIONS": 2,
    }.items():
        monkeypatch.setattr(coach, name, number)


async def reviewed(tabletop: TableFixture, *people: int, key: str, plies: int | None = None) -> Review:
    recorded = await record(tabletop.store, people, plies, key=key)
    snapshot = await tabletop.snapshot(recorded.row.code)
    return await ReviewCache().review(tabletop.service, snapshot)


@pytest.mark.parametrize("key", GAMES)
async def test_advice_is_a_move_that_can_be_made_and_the_next_best(tabletop: TableFixture, key: str) -> None:
    code = await tabletop.start(ASTRID, BJORN, game=key)
    snapshot = await tabletop.snapshot(code)
    seat = min(snapshot.owing_seats())
    ideas = await coach.AdviceCache().advise(tabletop.service, snapshot, (ASTRID, BJORN)[seat].id)
    moves = {str(idea.move) for idea in ideas}
    assert 1 <= len(moves) == len(ideas) <= 3
    assert moves <= {str(move) for move in snapshot.legal(seat)}


@pytest.mark.parametrize("key", ["lofoten", "explorers"])
async def test_whoever_follows_advice_is_not_told_another_plan_halfway(
    tabletop: TableFixture, key: str
) -> None:
    """Up to where something comes to light, what comes next is what was announced."""
    code = await tabletop.start(ASTRID, BJORN, game=key)
    advised, followed = coach.AdviceCache(), 0
    announced: tuple[Move, ...] = ()
    for _ in range(30):
        snapshot = await tabletop.snapshot(code)
        seat = min(snapshot.owing_seats())
        person = (ASTRID, BJORN)[seat]
        best = (await advised.advise(tabletop.service, snapshot, person.id))[0]
        if announced:
            assert (best.move, *best.continuation) == announced
            followed += 1
        step = snapshot.game.apply(snapshot.state, seat, best.move)
        announced = () if step.barrier or best.is_tentative else best.continuation
        interaction = tabletop.interaction()
        await play(tabletop.service, code, person, str(best.move), interaction_id=interaction)
    assert followed


async def test_nobody_is_advised_while_a_rated_game_goes_on(tabletop: TableFixture) -> None:
    code = await tabletop.start(ASTRID, BJORN, pace="slow", rated=True)
    snapshot = await tabletop.snapshot(code)
    with pytest.raises(Denied, match="no_advice_while_rated"):
        await coach.AdviceCache().advise(tabletop.service, snapshot, ASTRID.id)


async def test_only_whose_move_it_is_and_who_sits_there_is_advised(tabletop: TableFixture) -> None:
    code = await tabletop.start(ASTRID, BJORN)
    snapshot = await tabletop.snapshot(code)
    waiting = next(one for one in (ASTRID, BJORN) if snapshot.seat_of(one.id) not in snapshot.owing_seats())
    with pytest.raises(Refusal, match="not_your_turn"):
        await coach.AdviceCache().advise(tabletop.service, snapshot, waiting.id)
    with pytest.raises((Denied, Refusal)):
        await coach.AdviceCache().advise(tabletop.service, snapshot, CARA.id)


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("key", GAMES)
async def test_a_game_is_looked_back_at(tabletop: TableFixture, key: str) -> None:
    review = await reviewed(tabletop, 1, 2, key=key)
    course = review.evaluation
    assert len(course.win_probabilities) == len(course.turns) + 1
    assert all(sum(each) == LEVEL for each in course.win_probabilities)
    assert max(course.win_probabilities[-1]) in (0.5, 1.0), "at the end there is nothing to guess"
    assert 1 <= len(review.moments) <= MAX_MOMENTS
    numbers = [moment.turn.number for moment in review.moments]
    assert numbers == sorted(set(numbers))


async def test_a_running_game_is_not_looked_back_at(tabletop: TableFixture) -> None:
    with pytest.raises(Denied, match="not_over"):
        await reviewed(tabletop, 1, 2, key="lofoten", plies=20)


async def test_who_played_alone_has_nobody_to_compare_with(tabletop: TableFixture) -> None:
    with pytest.raises(Denied, match="nobody_to_compare"):
        await reviewed(tabletop, 1, key="explorers")


@pytest.mark.usefixtures("brief")
async def test_a_game_is_thought_through_once(
    tabletop: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = await record(tabletop.store, (1, 2), key="lofoten")
    snapshot = await tabletop.snapshot(recorded.row.code)
    reviews = ReviewCache()
    first = await reviews.review(tabletop.service, snapshot)
    monkeypatch.setattr(tabletop.service, "run_in_worker", None)
    assert await reviews.review(tabletop.service, snapshot) is first


async def test_a_review_is_posted_once_by_one_who_played(tabletop: TableFixture) -> None:
    code = await tabletop.start(ASTRID, BJORN)
    with pytest.raises(Denied, match="not_over"):
        await coach.post_review(tabletop.service, code, ASTRID.id)
    await tabletop.resign(code, BJORN)
    with pytest.raises((Denied, Refusal)):
        await coach.post_review(tabletop.service, code, CARA.id)
    await coach.post_review(tabletop.service, code, BJORN.id)
    with pytest.raises(Denied, match="review_posted"):
        await coach.post_review(tabletop.service, code, ASTRID.id)
    assert len(await tabletop.posts("review")) == 1


@pytest.mark.parametrize("key", GAMES)
def test_a_decision_is_judged_by_what_its_seat_could_know(key: str) -> None:
    """In another world that the seat cannot tell apart the verdict is the same, to the last digit."""
    game = GAMES[key]
    state: Any = game.setup(2, game.info.options(), seed_of("judged", key))
    for ply in range(30):
        seat = min(game.to_act(state))
        moves = game.legal(state, seat)
        if ply % 10 == 9 and len(moves) > 1:
            other = game.reshuffle(state, seat, seed_of("other", ply))
            one, same = (
                review_decision(game, each, seat, moves[:1], salt="s", determinizations=1)
                for each in (state, other)
            )
            assert one == same
        state = game.apply(state, seat, moves[ply % len(moves)]).state
