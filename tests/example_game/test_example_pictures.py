"""The pictures of the example game, and that Skald does not start without them."""

from collections.abc import Mapping
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.app import command_line
from render import PAINTERS, Picture
from render.kit.icons import ICONS
from rules.game import AnyGame
from tests.contract.contract_checks import GameRecord, play_random, seed_from
from tests.example_game.example import GAME, KEY, PAINTER
from tests.example_game.rules.moves import Lay
from tests.render.lofoten_games import record_blank_sprites

NAMES = ("Astrid", "Bjørn", "Chloé")


def states(seats: int, number: int = 0) -> list[Any]:
    log = GameRecord(GAME, seats, GAME.info.options(), seed_from("pictures", number))
    dealt = GAME.setup(seats, log.options, log.seed)
    return [dealt, *(ply.step.state for ply in play_random(log, Random(number)))]


def suits_a_phone(picture: Picture | None) -> bool:
    return picture is not None and Image.open(BytesIO(picture.data)).size == (1200, picture.height)


def test_board_hand_and_sheet_are_drawn() -> None:
    played = states(3)
    view, before, move = (
        GAME.view(played[4], 0),
        GAME.view(played[1], 0),
        Lay(stone=played[4].players[0].hand[0]),
    )
    assert suits_a_phone(PAINTER.board(view, NAMES, since=before, intention=move))
    assert suits_a_phone(PAINTER.hand(view, NAMES, intention=move))
    assert PAINTER.board(view, NAMES) != PAINTER.board(view, NAMES, since=before)
    assert PAINTER.hand(view, NAMES) != PAINTER.hand(view, NAMES, intention=move)
    assert PAINTER.hand(GAME.view(played[4], None), NAMES) is None
    outcome = GAME.outcome(played[-1])
    assert outcome is not None
    assert suits_a_phone(PAINTER.score_sheet(GAME.view(played[-1], None), outcome, NAMES))


def test_all_that_pictures_need_is_baked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = record_blank_sprites(monkeypatch)
    for number in range(20):
        played = states(2 + number % 2, number)
        for before, state in pairwise(played):
            for seat in (None, 0, 1):
                view = GAME.view(state, seat)
                move = None if seat is None else next(iter(GAME.legal(state, seat)), None)
                PAINTER.board(view, NAMES, since=GAME.view(before, seat), intention=move)
                PAINTER.hand(view, NAMES, intention=move)
        outcome = GAME.outcome(played[-1])
        assert outcome is not None
        PAINTER.score_sheet(GAME.view(played[-1], None), outcome, NAMES)
    assert asked <= set(PAINTER.sprites())


def test_every_rune_has_an_emoji() -> None:
    assert set(GAME.names) <= set(PAINTER.emoji())
    assert set(PAINTER.emoji().values()) <= ICONS.keys()


def test_skald_does_not_start_without_its_painter(
    games: Mapping[str, AnyGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_line, "GAMES", games)
    command_line.check_painters()
    monkeypatch.delitem(PAINTERS, KEY)
    with pytest.raises(command_line.CommandFailed, match=f"^the game {KEY} has no painter in render/$"):
        command_line.check_painters()
