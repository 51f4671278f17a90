"""A position as a reader sees it: numbered moves, their chances, and nothing hidden."""

from dataclasses import replace
from typing import Any

import pytest

import db
from bot.i18n import LANGUAGES, locale_for
from bot.play.club import positions
from bot.play.core.game_service import GameService
from bot.views.positions import MAX_MOVES, PositionView, position_view
from bot.views.reader_view import ReaderView
from rules import GAMES
from rules.game import AnyGame
from tests.play.club.position_fixtures import new_position

NO_STORE: Any = None


def view_of(row: db.Position, language: str = "en") -> PositionView:
    loaded = positions.load(GameService(NO_STORE, GAMES), row, ("Astrid", "Bjorn"))
    pictures: Any = None
    return position_view(ReaderView(loaded.snapshot, None, locale_for(language), pictures), loaded)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.info.key)
def test_moves_are_numbered_and_differ_in_their_labels(game: AnyGame, language: str) -> None:
    view = view_of(new_position(game, chances=(0.8, 0.5)), language)
    assert [each.number for each in view.moves] == [*range(1, len(view.moves) + 1)]
    assert len({each.label for each in view.moves}) == len(view.moves) <= MAX_MOVES


def test_the_best_move_and_the_one_played_are_among_the_four_and_their_order_tells_nothing() -> None:
    game = GAMES["explorers"]
    firsts = set()
    for number in range(30):
        row = new_position(game, number=number, chances=(0.9, 0.5))
        view = view_of(row)
        offered = {each.answer for each in view.moves}
        assert {0, row.played} <= offered
        firsts.add(view.moves[0].answer)
    assert firsts == {0, 1}


def test_the_result_names_each_chance_the_strongest_first() -> None:
    view = view_of(new_position(chances=(0.713, 0.5, 0.2)))
    lines = [*view.result_lines()]
    assert [part in line for part, line in zip(("71%", "50%", "20%"), lines, strict=True)] == [True] * 3
    assert "It scored best in the coach’s trials." in lines[0]
    assert all("trials" not in line for line in lines[1:])


def test_a_reason_is_given_once_and_only_where_it_differs_from_that_of_the_best_move() -> None:
    row = new_position(chances=(0.7, 0.5, 0.2))
    leads = [{"key": "lead", "values": {"warehouse": number}} for number in (2, 2, 3)]
    answers = tuple({**each, "reason": lead} for each, lead in zip(row.answers, leads, strict=True))
    view = view_of(replace(row, answers=answers))
    best, same, other = ("".join(line.partition("\n")[1:]) for line in view.result_lines())
    assert (best.startswith("\n-# "), same) == (True, "")
    assert other.startswith("\n-# ")
    assert other != best


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.info.key)
def test_nothing_that_the_seat_could_not_know_is_shown(game: AnyGame) -> None:
    """Non-interference: labels, order and results are equal in a world that the seat cannot tell apart."""
    row = new_position(game, chances=(0.8, 0.5))
    state = game.load(row.state)
    for number in range(3):
        other = replace(row, state=game.dump(game.reshuffle(state, row.seat, bytes([number] * 32))))
        one, another = view_of(row), view_of(other)
        assert one.moves == another.moves
        assert [*one.result_lines()] == [*another.result_lines()]
        assert one.turn_text == another.turn_text
        assert one.reader.snapshot.view(row.seat) == another.reader.snapshot.view(row.seat)
