"""Every game fulfils the contract, at every seat count and with every set of options."""

from random import Random
from typing import Any

import pytest

from rules import GAMES, with_stored_components
from rules.game import AnyGame, Move, Refusal, kind_of
from tests.contract.contract_checks import GameRecord, check_game, play_random, seed_from
from tests.contract.game_setups import parametrize_games

THOROUGH_EVERY = 40
"""Plies between those with the slow checks, on average; the soak makes them at every ply."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    parametrize_games(metafunc, GAMES)


def finished(game: AnyGame, seats: int) -> tuple[GameRecord, list[Any]]:
    """A whole random game: its log, and every state from the deal to the end."""
    log = GameRecord(game, seats, game.info.options(), seed_from("whole", game.info.key, seats))
    states = [game.setup(seats, log.options, log.seed)]
    states += [ply.step.state for ply in play_random(log, Random(log.seed))]
    return log, states


def test_a_random_game_keeps_every_promise_to_its_end(game: AnyGame, seats: int, options: Any) -> None:
    log = GameRecord(game, seats, options, seed_from("contract", game.info.key, seats, options))
    try:
        free = check_game(log, every=THOROUGH_EVERY)
    except Exception as broken:
        pytest.fail(f"{broken}\n\n{log}")
    assert free, "some moves can be taken back"


def test_the_game_can_be_made_again_from_its_stored_values(game: AnyGame, seats: int) -> None:
    again = with_stored_components(game, game.dump_components(), "a fingerprint")
    assert again is not None
    assert again.pack == "a fingerprint"
    seed, options = seed_from("stored"), game.info.options()
    deal, same = (each.setup(seats, options, seed) for each in (game, again))
    assert again.dump(same) == game.dump(deal)
    assert [again.legal(same, seat) for seat in range(seats)] == [
        game.legal(deal, seat) for seat in range(seats)
    ]
    assert (again.names, again.dump_components()) == (game.names, game.dump_components())


def test_other_seeds_deal_other_games(game: AnyGame, seats: int) -> None:
    deals = {game.dump(game.setup(seats, game.info.options(), seed_from(number))) for number in range(50)}
    assert len(deals) == 50


def test_the_same_seed_deals_the_same_game(game: AnyGame, seats: int) -> None:
    first, again = (game.setup(seats, game.info.options(), seed_from("deal")) for _ in range(2))
    assert game.dump(first) == game.dump(again)


def test_strangers_and_those_who_wait_are_refused(game: AnyGame, seats: int) -> None:
    state = game.setup(seats, game.info.options(), seed_from("refusals"))
    owing = game.to_act(state)
    move = game.legal(state, min(owing))[0]
    for stranger in (-1, seats):
        with pytest.raises(Refusal) as refused:
            game.apply(state, stranger, move)
        assert refused.value.code == "not_seated"
    for waiting in set(range(seats)) - owing:
        with pytest.raises(Refusal) as refused:
            game.apply(state, waiting, move)
        assert refused.value.code == "not_your_turn"


def test_what_is_not_offered_is_refused_and_says_so_and_nothing_is_played_after_the_end(
    game: AnyGame, seats: int
) -> None:
    """Moves that were legal at some time are tried at another where they are not."""
    log, states = finished(game, seats)
    ever: dict[str, Move] = {}
    for state in states:
        for seat in game.to_act(state):
            ever |= {str(move): move for move in game.legal(state, seat)}
    tried = 0
    for state in states[:: max(1, len(states) // 40)]:
        for seat in game.to_act(state):
            before = game.dump(state)
            for notation in ever.keys() - {str(move) for move in game.legal(state, seat)}:
                with pytest.raises(Refusal) as refused:
                    game.apply(state, seat, ever[notation])
                assert refused.value.code == "illegal"
                assert refused.value.parameters["move"] == notation
                tried += 1
            assert game.dump(state) == before
    assert tried, f"every move was always legal\n{log}"
    for seat in range(seats):
        assert game.legal(states[-1], seat) == ()
        with pytest.raises(Refusal) as refused:
            game.apply(states[-1], seat, game.parse(log.moves[-1][1]))
        assert refused.value.code == "over"


@pytest.mark.parametrize("text", ["", "  ", "nonsense", "\N{SNOWMAN} 3", "-"])
def test_unreadable_text_is_refused(game: AnyGame, text: str) -> None:
    with pytest.raises(Refusal) as refused:
        game.parse(text)
    assert refused.value.code == "unreadable"


def test_notation_with_too_few_too_many_or_wrong_words_is_refused(game: AnyGame) -> None:
    for model in game.info.moves:
        kind, fields = kind_of(model), len(model.choice_fields())
        for wrong in ([kind] + ["?"] * fields) * bool(fields), [kind] + ["a"] * (fields + 1), [kind][:fields]:
            if wrong:
                with pytest.raises(Refusal) as refused:
                    game.parse(" ".join(wrong))
                assert refused.value.code == "unreadable"


def test_notation_is_read_in_capitals_and_with_wide_spaces(game: AnyGame) -> None:
    state = game.setup(game.info.seats[0], game.info.options(), seed_from("capitals"))
    for seat in game.to_act(state):
        for move in game.legal(state, seat):
            assert game.parse(f"  {str(move).upper()}  ".replace(" ", "  ")) == move


def test_a_game_is_not_dealt_to_too_few_or_too_many(game: AnyGame) -> None:
    fewest, most = game.info.seats
    for seats in (fewest - 1, most + 1):
        with pytest.raises(ValueError, match="not played by"):
            game.setup(seats, game.info.options(), seed_from("seats"))


def test_every_kind_has_one_name_and_every_chapter_explains_real_moves(game: AnyGame) -> None:
    info = game.info
    kinds = [kind_of(model) for model in info.moves]
    events = [kind_of(model) for model in info.events]
    assert len(set(kinds)) == len(kinds)
    assert len(set(events)) == len(events)
    explained = [kind for explains in game.topics.values() for kind in explains]
    assert sorted(explained) == sorted(kinds), "each kind of move is explained in one chapter"
