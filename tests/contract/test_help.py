"""Next turns, shortcuts and illegal reasons depend only on what a seat may know."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.game import AnyGame, Refusal, Seat, Shortcut, kind_of
from tests.contract.contract_checks import GameRecord, play_random, random_options, seed_from

POSITIONS = 60
DETERMINIZATIONS = 3

TABLES = [
    pytest.param(game, seats, id=f"{key}-{seats}")
    for key, game in GAMES.items()
    for seats in {max(2, game.info.seats[0]), game.info.seats[1]}
]


def sample_states(game: AnyGame, seats: int) -> Iterator[Any]:
    """Yield states spread over a random game."""
    random = Random(seats)
    log = GameRecord(game, seats, random_options(game, random), seed_from("helping", game.info.key, seats))
    states = [ply.before for ply in play_random(log, random)]
    yield from states[:: max(1, len(states) // POSITIONS)]


def determinizations(game: AnyGame, state: Any, seat: Seat) -> Iterator[Any]:
    for trial in range(DETERMINIZATIONS):
        yield game.reshuffle(state, seat, seed_from("world", trial))


def check_names(shortcuts: tuple[Shortcut, ...]) -> None:
    """Shortcuts of equal name differ by few moves of one kind, so that the panel can ask for them."""
    named: dict[str, list[tuple[Any, ...]]] = {}
    for each in shortcuts:
        named.setdefault(str(each.name), []).append(each.moves)
    assert len({str(each.name) for each in shortcuts if each.promoted}) <= 25, "one list holds them"
    asked = list(named.values())
    while asked:
        rows = asked.pop()
        if len(rows) == 1:
            continue
        place = next(place for place, moves in enumerate(zip(*rows, strict=False)) if len(set(moves)) > 1)
        answers = dict.fromkeys(row[place] for row in rows)
        assert len({move.kind for move in answers}) == 1
        assert len(answers) <= 25
        asked += [[row for row in rows if row[place] == answer] for answer in answers]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_coming_turn_is_ones_own_and_shows_nothing_new(game: AnyGame, seats: int) -> None:
    foreseen = 0
    for state in sample_states(game, seats):
        for seat in range(seats):
            turn = game.next_turn(state, seat)
            if turn is None:
                assert all(
                    game.next_turn(other_state, seat) is None
                    for other_state in determinizations(game, state, seat)
                )
                continue
            foreseen += 1
            assert seat not in game.to_act(state), "who owes a move needs no coming turn"
            assert game.to_act(turn) == {seat}
            seen, legal = game.view(turn, seat), game.legal(turn, seat)
            assert legal
            for other_state in determinizations(game, state, seat):
                other = game.next_turn(other_state, seat)
                assert other is not None
                assert game.view(other, seat) == seen
                assert game.legal(other, seat) == legal
    assert foreseen, "turns can be prepared in this game"


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_reveals_nothing_can_be_foretold(game: AnyGame, seats: int) -> None:
    random, foretold = Random(7), 0
    for state in sample_states(game, seats):
        for seat in sorted(game.to_act(state)):
            move = random.choice(game.legal(state, seat))
            step = game.apply(state, seat, move)
            if step.reveals:
                continue
            foretold += 1
            for other_state in determinizations(game, state, seat):
                other = game.apply(other_state, seat, move)
                assert not other.reveals
                assert game.view(other.state, seat) == game.view(step.state, seat), str(move)
    assert foretold


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_shortcuts_are_rows_of_legal_moves_of_which_only_the_last_is_final(game: AnyGame, seats: int) -> None:
    offered = 0
    for state in sample_states(game, seats):
        for seat in sorted(game.to_act(state)):
            shortcuts = game.shortcuts(state, seat)
            offered += len(shortcuts)
            assert len({(str(each.name), each.moves) for each in shortcuts}) == len(shortcuts)
            check_names(shortcuts)
            for each in shortcuts:
                assert each.promoted or each.menu in {move.kind for move in game.legal(state, seat)}
            for other_state in determinizations(game, state, seat):
                assert game.shortcuts(other_state, seat) == shortcuts
            for shortcut in shortcuts:
                assert shortcut.moves
                after = state
                for place, move in enumerate(shortcut.moves):
                    assert move in game.legal(after, seat)
                    step = game.apply(after, seat, move)
                    assert not step.barrier or place == len(shortcut.moves) - 1
                    after = step.state
    assert offered


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_reasons_are_given_for_what_is_not_legal_and_tell_nothing_hidden(game: AnyGame, seats: int) -> None:
    random, explained = Random(3), 0
    tried: list[Any] = []
    kinds = {kind_of(model) for model in game.info.moves}
    for state in sample_states(game, seats):
        for seat in sorted(game.to_act(state)):
            legal = game.legal(state, seat)
            blocked = game.blocked_kinds(state, seat)
            assert blocked.keys() <= kinds - {move.kind for move in legal}
            tried += random.sample(legal, min(2, len(legal)))
            for other_state in determinizations(game, state, seat):
                assert game.blocked_kinds(other_state, seat) == blocked
            for move in random.sample(tried, min(6, len(tried))):
                if move in legal:
                    continue
                why = game.illegal_reason(state, seat, move)
                with pytest.raises(Refusal):
                    game.apply(state, seat, move)
                explained += why is not None
                for other_state in determinizations(game, state, seat):
                    assert game.illegal_reason(other_state, seat, move) == why
    assert explained
