"""Over whole games no panel offers what only takes back a move of the same turn."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bot.play.core.narrowing import narrow
from bot.views.choices import Choices
from rules import GAMES
from rules.game import AnyGame, Move, Seat
from tests.contract.contract_checks import seed_from
from tests.views.views_in_memory import reader_view_at

MAX_PLIES = 600


def on_table(game: AnyGame, state: Any) -> object:
    """Returns all that moves change, without what is left of actions, steps or swaps."""
    match game.info.key:
        case "explorers":
            return state.players, sorted(state.livestock), state.settlements, state.enemies, state.laid
        case "lofoten":
            return state.players, state.warehouses, state.market
    return state.players


def offered_rows(choices: Choices, legal: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
    """Yields the moves of every answer, through all questions and their pages."""
    moves = choices.offered(legal)
    open_tokens = [first_tokens(choices, moves)]
    while open_tokens:
        narrowing = narrow(moves, open_tokens.pop())
        assert narrowing is not None
        if narrowing.move is not None:
            yield (narrowing.move,)
            continue
        first = choices.question(narrowing)
        for question in (first, *(choices.question(narrowing, page) for page in range(1, first.pages))):
            for answer in (*question.buttons, *question.list_entries):
                if answer.verb == "short":
                    yield answer.offer.moves
                elif not answer.is_blocked:
                    open_tokens.append(answer.tokens)


def first_tokens(choices: Choices, moves: Sequence[Move]) -> tuple[str, ...]:
    return choices.only_move_tokens(moves) or choices.implied_tokens(moves)


def first_answers(choices: Choices, legal: Sequence[Move]) -> list[tuple[Move, ...]]:
    moves = choices.offered(legal)
    narrowing = narrow(moves, first_tokens(choices, moves))
    assert narrowing is not None
    if narrowing.move is not None:
        return []
    question = choices.question(narrowing)
    answers = (*question.buttons, *question.list_entries)
    return [each.offer.moves for each in answers if each.verb == "short" or len(each.tokens) > 1]


def states_along(game: AnyGame, state: Any, seat: Seat, row: Sequence[Move]) -> Iterator[Any]:
    for move in row:
        state = game.apply(state, seat, move).state
        yield state


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_no_answer_takes_back_what_the_player_did_in_the_turn(key: str) -> None:
    game, random, withheld = GAMES[key], Random(key), 0
    state = game.setup(2, game.info.options(), seed_from("ways back", key))
    turn: list[Any] = []
    made: list[Move] = []
    mover = -1
    for _ in range(MAX_PLIES):
        if not (owing := game.to_act(state)):
            break
        seat = min(owing)
        if seat != mover:
            mover, turn, made = seat, [], []
        legal = game.legal(state, seat)
        if made:
            ways_back = game.ways_back(turn[0], seat, made)
            withheld += len(ways_back)
            choices = Choices(reader_view_at(game, state, seat, 2, "en"), seat, ways_back=ways_back)
            singly = [moves for moves in first_answers(choices, legal) if len(moves) == 1]
            assert len(singly) == len(set(singly)), "a move is offered once"
            kinds = Counter(move.kind for move in choices.offered(legal))
            for (move,) in (row.moves for row in game.shortcuts(state, seat) if len(row.moves) == 1):
                if move not in ways_back and kinds[move.kind] > 1 and ways_back:
                    assert (move,) in first_answers(choices, legal), "a shortcut saves the question which one"
            now, earlier = on_table(game, state), [on_table(game, each) for each in turn]
            rows = list(offered_rows(choices, legal))
            left = {move for move in choices.offered(legal) if move.kind in game.info.reversible_kinds}
            assert left <= {row[0] for row in rows}, "all others are still offered"
            for row in rows:
                for after in states_along(game, state, seat, row):
                    reached = on_table(game, after)
                    assert reached == now or reached not in earlier, [str(move) for move in (*made, *row)]
        reversible = [move for move in legal if move.kind in game.info.reversible_kinds]
        others = [move for move in legal if not move.is_side_action]
        move = random.choice((random.random() < 0.5 and reversible) or others or legal)
        step = game.apply(state, seat, move)
        turn, made = ([], []) if step.barrier else ([*turn, state], [*made, move])
        state = step.state
    assert withheld or not game.info.reversible_kinds
