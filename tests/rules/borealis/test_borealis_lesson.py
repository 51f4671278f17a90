"""The first game: what its texts say of the deal is true, and every idea has its moment."""

from rules.borealis.state import State
from rules.game import Lesson, kind_of
from tests.rules.borealis.states import GAME


def lesson_state() -> tuple[Lesson, State]:
    lesson = GAME.info.lesson
    assert lesson is not None
    return lesson, GAME.setup(lesson.seats, GAME.info.options(), lesson.seed)


def test_the_learner_begins_with_an_owl_that_has_to_wait_and_a_puffin_for_the_middle() -> None:
    _, state = lesson_state()
    hand = state.players[0].hand
    assert state.first == 0
    assert [(card.left, card.right) for card in hand if card.species == "snowy_owl"] == [("blue", "blue")]
    for seat in range(2):
        state = GAME.apply(state, seat, GAME.parse("exchange none")).state
    observations = [move for move in GAME.legal(state, 0) if move.kind == "observe"]
    puffins = [place for place, card in enumerate(hand, 1) if card.species == "puffin"]
    assert any(str(move) == f"observe {puffins[0]} middle" for move in observations)
    owl = next(place for place, card in enumerate(hand, 1) if card.species == "snowy_owl")
    assert not any(str(move).startswith(f"observe {owl}") for move in observations)


def test_every_idea_is_told_within_a_few_turns() -> None:
    """A player who follows each step at once has seen all that must come before the ninth round."""
    lesson, state = lesson_state()
    assert {kind for step in lesson.steps for kind in step.kinds} <= set(map(kind_of, GAME.info.moves))
    untold = [step for step in lesson.steps if not step.optional]
    while untold:
        seat = min(GAME.to_act(state))
        moves = GAME.legal(state, seat)
        if seat == 0:
            moves = tuple(move for move in moves if move.kind in untold[0].kinds) or moves
            if moves[0].kind in untold[0].kinds:
                untold.pop(0)
        state = GAME.apply(state, seat, moves[0]).state
    assert 3 <= state.round <= 8
