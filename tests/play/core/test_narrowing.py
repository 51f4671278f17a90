"""Narrowing over the real legal moves of every game: which questions are asked."""

from functools import cache
from random import Random

import pytest

from bot.play.core.narrowing import (
    MAX_LIST_OPTIONS,
    Narrowing,
    are_offered_whole,
    combined_token,
    moves_matching,
    narrow,
    previous_tokens,
    token_of,
)
from rules import GAMES
from rules.game import Move
from tests.plies import random_plies

MAX_PLIES = 40
Moves = tuple[Move, ...]


@cache
def legal_moves_during_a_game(key: str) -> tuple[Moves, ...]:
    """The legal moves of the seat to move, at each ply of a random game."""
    game, chance = GAMES[key], Random(3)
    dealt = game.setup(max(2, game.info.seats[0]), game.info.options(), bytes(range(32)))
    return tuple(
        game.legal(state, seat) for state, seat, _, _ in random_plies(game, dealt, chance, MAX_PLIES)
    )


def narrowed(moves: Moves, *chosen: str) -> Narrowing:
    found = narrow(moves, chosen)
    assert found is not None
    return found


def narrowings_to(moves: Moves, move: Move) -> list[Narrowing]:
    """Every narrowing on the way to a move, answered by its tokens. The last one has no question left."""
    way = [narrowed(moves)]
    while way[-1].move is None:
        words = way[-1].chosen
        way.append(narrowed(moves, *move.tokens()[: len(words) + 1]))
        assert len(way[-1].chosen) > len(words)
    return way


every_game = pytest.mark.parametrize("key", sorted(GAMES))


@every_game
def test_every_legal_move_is_reached_by_choosing_its_tokens(key: str) -> None:
    for moves in legal_moves_during_a_game(key):
        for move in moves:
            assert narrowings_to(moves, move)[-1].move == move


@every_game
def test_no_question_has_a_single_answer(key: str) -> None:
    for moves in legal_moves_during_a_game(key):
        for move in moves:
            _, *after_the_kind = narrowings_to(moves, move)
            for narrowing in after_the_kind:
                if len(narrowing.chosen) == 1 and are_offered_whole(narrowing.moves):
                    continue  # all of the kind, whole, and its shortcuts
                if narrowing.move is None:
                    assert len(narrowing.next_tokens()) > 1
                else:
                    assert narrowing.next_tokens() == ()


def test_moves_that_are_offered_whole_are_one_question_after_their_kind() -> None:
    menus = 0
    for moves in legal_moves_during_a_game("explorers"):
        for kind in dict.fromkeys(move.kind for move in moves):
            narrowing = narrowed(moves, kind)
            if type(narrowing.moves[0]).offered_whole and len(narrowing.moves) <= MAX_LIST_OPTIONS:
                assert narrowing.chosen == (kind,)
                last = narrowing.moves[-1].tokens()
                assert previous_tokens(moves, last) == ((kind,) if len(narrowing.moves) > 1 else ())
                menus += 1
    assert menus


@every_game
def test_the_kind_is_left_open_even_where_there_is_only_one(key: str) -> None:
    for moves in legal_moves_during_a_game(key):
        narrowing = narrowed(moves)
        assert (narrowing.chosen, narrowing.kind, narrowing.field, narrowing.move) == ((), None, None, None)
        assert narrowing.moves == moves
        assert narrowing.next_tokens() == tuple(dict.fromkeys(move.kind for move in moves))


@every_game
def test_what_is_asked_next_is_a_field_of_the_kind_and_every_answer_leads_on(key: str) -> None:
    asked = set()
    for moves in legal_moves_during_a_game(key):
        for move in moves:
            for narrowing in narrowings_to(moves, move)[1:-1]:
                assert narrowing.kind == move.kind
                assert narrowing.field == move.choice_fields()[len(narrowing.chosen) - 1]
                asked.add((move.kind, narrowing.field))
                answers = narrowing.next_tokens()
                assert token_of(move, narrowing.field) in answers
                parts = [narrowing.moves_with(word) for word in answers]
                assert all(parts)
                # Each move is behind exactly one answer.
                assert sorted(map(str, narrowing.moves)) == sorted(str(one) for part in parts for one in part)
    assert asked


@every_game
def test_answers_stand_in_the_order_of_the_legal_moves(key: str) -> None:
    for moves in legal_moves_during_a_game(key):
        for kind in narrowed(moves).next_tokens():
            narrowing = narrowed(moves, kind)
            place = len(narrowing.chosen)
            in_order = [move.tokens()[place] for move in narrowing.moves if len(move.tokens()) > place]
            assert list(narrowing.next_tokens()) == sorted(set(in_order), key=in_order.index)


@every_game
def test_tokens_that_fit_no_legal_move_are_refused(key: str) -> None:
    for moves in legal_moves_during_a_game(key):
        assert narrow(moves, ("cheese",)) is None
        move = moves[-1]
        assert narrow(moves, (*move.tokens(), "cheese")) is None
        assert narrow(moves, (*move.tokens()[:-1], "cheese")) is None
    assert narrow((), ()) is None


@every_game
def test_moves_are_found_by_whatever_fields_are_named(key: str) -> None:
    for moves in legal_moves_during_a_game(key):
        for move in moves:
            words = dict(zip(move.choice_fields(), move.tokens()[1:], strict=True))
            alike = tuple(one for one in moves if one.kind == move.kind)
            assert moves_matching(moves, move.kind, {}) == alike
            assert moves_matching(moves, move.kind, words) == (move,)
            for name, word in words.items():
                assert token_of(move, name) == word
                found = moves_matching(moves, move.kind, {name: word})
                assert found == tuple(one for one in alike if token_of(one, name) == word)
                assert moves_matching(moves, move.kind, {name: "cheese"}) == ()
        assert moves_matching(moves, "cheese", {}) == ()


class Load(Move):
    kind: str = "load"
    ship: str
    good: str


FISH_OR_FURS = (Load(ship="knarr", good="fish"), Load(ship="knarr", good="furs"))


def test_a_token_without_a_choice_is_fixed_but_never_the_kind() -> None:
    assert (narrowed(FISH_OR_FURS).chosen, narrowed(FISH_OR_FURS).next_tokens()) == ((), ("load",))
    narrowing = narrowed(FISH_OR_FURS, "load")
    assert narrowing.chosen == ("load", "knarr")
    assert (narrowing.field, narrowing.next_tokens()) == ("good", ("fish", "furs"))
    assert narrowing.moves_with("furs") == FISH_OR_FURS[1:]
    alone = narrowed(FISH_OR_FURS[:1], "load")
    assert (alone.move, alone.field, alone.next_tokens()) == (FISH_OR_FURS[0], None, ())


def test_a_later_field_can_be_named_alone() -> None:
    assert moves_matching(FISH_OR_FURS, "load", {"good": "furs"}) == FISH_OR_FURS[1:]
    assert moves_matching(FISH_OR_FURS, "load", {"ship": "knarr"}) == FISH_OR_FURS


@every_game
def test_pieces_ticked_behind_a_whole_move_lead_to_no_other(key: str) -> None:
    for moves in legal_moves_during_a_game(key):
        for move in moves[:5]:
            further = combined_token(moves, move.tokens(), ["2", "1"])
            assert further == "12"
            assert narrow(moves, (*move.tokens(), further)) is None
