"""The coach: advice for the player to move, and reviews judged by what each seat could know."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.play.core.refusals import Denied
from bot.play.turns import coach
from bot.play.turns.coach import MAX_MOMENTS, Review, ReviewCache
from bot.play.turns.moves import play
from opponents.review import Verdict, review_decision
from rules import GAMES
from rules.game import Move, Phrase, Refusal
from tests.contract.contract_checks import seed_from
from tests.play.recorded_games import record_game
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture

EXACTLY_ONE = pytest.approx(1.0)
PASS_MOVES = tuple(map(GAMES["lofoten"].parse, ("slide", "turn")))


async def review_recorded_game(
    tables: TableFixture, *people: int, key: str, plies: int | None = None
) -> Review:
    recorded = await record_game(tables.store, people, plies, key=key)
    snapshot = await tables.snapshot(recorded.row.code)
    return await ReviewCache().review(tables.service, snapshot)


@pytest.mark.parametrize("key", GAMES)
async def test_advice_is_a_move_that_can_be_made_and_the_next_best(tables: TableFixture, key: str) -> None:
    code = await tables.start_game(ASTRID, BJORN, game=key)
    snapshot = await tables.snapshot(code)
    seat = min(snapshot.owing_seats())
    ideas = await coach.AdviceCache().advise(tables.service, snapshot, (ASTRID, BJORN)[seat].id)
    moves = {str(idea.moves[0]) for idea in ideas}
    assert 1 <= len(moves) == len(ideas) <= 3
    assert moves <= {str(move) for move in snapshot.legal(seat)}


@pytest.mark.parametrize("key", ["lofoten", "explorers"])
@pytest.mark.slow
async def test_whoever_follows_advice_is_not_told_another_plan_halfway(
    tables: TableFixture, key: str
) -> None:
    """Up to the next reveal, the advice continues as announced."""
    code = await tables.start_game(ASTRID, BJORN, game=key)
    advised, followed = coach.AdviceCache(), 0
    announced: tuple[Move, ...] = ()
    for _ in range(12):
        snapshot = await tables.snapshot(code)
        seat = min(snapshot.owing_seats())
        actor = (ASTRID, BJORN)[seat]
        best = (await advised.advise(tables.service, snapshot, actor.id))[0]
        if announced:
            assert best.moves == announced
            followed += 1
        step = snapshot.game.apply(snapshot.state, seat, best.moves[0])
        announced = () if step.barrier else best.moves[1:]
        interaction = tables.next_interaction_id()
        await play(tables.service, code, actor, str(best.moves[0]), interaction_id=interaction)
    assert followed


async def test_nobody_is_advised_while_a_rated_game_goes_on(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow", rated=True)
    snapshot = await tables.snapshot(code)
    with pytest.raises(Denied, match="no_advice_while_rated"):
        await coach.AdviceCache().advise(tables.service, snapshot, ASTRID.id)


async def test_only_whose_move_it_is_and_who_sits_there_is_advised(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    snapshot = await tables.snapshot(code)
    waiting = next(one for one in (ASTRID, BJORN) if snapshot.seat_of(one.id) not in snapshot.owing_seats())
    with pytest.raises(Refusal, match="not_your_turn"):
        await coach.AdviceCache().advise(tables.service, snapshot, waiting.id)
    with pytest.raises((Denied, Refusal)):
        await coach.AdviceCache().advise(tables.service, snapshot, CARA.id)


@pytest.mark.usefixtures("quick_searches")
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.slow
async def test_a_game_is_looked_back_at(tables: TableFixture, key: str) -> None:
    review = await review_recorded_game(tables, 1, 2, key=key)
    evaluation = review.evaluation
    assert len(evaluation.win_probabilities) == len(evaluation.turns) + 1
    assert all(sum(each) == EXACTLY_ONE for each in evaluation.win_probabilities)
    assert max(evaluation.win_probabilities[-1]) in (0.5, 1.0), "at the end there is nothing to guess"
    assert len(review.moments) <= MAX_MOMENTS
    assert all(moment.has_stronger_line for moment in review.moments)
    numbers = [moment.turn.number for moment in review.moments]
    assert numbers == sorted(set(numbers))


def moment_at(number: int, loss: float) -> coach.Moment:
    move, other = PASS_MOVES
    segment = coach.Segment(None, (move,), 1)
    turn = coach.PlayedTurn(number, 0, (segment,), (), None)
    return coach.Moment(turn, segment, Verdict(0.5, 0.5 + loss, (other,), Phrase(key="x")), swing=-loss)


def test_turns_that_cost_their_player_most_are_judged_in_each_part_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not those that raised their chances: they seldom have a stronger line."""
    chances = [0.5, 0.9, 0.7, 0.7, 0.6, 0.99, 0.5]
    turns = tuple(moment_at(number, 0).turn for number in range(1, len(chances)))
    evaluation = coach.GameEvaluation(turns, tuple((mine, 1 - mine) for mine in chances))
    snapshot: Any = SimpleNamespace(game=SimpleNamespace(legal=lambda _state, _seat: PASS_MOVES))
    monkeypatch.setattr(coach, "TURNS_JUDGED_PER_PART", 1)
    assert [turn.number for turn in coach.turns_to_judge(snapshot, evaluation, 0)] == [2, 4, 6]
    assert coach.turns_to_judge(snapshot, evaluation, 1) == []


@pytest.mark.parametrize(
    ("line", "played", "illegal", "state", "shown", "instead"),
    [
        ("ax", "ay", "", "a", "x", "y"),
        ("xa", "ya", "", "", "x", "y"),
        ("ab", "ab", "", "", "a", None),
        ("acbx", "acby", "c", "a", "x", "y"),
        ("ax", "ay", "x", "", "a", "y"),
        ("ax", "ay", "y", "a", "x", None),
    ],
)
def test_a_moment_is_shown_where_the_stronger_line_leaves_the_one_that_was_played(
    line: str, played: str, illegal: str, state: str, shown: str, instead: str | None
) -> None:
    """A state is the moves that led to it."""
    game: Any = SimpleNamespace(
        legal=lambda state, _seat: [move for move in "abcxy" if move not in state + illegal],
        apply=lambda state, _seat, move: SimpleNamespace(state=state + move),
    )
    moves: Any = tuple(line)
    played_moves: Any = tuple(played)
    segment = coach.Segment("", played_moves, 1)
    turn = coach.PlayedTurn(1, 0, (segment,), (), None)
    moment = coach.Moment(turn, segment, Verdict(0.5, 0.6, moves, Phrase(key="x")), swing=0)
    key = coach.key_position(game, moment)
    assert (key.state, key.move, key.played_instead) == (state, shown, instead)


def test_moments_are_spread_over_the_game() -> None:
    judged = [moment_at(*each) for each in ((1, 0.3), (2, 0.29), (3, 0.28), (30, 0.1), (60, 0.2), (78, 0.01))]
    assert [moment.turn.number for moment in coach.spread_moments(judged, turns=80, limit=3)] == [1, 30, 60]


async def test_one_mistake_in_two_turns_running_is_one_costly_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    losses = {2: 0.2, 3: 0.15, 12: 0.3}
    moments = [moment_at(number, losses.get(number, 0)) for number in range(1, 17)]
    turns = tuple(moment.turn for moment in moments)
    evaluation = coach.GameEvaluation(turns, ((0.5, 0.5),) * (len(turns) + 1))
    snapshot: Any = SimpleNamespace(
        code="x",
        is_over=True,
        players=(None, None),
        game=SimpleNamespace(legal=lambda _state, _seat: PASS_MOVES),
    )
    service: Any = None

    async def evaluate(*_: Any) -> coach.GameEvaluation:
        return evaluation

    async def judge(*given: Any) -> coach.Moment:
        number: int = given[3].number
        return moments[number - 1]

    monkeypatch.setattr(coach, "evaluate_game", evaluate)
    monkeypatch.setattr(coach, "_judge_segment", judge)
    monkeypatch.setattr(coach, "TURNS_JUDGED_PER_PART", len(turns))
    review = await ReviewCache().review(service, snapshot)
    assert [moment.turn.number for moment in review.costly_moments(0)] == [12, 2]
    assert [moment.turn.number for moment in review.moments] == [2, 12]
    assert review.costly_moments(1) == []


def test_a_turn_without_a_stronger_line_is_no_moment() -> None:
    played_best = replace(moment_at(9, 0.4), segment=coach.Segment(None, (PASS_MOVES[1],), 1))
    assert (
        coach.spread_moments([played_best, moment_at(40, coach.MIN_STRONGER_BY / 2)], turns=80, limit=3) == ()
    )


async def test_a_running_game_is_not_looked_back_at(tables: TableFixture) -> None:
    with pytest.raises(Denied, match="not_over"):
        await review_recorded_game(tables, 1, 2, key="lofoten", plies=20)


async def test_who_played_alone_has_nobody_to_compare_with(tables: TableFixture) -> None:
    with pytest.raises(Denied, match="nobody_to_compare"):
        await review_recorded_game(tables, 1, key="explorers")


@pytest.mark.usefixtures("quick_reviews")
@pytest.mark.slow
async def test_a_game_is_thought_through_once(tables: TableFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = await record_game(tables.store, (1, 2), key="lofoten")
    snapshot = await tables.snapshot(recorded.row.code)
    reviews = ReviewCache()
    first = await reviews.review(tables.service, snapshot)
    monkeypatch.setattr(tables.service, "run_in_worker", None)
    assert await reviews.review(tables.service, snapshot) is first


async def test_a_review_is_posted_once_by_one_who_played(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    with pytest.raises(Denied, match="not_over"):
        await coach.post_review(tables.service, code, ASTRID.id)
    await tables.resign(code, BJORN)
    with pytest.raises((Denied, Refusal)):
        await coach.post_review(tables.service, code, CARA.id)
    await coach.post_review(tables.service, code, BJORN.id)
    with pytest.raises(Denied, match="review_posted"):
        await coach.post_review(tables.service, code, ASTRID.id)
    assert len(await tables.take_posts("review")) == 1


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.slow
def test_a_decision_is_judged_by_what_its_seat_could_know(key: str) -> None:
    """The verdict is the same to the last digit in another determinization for that seat."""
    game = GAMES[key]
    state: Any = game.setup(2, game.info.options(), seed_from("judged", key))
    for ply in range(30):
        seat = min(game.to_act(state))
        moves = game.legal(state, seat)
        if ply % 10 == 9 and len(moves) > 1:
            other = game.reshuffle(state, seat, seed_from("other", ply))
            one, same = (
                review_decision(game, each, seat, moves[:1], salt="s", determinizations=1)
                for each in (state, other)
            )
            assert one == same
        state = game.apply(state, seat, moves[ply % len(moves)]).state
